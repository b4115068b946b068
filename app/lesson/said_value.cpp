// Ratios are told apart by the way their figure ends.
#include "lesson/said_value.hpp"

#include "base/factor.hpp"
#include "base/units.hpp"
#include "base/words.hpp"
#include "lesson/quantity.hpp"

#include <algorithm>
#include <cmath>

namespace lesson {

namespace {

bool is_ratio(std::string_view quantity, double value) {
  return unit_of(quantity) == Unit::ratio && std::isfinite(value);
}

}  // namespace

std::string bare_value(std::string_view quantity, double value, bool rough) {
  if (!is_ratio(quantity, value)) return show_value(quantity, value);
  return rough ? base::show_rough_factor(value) : base::show_factor(value);
}

std::string said_value(std::string_view quantity, double value, bool rough) {
  const std::string shown = bare_value(quantity, value, rough);
  return is_ratio(quantity, value) ? base::say(shown == "1" ? "lesson.times.one" : "lesson.times", {{"n", shown}})
                                   : shown;
}

std::string range_value(std::string_view quantity, double value, double share) {
  if (std::isnan(value)) return bare_value(quantity, value);
  if (!std::isfinite(value) || !std::isfinite(share)) return std::string(base::text("lesson.range.untold"));
  const double least = value * (1 - share), most = value * (1 + share);
  const double digit = std::pow(10.0, std::floor(std::log10(std::max(std::abs(most), 1e-300))) - 1);
  const auto outwards = [&](double steps) {
    const double rounded = steps * digit;
    return is_ratio(quantity, rounded) ? base::show_number(rounded, 2) : show_value(quantity, rounded);
  };
  const std::string low = outwards(std::floor(least / digit + 1e-9)), high = outwards(std::ceil(most / digit - 1e-9));
  const std::string both = low == high ? low : base::say("lesson.range", {{"low", low}, {"high", high}});
  return is_ratio(quantity, value) ? base::say("lesson.times", {{"n", both}}) : both;
}

}  // namespace lesson
