// Names from the table of words.
#include "charts/source_words.hpp"

#include "base/words.hpp"

namespace charts {

std::string source_words(record::Source source) {
  return std::string(base::text("chart.source." + std::string(record::name(source))));
}

std::string tier_words(record::Tier tier) {
  switch (tier) {
    case record::Tier::counters:
      return std::string(base::text("chart.tier.counters"));
    case record::Tier::times_only:
      return std::string(base::text("chart.tier.times_only"));
    case record::Tier::counted:
      break;
  }
  return std::string(base::text("chart.tier.counted"));
}

std::string plan_words(std::string_view plan) {
  if (plan == "unfused") return std::string(base::text("chart.plan.unfused"));
  if (plan == "fused") return std::string(base::text("chart.plan.fused"));
  return std::string(plan);
}

}  // namespace charts
