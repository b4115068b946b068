// Round steps, whole decades, and labels with one decimal prefix.
#include "figure/axis.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

namespace figure {
namespace {

constexpr int decade_limit = 30;  ///< 10^-30 to 10^30: beyond, a number is a bug and not a quantity

/// "k" for 3, "m" for -3: the prefix of a power of ten that is a multiple of three.
std::string_view prefix(int exponent) {
  constexpr std::array<std::string_view, 21> prefixes = {"q", "r", "y", "z", "a", "f", "p", "n", "µ", "m", "",
                                                         "k", "M", "G", "T", "P", "E", "Z", "Y", "R", "Q"};
  return prefixes[static_cast<std::size_t>(exponent / 3 + 10)];
}

/// Number, narrow no-break space, prefix and unit; nothing to follow, no space.
std::string with_unit(const std::string& number, std::string_view prefix_text, std::string_view unit) {
  const std::string tail = std::string(prefix_text) + std::string(unit);
  return tail.empty() ? number : number + "\u202F" + tail;
}

int floor_to_three(int exponent) {
  return 3 * static_cast<int>(std::floor(exponent / 3.0));
}

/// Decades as people write them: 0.01 and 100 plain, 1 k and 1 m by prefix.
std::string decade_label(int exponent, std::string_view unit) {
  // A unit's own prefix reads better than "0.01 s"; a bare number better without one.
  const int least_plain = unit.empty() ? -2 : 0;
  if (exponent >= least_plain && exponent < 3) {
    return with_unit(fmt::format("{:.{}f}", std::pow(10.0, exponent), std::max(0, -exponent)), "", unit);
  }
  const int power = floor_to_three(exponent);
  return with_unit(fmt::format("{:.0f}", std::pow(10.0, exponent - power)), prefix(power), unit);
}

/// The smallest of 1, 2, 2.5, 5, 10 times a power of ten that is >= `rough`.
double round_step(double rough) {
  const double power = std::pow(10.0, std::floor(std::log10(rough)));
  for (double factor : {1.0, 2.0, 2.5, 5.0}) {
    if (rough <= factor * power * (1 + 1e-9)) return factor * power;
  }
  return 10 * power;
}

/// Decimals that a step needs to be written exactly.
int decimals_of(double step) {
  int decimals = 0;
  while (decimals < 6 && std::abs(step - std::round(step)) > 1e-6 * step) {
    step *= 10;
    ++decimals;
  }
  return decimals;
}

}  // namespace

double Axis::place(double value) const {
  const double share = logarithmic ? std::log(value / from) / std::log(to / from) : (value - from) / (to - from);
  return begin + share * (end - begin);
}

double Axis::value(double place) const {
  const double share = (place - begin) / (end - begin);
  return logarithmic ? from * std::pow(to / from, share) : from + share * (to - from);
}

Axis linear_axis(double most, double begin, double end, int ticks, std::string_view unit) {
  assert(std::isfinite(most) && most >= 0 && ticks >= 1);
  if (most <= 0) most = 1;
  const double step = round_step(most / ticks);
  const int count = static_cast<int>(std::ceil(most / step * (1 - 1e-9)));
  const int exponent = static_cast<int>(std::floor(std::log10(step * count) + 1e-9));
  const bool plain = unit.empty() && exponent < 4 && exponent >= -2;
  const int power = plain ? 0 : floor_to_three(exponent);
  const double scale = std::pow(10.0, power);
  const int decimals = decimals_of(step / scale);
  Axis axis{0, step * count, false, begin, end, {{0, "0"}}};
  for (int i = 1; i <= count; ++i) {
    axis.ticks.push_back(
        {i * step, with_unit(fmt::format("{:.{}f}", i * step / scale, decimals), prefix(power), unit)});
  }
  return axis;
}

Axis decade_axis(double least, double most, double begin, double end, std::string_view unit, double apart) {
  assert(least > 0 && most >= least && std::isfinite(most));
  // The tolerance keeps 1000 in its own decade whatever log10's last bit says.
  const auto limit = [](double exponent) {
    return std::clamp(static_cast<int>(exponent), -decade_limit, decade_limit);
  };
  int low = limit(std::floor(std::log10(least) + 1e-9));
  int high = limit(std::ceil(std::log10(most) - 1e-9));
  if (high <= low) high = low + 1;
  if (high > decade_limit) low = (high = decade_limit) - 1;
  Axis axis{std::pow(10.0, low), std::pow(10.0, high), true, begin, end, {}};
  const double decade = std::abs(end - begin) / (high - low);
  const int roomy = decade > 0 ? std::min(static_cast<int>(std::ceil(apart / decade - 1e-9)), high - low) : 1;
  const int every = std::max(high - low > 9 ? 2 : 1, roomy);
  for (int exponent = low; exponent <= high; ++exponent) {
    const bool labelled = (exponent - low) % every == 0;
    axis.ticks.push_back({std::pow(10.0, exponent), labelled ? decade_label(exponent, unit) : ""});
  }
  return axis;
}

}  // namespace figure
