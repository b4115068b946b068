// The stage in every state of every step, at every size, theme and scale: at least half of the page and filled by its
// picture, nothing on top of a person or a word, no word cut; question, answers and the filled button in sight.
#include "charts/ink.hpp"
#include "headless.hpp"
#include "lesson_states.hpp"
#include "ui/views/views.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>

namespace stage_layout_test {

using session::Node;
using session::Purpose;
using tests::Headless;
using tests::Stage;

struct Screen {
  double width, height, scale;
};
constexpr Screen screens[] = {{1024, 768, 1},  {1280, 720, 1},    {1280, 800, 1},  {1280, 800, 2},
                              {1400, 1050, 1}, {1400, 1050, 1.5}, {1920, 1080, 1}, {1920, 1080, 1.5},
                              {3840, 2160, 1}, {3840, 2160, 2},   {3840, 2160, 3}};

bool inside(const ui::Box& box, const ui::Box& in) {
  return box.x >= in.x - 0.5 && box.y >= in.y - 0.5 && box.right() <= in.right() + 0.5 &&
         box.bottom() <= in.bottom() + 0.5;
}

bool is_picture(const Node& node) {
  return node.selected && node.figure && (node.purpose == Purpose::figure || node.purpose == Purpose::strip);
}

/// One page in one window.
class Look {
 public:
  Look(Headless& window, const session::View& view, const Screen& screen, const std::string& what)
      : window_(window), screen_(screen), what_(what), busy_(view.busy), nodes_(session::all_nodes(view)) {}

  void expect_all() {
    if (room() == Room::none) {  // there the picture is a key away
      EXPECT_EQ(window_.placement("stage"), nullptr) << what_;
    } else {
      expect_stage();
    }
    expect_task();
    if (room() == Room::none) return;
    for (const Node* node : nodes_) {  // in little room what is a tab away is a chart drawn small
      if (node->figure && (room() == Room::full || is_picture(*node)))
        expect_words_whole(*node->figure, what_ + ", " + node->id);
    }
    EXPECT_TRUE(busy_ || !window_.cuts_text()) << what_ << cut_before();  // 'Running\u2026' is said so
  }

 private:
  void expect_stage() {
    const ui::Placement *stage = window_.placement("stage"), *header = window_.placement("header");
    ASSERT_NE(stage, nullptr) << what_;
    ASSERT_NE(header, nullptr) << what_;
    const double page = screen_.width * (screen_.height - header->box.bottom());
    EXPECT_GE(stage->box.w * stage->box.h, page / 2) << what_;
    const auto picture = std::ranges::find_if(nodes_, [](const Node* node) { return is_picture(*node); });
    ASSERT_NE(picture, nodes_.end()) << what_ << ": no picture";
    expect_filled(**picture, stage->box);
    const auto rail = std::ranges::find(nodes_, Purpose::rail, &Node::purpose);
    if (rail != nodes_.end() && (*rail)->figure) expect_apart(**picture, **rail);
  }

  /// Texts that came to the page cut.
  [[nodiscard]] std::string cut_before() const {
    std::string all;
    for (const Node* node : nodes_) {
      std::string said = node->label + node->value;
      for (const std::string& line : node->lines) said += line;
      if (said.find("\u2026") != std::string::npos) all += ", " + node->id + ": " + said;
    }
    return all;
  }

  void expect_filled(const Node& picture, const ui::Box& stage) {
    const std::string what = what_ + ": " + picture.id;
    const ui::Placement* placed = window_.placement(picture.id);
    ASSERT_NE(placed, nullptr) << what;
    EXPECT_TRUE(inside(placed->box, stage)) << what;
    const figure::Figure& figure = *picture.figure;
    // The air of a sheet lies outside of what is placed.
    const double scale = placed->box.w / (figure.width - 2 * ui::figure_air(figure));
    const auto [columns, rows] = tests::reach(figure);
    const double across = columns * figure.width * scale / stage.w;
    const double down = (rows * figure.height * scale + rail_height()) / stage.h;
    const Limits& limits = room() == Room::full ? of_a_desk : of_large_type;
    EXPECT_GE(std::max(across, down), limits.longer) << what << " " << across << " x " << down;
    // A calculator is rows of words in a low frame, and their air counts for nothing.
    const double words = room() == Room::little && picture.id.starts_with("figure.calculator") ? 0.9 : 1;
    EXPECT_GE(std::min(across, down), limits.shorter * words) << what << " " << across << " x " << down;
    if (picture.id == "figure.warehouse") {
      const double wider = has_depot(figure) ? 0.79 : 1;  // the town with the depot on its road
      EXPECT_GE(tests::tallest_worker(figure) * scale, stage.h * limits.worker * wider) << what;
    }
  }

  /// The guess's rail is of the stage too.
  [[nodiscard]] double rail_height() const {
    const auto rail = std::ranges::find(nodes_, Purpose::rail, &Node::purpose);
    const ui::Placement* placed = rail == nodes_.end() ? nullptr : window_.placement((*rail)->id);
    return placed == nullptr ? 0 : placed->box.h;
  }

  static bool has_depot(const figure::Figure& figure) {
    return std::ranges::any_of(figure.marks, [](const figure::Mark& mark) {
      const auto* awning = std::get_if<figure::Circle>(&mark.shape);
      return awning != nullptr && awning->fill && awning->fill->role == figure::Role::l2;
    });
  }

  /// The words of two figures, one above the other.
  void expect_apart(const Node& picture, const Node& rail) {
    const auto above = words_of(picture), below = words_of(rail);
    for (const auto& [a, upper] : above) {
      for (const auto& [b, lower] : below) {
        const ui::Box both = ui::meet(upper, lower);
        EXPECT_FALSE(both.w > 0.5 && both.h > 0.5) << what_ << ": '" << a << "' over '" << b << "'";
      }
    }
  }

  /// Where they stand in the window.
  std::vector<std::pair<std::string, ui::Box>> words_of(const Node& node) {
    std::vector<std::pair<std::string, ui::Box>> all;
    const ui::Placement* placed = window_.placement(node.id);
    if (placed == nullptr) return all;
    const double air = ui::figure_air(*node.figure), scale = placed->box.w / (node.figure->width - 2 * air);
    for (const figure::Mark& mark : node.figure->marks) {
      const auto* text = std::get_if<figure::Text>(&mark.shape);
      if (text == nullptr) continue;
      const figure::Box box = *tests::ink_of(mark);
      all.push_back({text->text,
                     {placed->box.x + (box.x - air) * scale, placed->box.y + (box.y - 0.75 * air) * scale,
                      box.width * scale, box.height * scale}});
    }
    return all;
  }

  void expect_task() {
    const bool open = window_.placement("dock") != nullptr;  // once answered, the verdict leads
    for (const Node* node : nodes_) {
      const bool asks =
          open ? node->purpose == Purpose::question || in_sight_of_dock(*node) : node->id == "task.answer";
      if (!asks && !node->primary) continue;
      const ui::Placement* placed = window_.placement(node->id);
      ASSERT_NE(placed, nullptr) << what_ << ": " << node->id;
      const ui::Box all{0, 0, screen_.width, screen_.height};
      const ui::Box sight =
          placed->region < 0 ? all : ui::meet(all, window_.page.layout().regions.at(placed->region).box);
      EXPECT_TRUE(inside(placed->box, sight)) << what_ << ": " << node->id
                                              << fmt::format(" {:.0f}..{:.0f} of {:.0f}..{:.0f}", placed->box.y,
                                                             placed->box.bottom(), sight.y, sight.bottom());
    }
  }

  /// All of the task; in little room what it is answered with, and how sure below a field as long as nothing more is
  /// said there: letters in several lines take that row's place.
  [[nodiscard]] bool in_sight_of_dock(const Node& node) const {
    if (room() == Room::none) return false;
    if (room() == Room::full) return node.purpose == Purpose::dock;
    const auto takes_room = [](const Node* one) {
      return one->id == "task.hint" || one->id == "task.message" || one->purpose == Purpose::choice;
    };
    if (node.purpose == Purpose::taps) return node.id == "task.confidence" && std::ranges::none_of(nodes_, takes_room);
    constexpr std::array answers{Purpose::choice, Purpose::number, Purpose::words};
    return std::ranges::find(answers, node.purpose) != answers.end();
  }

  /// How much of it the page's letters leave: on a wall, or at half as large a scale again, a window is so much
  /// smaller.
  enum class Room { none, little, full };
  [[nodiscard]] Room room() const {
    const ui::Theme& theme = window_.page.shown();
    const double unit = theme.scale * (theme.projector() ? 1.5 : 1);
    const double width = screen_.width / unit, height = screen_.height / unit;
    if (width < 640 || height < 480) return Room::none;
    return width < 1024 || height < 720 ? Room::little : Room::full;
  }
  struct Limits {
    double longer, shorter, worker;  ///< shares of the stage that the picture's ink reaches over, and a worker is high
  };
  static constexpr Limits of_a_desk{0.8, 0.6, 1.0 / 9}, of_large_type{0.78, 0.5, 1.0 / 10};

  static void expect_words_whole(const figure::Figure& figure, const std::string& what) {
    tests::expect_tidy(figure, what, std::span(&figure.stage, 1));
    tests::expect_words_clear(figure, what);
  }

  Headless& window_;
  const Screen& screen_;
  std::string what_;
  bool busy_;
  std::vector<const Node*> nodes_;
};

/// On every screen in the theme of a desk and of a wall; the other two look like the desk's.
void look(Stage& stage, const std::string& state) {
  Headless window(*stage, 1280, 720);
  window.draws = false;
  const auto show = [&](const Screen& screen, figure::Theme theme) {
    stage->set_theme(theme);
    window.page.theme.palette = theme;
    window.page.theme.scale = screen.scale;
    window.lay_out(screen.width, screen.height);
    window.lay_out(screen.width, screen.height);
    return fmt::format("{} at {}x{} x{} {}", state, screen.width, screen.height, screen.scale, figure::name(theme));
  };
  for (const figure::Theme theme : {figure::Theme::light, figure::Theme::projector}) {
    for (const Screen& screen : screens) {
      const std::string what = show(screen, theme);
      Look(window, stage->view(), screen, what).expect_all();
    }
  }
  const auto boxes = [&](figure::Theme theme) {
    (void)show(screens[1], theme);
    std::string all;
    for (const ui::Placement& one : window.page.placements())
      all += fmt::format("{} {} {} {} {}\n", one.id, one.box.x, one.box.y, one.box.w, one.box.h);
    return all;
  };
  const std::string desk = boxes(figure::Theme::light);
  for (const figure::Theme theme : {figure::Theme::dark, figure::Theme::high_contrast})
    EXPECT_EQ(boxes(theme), desk) << state << " " << figure::name(theme);
}

class EveryStep : public testing::TestWithParam<tests::LessonStep> {};

TEST_P(EveryStep, Asked) {
  tests::asked_states(GetParam(), look);
}

TEST_P(EveryStep, Wrong) {
  tests::wrong_states(GetParam(), look);
}

TEST_P(EveryStep, Run) {
  tests::run_states(GetParam(), look);
}

INSTANTIATE_TEST_SUITE_P(Lessons, EveryStep, testing::ValuesIn(tests::all_steps()), tests::test_name);

class EveryStepInTurn : public testing::TestWithParam<std::string> {};

TEST_P(EveryStepInTurn, Right) {
  tests::right_states(GetParam(), look);
}

INSTANTIATE_TEST_SUITE_P(Lessons, EveryStepInTurn, testing::ValuesIn(tests::all_lessons()),
                         [](const auto& one) { return "Lesson" + one.param; });

TEST(Stage, InASmallWindowThePictureIsAKeyAway) {
  Stage stage;
  ASSERT_TRUE(stage->open_lesson("01"));
  Headless window(*stage, 560, 420);
  ASSERT_EQ(window.placement("stage"), nullptr);
  window.key("F10");
  EXPECT_EQ(window.page.overlay(), ui::Overlay::picture);
}

/// On a wall: what is asked follows the words in its own place, and what an answer taught is in sight.
TEST(Stage, OnAWallWordsComeBeforeTheQuestionAndAReasonIsWhole) {
  Stage stage;
  stage->set_theme(figure::Theme::projector);
  Headless window(*stage, 1280, 720);
  window.page.theme.palette = figure::Theme::projector;
  ASSERT_TRUE(stage->open_lesson("02"));
  window.lay_out(1280, 720);
  window.lay_out(1280, 720);
  const ui::Placement *question = window.placement("task.question"), *dock = window.placement("dock");
  ASSERT_NE(question, nullptr);
  ASSERT_NE(dock, nullptr);
  EXPECT_TRUE(inside(question->box, dock->box));

  ASSERT_TRUE(stage->open_lesson("01"));
  stage->go_to_step(9);  // three answers leave it no room there
  window.lay_out(1280, 720);
  window.lay_out(1280, 720);
  question = window.placement("task.question");
  dock = window.placement("dock");
  ASSERT_NE(question, nullptr);
  EXPECT_GT(question->box.w, 0.9 * 1280);
  EXPECT_LE(question->box.bottom(), dock->box.y);

  stage->go_to_step(3);
  tests::give(stage, {"01", 3}, "4");
  window.lay_out(1280, 720);
  window.lay_out(1280, 720);
  const ui::Placement* reason = window.placement("task.because");
  ASSERT_NE(reason, nullptr);
  EXPECT_TRUE(inside(reason->box, window.page.layout().regions.at(reason->region).box));
}

/// A calculator's sliders and a scene's: the line to drag keeps its place beside a long name, and beside a button.
TEST(Stage, EveryLineToDragHasALengthInALowWindowWithLargeType) {
  int lines = 0;
  for (const auto& [lesson, scale] : {std::pair("20", 1.0), std::pair("20", 1.5), std::pair("20", 2.0),
                                      std::pair("20", 3.0), std::pair("01", 1.0), std::pair("01", 3.0)}) {
    Stage stage;
    ASSERT_TRUE(stage->open_lesson(lesson));
    Headless window(*stage, 1280, 720);
    window.page.theme.scale = scale;
    for (int width = 480; width <= 1920; width += 40) {
      for (const int height : {480, 720, 1038}) {
        window.lay_out(width, height);
        for (const ui::Zone& zone : window.page.zones()) {
          EXPECT_GE(zone.box.w, 0) << zone.node << " at " << width << " x " << height << ", " << scale;
          EXPECT_GE(zone.box.h, 0) << zone.node << " at " << width << " x " << height << ", " << scale;
          if (zone.kind != ui::Zone::Kind::slide) continue;
          ++lines;
          EXPECT_GT(zone.unit, 0) << zone.node << " at " << width << " x " << height << ", " << scale;
        }
      }
    }
  }
  EXPECT_GT(lines, 100);
}

/// Come back to after the run: its bars are a tab away, the arrows are what the step's words are about.
TEST(Stage, AStepThatPointsAtItsPictureKeepsItAfterTheRun) {
  Stage stage;
  ASSERT_TRUE(stage->open_lesson("02"));
  for (int step = 1; step <= 5; ++step) tests::answer_rightly(stage, {"02", step});
  for (const auto& [step, picture] : {std::pair(3, "figure.chain"), std::pair(4, "figure.fusing")}) {
    stage->go_to_step(step);
    const auto* node = stage.node("stage");
    ASSERT_NE(node, nullptr);
    EXPECT_GE(node->actions.size(), 2u) << "the bars";
    for (const Node& one : node->children) {
      EXPECT_EQ(one.selected, one.id == picture) << step << " " << one.id;
    }
  }
}

TEST(Stage, TheFrameGoesWithTheAnswerThatAKeyPicks) {
  Stage stage;
  ASSERT_TRUE(stage->open_lesson("02"));
  stage->go_to_step(3);
  Headless window(*stage, 1280, 720);
  window.key("Tab");
  window.draw();
  ASSERT_EQ(window.page.focused_node(), "task.choice.A");
  window.key("B");
  window.draw();
  EXPECT_EQ(window.page.focused_node(), "task.choice.B");
}

/// What the kernels' text offers comes to the page with the lock: Enter is still the filled button's.
TEST(Stage, EnterGoesOnAfterALockThoughTheKernelsAreOpen) {
  Stage stage;
  ASSERT_TRUE(stage->open_lesson("02"));
  for (int step = 1; step <= 5; ++step) tests::answer_rightly(stage, {"02", step});
  ASSERT_TRUE(stage->act("source.toggle"));
  tests::answer_rightly(stage, {"02", 6});
  stage->go_to_step(7);
  Headless window(*stage, 1280, 720);
  window.key("Tab");
  window.type("3");
  window.key("Enter");
  window.draw();
  ASSERT_NE(stage.node("task.answer"), nullptr) << "locked";
  EXPECT_NE(window.page.focused_node(), "source");
  window.key("Enter");
  EXPECT_TRUE(stage.node("step.8")->selected);
}

/// On a wall the answer that was given is whole and the right one's words can be read, and the question about a run's
/// plot is in sight.
TEST(Stage, OnAWallTheAnswersStayInSightOnceOneWasGiven) {
  Stage stage;
  stage->set_theme(figure::Theme::projector);
  Headless window(*stage, 1280, 720);
  window.page.theme.palette = figure::Theme::projector;
  const auto expect_whole = [&](const char* id) {
    window.lay_out(1280, 720);
    window.lay_out(1280, 720);
    const ui::Placement* placed = window.placement(id);
    ASSERT_NE(placed, nullptr) << id;
    EXPECT_TRUE(inside(placed->box, window.page.layout().regions.at(placed->region).box)) << id;
  };
  ASSERT_TRUE(stage->open_lesson("01"));
  stage->go_to_step(2);
  tests::give(stage, {"01", 2}, "A");
  expect_whole("task.choice.A");
  const ui::Placement* right = window.placement("task.choice.B");
  ASSERT_NE(right, nullptr);
  EXPECT_LT(right->box.y + 0.7 * right->box.h, window.page.layout().regions.at(right->region).box.bottom());
  ASSERT_TRUE(stage->open_lesson("02"));
  for (int step = 1; step <= 5; ++step) tests::answer_rightly(stage, {"02", step});
  expect_whole("observe.share");
}

TEST(Stage, RunLeadsWithItsPictureAndOtherPicturesAreATabAway) {
  Stage stage;
  ASSERT_TRUE(stage->open_lesson("01"));
  for (int step = 1; step <= 6; ++step) tests::answer_rightly(stage, {"01", step});
  EXPECT_EQ(stage.node("stage")->value, "Trips and time");
  const auto* node = stage.node("stage");
  ASSERT_NE(node, nullptr);
  ASSERT_FALSE(node->actions.empty());
  for (const session::Action& tab : std::vector(node->actions)) {
    ASSERT_TRUE(stage->act(tab.id));
    EXPECT_EQ(stage.node("stage")->value, tab.label);
    const auto is_seen = [](const Node& one) { return one.selected && one.purpose != Purpose::slider; };
    EXPECT_EQ(std::ranges::count_if(stage.node("stage")->children, is_seen), 1) << tab.label;
  }
}

}  // namespace stage_layout_test
