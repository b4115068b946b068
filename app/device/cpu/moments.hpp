// How many numbers, their mean and the squared distances from it: what a variance is made of, and joined by.
#pragma once

namespace device::cpu {

struct Moments {
  double count = 0, mean = 0, distances = 0;

  /// As they lie side by side among a block's row sums.
  [[nodiscard]] static Moments in(const double* sums) { return {sums[0], sums[1], sums[2]}; }
  void keep(double* sums) const { sums[0] = count, sums[1] = mean, sums[2] = distances; }

  /// These and those together (Chan).
  [[nodiscard]] Moments join(const Moments& other) const {
    const double all = count + other.count;
    if (all == 0) return {};
    const double apart = other.mean - mean, share = other.count / all;
    return {all, mean + apart * share, distances + other.distances + apart * apart * count * share};
  }
  [[nodiscard]] double variance() const { return distances / count; }
};

}  // namespace device::cpu
