// A curve drawn in the window: one stroke of the pointer, and arrows with Alt beside the field's own.
#include "headless.hpp"
#include "session/stage.hpp"

#include <gtest/gtest.h>

namespace sketch_test {

using tests::Headless;
using tests::Stage;

/// Its step of lesson 03.
int open_sketch(Stage& stage) {
  if (!stage->open_lesson("03")) return 0;
  for (int step = 1; step <= 20; ++step) {
    stage->go_to_step(step);
    if (stage.node("figure.sketch") != nullptr) return step;
  }
  return 0;
}

/// That it is seen whole: in the window, and in the part of it that scrolls, if it stands in one.
void expect_seen(const Headless& window, double width, double height, const char* id) {
  const ui::Placement* placed = window.placement(id);
  ASSERT_NE(placed, nullptr) << id;
  const ui::Box all{0, 0, width, height};
  const auto& regions = window.page.layout().regions;
  const ui::Box sight = placed->region < 0 ? all : ui::meet(all, regions.at(placed->region).box);
  EXPECT_GE(placed->box.y, sight.y) << id << " at " << width;
  EXPECT_LE(placed->box.bottom(), sight.bottom()) << id << " at " << width;
}

std::string typed(Stage& stage) {
  return stage.node("task.guess")->value;
}

TEST(Sketch, IsOneStrokeOfThePointer) {
  Stage stage;
  ASSERT_GT(open_sketch(stage), 0);
  Headless window(*stage, 1280, 2000);
  const ui::Zone zone = window.zone("figure.sketch", "guess.drag");
  const auto at = [&](double across, double down) {
    return std::pair{zone.box.x + across * zone.box.w, zone.box.y + down * zone.box.h};
  };
  const auto [left, low] = at(0.07, 0.7);
  const auto [right, high] = at(0.88, 0.3);
  window.press(left, low);
  window.move(right, high);
  window.release(right, high);
  const std::string curve = typed(stage);
  EXPECT_NE(curve.find("32:"), std::string::npos) << curve;
  EXPECT_NE(curve.find(" 8:"), std::string::npos) << "no point is left out: " << curve;
  EXPECT_TRUE(stage.node("button.primary")->actions[0].enabled);
  window.draw();
  window.key("Ctrl+Z");
  EXPECT_EQ(typed(stage), "");
  window.key("Ctrl+Shift+Z");
  EXPECT_EQ(typed(stage), curve);
}

TEST(Sketch, IsSeenTogetherWithItsQuestionOnAWall) {
  Stage stage;
  ASSERT_GT(open_sketch(stage), 0);
  stage->set_theme(figure::Theme::projector);
  for (const auto& [width, height] : {std::pair{1280.0, 720.0}, {1024.0, 768.0}, {1920.0, 1080.0}}) {
    Headless window(*stage, width, height);
    window.page.theme.palette = figure::Theme::projector;
    window.draw();
    for (const char* id : {"task.question", "figure.sketch"}) expect_seen(window, width, height, id);
  }
}

TEST(Sketch, IsSeenTogetherWithItsQuestionOnALowScreen) {
  Stage stage;
  ASSERT_GT(open_sketch(stage), 0);
  for (const auto& [width, height] : {std::pair{1024.0, 768.0}, {1280.0, 800.0}}) {
    Headless window(*stage, width, height);
    window.draw();
    for (const char* id : {"task.question", "figure.sketch"}) expect_seen(window, width, height, id);
  }
}

TEST(Wall, AQuestionAndItsFieldOrLettersAreSeenTogether) {
  for (const auto& [lesson, step, last] : {std::tuple{"03", 5, "task.choice.C"},
                                           {"05", 8, "task.choice.C"},
                                           {"18", 2, "task.guess"},
                                           {"18", 4, "task.guess"}}) {
    Stage stage;
    ASSERT_TRUE(stage->open_lesson(lesson));
    stage->go_to_step(step);
    stage->set_theme(figure::Theme::projector);
    for (const auto& [width, height] : {std::pair{1280.0, 720.0}, {1024.0, 768.0}}) {
      Headless window(*stage, width, height);
      window.page.theme.palette = figure::Theme::projector;
      window.draw();
      for (const char* id : {"task.question", last}) {
        const ui::Placement* placed = window.placement(id);
        ASSERT_NE(placed, nullptr) << id;
        EXPECT_LE(placed->box.bottom(), window.page.layout().regions[0].box.bottom())
            << id << " of " << lesson << " at " << width;
      }
    }
  }
}

TEST(Sketch, GoesPointByPointFromTheField) {
  Stage stage;
  const int step = open_sketch(stage);
  ASSERT_GT(step, 0);
  Headless window(*stage, 1280, 2000);
  window.draw();
  ASSERT_EQ(window.page.focused_node(), "task.guess");
  window.key("Alt+Right");
  window.key("Alt+Up");
  EXPECT_EQ(typed(stage), "2:1");
  window.key("Alt+Up");
  window.key("Alt+Right");
  window.key("Alt+Up");
  EXPECT_EQ(typed(stage), "2:1.2 3:1.2");
  window.key("Alt+Down");
  EXPECT_EQ(typed(stage), "2:1.2 3:1");
  EXPECT_NE(stage.node("figure.sketch"), nullptr) << "the step stays";
}

}  // namespace sketch_test
