// What an open task hides, by the forms of chains.
#include "session/state/lock_rule.hpp"

#include <fmt/format.h>

namespace session {

bool LockRule::hides(const Bench& bench, std::string_view quantity) const {
  return open_.hides(bench.form(), quantity);
}

bool LockRule::asks(const Bench& bench, std::string_view quantity) const {
  return open_.asks(bench.form(), quantity);
}

bool LockRule::hides_run(const Bench& bench) const {
  return open_.hides_run(bench.form());
}

std::optional<Leave> LockRule::quantity(const Bench& bench, std::string_view quantity) const {
  return hides(bench, quantity) ? std::nullopt : std::optional(Leave());
}

std::optional<Leave> LockRule::anything(const Bench& bench) const {
  return open_.hides_any(bench.form()) ? std::nullopt : std::optional(Leave());
}

Allowed LockRule::stage(const Bench& bench, charts::Quantity panel) const {
  for (const auto one : {charts::Quantity::crossings, charts::Quantity::bytes, charts::Quantity::time}) {
    if (panel != one && panel != charts::Quantity::all) continue;
    for (const auto* plan : {"unfused", "fused"}) {
      if (hides(bench, fmt::format("{}.{}", charts::name(one), plan))) return figure::Stage::guess;
    }
  }
  return {bench.ran() && !hides_run(bench) ? figure::Stage::truth : figure::Stage::model, Leave()};
}

}  // namespace session
