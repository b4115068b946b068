// The order of arrows, and what each mistake is told.
#include "session/lesson/arrow_marks.hpp"

#include "base/words.hpp"
#include "session/state/lock_rule.hpp"

#include <algorithm>

namespace session {
namespace {

bool is_marked(const Attempt& attempt, std::string_view id) {
  return std::find(attempt.marks.begin(), attempt.marks.end(), id) != attempt.marks.end();
}

/// Whether `first` must be marked before `then`.
bool comes_before(const charts::Arrow& first, const charts::Arrow& then) {
  if (first.kernel != then.kernel) return first.kernel < then.kernel;
  return !first.write && then.write;
}

std::string kernel_name(int kernel) {
  return "K" + std::to_string(kernel);
}

}  // namespace

void mark_arrow(Attempt& attempt, const plan::FusionPlan& unfused, std::string_view id) {
  attempt.message.clear();
  const auto all = charts::arrows(unfused);
  const auto arrow = std::find_if(all.begin(), all.end(), [&](const auto& a) { return a.id == id; });
  if (arrow == all.end()) return;
  if (const auto marked = std::find(attempt.marks.begin(), attempt.marks.end(), id); marked != attempt.marks.end()) {
    attempt.marks.erase(marked, attempt.marks.end());
    return;
  }
  const std::string& name = unfused.chain->values[arrow->value].name;
  if (!arrow->full) {
    attempt.message = base::say("session.arrow.not_full", {{"name", name}});
    return;
  }
  const auto missing = std::find_if(all.begin(), all.end(), [&](const auto& a) {
    return a.full && comes_before(a, *arrow) && !is_marked(attempt, a.id);
  });
  if (missing == all.end()) {
    attempt.marks.emplace_back(id);
  } else if (missing->kernel == arrow->kernel) {
    attempt.message = base::say("session.arrow.reads_first", {{"kernel", kernel_name(arrow->kernel)}});
  } else {
    attempt.message = base::say("session.arrow.kernel_first",
                                {{"kernel", kernel_name(arrow->kernel)}, {"before", kernel_name(missing->kernel)}});
  }
}

bool all_marked(const Attempt& attempt, const plan::FusionPlan& unfused) {
  const auto all = charts::arrows(unfused);
  return std::all_of(all.begin(), all.end(), [&](const auto& a) { return !a.full || is_marked(attempt, a.id); });
}

void toggle_strike(Attempt& attempt, std::string_view id) {
  attempt.message.clear();
  if (attempt.struck.erase(std::string(id)) == 0) attempt.struck.emplace(id);
}

std::string strike_mistake(const Attempt& attempt, const Bench& bench) {
  const auto still_stored = bench.fused(LockRule::to_judge()).stored();
  bool missing = false;
  std::string first;
  std::uint64_t wrong = 0;
  for (const auto& arrow : charts::arrows(bench.unfused())) {
    const chain::Value& value = bench.chain->values[arrow.value];
    const bool struck = attempt.struck.contains(arrow.id);
    if (value.op == chain::Op::input || value.output || still_stored[arrow.value]) {
      if (!struck) continue;
      const auto* why = value.op == chain::Op::input ? "session.strike.input"
                        : value.output               ? "session.strike.output"
                                                     : "session.strike.still_stored";
      if (++wrong == 1) first = base::say(why, {{"arrow", arrow.label}, {"name", value.name}});
      continue;
    }
    // The bytes of a small one go too, but only full tensors were counted.
    if (!struck && arrow.full) missing = true;
  }
  if (wrong > 1) return first + " " + base::say("session.strike.more", wrong - 1);
  if (wrong == 1) return first;
  return missing ? std::string(base::text("session.strike.missing")) : std::string();
}

std::map<std::string, charts::ArrowState> arrow_states(const Attempt& attempt) {
  std::map<std::string, charts::ArrowState> states;
  for (std::size_t i = 0; i < attempt.marks.size(); ++i) states[attempt.marks[i]].mark = std::to_string(i + 1);
  for (const auto& id : attempt.struck) states[id].struck = true;
  return states;
}

}  // namespace session
