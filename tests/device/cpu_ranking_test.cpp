// The largest entries of each row and their numbers, of rows that are walked and of tiles of a product.
#include "chain/parser.hpp"
#include "device/runs.hpp"
#include "plan/random_chain.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace cpu_ranking_test {

using device::cpu::Fault;
using tests::check_all;

/// Rows shorter than a vector, of a tile and of many, few of them (dealt out by columns) and long ones.
TEST(CpuRanking, OfRows) {
  for (const std::string dtype : {"f32", "f16", "bf16"}) {
    for (const auto& [rows, columns] : {std::pair{5, 3}, {40, 100}, {90, 1025}, {3, 9000}, {1, 140000}}) {
      const std::string z = fmt::format("z: {}[{}, {}]; ", dtype, rows, columns);
      const int k = std::min(columns, 50);
      EXPECT_EQ(check_all(z + "i = argmax(z)").wrong, "") << z;
      EXPECT_EQ(
          check_all(z + fmt::format("v = topk(z, {0}); i = topk_index(z, {0}); a = argmax(z)\nout v, i, a", k)).wrong,
          "")
          << z;
      EXPECT_EQ(check_all(z + "a = exp(z); v = topk(a, 2); i = topk_index(a, 3)\nout v, i").wrong, "") << z;
      EXPECT_EQ(check_all(z + "a = z * 1.25 + 2; p = softmax(topk(a, 2)); i = topk_index(a, 2)\nout a, p, i").wrong, "")
          << z;
    }
  }
}

TEST(CpuRanking, OfTilesOfAProduct) {
  for (const std::string dtype : {"f32", "f16", "bf16"}) {
    for (const auto& [m, n, k] : {std::tuple{1, 7, 20}, {3, 2047, 7}, {9, 513, 64}, {70, 600, 20}}) {
      const std::string of = fmt::format("x: {0}[{1}, {3}]; w: {0}[{3}, {2}]; ", dtype, m, n, k);
      EXPECT_EQ(check_all(of + "i = argmax(x @ w)").wrong, "") << of;
      EXPECT_EQ(check_all(of + "r = x @ w; p = softmax(topk(r, 2)); i = topk_index(r, 2)\nout p, i").wrong, "") << of;
      EXPECT_EQ(
          check_all(of + "z = x @ w * 1.25; v = topk(z, 7); i = topk_index(z, 5); s = max(z)\nout z, v, i, s").wrong,
          "")
          << of;
    }
  }
  EXPECT_EQ(check_all("q: bf16[2, 6, 5, 8]; k: bf16[2, 2, 530, 8]; i = argmax(q @ transpose(k))").wrong, "");
}

TEST(CpuRanking, InChainsOfEveryKind) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    const std::string plain = tests::RandomChain(seed, {.most_rows = 40, .most_columns = 300}).text();
    const auto chain = chain::parse(plain);
    ASSERT_TRUE(chain);
    const std::string text = tests::with_ranking(plain, *chain, seed);
    if (text.empty()) continue;
    EXPECT_EQ(check_all(text).wrong, "") << "seed " << seed << "\n" << text;
  }
}

TEST(CpuRanking, PlantedFaultsAreFound) {
  const std::string rows = "z: f32[90, 700]; ", product = "x: f32[130, 40]; w: f32[40, 1300]; r = x @ w; ";
  for (const std::string& text : {rows + "i = argmax(z)", rows + "v = topk(z, 4); i = topk_index(z, 4)\nout v, i",
                                  product + "i = topk_index(r, 4)", product + "v = topk(r, 4)"}) {
    for (const Fault fault : {Fault::none, Fault::wrong_op, Fault::short_tail, Fault::skipped_thread}) {
      device::cpu::plant(fault);
      const auto found = check_all(text, {"none"});
      device::cpu::plant(Fault::none);
      EXPECT_EQ(found.wrong.empty(), fault == Fault::none) << text << " " << static_cast<int>(fault);
    }
  }
  for (const std::string& text : {product + "i = topk_index(r, 8)", product + "v = topk(r, 8)"}) {
    for (const Fault fault : {Fault::dropped_tile, Fault::tile_twice}) {
      device::cpu::plant(fault);
      const auto found = check_all(text, {"none"});
      device::cpu::plant(Fault::none);
      EXPECT_NE(found.wrong, "") << text << " " << static_cast<int>(fault);
    }
  }
}

}  // namespace cpu_ranking_test
