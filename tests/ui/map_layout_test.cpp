// The map of the course and words of prose: everything is placed in every size, and can be pressed.
#include "headless.hpp"
#include "session/stage.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <tuple>

namespace map_layout_test {

using session::Purpose;
using tests::Headless;
using tests::Stage;

class EveryMap : public testing::TestWithParam<std::tuple<std::pair<int, int>, figure::Theme>> {};

TEST_P(EveryMap, PlacesEachLessonInsideTheWindowAndOnNothingElse) {
  const auto [size, theme] = GetParam();
  Stage stage;
  ASSERT_TRUE(stage->open_lesson("02"));
  ASSERT_TRUE(stage->act("course.open"));
  Headless window(*stage, size.first, size.second);
  window.page.theme.palette = theme;
  window.draw();
  std::vector<ui::Placement> entries;
  for (const session::Node* node : session::all_nodes(stage->view())) {
    const ui::Placement* placed = window.placement(node->id);
    ASSERT_NE(placed, nullptr) << node->id;
    EXPECT_GE(placed->box.x, 0) << node->id;
    EXPECT_LE(placed->box.right(), size.first + 0.5) << node->id;
    if (node->purpose == Purpose::entry) entries.push_back(*placed);
  }
  EXPECT_GE(entries.size(), 13u);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    EXPECT_EQ(entries[i].region, 0) << "it scrolls";
    for (std::size_t j = i + 1; j < entries.size(); ++j) {
      const ui::Box both = ui::meet(entries[i].box, entries[j].box);
      EXPECT_FALSE(both.w > 0.5 && both.h > 0.5) << entries[i].id << " and " << entries[j].id;
    }
  }
  EXPECT_TRUE(window.page.zones().back().enabled);
}

INSTANTIATE_TEST_SUITE_P(SizesThemes, EveryMap,
                         testing::Combine(testing::Values(std::pair(1280, 720), std::pair(1920, 1080),
                                                          std::pair(1024, 768), std::pair(480, 360)),
                                          testing::Values(figure::Theme::light, figure::Theme::projector)));

TEST(Map, ALessonOpensByAClickAndByTheKeyboard) {
  Stage stage;
  ASSERT_TRUE(stage->open_lesson("01"));
  ASSERT_TRUE(stage->act("course.open"));
  Headless window(*stage, 1280, 720);
  window.draw();
  const ui::Zone second = window.zone("lesson.02");
  ASSERT_FALSE(second.node.empty());
  window.click(second.box.x + second.box.w / 2, second.box.y + second.box.h / 2);
  window.draw();
  EXPECT_THAT(stage.node("header")->label, testing::HasSubstr("02"));
  window.key("Ctrl+O");
  window.draw();
  window.key("Enter");
  window.draw();
  EXPECT_THAT(stage.node("header")->label, testing::HasSubstr("02")) << "it comes next";
}

TEST(Map, WhatComesNextIsInSight) {
  Stage stage;
  ASSERT_TRUE(stage->open_lesson("19"));
  ASSERT_TRUE(stage->act("course.open"));
  Headless window(*stage, 1280, 720);
  window.draw();
  const ui::Zone next = window.zone("lesson.19");
  EXPECT_EQ(next.seen, next.box) << "the last lesson, and the map is scrolled to it";
}

TEST(Map, AWordOfTheProseIsPressed) {
  Stage stage;
  ASSERT_TRUE(stage->open_lesson("02"));
  Headless window(*stage, 1280, 720);
  window.draw();
  const auto& zones = window.page.zones();
  const auto word = std::ranges::find(zones, ui::Zone::Kind::word, &ui::Zone::kind);
  ASSERT_NE(word, zones.end());
  const std::string id = word->action;
  window.click(word->box.x + word->box.w / 2, word->box.y + word->box.h / 2);
  window.draw();
  ASSERT_NE(stage.node("glossary.word"), nullptr);
  EXPECT_EQ("word:" + stage.node("glossary.word")->label, id);
  window.type("spill");
  window.draw();
  EXPECT_EQ(stage.node("glossary.word")->label, "spill") << "the keyboard is in the field";
  window.key("Escape");
  window.draw();
  EXPECT_EQ(stage.node("glossary.word"), nullptr);
}

TEST(Map, TheKeyboardPassesWordsOver) {
  Stage stage;
  ASSERT_TRUE(stage->open_lesson("02"));
  Headless window(*stage, 1280, 720);
  window.draw();
  for (int i = 0; i < 40; ++i) {
    window.key("Tab");
    window.draw();
    EXPECT_FALSE(window.page.focused_node().starts_with("prose.")) << "a word of the prose is no stop";
  }
}

}  // namespace map_layout_test
