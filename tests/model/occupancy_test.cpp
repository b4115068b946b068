// Resident warps: figures of CUDA's occupancy calculator.
#include "model/occupancy.hpp"

#include <gtest/gtest.h>

namespace occupancy_test {

using model::Occupancy;
using model::occupancy;

TEST(Occupancy, ASmallKernelFillsTheMultiprocessor) {
  EXPECT_EQ(occupancy(90, 18, {0}, 128), (Occupancy{64, 64}));
  EXPECT_EQ(occupancy(90, 32, {0}, 1024), (Occupancy{64, 64}));
  EXPECT_EQ(occupancy(75, 32, {0}, 256), (Occupancy{32, 32}));
}

TEST(Occupancy, RegistersLimitIt) {
  EXPECT_EQ(occupancy(90, 64, {0}, 256), (Occupancy{32, 64}));
  EXPECT_EQ(occupancy(90, 255, {0}, 256), (Occupancy{8, 64}));
  EXPECT_EQ(occupancy(90, 33, {0}, 1024), (Occupancy{32, 64})) << "40 a thread are taken: one block";
}

TEST(Occupancy, SharedMemoryLimitsIt) {
  EXPECT_EQ(occupancy(90, 32, {100 * 1024}, 512), (Occupancy{32, 64})) << "two blocks of 16 warps";
  EXPECT_EQ(occupancy(90, 32, {227 * 1024}, 1024), (Occupancy{32, 64}));
  EXPECT_EQ(occupancy(75, 32, {64 * 1024}, 256), (Occupancy{8, 32}));
}

TEST(Occupancy, BlocksLimitIt) {
  EXPECT_EQ(occupancy(90, 16, {0}, 32), (Occupancy{32, 64}));
  EXPECT_EQ(occupancy(120, 16, {0}, 32), (Occupancy{24, 48}));
  EXPECT_EQ(occupancy(90, 16, {0}, 33), (Occupancy{64, 64})) << "two warps a block";
}

TEST(Occupancy, WhatIsNotKnownIsNothing) {
  EXPECT_FALSE(occupancy(0, 32, {0}, 256));
  EXPECT_FALSE(occupancy(90, 0, {0}, 256));
  EXPECT_FALSE(occupancy(90, 32, {0}, 0));
}

}  // namespace occupancy_test
