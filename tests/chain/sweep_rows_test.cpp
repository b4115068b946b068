// A sweep over the rows of a product.
#include "chain/parser.hpp"
#include "chain/sweep.hpp"

#include <gtest/gtest.h>

namespace {

TEST(SweepRows, ChangesTheLeftOperandAndLeavesTheWeights) {
  const chain::Chain chain =
      chain::parse("x: f32[64, 64]; w: f32[64, 64]; r: f32[64, 64]; b: f32[64]; y = gelu(x @ w + b) + r").value();
  const auto axis = chain::parse_axis("m=1..4");
  ASSERT_TRUE(axis);
  EXPECT_EQ(chain::text(*axis), "m=1..4");
  const auto points = chain::sweep(chain, *axis);
  ASSERT_TRUE(points);
  ASSERT_EQ(points->size(), 3u);
  const chain::Chain& one = points->front().chain;
  EXPECT_EQ(one.values[one.find("x")].shape, (chain::Shape{{1, 64}}));
  EXPECT_EQ(one.values[one.find("r")].shape, (chain::Shape{{1, 64}}));
  EXPECT_EQ(one.values[one.find("w")].shape, (chain::Shape{{64, 64}}));
  EXPECT_EQ((*points)[2].at, 4);
}

TEST(SweepRows, RefusesWhatHasNoProduct) {
  const chain::Chain chain = chain::parse("x: f32[64, 64]; y = relu(x)").value();
  const auto refused = chain::sweep(chain, chain::parse_axis("m=1..4").value());
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().front().message, "y is not a product, so there are no rows of a product to sweep");
  EXPECT_FALSE(chain::parse_axis("m=3..4"));
  EXPECT_FALSE(chain::parse_axis("k=1..4"));
}

}  // namespace
