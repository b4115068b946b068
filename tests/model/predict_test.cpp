// Predictions by hand, and the rules of what bounds a kernel.
#include "model/predict.hpp"

#include "base/units.hpp"
#include "model/overlap.hpp"
#include "model/roofline.hpp"
#include "model/specs.hpp"
#include "plan/plans.hpp"
#include "plan/random_chain.hpp"

#include <gmock/gmock.h>

namespace predict_test {

using model::Bound;
using testing::HasSubstr;
using testing::Not;
using tests::plan_of;

// 4 GB a full tensor: nothing of it is left in any cache.
constexpr std::string_view big = "x: f32[32768, 32768]; b: f32[32768]; y = gelu(x + b)";
constexpr double T = 32768.0 * 32768.0 * 4;
constexpr double V = 32768.0 * 4;

TEST(Traffic, BroadcastOperandsAreNamedAndTheirBytesCounted) {
  const auto plan = plan_of(big, "every");
  const model::Traffic one = model::traffic(plan, plan.groups[0]);
  ASSERT_EQ(one.transfers.size(), 3u);
  EXPECT_EQ(one.transfers[0], (model::Transfer{0, false, true, {static_cast<std::int64_t>(T)}}));
  EXPECT_EQ(one.transfers[1], (model::Transfer{1, false, false, {static_cast<std::int64_t>(V)}}));
  EXPECT_EQ(one.transfers[2], (model::Transfer{2, true, true, {static_cast<std::int64_t>(T)}}));
  EXPECT_EQ(one.crossings, 2);
  EXPECT_EQ(one.bytes().value, static_cast<std::int64_t>(2 * T + V));
  const model::Traffic all = model::traffic(plan);
  EXPECT_EQ(all.crossings, 4);
  EXPECT_EQ(all.transfers.size(), 5u);
  EXPECT_EQ(all.read.value, static_cast<std::int64_t>(2 * T + V));
}

TEST(Traffic, DtypesCountTheirOwnBytes) {
  const auto plan = plan_of("x: bf16[1024, 1024]; y = cast(x, f32)", "none");
  EXPECT_EQ(model::traffic(plan).read.value, 2 << 20);
  EXPECT_EQ(model::traffic(plan).written.value, 4 << 20);
}

TEST(Predict, MemoryBoundByHand) {
  const auto fused = model::predict(plan_of(big, "none"), tests::round_gpu());
  ASSERT_EQ(fused.kernels.size(), 1u);
  EXPECT_NEAR(fused.batch.value, (2 * T + V) / 1e12 + 1e-6, 1e-6) << "only the bias row stays in the cache";
  // Half of 66.7 MB of the cache holds the end of y: on its way to DRAM when the run is over.
  EXPECT_NEAR(fused.cold.value, (2 * T + V) / 1e12 + 1e-6 - 100e6 / 3 / 1e12, 1e-9);
  EXPECT_EQ(fused.bound, Bound::memory);
  EXPECT_EQ(fused.crossings, 2);
  EXPECT_EQ(fused.flops.value, 21.0 * 32768 * 32768);
  EXPECT_EQ(fused.spec, "round-gpu");
  EXPECT_EQ(fused.kernels[0].because,
            "Memory-bound: 8.59 GB at 1.00 TB/s takes 8.59 ms, 33.3 µs of it after the run's clock has stopped; its "
            "arithmetic needs 2.25 ms.");
  const auto unfused = model::predict(plan_of(big, "every"), tests::round_gpu());
  EXPECT_THAT(unfused.kernels.front().because, Not(HasSubstr("clock"))) << "the next kernel waits for all of it";
  EXPECT_NEAR(unfused.batch.value / fused.batch.value, 2.0, 0.001);
  EXPECT_NEAR(unfused.cold.value, unfused.batch.value - 33e-6, 1e-6)
      << "only the last kernel's writes are not waited for";
  EXPECT_NEAR(fused.intensity(), 21.0 / 8, 0.001);
}

TEST(Predict, ComputeBound) {
  machine::DeviceSpec slow = tests::round_gpu();
  slow.roofs[0].flops_per_second.value = 1e12;
  const auto fused = model::predict(plan_of(big, "none"), slow);
  EXPECT_EQ(fused.bound, Bound::compute);
  EXPECT_NEAR(fused.cold.value, 21.0 * 32768 * 32768 / 1e12 + 1e-6, 1e-9);
  EXPECT_TRUE(model::arithmetic_first(fused));
  EXPECT_EQ(fused.kernels[0].because,
            "Compute-bound: 22.5 Gflop at 1.00 Tflop/s takes 22.5 ms; moving its 8.59 GB takes 8.59 ms.");
  EXPECT_FALSE(model::arithmetic_first(model::predict(plan_of(big, "none"), tests::round_gpu())));
}

TEST(Predict, LaunchBound) {
  const auto small = model::predict(plan_of("x: f32[1024]; y = relu(x)", "none"), tests::round_gpu());
  EXPECT_EQ(small.bound, Bound::launch);
  EXPECT_GT(small.cold.value, 1e-6);
  EXPECT_THAT(small.kernels[0].because, HasSubstr("Launch-bound: the gap before it takes 1.00 µs"));
}

TEST(Predict, APlanIsNamedByMostOfItsTimeNotByItsLongestKernel) {
  const auto plan = plan_of("x: f32[2048, 256]; s = sum(x); y = relu(exp(tanh(abs(s * 2 + 1))))", "every");
  const auto prediction = model::predict(plan, tests::round_gpu());
  const auto longest = std::ranges::max_element(prediction.kernels, {}, &model::KernelPrediction::cold);
  EXPECT_EQ(longest->bound, Bound::memory) << "the sum reads x";
  EXPECT_EQ(prediction.bound, Bound::launch) << "six starts of next to nothing take longer";
}

TEST(Predict, AColdRunsStartIsToldOfItsFirstKernelAndNoPicoseconds) {
  machine::DeviceSpec spec = tests::round_gpu();
  spec.start.value = 1.4e-6;
  const auto tiny = model::predict(plan_of("x: f32[1]; y = relu(x) + 1", "every"), spec);
  ASSERT_EQ(tiny.kernels.size(), 2u);
  EXPECT_EQ(tiny.kernels[0].because,
            "Launch-bound: the gap before it takes 1.00 µs, and a cold run's first kernel needs 1.40 µs more; its "
            "work takes "
            "under 1 ns.");
  EXPECT_EQ(tiny.kernels[1].because, "Launch-bound: the gap before it takes 1.00 µs; its work takes under 1 ns.");
}

TEST(Predict, IntermediatesThatFitStayInTheCache) {
  // 16 MB tensors, 100 MB of cache: x comes from DRAM, t is read from the cache, both writes are absorbed by it.
  const auto plan = plan_of("x: f32[4000000]; t = relu(x); y = exp(t)", "every");
  const auto prediction = model::predict(plan, tests::round_gpu());
  EXPECT_NEAR(prediction.kernels[0].cold.value, 16e6 / 1e12 + 16e6 / 4e12 + 1e-6, 1e-12);
  EXPECT_NEAR(prediction.kernels[1].cold.value, 32e6 / 4e12 + 1e-6, 1e-12);
  EXPECT_EQ(prediction.kernels[0].bound, Bound::memory);
  EXPECT_EQ(prediction.kernels[1].bound, Bound::cache);
  EXPECT_THAT(prediction.kernels[1].because, HasSubstr("32.0 MB of its 32.0 MB are in the last-level cache"));
  // Batch: x is there from the run before.
  EXPECT_NEAR(prediction.kernels[0].batch.value, 32e6 / 4e12 + 1e-6, 1e-12);
  machine::DeviceSpec busy = tests::round_gpu();
  busy.batch_launch = {3e-6, "a host that keeps up"};
  EXPECT_EQ(model::predict(plan, busy).batch, prediction.batch) << "it orders while the device works";
  busy.batch_launch = {12e-6, "a host that does not"};
  const auto again = model::predict(plan, busy);
  EXPECT_NEAR(again.batch.value, 2 * 12e-6, 1e-12) << "the host sets the pace";
  EXPECT_NEAR(again.kernels[0].batch.value + again.kernels[1].batch.value, 2 * 12e-6, 1e-12);
  EXPECT_EQ(again.cold, prediction.cold);
  // Crossings and bytes are the rule's, whatever the cache does.
  EXPECT_EQ(prediction.crossings, 4);
  EXPECT_EQ(prediction.bytes().value, 64'000'000);
}

TEST(Predict, TheKneeIsSoftAndMonotonous) {
  double before = 0;
  for (std::int64_t elements = 1'000'000; elements < 200'000'000; elements = elements * 5 / 4) {
    const std::string text = "x: f32[" + std::to_string(elements) + "]; t = relu(x); y = exp(t)";
    const auto prediction = model::predict(plan_of(text, "every"), tests::round_gpu());
    const double per_byte = (prediction.cold.value - 2e-6) / static_cast<double>(prediction.bytes().value);
    EXPECT_GE(per_byte, before - 1e-18);
    before = per_byte;
  }
  EXPECT_NEAR(before, 1e-12, 2e-14) << "but for the 30 µs of writes that are not waited for";
}

TEST(Predict, RoadAndArithmeticGetIntoEachOthersWayWhereTheyAreNear) {
  const auto plan = plan_of("x: f32[1000000000]; y = relu(x)", "none");  // a road of 8 ms
  machine::DeviceSpec spec = tests::round_gpu();
  const auto batch = [&](double arithmetic) {
    spec.op_cost["relu:f32"] = arithmetic / 1e9;
    return model::predict(plan, spec).batch.value - 1e-6;
  };
  EXPECT_NEAR(batch(7.9e-3), 8e-3, 1e-9) << "not known to: the longer one";
  spec.overlap = {4, "made up"};
  EXPECT_NEAR(batch(8e-3), 8e-3 * std::pow(2, 0.25), 1e-9);
  EXPECT_NEAR(batch(0.8e-3), 8e-3, 1e-6);
  EXPECT_NEAR(batch(80e-3), 80e-3, 1e-5);
}

TEST(Predict, LongCodeCostsMoreThanItsOps) {
  const auto plan = plan_of("x: f32[1000000000]; y = relu(relu(x))", "none");
  machine::DeviceSpec spec = tests::round_gpu();
  spec.op_cost["relu:f32"] = 10e-12;  // a thread of four elements: 80 ps of ops
  spec.long_code = {{40e-12, 1.0}, {120e-12, 1.5}};
  EXPECT_NEAR(model::predict(plan, spec).batch.value, 20e-3 * 1.25 + 1e-6, 1e-9);
}

TEST(Predict, WritesHaveARampAndAGraphHasStartsOfItsOwn) {
  const auto plan = plan_of("x: f32[1000000000]; t = relu(x); y = exp(t)", "every");
  machine::DeviceSpec spec = tests::round_gpu();
  const auto plain = model::predict(plan, spec);
  spec.ramp = {2e-6, "made up"};
  EXPECT_NEAR(model::predict(plan, spec).cold.value, plain.cold.value + 2 * 2e-6, 1e-12);
  const auto small = plan_of("x: f32[1000000]; y = relu(x)", "none");
  EXPECT_EQ(model::predict(small, spec).cold, model::predict(small, tests::round_gpu()).cold)
      << "what the cache takes needs no road";
  spec.graph_launch = {0.5e-6, "made up"};
  spec.graph_start = {3e-6, "made up"};
  spec.graph_again = {0.25e-6, "made up"};
  spec.graph_submit = {4e-6, "made up"};
  const auto stream = model::predict(plan, spec), graph = model::predict(plan, spec.ordered(machine::Submit::graph));
  EXPECT_NEAR(graph.cold.value, stream.cold.value - 2 * 0.5e-6 + 3e-6, 1e-12);
  EXPECT_NEAR(graph.batch.value, stream.batch.value - 2 * 0.75e-6 + 4e-6, 1e-12);
}

TEST(Predict, FewLongRowsAreTwoLaunches) {
  const auto plan = plan_of("x: f32[1, 1000000000]; y = sum(x * x)", "none");
  machine::DeviceSpec spec = tests::round_gpu();
  const auto fused = model::predict(plan, spec);
  ASSERT_EQ(fused.kernels.size(), 1u);
  EXPECT_EQ(fused.kernels[0].launches, 2);
  EXPECT_EQ(fused.launches, 2);
  EXPECT_NEAR(fused.cold.value, 4e-3 + 2 * 1e-6, 1e-9);
  EXPECT_NEAR(fused.terms.starts.value, 2e-6, 1e-12);
  EXPECT_NEAR(fused.batch.value, fused.cold.value, 1e-9);
  spec.batch_launch = {3e-3, "made up"};
  EXPECT_NEAR(model::predict(plan, spec).batch.value, 2 * 3e-3, 1e-9) << "the host orders both";
  EXPECT_EQ(model::predict(plan_of("x: f32[1, 1000000000]; y = sum(x * x)", "every"), spec).launches, 3);
  EXPECT_EQ(model::predict(plan, tests::round_cpu()).launches, 1) << "a processor parts no rows";
  const auto short_rows = model::predict(plan_of("x: f32[2, 70000]; y = sum(x)", "none"), tests::round_gpu());
  EXPECT_THAT(short_rows.kernels[0].because, HasSubstr("each of its 2 launches has a gap of 1.00 µs before it"));
}

TEST(Predict, CpuStoresAroundTheCacheWhenOutputsAreLarger) {
  const auto large = model::predict(plan_of("x: f32[100000000]; y = relu(x)", "none"), tests::round_cpu());
  EXPECT_NEAR(large.cold.value, 800e6 / 16e9 + 10e-6, 1e-9);
  const auto small = model::predict(plan_of("x: f32[4000000]; y = relu(x)", "none"), tests::round_cpu());
  EXPECT_NEAR(small.cold.value, 32e6 / 12e9 + 10e-6, 1e-9) << "through the cache, which fetches the lines first";
  EXPECT_NEAR(model::predict(plan_of("x: f32[400000]; y = relu(x)", "none"), tests::round_cpu()).batch.value,
              3.2e6 / 100e9 + 10e-6, 1e-12)
      << "run after run all of it is in the cache";
}

TEST(Predict, IssueBoundOnACpu) {
  const auto fused = model::predict(plan_of("x: f32[100000000]; y = gelu(x + x)", "none"), tests::round_cpu());
  EXPECT_EQ(fused.bound, Bound::issue);
  EXPECT_NEAR(fused.cold.value, 105e-3 + 10e-6, 1e-9) << "how they hide behind each other is not known: the longer";
  EXPECT_TRUE(model::arithmetic_first(fused));
  EXPECT_THAT(fused.kernels[0].because, HasSubstr("Arithmetic-bound: its ops take 105 ms"));
}

TEST(Predict, ArithmeticIsFirstOnlyByAMargin) {
  // The road: 800 MB at 16 GB/s, 50 ms, 0.5 ns an element.
  const auto plan = plan_of("x: f32[100000000]; y = relu(x)", "none");
  const auto with_cost = [&](double share_of_road) {
    machine::DeviceSpec spec = tests::round_cpu();
    spec.op_cost["relu:f32"] = share_of_road * 0.5e-9;
    return model::predict(plan, spec);
  };
  EXPECT_NEAR(with_cost(1.1).road.value, 50e-3, 1e-9);
  EXPECT_NEAR(with_cost(1.1).arithmetic.value, 55e-3, 1e-9);
  EXPECT_EQ(with_cost(0.99).bound, Bound::memory);
  EXPECT_EQ(with_cost(1.1).bound, Bound::issue) << "what bounds it is still said";
  EXPECT_FALSE(model::arithmetic_first(with_cost(0.99)));
  EXPECT_FALSE(model::arithmetic_first(with_cost(1.1)));
  EXPECT_FALSE(model::arithmetic_first(with_cost(model::arithmetic_margin - 0.001)));
  EXPECT_TRUE(model::arithmetic_first(with_cost(model::arithmetic_margin + 0.001)));
  const auto unfused = model::predict(plan_of("x: f32[100000000]; y = relu(relu(x))", "every"), tests::round_cpu());
  EXPECT_NEAR(unfused.road.value, 100e-3, 1e-9) << "the sum over the kernels, launches apart";
  EXPECT_NEAR(unfused.cold.value, unfused.road.value + 20e-6, 1e-9);
}

TEST(Predict, ConversionsAtTheEdgeAndOpsThatWereNotCalibrated) {
  machine::DeviceSpec spec = tests::round_cpu();
  spec.kind = machine::Kind::gpu;
  spec.mixes = {{0.5, machine::Store::cached, {1e15}}};
  const auto plan = plan_of("x: bf16[100000000]; y = log(x)", "none");
  // load 0.1 ns, log 10 flops at 100 Gflop/s = 0.1 ns, store 0.2 ns
  EXPECT_NEAR(model::predict(plan, spec).cold.value, 0.4e-9 * 1e8 + 10e-6, 1e-9);
}

TEST(Predict, AProcessorsPairOfOpsIsOneLoop) {
  machine::DeviceSpec spec = tests::round_cpu();
  const auto seconds = [&](const char* text) {
    return model::predict(plan_of(text, "none"), spec).arithmetic.value / 1e8;
  };
  const char* pair = "x: f32[100000000]; y = gelu(x + x)";
  EXPECT_NEAR(seconds(pair), 1.05e-9, 1e-15);
  spec.op_cost["add+gelu:f32"] = 1.01e-9;
  EXPECT_NEAR(seconds(pair), 1.01e-9, 1e-15);
  EXPECT_NEAR(seconds("x: f32[100000000]; s = x + x; y = gelu(s); out s, y"), 1.05e-9, 1e-15) << "s is written";
  EXPECT_NEAR(seconds("x: f32[100000000]; s = x + x; y = gelu(s) + s"), 1.10e-9, 1e-15) << "s has two readers";
  spec.op_cost["gelu+add:f32"] = 1.02e-9;
  EXPECT_NEAR(seconds("x: f32[100000000]; y = gelu(x + x) + x"), 1.06e-9, 1e-15) << "pairs are made from the front";
}

TEST(Predict, AProcessorsSeveralLoopsHideLessThanOne) {
  machine::DeviceSpec spec = tests::round_cpu();
  spec.op_cost = {{"relu:f32", 0.25e-9}, {"exp:f32", 0.25e-9}};
  const auto cold = [&](const char* text) { return model::predict(plan_of(text, "none"), spec).cold.value - 10e-6; };
  const char *one = "x: f32[100000000]; y = relu(x)", *two = "x: f32[100000000]; y = relu(exp(x))";  // 50 ms of road
  EXPECT_NEAR(cold(two), 50e-3, 1e-9) << "not known to: the longer one";
  spec.overlap = {2, "made up"};
  spec.loops_overlap = {1, "made up"};
  EXPECT_NEAR(cold(one), std::hypot(50e-3, 25e-3), 1e-9);
  EXPECT_NEAR(cold(two), 50e-3 + 50e-3, 1e-9) << "one after the other";
  const auto because = [&](const char* text) { return model::predict(plan_of(text, "none"), spec).kernels[0].because; };
  EXPECT_THAT(because(one), Not(HasSubstr("together")));
  EXPECT_THAT(because(two),
              HasSubstr("one after the other, and little of one hides behind the next: together they take 100 ms."));
}

TEST(Predict, AProcessorsLoopsOverRowsTakeSoLongAtTheLeast) {
  machine::DeviceSpec spec = tests::round_cpu();
  spec.op_cost = {{"square:f32", 1e-9}, {"sum:f32", 0.1e-9}, {"mul:f32", 0.2e-9}};
  const auto arithmetic = [&](const char* text) {
    return model::predict(plan_of(text, "none"), spec).arithmetic.value / 1e8;
  };
  const char* rows = "x: f32[10000, 10000]; y = x * sum(x)";
  EXPECT_NEAR(arithmetic(rows), 0.3e-9, 1e-15);
  spec.row_loop = {0.15e-9, "made up"};
  EXPECT_NEAR(arithmetic(rows), 0.35e-9, 1e-15) << "the sum takes as long as its row comes from L2";
  EXPECT_NEAR(arithmetic("x: f32[10000, 10000]; y = sum(x)"), 0.1e-9, 1e-15) << "one loop: straight from memory";
  EXPECT_NEAR(arithmetic("x: f32[10000, 10000]; y = x * x * x"), 0.4e-9, 1e-15) << "no rows";
  EXPECT_NEAR(arithmetic("x: f32[10000, 10000]; y = sum(square(x))"), 1.15e-9, 1e-15);
  spec.op_cost["square+sum:f32"] = 0.4e-9;
  EXPECT_NEAR(arithmetic("x: f32[10000, 10000]; y = sum(square(x))"), 0.4e-9, 1e-15) << "one loop of both";
}

TEST(Predict, BetweenTensorsAProcessorsLoopsAreOfF32) {
  machine::DeviceSpec spec = tests::round_cpu();
  spec.op_cost = {{"exp:f32", 1e-10}, {"exp:bf16", 9e-10}};
  const auto seconds = [&](const char* text) {
    return model::predict(plan_of(text, "none"), spec).arithmetic.value / 1e8;
  };
  EXPECT_NEAR(seconds("x: bf16[100000000]; y = exp(exp(exp(x)))"), 19e-10, 1e-15) << "the first reads, the last writes";
}

TEST(Overlap, IsFoundFromTimesThatHaveIt) {
  for (const double p : {0.7, 1.0, 2.2, 6.0}) {
    std::vector<model::Together> kernels;
    for (const double arithmetic : {0.4, 1.0, 1.7})
      kernels.push_back({1, arithmetic, model::together(1, arithmetic, p)});
    EXPECT_NEAR(model::fit_overlap(kernels, 0.5), p, 0.051);
    EXPECT_NEAR(model::arithmetic_of(model::together(1, 0.8, p), 1, p), 0.8, 1e-12);
  }
  EXPECT_EQ(model::fit_overlap({}, 0.5), 0);
  EXPECT_EQ(model::together(3, 4, 0), 4);
  EXPECT_EQ(model::arithmetic_of(0.9, 1, 2), 0) << "the road alone takes longer";
}

TEST(Predict, AProcessorsRoofHoldsWhateverItsLoopsWereTimedAt) {
  machine::DeviceSpec spec = tests::round_cpu();
  const auto plan = plan_of("x: f32[100000000]; y = exp(exp(exp(exp(exp(exp(exp(exp(exp(x)))))))))", "none");
  const double at_roof = model::predict(plan, spec).flops.value / 100e9;
  ASSERT_GT(at_roof, 60e-3) << "longer than the road";
  for (const bool calibrated : {true, false}) {
    if (!calibrated) spec.op_cost.clear();
    if (calibrated) spec.op_cost["exp:f32"] = 1e-13;
    EXPECT_NEAR(model::predict(plan, spec).cold.value, at_roof + 10e-6, 1e-9) << calibrated;
  }
}

TEST(Predict, SmallOperandsAreDoneAgainForEachRow) {
  const auto prediction =
      model::predict(plan_of("x: f32[1000, 1000]; b: f32[1000]; c = b + 1; y = x * c", "none"), tests::round_gpu());
  EXPECT_EQ(prediction.flops.value, 2e6);
  const auto rows =
      model::predict(plan_of("x: f32[1000, 1000]; m = mean(x); y = x - sqrt(m)", "none"), tests::round_gpu());
  EXPECT_EQ(rows.flops.value, 1e6 + 1e3 + 1e6);
}

TEST(Levels, StreamingKernelsByHand) {
  machine::DeviceSpec spec = tests::round_gpu();
  const auto plan = plan_of(big, "none");
  const auto unknown = model::predict(plan, spec);
  EXPECT_FALSE(unknown.cold_levels.l2) << "nobody said how many partitions";
  spec.l2_crossing = {1.5, "made up"};
  const base::Levels levels = model::predict(plan, spec).cold_levels;
  ASSERT_TRUE(levels.issued && levels.l2);
  EXPECT_EQ(levels.issued->read.value, static_cast<std::int64_t>(2 * T)) << "each thread loads its part of the row";
  EXPECT_EQ(levels.issued->written.value, static_cast<std::int64_t>(T));
  EXPECT_EQ(levels.l2->read.value, static_cast<std::int64_t>((1.5 + 1.25) * T)) << "128 kB find no room in an L1";
  EXPECT_EQ(levels.l2->written.value, static_cast<std::int64_t>(1.5 * T));
  EXPECT_EQ(levels.dram, (base::Moved{{static_cast<std::int64_t>(T + V)}, {static_cast<std::int64_t>(T)}}));
  const auto small = model::predict(plan_of("x: f32[32768, 8192]; b: f32[8192]; y = x + b", "none"), spec);
  EXPECT_EQ(small.cold_levels.l2->read.value, 32768LL * 8192 * 4 * 3 / 2 + 100 * 8192 * 4 * 5 / 4)
      << "each L1 fetches it once";
}

TEST(Levels, WhatTheL2ServesCrossesLess) {
  machine::DeviceSpec spec = tests::round_gpu();
  spec.l2_crossing = {1.5, "made up"};
  const auto large = model::predict(plan_of("x: f32[4000000]; t = relu(x); y = exp(t)", "every"), spec);
  EXPECT_EQ(large.kernels[0].cold_levels.l2, (base::Moved{{24'000'000}, {24'000'000}})) << "x from the DRAM";
  EXPECT_EQ(large.kernels[1].cold_levels.l2, (base::Moved{{20'000'000}, {24'000'000}}))
      << "t from the L2, half of it written by the other side";
  EXPECT_EQ(large.batch_levels.l2, (base::Moved{{40'000'000}, {48'000'000}}));
  const auto small = model::predict(plan_of("x: f32[400000]; t = relu(x); y = exp(t)", "every"), spec);
  EXPECT_EQ(small.cold_levels.l2, (base::Moved{{2'400'000 + 1'600'000}, {4'800'000}}))
      << "all blocks run at once: each comes back to its own side";
  // 320 blocks, 16 a row: the L1 of each multiprocessor that has a block fetches what that one asks for of b.
  const auto row = model::predict(plan_of("x: f32[20, 8192]; b: f32[8192]; y = x + b", "none"), spec);
  EXPECT_EQ(row.batch_levels.l2->read.value, 20 * 8192 * 4 + 100 * 2048);
}

TEST(Levels, BytesAndTimesAreOfOneResidency) {
  // 16 MB tensors, 100 MB of cache: a cold run reads x alone and in the end has written t and y.
  const auto plan = plan_of("x: f32[4000000]; t = relu(x); y = exp(t)", "every");
  const auto prediction = model::predict(plan, tests::round_gpu());
  EXPECT_EQ(prediction.cold_levels.dram, (base::Moved{{16'000'000}, {32'000'000}}));
  EXPECT_EQ(prediction.tail.value, 32'000'000) << "the cache took both while the clock ran";
  EXPECT_EQ(prediction.kernels[0].cold_levels.dram, (base::Moved{{16'000'000}, {0}}));
  EXPECT_EQ(prediction.kernels[1].cold_levels.dram, base::Moved{});
  EXPECT_EQ(prediction.batch_levels.dram, base::Moved{}) << "run after run all of it is in the cache";
  EXPECT_NEAR(prediction.terms.road.value, 16e6 / 1e12, 1e-12);
  EXPECT_NEAR(prediction.terms.cache.value, 48e6 / 4e12, 1e-12);
  const auto large = model::predict(plan_of(big, "every"), tests::round_gpu());
  EXPECT_EQ(large.cold_levels.dram, (base::Moved{large.read, large.written}));
  EXPECT_NEAR(static_cast<double>(large.tail.value), 100e6 / 3, 1) << "what its time leaves out";
}

TEST(Levels, RunAfterRunTheL2LetsGoOfWhatWasReadAndOfEachWriteInTheEnd) {
  // 100 MB of cache. 80 MB of tensors: too much for what is only read again a run later, or written again.
  const auto read = model::predict(plan_of("x: f32[10000000]; y = relu(x)", "none"), tests::round_gpu());
  EXPECT_EQ(read.batch_levels.dram, (base::Moved{{40'000'000}, {40'000'000}}));
  // 60 MB in three: t is still there when it is read, just written; in the end it leaves all the same.
  const auto chain = model::predict(plan_of("x: f32[5000000]; t = relu(x); y = exp(t)", "every"), tests::round_gpu());
  EXPECT_EQ(chain.kernels[1].batch_levels.dram->read.value, 0);
  const double gone = (0.6 - 0.53) / (0.8 - 0.53);
  EXPECT_NEAR(static_cast<double>(chain.batch_levels.dram->written.value), 40e6 * gone, 10);
  EXPECT_NEAR(static_cast<double>(chain.batch_levels.dram->read.value), 20e6 * gone, 10);
  EXPECT_EQ(chain.kernels[0].cold_levels.dram->written.value, 0) << "a cold run has ended by then";
}

TEST(Levels, RowsOnChipAndOneNumberARow) {
  const auto softmax = plan_of("x: f32[4096, 8192]; y = softmax(x)", "none");
  const auto once = model::issued(softmax, softmax.groups[0], 132);
  EXPECT_EQ(once.read.value, 4096LL * 8192 * 4) << "the row stays on chip";
  const auto shifted = plan_of("x: f32[4096, 8192]; b: f32[8192]; y = softmax(x + b)", "none");
  EXPECT_EQ(model::issued(shifted, shifted.groups[0], 132).read.value, 2 * 4096LL * 8192 * 4)
      << "and the sum of both with it";
  const auto scalar = plan_of("x: f32[4096, 8192]; s: f32[4096, 1]; y = x * s", "none");
  EXPECT_EQ(model::issued(scalar, scalar.groups[0], 132).read.value, 4096LL * 8192 * 4 + 4096LL * 8192 / 128 * 32)
      << "a sector for each warp";
}

TEST(Levels, ANumberOfEachRowIsWrittenAsASector) {
  // Counted on an H200 (assets/recordings/h200/f32.json): 131072 bytes stored by the row sums of 4096 rows.
  const auto sums = plan_of("x: f32[4096, 8192]; y = sum(x)", "none");
  EXPECT_EQ(model::issued(sums, sums.groups[0], 132).written.value, 131072);
}

TEST(Regime, WhyAColdRunAndOneOfManyDiffer) {
  machine::DeviceSpec spec = tests::round_gpu();
  spec.start = {2e-6, "made up"};
  spec.batch_launch = {4e-6, "made up"};
  spec.ramp = {2e-6, "made up"};
  const auto why = [&](std::string_view chain) {
    const auto prediction = model::predict(plan_of(chain, "every"), spec);
    const model::Starts starts = model::starts(spec);
    EXPECT_FALSE(model::regime_words(prediction, starts).empty());
    return model::regime(prediction, starts);
  };
  EXPECT_EQ(why("x: f32[1024]; y = abs(exp(relu(x)))"), model::Regime::host) << "three orders, 12 µs";
  EXPECT_EQ(why("x: f32[6000000]; y = relu(x)"), model::Regime::warm);
  EXPECT_EQ(why("x: f32[50000000]; y = relu(x)"), model::Regime::tail);
  EXPECT_EQ(why("x: f32[2000000000]; y = relu(x)"), model::Regime::alike);
  spec.batch_launch = {};
  EXPECT_EQ(why("x: f32[1024]; y = relu(x)"), model::Regime::lead);
}

TEST(Cause, TheLargestTermOfTheDifference) {
  machine::DeviceSpec spec = tests::round_gpu();
  const auto why = [&](std::string_view chain) {
    const auto slow = model::predict(plan_of(chain, "every"), spec),
               fast = model::predict(plan_of(chain, "none"), spec);
    const model::Terms& terms = slow.terms;
    EXPECT_NEAR(terms.road.value + terms.cache.value + terms.arithmetic.value + terms.starts.value, slow.cold.value,
                1e-12);
    return model::cause(slow, fast);
  };
  EXPECT_EQ(why("x: f32[100000000]; y = exp(relu(x))"), model::Term::road);
  EXPECT_EQ(why("x: f32[4000000]; y = exp(relu(x))"), model::Term::cache);
  EXPECT_EQ(why("x: f32[4000]; y = exp(relu(x))"), model::Term::starts);
  EXPECT_EQ(why("x: f32[4000]; y = relu(x)"), std::nullopt) << "the same plan";
  // Two kernels, each computing longer than it moves, against one that hides the moving behind both.
  machine::DeviceSpec busy = tests::round_gpu();
  const auto one = model::predict(plan_of("x: f32[100000000]; y = exp(x)", "none"), busy);
  busy.op_cost["exp:f32"] = 1e-10;
  EXPECT_EQ(model::cause(model::predict(plan_of("x: f32[100000000]; y = exp(x)", "none"), busy), one),
            model::Term::arithmetic);
}

TEST(Predict, AgreesWithAnIndependentCountOnRandomChains) {
  const machine::DeviceSpec spec = tests::round_gpu();
  for (std::uint64_t seed = 5000; seed < 6500; ++seed) {
    const std::string text = tests::RandomChain(seed).text();
    SCOPED_TRACE(text);
    for (const char* cuts : {"every", "none"}) {
      const auto plan = plan_of(text, cuts);
      const auto prediction = model::predict(plan, spec);
      ASSERT_EQ(prediction.crossings, tests::crossings(plan));
      ASSERT_GE(prediction.cold.value, 1e-6 * static_cast<double>(plan.groups.size()));
      ASSERT_TRUE(std::isfinite(prediction.cold.value) && std::isfinite(prediction.batch.value));
      ASSERT_LE(prediction.batch.value, prediction.cold.value * (1 + 1e-12));
      std::int64_t bytes = 0;
      for (const auto& kernel : prediction.kernels) {
        bytes += kernel.traffic.bytes().value;
        ASSERT_FALSE(kernel.because.empty());
      }
      ASSERT_EQ(bytes, prediction.bytes().value);
      const base::Levels& levels = prediction.cold_levels;
      ASSERT_TRUE(levels.issued);
      ASSERT_GE(levels.issued->read.value + levels.issued->written.value, 0);
      ASSERT_EQ(levels.dram->written, prediction.written);
      ASSERT_GE(prediction.tail.value, 0);
      ASSERT_LE(levels.dram->read, prediction.read);
      ASSERT_LE(prediction.batch_levels.dram->read, levels.dram->read);
    }
  }
}

TEST(Roofline, RidgesOfBothRoofs) {
  const auto gpu = model::roofline(tests::round_gpu());
  EXPECT_EQ(gpu.bandwidth, 1e12);
  ASSERT_EQ(gpu.ceilings.size(), 2u);
  EXPECT_EQ(gpu.ceilings[0].ridge, 10);
  EXPECT_EQ(gpu.ceilings[1].ridge, 100);
  const auto cpu = model::roofline(tests::round_cpu());
  EXPECT_EQ(cpu.bandwidth, 16e9);
  EXPECT_THAT(cpu.bandwidth_name, HasSubstr("streaming"));
}

TEST(Roofline, APlansOperationsHaveARoofOfTheirOwn) {
  const auto cpu = tests::round_cpu();
  // 21 operations in 1.05 ns an element, where the roof of plain arithmetic would do 105.
  const auto fused = model::predict(plan_of(big, "none"), cpu);
  EXPECT_NEAR(model::own_roof(fused, cpu).value(), 20e9, 1);
  const auto unfused = model::predict(plan_of(big, "every"), cpu);
  EXPECT_NEAR(model::own_roof(unfused, cpu).value(), 20e9, 1) << "the same operations, in how many kernels ever";
  // Where the slope meets it, arithmetic takes as long as the road.
  EXPECT_NEAR(fused.flops.value / model::own_roof(fused, cpu).value(), fused.arithmetic.value, 1e-9);
}

TEST(Roofline, NoRoofOfTheirOwnWhereOpsAreNotPricedOrItWouldBeTheSameLine) {
  const auto gpu = tests::round_gpu();
  EXPECT_FALSE(model::own_roof(model::predict(plan_of(big, "none"), gpu), gpu)) << "a data sheet prices no ops";
  auto cpu = tests::round_cpu();
  constexpr std::string_view cosine = "x: f32[1024, 1024]; y = cos(x)";
  EXPECT_FALSE(model::own_roof(model::predict(plan_of(cosine, "none"), cpu), cpu)) << "not calibrated";
  const double at_the_roof = 12 / 100e9;
  cpu.op_cost["cos:f32"] = at_the_roof / 0.95;
  EXPECT_FALSE(model::own_roof(model::predict(plan_of(cosine, "none"), cpu), cpu)) << "within a tenth of it";
  cpu.op_cost["cos:f32"] = at_the_roof / 0.85;
  EXPECT_NEAR(model::own_roof(model::predict(plan_of(cosine, "none"), cpu), cpu).value(), 85e9, 1);
  EXPECT_FALSE(model::own_roof(model::Prediction{}, cpu));
}

TEST(Roofline, ProductsOf16BitOperandsLieUnderTheFastestThatWasSeen) {
  constexpr std::string_view product = "x: bf16[64, 64]; w: bf16[64, 64]; y = x @ w";
  EXPECT_EQ(model::tensor_operands(*plan_of(product, "none").chain), chain::Dtype::bf16);
  EXPECT_FALSE(model::tensor_operands(*plan_of("x: f32[64, 64]; w: f32[64, 64]; y = x @ w", "none").chain));
  EXPECT_FALSE(model::tensor_operands(*plan_of("x: bf16[64, 64]; y = relu(x)", "none").chain));
  auto gpu = tests::round_gpu();
  const double probed = gpu.roofs[1].flops_per_second.value;
  EXPECT_EQ(model::roofline(gpu, chain::Dtype::bf16).ceilings[1].name, gpu.roofs[1].name) << "no product was seen";
  gpu.op_cost["matmul:bf16"] = 2 / (1.25 * probed);
  EXPECT_EQ(model::roofline(gpu).ceilings[1].flops_per_second, probed);
  const model::Ceiling higher = model::roofline(gpu, chain::Dtype::bf16).ceilings[1];
  EXPECT_NEAR(higher.flops_per_second, 1.25 * probed, 1e-6 * probed);
  EXPECT_EQ(higher.name, "tensor cores, bf16 products");
  EXPECT_EQ(model::roofline(gpu, chain::Dtype::f16).ceilings[1].flops_per_second, probed) << "of its own dtype";
  // The kernel's sentence is of the same roof, so that its own numbers fit together.
  constexpr std::string_view large = "x: bf16[8192, 8192]; w: bf16[8192, 8192]; y = x @ w";
  const std::string roof = base::show_number(higher.flops_per_second / 1e12) + " Tflop/s";
  EXPECT_THAT(model::predict(plan_of(large, "none"), gpu).kernels[0].because, HasSubstr(roof));
}

TEST(MatmulReduce, ItsPartsAreBytesAndNoCrossing) {
  // 1024 rows x 16 tiles of 256 columns x 2 parts (maximum and sum) x 4 bytes.
  const char* text =
      "x: bf16[1024, 512]; w: bf16[512, 4096]; z = x @ w; m = max(z); e = exp(z - m); s = sum(e); l = log(s) + m";
  constexpr std::int64_t parts = 1024 * 16 * 2 * 4, operands = 2 * (1024 * 512 + 512 * 4096), out = 1024 * 2;
  const plan::FusionPlan plan = tests::plan_of(text, "none");
  ASSERT_EQ(plan.groups.size(), 1u);
  EXPECT_EQ(model::traffic(plan).crossings, 2);
  EXPECT_EQ(model::traffic(plan).bytes().value, operands + out);
  const model::Prediction gpu = model::predict(plan, tests::round_gpu());
  EXPECT_EQ(gpu.launches, 2);
  EXPECT_EQ(gpu.cold_levels.issued->written.value, parts + out);
  EXPECT_EQ(gpu.cold_levels.dram->read.value, operands);  // the parts stay in the cache ...
  machine::DeviceSpec small = tests::round_gpu();
  small.last_level_cache.value = 1000;  // ... if there is room
  const model::Prediction spilled = model::predict(plan, small);
  EXPECT_GE(spilled.cold_levels.dram->read.value, operands + parts);
  EXPECT_GT(spilled.road, gpu.road);
  // The square that is not written, and the kernels that are not started.
  EXPECT_LT(gpu.cold, model::predict(tests::plan_of(text, "every"), tests::round_gpu()).cold);
  const auto large = tests::chain_of("x: bf16[8192, 512]; w: bf16[512, 32768]; y = sum(gelu(x @ w))");
  EXPECT_EQ(model::best(large, tests::round_gpu(), tests::roomy).groups.size(), 1u);
  // A reduction works on all that it reads.
  EXPECT_GT(gpu.flops.value, 2.0 * 1024 * 512 * 4096 + 1024.0 * 4096 * (1 + 1 + 8 + 1));
  EXPECT_EQ(model::predict(plan, tests::round_cpu()).launches, 1);
}

}  // namespace predict_test
