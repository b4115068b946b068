// A line or a page of text being typed: caret, selection, undo. Knows nothing of windows.
#pragma once

#include "ui/input.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace ui {

/// Where copied text goes to and comes from.
struct Clipboard {
  std::string (*get)(void* user) = nullptr;
  void (*set)(void* user, const std::string& text) = nullptr;
  void* user = nullptr;
};

class TextEdit {
 public:
  /// `most_letters`: what is longer is not taken; 0: as long as a chain's text may be.
  explicit TextEdit(bool several_lines = false, std::size_t most_letters = 0)
      : several_lines_(several_lines), most_letters_(most_letters) {}

  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] std::size_t caret() const { return caret_; }    ///< byte offset
  [[nodiscard]] std::size_t anchor() const { return anchor_; }  ///< other end of the selection
  [[nodiscard]] bool several_lines() const { return several_lines_; }

  /// New text from outside: the caret goes to the end of what is other, undo starts anew.
  void replace(std::string text);
  /// True if the key meant something here.
  bool key(const Chord& chord, const Clipboard& clipboard);
  void insert(std::string_view typed);
  void place(std::size_t offset, bool extend);
  void select_all();
  void select_word(std::size_t offset);

 private:
  struct Past {
    std::string text;
    std::size_t caret = 0;
  };
  [[nodiscard]] std::size_t before(std::size_t offset, bool word) const;
  [[nodiscard]] std::size_t after(std::size_t offset, bool word) const;
  [[nodiscard]] std::size_t line_begin(std::size_t offset) const;
  [[nodiscard]] std::size_t line_end(std::size_t offset) const;
  [[nodiscard]] std::size_t vertical(int lines) const;
  void erase(std::size_t from, std::size_t to);
  void erase_selection();
  void remember();
  void step(std::vector<Past>& from, std::vector<Past>& to);

  bool several_lines_;
  std::size_t most_letters_;
  std::string text_;
  std::size_t caret_ = 0, anchor_ = 0;
  std::vector<Past> undo_, redo_;
};

}  // namespace ui
