// The palette in a window: keys go to its field, what lies beneath stands still and comes back as it was.
#include "../session/stage.hpp"
#include "headless.hpp"

#include <gtest/gtest.h>

namespace ui_palette_test {

using tests::Headless;
using tests::Stage;

TEST(PaletteWindow, OpensByItsKeyAlsoFromAFieldAndDoesWhatIsFound) {
  Stage stage;
  stage->open_free_play("");
  Headless window(*stage);
  ASSERT_EQ(window.page.focused_node(), "lab.chain");
  window.key("Ctrl+K");
  EXPECT_EQ(window.page.focused_node(), "palette.field");
  window.type("map");
  EXPECT_EQ(stage.node("palette.field")->value, "map");
  window.key("Enter");
  EXPECT_NE(stage.node("lesson.01"), nullptr) << stage.twin();
}

TEST(PaletteWindow, EscGivesThePageBackAsItWas) {
  Stage stage;
  ASSERT_TRUE(stage->open_lesson("02"));
  Headless window(*stage);
  window.key("Tab");
  window.key("Tab");
  const std::string focus = window.page.focused_node();
  ASSERT_FALSE(focus.empty());
  window.key("Ctrl+K");
  window.type("x");
  window.key("Escape");
  EXPECT_EQ(stage->view().beneath, nullptr);
  EXPECT_EQ(window.page.focused_node(), focus);
}

TEST(PaletteWindow, WhatLiesBeneathCannotBePressed) {
  Stage stage;
  ASSERT_TRUE(stage->open_lesson("02"));
  Headless window(*stage);
  const ui::Zone button = window.zone("button.primary");
  window.key("Ctrl+K");
  for (const ui::Zone& zone : window.page.zones()) EXPECT_TRUE(zone.node.starts_with("palette")) << zone.node;
  const std::string before = stage.twin();
  window.click(button.box.x + 4, button.box.y + 4);
  if (stage->view().beneath != nullptr) {
    EXPECT_EQ(stage.twin(), before);
  }
}

TEST(PaletteWindow, TheChosenLineIsInSightAtEverySize) {
  for (const auto& [width, height] : {std::pair{1280.0, 720.0}, {1024.0, 768.0}, {640.0, 480.0}, {480.0, 360.0}}) {
    Stage stage;
    ASSERT_TRUE(stage->open_lesson("02"));
    Headless window(*stage, width, height);
    window.key("Ctrl+K");
    for (int i = 0; i < 12; ++i) window.key("Up");
    const auto& list = window.page.layout().regions.at(0).box;
    const session::Node* chosen = nullptr;
    for (const auto* node : session::all_nodes(stage->view())) {
      if (node->purpose == session::Purpose::command && node->selected) chosen = node;
    }
    ASSERT_NE(chosen, nullptr);
    const auto* placed = window.placement(chosen->id);
    ASSERT_NE(placed, nullptr);
    EXPECT_GE(placed->box.bottom(), list.y) << width;
    EXPECT_LE(placed->box.y, list.bottom()) << width;
  }
}

TEST(PaletteWindow, TheWindowsOwnActionsWorkFromIt) {
  Stage stage;
  ASSERT_TRUE(stage->open_lesson("02"));
  Headless window(*stage);
  window.key("Ctrl+K");
  window.type("this list of keys");
  window.key("Enter");
  EXPECT_EQ(window.page.overlay(), ui::Overlay::keys);
  EXPECT_EQ(stage->view().beneath, nullptr);
  window.key("Escape");
  const auto before = window.page.theme.palette;
  window.key("Ctrl+K");
  window.type("next theme");
  window.key("Enter");
  EXPECT_NE(window.page.theme.palette, before);
}

TEST(PaletteWindow, ALongTextIsRefusedWhereItIsTyped) {
  Stage stage;
  ASSERT_TRUE(stage->open_lesson("02"));
  Headless window(*stage);
  window.key("Ctrl+K");
  window.type(std::string(300, 'q'));
  EXPECT_EQ(stage.node("palette.field")->value.size(), 100u);
  window.copied = std::string(10'000, 'z');
  window.key("Ctrl+A");
  window.key("Ctrl+V");
  EXPECT_EQ(stage.node("palette.field")->value.size(), 100u) << "too long to be pasted";
  window.key("Escape");
  EXPECT_EQ(stage->view().beneath, nullptr);
}

TEST(PaletteWindow, EveryLineIsDrawn) {
  Stage stage;
  stage->open_free_play("");
  Headless window(*stage);
  window.key("Ctrl+K");
  for (const auto* node : session::all_nodes(stage->view())) EXPECT_NE(window.placement(node->id), nullptr) << node->id;
}

}  // namespace ui_palette_test
