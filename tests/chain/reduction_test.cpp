// Sums whose order and dtype are said, and variances: what they come to, how far a kernel may be off, how they are
// written.
#include "chain/error_bound.hpp"
#include "chain/evaluate.hpp"
#include "chain/parser.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>
#include <vector>

namespace reduction_test {

using chain::Bounded;
using chain::Dtype;
using chain::Op;
using testing::HasSubstr;

constexpr double infinity = std::numeric_limits<double>::infinity();

chain::Chain parsed(const std::string& text) {
  auto result = chain::parse(text);
  EXPECT_TRUE(result) << base::render(result.error());
  return std::move(*result);
}

/// The first element of the last value, of inputs that are all `x`.
Bounded of_all(const std::string& text, double x) {
  const chain::Chain chain = parsed(text);
  const int last = static_cast<int>(chain.values.size()) - 1;
  const std::vector<std::int64_t> first{0};
  return chain::evaluate(
             chain, std::vector<bool>(chain.values.size(), false), [x](int, std::int64_t) { return x; }, last, first)
      .front();
}

TEST(SumInOrder, OfOnesStandsStillWhereOneIsHalfAStep) {
  EXPECT_EQ(of_all("x: f32[1000]; y = sum(x, bf16)", 1).value, 256);
  EXPECT_EQ(of_all("x: f32[1000]; y = sum(x, bf16)", 1).error, 0);
  EXPECT_EQ(of_all("x: f32[5000]; y = sum(x, f16)", 1).value, 2048);
  EXPECT_EQ(of_all("x: f32[1024]; y = mean(x, bf16)", 1).value, 0.25);
  EXPECT_EQ(of_all("x: f32[5000]; y = sum(x, f32)", 1).value, 5000);
}

TEST(SumInOrder, BeyondF16IsInfinityOnEveryDevice) {
  const Bounded sum = of_all("x: f32[100]; y = sum(x, f16)", 1000);
  EXPECT_EQ(sum.value, infinity);
  EXPECT_EQ(sum.error, 0);
  EXPECT_NEAR(of_all("x: f32[100]; y = sum(x, bf16)", 1000).value, 1e5, 3e3) << "bf16 reaches as far as f32";
}

/// As a kernel adds.
double added(const std::vector<float>& terms, Dtype kept_in) {
  float sum = 0;
  for (const float term : terms) {
    const float next = sum + term;
    sum = kept_in == Dtype::f16 ? chain::from_f16(chain::to_f16(next)) : chain::from_bf16(chain::to_bf16(next));
  }
  return static_cast<double>(sum);
}

TEST(SumInOrder, LiesBetweenTheLeastAndTheMostThatItsTermsAllow) {
  for (const Dtype kept_in : {Dtype::bf16, Dtype::f16}) {
    for (const double sign : {-1.0, 1.0}) {
      chain::BoundedReduction reduction(Op::sum, kept_in);
      std::vector<float> terms;
      for (int i = 0; i < 2000; ++i) {
        const double exact = 1 / (3.0 + i % 17), off = exact * 0x1p-20;
        reduction.add({exact, off});
        terms.push_back(static_cast<float>(exact + sign * off * 0.9));
      }
      const Bounded sum = reduction.result();
      EXPECT_LE(std::abs(added(terms, kept_in) - sum.value), sum.error) << chain::name(kept_in);
      EXPECT_LT(sum.error, 0.05 * sum.value) << "a bound of little use";
    }
  }
}

TEST(SumInOrder, IsWrittenReadAndKeptInTheKey) {
  const chain::Chain chain = parsed("x: f32[8, 64]; y = mean(square(x), bf16); z = sum(x, f16) + y");
  EXPECT_EQ(chain.values[2].accumulate, Dtype::bf16);
  EXPECT_THAT(chain::expanded_text(chain), HasSubstr("y = mean(y_1, bf16)"));
  EXPECT_EQ(chain::canonical(parsed(chain::expanded_text(chain))), chain::canonical(chain));
  EXPECT_NE(chain::canonical(chain), chain::canonical(parsed("x: f32[8, 64]; y = mean(square(x)); z = sum(x) + y")));
}

TEST(SumInOrder, InF32IsWhatASumIsAnyway) {
  const chain::Chain said = parsed("x: f32[8, 64]; y = sum(x, f32)"), plain = parsed("x: f32[8, 64]; y = sum(x)");
  EXPECT_EQ(said, plain);
  EXPECT_EQ(chain::canonical(said), chain::canonical(plain));
}

TEST(Unrounded, LeavesOutCastsStoresAndWhatASumIsKeptIn) {
  const chain::Chain chain = parsed("x: bf16[1000]; c = cast(x * 1.01, f16); y = sum(c, f16)");
  const std::vector<std::int64_t> first{0};
  const auto ones = [](int, std::int64_t) { return 1.0; };
  const double factor = static_cast<double>(1.01f);
  EXPECT_NEAR(chain::unrounded(chain, ones, 3, first).front(), 1000 * factor, 1e-9);
}

/// Two passes in float.
float two_passes(const std::vector<float>& row) {
  float sum = 0, distances = 0;
  for (const float x : row) sum += x;
  const float mean = sum / static_cast<float>(row.size());
  for (const float x : row) distances += (x - mean) * (x - mean);
  return distances / static_cast<float>(row.size());
}

TEST(Variance, OfARowFarFromZeroKeepsItsDigits) {
  for (const double middle : {0.0, 1000.0}) {
    chain::BoundedReduction reduction(Op::var);
    std::vector<float> row;
    for (int i = 0; i < 1000; ++i) {
      row.push_back(static_cast<float>(middle + std::sin(i)));
      reduction.add({static_cast<double>(row.back()), 0});
    }
    const Bounded variance = reduction.result();
    EXPECT_NEAR(variance.value, 0.5, 0.01) << middle;
    EXPECT_LE(std::abs(static_cast<double>(two_passes(row)) - variance.value), variance.error) << middle;
    EXPECT_LT(variance.error, 0.05 * variance.value) << "a bound of little use";
  }
}

TEST(Variance, MovesAsItsNumbersDo) {
  chain::BoundedReduction near(Op::var), off(Op::var);
  for (int i = 0; i < 100; ++i) {
    near.add({static_cast<double>(i % 2), 0.1});
    off.add({i % 2 == 0 ? -0.1 : 1.1, 0});
  }
  EXPECT_DOUBLE_EQ(near.result().value, 0.25);
  EXPECT_GE(near.result().error, off.result().value - 0.25);
}

TEST(Variance, ByTwoSumsMayBeFarOffAndItsBoundSaysSo) {
  const std::string shifted = "x: f32[4, 1024]; s = x + 1000; ";
  const chain::Chain chain = parsed(shifted + "y = mean(square(s)) - square(mean(s))");
  const std::vector<std::int64_t> first{0};
  const auto input = chain::random_inputs(chain, 1);
  const std::vector<bool> nothing(chain.values.size(), false);
  const int last = static_cast<int>(chain.values.size()) - 1;
  const Bounded two_sums = chain::evaluate(chain, nothing, input, last, first).front();
  const Bounded welford =
      chain::evaluate(parsed(shifted + "y = var(s)"), {false, false, false}, input, 2, first).front();
  EXPECT_NEAR(two_sums.value, welford.value, 1e-3);
  EXPECT_GT(two_sums.error, two_sums.value) << "all digits may be gone";
  EXPECT_LT(welford.error, 0.1 * welford.value);
}

/// 256.9 and 256.7 are 256 in bf16, 257.1 is 258: a kernel may be a whole step above, and not below.
TEST(SumInOrder, TheBoundIsTheFartherOfBothSides) {
  chain::BoundedReduction reduction(Op::sum, Dtype::bf16);
  reduction.add({256, 0});
  reduction.add({0.9, 0.2});
  EXPECT_EQ(reduction.result().value, 256);
  EXPECT_GE(reduction.result().error, 2);
}

}  // namespace reduction_test
