// Lessons taken with nothing but the mouse: what is to be done is scrolled to, seen and pressed.
#include "headless.hpp"
#include "lesson/kinds/kind.hpp"
#include "session/stage.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

namespace mouse_test {

using tests::Headless;
using tests::Stage;

class Hand {
 public:
  explicit Hand(std::string_view lesson) {
    EXPECT_TRUE(stage->open_lesson(lesson));
    window = std::make_unique<Headless>(*stage, 1280, 720);
  }

  /// Scrolls the region that a zone lies in until it is seen; false where there is no such zone.
  bool reach(const std::string& node, const std::string& action) {
    for (int turns = 0; turns < 60; ++turns) {
      const ui::Zone zone = window->zone(node, action);
      if (zone.node.empty()) return false;
      const double middle = zone.box.y + zone.box.h / 2;
      if (zone.seen.h > 0 && middle >= zone.seen.y && middle <= zone.seen.y + zone.seen.h) return true;
      if (zone.region < 0) return false;
      const ui::Box place = window->page.layout().regions.at(static_cast<std::size_t>(zone.region)).box;
      window->move(place.x + place.w / 2, place.y + place.h / 2);
      ui::Event wheel;
      wheel.kind = ui::Event::Kind::wheel;
      wheel.y = middle > place.y + place.h / 2 ? -1 : 1;
      window->page.handle(wheel);
      window->draw();
    }
    return false;
  }

  /// A click into the middle of what does this action.
  void press(const std::string& node, const std::string& action) {
    ASSERT_TRUE(reach(node, action)) << node << " " << action << "\n" << stage.twin();
    const ui::Zone zone = window->zone(node, action);
    ASSERT_TRUE(zone.enabled) << action << ": " << zone.why_not;
    window->click(zone.seen.x + zone.seen.w / 2, zone.box.y + zone.box.h / 2);
    settle();
  }

  void settle() {
    const auto begin = std::chrono::steady_clock::now();
    do {
      stage->poll();
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      ASSERT_LT(std::chrono::steady_clock::now() - begin, std::chrono::minutes(5));
    } while (stage->view().busy);
    window->draw();
  }

  /// The node that has an action which begins so.
  [[nodiscard]] std::pair<std::string, std::string> first(std::string_view action, std::size_t nth = 0) {
    for (const ui::Zone& zone : window->page.zones()) {
      if (zone.enabled && zone.action.starts_with(action) && nth-- == 0) return {zone.node, zone.action};
    }
    return {};
  }

  void answer(const lesson::Task& task) {
    switch (task.kind->by) {
      case lesson::By::letter: {
        const auto [node, action] = first("choice:", static_cast<std::size_t>(task.right));
        press(node, action);
        break;
      }
      case lesson::By::marks: {
        std::vector<std::pair<std::string, std::string>> arrows;
        while (!first("arrow:", arrows.size()).first.empty()) arrows.push_back(first("arrow:", arrows.size()));
        // Nobody outside asks for t; what is wrongly struck has to be taken back.
        if (!task.kind->marks_in_order) {
          std::erase_if(arrows, [](const auto& one) { return !one.second.ends_with(".t"); });
        }
        for (const auto& [node, action] : arrows) press(node, action);
        break;
      }
      case lesson::By::number:
        for (int i = 0; i < 2; ++i) press("task.guess", "guess.more");
        break;
      default:
        break;  // a run is begun by the filled button
    }
    const auto [node, action] = first(task.kind->is_run() ? "run" : "guess.lock");
    // The count is done with its last arrow.
    if (!task.kind->marks_in_order || !node.empty()) press(node, action);
  }

  Stage stage;
  std::unique_ptr<Headless> window;
};

class ByMouse : public testing::TestWithParam<const char*> {};

TEST_P(ByMouse, TakesTheLessonToItsLastStep) {
  Hand hand(GetParam());
  const auto lesson = lesson::find(GetParam());
  ASSERT_TRUE(lesson);
  for (std::size_t i = 0; i < lesson->steps.size(); ++i) {
    SCOPED_TRACE(lesson->steps[i].title);
    const auto& task = lesson->steps[i].task;
    ASSERT_EQ(hand.stage.node("header")->value.find("Step " + std::to_string(i + 1) + " of"), 0u)
        << hand.stage.node("header")->value;
    // Words are typed; with no key at hand they are said aloud, and the lesson is at its end.
    if (task && task->kind->by == lesson::By::sentence) {
      EXPECT_EQ(i + 1, lesson->steps.size());
      break;
    }
    if (task) hand.answer(*task);
    if (HasFatalFailure()) return;
    const auto [node, action] = hand.first("next");
    hand.press(node, action);
    if (HasFatalFailure()) return;
  }
}

/// What was said of a button that could not be pressed takes room: a window draws between press and release.
TEST(Mouse, WhatIsPressedStaysUnderThePointer) {
  Hand hand("01");
  ASSERT_TRUE(hand.stage->act("step:2"));
  hand.window->draw();
  const ui::Zone lock = hand.window->zone("button.primary", "guess.lock");
  ASSERT_FALSE(lock.enabled);
  const ui::Zone before = hand.window->zone("task.choice.B", "choice:B");
  hand.window->click(lock.box.x + lock.box.w / 2, lock.box.y + lock.box.h / 2);
  hand.window->draw();
  const ui::Zone moved = hand.window->zone("task.choice.B", "choice:B");
  ASSERT_FALSE(moved.node.empty());
  ASSERT_NE(moved.box.y, before.box.y) << "else there is nothing to see here";
  const double x = moved.box.x + 20, y = moved.box.y + moved.box.h / 2;
  hand.window->press(x, y);
  hand.window->draw();
  hand.window->release(x, y);
  hand.window->draw();
  EXPECT_TRUE(hand.window->zone("button.primary", "guess.lock").enabled) << hand.stage.twin();
}

INSTANTIATE_TEST_SUITE_P(Lessons, ByMouse, testing::Values("01", "02"));

}  // namespace mouse_test
