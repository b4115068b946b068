// An entry of each row, picked by a kernel of its own, from rows that a kernel walks, and from tiles of a product.
#include "chain/parser.hpp"
#include "device/runs.hpp"
#include "plan/random_chain.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cpu_pick_test {

using device::cpu::Fault;
using tests::check_all;

TEST(CpuPick, ByItself) {
  for (const std::string dtype : {"f32", "f16", "bf16"}) {
    for (const std::string sizes :
         {"[5, 7]; t: i32[5]; ", "[2, 30, 1000]; t: i32[2, 30]; ", "[1, 20000]; t: i32[1]; "}) {
      EXPECT_EQ(check_all("z: " + dtype + sizes + "y = pick(z, t)").wrong, "") << dtype << sizes;
      EXPECT_EQ(check_all("z: " + dtype + sizes + "y = relu(pick(z, t)) * 2").wrong, "") << dtype << sizes;
    }
  }
}

/// Rows shorter than a vector, of a tile and of many, few of them (dealt out by columns) and long ones.
TEST(CpuPick, FromRowsThatAreWalked) {
  for (const std::string dtype : {"f32", "f16", "bf16"}) {
    for (const auto& [rows, columns] : {std::pair{5, 3}, {40, 100}, {90, 1025}, {3, 9000}, {1, 140000}}) {
      const std::string z = fmt::format("z: {}[{}, {}]; t: i32[{}]; ", dtype, rows, columns, rows);
      EXPECT_EQ(check_all(z + "y = cross_entropy(z, t)").wrong, "") << z;
      EXPECT_EQ(check_all(z + "y = mean(z) - pick(z, t)").wrong, "") << z;
      EXPECT_EQ(check_all(z + "a = square(z) + 1; y = sum(a) * pick(a, t)").wrong, "") << z;
      EXPECT_EQ(check_all(z + "p = pick(z, t); y = relu(z - p)\nout p, y").wrong, "") << z;
    }
  }
}

TEST(CpuPick, FromTilesOfAProduct) {
  for (const std::string dtype : {"f32", "f16", "bf16"}) {
    for (const auto& [m, n, k] : {std::tuple{1, 7, 20}, {3, 2047, 7}, {9, 513, 64}, {70, 600, 20}}) {
      const std::string of = fmt::format("x: {0}[{1}, {3}]; w: {0}[{3}, {2}]; t: i32[{1}]; ", dtype, m, n, k);
      EXPECT_EQ(check_all(of + "y = cross_entropy(x @ w, t)").wrong, "") << of;
      EXPECT_EQ(check_all(of + "y = pick(x @ w, t)").wrong, "") << of;
      EXPECT_EQ(check_all(of + "z = gelu(x @ w); p = pick(z, t); y = p - sum(z)\nout z, p, y").wrong, "") << of;
    }
    EXPECT_EQ(check_all("q: " + dtype + "[2, 6, 5, 8]; k: " + dtype +
                        "[2, 2, 530, 8]; t: i32[2, 6, 5]; y = cross_entropy(q @ transpose(k), t)")
                  .wrong,
              "");
  }
}

TEST(CpuPick, InChainsOfEveryKind) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const std::string plain = tests::RandomChain(seed, {.most_rows = 40, .most_columns = 300}).text();
    const auto chain = chain::parse(plain);
    ASSERT_TRUE(chain);
    const std::string text = tests::with_pick(plain, *chain, seed);
    if (!text.empty()) {
      EXPECT_EQ(check_all(text).wrong, "") << "seed " << seed << "\n" << text;
    }
  }
}

TEST(CpuPick, CountsWhatIsFetched) {
  const device::RunSpec spec = tests::run_spec("z: f32[100, 700]; t: i32[100]; y = max(z) - pick(z, t)");
  const device::Counts counts = tests::cpu().prepare(spec)->count();
  for (std::size_t plan = 0; plan < 2; ++plan) {
    EXPECT_EQ(model::traffic(spec.plans[plan]).read.value, counts.plans[plan].read.value) << spec.plans[plan].name;
  }
  const device::RunSpec twice =
      tests::run_spec("z: bf16[100, 700]; t: i32[100]; a = cross_entropy(z, t); b = pick(exp(z), t)\nout a, b");
  const device::Counts counted = tests::cpu().prepare(twice)->count();
  EXPECT_EQ(model::traffic(twice.plans[1]).read.value, counted.plans[1].read.value) << "one table, read once";
}

TEST(CpuPick, PlantedFaultsAreFound) {
  const std::string rows = "z: f32[90, 700]; t: i32[90]; ", product = "x: f32[130, 40]; w: f32[40, 700]; t: i32[130]; ";
  for (const std::string& text : {rows + "y = pick(z, t)", rows + "y = cross_entropy(z, t)",
                                  product + "y = cross_entropy(x @ w, t)", product + "y = pick(x @ w, t)"}) {
    for (const Fault fault : {Fault::none, Fault::wrong_op, Fault::short_tail, Fault::skipped_thread}) {
      device::cpu::plant(fault);
      const auto found = check_all(text, {"none"});
      device::cpu::plant(Fault::none);
      EXPECT_EQ(found.wrong.empty(), fault == Fault::none) << text << " " << static_cast<int>(fault);
    }
  }
}

}  // namespace cpu_pick_test
