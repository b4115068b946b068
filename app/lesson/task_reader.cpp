// Each key of a task: there or not, of the right type, naming only what exists.
#include "lesson/task_reader.hpp"

#include "base/text.hpp"
#include "base/words.hpp"
#include "lesson/expression.hpp"
#include "lesson/sketch.hpp"
#include "lesson/toml_block.hpp"

#include <algorithm>
#include <array>

namespace lesson {
namespace {

constexpr std::array kinds = {TaskKind::count_arrows, TaskKind::strike, TaskKind::number, TaskKind::choice,
                              TaskKind::run,          TaskKind::words,  TaskKind::sketch};
constexpr std::size_t most_choices = 8;

std::vector<std::string_view> kind_names() {
  std::vector<std::string_view> names;
  names.reserve(kinds.size());
  for (const TaskKind kind : kinds) names.push_back(name(kind));
  return names;
}

std::vector<std::string_view> views(const std::set<std::string, std::less<>>& names) {
  return {names.begin(), names.end()};
}

SlotFlaw unknown_chain(std::string_view name, const Names& names) {
  return {base::say("lesson.chain_unknown", {{"name", name}}),
          did_you_mean(name, views(names.chains), base::say("lesson.chain_unknown.hint"))};
}

SlotFlaw unknown_quantity(std::string_view name, std::string_view otherwise) {
  return {base::say("lesson.no_quantity", {{"name", name}}),
          did_you_mean(name, quantity_names(), base::say(otherwise))};
}

class TaskReader {
 public:
  TaskReader(const Piece& piece, const Names& names, Findings& findings, const toml::table& table)
      : names_(names),
        findings_(findings),
        toml_(table, piece.text, piece.first_line, "task", {piece.line, 1, 3}, findings) {
    task_.line = piece.line;
  }

  Task run() {
    task_.id = required("id");
    read_kind();
    read_chain();
    read_asked();
    task_.question = required("question");
    if (task_.kind == TaskKind::number) task_.counted_in = toml_.string("counted_in").value_or("");
    task_.hint = optional_text("hint");
    task_.right_text = optional_text("because");
    read_paper();
    if (kind_known_) read_answer();
    read_misconceptions();
    toml_.finish();
    return std::move(task_);
  }

 private:
  /// A text of the lesson: its {values} are checked where they stand.
  std::string optional_text(std::string_view key) {
    std::string text = toml_.string(key).value_or("");
    check_values(toml_, key, {}, text);
    return text;
  }

  /// What a quiz asks: on another task these are unknown keys.
  void read_paper() {
    using enum TaskKind;
    if (!kind_known_ || task_.kind == run || task_.kind == words || task_.kind == sketch) return;
    task_.paper = optional_text("paper");
    for (const char* key : {"paper_because", "paper_chain"}) {
      if (toml_.has(key) && task_.paper.empty()) {
        findings_.tell(toml_.place_of(key), "lesson.task.of_paper", {{"key", key}});
      }
    }
    task_.paper_because = optional_text("paper_because");
    task_.paper_chain = toml_.boolean("paper_chain").value_or(false);
  }

  std::string required(std::string_view key) {
    if (!toml_.has(key)) toml_.missing(key);
    const auto text = toml_.string(key);
    if (text && base::trim(*text).empty())
      findings_.add(toml_.place_of(key), base::say("lesson.empty_text", {{"key", key}}));
    check_values(toml_, key, {}, text.value_or(""));
    return text.value_or("");
  }

  void add(Place place, const SlotFlaw& flaw) { findings_.add(place, flaw.message, flaw.hint); }

  void check_values(const TomlReader& reader, std::string_view key, std::optional<std::size_t> element,
                    std::string_view text) {
    for (const Slot& slot : slots(text)) {
      if (const auto flaw = slot_flaw(slot, names_)) {
        add(reader.place_of_part(key, element, text.substr(slot.offset, slot.length)), *flaw);
      }
    }
  }

  void read_kind() {
    if (!toml_.has("kind")) toml_.missing("kind", {{"kinds", listed(kind_names())}});
    const auto text = toml_.string("kind");
    if (!text) return;
    for (const TaskKind kind : kinds) {
      if (name(kind) != *text) continue;
      task_.kind = kind;
      kind_known_ = true;
    }
    if (!kind_known_) {
      const std::string kinds_are = base::say("lesson.task.no_kind.hint", {{"kinds", listed(kind_names())}});
      findings_.add(toml_.place_of("kind"), base::say("lesson.task.no_kind", {{"kind", *text}}),
                    did_you_mean(*text, kind_names(), kinds_are));
    }
  }

  void read_chain() {
    if (kind_known_ && task_.kind == TaskKind::sketch) return read_sketch();
    const auto text = toml_.string("chain");
    task_.chain = text.value_or(names_.last_chain);
    if (text && !names_.chains.contains(*text)) add(toml_.place_of("chain"), unknown_chain(*text, names_));
    names_.last_chain = task_.chain;
    const bool needs_one = kind_known_ && task_.kind != TaskKind::words && task_.kind != TaskKind::choice;
    if (needs_one && task_.chain.empty()) toml_.missing("chain");
  }

  void check_quantity(std::string_view key, std::optional<std::size_t> element, const std::string& quantity) {
    if (unit_of(quantity)) {
      const std::string below(compared(quantity).chain);
      if (!below.empty() && !names_.chains.contains(below))
        add(toml_.place_of(key, element), unknown_chain(below, names_));
      return;
    }
    add(toml_.place_of(key, element), unknown_quantity(quantity, "lesson.no_quantity.hint"));
  }

  void read_asked() {
    if (kind_known_ && task_.kind == TaskKind::sketch) return;  // its curve is asked, and all that tells it
    const auto asked = toml_.string("asked");
    if (asked) {
      check_quantity("asked", {}, *asked);
      task_.asked = *asked;
    } else if (kind_known_ && !toml_.has("asked")) {
      switch (task_.kind) {
        case TaskKind::count_arrows:
          task_.asked = "crossings.unfused";
          break;
        case TaskKind::strike:
          task_.asked = "crossings.fused";
          break;
        case TaskKind::number:
          toml_.missing("asked");
          break;
        case TaskKind::run:
        case TaskKind::choice:
        case TaskKind::words:
        case TaskKind::sketch:
          break;
      }
    }
    task_.given = toml_.strings("given");
    for (std::size_t i = 0; i < task_.given.size(); ++i) {
      check_quantity("given", i, task_.given[i]);
      if (!task_.asked.empty() && task_.given[i] == task_.asked) {
        findings_.tell(toml_.place_of("given", i), "lesson.task.asked_and_given", {{"quantity", task_.asked}});
      }
    }
  }

  /// Keys that only one kind of task has; on another kind they are unknown keys.
  void read_answer() {
    if (task_.kind == TaskKind::choice) read_choices();
    if (task_.kind == TaskKind::words) task_.model_answer = required("answer");
    const bool by_measure = task_.kind == TaskKind::number || task_.kind == TaskKind::sketch;
    if (by_measure && toml_.has("tolerance")) {
      task_.tolerance = toml_.number("tolerance");
      if (task_.tolerance && !(*task_.tolerance >= 0 && *task_.tolerance <= 10)) {
        findings_.tell(toml_.place_of("tolerance"), "lesson.task.tolerance");
      }
    }
  }

  /// The sweep it is drawn on may stand below: its chain is the task's.
  void read_sketch() {
    if (!toml_.has("sweep")) toml_.missing("sweep");
    task_.sweep = toml_.string("sweep").value_or("");
    const std::vector<std::string_view> words = base::split(task_.sweep, ' ');
    if (toml_.has("sweep") && !names_.sweeps.contains(task_.sweep)) {
      findings_.add(toml_.place_of("sweep"), base::say("lesson.task.no_sweep", {{"sweep", task_.sweep}}),
                    did_you_mean(task_.sweep, views(names_.sweeps), base::say("lesson.task.no_sweep.hint")));
    } else if (const auto axis = words.size() > 2 ? chain::parse_axis(words[2]) : base::Expected<chain::SweepAxis>();
               words.size() > 2 && axis) {
      task_.over = *axis;
      task_.height = height_named(words.size() > 3 ? words[3] : std::string_view());
      task_.chain = words.front();
      names_.last_chain = task_.chain;
    }
    const auto plan = toml_.string("plan");
    task_.unfused = plan == "unfused";
    if (plan && plan != "unfused" && plan != "fused") {
      findings_.tell(toml_.place_of("plan"), "lesson.task.no_plan", {{"plan", *plan}});
    }
  }

  void read_choices() {
    if (!toml_.has("choices")) toml_.missing("choices");
    task_.choices = toml_.strings("choices");
    for (std::size_t i = 0; i < task_.choices.size(); ++i) {
      check_values(toml_, "choices", i, task_.choices[i]);
      const auto before = task_.choices.begin() + static_cast<std::ptrdiff_t>(i);
      if (std::find(task_.choices.begin(), before, task_.choices[i]) != before) {
        findings_.tell(toml_.place_of("choices", i), "lesson.task.choice_twice");
      }
    }
    if (toml_.has("choices") && (task_.choices.size() < 2 || task_.choices.size() > most_choices)) {
      findings_.add(toml_.place_of("choices"),
                    base::say("lesson.task.choices", {{"most", std::to_string(most_choices)}}));
    }
    task_.in_brief = toml_.strings("in_brief");
    for (std::size_t i = 0; i < task_.in_brief.size(); ++i) check_values(toml_, "in_brief", i, task_.in_brief[i]);
    if (!task_.in_brief.empty() && task_.in_brief.size() != task_.choices.size()) {
      findings_.add(toml_.place_of("in_brief"), base::say("lesson.task.in_brief"));
    }
    if (!toml_.has("right")) toml_.missing("right");
    if (const auto letter = toml_.string("right")) task_.right = read_letter(toml_, "right", *letter);
  }

  /// The index of a letter; -1 after saying what is wrong with it.
  int read_letter(const TomlReader& reader, std::string_view key, const std::string& letter) {
    const int index = letter.size() == 1 ? letter[0] - 'A' : -1;
    if (index >= 0 && index < static_cast<int>(task_.choices.size())) return index;
    if (!task_.choices.empty()) {
      const char last = static_cast<char>('A' + std::min(task_.choices.size(), std::size_t{26}) - 1);
      findings_.tell(reader.place_of(key), "lesson.task.no_letter",
                     {{"letter", letter}, {"last", std::string_view(&last, 1)}});
    }
    return -1;
  }

  void read_misconceptions() {
    std::set<std::string> ids;
    for (TomlReader& reader : toml_.tables("misconception")) {
      Misconception found;
      for (const char* key : {"id", "explanation"}) {
        if (!reader.has(key)) reader.missing(key);
      }
      found.id = reader.string("id").value_or("");
      if (!found.id.empty() && !ids.insert(found.id).second) {
        findings_.add(reader.place_of("id"), base::say("lesson.task.misconception_twice", {{"id", found.id}}));
      }
      found.explanation = reader.string("explanation").value_or("");
      check_values(reader, "explanation", {}, found.explanation);
      if (kind_known_) read_wrong_answer(reader, found);
      reader.finish();
      task_.misconceptions.push_back(std::move(found));
    }
  }

  void read_wrong_answer(TomlReader& reader, Misconception& found) {
    if (task_.kind == TaskKind::choice) {
      if (!reader.has("choice")) reader.missing("choice");
      if (const auto letter = reader.string("choice")) found.choice = read_letter(reader, "choice", *letter);
      if (found.choice >= 0 && found.choice == task_.right) {
        findings_.tell(reader.place_of("choice"), "lesson.task.choice_right");
      }
      const bool taken = found.choice >= 0 && std::ranges::any_of(task_.misconceptions, [&](const Misconception& one) {
                           return one.choice == found.choice;
                         });
      if (taken) findings_.tell(reader.place_of("choice"), "lesson.task.choice_taken");
    }
    if (task_.kind == TaskKind::sketch) read_shape(reader, found);
    if (task_.kind == TaskKind::number) {
      if (!reader.has("value")) reader.missing("value");
      if (const auto value = reader.string("value")) {
        found.value = *value;
        check_calculation(reader, *value);
      }
    }
  }

  void read_shape(TomlReader& reader, Misconception& found) {
    const std::string shapes = listed(shape_names());
    if (!reader.has("shape")) reader.missing("shape", {{"shapes", shapes}});
    found.shape = reader.string("shape").value_or("");
    if (!found.shape.empty() && !shape_named(found.shape)) {
      findings_.add(
          reader.place_of("shape"), base::say("lesson.task.no_shape", {{"shape", found.shape}}),
          did_you_mean(found.shape, shape_names(), base::say("lesson.task.no_shape.hint", {{"shapes", shapes}})));
    }
    if (std::ranges::any_of(task_.misconceptions, [&](const auto& one) { return one.shape == found.shape; })) {
      findings_.tell(reader.place_of("shape"), "lesson.task.shape_taken");
    }
  }

  void check_calculation(const TomlReader& reader, const std::string& value) {
    bool names_right = true;
    for (const Slot& slot : slots(value)) {
      if (const auto flaw = slot_flaw(slot, names_)) {
        add(reader.place_of_part("value", {}, std::string_view(value).substr(slot.offset, slot.length)), *flaw);
        names_right = false;
      }
    }
    if (!names_right) return;
    if (const auto flaw = check_expression(value)) {
      findings_.tell(reader.place_of("value"), "lesson.task.calculation", {{"text", value}, {"why", flaw->message}});
    }
  }

  Names names_;  ///< as the task sees them: its own chain is the nearest
  Findings& findings_;
  TomlReader toml_;
  Task task_;
  bool kind_known_ = false;
};

}  // namespace

SweepHeight height_named(std::string_view word) {
  return word == "speedup" ? SweepHeight::speedup : word == "growth" ? SweepHeight::growth : SweepHeight::time;
}

std::string_view name(TaskKind kind) {
  switch (kind) {
    case TaskKind::count_arrows:
      return "count_arrows";
    case TaskKind::strike:
      return "strike";
    case TaskKind::number:
      return "number";
    case TaskKind::choice:
      return "choice";
    case TaskKind::run:
      return "run";
    case TaskKind::words:
      return "words";
    case TaskKind::sketch:
      return "sketch";
  }
  return {};
}

std::optional<Task> read_task(const Piece& piece, const Names& names, Findings& findings) {
  const auto table = parse_toml(piece.text, piece.first_line, findings);
  if (!table) return std::nullopt;
  return TaskReader(piece, names, findings, *table).run();
}

std::optional<SlotFlaw> slot_flaw(const Slot& slot, const Names& names) {
  switch (slot.kind) {
    case Slot::Kind::fact:
      return std::nullopt;
    case Slot::Kind::flawed:
      return SlotFlaw{slot.flaw, ""};
    case Slot::Kind::value:
      break;
  }
  if (!slot.chain.empty() && !names.chains.contains(slot.chain)) return unknown_chain(slot.chain, names);
  if (!unit_of(slot.name)) return unknown_quantity(slot.name, "lesson.no_quantity.in_braces");
  if (const auto below = compared(slot.name).chain; !below.empty() && !names.chains.contains(below)) {
    return unknown_chain(below, names);
  }
  if (slot.chain.empty() && names.last_chain.empty()) {
    return SlotFlaw{base::say("lesson.slot.no_chain", {{"name", slot.name}}),
                    base::say("lesson.slot.no_chain.hint", {{"name", slot.name}})};
  }
  return std::nullopt;
}

}  // namespace lesson
