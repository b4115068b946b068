// The reference against kernels written naively in float: always within the bound, and the bound is of use.
#include "chain/evaluate.hpp"

#include "base/random.hpp"
#include "chain/error_bound.hpp"
#include "chain/parser.hpp"
#include "chain/random_chain.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>
#include <numeric>

namespace evaluate_test {

using chain::Bounded;
using chain::Chain;
using chain::Dtype;
using chain::Op;

Chain parsed(std::string_view text) {
  auto result = chain::parse(text);
  EXPECT_TRUE(result) << base::render(result.error());
  return std::move(*result);
}

float narrowed(float x, Dtype dtype) {
  switch (dtype) {
    case Dtype::f16:
      return chain::from_f16(chain::to_f16(x));
    case Dtype::bf16:
      return chain::from_bf16(chain::to_bf16(x));
    case Dtype::f32:
    case Dtype::i8:
    case Dtype::i4:
    case Dtype::i32:
      break;
  }
  return x;
}

float scalar(const chain::Value& v, float x, float y, std::int64_t element) {
  switch (v.op) {
    case Op::add:
      return x + y;
    case Op::sub:
      return x - y;
    case Op::mul:
      return x * y;
    case Op::div:
      return x / y;
    case Op::neg:
      return -x;
    case Op::abs:
      return std::fabs(x);
    case Op::square:
      return x * x;
    case Op::sqrt:
      return std::sqrt(x);
    case Op::rsqrt:
      return 1.0f / std::sqrt(x);
    case Op::reciprocal:
      return 1.0f / x;
    case Op::exp:
      return std::exp(x);
    case Op::log:
      return std::log(x);
    case Op::sin:
      return std::sin(x);
    case Op::cos:
      return std::cos(x);
    case Op::tanh:
      return std::tanh(x);
    case Op::sigmoid:
      return 1.0f / (1.0f + std::exp(-x));
    case Op::relu:
      return x < 0 ? 0 : x;
    case Op::gelu:
      return 0.5f * x * (1.0f + std::tanh(0.79788456f * (x + 0.044715f * x * x * x)));
    case Op::gelu_erf:
      return 0.5f * x * (1.0f + std::erf(x * 0.70710678f));
    case Op::silu:
      return x / (1.0f + std::exp(-x));
    case Op::softplus:
      return std::max(x, 0.0f) + std::log1p(std::exp(-std::fabs(x)));
    case Op::maximum:
      return std::isnan(x) || x > y ? x : y;
    case Op::minimum:
      return std::isnan(x) || x < y ? x : y;
    case Op::cast:
      return narrowed(x, v.dtype);
    case Op::dropout:
      return chain::dropout_keeps(v.seed, element, v.probability) ? x * static_cast<float>(1 / (1 - v.probability))
                                                                  : 0.0f;
    case Op::causal:
      return chain::causal_keeps(v.shape, element) ? x : -std::numeric_limits<float>::infinity();
    default:
      ADD_FAILURE() << "no scalar op";
      return 0;
  }
}

/// In one sweep, as Welford does.
float variance(const float* row, std::int64_t terms) {
  float mean = 0, distances = 0;
  for (std::int64_t i = 0; i < terms; ++i) {
    const float before = row[i] - mean;
    mean += before / static_cast<float>(i + 1);
    distances += before * (row[i] - mean);
  }
  return distances / static_cast<float>(terms);
}

/// Every value of the chain, whole, one op after the other in float.
std::vector<std::vector<float>> run_naively(const Chain& chain, const std::vector<bool>& stored, std::uint64_t seed) {
  const chain::InputElement input = chain::random_inputs(chain, seed);
  std::vector<std::vector<float>> tensors;
  for (int n = 0; n < static_cast<int>(chain.values.size()); ++n) {
    const chain::Value& v = chain.values[n];
    std::vector<float> out(static_cast<std::size_t>(v.shape.elements()));
    const std::int64_t width = v.shape.columns();
    for (std::int64_t e = 0; e < static_cast<std::int64_t>(out.size()); ++e) {
      float& result = out[e];
      if (v.op == Op::input) {
        result = static_cast<float>(input(n, e));
        continue;
      }
      if (chain::info(v.op).pattern == chain::Pattern::reduction) {
        const std::vector<float>& from = tensors[v.operands[0].value];
        const std::int64_t terms = chain.values[v.operands[0].value].shape.columns();
        if (v.op == Op::var) {
          result = variance(&from[static_cast<std::size_t>(e * terms)], terms);
          if (stored[n]) result = narrowed(result, v.dtype);
          continue;
        }
        const auto kept = [&](float sum) { return v.accumulate ? narrowed(sum, *v.accumulate) : sum; };
        result = kept(from[e * terms]);
        for (std::int64_t i = 1; i < terms; ++i) {
          const float x = from[e * terms + i];
          result = v.op == Op::max ? (std::isnan(result) || result > x ? result : x) : kept(result + x);
        }
        if (v.op == Op::mean) result /= static_cast<float>(terms);
      } else {
        float x[2] = {0, 0};
        for (std::size_t k = 0; k < v.operands.size(); ++k) {
          if (v.operands[k].is_literal()) {
            x[k] = static_cast<float>(v.operands[k].literal);
            continue;
          }
          const auto access = chain::access(chain.values[v.operands[k].value].shape, v.shape).value();
          const std::int64_t row = e / width, column = e % width;
          x[k] = tensors[v.operands[k].value][(row % access.rows) * access.row_stride + column * access.column_stride];
        }
        result = scalar(v, x[0], x[1], e);
      }
      if (stored[n]) result = narrowed(result, v.dtype);
    }
    tensors.push_back(std::move(out));
  }
  return tensors;
}

std::vector<std::int64_t> all_elements(const Chain& chain, int value) {
  std::vector<std::int64_t> elements(static_cast<std::size_t>(chain.values[value].shape.elements()));
  std::iota(elements.begin(), elements.end(), 0);
  return elements;
}

TEST(Evaluate, NaiveFloatKernelsAreWithinTheBound) {
  std::int64_t compared = 0, useless = 0;
  for (std::uint32_t seed = 0; seed < 400; ++seed) {
    const tests::RandomChain text(seed, 3 + static_cast<int>(seed % 4), 1 + static_cast<int>(seed * 7 % 41),
                                  4 + static_cast<int>(seed % 9));
    const Chain chain = parsed(text.text());
    std::vector<bool> stored(chain.values.size(), false);
    for (std::size_t v = 0; v < stored.size(); ++v) {
      stored[v] =
          chain.values[v].output || (seed % 3 == 0) || (seed % 3 == 1 && base::random_bits(seed, 1, v) % 2 == 0);
      if (chain.values[v].op == Op::input) stored[v] = false;
    }
    const auto got = run_naively(chain, stored, seed);
    for (const int v : chain.outputs()) {
      const auto elements = all_elements(chain, v);
      const auto reference = chain::evaluate(chain, stored, chain::random_inputs(chain, seed), v, elements);
      for (std::size_t e = 0; e < elements.size(); ++e) {
        const double value = static_cast<double>(got[v][e]);
        const Bounded& r = reference[e];
        ++compared;
        if (r.error > 0.1 * std::abs(r.value)) ++useless;
        if (std::isinf(r.error) || (std::isnan(r.value) && std::isnan(value)) || value == r.value) continue;
        ASSERT_LE(std::abs(value - r.value), r.error)
            << text.text() << chain.values[v].name << "[" << e << "] got " << value << ", reference " << r.value;
      }
    }
  }
  EXPECT_GT(compared, 100000);
  EXPECT_LT(useless, compared / 20) << "bounds so wide that anything passes";
}

Bounded one(std::string_view text, double x, bool stored = true) {
  const Chain chain = parsed(text);
  const std::vector<std::int64_t> first{0};
  const int output = chain.outputs().front();
  std::vector<bool> writes(chain.values.size(), false);
  writes[output] = stored;
  return chain::evaluate(
             chain, writes, [x](int, std::int64_t) { return x; }, output, first)
      .front();
}

TEST(Evaluate, KnownValues) {
  EXPECT_NEAR(one("x: f32[1]; y = gelu(x)", 1).value, 0.8411919906, 1e-7);
  EXPECT_NEAR(one("x: f32[1]; y = gelu_erf(x)", 1).value, 0.8413447461, 1e-7);
  EXPECT_NEAR(one("x: f32[4]; y = softmax(x)", 7).value, 0.25, 1e-9);
  EXPECT_NEAR(one("x: f32[4]; y = rmsnorm(x)", 3).value, 1, 1e-6);
  EXPECT_EQ(one("x: f32[4]; y = layernorm(x)", 3).value, 0);
  EXPECT_EQ(one("x: f32[1]; y = x * 0.1", 1).value, static_cast<double>(0.1f)) << "a number is an f32 in the kernel";
}

/// One row: its columns are shared out over threads.
TEST(Evaluate, TheLargestOfALongProductsRow) {
  const Chain chain = parsed("x: f32[1, 1024]\nw: f32[1024, 3000]\ny = max(x @ w)\n");
  const chain::InputElement inputs = chain::exact_inputs(chain, 5);
  double largest = -HUGE_VAL;
  for (std::int64_t column = 0; column < 3000; ++column) {
    double sum = 0;
    for (std::int64_t k = 0; k < 1024; ++k) sum += inputs(0, k) * inputs(1, k * 3000 + column);
    largest = std::max(largest, sum);
  }
  const std::int64_t only = 0;
  const std::vector<bool> stored(chain.values.size(), false);
  EXPECT_EQ(chain::evaluate(chain, stored, inputs, chain.find("y"), {&only, 1}).at(0).value, largest);
}

TEST(Evaluate, ExactOpsHaveNoError) {
  for (const char* op : {"-x", "abs(x)", "relu(x)", "maximum(x, 0.5)", "max(x)", "cast(x, bf16)"}) {
    EXPECT_EQ(one(std::string("x: f32[3]; y = ") + op, 1.5).error, 0) << op;
  }
}

TEST(Evaluate, TheBoundGrowsWhereMathematicsIsIllConditioned) {
  EXPECT_EQ(one("x: f32[1]; y = log(x * 3 - x * 3)", 0.3).error, std::numeric_limits<double>::infinity());
  EXPECT_EQ(one("x: f32[1]; y = 1 / (x * 3 - x * 3)", 0.3).error, std::numeric_limits<double>::infinity());
  EXPECT_EQ(one("x: f32[1]; y = sqrt(x * 3 - x * 3)", 0.3).error, std::numeric_limits<double>::infinity());
  const Bounded mild = one("x: f32[1]; y = exp(x * 3)", 0.3), steep = one("x: f32[1]; y = exp(x * 300)", 0.28);
  EXPECT_GT(steep.error / steep.value, 10 * mild.error / mild.value);
}

TEST(Evaluate, AQuotientsBoundReachesItsWorstCorner) {
  // A divisor that may be half as large doubles the quotient: the farthest of the four corners, not the slope.
  for (const Bounded& x : {Bounded{1, 0}, Bounded{-3, 0.25}, Bounded{0.5, 2}}) {
    for (const Bounded& y : {Bounded{1, 0.5}, Bounded{-2, 1.5}, Bounded{8, 0.0625}}) {
      double moved = 0;
      for (const double above : {x.value - x.error, x.value + x.error}) {
        for (const double below : {y.value - y.error, y.value + y.error}) {
          moved = std::max(moved, std::abs(above / below - x.value / y.value));
        }
      }
      const double bound = chain::apply_bounded(Op::div, x, y).error;
      EXPECT_GE(bound, moved) << x.value << " / " << y.value;
      EXPECT_LE(bound, 1.001 * moved) << x.value << " / " << y.value << ": of little use";
    }
  }
  EXPECT_GE(chain::apply_bounded(Op::reciprocal, {1, 0.5}, {}).error, 1) << "1 / 0.5 is 1 more than 1 / 1";
}

TEST(Evaluate, FarOutABoundStillCoversWhatItsOperandMoves) {
  // Left of -37 a sigmoid's distance from 1 is 1 in double: a slope made of it is 0, and the bound would be too small.
  for (const Op op : {Op::sigmoid, Op::silu, Op::gelu, Op::gelu_erf, Op::tanh, Op::softplus, Op::exp}) {
    for (const double at : {-80.0, -60.0, -40.0, -20.0, -3.0, -0.5, 0.5, 3.0, 20.0, 40.0}) {
      const Bounded x{at, 1e-6 * std::abs(at)};
      const double here = chain::apply_bounded(op, x, {}).value;
      const double left = chain::apply_bounded(op, {at - x.error, 0}, {}).value;
      const double right = chain::apply_bounded(op, {at + x.error, 0}, {}).value;
      const double moved = std::max(std::abs(left - here), std::abs(right - here));
      EXPECT_GE(chain::apply_bounded(op, x, {}).error, moved) << chain::info(op).name << " at " << at;
    }
  }
}

/// As a tensor core adds: sixteen products at a time, and what f32 cannot hold is cut off.
float cut_off_sum(const std::vector<std::pair<double, double>>& terms) {
  float sum = 0;
  for (std::size_t first = 0; first < terms.size(); first += 16) {
    double next = sum;
    for (std::size_t i = first; i < std::min(first + 16, terms.size()); ++i) next += terms[i].first * terms[i].second;
    const auto near = static_cast<float>(next);
    sum = std::abs(static_cast<double>(near)) > std::abs(next) ? std::nextafter(near, 0.0F) : near;
  }
  return sum;
}

TEST(Evaluate, ASumThatEndsNearZeroIsAllowedWhatItsPartsLost) {
  double nearest = 1, worst = 0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    std::vector<std::pair<double, double>> terms;
    chain::BoundedProduct bounded;
    for (std::uint64_t i = 0; i < 16384; ++i) {
      terms.emplace_back(base::random_element(seed, 1, i), 100 * base::random_element(seed, 2, i));
      bounded.add({terms.back().first, 0}, {terms.back().second, 0});
    }
    const Bounded sum = bounded.result();
    const double off = std::abs(static_cast<double>(cut_off_sum(terms)) - sum.value);
    EXPECT_LE(off, sum.error) << seed;
    worst = std::max(worst, off / sum.error);
    nearest = std::min(nearest, std::abs(sum.value) / 4000);  // sqrt(16384) x 100 / 3
  }
  EXPECT_LT(nearest, 0.05) << "no sum ended near 0";
  EXPECT_GT(worst, 0.02) << "a bound of little use";
}

TEST(Evaluate, ErrorsOfTheTermsAddUpInASumButNotInAMaximum) {
  // 100 ones, each off by 0.01 at most: their sum is between 99 and 101, their mean and maximum between 0.99 and 1.01.
  const auto of_ones = [](Op op) {
    chain::BoundedReduction reduction(op);
    for (int term = 0; term < 100; ++term) reduction.add({1, 0.01});
    return reduction.result();
  };
  EXPECT_EQ(of_ones(Op::sum).value, 100);
  EXPECT_NEAR(of_ones(Op::sum).error, 1, 1e-3);
  EXPECT_GE(of_ones(Op::sum).error, 1);
  EXPECT_NEAR(of_ones(Op::mean).error, 0.01, 1e-5);
  EXPECT_GE(of_ones(Op::mean).error, 0.01);
  EXPECT_EQ(of_ones(Op::max).error, 0.01);
}

TEST(Evaluate, WhatLeavesF32OnItsWayMayBeAnything) {
  const auto error_of = [](Op op, std::vector<double> terms) {
    chain::BoundedReduction reduction(op);
    for (const double term : terms) reduction.add({term, 0});
    return reduction.result().error;
  };
  constexpr double infinity = std::numeric_limits<double>::infinity(), big = 3e38;
  EXPECT_EQ(error_of(Op::sum, {big, big, -big, -big}), infinity) << "0 in pairs, else infinity or no number";
  EXPECT_EQ(error_of(Op::sum, {big, big, -big}), infinity);
  EXPECT_LT(error_of(Op::sum, {big, -big}), big) << "whatever comes first";
  EXPECT_EQ(error_of(Op::sum, {big, big, big}), 0) << "infinity in any order";
  EXPECT_EQ(error_of(Op::mean, {big, big}), infinity) << "a mean that is divided at the end";
  EXPECT_LT(error_of(Op::mean, {big / 4, big / 4}), big);
  EXPECT_EQ(error_of(Op::var, {1e19, -1e19, 1e19, -1e19}), infinity) << "of 4 squares of 1e38";
  EXPECT_LT(error_of(Op::var, {1e18, -1e18, 1e18, -1e18}), 1e36);
  EXPECT_EQ(error_of(Op::sum, {big, big, -infinity}), infinity) << "no number, if it comes last";
  EXPECT_EQ(error_of(Op::sum, {big, -infinity}), 0);
  chain::BoundedProduct product;
  for (const double sign : {1, 1, -1, -1}) product.add({sign * 1.5e19, 0}, {2e19, 0});
  EXPECT_EQ(product.result().error, infinity);
}

TEST(Evaluate, LeavesTheRangeOfF32AsAKernelDoes) {
  EXPECT_EQ(one("x: f32[1]; y = exp(x)", 100).value, std::numeric_limits<double>::infinity());
  EXPECT_EQ(one("x: f32[1]; y = exp(x)", 1000).error, 0);
  EXPECT_TRUE(std::isnan(one("x: f32[2]; e = exp(x); y = e / sum(e)", 100).value))
      << "without the max, softmax overflows";
  EXPECT_EQ(one("x: f32[2]; y = softmax(x)", 100).value, 0.5);
  EXPECT_EQ(one("x: f16[1]; y = x * x", 300).value, std::numeric_limits<double>::infinity()) << "stored as f16";
  EXPECT_EQ(one("x: f16[1]; y = x * x / x", 300).value, 300) << "in the group it stays f32";
  EXPECT_TRUE(std::isnan(one("x: f32[1]; y = sqrt(x)", -1).value));
  EXPECT_EQ(one("x: f32[1]; y = sqrt(x)", -1).error, 0);
  EXPECT_TRUE(std::isnan(one("x: f32[1]; y = maximum(log(x), 1)", -1).value)) << "NaN goes through";
  EXPECT_TRUE(std::isnan(one("x: f32[3]; y = max(log(x))", -1).value));
}

TEST(Evaluate, ANarrowStoreIsExactUnlessAStepIsNear) {
  // 1 + 2^-7 / 3 is far from the middle between two bf16 numbers; 1 + 2^-8 is such a middle.
  EXPECT_EQ(one("x: bf16[1]; y = x + 0.0026", 1).error, 0);
  EXPECT_EQ(one("x: bf16[1]; y = x + 0.0026", 1).value, 1);
  EXPECT_EQ(one("x: bf16[1]; y = x + 0.00390625", 1, false).value, 1.00390625) << "not stored, not rounded";
}

TEST(Evaluate, ExactArithmeticOnATieIsStillExact) {
  // 1 + 2^-8 lies in the middle of two bf16 numbers, and f32 holds it: every kernel rounds it to even.
  const Bounded tie = one("x: bf16[1]; y = x + 0.00390625", 1);
  EXPECT_EQ(tie.value, 1);
  EXPECT_EQ(tie.error, 0);
  // 1/3 of 3.01171875 lies next to a middle, but a division is off by an ulp: both neighbours may come out.
  EXPECT_EQ(one("x: bf16[1]; y = (x * 3 + 0.01171875) / 3", 1).error, 0x1p-7);
}

TEST(Evaluate, OnlyTouchesWhatIsAsked) {
  const Chain chain = parsed("x: f32[1048576, 1048576]; b: f32[1048576]; y = gelu(x + b)");
  std::int64_t touched = 0;
  const std::vector<std::int64_t> elements{0, (std::int64_t{1} << 40) - 1, 12345678901};
  const auto counting = [&](int, std::int64_t) { return ++touched, 1.0; };
  (void)chain::evaluate(chain, {false, false, false, true}, counting, 3, elements);
  EXPECT_EQ(touched, 6);
}

TEST(Evaluate, AReductionComputesItsRowOnce) {
  const Chain chain = parsed("x: f32[1000, 5000]; y = x * sum(x)");
  std::int64_t touched = 0;
  const auto counting = [&](int, std::int64_t) { return ++touched, 1.0; };
  std::vector<std::int64_t> row(5000);
  std::iota(row.begin(), row.end(), 7 * 5000);
  const auto result = chain::evaluate(chain, {false, false, true}, counting, 2, row);
  EXPECT_EQ(touched, 10000);
  EXPECT_EQ(result[4999].value, 5000);
}

TEST(Evaluate, ManyPathsToOneValueStayCheap) {
  std::string text = "x: f32[2]\nt0 = x + 1\n";
  for (int i = 1; i < 60; ++i)
    text += "t" + std::to_string(i) + " = t" + std::to_string(i - 1) + " * t" + std::to_string(i - 1) + "\n";
  const Chain chain = parsed(text);
  std::vector<bool> stored(chain.values.size(), false);
  const std::vector<std::int64_t> first{0};
  EXPECT_EQ(chain::evaluate(
                chain, stored, [](int, std::int64_t) { return 0.0; }, chain.outputs()[0], first)[0]
                .value,
            1)
      << "2^59 paths";
}

TEST(Evaluate, AnswersInTheOrderAsked) {
  const Chain chain = parsed("x: f32[3, 4]; b: f32[3, 1]; y = x + b");
  const auto input = [](int v, std::int64_t e) { return static_cast<double>(v == 0 ? e : 100 * e); };
  const std::vector<std::int64_t> elements{11, 0, 5, 11};
  const auto got = chain::evaluate(chain, {false, false, true}, input, 2, elements);
  EXPECT_EQ(got[0].value, 211);
  EXPECT_EQ(got[1].value, 0);
  EXPECT_EQ(got[2].value, 105);
  EXPECT_EQ(got[3].value, 211);
}

TEST(Evaluate, RowsOfASmallerOperandRepeat) {
  // Two batches of three rows: batch 1 begins with row 0 of b and of w again.
  const Chain chain = parsed("x: f32[2, 3, 4]; b: f32[3, 4]; w: f32[3, 1]; t = x + b; y = t + w");
  const auto input = [](int v, std::int64_t e) { return static_cast<double>(v == 0 ? 0 : v == 1 ? e : 100 * e); };
  const auto got = chain::evaluate(chain, {false, false, false, false, true}, input, 4, all_elements(chain, 4));
  for (std::size_t batch = 0; batch < 2; ++batch) {
    for (std::size_t row = 0; row < 3; ++row) {
      for (std::size_t column = 0; column < 4; ++column) {
        EXPECT_EQ(got[batch * 12 + row * 4 + column].value, static_cast<double>(row * 4 + column + 100 * row))
            << "[" << batch << ", " << row << ", " << column << "]";
      }
    }
  }
}

TEST(RandomInputs, AreRoundedToTheirDtypeAndDifferByInput) {
  const Chain chain = parsed("x: f32[9]; h: bf16[9]; y = x * 2; z = h * 2; out y, z");
  const auto input = chain::random_inputs(chain, 3);
  EXPECT_EQ(input(0, 5), static_cast<double>(base::random_element(3, 0, 5)));
  EXPECT_EQ(input(1, 5), chain::rounded(static_cast<double>(base::random_element(3, 1, 5)), Dtype::bf16));
  EXPECT_NE(input(1, 5), static_cast<double>(base::random_element(3, 1, 5)));
}

TEST(Dropout, KeepsTheShareItSays) {
  int kept = 0;
  for (int e = 0; e < 100000; ++e) kept += chain::dropout_keeps(7, e, 0.3);
  EXPECT_NEAR(kept, 70000, 700);
  EXPECT_TRUE(chain::dropout_keeps(1, 0, 0));
}

std::string seen(const chain::Shape& shape) {
  std::string rows;
  for (std::int64_t e = 0; e < shape.elements(); ++e) {
    rows += chain::causal_keeps(shape, e) ? '1' : '0';
    if (e % shape.columns() == shape.columns() - 1) rows += ' ';
  }
  return rows;
}

TEST(Causal, TheLastQuerySeesEveryKey) {
  EXPECT_EQ(seen({{3, 3}}), "100 110 111 ");
  EXPECT_EQ(seen({{2, 2, 4}}), "1110 1111 1110 1111 ");
  EXPECT_EQ(seen({{4, 2}}), "00 00 10 11 ");  // more queries than keys: the first see none
  EXPECT_EQ(seen({{1, 3}}), "111 ");
}

TEST(Causal, HidesKeysFromARow) {
  const Chain chain = parsed("x: f32[2, 3, 3]; y = causal(x)");
  const auto input = [](int, std::int64_t element) { return static_cast<double>(element); };
  const std::vector<std::int64_t> asked{0, 1, 9, 13, 14, 17};
  std::vector<double> got;
  for (const Bounded& one : chain::evaluate(chain, {false, true}, input, 1, asked)) got.push_back(one.value);
  const double hidden = -std::numeric_limits<double>::infinity();
  EXPECT_THAT(got, testing::ElementsAre(0, hidden, 9, 13, hidden, 17));
}

}  // namespace evaluate_test
