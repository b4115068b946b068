// Every measured quantity of a condition, and every time on a GPU that we know, is tried at 0.2 to 5 times what the
// model says, on every data sheet.
#include "lesson/finding_lint.hpp"

#include "base/words.hpp"
#include "lesson/fences/fence.hpp"
#include "lesson/kinds/kind.hpp"
#include "lesson/markdown.hpp"
#include "machine/cards.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>

namespace lesson {
namespace {

/// From what the model says outwards, so that the first example of a case is the most usual one.
/// Near enough to each other that no case of a tenth lies between two of them.
constexpr double grid[] = {1,   0.92, 1.08, 0.85, 1.15, 0.77, 1.27, 0.7, 1.4, 0.6,  1.6, 0.55, 1.8,
                           0.5, 2,    0.42, 2.3,  0.35, 2.6,  0.3,  3,   3.5, 0.25, 4,   0.2,  5};
constexpr double noisy_share = 0.2;
constexpr std::size_t most_varied = 3;  // of more the rest stays as the model has it

std::vector<study::Machine> machines(const study::Machine& first) {
  std::vector<study::Machine> all{first};
  for (const machine::DeviceSpec& spec : machine::known_devices()) {
    const bool is_sheet = std::ranges::find(machine::sheet_ids(), spec.id) != machine::sheet_ids().end();
    if (is_sheet && spec.calibrated_on.empty()) all.push_back(study::machine_of(spec));
  }
  return all;
}

/// What a measured quantity would be by the model; a share or a spread that it does not know, in the middle.
double modelled(const Quantities& numbers, const Term& one) {
  if (is_of_a_card(one.name)) return value_of(numbers, one.chain, one.name).value_or(1);
  std::string name = one.name.substr(one.name.find('.') + 1);
  if (name.starts_with("road.")) name = "bytes." + name.substr(5);
  // Run after run, kernels one by one: the model's batch.
  if (const std::size_t at = name.find("stream"); at != std::string::npos) name.replace(at, 6, "batch");
  constexpr double unknown = 1, busy = 20, registers = 50, spilled = 2;  // bytes: `>= 1` is true and false of them
  if (name.starts_with("busy.") || name.starts_with("occupancy.")) return busy;
  if (name.starts_with("registers.")) return registers;
  if (name.starts_with("spilled.")) return spilled;
  // A machine without graphs: as if each order were its own.
  if (name.starts_with("graph.") && !value_of(numbers, one.chain, name)) name.replace(0, 5, "batch");
  return value_of(numbers, one.chain, name).value_or(unknown);
}

/// Tries all: stops where `see` says so.
void try_all(const Lesson& lesson, const Finding& finding, const study::Machine& first,
             const std::function<void(const Quantities&)>& see) {
  std::vector<Term> varied;
  for (const Term& one : terms(finding)) {
    // A card's times move when it is calibrated anew.
    if (is_seen(one.name) || is_of_a_card(one.name)) varied.push_back(one);
  }
  const auto asked = terms_of_conditions(finding);
  std::ranges::stable_partition(varied, [&](const Term& one) { return std::ranges::find(asked, one) != asked.end(); });
  const auto in_conditions = static_cast<std::size_t>(
      std::ranges::count_if(varied, [&](const Term& one) { return std::ranges::find(asked, one) != asked.end(); }));
  for (const study::Machine& machine : machines(first)) {
    Quantities numbers = lesson_quantities(lesson, machine);
    for (const Term& one : varied) numbers[one.key()] = modelled(numbers, one);
    const Quantities base = numbers;
    const std::function<void(std::size_t)> vary = [&](std::size_t at) {
      if (at == std::min(in_conditions, most_varied)) return see(numbers);
      const std::string key = varied[at].key();
      for (const double times : grid) {
        numbers[key] = base.at(key) * times;
        vary(at + 1);
      }
    };
    vary(0);
  }
}

void lint_cases(const Lesson& lesson, const Finding& finding, const study::Machine& machine, Findings& findings) {
  struct Seen {
    bool told = false, held = false, failed = false;
  };
  std::vector<Seen> seen(finding.cases.size());
  try_all(lesson, finding, machine, [&](const Quantities& numbers) {
    const FindingCase* told = case_at(finding, numbers);
    for (std::size_t i = 0; i < finding.cases.size(); ++i) {
      const FindingCase& one = finding.cases[i];
      seen[i].told = seen[i].told || told == &one;
      (holds(finding, one, numbers) ? seen[i].held : seen[i].failed) = true;
    }
  });
  for (std::size_t i = 0; i < finding.cases.size(); ++i) {
    const FindingCase& one = finding.cases[i];
    if (one.kind == FindingCase::Kind::noisy) continue;
    const bool when = one.kind == FindingCase::Kind::when;
    if (when && !seen[i].failed) return findings.tell({one.line, 1, 4}, "lesson.lint.finding_always");
    if (when && !seen[i].held) return findings.tell({one.line, 1, 4}, "lesson.lint.finding_never");
    if (!seen[i].told) return findings.tell({one.line, 1, 4}, "lesson.lint.finding_covered");
  }
}

/// Texts that claim something, with the line of the block or task that they are in.
void each_claim(const Step& step, const std::function<void(const std::string&, int)>& see) {
  for (const Block& block : step.blocks) {
    if (block.fence == nullptr || block.is(fences::in_class)) see(block.text, block.line);
  }
  if (step.task) see(step.task->right_text, step.task->line);
}

bool is_run_by(const Lesson& lesson, std::size_t steps, const std::string& chain) {
  return std::any_of(
      lesson.steps.begin(), lesson.steps.begin() + static_cast<std::ptrdiff_t>(steps),
      [&](const Step& step) { return step.task && step.task->kind->is_run() && step.task->chain == chain; });
}

void lint_claim(const Lesson& lesson, std::size_t step, const std::string& text, int line, Findings& findings) {
  const Findings inside({}, text);
  const auto& task = lesson.steps[step].task;
  const bool waits = task && hangs_on_a_clock(asked_by(*task));
  for (const Slot& slot : slots(text)) {
    Place place = inside.place(slot.offset, slot.length);
    place.line += line - 1;
    if (slot.kind == Slot::Kind::value && slot.name.starts_with("measured.")) {
      findings.tell(place, "lesson.lint.claim", {{"quantity", slot.name}});
    }
    const auto found = slot.kind == Slot::Kind::finding ? lesson.findings.find(slot.name) : lesson.findings.end();
    if (found == lesson.findings.end()) continue;
    for (const Term& one : terms(found->second)) {
      const bool runs = one.name.starts_with("measured.") && is_run_by(lesson, lesson.steps.size(), one.chain);
      if (!runs || is_run_by(lesson, step + 1, one.chain) || (waits && task->chain == one.chain)) continue;
      findings.tell(place, "lesson.lint.finding_early", {{"name", slot.name}, {"chain", one.chain}});
      break;
    }
  }
}

}  // namespace

void lint_findings(const Lesson& lesson, const study::Machine& machine, Findings& findings) {
  if (lesson.findings.empty()) return;
  for (const auto& [name, finding] : lesson.findings) lint_cases(lesson, finding, machine, findings);
  for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
    each_claim(lesson.steps[i],
               [&](const std::string& text, int line) { lint_claim(lesson, i, text, line, findings); });
  }
}

std::string with_longest_cases(std::string_view text, const Lesson& lesson) {
  std::string out;
  std::size_t at = 0;
  for (const Slot& slot : slots(text)) {
    const auto found = slot.kind == Slot::Kind::finding ? lesson.findings.find(slot.name) : lesson.findings.end();
    if (found == lesson.findings.end() || found->second.cases.empty()) continue;
    out += text.substr(at, slot.offset - at);
    at = slot.offset + slot.length;
    out += std::ranges::max(found->second.cases, {}, [](const FindingCase& one) { return count_words(one.text); }).text;
  }
  return out + std::string(text.substr(at));
}

std::vector<Example> examples(const Lesson& lesson, const Finding& finding, const study::Machine& machine) {
  std::vector<Example> all;
  try_all(lesson, finding, machine, [&](const Quantities& numbers) {
    const FindingCase* told = case_at(finding, numbers);
    if (told != nullptr && std::ranges::find(all, told, &Example::told) == all.end()) all.push_back({told, numbers});
  });
  if (const FindingCase* noisy = finding.noisy(); noisy != nullptr && !all.empty()) {
    Quantities numbers = all.front().numbers;
    for (const Term& one : terms(finding))
      if (is_seen(one.name)) numbers[one.chain + "/" + scatter_of(one.name)] = noisy_share;
    all.push_back({noisy, std::move(numbers)});
  }
  std::ranges::sort(all, {}, [](const Example& one) { return one.told->line; });
  return all;
}

}  // namespace lesson
