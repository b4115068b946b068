// A calibration made beside another program tells slower roads than there are, so that every plan beats the model; a
// run beside one takes longer. The sentences keep the two apart.
#include "measure/ceilings.hpp"

#include "base/text.hpp"
#include "base/words.hpp"

#include <algorithm>
#include <vector>

namespace measure {

std::string ceilings_doubt(const machine::DeviceSpec& spec, std::span<const model::Prediction> predictions,
                           const record::Measurement& measurement) {
  const std::size_t plans = measurement.plans.size();
  if (spec.calibrated_on.empty() || measurement.source != record::Source::measured || plans < 2 ||
      predictions.size() < plans)
    return {};
  std::vector<double> ratios;
  for (std::size_t i = 0; i < plans; ++i) {
    const auto& cold = measurement.plans[i].cold;
    if (!cold || predictions[i].bound == model::Bound::launch || !(predictions[i].cold.value > 0)) return {};
    ratios.push_back(cold->median.value / predictions[i].cold.value);
  }
  const auto [least, most] = std::ranges::minmax(ratios);
  if (least < ceilings_margin && most > 1 / ceilings_margin) return {};
  const std::string low = base::show_number(least, 2), high = base::show_number(most, 2);
  return base::say(least < 1 ? "measure.ceilings.faster" : "measure.ceilings.slower",
                   {{"times", low == high ? low : base::say("measure.ceilings.span", {{"least", low}, {"most", high}})},
                    {"date", spec.calibrated_on}});
}

}  // namespace measure
