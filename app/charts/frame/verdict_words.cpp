// The verdict of the plan that says it for all.
#include "charts/frame/verdict_words.hpp"

#include "base/text.hpp"
#include "base/units.hpp"
#include "base/words.hpp"

#include <algorithm>

namespace charts {
namespace {

const record::Verdict* verdict_of(const record::Measurement& measurement) {
  const auto& plans = measurement.plans;
  if (plans.empty() || !std::ranges::all_of(plans, [](const auto& plan) { return plan.verdict.passed; }))
    return nullptr;
  const auto differs =
      std::find_if(plans.begin() + 1, plans.end(), [](const auto& plan) { return !plan.verdict.fused_equals_unfused; });
  return differs == plans.end() ? &plans.back().verdict : &differs->verdict;
}

}  // namespace

bool differs_by_numbers_only(const record::Verdict& verdict) {
  return !verdict.fused_equals_unfused && verdict.largest_difference == 0 && verdict.nan_outputs == 0;
}

std::string same_math_words(const record::Measurement& measurement) {
  const record::Verdict* of = verdict_of(measurement);
  if (of == nullptr || of->outputs == 0) return {};
  return base::say(of->fused_equals_unfused       ? "chart.verdict.identical"
                   : differs_by_numbers_only(*of) ? "chart.verdict.differ.numbers"
                                                  : "chart.verdict.differ",
                   {{"same", base::show_count(of->identical)},
                    {"all", base::show_count(of->outputs)},
                    {"difference", base::show_number(of->largest_difference, 2)}});
}

std::string same_math_brief(const record::Measurement& measurement) {
  const record::Verdict* of = verdict_of(measurement);
  if (of == nullptr || of->outputs == 0) return {};
  return base::say("chart.verdict.brief",
                   {{"same", base::show_count(of->identical)}, {"all", base::show_count(of->outputs)}});
}

}  // namespace charts
