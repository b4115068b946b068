// The tuner on a card by decree: what it tries, what it leaves out, what it chooses, and what an early end leaves.
#include "study/tune.hpp"

#include "chain/parser.hpp"
#include "measure/fake_experiment.hpp"
#include "study/plans.hpp"
#include "study/tune_points.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <set>

namespace tune_test {

using testing::HasSubstr;

/// A GPU whose kernels are the faster the larger their block; some settings it refuses, some it computes wrong.
class FakeCard final : public tests::FakeDevice {
 public:
  std::string refuses = "never", wrong = "never", stops_at = "never";
  std::stop_source stop;
  double best_fresh = 0.5;  ///< of the usual time, what the largest block takes
  int prepared = 0;
  std::set<std::size_t> together;  ///< plans that were prepared at once

  [[nodiscard]] record::Target target() const override { return {90, 132, 227 * 1024, 50 << 20, 64 * 1024}; }
  [[nodiscard]] std::unique_ptr<device::Experiment> prepare(const device::RunSpec& spec) override {
    ++prepared;
    together.insert(spec.plans.size());
    for (const plan::FusionPlan& plan : spec.plans) {
      if (plan.name.find(refuses) != std::string::npos) throw device::DeviceError("out of memory", "Take less.");
      if (plan.name.find(stops_at) != std::string::npos) stop.request_stop();
    }
    auto experiment = std::make_unique<tests::FakeExperiment>(spec);
    experiment->submits = "stream";
    const auto plans = spec.plans;
    experiment->time = [this, plans](int plan, int) {
      const auto block = plans[static_cast<std::size_t>(plan)].groups.front().knobs.block;
      return block == 1024 ? 1e-4 * best_fresh : 1e-4;
    };
    experiment->fault = [this, plans](int plan, device::OutputEvidence& seen) {
      if (plans[static_cast<std::size_t>(plan)].name.find(wrong) != std::string::npos) seen.got.front() += 1;
    };
    return experiment;
  }
};

plan::FusionPlan fused(std::string_view text) {
  const auto chain = std::make_shared<const chain::Chain>(chain::parse(text).value());
  return study::plan_of(chain, plan::parse_cuts("none").value(), machine::Limits(64 * 1024)).value();
}

const plan::FusionPlan& gelu() {
  static const plan::FusionPlan plan = fused("x: f32[64, 32]; b: f32[32]; y = gelu(x + b)");
  return plan;
}

TEST(TunePoints, AreBoundedAndAllDifferent) {
  for (const char* text :
       {"x: f32[64, 32]; y = relu(x)", "x: bf16[64, 512]; y = softmax(x)", "x: f32[64, 8192]; y = softmax(x)",
        "x: f32[64, 8192]; y = sum(x)", "x: f32[4, 200000]; y = softmax(x)"}) {
    const auto points = study::tune_points(fused(text), {});
    EXPECT_GT(points.size(), 4u) << text;
    EXPECT_LE(points.size(), study::most_tune_points) << text;
    std::set<std::string> names;
    for (const plan::FusionPlan& point : points) names.insert(point.name);
    EXPECT_EQ(names.size(), points.size()) << text;
    EXPECT_EQ(points.front().name, "fused");
  }
}

TEST(TunePoints, TilesOfAProductAndOfATranspose) {
  const auto names = [](const std::string& text) {
    std::vector<std::string> all;
    for (const plan::FusionPlan& point : study::tune_points(fused(text), {})) all.push_back(point.name);
    return all;
  };
  const std::string product = "x: f32[512, 64]; w: f32[64, 512]; y = relu(x @ w)";
  EXPECT_THAT(names(product), testing::IsSupersetOf({"fused", "none tile=64x64", "none tile=64x32"}));
  EXPECT_THAT(names(product), testing::Not(testing::Contains("none tile=32x32")));  // no kernel of a product has it
  EXPECT_THAT(names("x: f32[512, 512]; y = transpose(x)"),
              testing::IsSupersetOf({"fused", "none tile=16x16", "none tile=64x64"}));
}

TEST(Tune, ChoosesWhatIsFasterAndMeasuresItAgain) {
  FakeCard card;
  record::Tuning tuning;
  study::tune(tuning, card, gelu(), {}, {}, {});
  EXPECT_TRUE(tuning.finished());
  EXPECT_EQ(tuning.rounds, 5);
  EXPECT_THAT(tuning.chosen, HasSubstr("block=1024"));
  EXPECT_EQ(tuning.fresh.size(), 3u);
  EXPECT_DOUBLE_EQ(tuning.gain().value(), 2);
  EXPECT_EQ(tuning.tried(), static_cast<int>(tuning.points.size()));
  EXPECT_EQ(tuning.points.front().knobs, "");
  EXPECT_GT(tuning.points.front().cold->n, tuning.points.back().cold->n) << "the usual kernels are in every batch";
  EXPECT_LE(*card.together.rbegin(), 9u);
}

TEST(Tune, WhatIsNotClearlyFasterStaysOut) {
  FakeCard card;
  card.best_fresh = 0.999;
  record::Tuning tuning;
  study::tune(tuning, card, gelu(), {}, {}, {});
  EXPECT_TRUE(tuning.finished());
  EXPECT_EQ(tuning.chosen, "");
  EXPECT_EQ(tuning.fresh.size(), 3u);
}

TEST(Tune, ARefusedPointTakesNoneOfTheOthersWithIt) {
  FakeCard card;
  card.refuses = "block=1024";
  card.wrong = "block=512";
  record::Tuning tuning;
  study::tune(tuning, card, gelu(), {}, {}, {});
  EXPECT_TRUE(tuning.finished());
  for (const record::TunedPoint& point : tuning.points) {
    if (point.knobs.find("block=1024") != std::string::npos) {
      EXPECT_THAT(point.failed, HasSubstr("out of memory"));
    } else if (point.knobs.find("block=512") != std::string::npos) {
      EXPECT_THAT(point.failed, HasSubstr("Wrong outputs"));
    } else {
      EXPECT_EQ(point.failed, "") << point.knobs;
      EXPECT_TRUE(point.cold) << point.knobs;
    }
  }
}

TEST(Tune, WhereNothingRunsTheDeviceSaysWhy) {
  FakeCard card;
  card.refuses = "";  // every name
  record::Tuning tuning;
  EXPECT_THROW(study::tune(tuning, card, gelu(), {}, {}, {}), device::DeviceError);
  EXPECT_FALSE(tuning.points.front().cold);
  tests::FakeDevice processor;
  EXPECT_THROW(study::tune(tuning, processor, gelu(), {}, {}, {}), device::DeviceError);
}

TEST(Tune, StoppedItLeavesWhatItHas) {
  FakeCard card;
  card.stops_at = "elements=16";
  record::Tuning tuning;
  EXPECT_THROW(study::tune(tuning, card, gelu(), {}, {}, card.stop.get_token()), base::Cancelled);
  EXPECT_FALSE(tuning.finished());
  EXPECT_EQ(tuning.chosen, "");
  EXPECT_LT(tuning.rounds, 5);
  const auto again = record::parse_tuning(record::to_toml(tuning), "tuning");
  ASSERT_TRUE(again.has_value()) << base::render(again.error());
  EXPECT_EQ(*again, tuning);
}

}  // namespace tune_test
