// Attention in one kernel against double: shapes, dtypes, masks, shared heads, and planted faults.
#include "device/cpu/attention/layout.hpp"
#include "device/runs.hpp"

#include <gtest/gtest.h>

#include <array>

namespace cpu_attention_test {

using tests::check_all;

struct Sizes {
  int batch, heads, shared, queries, keys, head, width;
};

std::string operands(const Sizes& of, const std::string& dtype) {
  const auto tensor = [&](const char* name, int heads, int rows, int columns) {
    return std::string(name) + ": " + dtype + "[" + std::to_string(of.batch) + ", " + std::to_string(heads) + ", " +
           std::to_string(rows) + ", " + std::to_string(columns) + "]; ";
  };
  return tensor("q", of.heads, of.queries, of.head) + tensor("k", of.shared, of.keys, of.head) +
         tensor("v", of.shared, of.keys, of.width);
}

std::string right(const std::string& text) {
  const device::RunSpec spec = tests::run_spec(text);
  EXPECT_EQ(spec.plans[1].groups.size(), 1u) << text;
  return check_all(text).wrong;
}

TEST(CpuAttention, EveryShapeAndDtype) {
  for (const Sizes& of : {Sizes{1, 1, 1, 1, 1, 1, 1},
                          {1, 2, 2, 63, 63, 40, 40},
                          {2, 4, 2, 70, 300, 16, 24},
                          {1, 8, 1, 5, 700, 32, 32},
                          {1, 1, 1, 400, 513, 8, 128},
                          {3, 1, 1, 200, 20, 256, 7}}) {
    for (const std::string dtype : {"f32", "f16", "bf16"}) {
      const std::string text = operands(of, dtype);
      SCOPED_TRACE(text);
      EXPECT_EQ(right(text + "o = softmax(q @ transpose(k) * 0.2) @ v"), "");
      EXPECT_EQ(right(text + "o = softmax(causal(q @ transpose(k) * 0.2)) @ v"), "");
    }
  }
}

TEST(CpuAttention, OneQueryOverALongCache) {
  for (const std::string dtype : {"f32", "bf16"}) {
    EXPECT_EQ(right(operands({2, 8, 1, 1, 4097, 64, 64}, dtype) + "o = softmax(q @ transpose(k) * 0.125) @ v"), "");
    EXPECT_EQ(right(operands({1, 2, 2, 1, 1500, 40, 24}, dtype) + "o = softmax(q @ transpose(k)) @ v"), "");
  }
}

TEST(CpuAttention, AnyOpsOnAScore) {
  const std::string text = operands({2, 4, 2, 50, 90, 16, 16}, "f32");
  EXPECT_EQ(right(text + "o = softmax(tanh(q @ transpose(k) / 3) * 3) @ v"), "");
  EXPECT_EQ(right(text + "m: f32[50, 90]; o = softmax(q @ transpose(k) * 0.25 + m) @ v"), "");
  EXPECT_EQ(right(text + "m: f32[4, 50, 90]; o = softmax(causal(q @ transpose(k)) + m) @ v"), "");
  EXPECT_EQ(right(text + "m: f32[90]; o = softmax(causal(q @ transpose(k) * m)) @ v"), "");
  EXPECT_EQ(right(text + "o = softmax(q @ transpose(k) * 30) @ v"), "");  // one key takes nearly all
}

TEST(CpuAttention, HeadsOfRows) {
  for (const std::string dtype : {"f32", "bf16"}) {
    EXPECT_EQ(right("x: " + dtype + "[2, 60, 64]; y: " + dtype + "[2, 80, 32]; z: " + dtype +
                    "[2, 80, 32]; o = softmax(heads(x, 8) @ transpose(heads(y, 4))) @ heads(z, 4)"),
              "");
    EXPECT_EQ(right("q: " + dtype + "[3, 40, 16]; k: " + dtype + "[90, 16]; v: " + dtype +
                    "[90, 16]; o = softmax(q @ transpose(k)) @ v"),
              "");
  }
}

/// A mask that hides whole tiles of keys before the first that is seen.
TEST(CpuAttention, TheFirstTilesMayBeMasked) {
  for (const std::string keys : {"700", "1300"}) {
    const std::string text = "q: f32[" + keys + ", 8]; k: f32[" + keys + ", 8]; v: f32[" + keys + ", 8]; z: f32[" +
                             keys + ", " + keys + "]; o = softmax(q @ transpose(k) + transpose(causal(z))) @ v";
    EXPECT_EQ(check_all(text).wrong, "") << text;
  }
}

TEST(CpuAttention, ARowThatSeesNothingIsNotANumber) {
  EXPECT_EQ(right(operands({1, 2, 2, 9, 4, 8, 8}, "f32") + "o = softmax(causal(q @ transpose(k))) @ v"), "");
  EXPECT_EQ(right(operands({1, 1, 1, 700, 400, 8, 8}, "f32") + "o = softmax(causal(q @ transpose(k))) @ v"), "");
}

TEST(CpuAttention, PlantedFaultsAreFound) {
  const std::string text = operands({1, 2, 1, 200, 600, 16, 16}, "f32");
  for (const std::string score : {"q @ transpose(k) * 0.2", "causal(q @ transpose(k))"}) {
    const device::RunSpec spec = tests::run_spec(text + "o = softmax(" + score + ") @ v");
    using device::cpu::Fault;
    for (const Fault fault : {Fault::none, Fault::wrong_op, Fault::short_tail, Fault::skipped_thread,
                              Fault::dropped_tile, Fault::tile_twice, Fault::stale_maximum}) {
      device::cpu::plant(fault);
      const auto experiment = tests::cpu().prepare(spec);
      device::cpu::plant(Fault::none);
      const tests::Finding found = tests::check(*experiment, spec, 1, 6400);
      EXPECT_EQ(found.wrong.empty(), fault == Fault::none)
          << score << ", fault " << static_cast<int>(fault) << ": " << found.wrong;
    }
  }
}

TEST(CpuAttention, LayoutsHoldWhatTheySay) {
  const device::RunSpec spec =
      tests::run_spec(operands({2, 8, 2, 1000, 1000, 64, 64}, "f32") + "o = softmax(q @ transpose(k)) @ v");
  const plan::Attention of = plan::attention(*spec.plans[1].chain, spec.plans[1].groups[0]);
  const device::cpu::AttentionLayout layout(of, 2);
  EXPECT_EQ(layout.groups, 4);
  EXPECT_EQ(layout.rows, 4000);
  EXPECT_TRUE(layout.packs_group);
  EXPECT_GE(layout.tile_rows * layout.row_tiles, layout.rows);
  EXPECT_GE(layout.tile_keys * layout.key_tiles, layout.keys);
}

}  // namespace cpu_attention_test
