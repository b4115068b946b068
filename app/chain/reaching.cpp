// Gradients of one shape are added up, and each sum is then brought to the shape of the value.
#include "chain/reaching.hpp"

#include <algorithm>

namespace chain {

std::optional<Gradient> Reaching::collected(int value) {
  std::vector<One> apart;
  for (const One& one : of_[value]) {
    const auto alike = std::ranges::find_if(
        apart, [&](const One& other) { return chain_.values[other.from].shape == chain_.values[one.from].shape; });
    if (alike == apart.end()) {
      apart.push_back(one);
    } else {
      alike->gradient = sum_of(alike->gradient, one.gradient);
    }
  }
  std::optional<Gradient> sum;
  for (const One& one : apart) {
    const auto reduced = reduced_to(chain_.values[value].shape, one.gradient, chain_, one.from, text_);
    if (!reduced) return std::nullopt;
    sum = sum ? sum_of(*sum, *reduced) : *reduced;
  }
  return sum;
}

void Reaching::rename(const std::string& from, const std::string& to) {
  for (std::vector<One>& all : of_) {
    for (One& one : all) one.gradient.text = with_name(one.gradient.text, from, to);
  }
}

}  // namespace chain
