// A chain as its text and, beside it, as loops over doubles of its own: nothing here asks the interpreter of chains.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace tests {

using Numbers = std::vector<double>;

/// Places of a number's fraction, the one before the point too, and the exponent below which they no longer shrink.
struct Places {
  int fraction, least;
  double most;
};
inline Places places_of(const std::string& dtype) {
  if (dtype == "bf16") return {8, -133, 3.3895313892515355e38};
  if (dtype == "f16") return {11, -24, 65504};
  return {24, -149, 3.4028234663852886e38};
}

/// Distance between neighbours at this number.
inline double step_at(double number, const std::string& dtype) {
  const Places places = places_of(dtype);
  if (number == 0) return std::ldexp(1.0, places.least);
  return std::ldexp(1.0, std::max(std::ilogb(number) - places.fraction + 1, places.least));
}

inline double to_nearest(double number, const std::string& dtype) {
  if (!std::isfinite(number)) return number;
  const double step = step_at(number, dtype), nearest = std::nearbyint(number / step) * step;
  return std::abs(nearest) > places_of(dtype).most ? std::copysign(HUGE_VAL, number) : nearest;
}

/// What an op makes, and for each number how large what was added up for it is: an error is a share of that.
struct Made {
  Numbers numbers, scales;
};

/// A tensor of two dimensions: an input, or what one line of the text makes.
struct PlainValue {
  std::string name, dtype;
  std::int64_t rows = 1, columns = 1;
  std::string line;                                              ///< of the text
  std::vector<int> of;                                           ///< operands
  std::function<Made(const std::vector<const Numbers*>&)> make;  ///< none of an input
  int ranks = -1;  ///< of numbers of entries: the value whose rows they number
  [[nodiscard]] bool is_input() const { return !make; }
  [[nodiscard]] std::int64_t elements() const { return rows * columns; }
};

struct PlainChain {
  std::vector<PlainValue> values;
  std::vector<int> outputs;

  [[nodiscard]] std::string text() const {
    std::string all;
    for (const PlainValue& value : values) all += value.line + "\n";
    for (const int output : outputs) all += "out " + values[output].name + "\n";
    return all;
  }
  [[nodiscard]] int find(const std::string& name) const {
    const auto found = std::ranges::find(values, name, &PlainValue::name);
    return found == values.end() ? -1 : static_cast<int>(found - values.begin());
  }

  /// All numbers, rounded to their dtype where a kernel writes them. Each is off by up to `noise` of its size: what a
  /// right kernel in f32 may be off by, too.
  [[nodiscard]] std::vector<Numbers> numbers(const std::vector<Numbers>& inputs, const std::set<std::string>& written,
                                             double noise, std::uint32_t seed) const {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> off(-noise, noise);
    std::vector<Numbers> all(values.size());
    for (std::size_t v = 0; v < values.size(); ++v) {
      const PlainValue& value = values[v];
      if (value.is_input()) {
        all[v] = inputs[v];
        continue;
      }
      std::vector<const Numbers*> operands;
      for (const int operand : value.of) operands.push_back(&all[operand]);
      Made made = value.make(operands);
      for (std::size_t i = 0; i < made.numbers.size() && value.ranks < 0; ++i) {
        double& number = made.numbers[i];
        number += off(random) * (made.scales.empty() ? std::abs(number) : made.scales[i]);
        if (written.contains(value.name)) number = to_nearest(number, value.dtype);
      }
      all[v] = std::move(made.numbers);
    }
    return all;
  }
};

}  // namespace tests
