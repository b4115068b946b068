// The stage in every state of every step, at every size, theme and scale: at least half of the page and filled by its
// picture, nothing on top of a person or a word, no word cut; question, answers and the filled button in sight.
#include "charts/ink.hpp"
#include "headless.hpp"
#include "lesson_states.hpp"
#include "ui/views/views.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

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
    EXPECT_TRUE(busy_ || !window_.cuts_text()) << what_;  // 'Running\u2026' is said so
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

  void expect_filled(const Node& picture, const ui::Box& stage) {
    const std::string what = what_ + ": " + picture.id;
    const ui::Placement* placed = window_.placement(picture.id);
    ASSERT_NE(placed, nullptr) << what;
    EXPECT_TRUE(inside(placed->box, stage)) << what;
    const figure::Figure& figure = *picture.figure;
    // The air of a sheet lies outside of what is placed.
    const double scale = placed->box.w / (figure.width - 2 * ui::figure_air(figure));
    const auto [columns, rows] = tests::reach(figure);
    const double across = columns * figure.width * scale / stage.w, down = rows * figure.height * scale / stage.h;
    const Limits& limits = room() == Room::full ? of_a_desk : of_large_type;
    EXPECT_GE(std::max(across, down), limits.longer) << what << " " << across << " x " << down;
    EXPECT_GE(std::min(across, down), limits.shorter) << what << " " << across << " x " << down;
    if (picture.id == "figure.warehouse") {
      EXPECT_GE(tests::tallest_worker(figure) * scale, stage.h * limits.worker) << what;
    }
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
    for (const Node* node : nodes_) {
      const bool open = window_.placement("dock") != nullptr;  // once answered, the verdict leads
      const bool asks =
          open ? node->purpose == Purpose::question || (node->purpose == Purpose::dock && room() == Room::full)
               : node->id == "task.answer";
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
  static constexpr Limits of_a_desk{0.8, 0.6, 1.0 / 9}, of_large_type{0.78, 0.5, 1.0 / 16};

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

TEST_P(EveryStep, Right) {
  tests::right_states(GetParam(), look);
}

TEST_P(EveryStep, Run) {
  tests::run_states(GetParam(), look);
}

INSTANTIATE_TEST_SUITE_P(Lessons, EveryStep, testing::ValuesIn(tests::all_steps()), tests::test_name);

TEST(Stage, InASmallWindowThePictureIsAKeyAway) {
  Stage stage;
  ASSERT_TRUE(stage->open_lesson("01"));
  Headless window(*stage, 560, 420);
  ASSERT_EQ(window.placement("stage"), nullptr);
  window.key("F10");
  EXPECT_EQ(window.page.overlay(), ui::Overlay::picture);
}

TEST(Stage, RunLeadsWithItsPictureAndOtherPicturesAreATabAway) {
  Stage stage;
  ASSERT_TRUE(stage->open_lesson("01"));
  for (int step = 1; step <= 6; ++step) ASSERT_TRUE(tests::answer(stage, "01", step));
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
