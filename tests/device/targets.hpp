// Highway's instruction sets as test parameters.
#pragma once

#include <hwy/highway.h>
#include <hwy/targets.h>

#include <cstdint>
#include <string>
#include <vector>

namespace tests {

struct Target {
  std::int64_t bit;
  std::string name;
};

/// Those that the loops were compiled for and this processor has, best first.
inline std::vector<Target> targets() {
  std::vector<Target> all;
  for (std::int64_t left = hwy::SupportedTargets() & HWY_TARGETS; left != 0; left &= left - 1) {
    const std::int64_t bit = left & -left;
    all.push_back({bit, hwy::TargetName(bit)});
  }
  return all;
}

/// The loops use this target while it lives.
class UsedTarget {
 public:
  explicit UsedTarget(const Target& target) { hwy::GetChosenTarget().Update(target.bit); }
  ~UsedTarget() { hwy::GetChosenTarget().Update(hwy::SupportedTargets()); }
  UsedTarget(const UsedTarget&) = delete;
  UsedTarget& operator=(const UsedTarget&) = delete;
};

}  // namespace tests
