// fmt asks no locale.
#include "exporter/number.hpp"

#include <fmt/format.h>

#include <cassert>
#include <cmath>

namespace exporter {

std::string coordinate(double value) {
  assert(std::isfinite(value) && "a mark without a place");
  std::string text = fmt::format("{:.3f}", value);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return text == "-0" ? "0" : text;
}

}  // namespace exporter
