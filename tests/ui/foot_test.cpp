// The foot: ways keep their places while other buttons come and go, and leave the page its room.
#include "headless.hpp"
#include "session/stage.hpp"

#include <gtest/gtest.h>

#include <optional>

namespace foot_test {

using tests::Headless;
using tests::Stage;

/// The node that a press there would go to; empty if none.
std::string pressed_at(const Headless& window, double x, double y) {
  std::string found;
  for (const ui::Zone& zone : window.page.zones()) {
    if (zone.seen.contains(x, y)) found = zone.node;  // later ones lie on top
  }
  return found;
}

class Foot : public testing::TestWithParam<std::tuple<std::pair<int, int>, double, figure::Theme>> {
 protected:
  /// Draws every step of a lesson.
  template <class Look>
  void walk(const std::string& lesson, const Look& look) {
    Stage stage;
    ASSERT_TRUE(stage->open_lesson(lesson));
    const auto [size, scale, theme] = GetParam();
    stage->set_theme(theme);
    Headless window(*stage, size.first, size.second);
    window.page.theme.scale = scale;
    window.page.theme.palette = theme;
    const auto steps = stage.node("steps")->children.size();
    for (std::size_t step = 1; step <= steps; ++step) {
      SCOPED_TRACE("lesson " + lesson + " step " + std::to_string(step));
      stage->go_to_step(static_cast<int>(step));
      window.draw();
      look(window);
    }
  }
};

TEST_P(Foot, WhoPressesAWayTwiceMeetsNoOtherCommand) {
  int backs = 0, skips = 0;
  for (const char* lesson : {"01", "02", "03", "04", "06"}) {
    std::optional<ui::Box> back, primary, skipped;
    walk(lesson, [&](const Headless& window) {
      if (skipped) {
        const std::string there = pressed_at(window, skipped->x + skipped->w / 2, skipped->y + skipped->h / 2);
        EXPECT_TRUE(there.empty() || there == "button.skip" || there == "button.next") << there;
      }
      const ui::Placement* skip = window.placement("button.skip");
      skipped = skip == nullptr ? std::nullopt : std::optional(skip->box);
      skips += skip == nullptr ? 0 : 1;

      const ui::Box filled = window.placement("button.primary")->box;
      if (primary) {
        EXPECT_DOUBLE_EQ(filled.right(), primary->right());
        EXPECT_DOUBLE_EQ(filled.y, primary->y);
      }
      primary = filled;
      if (const ui::Placement* now = window.placement("button.back")) {
        if (back) {
          EXPECT_DOUBLE_EQ(now->box.x, back->x);
          EXPECT_DOUBLE_EQ(now->box.y, back->y);
        }
        back = now->box;
        ++backs;
      }
      if (!back) return;
      const std::string there = pressed_at(window, back->x + back->w / 2, back->y + back->h / 2);
      EXPECT_EQ(there, "button.back");
    });
  }
  EXPECT_GT(backs, 40);
  EXPECT_GT(skips, 20);
}

TEST_P(Foot, LeavesThePageItsRoomAndIsInsideTheWindow) {
  const auto [width, height] = std::get<0>(GetParam());
  for (const char* lesson : {"01", "04"}) {
    walk(lesson, [&](const Headless& window) {
      double top = height;
      for (const ui::Placement& placed : window.page.placements()) {
        if (placed.purpose != session::Purpose::button) continue;
        top = std::min(top, placed.box.y);
        EXPECT_LE(placed.box.right(), width) << placed.id;
        EXPECT_LE(placed.box.bottom(), height) << placed.id;
      }
      EXPECT_GT(top, height * 0.7);
    });
  }
}

TEST(FootOfAProjector, LeavesRoomForThreeAnswers) {
  Stage stage;
  ASSERT_TRUE(stage->open_lesson("20"));
  stage->set_theme(figure::Theme::projector);
  for (const auto& [width, height] : {std::pair(1280, 720), std::pair(1024, 768)}) {
    Headless window(*stage, width, height);
    window.page.theme.palette = figure::Theme::projector;
    for (const int step : {2, 9}) {
      stage->go_to_step(step);
      window.draw();
      int answers = 0;
      for (const ui::Placement& placed : window.page.placements()) {
        if (placed.purpose != session::Purpose::choice) continue;
        const ui::Box sight = window.page.layout().regions.at(placed.region).box;
        EXPECT_LE(placed.box.bottom(), sight.bottom() + 0.5) << width << " step " << step << ": " << placed.id;
        ++answers;
      }
      EXPECT_EQ(answers, 3);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(SizesScalesThemes, Foot,
                         testing::Combine(testing::Values(std::pair(1280, 720), std::pair(1024, 768),
                                                          std::pair(1920, 1080), std::pair(800, 600)),
                                          testing::Values(1.0, 1.5, 3.0),
                                          testing::Values(figure::Theme::light, figure::Theme::projector)));

}  // namespace foot_test
