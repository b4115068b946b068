// Chain text that is wrong: golden texts of what a person reads, and limits that hold.
#include "chain/parser.hpp"
#include "golden.hpp"

#include <gmock/gmock.h>

namespace bad_text_test {

using namespace std::string_view_literals;
using testing::HasSubstr;

std::string refusal(std::string_view text) {
  const auto result = chain::parse(text);
  return result ? "it was accepted\n" : base::render(result.error());
}

/// Each text and what is said about it, one below the other.
std::string refusals(const std::vector<std::string_view>& texts) {
  std::string out;
  for (const std::string_view text : texts) out += refusal(text) + "\n";
  return out;
}

TEST(BadText, OpsAndArity) {
  tests::expect_golden("chain/ops.txt", refusals({
                                            "x: f32[4]; y = gelo(x)",          "x: f32[4]; y = convolve(x)",
                                            "x: f32[4]; y = min(x, 0)",        "x: f32[4]; y = gelu(x, x)",
                                            "x: f32[4]; y = maximum(x)",       "x: f32[4]; y = max(x, 0)",
                                            "x: f32[4]; y = sum(x, 0)",        "x: f32[4]; y = sum(x, bf17)",
                                            "x: f32[4]; y = sum(x, i8)",       "x: f32[4]; y = mean(x, float16)",
                                            "x: f32[4]; y = mean(x, i32)",     "x: f32[4]; y = max(x, bf16)",
                                            "x: f32[4]; y = var(x, f16)",      "x: f32[4]; y = sum(x, bf16, 3)",
                                            "x: f32[4]; y = sum(x, x)",        "x: f32[4, 1]; y = var(x)",
                                            "x: f32[4]; y = relu()",           "x: f32[4]; y = softmax(x, x)",
                                            "x: f32[4]; y = rmsnorm(2)",       "x: f32[4]; y = x @ x",
                                            "x: f32[4]; y = x ** 2",           "x: f32[4]; y = x + exp",
                                            "x: f32[4]; y = cast(x)",          "x: f32[4]; y = cast(x, float16)",
                                            "x: f32[4]; y = cast(2, f16) * x", "x: f32[4]; y = dropout(x, 1, 7)",
                                            "x: f32[4]; y = dropout(x, 0.5)",  "x: f32[4]; y = dropout(x, 0.5, 1.5)",
                                            "x: f32[4]; y = causal(x)",        "x: f32[4]; y = causal(2) * x",
                                            "x: f32[4]; y = sum(3) * x",       "x: f32[4]; y = x * (1 / 0)",
                                            "x: f32[4]; y = x * 1e39",         "x: f32[4]; y = x * 1e-60",
                                        }));
}

TEST(BadText, ShapesAndDtypes) {
  tests::expect_golden("chain/shapes.txt", refusals({
                                               "x: f32[3, 4]\nb: f32[5]\ny = gelu(x + b)",
                                               "x: f32[6, 4, 8]\nb: f32[6, 1, 8]\ny = x * b",
                                               "x: f32[4]; h: bf16[4]; y = (x * 2) + h",
                                               "x: f32[1048576, 1]; z: f32[1, 2097152]; y = x + z",
                                               "x: f32[0]; y = -x",
                                               "x: f32[-4]; y = -x",
                                               "x: f32[2.5]; y = -x",
                                               "x: f32[1e3]; y = -x",
                                               "x: f32[1048576, 1048577]; y = -x",
                                               "x: f32[99999999999999999999]; y = -x",
                                               "x: f32[9223372036854775807, 9223372036854775807]; y = -x",
                                               "x: f32[]; y = -x",
                                               "x: f32; y = -x",
                                               "x: f32[4; y = -x",
                                               "x: f32[4,]; y = -x",
                                               "x: float[4]; y = -x",
                                               "x: f32[1,1,1,1,1,1,1,1,1]; y = -x",
                                           }));
}

TEST(BadText, Names) {
  tests::expect_golden("chain/names.txt", refusals({
                                              "x: f32[4]\nx = relu(x)",
                                              "x: f32[4]\nx: f32[4]\ny = -x",
                                              "x: f32[4]\ny = y + x",
                                              "x: f32[4]\na = b + x\nc = -a\nb = relu(c)",
                                              "x: f32[4]\ny = z + x\nz = -x",
                                              "input: f32[4]\ny = inptu + 1",
                                              "x: f32[4]\ny = w + x",
                                              "x: f32[4]\nu: f32[4]\ny = -x",
                                              "x: f32[4]\ny = x",
                                              "x: f32[4]\ny = 3\nz = x * y",
                                              "x: f32[4]\ny = -x\nout x",
                                              "x: f32[4]\ny = -x\nout z",
                                              "x: f32[4]\ny = -x\nout y, y",
                                              "x: f32[4]\nz = exp(x)\ny = -x\nout y",
                                              "x: f32[4]\nz = exp(x)\nw = z + 1\ny = -x",
                                              "x: f32[4]\nout = -x",
                                              "x: f32[4]; y = x.1 + 2",
                                              "x: f32[4]; 2y = x",
                                              "x: f32[4]; y = 2x",
                                              "x: f32[4, 4]\ny = softmax(x)\nsoftmax: f32[4]",
                                              "x: f32[4]\nf16: f32[4]\ny = cast(x, f16)",
                                          }));
}

TEST(BadText, Syntax) {
  tests::expect_golden("chain/syntax.txt", refusals({
                                               "",
                                               "\n  # only a comment\n",
                                               "x: f32[4]",
                                               "x: f32[4]; relu(x)",
                                               "x: f32[4]; y",
                                               "x: f32[4]; y = ",
                                               "x: f32[4]; y = (x + 1",
                                               "x: f32[4]; y = x + 1)",
                                               "x: f32[4]; y = x x",
                                               "x: f32[4]; y = x + + x",
                                               "x: f32[4]; y = relu(x,)",
                                               "x: f32[4]; y = x ^ 2",
                                               "x: f32[4]; y = x > 2",
                                               "x: f32[4]; y == x",
                                               "x: f32[4]; = x",
                                               "x: f32[4]; out",
                                               "x: f32[4]; y = \u03b1 * x",
                                           }));
}

TEST(BadText, NoText) {
  tests::expect_golden("chain/bytes.txt", refusals({
                                              "x: f32[4]\ny = -x \xFF\n"sv,
                                              "x: f32[4] # caf\xE9\ny = -x"sv,
                                              "x: f32[4]\0\ny = -x"sv,
                                              "x: f32[4]\ry = -x"sv,
                                              "x: f32[4]; y = -x\x1B[2J"sv,
                                              "\tx: f32[4]\n\ty = gelo(x)"sv,
                                              "\xEF\xBB\xBFx: f32[4]\r\ny = gelo(x)\r\n"sv,
                                          }));
}

TEST(BadText, EveryMistakeAtOnceInOrder) {
  tests::expect_golden("chain/many.txt", refusal("x: f32[4, 0]\n"
                                                 "b: f99[4]\n"
                                                 "y = gelo(x) + q\n"
                                                 "z = (b +\n"
                                                 "y = relu(x)\n"
                                                 "w = x.1\n"
                                                 "out y, k\n"));
}

TEST(BadText, ABrokenLineBreaksNoOther) {
  const auto result = chain::parse("x: f32[4\ny = x + 1\nz = y * x\nout z");
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().size(), 1u) << base::render(result.error());
}

TEST(BadText, PlacesAreExact) {
  const auto result = chain::parse("x: f32[4]\n  y = relu(x) * gelu(x, 2)  # two\n", "mine.chain");
  ASSERT_FALSE(result);
  const base::Diagnostic& mistake = result.error().front();
  EXPECT_EQ(mistake.file, "mine.chain");
  EXPECT_EQ(mistake.line, 2);
  EXPECT_EQ(mistake.column, 17);
  EXPECT_EQ(mistake.length, 10);
  EXPECT_EQ(mistake.source_line, "  y = relu(x) * gelu(x, 2)  # two");
  EXPECT_FALSE(mistake.hint.empty());
}

TEST(BadText, LimitsHold) {
  EXPECT_THAT(refusal(std::string(65537, ' ')), HasSubstr("64 KiB"));
  const std::string most = "more than " + std::to_string(chain::max_ops) + " ops";
  std::string one_more = "x: f32[4]\ny0 = -x\n";
  for (int i = 1; i <= chain::max_ops; ++i) {
    one_more += "y" + std::to_string(i) + " = -y" + std::to_string(i - 1) + "\n";
  }
  const std::string line = ":" + std::to_string(chain::max_ops + 2);
  EXPECT_THAT(refusal(one_more), HasSubstr(line + ":8: the chain has " + most));
  std::string norms = "x: f32[4]\ny0 = -x\n";
  for (int i = 1; i < chain::max_ops / 4; ++i)
    norms += "y" + std::to_string(i) + " = softmax(y" + std::to_string(i - 1) + ")\n";
  EXPECT_THAT(refusal(norms), HasSubstr(most));
  EXPECT_THAT(refusal("x: f32[4]; y = " + std::string(65, '(') + "x" + std::string(65, ')')),
              HasSubstr("deeper than 64"));
  EXPECT_THAT(refusal("x: f32[4]; y = " + std::string(30000, '-') + "x"), HasSubstr("deeper than 64"));
  EXPECT_THAT(refusal("x: f32[4]; y = " + std::string(30000, '(')), HasSubstr("deeper than 64"));
  EXPECT_THAT(refusal("x: f32[4]; " + std::string(65, 'n') + " = -x"), HasSubstr("64 is the limit"));
}

TEST(BadText, AThousandMistakesStayReadable) {
  std::string text;
  for (int i = 0; i < 5000; ++i) text += "a = q" + std::to_string(i) + ";";
  const auto result = chain::parse(text);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().size(), 21u);
  EXPECT_THAT(result.error().back().message, HasSubstr("more mistakes"));
  EXPECT_LT(base::render(result.error()).size(), 20000u);
}

TEST(BadText, ALongSumIsRefusedNotRecursed) {
  std::string text = "x: f32[4]; y = x";
  for (int i = 0; i < 30000; ++i) text += "+x";
  EXPECT_THAT(refusal(text), HasSubstr("the chain has more than"));
}

}  // namespace bad_text_test
