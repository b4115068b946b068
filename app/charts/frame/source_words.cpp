// Names from the table of words.
#include "charts/frame/source_words.hpp"

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
  const bool named = plan == "unfused" || plan == "fused" || plan == "eager";  // others are called by their cuts
  return std::string(named ? base::text("chart.plan." + std::string(plan)) : plan);
}

}  // namespace charts
