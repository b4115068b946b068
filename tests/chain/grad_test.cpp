// Backward passes against central differences in double, their text, and what has no gradient.
#include "chain/grad.hpp"

#include "base/diagnostic.hpp"
#include "chain/derivative.hpp"
#include "chain/differences.hpp"
#include "chain/error_bound.hpp"
#include "chain/parser.hpp"
#include "chain/random_chain.hpp"

#include <gmock/gmock.h>

#include <algorithm>

namespace grad_test {

using testing::HasSubstr;
using testing::Not;

chain::Chain parsed(std::string_view text) {
  auto chain = chain::parse(text);
  if (!chain) throw std::runtime_error(base::render(chain.error()));
  return *std::move(chain);
}

chain::BackwardPass backward(const chain::Chain& chain, const chain::GradRequest& request = {}) {
  auto pass = chain::grad(chain, request);
  if (!pass) throw std::runtime_error(chain.text + "\n" + base::render(pass.error()));
  return *std::move(pass);
}

std::string text(std::string_view of) {
  return backward(parsed(of)).chain.text;
}

std::string refused(std::string_view of) {
  const auto pass = chain::grad(parsed(of), {});
  return pass ? "" : base::render(pass.error());
}

tests::Distance compare(std::string_view of) {
  const chain::Chain chain = parsed(of);
  const chain::BackwardPass pass = backward(chain);
  const tests::Distance distance = tests::distance(chain, pass, chain.inputs());
  if (distance.worst > 1e-6) ADD_FAILURE() << of << "\n" << pass.chain.text << distance.worst;
  return distance;
}

/// Every element of every gradient.
void check(std::string_view of) {
  EXPECT_EQ(compare(of).steep, 0) << of;
}

TEST(Grad, OfEveryPointwiseOpAgreesWithDifferences) {
  for (const char* op : {"-x",
                         "abs(x)",
                         "square(x)",
                         "exp(x)",
                         "sin(x)",
                         "cos(x)",
                         "tanh(x)",
                         "sigmoid(x)",
                         "relu(x)",
                         "gelu(x)",
                         "gelu_erf(x)",
                         "silu(x)",
                         "softplus(x)",
                         "sqrt(square(x) + 1)",
                         "rsqrt(square(x))",
                         "reciprocal(x)",
                         "log(square(x))",
                         "dropout(x, 0.4, 5)",
                         "1 / x",
                         "x / 4",
                         "2 - x",
                         "maximum(x, 0.5)",
                         "minimum(0.5, x)",
                         "maximum(-x, x * x)"}) {
    check("x: f32[3, 5]; y = " + std::string(op));
  }
  for (const char* op : {"a + b", "a - b", "a * b", "a / b", "maximum(a, b)", "minimum(a, b)", "a * b + a * b"}) {
    check("a: f32[3, 5]; b: f32[3, 5]; y = " + std::string(op) + " + square(a * b)");
  }
}

TEST(Grad, OfReductionsAndCompositionsAgreesWithDifferences) {
  for (const char* op :
       {"sum(x)", "mean(x)", "var(x)", "max(x)", "softmax(x)", "rmsnorm(x)", "layernorm(x)", "x - max(x)",
        "exp(x) / sum(exp(x))", "softmax(x * 2) * x", "sum(softmax(x)) * x", "rmsnorm(x, 3) + 1"}) {
    check("x: f32[3, 5]; y = " + std::string(op));
    check("x: f32[2, 3, 4]; y = square(" + std::string(op) + ")");
  }
  check("x: f32[3, 5]; g: f32[5]; b: f32[5]; y = layernorm(x, g, b)");
  check("x: f32[3, 5]; g: f32[5]; y = rmsnorm(x, g)");
  check("x: f32[2, 3, 5]; g: f32[5]; y = rmsnorm(x, g)");
  check("x: f32[3, 5]; y = sum(x); z = square(x) * sum(y)");
}

TEST(Grad, SumsWhatWasStretched) {
  for (const char* small : {"[4]", "[1, 4]", "[3, 1]", "[1]", "[2, 3, 1]", "[1, 1, 4]"}) {
    check("x: f32[2, 3, 4]; w: f32" + std::string(small) + "; y = x * w");
    check("x: f32[2, 3, 4]; w: f32" + std::string(small) + "; y = x + w");
    check("x: f32[2, 3, 4]; w: f32" + std::string(small) + "; y = sum(x + w)");
  }
  for (const char* small : {"[4]", "[3, 1]", "[1]"}) {
    check("x: f32[3, 4]; w: f32" + std::string(small) + "; y = x - w; z = sum(x * w) * sum(y)\nout y, z");
  }
  check("x: f32[4]; w: f32[1]; y = x * w");
  check("v: f32[4]; w: f32[3, 1]; y = sum(v + w)");
  check("v: f32[4]; w: f32[3, 1]; y = v * w");
  EXPECT_THAT(refused("x: f32[2, 3, 4]; w: f32[3, 4]; y = x * w"), HasSubstr("no op here adds up matrices"));
}

TEST(Grad, OfProductsViewsAndAttentionAgreesWithDifferences) {
  check("x: f32[3, 4]; w: f32[4, 2]; b: f32[2]; y = gelu(x @ w + b)");
  check("x: f32[3, 4]; w: f32[2, 4]; y = x @ transpose(w)");
  check("x: f32[2, 3, 4]; w: f32[4, 2]; y = x @ w");
  check("x: f32[2, 2, 3, 4]; w: f32[4, 2]; y = x @ w");
  check("x: f32[2, 3, 4]; w: f32[2, 4, 2]; y = square(x @ w)");
  check("x: f32[3, 4]; y = merge(square(heads(x, 2)))");
  check("x: f32[3, 4]; w: f32[4, 2]; y = sum(x @ w)");
  const std::string inputs = "q: f32[2, 3, 4]; k: f32[2, 3, 4]; v: f32[2, 3, 4]; ";
  check(inputs + "o = softmax(q @ transpose(k) * 0.5) @ v");
  check(inputs + "o = softmax(causal(q @ transpose(k))) @ v");
  check("x: f32[3, 4]; y = exp(causal(x))");
  EXPECT_THAT(text("q: f32[3, 4]; k: f32[2, 4]; s = q @ transpose(k)"),
              HasSubstr("d_q = d_s @ k\nd_k = transpose(d_s) @ q\n"));
  check("q: f32[3, 4]; k: f32[2, 4]; t = transpose(k); s = q @ t; u = t * 2; out s, u");
  EXPECT_THAT(refused("q: f32[4, 2, 3]; k: f32[2, 3, 2]; y = q @ k"), HasSubstr("heads that share it"));
}

TEST(Grad, OfRandomChainsAgreesWithDifferences) {
  // Some of them divide by what dropout set to 0, or by what is close to it.
  int compared = 0, steep = 0;
  int chains = 0;
  for (std::uint32_t seed = 0; chains < 40; ++seed) {
    const std::string text = tests::RandomChain(seed, 3, 5, 7).text();
    // A sum that is rounded on its way goes up in steps: its slope is that of the sum, and no difference shows it.
    if (std::ranges::any_of(parsed(text).values, [](const chain::Value& one) { return one.accumulate.has_value(); })) {
      continue;
    }
    ++chains;
    const tests::Distance one = compare(text);
    compared += one.compared;
    steep += one.steep;
  }
  EXPECT_GT(compared, 10 * steep) << compared << " " << steep;
}

TEST(Grad, OfABackwardPassIsOneAgain) {
  const chain::Chain first = backward(parsed("x: f32[2, 3]; y = tanh(x) * x")).chain;
  const chain::BackwardPass second = backward(first);
  EXPECT_EQ(second.gradients.size(), 2u);
  EXPECT_THAT(second.chain.text, HasSubstr("d_d_x: f32[2, 3]"));
}

TEST(Grad, NamesItMakesUpAreNoLongerThanNamesMayBe) {
  const std::string x(64, 'x'), y(64, 'y');
  const chain::Chain forward = parsed(x + ": f32[2, 3]; " + y + " = tanh(exp(" + x + ") * 2) * 3");
  EXPECT_EQ(chain::canonical(parsed(chain::expanded_text(forward))), chain::canonical(forward));
  const chain::Chain first = backward(forward).chain;
  EXPECT_EQ(chain::canonical(parsed(first.text)), chain::canonical(first));
  EXPECT_THAT(first.text, HasSubstr("d_" + std::string(60, 'y') + "_1"));
}

TEST(Grad, IsReadable) {
  EXPECT_EQ(text("x: bf16[8, 4]; b: bf16[4]; y = tanh(x + b)"),
            "x: bf16[8, 4]\nb: bf16[4]\nd_y: bf16[8, 4]\ny_1 = x + b\ny = tanh(y_1)\n"
            "d_x = d_y * (1 - square(y))\nd_b = transpose(sum(transpose(d_x)))\nout d_x, d_b\n");
  EXPECT_EQ(text("s: f32[8, 4]; p = softmax(s)"),
            "s: f32[8, 4]\nd_p: f32[8, 4]\np = softmax(s)\nd_s = p * (d_p - sum(d_p * p))\nout d_s\n");
  EXPECT_EQ(text("x: f32[8]; r: f32[8]; y = x * 2 + r"),
            "# The gradient of r is d_y itself: no op is needed.\nd_y: f32[8]\nd_x = d_y * 2\nout d_x\n");
  EXPECT_THAT(text("x: f32[8]; y = dropout(x, 0.1, 7) * 1"), HasSubstr("d_x = dropout(d_y, 0.1, 7)"));
  EXPECT_THAT(text("x: bf16[8]; y = cast(x, f32) * 3"), HasSubstr("d_x = cast(d_y_1, bf16)"));
  EXPECT_THAT(text("x: bf16[8]; y = cast(x, bf16) * 3"), HasSubstr("d_x = d_y * 3\n"));
}

TEST(Grad, ReadsWhatTheForwardPassKept) {
  const chain::Chain chain = parsed("x: f32[3, 5]; b: f32[5]; t = x + b; y = gelu(t)");
  const chain::BackwardPass pass = backward(chain, {{}, {chain.find("x")}, {chain.find("t")}});
  EXPECT_THAT(pass.chain.text, HasSubstr("t: f32[3, 5]\nd_y: f32[3, 5]\n"));
  EXPECT_THAT(pass.chain.text, Not(HasSubstr("x + b")));
  ASSERT_TRUE(pass.forward);
  EXPECT_THAT(pass.forward->text, HasSubstr("out t, y"));
  EXPECT_LT(tests::distance(chain, pass, {chain.find("x")}).worst, 1e-6);
  const chain::GradRequest useless{{}, {chain.find("x")}, {chain.find("y")}};
  const auto refusal = chain::grad(chain, useless);
  ASSERT_FALSE(refusal);
  EXPECT_THAT(base::render(refusal.error()), testing::AllOf(HasSubstr("does not read y"), HasSubstr("x, b, t")));
}

TEST(Grad, OfSomeOutputsAndInputsOnly) {
  const chain::Chain chain = parsed("x: f32[8]; w: f32[8]; a = x * w; b = exp(w); out a, b");
  const chain::BackwardPass pass = backward(chain, {{chain.find("a")}, {chain.find("w")}, {}});
  EXPECT_EQ(pass.chain.text, "x: f32[8]\nd_a: f32[8]\nd_w = d_a * x\nout d_w\n");
  const auto apart = chain::grad(chain, {{chain.find("b")}, {chain.find("x")}, {}});
  ASSERT_FALSE(apart);
  EXPECT_THAT(base::render(apart.error()), HasSubstr("x has no gradient"));
}

TEST(Grad, SaysWhatHasNone) {
  EXPECT_THAT(refused("x: bf16[2, 4]; w: i4[4, 4]; s: bf16[4]; y = x @ dequant(w, s)"),
              HasSubstr("w is i4: integers have no gradient"));
  EXPECT_THAT(refused("x: f32[8]; r: f32[8]; y = x + r"), HasSubstr("the gradient of x is d_y itself"));
  const chain::Chain paged = parsed("p: f32[4, 2, 8]; t: i32[1, 2]; y = gather(p, t) * 2");
  const auto refusal = chain::grad(paged, {{}, {paged.find("p")}, {}});
  ASSERT_FALSE(refusal);
  EXPECT_THAT(base::render(refusal.error()), HasSubstr("gather has no gradient here"));
}

/// A bound that carries less than the slope would pass wrong kernels as right, or right ones as wrong.
TEST(Derivative, IsWhatErrorBoundsCarry) {
  for (const chain::OpInfo& row : chain::op_table()) {
    if (row.pattern != chain::Pattern::pointwise || row.arity != 1 || chain::derivative(row.op).of[0].empty()) continue;
    const std::string of = "x: f32[1]; y = " + std::string(row.name) + "(x)";
    const chain::Chain backward = grad_test::backward(parsed(of)).chain;
    for (const double at : {0.3, 0.9, 2.5}) {
      const auto input = [&](int value, std::int64_t) { return backward.values[value].name == "x" ? at : 1.0; };
      const double slope = std::abs(tests::all_of(backward, backward.outputs()[0], input)[0]);
      const double error = 1e-4;
      const double carried = chain::apply_bounded(row.op, {at, error}, {}).error;
      const double own = chain::apply_bounded(row.op, {at, 0}, {}).error;
      EXPECT_GT(carried, slope * error * 0.999) << row.name << " at " << at;
      const bool bounded_by_1 = row.op == chain::Op::sin || row.op == chain::Op::cos;
      if (!bounded_by_1) {
        EXPECT_LT(carried, slope * error * 1.01 + 3 * own + 2e-8) << row.name << " at " << at;
      }
    }
  }
}

/// Steps are written as a clip of something large: what is cut off may be off by any amount.
TEST(Derivative, AClipHasNoErrorOfWhatItCutsOff) {
  EXPECT_EQ(chain::apply_bounded(chain::Op::minimum, {1e30, 1e25}, {1, 0}).error, 0);
  EXPECT_EQ(chain::apply_bounded(chain::Op::maximum, {0, 0}, {-1e30, 1e25}).error, 0);
  EXPECT_EQ(chain::apply_bounded(chain::Op::maximum, {4, 0.5}, {3, 0.25}).error, 0.5);
  EXPECT_EQ(chain::apply_bounded(chain::Op::maximum, {4, 0.5}, {3.5, 0.25}).error, 0.5);
}

}  // namespace grad_test
