// Each key of a task: there or not, of the right type, naming only what exists.
#include "lesson/task_reader.hpp"

#include "base/words.hpp"
#include "lesson/kinds/kind.hpp"
#include "lesson/kinds/task_block.hpp"

#include <algorithm>

namespace lesson {
namespace {

std::vector<std::string_view> kind_names() {
  std::vector<std::string_view> names;
  for (const TaskKind* kind : task_kinds()) names.push_back(kind->name);
  return names;
}

std::vector<std::string_view> views(const std::set<std::string, std::less<>>& names) {
  return {names.begin(), names.end()};
}

SlotFlaw unknown_chain(std::string_view name, const Names& names) {
  return {base::say("lesson.chain_unknown", {{"name", name}}),
          did_you_mean(name, views(names.chains), base::say("lesson.chain_unknown.hint"))};
}

SlotFlaw unknown_calculation(std::string_view name, const Names& names) {
  std::vector<std::string_view> known;
  for (const auto& [written, with_unit] : names.calculated) known.push_back(written);
  return {base::say("lesson.no_quantity", {{"name", name}}),
          did_you_mean(name, known, base::say("lesson.calculator.no_quantity.hint"))};
}

SlotFlaw unknown_quantity(std::string_view name, std::string_view otherwise) {
  return {base::say("lesson.no_quantity", {{"name", name}}),
          did_you_mean(name, quantity_names(), base::say(otherwise))};
}

/// What ends in a plan that the lesson does not name.
std::optional<SlotFlaw> unknown_plan(std::string_view quantity, const Names& names) {
  const std::string_view plan = named_plan_in(quantity);
  if (plan.empty() || names.plans.contains(plan)) return std::nullopt;
  const auto as_quantity = unknown_quantity(quantity, "lesson.plan.no_quantity.hint");
  return SlotFlaw{as_quantity.message, did_you_mean(plan, views(names.plans), as_quantity.hint)};
}

class TaskReader {
 public:
  TaskReader(const Piece& piece, const Names& names, Findings& findings, const toml::table& table)
      : block_{names, findings, {table, piece.text, piece.first_line, "task", {piece.line, 1, 3}, findings}} {
    task_.line = piece.line;
  }

  Task run() {
    task_.id = block_.required("id");
    read_kind();
    // What a curve is drawn over is asked, and all that tells it.
    const bool drawn = kind_ != nullptr && kind_->by == By::curve;
    if (drawn) {
      read_own();
    } else {
      read_chain();
      read_asked();
    }
    task_.question = block_.required("question", base::TextKind::lines);
    task_.hint = block_.text("hint");
    task_.right_text = block_.text("because");
    if (kind_ != nullptr && kind_->on_paper != nullptr) read_paper();
    if (!drawn) read_own();
    read_misconceptions();
    block_.toml.finish();
    return std::move(task_);
  }

 private:
  void read_kind() {
    TomlReader& toml = block_.toml;
    if (!toml.has("kind")) toml.missing("kind", {{"kinds", listed(kind_names())}});
    const auto text = toml.string("kind");
    if (!text) return;
    const auto found = std::ranges::find(task_kinds(), *text, &TaskKind::name);
    if (found != task_kinds().end()) {
      kind_ = task_.kind = *found;
      return;
    }
    const std::string kinds_are = base::say("lesson.task.no_kind.hint", {{"kinds", listed(kind_names())}});
    block_.findings.add(toml.place_of("kind"), base::say("lesson.task.no_kind", {{"kind", *text}}),
                        did_you_mean(*text, kind_names(), kinds_are));
  }

  void read_chain() {
    Names& names = block_.names;
    const auto text = block_.toml.string("chain");
    task_.chain = text.value_or(names.last_chain);
    if (text && !names.chains.contains(*text)) block_.add(block_.toml.place_of("chain"), unknown_chain(*text, names));
    names.last_chain = task_.chain;
  }

  void read_asked() {
    TomlReader& toml = block_.toml;
    const auto asked = toml.string("asked");
    if (asked) {
      block_.check_quantity("asked", {}, *asked);
      task_.asked = block_.names.with_unit(*asked);
      check_worked_out();
    } else if (kind_ != nullptr && !toml.has("asked")) {
      if (kind_->must_ask) toml.missing("asked");
      task_.asked = kind_->asked_if_unsaid;
    }
    const bool of_chain = kind_ != nullptr && kind_->needs_chain && !is_calculated(task_.asked);
    if (of_chain && task_.chain.empty()) toml.missing("chain");
    task_.given = toml.strings("given");
    for (std::size_t i = 0; i < task_.given.size(); ++i) {
      block_.check_quantity("given", i, task_.given[i]);
      task_.given[i] = block_.names.with_unit(task_.given[i]);
      if (!task_.asked.empty() && task_.given[i] == task_.asked) {
        block_.findings.tell(toml.place_of("given", i), "lesson.task.asked_and_given",
                             {{"quantity", without_unit(task_.asked)}});
      }
    }
  }

  /// What a calculator was set to stands on the page.
  void check_worked_out() {
    if (!is_set(task_.asked)) return;
    block_.findings.tell(block_.toml.place_of("asked"), "lesson.calculator.asked_set",
                         {{"name", without_unit(task_.asked)}});
  }

  /// What a quiz asks: on a task that stands on no paper these are unknown keys.
  void read_paper() {
    TomlReader& toml = block_.toml;
    task_.paper = block_.text("paper");
    for (const char* key : {"paper_because", "paper_chain"}) {
      if (toml.has(key) && task_.paper.empty()) {
        block_.findings.tell(toml.place_of(key), "lesson.task.of_paper", {{"key", key}});
      }
    }
    task_.paper_because = block_.text("paper_because");
    task_.paper_chain = toml.boolean("paper_chain").value_or(false);
  }

  /// Keys that only its kind has; on another they are unknown keys.
  void read_own() {
    if (kind_ != nullptr && kind_->read != nullptr) kind_->read(block_, task_);
  }

  void read_misconceptions() {
    std::set<std::string> ids;
    for (TomlReader& reader : block_.toml.tables("misconception")) {
      Misconception found;
      for (const char* key : {"id", "explanation"}) {
        if (!reader.has(key)) reader.missing(key);
      }
      found.id = reader.string("id").value_or("");
      if (!found.id.empty() && !ids.insert(found.id).second) {
        block_.findings.add(reader.place_of("id"), base::say("lesson.task.misconception_twice", {{"id", found.id}}));
      }
      found.explanation = reader.string("explanation", base::TextKind::lines).value_or("");
      block_.check_values(reader, "explanation", {}, found.explanation);
      if (kind_ != nullptr && kind_->read_wrong != nullptr) kind_->read_wrong(block_, task_, reader, found);
      reader.finish();
      task_.misconceptions.push_back(std::move(found));
    }
  }

  TaskBlock block_;
  Task task_;
  const TaskKind* kind_ = nullptr;  ///< null: not known
};

}  // namespace

SweepHeight height_named(std::string_view word) {
  return word == "speedup" ? SweepHeight::speedup : word == "growth" ? SweepHeight::growth : SweepHeight::time;
}

std::optional<Task> read_task(const Piece& piece, const Names& names, Findings& findings) {
  const auto table = parse_toml(piece.text, piece.first_line, findings);
  if (!table) return std::nullopt;
  return TaskReader(piece, names, findings, *table).run();
}

std::string Names::with_unit(const std::string& quantity) const {
  const auto found = calculated.find(quantity);
  return found == calculated.end() ? quantity : found->second;
}

std::optional<SlotFlaw> quantity_flaw(std::string_view quantity, const Names& names) {
  if (is_calculated(quantity)) {
    return names.calculated.contains(quantity) ? std::nullopt : std::optional(unknown_calculation(quantity, names));
  }
  if (!unit_of(quantity)) return unknown_quantity(quantity, "lesson.no_quantity.hint");
  if (auto flaw = unknown_plan(quantity, names)) return flaw;
  const auto below = compared(quantity).chain;
  if (!below.empty() && !names.chains.contains(below)) return unknown_chain(below, names);
  return std::nullopt;
}

std::optional<SlotFlaw> slot_flaw(const Slot& slot, const Names& names) {
  switch (slot.kind) {
    case Slot::Kind::fact:
      return std::nullopt;
    case Slot::Kind::flawed:
      return SlotFlaw{slot.flaw, ""};
    case Slot::Kind::finding:
      if (names.findings.contains(slot.name)) return std::nullopt;
      return SlotFlaw{base::say("lesson.finding.unknown", {{"name", slot.name}}),
                      did_you_mean(slot.name, views(names.findings), base::say("lesson.finding.unknown.hint"))};
    case Slot::Kind::value:
      break;
  }
  if (is_calculated(slot.name)) return quantity_flaw(slot.name, names);
  if (!slot.chain.empty() && !names.chains.contains(slot.chain)) return unknown_chain(slot.chain, names);
  if (!unit_of(slot.name)) return unknown_quantity(slot.name, "lesson.no_quantity.in_braces");
  if (auto flaw = unknown_plan(slot.name, names)) return flaw;
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
