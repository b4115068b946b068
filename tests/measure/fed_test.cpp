// Plans with products are judged kernel by kernel, by what each found in memory.
#include "measure/fed.hpp"

#include "chain/parser.hpp"
#include "chain/table_data.hpp"
#include "fake_experiment.hpp"
#include "measure/exact_work.hpp"
#include "measure/verify.hpp"
#include "plan/presets.hpp"
#include "wire/job.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <numeric>
#include <set>

namespace fed_test {

using device::OutputEvidence;
using testing::HasSubstr;
using tests::both_plans;
using tests::FakeExperiment;

constexpr std::string_view two = "x: bf16[70, 300]; w: bf16[300, 90]; v: bf16[90, 600]; h = relu(x @ w); y = h @ v";

record::Verdict verdict_of(std::string_view text, const std::function<void(const std::string&, OutputEvidence&)>& fault,
                           int plan = 1) {
  const device::RunSpec spec = both_plans(text);
  FakeExperiment experiment(spec);
  experiment.fault = [&](int, OutputEvidence& seen) {
    fault(spec.plans[0].chain->values[static_cast<std::size_t>(seen.value)].name, seen);
  };
  return measure::verify(experiment, spec, plan).verdict;
}

TEST(Fed, RightProductsPass) {
  for (const auto text : {two, std::string_view("x: f32[3, 40]; w: f32[40, 50]; b: f32[50]; y = gelu(x @ w + b)"),
                          std::string_view("e: f32[400, 16]; t: i32[70]; w: f32[16, 20]; y = gather(relu(e), t) @ w"),
                          std::string_view("x: bf16[600, 32]; w: bf16[8, 32, 40]; e: i32[8]; v: bf16[8, 40, 32]; "
                                           "h = silu(grouped(x, w, e)); y = grouped(h, v, e)"),
                          std::string_view("q: f16[4, 9, 16]; k: f16[2, 9, 16]; s = softmax(q @ transpose(k))")}) {
    for (const int plan : {0, 1}) {
      const record::Verdict verdict = verdict_of(
          text, [](auto&, OutputEvidence&) {}, plan);
      EXPECT_TRUE(verdict.passed) << text << ": " << verdict.worst;
      EXPECT_GT(verdict.checked, 0);
      EXPECT_LE(verdict.checked, verdict.outputs);
    }
  }
}

TEST(Fed, ErrorsOfProductsAreAgainstDoubleFromTheInputsOn) {
  for (const int plan : {0, 1}) {
    const device::RunSpec spec = both_plans(two);
    FakeExperiment experiment(spec);
    const measure::Verification found = measure::verify(experiment, spec, plan);
    ASSERT_EQ(found.errors.size(), 1u);
    EXPECT_EQ(found.errors[0].output, "y");
    EXPECT_GT(found.errors[0].count, 100);
    EXPECT_LE(found.errors[0].count, found.verdict.checked);
    EXPECT_GT(found.errors[0].worst, 0.5) << "h was rounded on its way";
  }
  // Of whole rows of so large a product double would take minutes.
  const device::RunSpec spec = both_plans("x: f32[64, 4096]; w: f32[4096, 8192]; y = softmax(x @ w)");
  const chain::Chain& chain = *spec.plans[0].chain;
  EXPECT_TRUE(measure::affordable(chain, chain.find("y"), {0, 1, 8192, 8193}).empty());
}

TEST(Fed, AWrongIntermediateIsFound) {
  const record::Verdict verdict = verdict_of(two, [](const std::string& name, OutputEvidence& seen) {
    if (name == "h") seen.got.front() += 2;
  });
  EXPECT_FALSE(verdict.passed);
}

TEST(Fed, RowsOnBothSidesOfWhereAGroupEndsAreJudged) {
  const device::RunSpec spec =
      both_plans("x: bf16[16384, 256]; w: bf16[32, 256, 512]; ends: i32[32]; y = silu(grouped(x, w, ends))");
  const chain::Chain& chain = *spec.plans[1].chain;
  const measure::Fed fed(spec, 1);
  std::set<std::int64_t> rows;
  for (const std::int64_t element : fed.asked()[0].elements) rows.insert(element / 512);
  for (const std::int64_t end : chain::group_ends(chain, chain.find("y.1"), spec.seed)) {
    if (end > 0) {
      EXPECT_TRUE(rows.contains(end - 1)) << end;
    }
    if (end < 16384) {
      EXPECT_TRUE(rows.contains(end)) << end;
    }
  }
  EXPECT_LE(rows.size(), 128u);
}

TEST(Fed, AKernelIsJudgedByWhatItRead) {
  // Elements of h that are judged in no row are not read either: y is right by what h is, wherever h is wrong.
  const device::RunSpec spec = both_plans(two);
  const measure::Fed fed(spec, 1);
  const chain::Chain& chain = *spec.plans[1].chain;
  std::vector<OutputEvidence> seen(2);
  for (std::size_t at = 0; at < 2; ++at) seen[at].got.assign(fed.asked()[at].elements.size(), at == 0 ? 1.0 : 0.0);
  const chain::InputElement inputs = chain::random_inputs(chain, spec.seed);
  double sum = 0;  // h is all ones: y[0, 0] is the first column of v
  for (std::int64_t k = 0; k < 90; ++k) sum += inputs(chain.find("v"), k * 600);
  EXPECT_NEAR(fed.references(1, inputs, seen).front().value, sum, 0.05);
}

TEST(Fed, ADroppedTermIsFoundInF32) {
  constexpr std::string_view plain = "x: f32[40, 4000]; w: f32[4000, 50]; y = x @ w; z = relu(y)";
  const record::Verdict verdict = verdict_of(plain, [](const std::string& name, OutputEvidence& seen) {
    if (name == "z") seen.got.back() += 0.05;
  });
  EXPECT_FALSE(verdict.passed);
}

TEST(Fed, ATileInTheWrongPlaceIsFoundInTheWholeBuffer) {
  const record::Verdict verdict = verdict_of(two, [](const std::string& name, OutputEvidence& seen) {
    if (name != "y") return;
    seen.largest_difference = 90;
    seen.difference_at = 601;
    seen.identical -= 1;
  });
  EXPECT_FALSE(verdict.passed);
  EXPECT_THAT(verdict.worst, HasSubstr("y[1, 1] differs from the first plan's by 90"));
}

/// Of a device that finds this output of plan 1 so far from the first plan's, at that element, with random inputs.
record::Verdict verdict_apart(
    const device::RunSpec& spec, double difference, std::int64_t element,
    const std::function<void(const OutputEvidence&)>& look = [](const OutputEvidence&) {}) {
  FakeExperiment experiment(spec);
  int asked = 0;
  experiment.fault = [&](int, OutputEvidence& seen) {
    if (++asked == 1) return;  // about exact inputs
    look(seen);
    seen.largest_difference = difference;
    seen.difference_at = element;
  };
  return measure::verify(experiment, spec, 1).verdict;
}

/// Every element of y, as a plan of this chain makes it from random inputs.
std::vector<chain::Bounded> all_of_y(const device::RunSpec& spec, std::size_t plan) {
  const chain::Chain& chain = *spec.plans[plan].chain;
  const int y = chain.find("y");
  std::vector<std::int64_t> all(static_cast<std::size_t>(chain.values[static_cast<std::size_t>(y)].shape.elements()));
  std::iota(all.begin(), all.end(), 0);
  return chain::evaluate(chain, spec.plans[plan].stored(), chain::random_inputs(chain, spec.seed), y, all);
}

/// The largest of all elements, far above those that are judged: how far the plans may be apart there hangs on it.
record::Verdict verdict_at_the_largest(double steps) {
  constexpr std::string_view tail = "x: bf16[400, 64]; w: bf16[64, 400]; h = x @ w; y = exp(h * h * 0.02)";
  const device::RunSpec spec = both_plans(tail);
  const auto references = all_of_y(spec, 1);
  const auto largest = std::ranges::max_element(references, {}, &chain::Bounded::value);
  const double difference = steps * chain::ulp(largest->value, chain::Dtype::bf16);
  return verdict_apart(spec, difference, largest - references.begin(), [&](const OutputEvidence& seen) {
    const double judged = *std::ranges::max_element(seen.got);
    EXPECT_GT(largest->value, 8 * judged) << "or this test shows nothing";
  });
}

TEST(Fed, AnElementFarAboveTheJudgedOnesIsJudgedByItself) {
  const record::Verdict right = verdict_at_the_largest(1);
  EXPECT_TRUE(right.passed) << right.worst;
  EXPECT_FALSE(verdict_at_the_largest(60).passed);
}

/// An output wider than what the first plan rounds on its way: there the plans are `beyond` further apart than that.
record::Verdict verdict_of_a_cast(double beyond) {
  const device::RunSpec spec = both_plans("x: bf16[40, 512]; w: bf16[512, 30]; y = cast(x @ w, f32)");
  const auto first = all_of_y(spec, 0), own = all_of_y(spec, 1);
  std::vector<double> apart;
  for (std::size_t i = 0; i < own.size(); ++i) apart.push_back(std::abs(first[i].value - own[i].value));
  const auto largest = std::ranges::max_element(apart);
  EXPECT_GT(*largest, 0.01) << "or this test shows nothing";
  return verdict_apart(spec, *largest + beyond, largest - apart.begin());
}

TEST(Fed, WhatOnePlanRoundsBeforeAWiderOutputIsNoFault) {
  const record::Verdict right = verdict_of_a_cast(0);
  EXPECT_TRUE(right.passed) << right.worst;
  EXPECT_FALSE(verdict_of_a_cast(0.1).passed);
}

/// Infinitely far apart at an element that the first plan's f16 cannot hold, or at one that it can.
record::Verdict verdict_of_an_overflow(bool overflows) {
  const device::RunSpec spec = both_plans("x: f16[40, 64]; w: f16[64, 30]; h = (x @ w) * 9000; y = cast(h, f32)");
  const auto first = all_of_y(spec, 0);
  const auto found =
      std::ranges::find_if(first, [&](const chain::Bounded& of) { return std::isinf(of.value) == overflows; });
  EXPECT_NE(found, first.end()) << "or this test shows nothing";
  return verdict_apart(spec, std::numeric_limits<double>::infinity(), found - first.begin());
}

TEST(Fed, WhatOverflowsInOnePlanOnlyIsNoFault) {
  const record::Verdict right = verdict_of_an_overflow(true);
  EXPECT_TRUE(right.passed) << right.worst;
  EXPECT_FALSE(verdict_of_an_overflow(false).passed);
}

TEST(Fed, LooksAtWholeRowsOfWhatTheNextProductReads) {
  const device::RunSpec spec = both_plans(two);
  const measure::Fed fed(spec, 1);
  ASSERT_EQ(fed.asked().size(), 2u);  // h and y
  EXPECT_EQ(fed.asked()[0].elements.size() % 90, 0u);
  EXPECT_LE(fed.asked()[0].elements.size(), 32u * 90u);
  EXPECT_EQ(fed.judged()[1].size(), 32u * 32u);
}

TEST(Fed, PoisonInAnIntermediateIsToldToo) {
  const record::Verdict verdict = verdict_of(two, [](const std::string& name, OutputEvidence& seen) {
    if (name == "h") seen.poison_left = 3;
  });
  EXPECT_FALSE(verdict.passed);
  EXPECT_THAT(verdict.worst, HasSubstr("never written"));
}

TEST(Fed, ExactInputsFindATermThatABf16ResultHides) {
  constexpr std::string_view wide = "x: bf16[40, 8000]; w: bf16[8000, 50]; y = relu(x @ w)";
  const device::RunSpec spec = both_plans(wide);
  FakeExperiment experiment(spec);
  int asked = 0;
  experiment.fault = [&](int, OutputEvidence& seen) {
    if (++asked == 1) seen.got.back() += 1;  // the first question is about exact inputs
  };
  const record::Verdict verdict = measure::verify(experiment, spec, 1).verdict;
  EXPECT_FALSE(verdict.passed);
  EXPECT_THAT(verdict.worst, HasSubstr("With inputs of -1, 0 and 1"));
}

TEST(Fed, AsksForNoMoreThanAWorkerTells) {
  std::vector<std::string> names = plan::preset_names();
  names.emplace_back("many pages");
  constexpr std::string_view many_pages =
      "q: bf16[16, 32, 1, 128]; keys: bf16[8192, 8, 16, 128]; values: bf16[8192, 8, 16, 128]; blocks: i32[16, 512]; "
      "k = gather(keys, blocks); v = gather(values, blocks); o = softmax(q @ transpose(k) * 0.0884) @ v";
  for (const std::string& name : names) {
    const auto preset = std::make_shared<const chain::Chain>(
        (name == "many pages" ? chain::parse(many_pages) : plan::preset(name)).value());
    if (!preset->has_product()) continue;
    const device::RunSpec spec = both_plans(preset->text);
    for (const int plan : {0, 1}) {
      std::int64_t all = 0;
      const measure::Fed fed(spec, plan);
      for (const device::ProbedOutput& asked : fed.asked()) {
        std::int64_t runs = 0, after = -1;
        for (const std::int64_t element : asked.elements) {
          runs += element == after ? 0 : 1;
          after = element + 1;
        }
        EXPECT_LE(runs, wire::Limit::spans) << name << ", " << preset->values[asked.value].name;
        all += std::ssize(asked.elements);
      }
      EXPECT_LE(all, wire::Limit::elements) << name;
      EXPECT_GT(all, 0) << name;
    }
  }
}

}  // namespace fed_test
