// Pieces to a lesson: chains first, since tasks and prose name them; then tasks; then every value in every text.
#include "lesson/loader.hpp"

#include "base/beneath.hpp"
#include "base/resources.hpp"
#include "base/text.hpp"
#include "base/visible.hpp"
#include "base/words.hpp"
#include "lesson/fences/fence.hpp"
#include "lesson/toml_block.hpp"
#include "lesson/values.hpp"
#include "lesson/word_links.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace lesson {
namespace {

constexpr std::int64_t longest_lesson_minutes = 240;

bool is_id(std::string_view text) {
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  return text.size() == 2 && digit(text[0]) && digit(text[1]);
}

/// Whether the parentheses at a title's end were meant to say how long it takes: "3min", "x min", "3 minutes".
bool means_minutes(std::string_view inside) {
  const std::size_t word = inside.find_last_not_of("abcdefghijklmnopqrstuvwxyz");
  const std::string_view unit = word == std::string_view::npos ? inside : inside.substr(word + 1);
  const bool is_time = unit == "min" || unit == "mins" || unit == "minute" || unit == "minutes";
  // Two words at most: "(sum, max and min)" is part of a title.
  return is_time && std::count(inside.begin(), inside.end(), ' ') <= 1;
}

/// "Title (3 min)" -> 3, and the title without it; 0 where none are said. Nothing where they cannot be read.
std::optional<int> take_minutes(std::string& title) {
  const std::size_t open = title.rfind('(');
  if (open == std::string::npos || !title.ends_with(')')) return 0;
  const std::string inside(base::trim(std::string_view(title).substr(open + 1, title.size() - open - 2)));
  if (!means_minutes(inside)) return 0;
  constexpr std::string_view end = " min";
  const auto minutes = inside.ends_with(end)
                           ? base::to_integer(std::string_view(inside).substr(0, inside.size() - end.size()))
                           : std::nullopt;
  if (!minutes || *minutes < 1 || *minutes > longest_lesson_minutes) return std::nullopt;
  title = base::trim(std::string_view(title).substr(0, open));
  return static_cast<int>(*minutes);
}

class Loader {
 public:
  Loader(std::string_view text, std::string_view file) : draft_{.findings = {file, text}} {
    lesson_.file = file;
    lesson_.folder = std::filesystem::path(file).parent_path().filename().string();
    pieces_ = split_lesson(text, findings_);
    check_word_links(text, findings_);
  }

  base::Expected<Lesson> run() {
    if (is_too_much()) return std::unexpected(findings_.take());
    for (const Piece& piece : pieces_) {
      if (piece.fence != nullptr && piece.fence->announce != nullptr) piece.fence->announce(draft_, piece);
    }
    for (const Piece& piece : pieces_) {
      if (piece.fence != nullptr && piece.fence->is_block != nullptr && !piece.fence->is_block(piece)) continue;
      add(piece);
      if (piece.fence == &fences::chain) draft_.names.last_chain = piece.argument;
    }
    finish_steps();
    if (lesson_.steps.empty()) findings_.tell({1, 1, 1}, "lesson.no_step");
    if (!findings_.empty()) return std::unexpected(findings_.take());
    return std::move(lesson_);
  }

 private:
  /// Whether there is more than a lesson may hold; then no piece is read.
  bool is_too_much() {
    if (pieces_.size() > max_pieces) {
      findings_.tell({pieces_[max_pieces].line, 1, 1}, "lesson.too_many_pieces",
                     {{"most", std::to_string(max_pieces)}, {"n", std::to_string(pieces_.size())}});
      return true;
    }
    const auto large =
        std::ranges::find_if(pieces_, [](const Piece& one) { return one.text.size() > max_piece_bytes; });
    if (large == pieces_.end()) return false;
    findings_.tell(
        {large->line, 1, 1}, "lesson.large_piece",
        {{"size", std::to_string(large->text.size() / 1024)}, {"most", std::to_string(max_piece_bytes / 1024)}});
    return true;
  }

  void add(const Piece& piece) {
    if (piece.kind == Piece::Kind::front) return read_front(piece);
    if (piece.kind == Piece::Kind::heading) return add_step(piece);
    if (lesson_.steps.empty()) {
      if (!outside_reported_) findings_.tell({piece.line, 1, 1}, "lesson.before_steps");
      outside_reported_ = true;
    } else if (piece.kind == Piece::Kind::broken) {
      broken_steps_.insert(lesson_.steps.back().line);
    } else {
      add_block(piece);
    }
  }

  void read_front(const Piece& piece) {
    const auto table = parse_toml(piece.text, piece.first_line, findings_);
    if (!table) return;
    TomlReader toml(*table, piece.text, piece.first_line, "lesson", {1, 1, 3}, findings_);
    for (const char* key : {"id", "title", "minutes", "goal"}) {
      if (!toml.has(key)) toml.missing(key);
    }
    if (const auto id = toml.string("id")) {
      if (!is_id(*id)) findings_.tell(toml.place_of("id"), "lesson.bad_id", {{"id", *id}});
      lesson_.id = *id;
      lesson_.id_line = toml.place_of("id").line;
    }
    lesson_.title = plain_text_of(toml, "title");
    lesson_.goal = plain_text_of(toml, "goal");
    if (const auto minutes = toml.whole("minutes")) {
      if (*minutes < 1 || *minutes > longest_lesson_minutes) {
        findings_.add(toml.place_of("minutes"),
                      base::say("lesson.long_minutes", {{"most", std::to_string(longest_lesson_minutes)}}));
      } else {
        lesson_.minutes = static_cast<int>(*minutes);
      }
    }
    lesson_.stage = toml.boolean("stage").value_or(false);
    toml.finish();
  }

  /// A text that lists of lessons show too, where nothing is computed.
  std::string plain_text_of(TomlReader& toml, std::string_view key) {
    const auto text = toml.string(key);
    if (text && base::trim(*text).empty())
      findings_.add(toml.place_of(key), base::say("lesson.empty_text", {{"key", key}}));
    if (text && !slots(*text).empty()) findings_.tell(toml.place_of(key), "lesson.no_values", {{"key", key}});
    return text.value_or("");
  }

  void add_step(const Piece& piece) {
    Step step;
    step.title = std::string(piece.text);
    const std::size_t open = step.title.rfind('(');
    if (const auto minutes = take_minutes(step.title)) {
      step.minutes = *minutes;
    } else {
      const auto before = std::string_view(step.title).substr(0, open);
      const auto inside = std::string_view(step.title).substr(open);
      findings_.tell({piece.line, static_cast<int>(base::count_characters(before)) + 4,
                      static_cast<int>(base::count_characters(inside))},
                     "lesson.bad_minutes", {{"text", inside}, {"most", std::to_string(longest_lesson_minutes)}});
    }
    step.line = piece.line;
    lesson_.steps.push_back(std::move(step));
    draft_.second_task_told = false;
  }

  void add_block(const Piece& piece) {
    std::vector<Block>& blocks = draft_.step().blocks;
    Block block;
    block.fence = piece.fence;
    block.text = std::string(piece.text);
    block.line = piece.first_line;
    block.chain = draft_.names.last_chain;
    block.after_task = std::ranges::any_of(blocks, [](const Block& b) { return b.is(fences::task); });
    blocks.push_back(std::move(block));
    if (piece.fence != nullptr) piece.fence->read(draft_, piece, blocks.back());
  }

  /// Now that each step's task is known: the chain its prose is about, and the values in it.
  void finish_steps() {
    for (Step& step : lesson_.steps) {
      if (step.blocks.empty() && !broken_steps_.contains(step.line))
        findings_.tell({step.line, 1, 2}, "lesson.empty_step");
      for (Block& block : step.blocks) {
        if (step.task && !step.task->chain.empty()) block.chain = step.task->chain;
        if (block.fence == nullptr || block.fence->is_text) check_values(block);
      }
    }
  }

  void check_values(const Block& block) {
    draft_.names.last_chain = block.chain;
    const Findings inside({}, block.text);
    for (const Slot& slot : slots(block.text)) {
      Place place = inside.place(slot.offset, slot.length);
      place.line += block.line - 1;
      if (const auto flaw = slot_flaw(slot, draft_.names)) findings_.add(place, flaw->message, flaw->hint);
      if (slot.kind == Slot::Kind::fact) lesson_.facts.push_back({slot.fact, slot.source, place.line});
    }
  }

  LessonDraft draft_;
  Lesson& lesson_ = draft_.lesson;
  Findings& findings_ = draft_.findings;
  std::vector<Piece> pieces_;
  std::set<int> broken_steps_;  ///< lines of steps that hold something, if only it could be read
  bool outside_reported_ = false;
};

std::optional<std::size_t> beginning_of_long_line(std::string_view text) {
  for (const std::string_view line : base::split_lines(text)) {
    if (line.size() > max_line_bytes) return static_cast<std::size_t>(line.data() - text.data());
  }
  return std::nullopt;
}

std::optional<std::size_t> brace_too_many(std::string_view text) {
  std::size_t at = text.find('{');
  for (std::size_t count = 0; at != std::string_view::npos; at = text.find('{', at + 1)) {
    if (++count > max_braces) return at;
  }
  return std::nullopt;
}

/// What makes the rest unreadable: said once, at the first place.
std::optional<base::Diagnostics> unreadable(std::string_view text, std::string_view file) {
  if (static_cast<std::int64_t>(text.size()) > max_lesson_bytes) {
    base::Diagnostic mistake;
    mistake.file = file;
    mistake.message = base::say("lesson.too_long", {{"most", std::to_string(max_lesson_bytes / 1024)},
                                                    {"size", std::to_string(text.size() / 1024)}});
    return base::Diagnostics{mistake};
  }
  Findings findings(file, text);
  const auto control = [](char c) { return static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t'; };
  if (const auto at = base::invalid_utf8(text)) {
    const bool utf16 = text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF");
    findings.add(findings.place(*at, 1), base::say("lesson.not_utf8"),
                 base::say(utf16 ? "lesson.not_utf8.utf16" : "lesson.not_utf8.hint"));
  } else if (const auto* found = std::find_if(text.begin(), text.end(), control); found != text.end()) {
    findings.add(findings.place(static_cast<std::size_t>(found - text.begin()), 1),
                 base::say(*found == '\0' ? "lesson.nul_byte" : "lesson.control_character",
                           {{"byte", fmt::format("{:#04x}", *found)}}),
                 base::say("lesson.control_character.hint"));
  } else if (const auto long_line = beginning_of_long_line(text)) {
    findings.tell(findings.place(*long_line, 1), "lesson.long_line", {{"most", std::to_string(max_line_bytes)}});
  } else if (const auto brace = brace_too_many(text)) {
    findings.tell(findings.place(*brace, 1), "lesson.many_braces", {{"most", std::to_string(max_braces)}});
  }
  if (findings.empty()) return std::nullopt;
  return findings.take();
}

/// Line ends of Windows become \n; a byte order mark goes.
std::string plain_lines(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool line_end = text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n';
    if (!line_end) out += text[i];
  }
  return out;
}

}  // namespace

base::Expected<Lesson> parse(std::string_view markdown, std::string_view file) {
  const std::string text = plain_lines(markdown.substr(0, static_cast<std::size_t>(max_lesson_bytes) + 1));
  if (auto mistakes = unreadable(text, file)) return std::unexpected(std::move(*mistakes));
  // What is left to hide or to turn round (no control characters) is seen, in prose and in code.
  return Loader(base::visible(text, base::TextKind::lines), file).run();
}

base::Expected<Lesson> load(const std::filesystem::path& path) {
  std::error_code ignored;
  const bool folder = std::filesystem::is_directory(path, ignored);
  const auto file = folder ? path / "lesson.md" : path;
  const auto text =
      folder ? base::read_beneath(path, "lesson.md", max_lesson_bytes) : base::read_file(file, max_lesson_bytes);
  if (!text) return std::unexpected(text.error());
  return parse(*text, file.string());
}

}  // namespace lesson
