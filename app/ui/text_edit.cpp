// A line or a page of text being typed: caret, selection, undo.
#include "ui/text_edit.hpp"

#include "base/text.hpp"
#include "figure/utf8.hpp"

#include <algorithm>

namespace ui {
namespace {

constexpr std::size_t most_bytes = 64 * 1024;  // the limit of chain text
constexpr std::size_t most_undo = 200;

bool continues(char c) {
  return (static_cast<unsigned char>(c) & 0xC0u) == 0x80u;
}

bool is_word(char c) {
  const auto u = static_cast<unsigned char>(c);
  return u >= 0x80 || (u >= '0' && u <= '9') || (u >= 'A' && u <= 'Z') || (u >= 'a' && u <= 'z') || u == '_';
}

/// Fit for a field: valid UTF-8; line ends only where lines may be.
std::string clean(std::string_view text, bool several_lines) {
  std::string out;
  const auto lines = base::split_lines(text);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (i > 0) out += several_lines ? '\n' : ' ';
    out += figure::clean_line(lines[i]);
  }
  if (several_lines && text.ends_with('\n') && !out.ends_with('\n')) out += '\n';
  return out;
}

}  // namespace

void TextEdit::replace(std::string text) {
  const auto differ = std::ranges::mismatch(text_, text);
  std::size_t tail = 0;
  const auto most = static_cast<std::size_t>(std::min(text_.end() - differ.in1, text.end() - differ.in2));
  while (tail < most && text_[text_.size() - 1 - tail] == text[text.size() - 1 - tail]) ++tail;
  text_ = std::move(text);
  place(text_.size() - tail, false);
  undo_.clear();
  redo_.clear();
}

void TextEdit::remember() {
  if (undo_.size() == most_undo) undo_.erase(undo_.begin());
  undo_.push_back({text_, caret_});
  redo_.clear();
}

void TextEdit::step(std::vector<Past>& from, std::vector<Past>& to) {
  if (from.empty()) return;
  to.push_back({text_, caret_});
  text_ = std::move(from.back().text);
  caret_ = anchor_ = std::min(from.back().caret, text_.size());
  from.pop_back();
}

void TextEdit::insert(std::string_view typed) {
  const std::string fresh = clean(typed, several_lines_);
  if (fresh.empty() || text_.size() + fresh.size() > most_bytes) return;
  if (most_letters_ > 0 && base::count_characters(text_) + base::count_characters(fresh) > most_letters_) return;
  remember();
  erase_selection();
  text_.insert(caret_, fresh);
  caret_ = anchor_ = caret_ + fresh.size();
}

void TextEdit::erase(std::size_t from, std::size_t to) {
  text_.erase(from, to - from);
  caret_ = anchor_ = from;
}

void TextEdit::erase_selection() {
  const auto [from, to] = std::minmax({caret_, anchor_});
  if (from != to) erase(from, to);
}

void TextEdit::place(std::size_t offset, bool extend) {
  caret_ = std::min(offset, text_.size());
  while (caret_ > 0 && caret_ < text_.size() && continues(text_[caret_])) --caret_;
  if (!extend) anchor_ = caret_;
}

void TextEdit::select_all() {
  anchor_ = 0;
  caret_ = text_.size();
}

void TextEdit::select_word(std::size_t offset) {
  place(offset, false);
  while (anchor_ > 0 && is_word(text_[anchor_ - 1])) --anchor_;
  while (caret_ < text_.size() && is_word(text_[caret_])) ++caret_;
}

std::size_t TextEdit::before(std::size_t offset, bool word) const {
  if (offset == 0) return 0;
  do {
    --offset;
  } while (offset > 0 && continues(text_[offset]));
  if (!word) return offset;
  while (offset > 0 && !is_word(text_[offset])) --offset;
  while (offset > 0 && is_word(text_[offset - 1])) --offset;
  return offset;
}

std::size_t TextEdit::after(std::size_t offset, bool word) const {
  if (offset >= text_.size()) return text_.size();
  if (!word) {
    do {
      ++offset;
    } while (offset < text_.size() && continues(text_[offset]));
    return offset;
  }
  while (offset < text_.size() && is_word(text_[offset])) ++offset;
  while (offset < text_.size() && !is_word(text_[offset])) ++offset;
  return offset;
}

std::size_t TextEdit::line_begin(std::size_t offset) const {
  const std::size_t end = offset == 0 ? std::string::npos : text_.rfind('\n', offset - 1);
  return end == std::string::npos ? 0 : end + 1;
}

std::size_t TextEdit::line_end(std::size_t offset) const {
  return std::min(text_.find('\n', offset), text_.size());
}

/// The same column, in characters, some lines up or down; the type is of one width there.
std::size_t TextEdit::vertical(int lines) const {
  std::size_t begin = line_begin(caret_);
  const std::size_t column = base::count_characters(std::string_view(text_).substr(begin, caret_ - begin));
  if (lines < 0) {
    if (begin == 0) return 0;
    begin = line_begin(begin - 1);
  } else {
    const std::size_t end = line_end(caret_);
    if (end == text_.size()) return end;
    begin = end + 1;
  }
  std::size_t offset = begin;
  for (std::size_t i = 0; i < column && offset < line_end(begin); ++i) offset = after(offset, false);
  return offset;
}

bool TextEdit::key(const Chord& chord, const Clipboard& clipboard) {
  const std::string& key = chord.key;
  const bool selected = caret_ != anchor_;
  const auto [low, high] = std::minmax({caret_, anchor_});
  if (chord.alt) return false;
  // In an empty field there is nowhere to go: the page may turn.
  if (text_.empty() && !several_lines_ && (key == "Left" || key == "Right")) return false;
  if (key == "Left") {
    place(selected && !chord.shift && !chord.ctrl ? low : before(caret_, chord.ctrl), chord.shift);
  } else if (key == "Right") {
    place(selected && !chord.shift && !chord.ctrl ? high : after(caret_, chord.ctrl), chord.shift);
  } else if (several_lines_ && (key == "Up" || key == "Down")) {
    place(vertical(key == "Up" ? -1 : 1), chord.shift);
  } else if (key == "Home") {
    place(chord.ctrl ? 0 : line_begin(caret_), chord.shift);
  } else if (key == "End") {
    place(chord.ctrl ? text_.size() : line_end(caret_), chord.shift);
  } else if (key == "Backspace" || key == "Delete") {
    const std::size_t other = key == "Backspace" ? before(caret_, chord.ctrl) : after(caret_, chord.ctrl);
    if (!selected && other == caret_) return true;
    remember();
    if (selected) {
      erase_selection();
    } else {
      erase(std::min(other, caret_), std::max(other, caret_));
    }
  } else if (key == "Enter" && several_lines_ && !chord.ctrl) {
    insert("\n");
  } else if (chord.ctrl && key == "A") {
    select_all();
  } else if (chord.ctrl && (key == "C" || key == "X")) {
    if (selected && clipboard.set != nullptr) clipboard.set(clipboard.user, text_.substr(low, high - low));
    if (key == "X" && selected) {
      remember();
      erase_selection();
    }
  } else if (chord.ctrl && key == "V") {
    if (clipboard.get != nullptr) insert(clipboard.get(clipboard.user));
  } else if (chord.ctrl && key == "Z" && !chord.shift) {
    step(undo_, redo_);
  } else if (chord.ctrl && (key == "Y" || key == "Z")) {
    step(redo_, undo_);
  } else {
    return !chord.ctrl && chord.writes();  // its character comes as an event of its own
  }
  return true;
}

}  // namespace ui
