// Rows of a product on the wire: one group of two steps, and scratch that both know.
#include "chain/parser.hpp"
#include "device/cuda_client/lowered.hpp"

#include <gmock/gmock.h>

#include <algorithm>

namespace product_rows_job_test {

using device::cuda_client::Lowered;
using testing::SizeIs;

TEST(ProductRowsJob, TwoStepsOfOneGroupShareScratch) {
  const auto chain = std::make_shared<const chain::Chain>(
      chain::parse(
          "x: bf16[300, 64]; w: bf16[64, 1000]; z = x @ w; m = max(z); e = exp(z - m); s = sum(e); l = log(s) + m")
          .value());
  device::RunSpec spec;
  for (const char* cuts : {"every", "none"}) {
    spec.plans.push_back(plan::segment(chain, plan::parse_cuts(cuts).value(), machine::Limits(4096)).value());
  }
  Lowered of = device::cuda_client::lower(spec, {}, wire::Submit::stream, codegen::lower);
  ASSERT_THAT(of.job.plans[1].steps, SizeIs(2));
  EXPECT_EQ(of.group_of[1], (std::vector<int>{0, 0}));
  EXPECT_EQ(of.sources[of.source_of[1][0]].architecture, "90a");
  std::vector<std::vector<std::int64_t>> scratch;  // of each step
  for (wire::Plan& plan : of.job.plans) {
    for (wire::Step& step : plan.steps) {
      auto* kernel = std::get_if<wire::Kernel>(&step);
      if (kernel == nullptr) continue;
      kernel->cubin = "compiled";
      if (&plan != &of.job.plans[1]) continue;
      auto& own = scratch.emplace_back();
      for (const wire::Argument& argument : kernel->arguments) {
        if (argument.kind != wire::Argument::Kind::buffer) continue;
        const wire::Buffer& buffer = of.job.buffers.at(static_cast<std::size_t>(argument.value));
        if (buffer.dtype == wire::Dtype::bytes) own.push_back(argument.value);
      }
    }
  }
  wire::check(of.job);
  ASSERT_THAT(scratch, SizeIs(2));
  EXPECT_THAT(scratch[0], SizeIs(2)) << "maximum and sum";
  EXPECT_EQ(scratch[0], scratch[1]);
  for (const std::int64_t buffer : scratch[0]) EXPECT_EQ(of.job.buffers[buffer].bytes, 300 * 4 * 4);
}

}  // namespace product_rows_job_test
