// The stage at every size, theme and scale: at least half of the page, and the question, its answers and the filled
// button in the window, whatever state the step is in.
#include "figure/box.hpp"
#include "headless.hpp"
#include "session/stage.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

namespace stage_layout_test {

using session::Purpose;
using tests::Headless;
using tests::Stage;

struct Screen {
  double width, height, scale;
};
constexpr Screen screens[] = {{1024, 768, 1},  {1280, 720, 1},  {1280, 800, 1},  {1920, 1080, 1},
                              {3840, 2160, 2}, {3840, 2160, 3}, {1400, 1050, 1}, {2560, 1440, 2}};
constexpr figure::Theme themes[] = {figure::Theme::light, figure::Theme::dark, figure::Theme::high_contrast,
                                    figure::Theme::projector};

bool inside(const ui::Box& box, double width, double height) {
  return box.x >= -0.5 && box.y >= -0.5 && box.right() <= width + 0.5 && box.bottom() <= height + 0.5;
}

/// What the picture's marks cover of it, one way and the other.
std::pair<double, double> ink(const figure::Figure& figure) {
  double left = figure.width, right = 0, top = figure.height, bottom = 0;
  for (const figure::Mark& mark : figure.marks) {
    const auto box = figure::bounds(mark);
    if (!box) continue;
    left = std::min(left, box->x), right = std::max(right, box->x + box->width);
    top = std::min(top, box->y), bottom = std::max(bottom, box->y + box->height);
  }
  return {(right - left) / figure.width, (bottom - top) / figure.height};
}

void expect_stage(Headless& window, const session::View& view, const Screen& screen, const std::string& what) {
  const ui::Theme& theme = window.page.shown();
  const double unit = theme.scale * (theme.projector() ? 1.5 : 1);
  if (screen.width / unit < 640 || screen.height / unit < 480) {  // there the picture is a key away
    ASSERT_EQ(window.placement("stage"), nullptr) << what;
    window.key("F10");
    EXPECT_EQ(window.page.overlay(), ui::Overlay::picture) << what;
    window.key("F10");
    return;
  }
  const ui::Placement *stage = window.placement("stage"), *header = window.placement("header");
  ASSERT_NE(stage, nullptr) << what;
  ASSERT_NE(header, nullptr) << what;
  const double page = screen.width * (screen.height - header->box.bottom());
  EXPECT_GE(stage->box.w * stage->box.h, page / 2) << what;
  bool seen = false;
  for (const session::Node* node : session::all_nodes(view)) {
    const bool asks = node->purpose == Purpose::question || node->purpose == Purpose::number || node->primary;
    const ui::Placement* placed = window.placement(node->id);
    if (asks && placed != nullptr && window.placement("dock") != nullptr) {
      EXPECT_TRUE(inside(placed->box, screen.width, screen.height)) << what << ": " << node->id;
    }
    EXPECT_TRUE(!node->primary || placed != nullptr) << what;
    if (node->selected && node->id != "figure.chain" && node->figure && placed != nullptr &&
        node->purpose == Purpose::figure) {
      seen = true;
      const auto [across, down] = ink(*node->figure);
      EXPECT_GE(std::max(across, down), 0.8) << what << ": " << node->id;
      EXPECT_GE(std::min(across, down), 0.6) << what << ": " << node->id;
      EXPECT_TRUE(inside(placed->box, screen.width, screen.height)) << what << ": " << node->id;
    }
    if (node->selected && (node->purpose == Purpose::strip || node->id == "figure.chain")) seen = true;
  }
  EXPECT_TRUE(seen) << what << ": no picture";
}

void look(Stage& stage, const std::string& what) {
  for (const Screen& screen : screens) {
    for (const figure::Theme theme : themes) {
      stage->set_theme(theme);
      Headless window(*stage, screen.width, screen.height);
      window.page.theme.palette = theme;
      window.page.theme.scale = screen.scale;
      window.draw();
      window.draw();
      expect_stage(
          window, stage->view(), screen,
          fmt::format("{} at {}x{} x{} {}", what, screen.width, screen.height, screen.scale, figure::name(theme)));
    }
  }
}

class EveryStep : public testing::TestWithParam<std::pair<const char*, int>> {};

TEST_P(EveryStep, HasAPictureAndItsTaskInSight) {
  const auto [lesson, step] = GetParam();
  Stage stage;
  ASSERT_TRUE(stage->open_lesson(lesson));
  stage->go_to_step(step);
  const std::string where = fmt::format("{}/{}", lesson, step);
  look(stage, where + " asked");
  if (stage->act("guess.set", "123456")) look(stage, where + " long guess");
  if (!stage->act("guess.set", "7")) stage->act("choice:A");
  if (stage->act("guess.lock")) look(stage, where + " locked");
}

std::vector<std::pair<const char*, int>> steps() {
  std::vector<std::pair<const char*, int>> all;
  for (const char* lesson : {"01", "02"}) {
    for (int step = 1; step <= 10; ++step) all.emplace_back(lesson, step);
  }
  return all;
}
INSTANTIATE_TEST_SUITE_P(Lessons, EveryStep, testing::ValuesIn(steps()), [](const auto& one) {
  return fmt::format("Lesson{}Step{}", one.param.first, one.param.second);
});

TEST(Stage, RunLeadsWithItsPictureAndOtherPicturesAreATabAway) {
  Stage stage;
  ASSERT_TRUE(stage->open_lesson("01"));
  const auto lock = [&](const char* action, const char* value) {
    ASSERT_TRUE(stage->act(action, value));
    ASSERT_TRUE(stage->act("guess.lock"));
    ASSERT_TRUE(stage->act("next"));
  };
  lock("guess.set", "2");
  lock("choice:B", "");
  lock("guess.set", "8");
  lock("guess.set", "2");
  lock("guess.set", "4");
  ASSERT_TRUE(stage->act("run.start"));
  stage->wait();
  EXPECT_EQ(stage.node("stage")->value, "Trips and time");
  const auto* node = stage.node("stage");
  ASSERT_NE(node, nullptr);
  ASSERT_FALSE(node->actions.empty());
  for (const session::Action& tab : std::vector(node->actions)) {
    ASSERT_TRUE(stage->act(tab.id));
    EXPECT_EQ(stage.node("stage")->value, tab.label);
    const auto is_seen = [](const session::Node& one) { return one.selected && one.purpose != Purpose::slider; };
    EXPECT_EQ(std::ranges::count_if(stage.node("stage")->children, is_seen), 1) << tab.label;
  }
}

}  // namespace stage_layout_test
