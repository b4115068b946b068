// A guess is given with a click on its figure: nothing that may be clicked next moves.
#include "headless.hpp"
#include "session/stage.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>

namespace guess_test {

using tests::Headless;
using tests::Stage;

/// Where a click goes: the figure to be dragged on, the field and its steps, the taps, the ways past the step.
std::map<ui::Target, ui::Box> targets(const Headless& window) {
  std::map<ui::Target, ui::Box> all;
  for (const ui::Zone& zone : window.page.zones()) {
    constexpr std::array places{"task.guess", "task.confidence", "button.skip", "button.lab", "button.inspector"};
    if (zone.action == "guess.drag" || std::ranges::find(places, zone.node) != places.end())
      all.emplace(zone.target(), zone.box);
  }
  return all;
}

/// What stands on an axis' place to press, or it on theirs: a press on Play would be a guess.
std::string pressed_with(const Headless& window, const ui::Zone& axis) {
  std::string all;
  for (const ui::Zone& other : window.page.zones()) {
    if (other.node == axis.node || other.action.starts_with("sketch.")) continue;  // a curve is drawn below its buttons
    const bool apart = other.seen.y >= axis.box.y + axis.box.h || axis.box.y >= other.seen.y + other.seen.h ||
                       other.seen.x >= axis.box.x + axis.box.w || axis.box.x >= other.seen.x + other.seen.w;
    if (!apart)
      all += fmt::format("{} {} {:.0f} to {:.0f}, axis {:.0f} to {:.0f}\n", other.node, other.action, other.seen.y,
                         other.seen.y + other.seen.h, axis.box.y, axis.box.y + axis.box.h);
  }
  return all;
}

/// The first click on every figure that the lesson's guesses are drawn on.
int click_every_axis(Stage& stage, const std::string& lesson, double width, double height, double scale) {
  if (!stage->open_lesson(lesson)) return 0;
  const auto steps = stage.node("steps")->children.size();
  int axes = 0;
  for (std::size_t step = 1; step <= steps; ++step) {
    stage->go_to_step(static_cast<int>(step));
    SCOPED_TRACE("lesson " + lesson + " step " + std::to_string(step) + " at " + std::to_string(width) + " x " +
                 std::to_string(height) + " scale " + std::to_string(scale));
    Headless window(*stage, width, height);
    window.page.theme.scale = scale;
    window.draw();
    const auto before = targets(window);
    for (const ui::Zone& zone : window.page.zones()) {
      if (zone.action != "guess.drag" || zone.seen.h < zone.box.h) continue;
      EXPECT_EQ(pressed_with(window, zone), "");
      window.click(zone.box.x + zone.box.w * 0.6, zone.box.y + zone.box.h / 2);
      ++axes;
      EXPECT_FALSE(stage.node("task.guess")->value.empty());
      const auto after = targets(window);
      for (const auto& [target, box] : before) {
        const auto found = after.find(target);
        if (found == after.end()) {
          ADD_FAILURE() << target.node << " is gone";
          continue;
        }
        EXPECT_DOUBLE_EQ(found->second.y, box.y) << target.node << " " << target.action;
        EXPECT_DOUBLE_EQ(found->second.x, box.x) << target.node << " " << target.action;
        EXPECT_DOUBLE_EQ(found->second.h, box.h) << target.node << " " << target.action;
      }
      break;
    }
  }
  return axes;
}

class FirstClick : public testing::TestWithParam<std::tuple<const char*, double>> {};

TEST_P(FirstClick, MovesNothingThatMayBeClickedNext) {
  const auto [lesson, scale] = GetParam();
  int axes = 0;
  for (const auto& [width, height] : {std::pair{1280.0, 720.0}, {1024.0, 768.0}, {1920.0, 1080.0}, {1280.0, 2000.0}}) {
    Stage stage;
    axes += click_every_axis(stage, lesson, width, height, scale);
  }
  EXPECT_GT(axes, 0);
}

INSTANTIATE_TEST_SUITE_P(LessonsAndScales, FirstClick,
                         testing::Combine(testing::Values("02", "03", "04", "06"), testing::Values(1.0, 1.5)));

TEST(Axis, IsSeenWholeWithItsQuestionBesideAScene) {
  Stage stage;
  ASSERT_TRUE(stage->open_lesson("01"));
  for (const int step : {1, 3, 7}) {
    stage->go_to_step(step);
    for (const auto& [width, height] : {std::pair{1280.0, 720.0}, {1280.0, 800.0}, {1366.0, 768.0}, {1920.0, 1080.0}}) {
      Headless window(*stage, width, height);
      window.draw();
      for (const char* id : {"task.question", "figure.line"}) {
        const ui::Placement* placed = window.placement(id);
        ASSERT_NE(placed, nullptr) << id << " of step " << step;
        EXPECT_LE(placed->box.bottom(), height) << id << " of step " << step << " at " << width << " x " << height;
      }
    }
  }
}

}  // namespace guess_test
