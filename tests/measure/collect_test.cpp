// The stopping rule, what becomes of disturbed samples, and what a measurement says of itself.
#include "measure/collect.hpp"

#include "fake_experiment.hpp"
#include "measure/stopping.hpp"
#include "model/traffic.hpp"
#include "record/statistics.hpp"

#include <gmock/gmock.h>

namespace collect_test {

using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using tests::FakeExperiment;

class Collect : public testing::Test {
 protected:
  record::Measurement run(measure::OnProgress progress = {}) {
    return measure::collect(device_, experiment_, spec_, rules_, progress, stop_.get_token(), "onetrip run bias");
  }

  device::RunSpec spec_ = tests::both_plans("x: f32[64, 128]; b: f32[128]; y = gelu(x + b)");
  tests::FakeDevice device_;
  FakeExperiment experiment_{spec_};
  measure::Rules rules_;
  std::stop_source stop_;
};

TEST_F(Collect, SteadyTimesStopAtTheWantedTime) {
  const record::Measurement m = run();
  ASSERT_EQ(m.plans.size(), 2u);
  EXPECT_EQ(m.plans[0].plan, "unfused");
  EXPECT_DOUBLE_EQ(m.plans[0].cold->median.value, 0.02);
  EXPECT_DOUBLE_EQ(m.plans[1].cold->median.value, 0.01);
  EXPECT_EQ(m.plans[0].cold->n, 30) << "0.5 s of 20 ms in requests of ten";
  EXPECT_TRUE(m.plans[1].batch);
  EXPECT_THAT(m.remarks, IsEmpty());
}

TEST_F(Collect, PagesThatComeAgainAreSaid) {
  for (const auto& [pages, said] : {std::pair{"5", true}, {"64", false}}) {
    spec_ = tests::both_plans("e: f32[" + std::string(pages) + ", 8]; t: i32[64]; y = gather(e, t) * 2");
    FakeExperiment experiment(spec_);
    const record::Measurement m =
        measure::collect(device_, experiment, spec_, rules_, {}, stop_.get_token(), "onetrip run");
    EXPECT_TRUE(m.plans[1].verdict.passed) << m.plans[1].verdict.worst;
    EXPECT_EQ(m.remarks.size(), said ? 1u : 0u);
    if (said) {
      EXPECT_THAT(m.remarks[0], HasSubstr("t names 64 pages, but the pool has 5"));
    }
  }
}

TEST_F(Collect, ColdComesBeforeBatch) {
  (void)run();
  const auto& seen = experiment_.temperatures;
  EXPECT_TRUE(std::is_sorted(seen.begin(), seen.end()));
  EXPECT_EQ(seen.front(), device::Temperature::cold);
  EXPECT_EQ(seen.back(), device::Temperature::batch);
  rules_.also_batch = false;
  EXPECT_FALSE(run().plans[0].batch);
}

TEST_F(Collect, CarriesItsProvenance) {
  const record::Measurement m = run();
  EXPECT_EQ(m.provenance.device, "Fake, 1 thread");
  EXPECT_EQ(m.provenance.device_id, "fake");
  EXPECT_EQ(m.provenance.command, "onetrip run bias");
  EXPECT_EQ(m.provenance.seed, 5u);
  EXPECT_EQ(m.provenance.submit, "threads");
  EXPECT_EQ(m.provenance.method, "scripted");
  EXPECT_THAT(m.provenance.date,
              testing::MatchesRegex("20[0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-6][0-9]Z"));
  EXPECT_EQ(m.source, record::Source::measured);
  EXPECT_FALSE(m.key.empty());
  EXPECT_EQ(m.chain, spec_.plans[0].chain->text);
}

TEST_F(Collect, CountsBytesByPlanAndKernel) {
  const record::Measurement m = run();
  EXPECT_EQ(m.tier, record::Tier::counted);
  EXPECT_EQ(m.plans[0].dram_read, model::traffic(spec_.plans[0]).read);
  EXPECT_EQ(m.plans[1].dram_written, model::traffic(spec_.plans[1]).written);
  ASSERT_EQ(m.plans[0].kernels.size(), 2u);
  EXPECT_EQ(m.plans[0].kernels[1].ops, "gelu");
  EXPECT_EQ(m.plans[1].kernels[0].ops, "add, gelu");
  EXPECT_EQ(m.plans[0].crossings, 4);
  EXPECT_EQ(m.plans[1].crossings, 2);
}

TEST_F(Collect, SaysWhichKernelsAreALibrarys) {
  spec_ = tests::both_plans("x: f32[64, 128]; w: f32[128, 32]; y = relu(x @ w)");
  FakeExperiment experiment(spec_);
  const record::Measurement m =
      measure::collect(device_, experiment, spec_, rules_, {}, stop_.get_token(), "onetrip run");
  ASSERT_EQ(m.plans[0].kernels.size(), 2u);
  EXPECT_EQ(m.plans[0].kernels[0].engine, "library");
  EXPECT_EQ(m.plans[0].kernels[1].engine, "own");
  EXPECT_EQ(m.plans[1].kernels[0].engine, "own") << "the product and relu in a kernel of ours";
}

TEST_F(Collect, ARefusedCountLeavesTheReason) {
  experiment_.refuse_count = true;
  const record::Measurement m = run();
  EXPECT_EQ(m.tier, record::Tier::times_only);
  EXPECT_FALSE(m.plans[0].dram_read);
  EXPECT_EQ(m.plans[0].no_bytes_because, "no permission to read the counters");
  EXPECT_TRUE(m.plans[0].cold);
}

TEST_F(Collect, TwoHumpsAreSampledToTheMostAndSaidSo) {
  experiment_.time = [](int, int n) { return n % 2 == 0 ? 0.01 : 0.02; };
  const record::Measurement m = run();
  EXPECT_EQ(m.plans[0].cold->n, rules_.most);
  ASSERT_TRUE(m.plans[0].batch);
  EXPECT_EQ(m.plans[0].batch->n, rules_.most_batch) << "each is a mean already";
  EXPECT_THAT(m.remarks, Contains(HasSubstr("good only to within")));
}

TEST_F(Collect, TimesThatAreNoiseAreNotToBeCompared) {
  const std::string remark =
      "The times scatter too much to compare the plans: run again with little else running, or with larger tensors.";
  experiment_.time = [](int plan, int n) { return plan == 1 && n % 2 == 0 ? 5.0 : 0.01; };
  EXPECT_THAT(run().remarks, Contains(remark));
  experiment_.time = [](int plan, int) { return plan == 0 ? 0.02 : 0.01; };
  EXPECT_THAT(run().remarks, Not(Contains(remark)));
}

TEST_F(Collect, AMachineThatChangedItsPaceIsTimedOnceMore) {
  const auto remarks =
      "The machine changed its pace while the plans were timed, so they were timed once more: these are "
      "the times of the second pass.";
  int turned = 0;
  experiment_.time = [&](int plan, int n) {  // fast, slow, and fast from then on
    const bool slow = n >= 10 && n < 25;
    turned += slow && plan == 0 ? 1 : 0;
    return (slow ? 2 : 1) * (plan == 0 ? 0.02 : 0.01);
  };
  const record::Measurement m = run();
  EXPECT_EQ(turned, 15) << "else nothing was seen here";
  EXPECT_DOUBLE_EQ(m.plans[0].cold->median.value, 0.02);
  EXPECT_DOUBLE_EQ(m.plans[0].cold->q3.value, 0.02) << "of the second pass alone";
  EXPECT_EQ(m.plans[0].cold_samples.size(), static_cast<std::size_t>(m.plans[0].cold->n));
  EXPECT_THAT(m.remarks, Contains(remarks));
  // A machine that is never steady is timed no third time, and what was taken first stays.
  experiment_.time = [](int plan, int n) { return (n % 2 == 0 ? 2 : 1) * (plan == 0 ? 0.02 : 0.01); };
  const record::Measurement never = run();
  EXPECT_THAT(never.remarks, Not(Contains(remarks)));
  EXPECT_EQ(never.plans[0].cold->n, rules_.most);
}

TEST_F(Collect, TooFewSamplesForAnIntervalAreSaidInWords) {
  rules_.least = rules_.most = 3;
  experiment_.samples_a_request = 3;
  rules_.wanted = {0.01};
  const record::Measurement m = run();
  EXPECT_EQ(m.plans[0].cold->n, 3);
  EXPECT_THAT(m.remarks,
              Contains("unfused: 3 timings from slow memory are too few to say how well their median is known."));
  for (const std::string& remark : m.remarks) EXPECT_THAT(remark, Not(HasSubstr("inf")));
}

TEST_F(Collect, ASlowPlanStopsAtTheLimitWithWhatThereIs) {
  rules_.limit = {0.05};
  experiment_.samples_a_request = 1;
  experiment_.on_sample = [] { std::this_thread::sleep_for(std::chrono::milliseconds(20)); };
  const record::Measurement m = run();
  ASSERT_TRUE(m.plans[0].cold);
  EXPECT_LT(m.plans[0].cold->n, rules_.least);
  EXPECT_TRUE(m.plans[0].batch) << "at least one of each kind";
  EXPECT_THAT(m.remarks, Contains(HasSubstr("time limit")));
}

TEST_F(Collect, DisturbedSamplesAreDroppedAndCounted) {
  int seen = 0;
  rules_.disturbed = [&](measure::Instant begin, measure::Instant end) {
    EXPECT_LT(begin, end);
    return ++seen % 4 == 0;
  };
  rules_.also_batch = false;
  const record::Measurement m = run();
  EXPECT_GE(m.plans[1].cold->n, rules_.least);
  EXPECT_THAT(m.remarks, Contains(HasSubstr(std::to_string(seen / 4) + " timings from slow memory were left out")));
}

TEST_F(Collect, ThrottledSamplesAreDroppedCountedAndSaid) {
  experiment_.clock = [](int n) { return n % 5 == 0 ? 0.5 : 0.98; };
  experiment_.time = [&](int plan, int n) { return (plan == 0 ? 0.02 : 0.01) * (n % 5 == 0 ? 2 : 1); };
  rules_.also_batch = false;
  rules_.rest = {0};
  const record::Measurement m = run();
  EXPECT_DOUBLE_EQ(m.plans[0].cold->q3.value, 0.02) << "none of the slow ones is left";
  EXPECT_GT(m.plans[0].throttled, 0);
  const int all = m.plans[0].throttled + m.plans[1].throttled;
  EXPECT_THAT(m.remarks,
              Contains(std::to_string(all) + " timings from slow memory were left out: the processor had slowed "
                                             "down (heat or power), to as little as 50% of its top clock."));
}

TEST_F(Collect, AClockThatNobodyToldThrottlesNothing) {
  const record::Measurement m = run();
  EXPECT_EQ(m.plans[0].throttled, 0);
  EXPECT_EQ(m.plans[0].cold->n, static_cast<int>(m.plans[0].cold_samples.size()));
}

TEST_F(Collect, KeepsTheSamplesThatItSumsUp) {
  experiment_.time = [](int plan, int n) { return plan + 0.01 + 1e-5 * n; };
  const record::Measurement m = run();
  for (const record::PlanMeasurement& plan : m.plans) {
    EXPECT_EQ(plan.cold, record::summarise(plan.cold_samples));
    EXPECT_EQ(plan.batch, record::summarise(plan.batch_samples));
  }
}

TEST_F(Collect, BytesOfOneColdRunAndOfManyStayApart) {
  const record::PlanMeasurement unfused = run().plans[0];
  const base::Bytes all = model::traffic(spec_.plans[0]).bytes();
  EXPECT_EQ(unfused.bytes(), all);
  EXPECT_EQ(unfused.dram_tail, base::Bytes{20});
  EXPECT_EQ(unfused.bytes_on_the_clock(), base::Bytes{all.value - 20});
  EXPECT_EQ(unfused.issued, (base::Moved{{1000}, {500}}));
  EXPECT_EQ(unfused.batch_levels.dram, (base::Moved{{10}, {5}}));
  EXPECT_EQ(unfused.batch_levels.l2, std::nullopt);
  EXPECT_EQ(unfused.clocks, (record::Clocks{1.9e9, 3.2e9}));
}

TEST_F(Collect, IfEverySampleIsDisturbedThereIsNoTimeAndARemark) {
  rules_.disturbed = [](measure::Instant, measure::Instant) { return true; };
  rules_.limit = {0.02};
  rules_.also_batch = false;
  const record::Measurement m = run();
  EXPECT_FALSE(m.plans[0].cold) << "a missing number is missing";
  EXPECT_THAT(m.remarks, Contains(HasSubstr("something disturbed every timing")));
}

TEST_F(Collect, AFailedPlanIsNeverTimed) {
  experiment_.fault = [](int plan, device::OutputEvidence& seen) { seen.poison_left = plan == 1 ? 3 : 0; };
  const record::Measurement m = run();
  EXPECT_EQ(experiment_.sample_requests, 0);
  EXPECT_EQ(experiment_.counts, 0);
  EXPECT_TRUE(m.plans[0].verdict.passed);
  EXPECT_FALSE(m.plans[1].verdict.passed);
  EXPECT_FALSE(m.plans[0].cold);
  EXPECT_FALSE(m.plans[1].cold);
  EXPECT_FALSE(m.plans[1].no_bytes_because.empty());
  EXPECT_THAT(m.remarks, Contains(HasSubstr("fused: the outputs are wrong. y: 3 of")));
}

TEST_F(Collect, NanSharesAreSaid) {
  experiment_.fault = [](int, device::OutputEvidence& seen) { seen.nan = 4096; };
  EXPECT_THAT(run().remarks, Contains("unfused: 4\u202F096 of 8\u202F192 outputs are NaN (not a number)."));
}

TEST(CollectInfinite, OverflowIsSaidLikeNan) {
  const device::RunSpec spec = tests::both_plans("x: f16[64]; y = (abs(x) + 1) * 1000000");
  FakeExperiment experiment(spec);
  tests::FakeDevice device;
  const auto m = measure::collect(device, experiment, spec, {}, {}, {}, "");
  EXPECT_THAT(m.remarks, Contains(HasSubstr("fused: f16 holds up to 65504, and 64 of the 64 numbers compared")));
  EXPECT_TRUE(m.plans[1].verdict.passed) << "the reference overflows as well";
}

TEST(CollectInfinite, WhatIsInfiniteInDoubleTooIsNoOverflow) {
  const device::RunSpec spec = tests::both_plans("x: f16[64]; y = 1 / (x - x)");
  FakeExperiment experiment(spec);
  tests::FakeDevice device;
  const auto m = measure::collect(device, experiment, spec, {}, {}, {}, "");
  EXPECT_THAT(m.remarks, Contains(HasSubstr("fused: 64 of 64 checked outputs are infinite: ")));
}

TEST_F(Collect, CancelEndsIt) {
  experiment_.on_sample = [&] { stop_.request_stop(); };
  EXPECT_THROW((void)run(), base::Cancelled);
  EXPECT_EQ(experiment_.sample_requests, 1);
  EXPECT_THROW((void)run(), base::Cancelled) << "and before anything is run";
}

TEST_F(Collect, ADeviceWithoutSamplesIsAnErrorNotALoop) {
  experiment_.samples_a_request = 0;
  EXPECT_THROW((void)run(), device::DeviceError);
}

TEST_F(Collect, ProgressOnlyGrows) {
  std::vector<measure::Progress> told;
  (void)run([&](const measure::Progress& p) { told.push_back(p); });
  ASSERT_GT(told.size(), 6u);
  for (std::size_t i = 1; i < told.size(); ++i) EXPECT_GE(told[i].share, told[i - 1].share) << told[i].word;
  EXPECT_EQ(told.front().word, "verifying unfused");
  EXPECT_EQ(told.back().share, 1);
}

TEST_F(Collect, WhatWasRecordedIsHandedOutAsItIs) {
  experiment_.was_recorded.emplace();
  experiment_.was_recorded->source = record::Source::recorded;
  experiment_.was_recorded->key = "k";
  EXPECT_EQ(run(), *experiment_.was_recorded);
  EXPECT_EQ(experiment_.sample_requests, 0);
}

TEST(Enough, AsksForSamplesTimeAndAKnownMedian) {
  measure::Rules rules;
  const auto of = [](int n, double seconds) { return std::vector<double>(static_cast<std::size_t>(n), seconds); };
  EXPECT_FALSE(measure::enough({of(9, 1), of(9, 1)}, rules)) << "too few";
  EXPECT_FALSE(measure::enough({of(10, 0.01), of(10, 0.001)}, rules)) << "too short";
  EXPECT_TRUE(measure::enough({of(10, 0.0625), of(10, 0.001)}, rules));
  EXPECT_FALSE(measure::enough({of(10, 0.0625), {}}, rules)) << "one plan has none";
  EXPECT_TRUE(measure::enough({of(50, 1e-6), of(50, 1e-6)}, rules)) << "plenty";
  std::vector<double> scattered = of(50, 1e-6);
  for (std::size_t i = 0; i < 25; ++i) scattered[i] *= 2;
  EXPECT_FALSE(measure::enough({of(50, 1e-6), scattered}, rules)) << "but one is not known";
  EXPECT_EQ(measure::expected_samples({of(50, 1e-6), scattered}, rules), rules.most);
  EXPECT_TRUE(measure::enough({of(200, 1e-6), of(200, 1e-6)}, rules)) << "the most";
  EXPECT_EQ(measure::expected_samples({of(10, 0.015625), of(10, 0.001)}, rules), 32);
  EXPECT_EQ(measure::expected_samples({{}, {}}, rules), rules.least);
}

}  // namespace collect_test
