// Undo and redo by their keys, on a real session: one history, whatever field has the focus.
#include "headless.hpp"
#include "session/stage.hpp"

#include <gtest/gtest.h>

namespace undo_test {

using tests::Headless;
using tests::Stage;

constexpr auto bias = "x: f32[64, 32]\nb: f32[32]\ny = gelu(x + b)";

TEST(Undo, OneHistoryForTheChainAndTheGuess) {
  Stage stage;
  stage->open_free_play(bias);
  Headless window(*stage);
  ASSERT_EQ(window.page.focused_node(), "lab.chain");
  window.type(" # why not");
  const std::string typed = std::string(bias) + " # why not";
  EXPECT_EQ(stage.node("lab.chain")->value, typed);
  const ui::Zone guess = window.zone("lab.guess");
  window.click(guess.box.x + 5, guess.box.y + 5);
  ASSERT_EQ(window.page.focused_node(), "lab.guess");
  window.type("2");
  ASSERT_EQ(stage.node("lab.guess")->value, "2");

  window.key("Ctrl+Z");
  EXPECT_EQ(stage.node("lab.guess")->value, "");
  window.key("Ctrl+Z");
  EXPECT_EQ(stage.node("lab.chain")->value, std::string(bias) + " # why ") << "the keyboard was in the other field";
  window.key("Ctrl+Shift+Z");
  EXPECT_EQ(stage.node("lab.chain")->value, typed);
  window.key("Ctrl+Y");
  EXPECT_EQ(stage.node("lab.guess")->value, "2");
  window.key("Ctrl+Y");
  EXPECT_EQ(stage.node("lab.guess")->value, "2") << "there is no more";
}

TEST(Undo, TheCaretGoesToWhatChanged) {
  Stage stage;
  stage->open_free_play(bias);
  Headless window(*stage);
  window.key("Ctrl+Home");
  window.key("Delete");
  ASSERT_EQ(stage.node("lab.chain")->value, std::string(bias).substr(1));
  window.key("Ctrl+End");
  window.key("Ctrl+Z");
  EXPECT_EQ(stage.node("lab.chain")->value, bias);
  window.type("x");
  EXPECT_EQ(stage.node("lab.chain")->value, "x" + std::string(bias)) << "written where the letter came back";
}

TEST(Undo, ButtonsDoTheSameAndF1ListsTheKeys) {
  Stage stage;
  stage->open_free_play(bias);
  Headless window(*stage);
  window.type("# note");
  const auto listed = [&](const std::string& keys) {
    return std::ranges::any_of(ui::key_lines(stage->view()), [&](const ui::KeyLine& line) { return line.key == keys; });
  };
  EXPECT_TRUE(listed("Ctrl+Z"));
  EXPECT_FALSE(listed("Ctrl+Shift+Z, Ctrl+Y")) << "nothing was undone yet";
  const std::string typed = stage.node("lab.chain")->value;
  const ui::Zone undo = window.zone("lab.chain", "lab.undo");
  window.click(undo.box.x + 2, undo.box.y + 2);
  EXPECT_NE(stage.node("lab.chain")->value, typed);
  EXPECT_TRUE(listed("Ctrl+Shift+Z, Ctrl+Y"));
  const ui::Zone redo = window.zone("lab.chain", "lab.redo");
  window.click(redo.box.x + 2, redo.box.y + 2);
  EXPECT_EQ(stage.node("lab.chain")->value, typed);
}

TEST(Undo, AFieldOfALessonKeepsItsOwn) {
  Headless window;
  window.type("4");
  window.type("2");
  window.key("Ctrl+Z");
  EXPECT_EQ(window.acts.back(), "guess.set=4");
}

}  // namespace undo_test
