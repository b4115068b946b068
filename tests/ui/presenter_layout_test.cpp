// The presenter's page: all of it in sight at the sizes of a desk, and nothing over anything else.
#include "ui/presenter_layout.hpp"

#include "headless.hpp"
#include "lesson_states.hpp"
#include "session/stage.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace presenter_layout_test {

using session::Purpose;
using tests::Headless;
using tests::Stage;

bool is_shown(const session::Node& node) {
  return node.purpose != Purpose::page && node.purpose != Purpose::step;
}

void expect_in_sight(const session::View& view, double width, double height, figure::Theme palette,
                     const std::string& what) {
  Headless window(view, width, height);
  window.page.theme.palette = palette;
  window.draw();
  window.draw();
  const std::string where = fmt::format("{} at {}x{} {}", what, width, height, figure::name(palette));
  for (const ui::Region& region : window.page.layout().regions) EXPECT_LE(region.most(), 0.5) << where;
  for (const session::Node* node : session::all_nodes(view)) {
    if (!is_shown(*node)) continue;
    const ui::Placement* placed = window.placement(node->id);
    ASSERT_NE(placed, nullptr) << node->id << " " << where;
    EXPECT_GE(placed->box.x, -0.5) << node->id << " " << where;
    EXPECT_LE(placed->box.right(), width + 0.5) << node->id << " " << where;
    EXPECT_LE(placed->box.bottom(), height + 0.5) << node->id << " " << where;
  }
  const auto& all = window.page.placements();
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t j = i + 1; j < all.size(); ++j) {
      if (!all[i].leaf || !all[j].leaf) continue;
      const ui::Box both = ui::meet(all[i].box, all[j].box);
      EXPECT_FALSE(both.w > 0.5 && both.h > 0.5) << all[i].id << " and " << all[j].id << " " << where;
    }
  }
  for (const char* id : {"class.now", "class.next", "class.clock"}) EXPECT_NE(window.placement(id), nullptr) << where;
}

class PresenterSteps : public testing::TestWithParam<tests::LessonStep> {};

/// In a window of their own and on the one screen; while hands are typed, locked, counted and told.
TEST_P(PresenterSteps, IsSeenWithoutScrollingByThePresenter) {
  const auto [lesson, step] = GetParam();
  for (const bool alone : {true, false}) {
    Stage stage;
    ASSERT_TRUE(stage->open_lesson(lesson));
    stage->go_to_step(step);
    ASSERT_TRUE(stage->act("class.open"));
    if (alone) {
      stage->set_presenter_window(true);
    } else {
      ASSERT_TRUE(stage->act("class.flip") && stage->act("class.flip"));
    }
    for (int clicks = 0; clicks < 4; ++clicks) {
      const session::View view = alone ? stage->presenter_view() : stage->view();
      for (const auto& [width, height] : {std::pair(1280, 720), std::pair(1920, 1080)}) {
        for (const figure::Theme palette : {figure::Theme::light, figure::Theme::projector}) {
          expect_in_sight(view, width, height, palette,
                          fmt::format("{}/{} click {} {}", lesson, step, clicks, alone ? "alone" : "one screen"));
        }
      }
      const bool typed = clicks == 0 && (alone ? stage->act_for_presenter("class.type") : stage->act("class.type"));
      if (typed) {
        const auto letters = std::ranges::count_if(session::all_nodes(stage->view()), [](const auto* node) {
          return node->purpose == Purpose::choice || node->purpose == Purpose::reply;
        });
        std::string hands = letters == 0 ? "3" : "9";
        for (int i = 1; i < letters; ++i) hands += " 4";
        ASSERT_TRUE(alone ? stage->act_for_presenter("class.hands", hands) : stage->act("class.hands", hands));
        continue;
      }
      const session::Node* at = nullptr;
      for (const auto* node : session::all_nodes(view)) at = node->id == "header" ? node : at;
      const std::string before = at->value;
      if (!(alone ? stage->act_for_presenter("class.next") : stage->act("class.next"))) break;
      stage->wait();
      if (stage.node("header")->value != before) break;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Lessons, PresenterSteps, testing::ValuesIn(tests::all_steps({"01", "02"})), tests::test_name);

TEST(PresenterPage, InANarrowWindowIsOneColumn) {
  Stage stage;
  ASSERT_TRUE(stage->open_lesson("01"));
  ASSERT_TRUE(stage->act("class.open"));
  stage->set_presenter_window(true);
  Headless window(stage->presenter_view(), 720, 900);
  EXPECT_FALSE(window.page.layout().wide);
  EXPECT_EQ(window.page.layout().regions.size(), 1u);
  EXPECT_GT(window.placement("class.answer")->box.y, window.placement("class.clock")->box.bottom());
}

TEST(PresenterPage, IsNoPageOfTheRooms) {
  Stage stage;
  ASSERT_TRUE(stage->open_lesson("01"));
  ASSERT_TRUE(stage->act("class.open"));
  stage->set_presenter_window(true);
  EXPECT_FALSE(ui::is_presenters(stage->view()));
  EXPECT_TRUE(ui::is_presenters(stage->presenter_view()));
}

}  // namespace presenter_layout_test
