// The road of a kernel by the level that serves it.
#include "model/cost.hpp"

#include "model/specs.hpp"
#include "plan/plans.hpp"

#include <gtest/gtest.h>

namespace cost_test {

using tests::plan_of;

TEST(Cost, WhatTheCacheHoldsComesNoLaterThanFromMemory) {
  constexpr std::int64_t tensor = 4 << 20;  // one relu writes it, and the next one finds it in the 32 MB
  const auto road = [](const machine::DeviceSpec& spec) {
    return model::costs(plan_of("x: f32[1024, 1024]; y = relu(relu(x))", "every"), spec).at(1).cold;
  };
  EXPECT_EQ(road(tests::round_cpu()).from_cache.value, tensor);
  EXPECT_NEAR(road(tests::round_cpu()).time().value, tensor / 12e9 + tensor / 100e9, 1e-9);
  machine::DeviceSpec slow = tests::round_cpu();
  slow.cache_bandwidth.value = 15e9;
  slow.mixes.push_back({0.0, machine::Store::cached, {6e9}});
  EXPECT_NEAR(road(slow).time().value, 2 * tensor / 12e9, 1e-9) << "not tensor / 6e9 + tensor / 15e9";
}

}  // namespace cost_test
