// Ratios are told apart by the way their figure ends.
#include "lesson/said_value.hpp"

#include "base/factor.hpp"
#include "base/words.hpp"
#include "lesson/quantity.hpp"

#include <cmath>

namespace lesson {

namespace {

bool is_ratio(std::string_view quantity, double value) {
  return unit_of(quantity) == Unit::ratio && std::isfinite(value);
}

}  // namespace

std::string bare_value(std::string_view quantity, double value) {
  return is_ratio(quantity, value) ? base::show_factor(value) : show_value(quantity, value);
}

std::string said_value(std::string_view quantity, double value) {
  const std::string shown = bare_value(quantity, value);
  return is_ratio(quantity, value) ? base::say(shown == "1" ? "lesson.times.one" : "lesson.times", {{"n", shown}})
                                   : shown;
}

}  // namespace lesson
