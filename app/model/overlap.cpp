// The exponent between road and arithmetic.
#include "model/overlap.hpp"

#include <algorithm>
#include <cmath>

namespace model {

double together(double road, double arithmetic, double p) {
  const auto [shorter, longer] = std::minmax(road, arithmetic);
  if (p <= 0 || shorter <= 0) return longer;
  return longer * std::pow(1 + std::pow(shorter / longer, p), 1 / p);
}

double arithmetic_of(double time, double road, double p) {
  if (time <= road) return 0;
  return p <= 0 ? time : time * std::pow(1 - std::pow(road / time, p), 1 / p);
}

double missed(std::span<const Together> kernels, double p) {
  double sum = 0;
  for (const Together& kernel : kernels) {
    const double off = std::log(together(kernel.road, kernel.arithmetic, p) / kernel.time);
    sum += off * off;
  }
  return sum;
}

double fit_overlap(std::span<const Together> kernels, double least) {
  constexpr double most = 12, step = 0.1;
  double best = 0;
  for (double p = least; p < most && !kernels.empty(); p += step) {
    if (best == 0 || missed(kernels, p) < missed(kernels, best)) best = p;
  }
  return best;
}

}  // namespace model
