// Pieces to a lesson: chains first, since tasks and prose name them; then tasks; then every value in every text.
#include "lesson/loader.hpp"

#include "base/error.hpp"
#include "base/resources.hpp"
#include "base/text.hpp"
#include "base/words.hpp"
#include "chain/parser.hpp"
#include "lesson/machine_values.hpp"
#include "lesson/task_reader.hpp"
#include "lesson/toml_block.hpp"
#include "lesson/values.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace lesson {
namespace {

constexpr std::int64_t longest_lesson_minutes = 240;

bool is_id(std::string_view text) {
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  return text.size() == 2 && digit(text[0]) && digit(text[1]);
}

bool is_chain_name(std::string_view text) {
  const auto allowed = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; };
  return !text.empty() && text.front() >= 'a' && text.front() <= 'z' && std::all_of(text.begin(), text.end(), allowed);
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

/// assets/ladders/NAME.json
std::vector<std::string> kept_ladders() {
  std::vector<std::string> names;
  try {
    for (const auto& file : std::filesystem::directory_iterator(base::program_file("assets/ladders"))) {
      if (file.path().extension() == ".json") names.push_back(file.path().stem().string());
    }
  } catch (const base::MachineError&) {
    // None came with the program.
  }
  std::ranges::sort(names);
  return names;
}

class Loader {
 public:
  Loader(std::string_view text, std::string_view file) : findings_(file, text) {
    lesson_.file = file;
    lesson_.folder = std::filesystem::path(file).parent_path().filename().string();
    pieces_ = split_lesson(text, findings_);
  }

  base::Expected<Lesson> run() {
    if (is_too_much()) return std::unexpected(findings_.take());
    read_chains();
    std::string above;  // the nearest chain above
    for (const Piece& piece : pieces_) {
      names_.last_chain = above;
      add(piece);
      if (piece.kind == Piece::Kind::chain) above = piece.argument;
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

  /// What tasks name, which may stand below them.
  void read_chains() {
    for (const Piece& piece : pieces_) {
      if (piece.kind == Piece::Kind::sweep) names_.sweeps.emplace(piece.argument);
      if (piece.kind != Piece::Kind::chain) continue;
      const std::string chain_name(piece.argument);
      if (!is_chain_name(chain_name)) {
        findings_.add(
            piece.argument_place,
            base::say(chain_name.empty() ? "lesson.chain_unnamed" : "lesson.chain_name", {{"name", chain_name}}),
            base::say("lesson.chain_name.hint"));
      } else if (!names_.chains.insert(chain_name).second) {
        findings_.add(piece.argument_place, base::say("lesson.chain_twice", {{"name", chain_name}}));
      }
      auto parsed = chain::parse(piece.text, lesson_.file);
      if (parsed) {
        lesson_.chains.emplace(chain_name, std::make_shared<const chain::Chain>(std::move(*parsed)));
      } else {
        findings_.add_part(parsed.error(), piece.first_line);
      }
    }
  }

  void add(const Piece& piece) {
    if (piece.kind == Piece::Kind::front) return read_front(piece);
    if (piece.kind == Piece::Kind::heading) return add_step(piece);
    if (lesson_.steps.empty()) {
      if (!outside_reported_) findings_.tell({piece.line, 1, 1}, "lesson.before_steps");
      outside_reported_ = true;
      return;
    }
    switch (piece.kind) {
      case Piece::Kind::front:
      case Piece::Kind::heading:
        break;
      case Piece::Kind::broken:
        broken_steps_.insert(lesson_.steps.back().line);
        break;
      case Piece::Kind::prose:
        add_block(Block::Kind::prose, piece);
        break;
      case Piece::Kind::in_class:
        add_class_words(piece);
        break;
      case Piece::Kind::say:
        add_block(Block::Kind::say, piece);
        break;
      case Piece::Kind::doing:
        add_block(Block::Kind::doing, piece);
        break;
      case Piece::Kind::recall:
        add_recall(piece);
        break;
      case Piece::Kind::chain:
        add_block(Block::Kind::chain, piece).name = std::string(piece.argument);
        break;
      case Piece::Kind::task:
        add_task(piece);
        break;
      case Piece::Kind::scene:
        add_scene(piece);
        break;
      case Piece::Kind::sweep:
        add_sweep(piece);
        break;
      case Piece::Kind::bandwidth:
        add_bandwidth(piece);
        break;
      case Piece::Kind::ladder:
        add_ladder(piece);
        break;
      case Piece::Kind::attention:
        add_attention(piece);
        break;
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
    second_task_reported_ = false;
  }

  Block& add_block(Block::Kind kind, const Piece& piece) {
    Step& step = lesson_.steps.back();
    const bool notes = kind == Block::Kind::say || kind == Block::Kind::doing;
    if (notes && base::trim(piece.text).empty()) findings_.tell({piece.line, 1, 3}, "lesson.empty_fence");
    Block block;
    block.kind = kind;
    block.text = std::string(piece.text);
    block.line = piece.first_line;
    block.chain = names_.last_chain;
    block.after_task =
        std::any_of(step.blocks.begin(), step.blocks.end(), [](const Block& b) { return b.kind == Block::Kind::task; });
    step.blocks.push_back(std::move(block));
    return step.blocks.back();
  }

  /// At most one before the task and one below it: each is a screen.
  void add_class_words(const Piece& piece) {
    Step& step = lesson_.steps.back();
    const std::size_t before = step.blocks.size();
    const bool after = add_block(Block::Kind::in_class, piece).after_task;
    const auto same = [&](const Block& b) { return b.kind == Block::Kind::in_class && b.after_task == after; };
    if (std::any_of(step.blocks.begin(), step.blocks.begin() + static_cast<std::ptrdiff_t>(before), same)) {
      findings_.tell({piece.line, 1, 3}, "lesson.class_twice");
    }
    if (base::trim(piece.text).empty()) findings_.tell({piece.line, 1, 3}, "lesson.class_empty");
  }

  /// Cards: a line that asks, below it lines that begin with '=' and answer. A list, line by line as it was written.
  void add_recall(const Piece& piece) {
    std::string list;
    int line = piece.first_line, asked_at = 0;
    const auto unanswered = [&] {
      if (asked_at > 0) findings_.tell({asked_at, 1, 1}, "lesson.card_unanswered");
    };
    for (const std::string_view raw : base::split_lines(piece.text)) {
      const std::string_view content = base::trim(raw);
      if (content.starts_with('=')) {
        list += "  " + std::string(base::trim(content.substr(1)));
        asked_at = 0;
      } else if (!content.empty()) {
        unanswered();
        asked_at = line;
        list += "- **" + std::string(content) + "**";
      }
      list += '\n';
      ++line;
    }
    unanswered();
    Block& block = add_block(Block::Kind::prose, piece);
    block.text = std::move(list);
    block.after_task = true;
    if (base::trim(piece.text).empty()) findings_.tell({piece.line, 1, 3}, "lesson.no_card");
  }

  /// A figure's fence says all on its first line; `words` are those of the fence that says more.
  void check_empty(const Piece& piece, std::string_view words) {
    if (base::trim(piece.text).empty()) return;
    findings_.add({piece.first_line, 1, 1}, base::say(words), base::say("lesson.end_fence"));
  }

  /// "NAME", and behind it perhaps what to show of it.
  void add_scene(const Piece& piece) {
    const std::vector<std::string_view> words = base::split(piece.argument, ' ');
    const std::string chain_name(words.front());
    Block& block = add_block(Block::Kind::scene, piece);
    block.name = chain_name;
    if (!names_.chains.contains(chain_name)) {
      findings_.add(piece.argument_place,
                    base::say(chain_name.empty() ? "lesson.scene.no_name" : "lesson.no_chain", {{"name", chain_name}}),
                    base::say("lesson.scene.form"));
    }
    const std::string_view what = words.size() < 2 ? std::string_view{} : words[1];
    block.scene = what == "unfused" ? SceneKind::unfused
                  : what == "jobs"  ? SceneKind::jobs
                  : what == "names" ? SceneKind::named
                                    : SceneKind::both;
    const bool known = what.empty() || block.scene != SceneKind::both;
    if (words.size() > 2 || !known) {
      findings_.tell(piece.argument_place, "lesson.scene.unknown", {{"word", words.back()}});
    }
    check_empty(piece, "lesson.scene.full");
  }

  /// "NAME over size=64K..1G", and behind it perhaps what the height means.
  void add_sweep(const Piece& piece) {
    const std::vector<std::string_view> words = base::split(piece.argument, ' ');
    Block& block = add_block(Block::Kind::sweep, piece);
    block.name = words.front();
    const std::string form = base::say("lesson.sweep.form");
    const auto wrong = [&](std::string message, std::string help) {
      findings_.add(piece.argument_place, std::move(message), std::move(help));
    };
    check_empty(piece, "lesson.sweep.full");
    if (!names_.chains.contains(block.name)) {
      return wrong(base::say(block.name.empty() ? "lesson.sweep.no_name" : "lesson.no_chain", {{"name", block.name}}),
                   form);
    }
    if (words.size() < 3 || words[1] != "over") return wrong(base::say("lesson.sweep.no_range"), form);
    const auto axis = chain::parse_axis(words[2]);
    if (!axis) return wrong(axis.error().front().message, axis.error().front().hint);
    block.over = *axis;
    const std::string_view what = words.size() < 4 ? std::string_view{} : words[3];
    block.height = height_named(what);
    const bool known = what.empty() || what == "time" || block.height != SweepHeight::time;
    if (words.size() > 4 || !known) {
      return findings_.tell(piece.argument_place, "lesson.sweep.unknown", {{"word", words.back()}});
    }
    const auto chain = lesson_.chains.find(block.name);
    if (chain == lesson_.chains.end()) return;  // its own mistakes are told
    if (const auto points = chain::sweep(*chain->second, *axis); !points) {
      wrong(points.error().front().message, points.error().front().hint);
    }
  }

  void add_bandwidth(const Piece& piece) {
    Block& block = add_block(Block::Kind::bandwidth, piece);
    block.name = piece.argument;
    if (!names_.chains.contains(block.name)) {
      findings_.add(
          piece.argument_place,
          base::say(block.name.empty() ? "lesson.bandwidth.no_name" : "lesson.no_chain", {{"name", block.name}}),
          base::say("lesson.bandwidth.form"));
    }
    check_empty(piece, "lesson.bandwidth.full");
  }

  /// It tells what was measured: never above a task.
  void add_ladder(const Piece& piece) {
    Block& block = add_block(Block::Kind::ladder, piece);
    block.name = piece.argument;
    const auto kept = kept_ladders();
    if (std::ranges::find(kept, block.name) == kept.end()) {
      findings_.add(
          piece.argument_place,
          base::say(block.name.empty() ? "lesson.ladder.no_name" : "lesson.ladder.unknown", {{"name", block.name}}),
          base::say("lesson.ladder.kept", {{"names", fmt::format("{}", fmt::join(kept, ", "))}}));
    }
    check_empty(piece, "lesson.ladder.full");
  }

  /// Its times were measured: never above a task. What the strip strikes waits for the answer by itself.
  void add_attention(const Piece& piece) {
    Block& block = add_block(Block::Kind::attention, piece);
    block.name = piece.argument;
    if (block.name != "strip" && block.name != "times") {
      findings_.add(piece.argument_place,
                    base::say(block.name.empty() ? "lesson.attention.no_name" : "lesson.attention.unknown",
                              {{"word", block.name}}),
                    base::say("lesson.attention.form"));
    } else if (block.name == "times" && imported_from().empty()) {
      findings_.tell({piece.line, 1, 3}, "lesson.attention.no_times");
    }
    check_empty(piece, "lesson.attention.full");
  }

  void add_task(const Piece& piece) {
    for (const Block& above : lesson_.steps.back().blocks) {
      const Place fence{above.line - 1, 1, 3};  // a block's line is the first inside
      if (above.kind == Block::Kind::ladder) {
        findings_.tell(fence, "lesson.ladder.above_task");
      } else if (above.kind == Block::Kind::attention && above.name == "times") {
        findings_.tell(fence, "lesson.attention.above_task");
      }
    }
    Block block = add_block(Block::Kind::task, piece);
    if (block.after_task && !second_task_reported_) {
      findings_.tell({piece.line, 1, 3}, "lesson.second_task");
      second_task_reported_ = true;
    }
    auto task = read_task(piece, names_, findings_);
    if (!task) return;
    if (!task->id.empty()) {
      const auto [first, is_new] = task_lines_.emplace(task->id, piece.line);
      if (!is_new) {
        findings_.tell({piece.line, 1, 3}, "lesson.task_twice",
                       {{"line", std::to_string(first->second)}, {"id", task->id}});
      }
    }
    Step& step = lesson_.steps.back();
    step.blocks.back().name = task->id;
    if (!step.task) step.task = std::move(*task);
  }

  /// Now that each step's task is known: the chain its prose is about, and the values in it.
  void finish_steps() {
    for (Step& step : lesson_.steps) {
      if (step.blocks.empty() && !broken_steps_.contains(step.line))
        findings_.tell({step.line, 1, 2}, "lesson.empty_step");
      for (Block& block : step.blocks) {
        if (step.task && !step.task->chain.empty()) block.chain = step.task->chain;
        using enum Block::Kind;
        if (block.kind == prose || block.kind == in_class || block.kind == say || block.kind == doing)
          check_values(block);
      }
    }
  }

  void check_values(const Block& block) {
    names_.last_chain = block.chain;
    const Findings inside({}, block.text);
    for (const Slot& slot : slots(block.text)) {
      Place place = inside.place(slot.offset, slot.length);
      place.line += block.line - 1;
      if (const auto flaw = slot_flaw(slot, names_)) findings_.add(place, flaw->message, flaw->hint);
      if (slot.kind == Slot::Kind::fact) lesson_.facts.push_back({slot.fact, slot.source, place.line});
    }
  }

  Findings findings_;
  std::vector<Piece> pieces_;
  Names names_;
  Lesson lesson_;
  std::map<std::string, int> task_lines_;
  std::set<int> broken_steps_;  ///< lines of steps that hold something, if only it could be read
  bool outside_reported_ = false, second_task_reported_ = false;
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
  return Loader(text, file).run();
}

base::Expected<Lesson> load(const std::filesystem::path& path) {
  std::error_code ignored;
  const auto file = std::filesystem::is_directory(path, ignored) ? path / "lesson.md" : path;
  const auto text = base::read_file(file, max_lesson_bytes);
  if (!text) return std::unexpected(text.error());
  return parse(*text, file.string());
}

}  // namespace lesson
