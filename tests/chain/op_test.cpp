// The op table is whole, and what numbers alone come to.
#include "chain/op.hpp"

#include "chain/arithmetic.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace op_test {

using chain::Op;
using chain::Pattern;

TEST(OpTable, EveryRowIsFilled) {
  std::set<std::string_view> names;
  for (const chain::OpInfo& row : chain::op_table()) {
    EXPECT_EQ(&chain::info(row.op), &row);
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
    if (row.op == Op::input) continue;
    EXPECT_EQ(chain::op_named(row.name).has_value(), row.op != Op::matmul) << row.name;
    EXPECT_GE(row.arity, 1);
    const bool counted_by_sizes =
        row.pattern == Pattern::product || row.pattern == Pattern::view || row.pattern == Pattern::fetch;
    EXPECT_EQ(row.flops >= 1, !counted_by_sizes && row.op != Op::pick) << row.name;
    EXPECT_FALSE(chain::formula(row.op).empty());
    EXPECT_NE(row.pattern, Pattern::input);
  }
  EXPECT_FALSE(chain::op_named("input"));
  EXPECT_FALSE(chain::op_named("gelo"));
}

TEST(Compute, KeepsDigitsWhereTheFormulaCancels) {
  EXPECT_NEAR(chain::compute(Op::gelu, -6, 0), -8.43964670076231e-11, 1e-23) << "1 + tanh would leave no digit";
  EXPECT_NEAR(chain::compute(Op::gelu_erf, -6, 0), -6 * 9.865876450376981e-10, 1e-21);
  EXPECT_EQ(chain::compute(Op::gelu, 0, 0), 0);
  EXPECT_EQ(chain::compute(Op::silu, 100, 0), 100);
  EXPECT_NEAR(chain::compute(Op::softplus, -40, 0), 4.248354255291589e-18, 1e-32) << "log(1 + exp) would be 0";
  EXPECT_EQ(chain::compute(Op::softplus, 1000, 0), 1000) << "exp would overflow";
  EXPECT_NEAR(chain::compute(Op::softplus, 0, 0), 0.6931471805599453, 1e-15);
}

TEST(Compute, NanGoesThroughMaximumReluAndSoftplus) {
  const double nan = std::nan("");
  for (const Op op : {Op::maximum, Op::minimum}) {
    EXPECT_TRUE(std::isnan(chain::compute(op, nan, 1)));
    EXPECT_TRUE(std::isnan(chain::compute(op, 1, nan)));
  }
  EXPECT_TRUE(std::isnan(chain::compute(Op::relu, nan, 0)));
  EXPECT_TRUE(std::isnan(chain::compute(Op::softplus, nan, 0)));
}

}  // namespace op_test
