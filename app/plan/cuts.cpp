// Cuts as a person writes them.
#include "base/text.hpp"
#include "base/words.hpp"
#include "plan/fusion_plan.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace plan {
namespace {

using Kind = Cuts::Kind;
constexpr std::array<std::pair<std::string_view, Kind>, 5> whole_plans = {{{"every", Kind::every},
                                                                           {"none", Kind::none},
                                                                           {"eager", Kind::eager},
                                                                           {"library", Kind::library},
                                                                           {"products", Kind::products}}};

/// Nothing where the text names values.
std::optional<Kind> whole_plan(std::string_view text) {
  const auto* found = std::ranges::find(whole_plans, text, &std::pair<std::string_view, Kind>::first);
  if (found == whole_plans.end()) return std::nullopt;
  return found->second;
}

}  // namespace

bool is_named_plan(std::string_view name) {
  const auto kind = whole_plan(name);
  return kind && Cuts{.kind = *kind, .values = {}}.is_third();
}

base::Expected<Cuts> parse_cuts(std::string_view text) {
  if (const CutsAndKnobs parts = split_knobs(text); !parts.knobs.empty()) {
    auto cuts = parse_cuts(parts.cuts);
    if (!cuts) return cuts;
    const auto knobs = parse_knobs(parts.knobs);
    if (!knobs) return std::unexpected(knobs.error());
    cuts->knobs = *knobs;
    return cuts;
  }
  const std::string_view whole = base::trim(text);
  if (const auto kind = whole_plan(whole)) return Cuts{.kind = *kind, .values = {}};
  Cuts cuts{.kind = Cuts::Kind::by_hand, .values = {}};
  for (const std::string_view part : base::split(whole, ',')) {
    const std::string_view value = base::trim(part);
    if (value.empty()) {
      return base::wrong(base::say("plan.no_cut_name"), base::say("plan.no_cut_name.hint"));
    }
    if (value != whole && (value == "best" || whole_plan(value))) {
      return base::wrong(base::say("plan.whole_plan", {{"plan", value}}),
                         base::say("plan.whole_plan.hint", {{"plan", value}}));
    }
    if (std::ranges::find(cuts.values, value) != cuts.values.end()) {
      return base::wrong(base::say("plan.cut_twice", {{"value", value}}),
                         std::string(base::text("plan.cut_twice.hint")));
    }
    cuts.values.emplace_back(value);
  }
  return cuts;
}

}  // namespace plan
