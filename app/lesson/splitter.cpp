// Line by line: what begins with ## is a step, what begins with ``` is a fence, the rest is prose.
#include "lesson/splitter.hpp"

#include "base/text.hpp"
#include "base/words.hpp"
#include "lesson/fences/fence.hpp"

#include <algorithm>
#include <iterator>
#include <optional>

namespace lesson {
namespace {

// Fences that stay prose: code to be read, never run.
constexpr std::string_view code_fences[] = {"text", "cpp", "cuda"};

struct Opener {
  std::size_t indent = 0, ticks = 0;
  std::string_view word, argument;
};

std::size_t leading(std::string_view line, char c) {
  const std::size_t end = line.find_first_not_of(c);
  return end == std::string_view::npos ? line.size() : end;
}

/// ``` and what follows it, as Markdown has it: at most three spaces before, no backtick after.
std::optional<Opener> opener(std::string_view line) {
  Opener found;
  found.indent = leading(line, ' ');
  if (found.indent > 3) return std::nullopt;
  found.ticks = leading(line.substr(found.indent), '`');
  if (found.ticks < 3) return std::nullopt;
  const std::string_view info = base::trim(line.substr(found.indent + found.ticks));
  if (info.find('`') != std::string_view::npos) return std::nullopt;
  const std::size_t end = info.find_first_of(" \t");
  found.word = info.substr(0, end);
  found.argument = end == std::string_view::npos ? std::string_view{} : base::trim(info.substr(end));
  return found;
}

std::vector<std::string_view> fence_words() {
  std::vector<std::string_view> words;
  for (const Fence* fence : all_fences()) words.push_back(fence->word);
  return words;
}

class Splitter {
 public:
  Splitter(std::string_view text, Findings& findings) : findings_(findings), lines_(base::split_lines(text)) {}

  std::vector<Piece> run() {
    front();
    while (at_ < lines_.size()) {
      const std::string_view line = lines_[at_];
      if (const auto found = opener(line)) {
        fence(*found);
      } else if (is_heading(line, 2)) {
        flush_prose(at_);
        Piece piece{Piece::Kind::heading, base::trim(line.substr(2)), {}, number(at_), number(at_), {}, nullptr};
        if (piece.text.empty()) findings_.tell({piece.line, 1, 2}, "lesson.heading_untitled");
        pieces_.push_back(piece);
        ++at_;
        prose_from_ = at_;
      } else {
        if (is_heading(line, 1)) {
          findings_.tell({number(at_), 1, static_cast<int>(base::count_characters(line))}, "lesson.heading_of_level_1");
        }
        ++at_;
      }
    }
    flush_prose(at_);
    return std::move(pieces_);
  }

 private:
  static int number(std::size_t index) { return static_cast<int>(index) + 1; }

  static bool is_heading(std::string_view line, std::size_t level) {
    return leading(line, '#') == level && (line.size() == level || line[level] == ' ' || line[level] == '\t');
  }

  /// The text of lines [from, to), without the last line's end.
  std::string_view between(std::size_t from, std::size_t to) const {
    if (from >= to) return {};
    const char* begin = lines_[from].data();
    const char* end = lines_[to - 1].data() + lines_[to - 1].size();
    return {begin, static_cast<std::size_t>(end - begin)};
  }

  void front() {
    if (lines_.empty() || base::trim(lines_[0]) != "+++") {
      findings_.tell({1, 1, 1}, "lesson.no_front");
      return;
    }
    for (std::size_t end = 1; end < lines_.size(); ++end) {
      if (base::trim(lines_[end]) == "+++") {
        pieces_.push_back({Piece::Kind::front, between(1, end), {}, 1, 2, {}, nullptr});
        at_ = prose_from_ = end + 1;
        return;
      }
      if (is_heading(lines_[end], 2)) break;  // the block has no end; the steps are still worth reading
    }
    findings_.tell({1, 1, 3}, "lesson.front_open");
    at_ = 1;
    while (at_ < lines_.size() && !is_heading(lines_[at_], 2)) ++at_;
    prose_from_ = at_;
  }

  void flush_prose(std::size_t to) {
    std::size_t from = prose_from_;
    while (from < to && base::trim(lines_[from]).empty()) ++from;
    while (to > from && base::trim(lines_[to - 1]).empty()) --to;
    if (from < to)
      pieces_.push_back({Piece::Kind::prose, between(from, to), {}, number(from), number(from), {}, nullptr});
    prose_from_ = at_;
  }

  /// The line that closes a fence opened at `at_`; nothing if it stays open.
  std::optional<std::size_t> closing(const Opener& open) {
    if (at_ >= unclosed_until_) unclosed_ticks_ = std::string_view::npos;
    if (open.ticks >= unclosed_ticks_) return std::nullopt;
    std::size_t i = at_ + 1;
    for (; i < lines_.size(); ++i) {
      const auto other = opener(lines_[i]);
      if (!other) continue;
      if (other->word.empty() && other->ticks >= open.ticks) return i;
      if (fence_named(other->word) != nullptr) break;
    }
    unclosed_until_ = i;
    unclosed_ticks_ = open.ticks;
    return std::nullopt;
  }

  /// Where reading goes on after a fence without end.
  std::size_t resume() const {
    for (std::size_t i = at_ + 1; i < lines_.size(); ++i) {
      const auto other = opener(lines_[i]);
      if (is_heading(lines_[i], 2) || (other && fence_named(other->word) != nullptr)) return i;
    }
    return lines_.size();
  }

  void fence(const Opener& open) {
    const Place word{number(at_), static_cast<int>(open.indent + open.ticks) + 1,
                     static_cast<int>(base::count_characters(open.word))};
    const Fence* ours = fence_named(open.word);
    const bool code = open.word.empty() || std::ranges::find(code_fences, open.word) != std::end(code_fences);
    if (ours == nullptr && !code) {
      findings_.add(word, base::say("lesson.no_fence", {{"word", open.word}}),
                    did_you_mean(open.word, fence_words(), base::say("lesson.no_fence.hint")));
    }
    const auto end = closing(open);
    if (!end) {
      const std::size_t next = resume();
      findings_.add({number(at_), static_cast<int>(open.indent) + 1, static_cast<int>(open.ticks)},
                    base::say("lesson.fence_open"),
                    base::say(next < lines_.size() ? "lesson.fence_open.before" : "lesson.fence_open.hint",
                              {{"line", std::to_string(number(next))}}));
      flush_prose(at_);
      pieces_.push_back({Piece::Kind::broken, {}, {}, number(at_), number(at_), {}, nullptr});
      at_ = prose_from_ = next;
      return;
    }
    if (code) {
      at_ = *end + 1;
      return;
    }
    flush_prose(at_);
    if (ours != nullptr) add_fence(*ours, open, *end);
    at_ = prose_from_ = *end + 1;
  }

  void add_fence(const Fence& fence, const Opener& open, std::size_t end) {
    Piece piece;
    piece.kind = Piece::Kind::fence;
    piece.fence = &fence;
    piece.text = between(at_ + 1, end);
    piece.line = number(at_);
    piece.first_line = number(at_ + 1);
    piece.argument = open.argument;
    const std::string_view line = lines_[at_];
    const std::size_t column =
        open.argument.empty() ? line.size() : static_cast<std::size_t>(open.argument.data() - line.data());
    piece.argument_place = {piece.line, static_cast<int>(base::count_characters(line.substr(0, column))) + 1,
                            static_cast<int>(base::count_characters(open.argument))};
    if (!fence.named && !open.argument.empty()) {
      findings_.tell(piece.argument_place, "lesson.fence_named", {{"word", open.word}});
    }
    pieces_.push_back(piece);
  }

  Findings& findings_;
  std::vector<std::string_view> lines_;
  std::vector<Piece> pieces_;
  std::size_t at_ = 0, prose_from_ = 0;
  // Above this line no fence of so many backticks is closed: do not look again.
  std::size_t unclosed_until_ = 0, unclosed_ticks_ = std::string_view::npos;
};

}  // namespace

std::vector<Piece> split_lesson(std::string_view text, Findings& findings) {
  return Splitter(text, findings).run();
}

}  // namespace lesson
