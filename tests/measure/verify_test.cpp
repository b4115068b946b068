// What a verdict finds: wrong elements, poison, broken guards, NaN; and where it looks.
#include "measure/verify.hpp"

#include "fake_experiment.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>

namespace verify_test {

using device::OutputEvidence;
using testing::Contains;
using testing::HasSubstr;
using tests::both_plans;
using tests::FakeExperiment;

record::Verdict verdict_of(std::string_view text, const std::function<void(OutputEvidence&)>& fault, int plan = 1) {
  const device::RunSpec spec = both_plans(text);
  FakeExperiment experiment(spec);
  experiment.fault = [&](int, OutputEvidence& seen) { fault(seen); };
  return measure::verify(experiment, spec, plan).verdict;
}

constexpr std::string_view bias = "x: f32[100, 300]; b: f32[300]; y = gelu(x + b)";
constexpr std::string_view narrow_bias = "x: bf16[100, 300]; b: bf16[300]; y = gelu(x + b)";

TEST(Verify, RightOutputsPass) {
  for (const auto text : {bias, narrow_bias, std::string_view("x: f32[9, 50]; y = softmax(x); s = sum(x); out y, s")}) {
    const record::Verdict verdict = verdict_of(text, [](OutputEvidence&) {});
    EXPECT_TRUE(verdict.passed) << verdict.worst;
    EXPECT_GT(verdict.checked, 0);
    EXPECT_EQ(verdict.worst_of_bound, 0);
    EXPECT_TRUE(verdict.fused_equals_unfused);
  }
}

/// A window that is closed does not wait for a reference.
TEST(Verify, EndsWhereItIsStopped) {
  for (const auto text : {bias, std::string_view("x: f32[64, 64]; w: f32[64, 64]; y = x @ w")}) {
    const device::RunSpec spec = both_plans(text);
    FakeExperiment experiment(spec);
    std::stop_source source;
    experiment.fault = [&](int, OutputEvidence&) { source.request_stop(); };
    EXPECT_THROW((void)measure::verify(experiment, spec, 1, source.get_token()), base::Cancelled);
  }
}

TEST(Verify, OneWrongElementFailsAndIsNamed) {
  const record::Verdict verdict = verdict_of(bias, [](OutputEvidence& seen) { seen.got.back() += 1e-3; });
  EXPECT_FALSE(verdict.passed);
  EXPECT_GT(verdict.worst_of_bound, 1);
  EXPECT_NEAR(verdict.max_abs_error, 1e-3, 1e-9);
  EXPECT_THAT(verdict.worst, HasSubstr("y[99, 299]: got "));
}

TEST(Verify, ASmallErrorWithinTheBoundPasses) {
  const record::Verdict verdict = verdict_of(bias, [](OutputEvidence& seen) { seen.got.back() *= 1 + 1e-7; });
  EXPECT_TRUE(verdict.passed);
  EXPECT_GT(verdict.worst_of_bound, 0);
  EXPECT_THAT(verdict.worst, HasSubstr("y[99, 299]"));
}

TEST(Verify, ErrorsAreAgainstDoubleAndNotAgainstThePlansOwnRoundings) {
  // Rounded twice, unfused is farther from double than fused, and both are right.
  const device::RunSpec spec = both_plans("x: bf16[100, 300]; b: bf16[300]; t = x + b; y = gelu(t)");
  FakeExperiment experiment(spec);
  const auto unfused = measure::verify(experiment, spec, 0), fused = measure::verify(experiment, spec, 1);
  EXPECT_EQ(unfused.verdict.worst_of_bound, 0);
  ASSERT_EQ(fused.errors.size(), 1u);
  EXPECT_EQ(fused.errors[0].output, "y");
  EXPECT_EQ(fused.errors[0].dtype, "bf16");
  EXPECT_EQ(fused.errors[0].count, fused.verdict.checked);
  EXPECT_LE(fused.errors[0].worst, 0.5 + 1e-3);
  EXPECT_GT(unfused.errors[0].worst, 0.6);
  EXPECT_GT(unfused.errors[0].rms, fused.errors[0].rms);
}

TEST(Verify, ASumKeptInBf16IsRightAndFarFromDouble) {
  const device::RunSpec spec = both_plans("x: f32[16, 8192]; y = sum(square(x), bf16)");
  FakeExperiment experiment(spec);
  const auto found = measure::verify(experiment, spec, 1);
  EXPECT_TRUE(found.verdict.passed) << found.verdict.worst;
  EXPECT_GT(found.errors[0].worst_relative, 0.5);
  EXPECT_LT(found.errors[0].bias, 0);
}

/// One element off by that many of its bounds, and the half ulp beside them.
bool passes(double bounds) {
  const device::RunSpec spec = both_plans(bias);
  const chain::Chain& chain = *spec.plans[1].chain;
  const auto inputs = chain::random_inputs(chain, spec.seed);
  return verdict_of(bias,
                    [&](OutputEvidence& seen) {
                      const auto probed = measure::elements_to_check(spec.plans[1], seen.value, spec.seed);
                      const auto reference =
                          chain::evaluate(chain, spec.plans[1].stored(), inputs, seen.value, probed).front();
                      const double ulp = chain::ulp(reference.value, chain::Dtype::f32);
                      seen.got.front() = reference.value + bounds * reference.error + ulp / 2;
                    })
      .passed;
}

TEST(Verify, TheSlackIsFourBoundsAndNoMore) {
  EXPECT_TRUE(passes(4.0 * (1 - 1e-6)));
  EXPECT_FALSE(passes(4.1));
}

TEST(Verify, TruncationInsteadOfRoundingIsFound) {
  // The reference is rounded to nearest; one step of bf16 further is a kernel that truncates.
  const record::Verdict verdict = verdict_of(narrow_bias, [](OutputEvidence& seen) {
    seen.got[1] -= std::copysign(chain::ulp(seen.got[1], chain::Dtype::bf16), seen.got[1]);
  });
  EXPECT_FALSE(verdict.passed);
}

TEST(Verify, NanMatchesNanOnly) {
  constexpr std::string_view logs = "x: f32[100]; y = log(x)";
  EXPECT_TRUE(verdict_of(logs, [](OutputEvidence&) {}).passed) << "half of the inputs are negative";
  EXPECT_FALSE(verdict_of(logs, [](OutputEvidence& seen) {
                 for (double& x : seen.got) x = std::isnan(x) ? 0 : x;
               }).passed);
  const record::Verdict verdict =
      verdict_of(bias, [](OutputEvidence& seen) { seen.got[0] = std::numeric_limits<double>::quiet_NaN(); });
  EXPECT_FALSE(verdict.passed);
  EXPECT_TRUE(std::isinf(verdict.worst_of_bound));
}

TEST(Verify, PoisonAndGuardsFailWithASentence) {
  const record::Verdict poison = verdict_of(bias, [](OutputEvidence& seen) { seen.poison_left = 7; });
  EXPECT_FALSE(poison.passed);
  EXPECT_THAT(poison.worst, HasSubstr("y: 7 of 30\u202F000 elements were never written"));
  const record::Verdict guards = verdict_of(bias, [](OutputEvidence& seen) { seen.guards_whole = false; });
  EXPECT_FALSE(guards.passed);
  EXPECT_THAT(guards.worst, HasSubstr("overwritten"));
}

TEST(Verify, CountsDifferencesToTheFirstPlan) {
  const record::Verdict verdict = verdict_of(bias, [](OutputEvidence& seen) {
    seen.identical = 29'999;
    seen.largest_difference = 1e-7;
    seen.difference_at = 12;
  });
  EXPECT_TRUE(verdict.passed);
  EXPECT_FALSE(verdict.fused_equals_unfused);
  EXPECT_EQ(verdict.identical, 29'999);
  EXPECT_EQ(verdict.outputs, 30'000);
  EXPECT_EQ(verdict.largest_difference, 1e-7);
}

TEST(Verify, SaysIllConditionedWhereTheMathematicsIs) {
  EXPECT_FALSE(verdict_of(bias, [](OutputEvidence&) {}).ill_conditioned);
  EXPECT_FALSE(verdict_of("x: f32[64, 512]; y = layernorm(x)", [](OutputEvidence&) {}).ill_conditioned)
      << "a few elements near the mean are no reason";
  EXPECT_TRUE(verdict_of("x: f32[1000]; y = (x + 1e6) - 1e6", [](OutputEvidence&) {}).ill_conditioned);
}

TEST(Verify, ADeviceThatAnswersSomethingElseIsAnError) {
  EXPECT_THROW(verdict_of(bias, [](OutputEvidence& seen) { seen.got.pop_back(); }), device::DeviceError);
}

std::vector<std::int64_t> places(std::string_view text, std::string_view value) {
  const device::RunSpec spec = both_plans(text);
  return measure::elements_to_check(spec.plans[1], spec.plans[1].chain->find(value), 1);
}

TEST(Places, SmallTensorsAreCheckedWhole) {
  EXPECT_EQ(places("x: f32[7]; y = -x", "y").size(), 7u);
  EXPECT_EQ(places("x: f32[1]; y = -x", "y").size(), 1u);
  EXPECT_EQ(places("x: f32[1000, 3]; y = softmax(x)", "y").size(), 3000u);
}

TEST(Places, HoldEndsTileAndRowEdges) {
  constexpr std::int64_t count = (1 << 20) + 3;
  const auto flat = places("x: f32[1048579]; y = -x", "y");
  for (const std::int64_t place : {std::int64_t{0}, std::int64_t{7}, std::int64_t{8}, std::int64_t{1023},
                                   std::int64_t{1024}, count - 4, count - 3, count - 1}) {
    EXPECT_THAT(flat, Contains(place));
  }
  EXPECT_GT(flat.size(), 4000u);
  EXPECT_LT(flat.size(), 4300u);
  const auto rows = places("x: f32[5000, 1003]; b: f32[1003]; y = x + b", "y");
  for (const std::int64_t place : {1002, 1003, 4999 * 1003 - 1, 4999 * 1003}) EXPECT_THAT(rows, Contains(place));
}

TEST(Places, AreInOrderInRangeAndNoneTwice) {
  for (const auto* text :
       {"x: f32[1048579]; y = -x", "x: f32[70, 8192]; y = softmax(x)", "x: f32[3, 100000]; y = rmsnorm(x)"}) {
    const auto found = places(text, "y");
    EXPECT_TRUE(std::is_sorted(found.begin(), found.end()));
    EXPECT_EQ(std::adjacent_find(found.begin(), found.end()), found.end());
    EXPECT_GE(found.front(), 0);
  }
}

TEST(Places, ReductionsGetWholeRowsWithinTheBudget) {
  const auto rows = places("x: f32[8192, 1024]; y = softmax(x)", "y");
  EXPECT_EQ(rows.size() % 1024, 0u);
  EXPECT_GE(rows.size() / 1024, 60u);
  EXPECT_LE(rows.size() / 1024, 64u);
  const auto few = places("x: f32[512, 65536]; y = softmax(x)", "y");
  EXPECT_EQ(few.size() % 65536, 0u);
  EXPECT_LT(few.size() / 65536, 16u);
  EXPECT_GE(few.size() / 65536, 1u);
  const auto sums = places("x: f32[100000, 4]; y = sum(x)", "y");
  EXPECT_GT(sums.size(), 3900u) << "short rows are cheap";
}

TEST(Places, ReductionsLookAtTheFirstAndTheLastRow) {
  // A kernel that leaves out a remainder of rows leaves out the last: no seed may miss it.
  constexpr std::int64_t rows = 8191, columns = 512;
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    const device::RunSpec spec = both_plans("x: f32[8191, 512]; y = softmax(x)");
    const auto found = measure::elements_to_check(spec.plans[1], spec.plans[1].chain->find("y"), seed);
    ASSERT_LT(found.size(), static_cast<std::size_t>(rows * columns)) << "else there is nothing to choose";
    EXPECT_EQ(found.front(), 0);
    EXPECT_THAT(found, Contains((rows - 1) * columns)) << "seed " << seed;
    EXPECT_EQ(found.back(), rows * columns - 1) << "seed " << seed;
  }
}

TEST(Places, AGiantRowIsSampledButItsReductionIsNot) {
  const auto giant = places("x: f32[16777216]; m = max(x); y = x - m", "y");
  EXPECT_LT(giant.size(), 5000u);
  EXPECT_THAT(giant, Contains(16777215));
}

TEST(Places, OfSumsOfColumnsEachOneCostsASum) {
  const auto sums = places("x: f32[4096, 8192]; y = transpose(sum(transpose(x * x)))", "y");
  EXPECT_LT(sums.size(), 500u) << "4096 terms each";
  EXPECT_GE(sums.size(), 32u);
  for (const std::int64_t place : {0, 1, 8190, 8191}) EXPECT_THAT(sums, Contains(place));
  EXPECT_EQ(places("x: f32[4, 100]; y = transpose(sum(transpose(x)))", "y").size(), 100u);
  EXPECT_GT(places("x: f32[512, 512]; b: f32[512, 512]; y = softmax(x) + transpose(b)", "y").size(), 50u * 512)
      << "its reduction is of the row itself";
}

TEST(RowCost, CountsEveryReductionsOwnWalk) {
  const auto chain = chain::parse("x: f32[8, 100]; y = softmax(x)").value();
  // x, x - m, exp, e / s over the columns; x for max; x, x - m, exp for sum; and max and sum themselves.
  EXPECT_EQ(measure::row_cost(chain, chain.find("y")), 100 * 6 + 100 * 1 + 100 * 4);
}

}  // namespace verify_test
