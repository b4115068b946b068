// What a chain takes in double: by its products, and which rows are asked in about a second.
#include "measure/exact_work.hpp"

#include "chain/parser.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

namespace exact_work_test {

chain::Chain parsed(std::string_view text) {
  return chain::parse(text).value();
}

TEST(ExactWork, OfAProductIsItsTerms) {
  const chain::Chain chain = parsed("x: f32[64, 1000]; w: f32[1000, 50]; y = x @ w");
  const double grid = measure::exact_work(chain, chain.find("y"), 8, 10);
  EXPECT_DOUBLE_EQ(grid, 8 * 10 * 1000 + 8 * 10 + 8 * 1000 + 10 * 1000);
}

TEST(ExactWork, OfAReductionIsWholeRows) {
  const chain::Chain plain = parsed("x: f32[64, 1000]; y = sum(x)");
  EXPECT_DOUBLE_EQ(measure::exact_work(plain, plain.find("y"), 8, 1), 8 + 8 * 1000);
  const chain::Chain chain = parsed("x: f32[64, 1000]; w: f32[1000, 50]; y = sum(x @ w)");
  EXPECT_GT(measure::exact_work(chain, chain.find("y"), 8, 1), 8 * 50 * 1000);
  EXPECT_LT(measure::exact_work(chain, chain.find("y"), 8, 1), 1.2 * 8 * 50 * 1000);
}

TEST(ExactWork, OfAttentionIsAllItsKeys) {
  const chain::Chain chain = parsed(
      "q: f32[2, 64, 16]; k: f32[2, 64, 16]; v: f32[2, 64, 16]; s = q @ transpose(k); p = softmax(s); o = p @ v");
  const double rows = measure::exact_work(chain, chain.find("o"), 16, 16);
  EXPECT_GT(rows, 2 * 16 * 64 * 16);
  EXPECT_LT(rows, 2 * 2 * 16 * 64 * 16);
}

TEST(ExactWork, HalfTheRowsAreAskedWhereAllTakeTooLong) {
  const chain::Chain chain = parsed("x: f32[4096, 1024]; w: f32[1024, 2048]; y = softmax(x @ w)");
  std::vector<std::int64_t> elements;
  for (std::int64_t row = 0; row < 64; ++row) {
    for (std::int64_t column = 0; column < 2048; ++column) elements.push_back(row * 2048 + column);
  }
  const auto some = measure::affordable(chain, chain.find("y"), elements);
  EXPECT_EQ(some.size(), 2048 * 16);
  EXPECT_EQ(some.back(), 2048 * 16 - 1);
  EXPECT_EQ(measure::affordable(chain, chain.find("y"), {5}).size(), 1);
  EXPECT_TRUE(measure::affordable(chain, chain.find("y"), {}).empty());
}

TEST(ExactWork, LinesThatWouldNotBeKeptAreTooMuch) {
  const chain::Chain chain = parsed("x: f32[64, 4096]; w: f32[4096, 8192]; y = sum(x @ w)");
  EXPECT_TRUE(std::isinf(measure::exact_work(chain, chain.find("y"), 8, 1)));
}

}  // namespace exact_work_test
