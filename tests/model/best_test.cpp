// The search: never worse than what a person would name, and quick.
#include "model/predict.hpp"
#include "model/specs.hpp"
#include "plan/plans.hpp"
#include "plan/random_chain.hpp"

#include <gtest/gtest.h>

namespace best_test {

using tests::chain_of;
using tests::show;

TEST(Best, FusesWhatIsMemoryBound) {
  EXPECT_EQ(show(model::best(chain_of("x: f32[32768, 32768]; b: f32[32768]; y = gelu(x + b)"), tests::round_gpu(),
                             tests::roomy)),
            "pointwise{y.1 y | x b -> y}");
  EXPECT_EQ(
      model::best(chain_of("x: f32[32768, 32768]; y = softmax(x)"), tests::round_gpu(), tests::roomy).groups.size(),
      1u);
  EXPECT_EQ(model::best(chain_of("x: f32[8]; y = relu(x)"), tests::round_gpu(), tests::roomy).name, "best");
}

TEST(Best, TakesTheFewestKernelsOnATie) {
  // Compute-bound: the time of the arithmetic is the same wherever it is cut, less the launches.
  machine::DeviceSpec slow = tests::round_gpu();
  slow.roofs[0].flops_per_second.value = 1e9;
  slow.launch.value = 0;
  EXPECT_EQ(model::best(chain_of("x: f32[4096, 4096]; y = exp(sin(x))"), slow, tests::roomy).groups.size(), 1u);
}

TEST(Best, NeverWorseThanTheNamedCutsOrAnyHandfulOfOthers) {
  const machine::DeviceSpec spec = tests::round_gpu();
  const machine::Limits limits(16);
  tests::RandomChainOptions options;
  options.most_ops = 9;
  for (std::uint64_t seed = 100; seed < 160; ++seed) {
    const std::string text = tests::RandomChain(seed, options).text();
    SCOPED_TRACE(text);
    const auto chain = chain_of(text);
    const double best = model::predict(model::best(chain, spec, limits), spec).cold.value;
    for (const plan::Cuts::Kind kind : {plan::Cuts::Kind::every, plan::Cuts::Kind::none}) {
      ASSERT_LE(best, model::predict(*plan::segment(chain, {kind, {}}, limits), spec).cold.value * (1 + 1e-8));
    }
    for (const int cut : chain->ops()) {
      const auto other = plan::segment(chain, {plan::Cuts::Kind::by_hand, {chain->values[cut].name}}, limits);
      if (other) {
        ASSERT_LE(best, model::predict(*other, spec).cold.value * (1 + 1e-8));
      }
    }
  }
}

TEST(Best, IsOneKernelForALongChain) {
  std::string wide = "x: f32[4096, 4096]\nv0 = relu(x)\n", deep = wide;
  for (int op = 1; op < 13; ++op) wide += "v" + std::to_string(op) + " = exp(v" + std::to_string(op - 1) + ")\n";
  for (int op = 1; op < 64; ++op) deep += "v" + std::to_string(op) + " = exp(v" + std::to_string(op - 1) + ")\n";
  for (const std::string& text : {wide, deep}) {
    EXPECT_EQ(model::best(chain_of(text), tests::round_gpu(), tests::roomy).groups.size(), 1u);
  }
}

}  // namespace best_test
