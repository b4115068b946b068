// What the last-level cache still holds when a kernel comes back to a tensor.
#pragma once

#include "machine/device_spec.hpp"
#include "model/traffic.hpp"

#include <vector>

namespace model {

/// Of the last-level cache: so much surely finds room in it, and of so much nothing is left.
struct Knee {
  double begins = 0, ends = 0;
};
/// The knee is soft: an H200, which tells of 62.9 MB of L2, reads at full cache speed up to 40 MB, at half of it near
/// 58 MB and at DRAM speed from about 70 MB (RRZE-HPC/gpu-benches, gpu-l2-cache/h200.txt). A processor's is taken from
/// working sets around its L3, as tests/bench/bench_model.cpp has them.
[[nodiscard]] constexpr Knee knee(machine::Kind kind) {
  return kind == machine::Kind::gpu ? Knee{2.0 / 3, 7.0 / 6} : Knee{0.8, 1.4};
}

/// The same of what was only read since, or is written anew run after run: an H200 lets go of that before it lets go of
/// what was just written. Of its recordings (2026-11-23), run after run: 33.5 MB are served to 95 %, 37.7 MB to 78 %,
/// 41.9 MB to 58 %, 50.3 MB to 6 %; what was just written is still there to 87 % when 50.3 MB have passed.
[[nodiscard]] constexpr Knee knee_of_reads(machine::Kind kind) {
  return kind == machine::Kind::gpu ? Knee{0.53, 0.8} : knee(kind);
}

enum class Temperature {
  cold,   ///< the cache was flushed before the run
  batch,  ///< the same run went before
};

/// On a CPU, outputs larger than the last-level cache go around it. A GPU has one way to store.
[[nodiscard]] machine::Store store_of(const Traffic& kernel, const machine::DeviceSpec& spec);

/// [kernel][transfer]: the share, 0 to 1, that the last-level cache serves or absorbs. An LRU view of whole tensors:
/// what was touched between two uses of a tensor, with the tensor itself, has to fit.
[[nodiscard]] std::vector<std::vector<double>> cached_shares(const std::vector<Traffic>& kernels,
                                                             const machine::DeviceSpec& spec, Temperature temperature);

}  // namespace model
