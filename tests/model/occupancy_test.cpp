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

TEST(Occupancy, TheSystemTakesAKilobyteOfEachBlocksSharedMemory) {
  // 228 kB of an H100's multiprocessor: four blocks of 57 kB with the system's share, three of 58 kB.
  EXPECT_EQ(occupancy(90, 32, {56 * 1024}, 256), (Occupancy{32, 64}));
  EXPECT_EQ(occupancy(90, 32, {57 * 1024}, 256), (Occupancy{24, 64}));
  EXPECT_EQ(occupancy(75, 32, {32 * 1024}, 256), (Occupancy{16, 32})) << "nothing before the A100: two halves";
}

TEST(Occupancy, SharedMemoryIsGivenInWholeUnits) {
  // 100 kB, 18 blocks: 5688 bytes each, of which whole units of 128 are 5632, the system's 1024 among them.
  EXPECT_EQ(occupancy(89, 32, {5632 - 1024}, 64), (Occupancy{36, 48}));
  EXPECT_EQ(occupancy(89, 32, {5632 - 1024 + 1}, 64), (Occupancy{34, 48})) << "18 of 5633 bytes would fit";
  // Before the A100 units are of 256 bytes: seven blocks of 36 units fit into 64 kB, of 37 no more than six.
  EXPECT_EQ(occupancy(75, 32, {36 * 256}, 128), (Occupancy{28, 32}));
  EXPECT_EQ(occupancy(75, 32, {36 * 256 + 1}, 128), (Occupancy{24, 32}));
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

TEST(Waves, TheLastOneTakesWhatIsLeft) {
  const Occupancy half{32, 64};  // of 256 threads: 4 blocks
  const auto some = model::waves(half, 256, 132, 1000);
  ASSERT_TRUE(some);
  EXPECT_EQ(some->at_once, 4 * 132);
  EXPECT_EQ(some->count(), 2);
  EXPECT_DOUBLE_EQ(some->last_empty(), 1 - (1000.0 - 528) / 528);
  EXPECT_EQ(model::waves(half, 256, 132, 2 * 528)->count(), 2);
  EXPECT_EQ(model::waves(half, 256, 132, 2 * 528)->last_empty(), 0);
  EXPECT_EQ(model::waves(half, 256, 132, 2 * 528 + 1)->count(), 3);
  EXPECT_EQ(model::waves(half, 256, 132, 1)->count(), 1);
}

TEST(Waves, OfNoLaunchThereAreNone) {
  EXPECT_FALSE(model::waves({32, 64}, 256, 132, 0));
  EXPECT_FALSE(model::waves({32, 64}, 256, 0, 100));
  EXPECT_FALSE(model::waves({32, 64}, 0, 132, 100));
  EXPECT_FALSE(model::waves({0, 64}, 256, 132, 100)) << "no block fits";
}

}  // namespace occupancy_test
