// The loops that price an op: each compiles for every card, and really holds its op.
#include "chain/op.hpp"

#include "codegen/nvrtc.hpp"
#include "codegen/op_loop.hpp"

#include <gmock/gmock.h>

namespace op_loop_test {

TEST(OpLoop, EveryPointwiseOpHasOne) {
  for (const chain::OpInfo& info : chain::op_table()) {
    const bool computes = info.pattern == chain::Pattern::pointwise;
    EXPECT_EQ(codegen::op_loop(info.op).has_value(), computes) << info.name;
  }
  EXPECT_THAT(codegen::op_loop(chain::Op::gelu)->kernel.source, testing::HasSubstr("sum[k] += gelu(v0);"));
  EXPECT_THAT(codegen::op_loop(chain::Op::div)->kernel.source, testing::HasSubstr("sum[k] += v0 / v1;"));
  EXPECT_THAT(codegen::op_loop(chain::Op::dropout)->kernel.source, testing::HasSubstr("first + step * chains + k"))
      << "each application draws its own number";
  EXPECT_THAT(codegen::op_loop(std::nullopt)->kernel.source, testing::HasSubstr("sum[k] += v0;"));
}

TEST(OpLoop, CompilesWithoutSpills) {
  std::string reason;
  const auto nvrtc = tests::Nvrtc::open(reason);
  if (nvrtc == nullptr) GTEST_SKIP() << reason;
  for (const chain::OpInfo& info : chain::op_table()) {
    const auto loop = codegen::op_loop(info.op);
    if (!loop) continue;
    for (const char* architecture : {"sm_75", "sm_90"}) {
      const auto compiled =
          nvrtc->compile(loop->prelude + "\n" + loop->kernel.source, architecture, loop->kernel.options);
      EXPECT_TRUE(compiled.ok) << info.name << "\n" << compiled.log;
      // CUDA's own sine and cosine keep a table on the stack, for arguments beyond those that are reached here.
      if (info.op == chain::Op::sin || info.op == chain::Op::cos) continue;
      EXPECT_EQ(tests::spills(compiled.log), "") << info.name;
    }
  }
}

}  // namespace op_loop_test
