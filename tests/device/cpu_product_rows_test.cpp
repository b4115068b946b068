// Rows of products reduced tile by tile: against double, for every dtype, order and size, and with faults planted.
#include "device/cpu/engine.hpp"
#include "device/cpu/executor.hpp"
#include "device/cpu/product/room.hpp"
#include "device/runs.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>

namespace cpu_product_rows_test {

using tests::check_all;

std::string input(const std::string& name, const std::string& dtype, std::vector<int> sizes) {
  std::string list;
  for (const int size : sizes) list += (list.empty() ? "" : ", ") + std::to_string(size);
  return name + ": " + dtype + "[" + list + "]\n";
}

constexpr const char* log_sum_exp = "m = max(z)\ne = exp(z - m)\ns = sum(e)\nl = log(s) + m\n";

TEST(CpuProductRows, EveryReductionOfEveryDtype) {
  for (const auto& [m, n, k] : {std::array{1, 1, 1},
                                {1, 7, 20},
                                {3, 8191, 7},
                                {8, 600, 33},
                                {9, 513, 64},
                                {70, 1, 9},
                                {130, 1100, 40},
                                {300, 17, 5}}) {
    for (const std::string dtype : {"f32", "f16", "bf16"}) {
      const std::string operands = input("x", dtype, {m, k}) + input("w", dtype, {k, n});
      SCOPED_TRACE(operands);
      for (const std::string op : {"sum", "mean", "max"})
        EXPECT_EQ(check_all(operands + "y = " + op + "(x @ w)").wrong, "");
      const std::string beside = input("b", dtype, {n}) + input("r", dtype, {m, n}) + input("t", dtype, {m, 1});
      EXPECT_EQ(check_all(operands + beside + "y = sum(gelu((x @ w) * t + b) + r) * t").wrong, "");
      EXPECT_EQ(check_all(operands + "z = (x @ w) * 0.1\n" + log_sum_exp).wrong, "");
    }
  }
}

TEST(CpuProductRows, TransposedAndBatched) {
  for (const std::string dtype : {"f32", "bf16"}) {
    EXPECT_EQ(
        check_all(input("x", dtype, {70, 40}) + input("w", dtype, {900, 40}) + "z = x @ transpose(w)\n" + log_sum_exp)
            .wrong,
        "");
    EXPECT_EQ(check_all(input("x", dtype, {40, 9}) + input("w", dtype, {40, 90}) + "y = max(transpose(x) @ w)").wrong,
              "");
    EXPECT_EQ(check_all(input("q", dtype, {2, 6, 20, 16}) + input("k", dtype, {2, 2, 530, 16}) +
                        "z = (q @ transpose(k)) * 0.25\n" + log_sum_exp)
                  .wrong,
              "");
    EXPECT_EQ(check_all(input("x", dtype, {3, 5, 40}) + input("w", dtype, {40, 600}) + "y = mean(square(x @ w))").wrong,
              "");
  }
}

TEST(CpuProductRows, SeveralResultsAndReductions) {
  for (const std::string dtype : {"f32", "f16", "bf16"}) {
    const std::string operands = input("x", dtype, {40, 64}) + input("w", dtype, {64, 1030});
    const std::string z = operands + "z = (x @ w) * 0.1\n";
    EXPECT_EQ(check_all(z + "y = sum(z)\nout z, y").wrong, "");
    EXPECT_EQ(check_all(z + "a = max(z)\nb = sum(square(z))\nc = a * b\nout c, a").wrong, "");
    // What is taken off is m as it is stored: of large numbers a step of a narrow dtype shows.
    EXPECT_EQ(check_all(operands + "z = (x @ w) * 8\n" + log_sum_exp + "out m, s, l").wrong, "");
    EXPECT_EQ(check_all(z + log_sum_exp + "out z, m, s, l").wrong, "");
    EXPECT_EQ(check_all(z + log_sum_exp + "q = mean(z)\nd = l - q\nout d, l").wrong, "");
    EXPECT_EQ(check_all(z + "m = max(z)\ne = exp(z - m)\ns = mean(e)\nout s").wrong, "");
    EXPECT_EQ(check_all(operands + input("u", dtype, {64, 1030}) + "y = max(silu(x @ w) * (x @ u))").wrong, "");
  }
}

/// The textbook's log-sum-exp, written down a second time.
TEST(CpuProductRows, LogSumExpByHand) {
  const device::RunSpec spec =
      tests::run_spec(input("x", "f32", {5, 30}) + input("w", "f32", {30, 2500}) + "z = (x @ w) * 3\n" + log_sum_exp);
  ASSERT_EQ(spec.plans[1].groups.size(), 1u);
  const auto experiment = tests::cpu().prepare(spec);
  const device::Evidence evidence = experiment->evidence({1, {{spec.plans[1].chain->find("l"), {0, 1, 2, 3, 4}}}});
  const auto number = chain::random_inputs(*spec.plans[1].chain, spec.seed);
  for (std::int64_t row = 0; row < 5; ++row) {
    double sum = 0;
    for (std::int64_t column = 0; column < 2500; ++column) {
      double z = 0;
      for (std::int64_t k = 0; k < 30; ++k) z += number(0, row * 30 + k) * number(1, k * 2500 + column);
      sum += std::exp(3 * z);
    }
    EXPECT_NEAR(evidence.outputs[0].got[static_cast<std::size_t>(row)], std::log(sum), 1e-5 * std::log(sum));
  }
}

/// A device with so many threads runs the fused plan of `text` over inputs that `number` tells; the output.
std::vector<float> run_alone(const std::string& text, int threads,
                             const std::function<float(int value, std::int64_t element)>& number) {
  const device::RunSpec spec = tests::run_spec(text, {"none"});
  const plan::FusionPlan& plan = spec.plans[0];
  const chain::Chain& chain = *plan.chain;
  std::vector<std::vector<float>> room(chain.values.size());
  std::vector<device::cpu::Tensor> tensors(chain.values.size());
  for (int v = 0; v < std::ssize(chain.values); ++v) {
    room[v].resize(static_cast<std::size_t>(chain.values[v].shape.elements()));
    if (chain.values[v].op == chain::Op::input) {
      for (std::size_t i = 0; i < room[v].size(); ++i) room[v][i] = number(v, static_cast<std::int64_t>(i));
    }
    tensors[v].data = reinterpret_cast<std::byte*>(room[v].data());
  }
  device::cpu::ThreadPool pool(threads);
  device::cpu::ProductRoom scratch;
  device::cpu::Executor kernel(device::cpu::compile(plan, plan.groups.at(0), device::cpu::Fault::none), tensors, pool,
                               scratch, 512, device::cpu::Fault::none);
  kernel.run();
  return room[chain.outputs().front()];
}

TEST(CpuProductRows, TheSameBitsForAnyNumberOfThreads) {
  const std::string text = input("x", "f32", {37, 50}) + input("w", "f32", {50, 1500}) + "z = x @ w\n" + log_sum_exp;
  const auto number = [](int value, std::int64_t at) {
    return static_cast<float>((at * 7919 + value * 31) % 1009) / 1009.0f - 0.5f;
  };
  const std::vector<float> one = run_alone(text, 1, number);
  EXPECT_EQ(one, run_alone(text, 2, number));
  EXPECT_EQ(one, run_alone(text, 5, number));
}

TEST(CpuProductRows, TilesOfMinusInfinityAndRowsOfNaN) {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  const std::string text = input("x", "f32", {3, 1}) + input("w", "f32", {1, 1500}) + input("b", "f32", {3, 1500}) +
                           "z = x @ w + b\n" + log_sum_exp;
  const auto number = [](int value, std::int64_t at) -> float {
    if (value < 2) return 1;
    const std::int64_t row = at / 1500, column = at % 1500;
    if (row == 0) return column < 1400 ? -infinity : 0;  // whole tiles of nothing
    if (row == 1) return -infinity;
    return column == 700 ? std::numeric_limits<float>::quiet_NaN() : 0;
  };
  const std::vector<float> got = run_alone(text, 2, number);
  EXPECT_NEAR(got[0], 1 + std::log(100.0), 1e-5);
  EXPECT_TRUE(std::isnan(got[1]));  // minus infinity less minus infinity, as in double
  EXPECT_TRUE(std::isnan(got[2]));
}

TEST(CpuProductRows, PlantedFaultsAreFound) {
  using device::cpu::Fault;
  const std::string z = input("x", "f32", {130, 40}) + input("w", "f32", {40, 700}) + "z = x @ w\n";
  for (const std::string& text : {z + "y = sum(z)", z + log_sum_exp}) {
    for (const Fault fault : {Fault::wrong_op, Fault::short_tail, Fault::skipped_thread}) {
      device::cpu::plant(fault);
      const auto found = check_all(text, {"none"});
      device::cpu::plant(Fault::none);
      EXPECT_NE(found.wrong, "") << text << " " << static_cast<int>(fault);
    }
  }
}

}  // namespace cpu_product_rows_test
