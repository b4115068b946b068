// Experts on this processor: groups of every size, rows added up again, planted faults, tables that leave their rows.
#include "device/cpu/product/row_groups.hpp"
#include "device/runs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cpu_grouped_test {

using device::cpu::Fault;
using tests::check_all;

std::string experts(const std::string& dtype, int rows, int depth, int count, int columns) {
  const auto list = [](std::initializer_list<int> sizes) {
    std::string out;
    for (const int size : sizes) out += (out.empty() ? "[" : ", ") + std::to_string(size);
    return out + "]; ";
  };
  return "x: " + dtype + list({rows, depth}) + "w: " + dtype + list({count, depth, columns}) + "ends: i32" +
         list({count});
}

TEST(CpuGrouped, EverySizeAndDtype) {
  for (const std::string dtype : {"f32", "f16", "bf16"}) {
    for (const auto& [rows, depth, count, columns] : {std::array{40, 6, 5, 3},
                                                      {1, 8, 4, 8},
                                                      {7, 33, 16, 9},
                                                      {700, 64, 8, 130},
                                                      {300, 16, 1, 48},
                                                      {90, 20, 3, 1},
                                                      {5, 40, 64, 24}}) {
      const std::string text = experts(dtype, rows, depth, count, columns);
      SCOPED_TRACE(text);
      EXPECT_EQ(check_all(text + "y = grouped(x, w, ends)").wrong, "");
      EXPECT_EQ(check_all(text + "y = silu(grouped(x, w, ends)) * 2").wrong, "");
    }
  }
}

TEST(CpuGrouped, WeightsMayStandTheOtherWayRound) {
  EXPECT_EQ(check_all("x: f32[70, 24]; w: f32[6, 40, 24]; ends: i32[6]; y = grouped(x, transpose(w), ends)").wrong, "");
  EXPECT_EQ(check_all("x: f32[24, 70]; w: f32[6, 24, 40]; ends: i32[6]; y = grouped(transpose(x), w, ends)").wrong, "");
}

TEST(CpuGrouped, SiblingsAndRowsMoved) {
  const std::string gate =
      "x: bf16[500, 64]; w: bf16[8, 64, 48]; u: bf16[8, 64, 48]; ends: i32[8]; "
      "y = silu(grouped(x, w, ends)) * grouped(x, u, ends)";
  EXPECT_EQ(tests::run_spec(gate).plans[1].groups.size(), 1u) << "both products in one kernel";
  EXPECT_EQ(check_all(gate).wrong, "");
  EXPECT_EQ(check_all("x: f32[500, 64]; w: f32[8, 64, 48]; u: f32[8, 64, 200]; ends: i32[8]; "
                      "y = grouped(x, w, ends); z = grouped(x, u, ends)\nout y, z")
                .wrong,
            "");
  EXPECT_EQ(check_all("x: f32[250, 32]; w: f32[8, 32, 48]; v: f32[8, 48, 32]; i: i32[500]; ends: i32[8]; "
                      "h = relu(grouped(gather(x, i), w, ends)); y = scatter_add(grouped(h, v, ends), i, 250)")
                .wrong,
            "");
}

TEST(CpuGrouped, RowsAreFoundByATable) {
  for (const std::string dtype : {"f32", "bf16"}) {
    const std::string x = "x: " + dtype + "[250, 32]; i: i32[500]; w: " + dtype + "[8, 32, 48]; ends: i32[8]; ";
    const std::string text = x + "y = relu(grouped(gather(x, i), w, ends))";
    EXPECT_EQ(tests::run_spec(text).plans[1].groups.size(), 1u);
    EXPECT_EQ(check_all(text).wrong, "");
    EXPECT_EQ(
        check_all(x + "u: " + dtype + "[8, 32, 48]; h = gather(x, i); y = grouped(h, w, ends) * grouped(h, u, ends)")
            .wrong,
        "");
  }
  EXPECT_EQ(check_all("x: f32[20, 3000]; i: i32[30]; w: f32[4, 3000, 5]; ends: i32[4]; "
                      "y = grouped(gather(x, i), w, ends)")
                .wrong,
            "");
}

TEST(CpuGrouped, ManyExpertsArePackedInRounds) {
  // More than there is room for at once, so that rounds begin inside the list of tiles.
  EXPECT_EQ(check_all(experts("f32", 300, 1024, 40, 1024) + "y = grouped(x, w, ends)").wrong, "");
}

TEST(CpuGrouped, TilesEndWhereAGroupDoes) {
  const std::int32_t ends[] = {3, 3, 4, 10};
  std::vector<device::cpu::Tensor> tensors(1);
  tensors[0].data = reinterpret_cast<std::byte*>(const_cast<std::int32_t*>(ends));
  plan::Product product;
  product.m = 10;
  product.experts = {0, 4, 1};
  const std::vector<device::cpu::GroupTile> tiles = device::cpu::group_tiles(product, tensors, 4, Fault::none);
  const std::vector<device::cpu::GroupTile> wanted{{0, 0, 3}, {2, 3, 1}, {3, 4, 4}, {3, 8, 2}};
  EXPECT_EQ(tiles, wanted);
  EXPECT_EQ(tiles_of_groups(tiles, 1, 2).size(), 1u);
  EXPECT_EQ(tiles_of_groups(tiles, 3, 1).size(), 2u);
}

TEST(CpuScatterAdd, EverySizeAndDtype) {
  for (const std::string dtype : {"f32", "f16", "bf16"}) {
    for (const std::string text :
         {"[30, 4]; i: i32[30]; y = scatter_add(v, i, 20)", "[9, 1500]; i: i32[9]; y = scatter_add(v, i, 300) * 2",
          "[900, 33]; i: i32[900]; y = scatter_add(v, i, 7)", "[5, 1]; i: i32[5]; y = scatter_add(v, i, 1)"}) {
      EXPECT_EQ(check_all("v: " + dtype + text).wrong, "") << dtype << text;
    }
  }
}

TEST(CpuScatterAdd, CountsEachTensorOnce) {
  const device::RunSpec spec = tests::run_spec("v: f32[40, 8]; i: i32[40]; y = scatter_add(v, i, 10)");
  const device::Counts counts = tests::cpu().prepare(spec)->count();
  EXPECT_EQ(counts.plans[0].kernels[0].read.value, 40 * 8 * 4 + 40 * 4);
  EXPECT_EQ(counts.plans[0].kernels[0].written.value, 10 * 8 * 4);
  EXPECT_EQ(model::traffic(spec.plans[0]).read.value, counts.plans[0].read.value);
}

void expect_found(const std::string& text, std::initializer_list<Fault> faults) {
  const device::RunSpec spec = tests::run_spec(text);
  for (const Fault fault : faults) {
    device::cpu::plant(fault);
    const auto experiment = tests::cpu().prepare(spec);
    device::cpu::plant(Fault::none);
    const tests::Finding found = tests::check(*experiment, spec, 1, 30000);
    EXPECT_EQ(found.wrong.empty(), fault == Fault::none) << text << ", fault " << static_cast<int>(fault);
  }
}

TEST(CpuGrouped, PlantedFaultsAreFound) {
  expect_found(
      experts("f32", 300, 32, 8, 48) + "y = relu(grouped(x, w, ends))",
      {Fault::none, Fault::wrong_op, Fault::short_tail, Fault::skipped_thread, Fault::wrong_edge, Fault::wrong_expert});
  expect_found(
      "x: f32[100, 32]; i: i32[300]; w: f32[8, 32, 48]; ends: i32[8]; y = relu(grouped(gather(x, i), w, ends))",
      {Fault::none, Fault::wrong_op, Fault::short_tail, Fault::skipped_thread, Fault::wrong_edge});
  expect_found("v: f32[60, 16]; i: i32[60]; y = scatter_add(v, i, 40)",
               {Fault::none, Fault::wrong_op, Fault::short_tail, Fault::skipped_thread, Fault::wrong_page});
}

std::string refusal(const std::string& text) {
  const device::RunSpec spec = tests::run_spec(text);
  device::cpu::plant(Fault::no_such_page);
  const auto experiment = tests::cpu().prepare(spec);
  device::cpu::plant(Fault::none);
  try {
    std::ignore = experiment->evidence({1, {}});
  } catch (const device::DeviceError& e) {
    return e.what();
  }
  return "nothing was refused";
}

TEST(CpuGrouped, TablesThatLeaveTheirRowsAreRefused) {
  EXPECT_THAT(refusal(experts("f32", 30, 8, 4, 8) + "y = grouped(x, w, ends)"),
              testing::HasSubstr("a group ends with row -1"));
  EXPECT_THAT(refusal("v: f32[40, 8]; i: i32[40]; y = scatter_add(v, i, 10)"), testing::HasSubstr("names page -1"));
}

}  // namespace cpu_grouped_test
