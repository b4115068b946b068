// The run role on a real card: the same data as the host, evidence, times, faults. Skipped where there is none.
#include "worker/gpu.hpp"

#include "base/random.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <cstdio>
#include <cstring>

namespace {

using Gpu = tests::OnCard;

wire::Kernel kernel(const std::string& cubin, std::int64_t count, std::vector<wire::Argument> arguments) {
  return {cubin, "k", {(count + 255) / 256, 1, 1}, {256, 1, 1}, 0, std::move(arguments), {}};
}

wire::Argument buffer(std::int64_t index) {
  return {wire::Argument::Kind::buffer, index};
}
wire::Argument integer(std::int64_t value) {
  return {wire::Argument::Kind::integer, value};
}

const char* const copy = R"(extern "C" __global__ void k(const float* x, float* y, long long n) {
  long long i = (long long)blockIdx.x * 256 + threadIdx.x;
  if (i < n) y[i] = x[i];
})";

wire::Job copy_job(std::int64_t count, wire::Submit submit) {
  wire::Job job;
  job.buffers = {{count * 4, wire::Dtype::f32, wire::Fill::random, 7, 2},
                 {count * 4, wire::Dtype::f32, wire::Fill::poison, 0, 0},
                 {count * 4, wire::Dtype::f32, wire::Fill::poison, 0, 0}};
  job.plans = {{{kernel("copy", count, {buffer(0), buffer(1), integer(count)})}},
               {{kernel("copy", count - 3, {buffer(0), buffer(2), integer(count - 3)})}}};
  job.submit = submit;
  return job;
}

TEST_F(Gpu, TheDataIsTheHostsToTheLastBitAndWhatIsMissingIsSeen) {
  add("copy", copy);
  constexpr std::int64_t count = 1'000'003;
  for (const wire::Submit submit : {wire::Submit::stream, wire::Submit::graph}) {
    worker::ReadyJob ready(copy_job(count, submit), images_, card);
    const wire::Ran first = ready.evidence({0, -1, {{1, 0, {{0, 1000}, {count - 5, 5}}}}});
    ASSERT_EQ(first.seen.size(), 1u);
    const wire::Seen& seen = first.seen[0];
    ASSERT_EQ(seen.elements.size(), 1005u * 4);
    for (std::int64_t i = 0; i < 1005; ++i) {
      float got = 0;
      std::memcpy(&got, seen.elements.data() + 4 * i, 4);
      const std::int64_t index = i < 1000 ? i : count - 5 + i - 1000;
      ASSERT_EQ(got, base::random_element(7, 2, static_cast<std::uint64_t>(index))) << index;
    }
    EXPECT_EQ(seen.identical, count);
    EXPECT_EQ(seen.poison, 0);
    EXPECT_TRUE(first.guards_whole);
    const wire::Ran second = ready.evidence({1, 0, {{2, 1, {}}}});
    EXPECT_EQ(second.seen[0].poison, 3) << "the last three are never written";
    EXPECT_EQ(second.seen[0].nan, 3);
    EXPECT_EQ(second.seen[0].identical, count - 3);
    EXPECT_EQ(second.seen[0].difference_at, count - 3);
    EXPECT_TRUE(std::isinf(second.seen[0].largest_difference));
  }
}

TEST_F(Gpu, BrokenGuardsAreSeen) {
  add("copy", copy);
  wire::Job job = copy_job(1000, wire::Submit::stream);
  std::get<wire::Kernel>(job.plans[1].steps[0]).arguments[2].value = 1000;
  std::get<wire::Kernel>(job.plans[1].steps[0]).grid[0] = 4;
  job.buffers[2].bytes = 999 * 4;
  worker::ReadyJob ready(job, images_, card);
  EXPECT_FALSE(ready.evidence({1, -1, {}}).guards_whole);
  EXPECT_TRUE(ready.evidence({0, -1, {}}).guards_whole);
}

TEST_F(Gpu, ColdAndBatchTimesOfACopyAreBelievable) {
  add("copy", copy);
  constexpr std::int64_t count = 64 << 20;
  for (const wire::Submit submit : {wire::Submit::stream, wire::Submit::graph}) {
    wire::Job job = copy_job(count, submit);
    job.plans[1] = job.plans[0];
    worker::ReadyJob ready(job, images_, card);
    wire::Ran ran;
    const auto go_on = [] { return false; };
    ready.sample({wire::Temperature::cold, 20, 5}, go_on, ran);
    ready.sample({wire::Temperature::batch, 5, 5}, go_on, ran);
    ASSERT_EQ(ran.times.size(), 2u);
    ASSERT_EQ(ran.times[0].samples.size(), 25u);
    for (const wire::PlanTimes& plan : ran.times) {
      for (const wire::Timed& sample : plan.samples) {
        const double bandwidth = 8.0 * count / sample.seconds;
        EXPECT_GT(bandwidth, 1e11);
        EXPECT_LT(bandwidth, 1e13);
        EXPECT_LE(sample.begin, sample.end);
      }
    }
    EXPECT_EQ(ready.loaded().size(), 2u);
    EXPECT_GT(ready.loaded()[0].blocks_per_multiprocessor, 0);
    const double cold = ran.times[0].samples[10].seconds, batch = ran.times[0].samples[24].seconds;
    std::printf("copy of 256 MiB: cold %.1f us = %.3f TB/s, batch %.1f us\n", cold * 1e6, 8.0 * count / cold / 1e12,
                batch * 1e6);
  }
}

TEST_F(Gpu, TooMuchMemoryIsRefusedBeforeItIsTaken) {
  wire::Job job = copy_job(std::int64_t{1} << 38, wire::Submit::stream);
  const std::int64_t before = worker::free_memory();
  try {
    worker::ReadyJob ready(job, images_, card);
    FAIL() << "a terabyte was allocated";
  } catch (const worker::Failed& failed) {
    EXPECT_EQ(failed.failure.kind, wire::Failure::Kind::memory);
  }
  EXPECT_EQ(worker::free_memory(), before);
}

TEST_F(Gpu, ManyJobsLeaveMemoryAsItWas) {
  add("copy", copy);
  const auto once = [&] {
    return worker::ReadyJob(copy_job(1 << 22, wire::Submit::graph), images_, card).evidence({0, -1, {}});
  };
  (void)once();
  const std::int64_t before = worker::free_memory();
  for (int i = 0; i < 50; ++i) (void)once();
  EXPECT_NEAR(static_cast<double>(worker::free_memory()), static_cast<double>(before), 2 << 20);
}

/// The last test: after it this process has no card any more.
TEST_F(Gpu, ZFaultsAreNamedAndEndTheContext) {
  add("broken", R"(extern "C" __global__ void k(float* y) { y[1ll << 40] = 1; })");
  wire::Job job = copy_job(256, wire::Submit::stream);
  job.plans = {{{kernel("broken", 1, {buffer(1)})}}};
  worker::ReadyJob ready(job, images_, card);
  try {
    (void)ready.evidence({0, -1, {}});
    FAIL() << "an illegal address went through";
  } catch (const worker::Failed& failed) {
    EXPECT_EQ(failed.failure.kind, wire::Failure::Kind::fault) << failed.what();
    EXPECT_THAT(failed.what(), testing::HasSubstr("ILLEGAL_ADDRESS"));
    EXPECT_TRUE(failed.context_lost);
  }
}

}  // namespace
