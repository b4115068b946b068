// Typing, moving, selecting, undoing; lines and columns of a field.
#include "ui/text_edit.hpp"

#include "ui/edit_layout.hpp"

#include <gtest/gtest.h>

namespace text_edit_test {

using ui::Chord;
using ui::TextEdit;

std::string board;
const ui::Clipboard clipboard{[](void*) { return board; }, [](void*, const std::string& text) { board = text; },
                              nullptr};

void press(TextEdit& edit, Chord chord) {
  edit.key(chord, clipboard);
}

TEST(TextEdit, MovesByCharactersNotBytes) {
  TextEdit edit;
  edit.insert("aé≠b");
  press(edit, {"Left"});
  press(edit, {"Left"});
  press(edit, {"Backspace"});
  EXPECT_EQ(edit.text(), "a≠b");
}

TEST(TextEdit, AnEmptyLineLeavesLeftAndRightToThePage) {
  TextEdit edit;
  EXPECT_FALSE(edit.key({"Left"}, clipboard));
  EXPECT_FALSE(edit.key({"Right"}, clipboard));
  edit.insert("4");
  EXPECT_TRUE(edit.key({"Left"}, clipboard));
}

TEST(TextEdit, MovesAndDeletesByWords) {
  TextEdit edit;
  edit.insert("one two three");
  press(edit, {"Left", true});
  EXPECT_EQ(edit.caret(), 8u);
  press(edit, {"Backspace", true});
  EXPECT_EQ(edit.text(), "one three");
  press(edit, {"Delete", true});
  EXPECT_EQ(edit.text(), "one ");
}

TEST(TextEdit, ReplacesASelectionAndUndoesIt) {
  TextEdit edit;
  edit.insert("4096");
  edit.select_all();
  edit.insert("8");
  EXPECT_EQ(edit.text(), "8");
  press(edit, {"Z", true});
  EXPECT_EQ(edit.text(), "4096");
  press(edit, {"Y", true});
  EXPECT_EQ(edit.text(), "8");
}

TEST(TextEdit, CutsCopiesAndPastes) {
  TextEdit edit;
  edit.insert("x + b");
  edit.select_word(4);
  press(edit, {"X", true});
  EXPECT_EQ(board, "b");
  EXPECT_EQ(edit.text(), "x + ");
  press(edit, {"V", true});
  press(edit, {"V", true});
  EXPECT_EQ(edit.text(), "x + bb");
}

TEST(TextEdit, OneLineTakesNoLineEnds) {
  TextEdit line, page(true);
  line.insert("a\r\nb\nc");
  page.insert("a\r\nb\nc");
  EXPECT_EQ(line.text(), "a b c");
  EXPECT_EQ(page.text(), "a\nb\nc");
  EXPECT_FALSE(line.key({"Enter"}, clipboard)) << "left to the page: it locks";
  EXPECT_TRUE(page.key({"Enter"}, clipboard));
}

TEST(TextEdit, KeepsOutWhatIsNoText) {
  TextEdit edit;
  edit.insert(std::string("a\0b\x01\xff", 5));
  EXPECT_EQ(edit.text(), "a\\u0000b\\u0001\\xFF");
  edit.replace("");
  edit.insert(std::string(70000, 'x'));
  EXPECT_EQ(edit.text(), "") << "more than 64 KiB is not taken, and not cut";
}

TEST(TextEdit, GoesUpAndDownInTheSameColumn) {
  TextEdit edit(true);
  edit.replace("x: f32[8]\ny = x\nz = relu(y)");
  press(edit, {"Up"});
  EXPECT_EQ(edit.caret(), 15u) << "the end of the shorter line";
  press(edit, {"Home"});
  press(edit, {"Up"});
  EXPECT_EQ(edit.caret(), 0u);
  press(edit, {"Down"});
  EXPECT_EQ(edit.caret(), 10u);
}

TEST(EditLayout, BreaksAtSpacesAndFindsTheWayBack) {
  const std::string text = "the intermediate tensor\ngoes";
  const ui::FontKey font = ui::font_key(ui::Face::figures, 16);
  const double cell = ui::text_width("0", font);
  const ui::EditLayout layout(text, font, 17 * cell);
  ASSERT_EQ(layout.lines().size(), 3u);
  EXPECT_EQ(layout.text_of(layout.lines()[0]), "the intermediate");
  EXPECT_EQ(layout.text_of(layout.lines()[1]), "tensor");
  EXPECT_EQ(layout.text_of(layout.lines()[2]), "goes");
  for (std::size_t offset : {0u, 5u, 17u, 20u, 24u, 28u}) {
    const auto place = layout.place(offset);
    EXPECT_EQ(layout.offset(place.x + 0.1, (static_cast<double>(place.line) + 0.5) * 20, 20), offset);
  }
}

}  // namespace text_edit_test
