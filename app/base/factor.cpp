// Digits of a ratio, less the zeros at their end.
#include "base/factor.hpp"

#include "base/units.hpp"
#include "base/words.hpp"

#include <cmath>

namespace base {

std::string show_factor(double ratio) {
  std::string shown = show_number(ratio);
  constexpr double near_one = 0.1;
  const double from_one = std::abs(ratio - 1);
  if ((from_one > 0 && from_one < near_one) || !shown.contains('.')) return shown;
  shown.erase(shown.find_last_not_of('0') + 1);
  if (shown.ends_with('.')) shown.pop_back();
  return shown;
}

std::string show_rough_factor(double ratio) {
  return say("factor.about", {{"ratio", show_number(ratio, 2)}});
}

}  // namespace base
