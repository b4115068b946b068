// Distances are counted, summed up and put into bins.
#include "record/errors.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace record {
namespace {

constexpr double first_end = 0.25;  ///< of the bin beside 0, in ulps

}  // namespace

double error_bin_end(int steps) {
  return steps >= error_bins_a_side - 1 ? std::numeric_limits<double>::infinity() : std::ldexp(first_end, steps);
}

int error_bin(double ulps) {
  int steps = 0;
  while (std::abs(ulps) > error_bin_end(steps)) ++steps;
  return ulps < 0 ? error_bins_a_side - 1 - steps : error_bins_a_side + steps;
}

Errors errors_of(std::string output, chain::Dtype dtype, std::span<const double> got, std::span<const double> exact) {
  Errors errors{.output = std::move(output), .dtype = std::string(chain::name(dtype))};
  errors.histogram.assign(error_bins, 0);
  double sum = 0, squares = 0;
  for (std::size_t i = 0; i < got.size(); ++i) {
    if (!std::isfinite(exact[i])) continue;
    ++errors.count;
    if (!std::isfinite(got[i])) {
      ++errors.not_finite;
      continue;
    }
    const double distance = got[i] - exact[i], ulps = distance / chain::ulp(exact[i], dtype);
    sum += ulps;
    squares += ulps * ulps;
    errors.worst = std::max(errors.worst, std::abs(ulps));
    if (exact[i] != 0) errors.worst_relative = std::max(errors.worst_relative, std::abs(distance / exact[i]));
    ++errors.histogram[static_cast<std::size_t>(error_bin(ulps))];
  }
  if (errors.finite() == 0) return errors;
  const auto n = static_cast<double>(errors.finite());
  errors.bias = sum / n;
  errors.rms = std::sqrt(squares / n);
  return errors;
}

ErrorSummary summary(const std::vector<Errors>& errors) {
  ErrorSummary all;
  double sum = 0, squares = 0, finite = 0;
  for (const Errors& one : errors) {
    const auto n = static_cast<double>(one.finite());
    all.count += one.count;
    all.not_finite += one.not_finite;
    all.worst = std::max(all.worst, one.worst);
    sum += n * one.bias;
    squares += n * one.rms * one.rms;
    finite += n;
  }
  if (finite == 0) return all;
  all.bias = sum / finite;
  all.rms = std::sqrt(squares / finite);
  return all;
}

}  // namespace record
