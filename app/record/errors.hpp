// How far results are from what the chain says, in ulps: the distance that rounding makes.
#pragma once

#include "chain/dtype.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace record {

/// Signed distances by size: on each side of 0 the first bin ends at a quarter of an ulp, each one after it at twice as
/// many, and the last holds all beyond 2^24 ulps. Those below 0 come first, the farthest of them at the front.
inline constexpr int error_bins_a_side = 28, error_bins = 2 * error_bins_a_side;
[[nodiscard]] int error_bin(double ulps);
/// Where the bin ends that is so many steps from 0, in ulps; of the last one infinity.
[[nodiscard]] double error_bin_end(int steps);

/// How far the compared elements of one output are from the chain in double, from the same inputs and with nothing
/// rounded on the way: in ulps of the output's dtype, positive where the result is larger. Elements whose double is no
/// finite number are not among them.
struct Errors {
  std::string output;  ///< name of the value
  std::string dtype;   ///< whose ulps
  std::int64_t count = 0;
  std::int64_t not_finite = 0;  ///< of them: infinity or NaN where the double is finite; in none of what follows
  double worst = 0;             ///< the largest distance
  double rms = 0, bias = 0;     ///< root of the mean square, and the mean
  double worst_relative = 0;    ///< largest distance as a share of the double, where that is not 0
  std::vector<std::int64_t> histogram = {};  ///< elements in each of error_bins
  bool operator==(const Errors&) const = default;
  [[nodiscard]] std::int64_t finite() const { return count - not_finite; }
};

[[nodiscard]] Errors errors_of(std::string output, chain::Dtype dtype, std::span<const double> got,
                               std::span<const double> exact);

/// Of all outputs together.
struct ErrorSummary {
  std::int64_t count = 0, not_finite = 0;
  double worst = 0, rms = 0, bias = 0;
};
[[nodiscard]] ErrorSummary summary(const std::vector<Errors>& errors);

}  // namespace record
