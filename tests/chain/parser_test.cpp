// Chain text that is right: what chain comes of it.
#include "chain/parser.hpp"

#include "chain/random_chain.hpp"

#include <gmock/gmock.h>

namespace parser_test {

using chain::Chain;
using chain::Op;
using testing::ElementsAre;

Chain parsed(std::string_view text) {
  auto result = chain::parse(text);
  EXPECT_TRUE(result) << base::render(result.error());
  return result ? std::move(*result) : Chain{};
}

/// "y.1 = x + b; y = gelu(y.1)": the ops in SSA order.
std::string ops(std::string_view text) {
  const Chain chain = parsed(text);
  std::string out;
  for (const int v : chain.ops()) {
    out += (out.empty() ? "" : "; ") + chain.values[v].name + " = " + chain::expression(chain, v);
  }
  return out;
}

std::string names(const Chain& chain, const std::vector<int>& values) {
  std::string out;
  for (const int v : values) out += (out.empty() ? "" : " ") + chain.values[v].name;
  return out;
}

TEST(Parse, TheFirstChain) {
  const Chain chain = parsed("x: f32[8192, 8192]  # in\nb: f32[8192]\ny = gelu(x + b)\n");
  ASSERT_EQ(chain.values.size(), 4u);
  EXPECT_EQ(names(chain, chain.inputs()), "x b");
  EXPECT_EQ(names(chain, chain.ops()), "y.1 y");
  EXPECT_EQ(names(chain, chain.outputs()), "y");
  EXPECT_EQ(chain.values[2].op, Op::add);
  EXPECT_EQ(chain.values[3].shape, (chain::Shape{{8192, 8192}}));
  EXPECT_EQ(chain.values[3].bytes().value, 268435456);
  EXPECT_EQ(chain.values[3].line, 3);
  EXPECT_TRUE(chain.is_full(0));
  EXPECT_FALSE(chain.is_full(1));
  EXPECT_THAT(chain.consumers(2), ElementsAre(3));
  EXPECT_EQ(chain.find("y.1"), 2);
  EXPECT_EQ(chain.find("z"), -1);
}

TEST(Parse, SemicolonsAreNewlines) {
  EXPECT_EQ(ops(";x: f32[4];;y = -x;"), "y = -x");
  EXPECT_EQ(ops("x: f32[4]; y = -x # ; z = -y"), "y = -x") << "a comment goes to the end of the line";
}

TEST(Parse, Precedence) {
  EXPECT_EQ(ops("x: f32[4]; a: f32[4]; y = x + a * x - a"), "y.1 = a * x; y.2 = x + y.1; y = y.2 - a");
  EXPECT_EQ(ops("x: f32[4]; a: f32[4]; y = -x * a"), "y.1 = -x; y = y.1 * a");
  EXPECT_EQ(ops("x: f32[4]; a: f32[4]; y = x / (a / x)"), "y.1 = a / x; y = x / y.1");
  EXPECT_EQ(ops("x: f32[4]; y = x - -x"), "y.1 = -x; y = x - y.1");
}

TEST(Parse, NumbersFold) {
  EXPECT_EQ(ops("x: f32[4]; y = x * (2 + 3 * 4)"), "y = x * 14");
  EXPECT_EQ(ops("x: f32[4]; y = x - -1"), "y = x - -1");
  EXPECT_EQ(ops("x: f32[4]; y = sqrt(4) / x"), "y = 2 / x");
  EXPECT_EQ(ops("x: f32[4]; y = maximum(x, maximum(1, 2))"), "y = maximum(x, 2)");
}

TEST(Parse, NumbersWithExponentsAndDots) {
  EXPECT_EQ(ops("x: f32[4]; y = x * 1e-3; z = y * 2.5E+2; w = z * .5; v = w * 1."),
            "y = x * 0.001; z = y * 250; w = z * 0.5; v = w * 1");
}

TEST(Parse, CastAndDropout) {
  const Chain chain = parsed("x: f32[4]; h = cast(x, bf16); y = dropout(h * 2, 0.25, 18446)");
  EXPECT_EQ(chain.values[chain.find("h")].dtype, chain::Dtype::bf16);
  const chain::Value& y = chain.values[chain.find("y")];
  EXPECT_EQ(y.dtype, chain::Dtype::bf16);
  EXPECT_EQ(y.probability, 0.25);
  EXPECT_EQ(y.seed, 18446u);
}

TEST(Parse, ReductionsLeaveSizeOne) {
  const Chain chain = parsed("x: f16[2, 3, 8]; m = max(x); y = x - m; s = sum(y)");
  EXPECT_EQ(chain.values[chain.find("m")].shape, (chain::Shape{{2, 3, 1}}));
  EXPECT_EQ(chain.values[chain.find("m")].dtype, chain::Dtype::f16);
  EXPECT_EQ(chain.values[chain.find("y")].shape, (chain::Shape{{2, 3, 8}}));
}

TEST(Parse, CompositionsExpand) {
  EXPECT_EQ(ops("x: f32[4, 8]; y = softmax(x)"),
            "y.1 = max(x); y.2 = x - y.1; y.3 = exp(y.2); y.4 = sum(y.3); y = y.3 / y.4");
  EXPECT_EQ(ops("x: f32[4, 8]; g: f32[8]; y = rmsnorm(x, g)"),
            "y.1 = square(x); y.2 = mean(y.1); y.3 = y.2 + 1e-06; y.4 = rsqrt(y.3); y.5 = x * y.4; y = y.5 * g");
  EXPECT_EQ(ops("x: f32[4, 8]; g: f32[8]; b: f32[8]; y = layernorm(x, g, b)"),
            "y.1 = mean(x); y.2 = x - y.1; y.3 = square(y.2); y.4 = mean(y.3); y.5 = y.4 + 1e-06; y.6 = rsqrt(y.5); "
            "y.7 = y.2 * y.6; y.8 = y.7 * g; y = y.8 + b");
  const Chain chain = parsed("x: f32[4, 8]; y = softmax(x + 1) * 2");
  ASSERT_EQ(chain.compositions.size(), 1u);
  EXPECT_EQ(chain.compositions[0], (chain::Composition{"softmax", 2, 6}));
  EXPECT_EQ(chain.values[4].composition, 0);
  EXPECT_EQ(chain.values[1].composition, -1);
}

TEST(Parse, OutputsAreTheLastTheAskedAndTheUnread) {
  const auto outputs = [](std::string_view text) {
    const Chain chain = parsed(text);
    return names(chain, chain.outputs());
  };
  EXPECT_EQ(outputs("x: f32[4]; y = -x; z = y + x"), "z");
  EXPECT_EQ(outputs("x: f32[4]; y = -x; z = y + x; out y, z"), "y z");
  EXPECT_EQ(outputs("out y, w; x: f32[4]; y = -x; z = y + x; w = z * 2"), "y w");
  EXPECT_EQ(outputs("x: f32[4]; y = -x; z = abs(x); out y; out z"), "y z");
}

TEST(Parse, WindowsFilesAndTabs) {
  EXPECT_EQ(parsed("\xEF\xBB\xBFx: f32[4]\r\ny\t=\t-x\r\n"), parsed("x: f32[4]\ny\t=\t-x"));
  EXPECT_EQ(ops("x: f32[4] # größer\ny = -x"), "y = -x");
}

TEST(Parse, TheLimitsThemselvesAreFine) {
  EXPECT_EQ(parsed("x: f32[1048576, 1048576]; y = -x").full_elements(), std::int64_t{1} << 40);
  std::string text = "x: f32[4]\ny0 = -x\n";
  for (int i = 1; i < 64; ++i) text += "y" + std::to_string(i) + " = -y" + std::to_string(i - 1) + "\n";
  EXPECT_EQ(parsed(text).ops().size(), 64u);
  EXPECT_EQ(ops("x: f32[4]; y = " + std::string(63, '(') + "-x" + std::string(63, ')')), "y = -x");
  const std::string filled =
      "x: f32[4]; y = -x #" + std::string(static_cast<std::size_t>(chain::max_text_bytes) - 19, 'c');
  EXPECT_EQ(parsed(filled).ops().size(), 1u);
}

TEST(Expand, ReadsBackAsTheSameStructure) {
  for (const std::string text : {"x: f32[4, 8]; y = softmax(x)", "x: f32[4]; y_1 = x + 1; y = -(x + 2) * y_1",
                                 "x: bf16[4]; y = dropout(x, 0.1, 3) - -1e-30; out y; z = cast(y, f32); out z",
                                 "x: f32[4]; t = -x; u = t + x; out t, u"}) {
    const Chain chain = parsed(text);
    const std::string expanded = chain::expanded_text(chain);
    const Chain again = parsed(expanded);
    EXPECT_EQ(chain::canonical(again), chain::canonical(chain)) << expanded;
    EXPECT_EQ(chain::expanded_text(again), expanded);
  }
  for (std::uint32_t seed = 0; seed < 200; ++seed) {
    const Chain chain = parsed(tests::RandomChain(seed, 3, 5, 12).text());
    ASSERT_EQ(chain::canonical(parsed(chain::expanded_text(chain))), chain::canonical(chain));
  }
}

TEST(Expand, MadeUpNamesBecomeWritable) {
  EXPECT_EQ(chain::expanded_text(parsed("x: f32[4]; y_1 = -x; y = abs(x + 1) * y_1; out y_1, y")),
            "x: f32[4]\ny_1 = -x\ny__1 = x + 1\ny_2 = abs(y__1)\ny = y_2 * y_1\nout y_1, y\n");
}

TEST(Canonical, DropsNamesAndKeepsTheRest) {
  const auto of = [](std::string_view text) { return chain::canonical(parsed(text)); };
  EXPECT_EQ(of("x: f32[4]; y = gelu(x + 1)"), of("input: f32[4]\nt = input + 1.0 # t\nresult = gelu(t)"));
  const std::string one = of("x: f32[4]; y = gelu(x + 1)");
  for (const auto* other : {"x: f32[5]; y = gelu(x + 1)", "x: f16[4]; y = gelu(x + 1)", "x: f32[4]; y = gelu(x + 2)",
                            "x: f32[4]; y = gelu(1 + x)", "x: f32[4]; y = gelu_erf(x + 1)",
                            "x: f32[4]; t = x + 1; y = gelu(t); out t, y"}) {
    EXPECT_NE(of(other), one) << other;
  }
}

TEST(Resized, ChangesEveryDimensionOfThatSize) {
  const Chain chain = parsed("x: f32[8192, 8192] # 8192 wide\nb: f32[8192]; y = softmax(x * 8192 + b)");
  const Chain small = chain::resized(chain, 8192, 128);
  EXPECT_EQ(small.text, "x: f32[128, 128] # 8192 wide\nb: f32[128]; y = softmax(x * 8192 + b)");
  EXPECT_EQ(chain::canonical(chain::resized(small, 128, 8192)), chain::canonical(chain));
  EXPECT_EQ(small.compositions, chain.compositions);
  EXPECT_EQ(chain::resized(chain, 5, 6), chain);
  EXPECT_THROW((void)chain::resized(chain, 8192, std::int64_t{1} << 30), std::invalid_argument);
}

}  // namespace parser_test
