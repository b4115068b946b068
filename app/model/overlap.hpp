// How road and arithmetic of a kernel share its time.
#pragma once

#include <span>

namespace model {

/// (road^p + arithmetic^p)^(1/p) in seconds: the sum for p = 1, nearer to the longer one the larger p is; for p = 0
/// that alone (DeviceSpec::overlap).
[[nodiscard]] double together(double road, double arithmetic, double p);

/// The arithmetic that takes `time` together with this road; 0 where the road alone takes as long.
[[nodiscard]] double arithmetic_of(double time, double road, double p);

/// Seconds of a kernel: its road and its arithmetic alone, by the model, and both together, measured.
struct Together {
  double road = 0, arithmetic = 0, time = 0;
};
/// Squares of the logarithms by which p misses the measured times, together.
[[nodiscard]] double missed(std::span<const Together> kernels, double p);
/// The p from `least` on that misses the measured times least; 0 without any.
[[nodiscard]] double fit_overlap(std::span<const Together> kernels, double least);

}  // namespace model
