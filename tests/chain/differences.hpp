// Gradients by central differences in double: what a backward pass is held against.
#pragma once

#include "chain/evaluate.hpp"
#include "chain/grad.hpp"

#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

namespace tests {

/// Every element of a value, with nothing rounded on the way.
inline std::vector<double> all_of(const chain::Chain& chain, int value, const chain::InputElement& input) {
  std::vector<std::int64_t> all(static_cast<std::size_t>(chain.values[value].shape.elements()));
  std::iota(all.begin(), all.end(), 0);
  std::vector<double> numbers;
  const std::vector<bool> stored(chain.values.size(), false);
  for (const chain::Bounded& x : chain::evaluate(chain, stored, input, value, all)) numbers.push_back(x.value);
  return numbers;
}

/// A number between -1.5 and 1.5 for each place, none near 0.
inline double some_number(int stream, std::int64_t element) {
  const double angle = std::sin(static_cast<double>(element * 7 + stream * 131 + 3)) * 1000;
  const double share = angle - std::floor(angle);
  return share < 0.5 ? -1.5 + 2.6 * share : 0.2 + 2.6 * (share - 0.5);
}

/// The gradient that comes in for an output.
inline double incoming(int output, std::int64_t element) {
  return some_number(1000 + output, element);
}

/// sum of d_y * y over all outputs of the forward chain, with one element of an input moved.
inline double weighed(const chain::Chain& chain, int moved, std::int64_t at, double by) {
  const auto input = [&](int value, std::int64_t element) {
    return some_number(value, element) + (value == moved && element == at ? by : 0);
  };
  double sum = 0;
  for (const int output : chain.outputs()) {
    const std::vector<double> y = all_of(chain, output, input);
    for (std::size_t i = 0; i < y.size(); ++i) sum += y[i] * incoming(output, static_cast<std::int64_t>(i));
  }
  return sum;
}

inline double by_differences(const chain::Chain& chain, int input, std::int64_t at, double step) {
  return (weighed(chain, input, at, step) - weighed(chain, input, at, -step)) / (2 * step);
}

/// How far a backward pass is from the differences.
struct Distance {
  double worst = 0;             ///< in parts of 1 + their size
  int compared = 0, steep = 0;  ///< elements; where two steps do not agree the difference tells nothing
};

inline Distance distance(const chain::Chain& chain, const chain::BackwardPass& pass, const std::vector<int>& to) {
  const chain::Chain& backward = pass.chain;
  std::vector<std::vector<double>> kept(backward.values.size());
  const auto forward_input = [](int value, std::int64_t element) { return some_number(value, element); };
  for (const int v : backward.inputs()) {
    const std::string& name = backward.values[v].name;
    for (const int value : chain.ops()) {
      if (chain.values[value].name == name) kept[v] = all_of(chain, value, forward_input);
    }
  }
  const auto input = [&](int value, std::int64_t element) {
    const std::string& name = backward.values[value].name;
    if (const int forward = chain.find(name); forward >= 0) {
      return kept[value].empty() ? some_number(forward, element) : kept[value][static_cast<std::size_t>(element)];
    }
    for (const int output : chain.outputs()) {
      std::string of = chain.values[output].name;
      if (name.starts_with("d_" + of)) return incoming(output, element);
    }
    return std::nan("");
  };
  Distance distance;
  for (std::size_t i = 0; i < to.size(); ++i) {
    const std::vector<double> got = all_of(backward, backward.find(pass.gradients[i]), input);
    if (static_cast<std::int64_t>(got.size()) != chain.values[to[i]].shape.elements()) return {HUGE_VAL};
    for (std::size_t at = 0; at < got.size(); ++at) {
      const auto element = static_cast<std::int64_t>(at);
      const double wanted = by_differences(chain, to[i], element, 1e-5);
      const double nearer = by_differences(chain, to[i], element, 4e-6);
      if (!(std::abs(wanted - nearer) <= 2e-7 * (1 + std::abs(wanted)))) {
        ++distance.steep;
        continue;
      }
      const double off = std::abs(got[at] - wanted) / (1 + std::abs(wanted));
      distance.worst = std::isnan(off) ? HUGE_VAL : std::max(distance.worst, off);
      ++distance.compared;
    }
  }
  return distance;
}

}  // namespace tests
