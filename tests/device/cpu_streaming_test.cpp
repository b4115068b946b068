// Rows swept with a running maximum and sum: against double, for every dtype and length, and with faults planted.
#include "device/cpu/engine.hpp"
#include "device/cpu/executor.hpp"
#include "device/cpu/product/room.hpp"
#include "device/runs.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace cpu_streaming_test {

using device::cpu::Fault;
using tests::check_all;

constexpr machine::Limits tight(16);  // no row of these tests stays
constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float nan = std::numeric_limits<float>::quiet_NaN();

/// "x: f32[3, 40]" and so on in place of {0}, {1} and {2}: a full tensor, a row, a column.
std::string chain(const char* text, const char* dtype, int rows, int columns) {
  return fmt::format(fmt::runtime(text), fmt::format("{}[{}, {}]", dtype, rows, columns),
                     fmt::format("{}[{}]", dtype, columns), fmt::format("{}[{}, 1]", dtype, rows));
}

void expect_right(const std::string& text) {
  const auto spec = tests::run_spec(text, {"none"}, tight);
  EXPECT_EQ(spec.plans[0].groups.size(), 1u) << text;
  EXPECT_EQ(spec.plans[0].groups[0].schedule, plan::Schedule::streaming) << text;
  EXPECT_EQ(check_all(text, {"every", "none"}, tight).wrong, "") << text;
}

TEST(CpuStreaming, AnyLengthOfAnyDtype) {
  for (const char* dtype : {"f32", "f16", "bf16"}) {
    for (const auto& [rows, columns] : {std::pair{1, 17}, {1, 1024}, {3, 1025}, {70, 2047}, {2, 70000}, {300, 19}}) {
      for (const char* text : {
               "x: {0}; y = softmax(x)",
               "x: {0}; m = max(x); y = log(sum(exp(x - m))) + m",
               "x: {0}; r: {0}; g: {1}; b: {1}; t: {2}; y = softmax(x * t + r) * (g * b) + t",
               "x: {0}; t: {2}; u = t * 2; z = relu(x) + u; e = exp(z - max(z)); y = e / sum(e) + u; out y",
           }) {
        expect_right(chain(text, dtype, rows, columns));
      }
    }
  }
}

TEST(CpuStreaming, TilesThatAreAllMasked) {
  for (const char* dtype : {"f32", "bf16"})
    expect_right(chain("x: {0}; y = softmax(causal(x * 2))", dtype, 2100, 2100));
}

TEST(CpuStreaming, NumbersOfTheRowAndElementsAreKept) {
  for (const char* text : {
           "x: {0}; m = max(x); e = exp(x - m); s = sum(e); y = e / s; out m, s, y",
           "x: {0}; z = x + 1; m = max(z); e = exp(z - m); a = mean(e); l = log(a) + m; out z, e, l",
           "x: {0}; m = max(x); d = x - m; s = sum(exp(d)); q = mean(square(x)); y = (x - m) * s + q; out y, d",
           "x: {0}; y = dropout(softmax(dropout(x, 0.5, 3)), 0.25, 4)",
       }) {
    expect_right(chain(text, "f32", 5, 3001));
  }
  expect_right(chain("x: {0}; m = max(x); e = exp(x - m); s = sum(e); y = e / s; out m, s, y", "bf16", 5, 3001));
}

/// The chain's output, of inputs by a function of value and element; all in f32.
template <class Number>
std::vector<float> run_alone(const std::string& text, int threads, const Number& number) {
  const device::RunSpec spec = tests::run_spec(text, {"none"}, tight);
  const plan::FusionPlan& plan = spec.plans[0];
  const chain::Chain& chain = *plan.chain;
  const device::cpu::Program program = device::cpu::compile(plan, plan.groups.at(0), Fault::none);
  std::vector<std::vector<float>> room(chain.values.size());
  std::vector<device::cpu::Tensor> tensors(chain.values.size());
  for (int v = 0; v < std::ssize(chain.values); ++v) {
    const bool input = chain.values[v].op == chain::Op::input;
    if (!input && !chain.values[v].output && std::ranges::count(program.between, v) == 0) continue;
    room[v].resize(static_cast<std::size_t>(chain.values[v].shape.elements()));
    for (std::size_t i = 0; input && i < room[v].size(); ++i) room[v][i] = number(static_cast<std::int64_t>(i));
    tensors[v].data = reinterpret_cast<std::byte*>(room[v].data());
  }
  device::cpu::ThreadPool pool(threads);
  device::cpu::ProductRoom scratch;
  device::cpu::Executor(program, tensors, pool, scratch, 512, Fault::none).run();
  return room[chain.outputs().front()];
}

TEST(CpuStreaming, TheSameBitsForAnyNumberOfThreads) {
  const auto number = [](std::int64_t at) { return static_cast<float>(at * 7919 % 1009) / 100.0f; };
  for (const char* text : {"x: f32[1, 20000]; y = softmax(x)", "x: f32[9, 2000]; y = softmax(x)"}) {
    const std::vector<float> one = run_alone(text, 1, number);
    EXPECT_EQ(one, run_alone(text, 2, number));
    EXPECT_EQ(one, run_alone(text, 5, number));
  }
}

TEST(CpuStreaming, InfinitiesAndNaNAsInDouble) {
  constexpr std::int64_t columns = 3000;
  const auto number = [](std::int64_t at) -> float {
    const std::int64_t row = at / columns, column = at % columns;
    if (row == 0) return column < 2900 ? -infinity : 0;  // whole tiles of nothing
    if (row == 1) return -infinity;
    if (row == 2) return column == 1500 ? infinity : 1;
    if (row == 3) return column == 2999 ? nan : 1;
    return column == 0 ? 200.0f : -200.0f;
  };
  const std::vector<float> y = run_alone("x: f32[5, 3000]; y = softmax(x)", 2, number);
  EXPECT_EQ(y[0], 0);
  EXPECT_FLOAT_EQ(y[2950], 0.01f);
  for (const std::int64_t at : {0, 1500, 2999}) {
    EXPECT_TRUE(std::isnan(y[columns + at]));      // minus infinity less minus infinity
    EXPECT_TRUE(std::isnan(y[2 * columns + at]));  // the sum has infinity less infinity
    EXPECT_TRUE(std::isnan(y[3 * columns + at]));
  }
  EXPECT_EQ(y[4 * columns], 1);
  EXPECT_EQ(y[4 * columns + 1], 0);
}

TEST(CpuStreaming, ARowThatRisesToItsEnd) {
  const auto number = [](std::int64_t at) { return static_cast<float>(at) * 1e-6f; };
  const std::vector<float> y = run_alone("x: f32[1, 200000]; y = softmax(x)", 2, number);
  double sum = 0, all = 0;
  for (std::int64_t at = 0; at < 200000; ++at) sum += std::exp(static_cast<double>(number(at)) - 0.199999);
  for (const float one : y) all += static_cast<double>(one);
  EXPECT_NEAR(static_cast<double>(y[199999]) * sum, 1, 1e-6);
  EXPECT_NEAR(all, 1, 1e-6);
}

TEST(CpuStreaming, PlantedFaultsAreFound) {
  for (const char* text :
       {"x: f32[40, 3000]; y = softmax(x)", "x: f32[40, 3000]; m = max(x); y = log(sum(exp(x - m))) + m"}) {
    for (const Fault fault : {Fault::wrong_op, Fault::short_tail, Fault::skipped_thread, Fault::dropped_tile,
                              Fault::tile_twice, Fault::stale_maximum}) {
      device::cpu::plant(fault);
      const auto found = check_all(text, {"none"}, tight);
      device::cpu::plant(Fault::none);
      EXPECT_NE(found.wrong, "") << text << " " << static_cast<int>(fault);
    }
  }
}

}  // namespace cpu_streaming_test
