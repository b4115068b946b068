// The search: never worse than what a person would name, and quick.
#include "model/predict.hpp"
#include "model/specs.hpp"
#include "plan/plans.hpp"
#include "plan/presets.hpp"
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

TEST(Best, JoinsABlockInThreeKernelsWithItsNormFoldedOrNot) {
  for (const char* name : {"block", "block-folded"}) {
    const auto small = std::make_shared<const chain::Chain>(*plan::preset(name));
    const auto large = std::make_shared<const chain::Chain>(
        chain::resized(chain::resized(chain::resized(*small, 256, 8192), 512, 8192), 1792, 28672));
    const machine::DeviceSpec spec = *machine::device_named("h200");
    EXPECT_EQ(model::best(large, spec, tests::roomy).groups.size(), 3u) << name;
    // Of so few rows a product of our own is slower than the library's with its sums parted: the last sum stays behind
    // it, and add and norm are one kernel all the same.
    const plan::FusionPlan best = model::best(small, spec, tests::roomy);
    EXPECT_EQ(best.groups.size(), 4u) << name << ": " << show(best);
    EXPECT_EQ(best.groups[0].writes.size(), 2u) << name << ": " << show(best);
  }
}

TEST(Best, MakesACheapValueAgainAndWritesADearOne) {
  const machine::DeviceSpec spec = *machine::device_named("h200");
  const auto best_of = [&](const char* preset) {
    return model::best(std::make_shared<const chain::Chain>(*plan::preset(preset)), spec, spec.limits());
  };
  const plan::FusionPlan cheap = best_of("long-layernorm"), expensive = best_of("expensive-row");
  EXPECT_EQ(tests::crossings(cheap), 4) << show(cheap);
  EXPECT_EQ(cheap.again(), std::vector<int>{cheap.chain->find("d")});
  EXPECT_EQ(cheap.cut_names(), (std::vector<std::string>{"d.1", "y.4", "~d"}));
  EXPECT_EQ(tests::crossings(expensive), 4) << show(expensive);
  EXPECT_TRUE(expensive.again().empty());
  // As by hand.
  const auto by_hand = plan::segment(cheap.chain, *plan::parse_cuts("d.1,y.4,~d"), spec.limits());
  ASSERT_TRUE(by_hand);
  EXPECT_EQ(*by_hand, cheap);
}

TEST(Best, MakesNothingAgainWhereTheValueIsWrittenAnyway) {
  const machine::DeviceSpec spec = *machine::device_named("h200");
  const auto chain = chain_of("x: f32[512, 131072]; d = x - mean(x); y = d * rsqrt(mean(square(d))); out d, y");
  EXPECT_TRUE(model::best(chain, spec, spec.limits()).again().empty());
}

TEST(Best, OfMoreOpsThanAreTriedWithCareIsOneKernelToo) {
  std::string text = "x: f32[4096, 4096]\ny0 = -x\n";
  for (int i = 1; i < 100; ++i) text += "y" + std::to_string(i) + " = -y" + std::to_string(i - 1) + "\n";
  EXPECT_EQ(model::best(chain_of(text), tests::round_gpu(), tests::roomy).groups.size(), 1u);
  // Sums between them: what can be one kernel is.
  text = "x: f32[4096, 4096]\ny0 = -x\n";
  for (int i = 1; i < 60; ++i) {
    const std::string now = std::to_string(i), before = std::to_string(i - 1);
    text += "y" + now + " = y" + before + " * sum(y" + before + ")\n";
  }
  EXPECT_EQ(model::best(chain_of(text), tests::round_gpu(), tests::roomy).groups.size(), 1u);
}

TEST(Best, OfMoreOpsThanAreTriedWithCareFindsTheCutThatPays) {
  // A row of a million is swept three times: sines in each sweep, or once in a kernel of their own before it.
  std::string text = "x: f32[64, 1048576]\nv0 = sin(x)\n";
  for (int op = 1; op < 66; ++op) text += "v" + std::to_string(op) + " = sin(v" + std::to_string(op - 1) + ")\n";
  text += "y = softmax(v65)\n";
  const plan::FusionPlan best = model::best(chain_of(text), *machine::device_named("h200"), tests::roomy);
  ASSERT_GE(best.groups.size(), 2u) << show(best);
  EXPECT_EQ(best.groups[0].ops.size(), 66u) << show(best);
}

TEST(Best, TurnsInTilesWhatWouldBeASectorForEachElement) {
  const machine::DeviceSpec spec = *machine::device_named("h200");
  const auto chain = chain_of("a: f32[8192, 8192]; t = transpose(a); y = relu(t)");
  const auto in_place = plan::segment_at(chain, {}, false, spec.limits());
  ASSERT_TRUE(in_place);
  ASSERT_EQ(in_place->groups.size(), 1u);
  const model::Prediction strided = model::predict(*in_place, spec);
  EXPECT_EQ(strided.crossings, 2);
  ASSERT_TRUE(strided.cold_levels.issued);
  EXPECT_EQ(strided.cold_levels.issued->read.value, std::int64_t{8192} * 8192 * 32);
  EXPECT_EQ(strided.read.value, std::int64_t{8192} * 8192 * 4) << "from the DRAM once";
  const plan::FusionPlan best = model::best(chain, spec, spec.limits());
  EXPECT_LE(model::predict(best, spec).cold.value, strided.cold.value);
}

TEST(Best, TakesTheFewestKernelsOnATie) {
  // Compute-bound: the time of the arithmetic is the same wherever it is cut, less the launches.
  machine::DeviceSpec slow = tests::round_gpu();
  slow.roofs[0].flops_per_second.value = 1e9;
  slow.launch.value = 0;
  EXPECT_EQ(model::best(chain_of("x: f32[4096, 4096]; y = exp(sin(x))"), slow, tests::roomy).groups.size(), 1u);
}

/// 100 Gflop/s, 10 us of arithmetic for an op on each of a million elements: longer than it takes to move them.
machine::DeviceSpec slow_gpu(double launch) {
  machine::DeviceSpec spec = tests::round_gpu();
  spec.roofs[0].flops_per_second.value = 1e11;
  spec.launch.value = launch;
  return spec;
}

TEST(Best, ACutIsWorthNoMoreThanTheGapOfItsKernel) {
  // In one kernel c is computed for each of the thousand rows anew: 10 us more than in a kernel of its own.
  const auto chain = chain_of("x: f32[1000, 1000]; b: f32[1000]; c = b + 1; y = x * c");
  EXPECT_EQ(model::best(chain, slow_gpu(8e-6), tests::roomy).groups.size(), 2u);
  EXPECT_EQ(model::best(chain, slow_gpu(12e-6), tests::roomy).groups.size(), 1u);
}

TEST(Best, CutsBehindTheFirstOpAlone) {
  // What pays is to compute c once; a cut behind t would be one more gap. No named cut says that.
  const auto chain = chain_of("x: f32[1000, 1000]; b: f32[1000]; c = b + 1; t = x * c; y = relu(t)");
  EXPECT_EQ(show(model::best(chain, slow_gpu(5e-6), tests::roomy)), "pointwise{c | b -> c} pointwise{t y | x c -> y}");
}

TEST(Best, FindsTheOneCutThatPaysInALongChain) {
  // Fourteen intermediates: too many to try every set of cuts. As above, only the first of them is worth its gap.
  std::string text = "x: f32[1000, 1000]; b: f32[1000]; c = b + 1; v0 = x * c";
  for (int op = 1; op < 14; ++op) text += "; v" + std::to_string(op) + " = relu(v" + std::to_string(op - 1) + ")";
  const plan::FusionPlan best = model::best(chain_of(text), slow_gpu(5e-6), tests::roomy);
  ASSERT_EQ(best.groups.size(), 2u);
  EXPECT_EQ(best.groups[0].ops.size(), 1u) << "c alone";
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

TEST(EveryLegal, IsEveryCutOnceTheQuickestFirstAndLosersToo) {
  const machine::DeviceSpec spec = tests::round_gpu();
  const auto chain = chain_of("x: f32[32768, 32768]; b: f32[32768]; y = relu(exp(x + b))");
  const auto plans = model::every_legal(chain, spec, tests::roomy);
  std::vector<std::string> names;
  for (const plan::FusionPlan& plan : plans) names.push_back(plan.name);
  EXPECT_EQ(names, (std::vector<std::string>{"fused", "y.1", "y.2", "unfused"}));
  for (std::size_t i = 1; i < plans.size(); ++i) {
    EXPECT_LE(model::predict(plans[i - 1], spec).cold.value, model::predict(plans[i], spec).cold.value * (1 + 1e-9));
  }
}

TEST(EveryLegal, HasTheBestAndNamesThatCanBeAskedFor) {
  const machine::DeviceSpec spec = *machine::device_named("h200");
  for (const char* name : {"softmax", "rmsnorm", "bias-gelu-residual", "linear-gelu"}) {
    const auto chain = std::make_shared<const chain::Chain>(*plan::preset(name));
    const auto plans = model::every_legal(chain, spec, spec.limits());
    ASSERT_GE(plans.size(), 2u) << name;
    EXPECT_EQ(plans.front().groups, model::best(chain, spec, spec.limits()).groups) << name;
    for (const plan::FusionPlan& plan : plans) {
      if (plan.name == "unfused" || plan.name == "fused") continue;
      const auto again = plan::segment(chain, *plan::parse_cuts(plan.name), spec.limits());
      ASSERT_TRUE(again) << name << " " << plan.name;
      EXPECT_EQ(again->groups, plan.groups) << name << " " << plan.name;
    }
  }
}

TEST(EveryLegal, IsNothingForALongChain) {
  const auto chain = chain_of("x: f32[8]; y = exp(exp(exp(exp(exp(exp(exp(exp(x))))))))");
  EXPECT_TRUE(model::every_legal(chain, tests::round_gpu(), tests::roomy).empty());
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
