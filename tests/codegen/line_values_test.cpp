// Each line of an emitted kernel beside the value that it reads, makes or writes.
#include "codegen/line_values.hpp"

#include "base/text.hpp"
#include "chain/parser.hpp"
#include "codegen/program.hpp"
#include "plan/fusion_plan.hpp"

#include <gtest/gtest.h>

#include <set>

namespace line_values_test {

using codegen::LineValue;
using Does = LineValue::Does;

LineValue of(std::string_view line) {
  return codegen::values_of_lines(line).front();
}

TEST(LineValues, AreReadFromTheEmittersNames) {
  EXPECT_EQ(of("  const f32 v3 = v0 + v1;"), (LineValue{Does::makes, 3}));
  EXPECT_EQ(of("      own4 += v3;"), (LineValue{Does::makes, 4}));
  EXPECT_EQ(of("  out5 = v5;"), (LineValue{Does::writes, 5}));
  EXPECT_EQ(of("    b5[e] = narrow<f32>(v5);"), (LineValue{Does::writes, 5}));
  EXPECT_EQ(of("  store(p5 + i, b5);"), (LineValue{Does::writes, 5}));
  EXPECT_EQ(of("  const Vec<f32, width> a0 = load<width>(p0 + i);"), (LineValue{Does::reads, 0}));
  EXPECT_EQ(of("      const f32 v0 = to_f32(kept0[u], e);"), (LineValue{Does::reads, 0}));
  EXPECT_EQ(of("    const f32* __restrict__ p0,"), (LineValue{Does::reads, 0}));
  EXPECT_EQ(of("    f32* __restrict__ p5) {"), (LineValue{Does::writes, 5}));
}

TEST(LineValues, OtherLinesAreAboutNothing) {
  EXPECT_TRUE(codegen::values_of_lines("").empty());
  for (const char* line : {"  constexpr int width = 4, threads = 128;", "//   v3 = add(v0, v1)", "  // out5 = v5",
                           "#pragma unroll", "if (v3 == v4) {", "if (v3 >= v4) {", "v99999999999999999999 = 1;",
                           "value3 = 1;", "\"v3 = 1\"", "k1_element(to_f32(a0, e), v5);"})
    EXPECT_EQ(of(line), LineValue{}) << line;
}

/// Whatever is fused: every input is read, every op is made, every output written, and no index is out of the chain.
TEST(LineValues, TellEveryOpOfAFusedKernel) {
  for (const char* text : {"x: f32[64, 32]\nb: f32[32]\nt = x + b\ny = gelu(t)\n", "x: f32[64, 32]\ny = softmax(x)\n",
                           "x: f16[64, 32]\nu = exp(x)\ny = u * 2\n"}) {
    auto chain = chain::parse(text);
    ASSERT_TRUE(chain) << text;
    const auto shared = std::make_shared<const chain::Chain>(std::move(*chain));
    const auto plan = plan::segment(shared, plan::Cuts{}, codegen::limits({}));
    ASSERT_TRUE(plan) << text;
    std::set<int> reads, makes, writes;
    for (const auto& kernel : codegen::lower(*plan, {}).kernels) {
      for (const LineValue& line : codegen::values_of_lines(kernel.source)) {
        if (line.does == Does::reads) reads.insert(line.value);
        if (line.does == Does::makes) makes.insert(line.value);
        if (line.does == Does::writes) writes.insert(line.value);
      }
    }
    for (const int op : shared->ops()) EXPECT_TRUE(makes.contains(op)) << text << " value " << op;
    for (const int input : shared->inputs()) EXPECT_TRUE(reads.contains(input)) << text << " value " << input;
    EXPECT_FALSE(writes.empty());
    for (const auto& all : {reads, makes, writes}) {
      for (const int value : all) EXPECT_LT(static_cast<std::size_t>(value), shared->values.size()) << text;
    }
  }
}

}  // namespace line_values_test
