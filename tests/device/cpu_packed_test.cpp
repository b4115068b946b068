// Packed weights on a processor: unpacked in a product or by a kernel of their own, against double.
#include "chain/packing.hpp"
#include "device/cpu/cpu_device.hpp"
#include "device/cpu/engine.hpp"
#include "device/runs.hpp"

#include <gtest/gtest.h>

#include <array>

namespace cpu_packed_test {

using tests::check_all;

std::string linear(const std::string& dtype, const std::string& packed, int m, int n, int k) {
  const auto in_line = [](const std::string& name, const std::string& type, const std::string& shape) {
    return name + ": " + type + "[" + shape + "]\n";
  };
  const std::string rows = std::to_string(m), columns = std::to_string(n), depth = std::to_string(k);
  return in_line("x", dtype, rows + ", " + depth) + in_line("w", packed, depth + ", " + columns) +
         in_line("s", dtype, columns) + in_line("b", dtype, columns);
}

TEST(CpuPacked, ProductsOfManyAndOfFewRows) {
  for (const std::string packed : {"i8", "i4"}) {
    for (const auto& [m, n, k] : {std::array{1, 1, 2},
                                  {1, 300, 200},
                                  {3, 70, 514},
                                  {8, 101, 64},
                                  {1, 1, 1030},
                                  {9, 33, 1022},
                                  {130, 97, 260},
                                  {20, 1, 64},
                                  {64, 600, 640}}) {
      for (const std::string dtype : {"f32", "f16", "bf16"}) {
        const std::string operands = linear(dtype, packed, m, n, k);
        SCOPED_TRACE(operands);
        EXPECT_EQ(check_all(operands + "y = x @ dequant(w, s) + b").wrong, "");
      }
    }
  }
}

TEST(CpuPacked, OddDepthsOfWholeBytes) {
  EXPECT_EQ(check_all(linear("f32", "i8", 5, 40, 33) + "y = relu(x @ dequant(w, s) + b)").wrong, "");
  EXPECT_EQ(check_all(linear("f32", "i8", 50, 40, 333) + "y = relu(x @ dequant(w, s) + b)").wrong, "");
}

TEST(CpuPacked, SiblingsScaleEachTheirOwn) {
  const std::string inputs =
      "x: f16[30, 64]\na: i4[64, 48]\nc: i4[64, 48]\ns: f16[48]\nt: f16[48]\n"
      "g = x @ dequant(a, s)\nu = x @ dequant(c, t)\n";
  EXPECT_EQ(check_all(inputs + "y = sigmoid(g) * u").wrong, "");
  EXPECT_EQ(check_all(inputs + "out g, u").wrong, "");
  EXPECT_EQ(check_all("x: f32[2, 3, 10, 64]\nw: i8[64, 48]\ns: f32[48]\ny = x @ dequant(w, s)").wrong, "");
}

TEST(CpuPacked, AKernelThatWritesThemInFull) {
  for (const std::string packed : {"i8", "i4"}) {
    for (const std::string dtype : {"f32", "f16", "bf16"}) {
      const std::string operands = "w: " + packed + "[130, 1100]\ns: " + dtype + "[1100]\n";
      const auto found = check_all(operands + "d = dequant(w, s)\ny = relu(d)\nout d, y");
      EXPECT_EQ(found.wrong, "");
      EXPECT_TRUE(found.identical);
    }
  }
}

TEST(CpuPacked, BytesAreCountedAsTheyLie) {
  const device::RunSpec spec = tests::run_spec("w: i4[64, 128]\ns: f16[128]\nd = dequant(w, s)", {"every"});
  const device::Counts counts = tests::cpu().prepare(spec)->count();
  ASSERT_EQ(counts.plans.size(), 1u);
  EXPECT_EQ(counts.plans[0].read.value, 64 * 128 / 2 + 2 * 128);
  EXPECT_EQ(counts.plans[0].written.value, 2 * 64 * 128);
}

TEST(CpuPacked, BuffersHoldWhatTheReferenceReads) {
  const auto chain = chain::parse("x: f32[2, 6]; w: i4[6, 9]; s: f32[9]; y = x @ dequant(w, s)").value();
  const auto input = chain::random_inputs(chain, 5), exact = chain::exact_inputs(chain, 5);
  device::cpu::Engine engine;
  device::cpu::Buffer buffer(54, chain::Dtype::i4);
  const chain::Shape& shape = chain.values[1].shape;
  engine.fill(buffer, 5, 1);
  for (std::int64_t e = 0; e < 54; ++e) {
    EXPECT_EQ(buffer.at(chain::stored_at(shape, chain::Dtype::i4, e)), input(1, e)) << e;
  }
  engine.fill(buffer, 5, 1, true);
  for (std::int64_t e = 0; e < 54; ++e) {
    EXPECT_EQ(buffer.at(chain::stored_at(shape, chain::Dtype::i4, e)), exact(1, e)) << e;
  }
}

TEST(CpuPacked, PlantedFaultsAreFound) {
  using device::cpu::Fault;
  const std::string texts[] = {linear("f32", "i4", 60, 70, 40) + "y = relu(x @ dequant(w, s) + b)",
                               linear("f32", "i8", 3, 70, 40) + "y = relu(x @ dequant(w, s) + b)",
                               "w: i4[40, 70]\ns: f32[70]\nd = dequant(w, s)"};
  for (const std::string& text : texts) {
    for (const Fault fault : {Fault::wrong_op, Fault::short_tail, Fault::skipped_thread}) {
      device::cpu::plant(fault);
      const auto found = check_all(text, {"none"});
      device::cpu::plant(Fault::none);
      EXPECT_NE(found.wrong, "") << text << " " << static_cast<int>(fault);
    }
  }
}

}  // namespace cpu_packed_test
