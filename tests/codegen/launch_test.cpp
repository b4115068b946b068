// Launch geometry covers every element once, for every size there can be.
#include "codegen/launch.hpp"

#include <gtest/gtest.h>

namespace launch_test {

using codegen::FlatLaunch;
using codegen::Keep;
using codegen::RowLaunch;
using codegen::Target;

constexpr std::int64_t sizes[] = {1, 31, 33, 4095, (1 << 20) + 3, (std::int64_t{1} << 31) + 5, std::int64_t{1} << 40};

TEST(Launch, FlatTilesCoverAllAndLeaveNoBlockIdle) {
  for (const std::int64_t n : sizes) {
    for (const std::int64_t widest : {2, 4}) {
      const FlatLaunch launch = codegen::flat_launch(n, widest);
      EXPECT_GE(launch.blocks * launch.tile(), n);
      EXPECT_LT((launch.blocks - 1) * launch.tile(), n);
      EXPECT_EQ(launch.width * widest, 16);
      EXPECT_EQ(launch.exact, launch.blocks * launch.tile() == n);
      EXPECT_LE(launch.blocks, codegen::most_blocks);
    }
  }
}

TEST(Launch, RowsAreCoveredByLanesBlocksAndSegments) {
  for (const std::int64_t rows : {std::int64_t{1}, std::int64_t{7}, std::int64_t{4096}, std::int64_t{1} << 33}) {
    for (const std::int64_t columns : {2, 3, 31, 33, 64, 1000, 1024, 4095, 8192, 16384, 32768, 50000, 1 << 20}) {
      for (const std::int64_t widest : {2, 4}) {
        for (const int kept : {0, 2, 4, 8}) {
          const std::int64_t segments = kept == 0 && rows < 8 && columns > 40'000 ? 3 : 1;
          const codegen::RowNeeds needs{rows, columns, widest, kept, kept, kept > 0 ? 2 : 1, 1, segments};
          const RowLaunch launch = codegen::row_launch(needs, Target{});
          EXPECT_EQ(columns % launch.width, 0);
          EXPECT_LE(launch.threads, 1024);
          EXPECT_EQ(launch.threads % launch.lanes, 0);
          EXPECT_GE(launch.vectors * launch.lanes * launch.width * launch.segments, columns);
          EXPECT_LE(launch.blocks, codegen::most_blocks);
          EXPECT_TRUE(launch.blocks == codegen::most_blocks || launch.blocks * launch.rows() >= rows);
          EXPECT_LE(launch.shared, Target{}.shared_per_block);
          if (launch.keep == Keep::registers) {
            EXPECT_LE(launch.vectors * launch.width * kept, launch.threads > 512 ? 128 : 256);
          }
          EXPECT_EQ(launch.segments, segments) << "the plan says it";
        }
      }
    }
  }
}

TEST(Launch, RowsStayOnChipAsLongAsTheyFit) {
  const auto place = [](std::int64_t columns, int kept) {
    return codegen::row_launch({4096, columns, 4, kept, kept, 2, 1}, Target{}).keep;
  };
  for (const std::int64_t columns : {1024, 4096, 8192, 16384, 32768}) EXPECT_EQ(place(columns, 4), Keep::registers);
  EXPECT_EQ(place(50000, 4), Keep::shared);
  EXPECT_EQ(place(32768, 12), Keep::nowhere);
  EXPECT_EQ(place(200000, 4), Keep::nowhere);
}

codegen::RowNeeds with_rounds(codegen::RowNeeds needs) {
  needs.rounds = 2;
  return needs;
}

TEST(Launch, EightThousandColumnsAsFewOrManyReductionsAskFor) {
  const RowLaunch once = codegen::row_launch({4096, 8192, 4, 4, 4, 2, 1}, Target{});
  EXPECT_EQ(once.threads, 1024);
  EXPECT_EQ(once.vectors, 2);
  EXPECT_EQ(once.resident, 2);
  const RowLaunch twice = codegen::row_launch(with_rounds({4096, 8192, 4, 4, 4, 3}), Target{});
  EXPECT_EQ(twice.threads, 512);
  EXPECT_EQ(twice.vectors, 4);
  EXPECT_EQ(twice.resident, 3);
  EXPECT_EQ(twice.blocks, 4096);
  const RowLaunch nothing_written = codegen::row_launch(with_rounds({4096, 8192, 4, 4, 4, 2}), Target{});
  EXPECT_EQ(nothing_written, twice) << "two reductions have two barriers, whatever is written behind them";
  codegen::RowNeeds variance{4096, 8192, 4};
  variance.variance = true;
  EXPECT_EQ(codegen::row_launch(variance, Target{}).threads, 256);
}

TEST(Launch, LongRowsOfTwoReductionsOf16BitsGiveAThreadMoreElements) {
  const RowLaunch twice = codegen::row_launch(with_rounds({2048, 32768, 2, 2, 4, 2}), Target{});
  EXPECT_EQ(twice.threads, 512);
  EXPECT_EQ(twice.vectors * twice.width, 64);
  EXPECT_EQ(twice.resident, 2);
  const RowLaunch once = codegen::row_launch({2048, 32768, 2, 2, 4, 2}, Target{});
  EXPECT_EQ(once.threads, 1024);
  const RowLaunch wide = codegen::row_launch(with_rounds({4096, 32768, 4, 4, 4, 3}), Target{});
  EXPECT_EQ(wide.threads, 1024) << "of f32, 64 elements leave a block of 512 alone on its multiprocessor";
  EXPECT_EQ(wide.vectors * wide.width, 32);
}

TEST(Launch, OnlyWhatPassesL2IsMarkedToLeaveItLast) {
  const auto marked = [](const codegen::RowNeeds& needs, int card) {
    Target target;
    target.compute_capability = card;
    return codegen::row_launch(needs, target).reads_last;
  };
  EXPECT_TRUE(marked({16384, 4096, 4, 4, 4, 2, 1}, 90));
  EXPECT_TRUE(marked({8192, 8192, 4, 4, 4, 3, 1}, 120));
  EXPECT_FALSE(marked({16383, 4096, 4, 4, 4, 2, 1}, 90)) << "smaller than 256 MiB";
  EXPECT_FALSE(marked({16384, 4096, 4, 4, 4, 2, 2}, 90)) << "two tensors come in";
  EXPECT_FALSE(marked({16384, 4096, 4, 4, 4, 2, 1}, 80)) << "not seen there";
}

}  // namespace launch_test
