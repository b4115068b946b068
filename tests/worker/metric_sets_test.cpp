// Which metrics make a set, from the names a chip has.
#include "worker/metric_sets.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace worker {
namespace {

using testing::IsEmpty;
using testing::SizeIs;

const std::set<std::string> hopper{"dram__bytes_read",
                                   "dram__bytes_write",
                                   "gpu__time_duration",
                                   "lts__t_sectors_op_read",
                                   "lts__t_sectors_op_write",
                                   "l1tex__t_bytes_pipe_lsu_mem_local_op_ld",
                                   "l1tex__t_bytes_pipe_lsu_mem_local_op_st",
                                   "sm__cycles_elapsed",
                                   "dram__cycles_elapsed"};

TEST(MetricSets, BytesOfDramComeFirst) {
  const auto groups = metric_groups("spill", hopper);
  ASSERT_THAT(groups, SizeIs(5));
  EXPECT_EQ(groups[0][0], (Metric{"dram_read_bytes", "dram__bytes_read.sum", 1}));
  EXPECT_EQ(groups[1][0], (Metric{"time_s", "gpu__time_duration.sum", 1e-9}));
  EXPECT_EQ(groups[2][0].name, "local_read_bytes");
  EXPECT_EQ(groups[3][1], (Metric{"l2_write_bytes", "lts__t_sectors_op_write.sum", 32}));
  EXPECT_EQ(groups[4][0], (Metric{"sm_clock_hz", "sm__cycles_elapsed.avg.per_second", 1}));
}

TEST(MetricSets, AnotherChipsNamesAreTried) {
  const auto groups = metric_groups("traffic", {"dram__bytes_op_read", "dram__bytes_op_write"});
  ASSERT_THAT(groups, SizeIs(1));
  EXPECT_EQ(groups[0][1].counter, "dram__bytes_op_write.sum");
}

TEST(MetricSets, AGroupThatIsNotWholeFallsAway) {
  std::set<std::string> less = hopper;
  less.erase("lts__t_sectors_op_write");
  EXPECT_THAT(metric_groups("spill", less), SizeIs(4));
}

TEST(MetricSets, WithoutBytesOfDramThereIsNoSet) {
  EXPECT_THAT(metric_groups("traffic", {"gpu__time_duration"}), IsEmpty());
}

}  // namespace
}  // namespace worker
