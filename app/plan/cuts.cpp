// Cuts as a person writes them.
#include "base/text.hpp"
#include "base/words.hpp"
#include "plan/fusion_plan.hpp"

namespace plan {

base::Expected<Cuts> parse_cuts(std::string_view text) {
  const std::string_view whole = base::trim(text);
  if (whole == "every") return Cuts{Cuts::Kind::every, {}};
  if (whole == "none") return Cuts{Cuts::Kind::none, {}};
  if (whole == "eager") return Cuts{Cuts::Kind::eager, {}};
  if (whole == "library") return Cuts{Cuts::Kind::library, {}};
  Cuts cuts{Cuts::Kind::by_hand, {}};
  for (const std::string_view part : base::split(whole, ',')) {
    const std::string_view value = base::trim(part);
    if (value.empty()) {
      return base::wrong(base::say("plan.no_cut_name"), base::say("plan.no_cut_name.hint"));
    }
    for (const std::string_view plan : {"every", "none", "eager", "library", "best"}) {
      if (value == plan && value != whole) {
        return base::wrong(base::say("plan.whole_plan", {{"plan", plan}}),
                           base::say("plan.whole_plan.hint", {{"plan", plan}}));
      }
    }
    cuts.values.emplace_back(value);
  }
  return cuts;
}

}  // namespace plan
