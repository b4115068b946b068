// The lab in a window: what one works with is in sight without scrolling, and every node is drawn.
#include "../session/stage.hpp"
#include "charts/ink.hpp"
#include "headless.hpp"
#include "ui/views/views.hpp"

#include <gtest/gtest.h>

namespace lab_stage_ui_test {

using tests::Headless;
using tests::Stage;

constexpr auto bias = "x: f32[8192, 8192]\nb: f32[8192]\ny = gelu(x + b)\n";

/// Whether the whole of it is within the window, and within the part that scrolls.
bool is_in_sight(Headless& window, const std::string& id, double width, double height) {
  const ui::Placement* placed = window.placement(id);
  if (placed == nullptr) return false;
  const ui::Box& box = placed->box;
  if (box.x < -1 || box.y < -1 || box.right() > width + 1 || box.bottom() > height + 1) return false;
  if (placed->region < 0) return true;
  const ui::Box& part = window.page.layout().regions.at(static_cast<std::size_t>(placed->region)).box;
  return box.y >= part.y - 1 && box.bottom() <= part.bottom() + 1;
}

TEST(LabWindow, WhatOneWorksWithIsInSight) {
  for (const auto& [width, height] : {std::pair{1280.0, 720.0}, {1920.0, 1080.0}, {1440.0, 900.0}}) {
    Stage stage;
    stage->open_free_play(bias);
    Headless window(*stage, width, height);
    for (const char* id :
         {"lab.chain", "figure.cards", "card.op", "cut", "card.add", "lab.question", "lab.guess", "button.primary"})
      EXPECT_TRUE(is_in_sight(window, id, width, height)) << id << " at " << width;
  }
}

/// Blocks from edge to edge, and the names in them as large as so many allow; what is done with one is below them.
TEST(LabWindow, BlocksUseTheStagesRoom) {
  const std::string four = "x: f32[4096, 8192]\nb: f32[8192]\ny = relu(x * 2 + b) * 3\n";
  const std::string twelve = "x: f32[4096, 8192]\ny = relu(abs(tanh(exp(x * 2 + 1) * 3 - 1) * 2 + 4) * 5 - 2)\n";
  for (const auto& [chain, letters] : {std::pair<std::string, double>{"x: f32[64, 8192]\ny = relu(x * 2)\n", 22},
                                       {"x: f32[64, 8192]\ny = relu(x * 2 + 1)\n", 22},
                                       {four, 22},
                                       {twelve, 12}}) {
    Stage stage;
    stage->open_free_play(chain);
    Headless window(*stage, 1280, 720);
    const ui::Placement *picture = window.placement("figure.cards"), *whole = window.placement("stage");
    ASSERT_NE(picture, nullptr) << chain;
    ASSERT_NE(whole, nullptr) << chain;
    const figure::Figure& figure = *stage.node("figure.cards")->figure;
    const double scale = picture->box.w / (figure.width - 2 * ui::figure_air(figure));
    EXPECT_GE(tests::reach(figure).first * figure.width * scale, 0.8 * whole->box.w) << chain;
    for (const figure::Mark& mark : figure.marks) {
      const auto* text = std::get_if<figure::Text>(&mark.shape);
      if (text != nullptr && (text->text == "relu" || text->text == "mul")) {
        EXPECT_GE(text->size * scale, letters) << chain;
      }
    }
    for (const char* id : {"figure.cards", "card.op", "cut", "card.add"})
      EXPECT_TRUE(is_in_sight(window, id, 1280, 720)) << id << " of " << chain;
  }
}

TEST(LabWindow, OnASmallWindowChainQuestionAndButtonAreInSight) {
  Stage stage;
  stage->open_free_play(bias);
  Headless window(*stage, 1024, 768);
  for (const char* id : {"figure.cards", "lab.question", "lab.guess", "button.primary"})
    EXPECT_TRUE(is_in_sight(window, id, 1024, 768)) << id;
}

TEST(LabWindow, EveryNodeIsDrawnOnEveryTab) {
  Stage stage;
  stage->open_free_play(bias);
  Headless window(*stage);
  std::vector<std::string> tabs;
  for (const auto& action : stage.node("stage")->actions) tabs.push_back(action.id);
  ASSERT_GE(tabs.size(), 4u);
  for (const std::string& tab : tabs) {
    ASSERT_TRUE(stage->act(tab));
    window.draw();
    for (const auto* node : session::all_nodes(stage->view())) {
      const bool hidden = node->figure != nullptr || node->purpose == session::Purpose::table;
      if (hidden && !node->selected) continue;
      EXPECT_NE(window.placement(node->id), nullptr) << node->id << " on " << tab;
    }
  }
}

TEST(LabWindow, TypingAMistakeMovesNothing) {
  Stage stage;
  stage->open_free_play(bias);
  Headless window(*stage);
  const ui::Box field = window.placement("lab.chain")->box, picture = window.placement("figure.cards")->box;
  window.key("Ctrl+End");
  window.type("z = gelo(y)");
  ASSERT_NE(stage.node("lab.wrong"), nullptr);
  EXPECT_EQ(window.page.focused_node(), "lab.chain");
  EXPECT_DOUBLE_EQ(window.placement("lab.chain")->box.y, field.y);
  EXPECT_DOUBLE_EQ(window.placement("figure.cards")->box.y, picture.y);
  EXPECT_DOUBLE_EQ(window.placement("figure.cards")->box.w, picture.w);
}

TEST(LabWindow, TheBlocksArePressedOnTheStage) {
  Stage stage;
  stage->open_free_play("x: f32[64, 32]\nt = relu(x)\ny = exp(t)\n");
  Headless window(*stage);
  const ui::Zone cut = window.zone("figure.cards", "cut.at:t");
  ASSERT_GT(cut.box.w, 0);
  window.click(cut.box.x + cut.box.w / 2, cut.box.y + cut.box.h / 2);
  EXPECT_EQ(stage.node("cut")->value, "After every op");
}

}  // namespace lab_stage_ui_test
