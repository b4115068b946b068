// Every op, dtype and awkward size against the double reference, unfused and fused.
#include "device/runs.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>

namespace cpu_ops_test {

using tests::check_all;

std::string call(const chain::OpInfo& info) {
  const std::string name(info.name);
  if (info.op == chain::Op::dropout) return "dropout(x, 0.3, 5)";
  return info.arity == 2 ? name + "(x, r)" : name + "(x)";
}

class EveryOp : public testing::TestWithParam<chain::OpInfo> {};

TEST_P(EveryOp, IsRightInEveryDtype) {
  const chain::OpInfo& info = GetParam();
  if (info.op == chain::Op::cast) GTEST_SKIP() << "has a test of its own";
  for (const char* dtype : {"f32", "f16", "bf16"}) {
    const std::string second = info.op == chain::Op::pick ? "r: i32[37]\n" : fmt::format("r: {}[37, 61]\n", dtype);
    const std::string inputs = fmt::format("x: {}[37, 61]\n", dtype) + (info.arity == 2 ? second : "");
    SCOPED_TRACE(inputs + call(info));
    EXPECT_EQ(check_all(inputs + "y = " + call(info)).wrong, "");
    EXPECT_EQ(check_all(inputs + "y = " + call(info) + " * 0.5 + 1").wrong, "");
  }
}

std::vector<chain::OpInfo> all_ops() {
  std::vector<chain::OpInfo> all;  // products and views have tests of their own
  std::ranges::copy_if(chain::op_table(), std::back_inserter(all), [](const chain::OpInfo& info) {
    return info.pattern == chain::Pattern::pointwise || info.pattern == chain::Pattern::reduction;
  });
  return all;
}
TEST(CausalOp, HidesKeysInEveryMatrixAndKernel) {
  for (const char* dtype : {"f32", "f16", "bf16"}) {
    for (const char* shape : {"[3, 5, 67]", "[2, 70, 7]", "[4, 1, 9]", "[300, 1500]"}) {
      const std::string x = std::string("x: ") + dtype + shape + "; ";
      SCOPED_TRACE(x);
      EXPECT_EQ(check_all(x + "y = exp(causal(x * 3) + 1)").wrong, "");
      EXPECT_EQ(check_all(x + "y = softmax(causal(x))").wrong, "");
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Op, EveryOp, testing::ValuesIn(all_ops()),
                         [](const auto& each) { return std::string(each.param.name); });

}  // namespace cpu_ops_test
