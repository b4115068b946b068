// Reuse distances of whole tensors against the size of the last-level cache.
#include "model/residency.hpp"

#include <algorithm>
#include <optional>
#include <vector>

namespace model {
namespace {

class Reuse {
 public:
  Reuse(const std::vector<Traffic>& kernels, const machine::DeviceSpec& spec)
      : kernels_(kernels), spec_(spec), capacity_(spec.last_level_cache.value) {
    for (const Traffic& kernel : kernels) {
      for (const Transfer& transfer : kernel.transfers) {
        bytes_.resize(std::max(bytes_.size(), static_cast<std::size_t>(transfer.value) + 1));
        double& bytes = bytes_[static_cast<std::size_t>(transfer.value)];
        if (bytes == 0) bytes = static_cast<double>(transfer.bytes.value);
      }
    }
  }

  /// The share of one transfer that the cache takes.
  [[nodiscard]] double share(int kernel, const Transfer& transfer, Temperature temperature) const {
    const bool cpu = spec_.kind == machine::Kind::cpu;
    if (transfer.write && around(kernel)) return 0;
    // What a GPU writes goes to the DRAM when it is let go, however often it is read before that: unless the next run
    // writes it anew, or the run ends.
    if (transfer.write && !cpu) {
      if (temperature == Temperature::cold) return fit(distance(transfer, kernel, std::nullopt), knee(spec_.kind));
      return fit(distance(transfer, kernel, kernel + count()), knee_of_reads(spec_.kind));
    }
    // A second sweep of the same kernel finds what the cache holds of the first one.
    if (transfer.again) return fit(distance(transfer, kernel, kernel), knee_of_reads(spec_.kind));
    // A read is served if the tensor was touched before. So is a CPU's write, which first fetches the line it changes.
    const std::optional<int> before = last_use(transfer.value, kernel, temperature);
    if (!before) return named_again(transfer);
    const bool written = wrote(*before, transfer.value);
    if (written && around(*before)) return 0;
    return fit(distance(transfer, *before, kernel), written ? knee(spec_.kind) : knee_of_reads(spec_.kind));
  }

 private:
  /// Pages that a table names more than once are there from the first time, if all of them find room.
  [[nodiscard]] double named_again(const Transfer& transfer) const {
    if (transfer.named_again.value <= 0) return 0;
    const auto all = static_cast<double>(transfer.bytes.value), again = static_cast<double>(transfer.named_again.value);
    return again / all * fit(all - again, knee_of_reads(spec_.kind));
  }

  [[nodiscard]] int count() const { return static_cast<int>(kernels_.size()); }
  /// Kernels are numbered on and on over runs of the same plan: -1 is the last one of the run before.
  [[nodiscard]] const Traffic& kernel(int index) const { return kernels_[(index % count() + count()) % count()]; }
  [[nodiscard]] bool around(int index) const { return store_of(kernel(index), spec_) == machine::Store::streaming; }

  [[nodiscard]] bool touches(int index, int value) const {
    const auto& transfers = kernel(index).transfers;
    return std::any_of(transfers.begin(), transfers.end(), [&](const Transfer& t) { return t.value == value; });
  }

  [[nodiscard]] bool wrote(int index, int value) const {
    const auto& transfers = kernel(index).transfers;
    return std::any_of(transfers.begin(), transfers.end(),
                       [&](const Transfer& t) { return t.value == value && t.write; });
  }

  [[nodiscard]] std::optional<int> last_use(int value, int index, Temperature temperature) const {
    const int begin = temperature == Temperature::batch ? index - count() : 0;
    for (int earlier = index - 1; earlier >= begin; --earlier) {
      if (touches(earlier, value)) return earlier;
    }
    return std::nullopt;
  }

  /// Bytes that pass through the cache between two uses (or until the run ends): the tensor, all that the kernels
  /// between touch, and half of what the two kernels touch beside it (element i of it is used when i of the others have
  /// passed).
  [[nodiscard]] double distance(const Transfer& transfer, int from, std::optional<int> to) const {
    std::vector<double> weights(bytes_.size());
    for (int index = from; index <= to.value_or(count() - 1); ++index) {
      const double part = index == from || index == to ? 0.5 : 1.0;
      for (const Transfer& other : kernel(index).transfers) {
        if (other.value == transfer.value || (other.write && around(index))) continue;
        double& weight = weights[static_cast<std::size_t>(other.value)];
        weight = std::min(1.0, weight + part);
      }
    }
    double bytes = static_cast<double>(transfer.bytes.value);
    for (std::size_t value = 0; value < weights.size(); ++value) bytes += weights[value] * bytes_[value];
    return bytes;
  }

  [[nodiscard]] double fit(double bytes, const Knee& of) const {
    if (capacity_ <= 0) return 0;
    return std::clamp((of.ends - bytes / capacity_) / (of.ends - of.begins), 0.0, 1.0);
  }

  const std::vector<Traffic>& kernels_;
  const machine::DeviceSpec& spec_;
  double capacity_;
  std::vector<double> bytes_;  ///< of each value, as it is first transferred
};

}  // namespace

machine::Store store_of(const Traffic& kernel, const machine::DeviceSpec& spec) {
  const bool large = static_cast<double>(kernel.written.value) > spec.last_level_cache.value;
  return spec.kind == machine::Kind::cpu && large ? machine::Store::streaming : machine::Store::cached;
}

std::vector<std::vector<double>> cached_shares(const std::vector<Traffic>& kernels, const machine::DeviceSpec& spec,
                                               Temperature temperature) {
  const Reuse reuse(kernels, spec);
  std::vector<std::vector<double>> shares;
  for (int kernel = 0; kernel < static_cast<int>(kernels.size()); ++kernel) {
    std::vector<double>& row = shares.emplace_back();
    for (const Transfer& transfer : kernels[kernel].transfers)
      row.push_back(reuse.share(kernel, transfer, temperature));
  }
  return shares;
}

}  // namespace model
