// Which run is shown kernel by kernel, whoever told it: a processor's samples or a card's records.
#include "fake_experiment.hpp"
#include "measure/collect.hpp"

#include <gmock/gmock.h>

namespace middle_run_test {

using testing::HasSubstr;
using tests::FakeExperiment;

class MiddleRun : public testing::Test {
 protected:
  record::Measurement run() {
    return measure::collect(device_, experiment_, spec_, rules_, {}, stop_.get_token(), "onetrip run bias");
  }
  /// Three runs of both plans, the second of the middle length, as long as the scripted times.
  void record() {
    for (std::size_t p = 0; p < spec_.plans.size(); ++p) {
      std::vector<device::KernelTimes>& runs = experiment_.records.runs.emplace_back();
      const std::vector<std::string> names =
          p == 0 ? std::vector<std::string>{"add", "gelu"} : std::vector<std::string>{"add, gelu"};
      for (const std::int64_t length : {9'990'000, 9'900'000, 9'800'000}) {
        device::KernelTimes& kernels = runs.emplace_back();
        for (std::size_t k = 0; k < names.size(); ++k) {
          const auto at = static_cast<std::int64_t>(k) * 10'000'000;
          kernels.push_back({names[k], at, at + length});
        }
      }
    }
    experiment_.records.submit = "stream";
  }

  device::RunSpec spec_ = tests::both_plans("x: f32[64, 128]; b: f32[128]; y = gelu(x + b)");
  tests::FakeDevice device_;
  FakeExperiment experiment_{spec_};
  measure::Rules rules_;
  std::stop_source stop_;
};

TEST_F(MiddleRun, WithoutRecordsThereIsNone) {
  const record::Measurement m = run();
  EXPECT_FALSE(m.plans[0].timeline);
  EXPECT_EQ(m.plans[0].no_timeline_because, "");
}

TEST_F(MiddleRun, OfTheSamplesOnAProcessor) {
  experiment_.tells_steps = true;
  experiment_.time = [](int plan, int n) { return (plan == 0 ? 0.02 : 0.01) * (1 + 0.001 * (n % 3)); };
  rules_.also_batch = false;
  const record::Measurement m = run();
  ASSERT_TRUE(m.plans[0].timeline) << m.plans[0].no_timeline_because;
  const record::Timeline& timeline = *m.plans[0].timeline;
  EXPECT_EQ(timeline.submit, "threads");
  EXPECT_EQ(timeline.runs, m.plans[0].cold->n);
  ASSERT_EQ(timeline.kernels.size(), 2u);
  EXPECT_EQ(timeline.kernels[0], (record::KernelTime{"add", 0, 10'010'000}));
  EXPECT_EQ(timeline.kernels[1], (record::KernelTime{"gelu", 10'010'000, 20'020'000}));
  EXPECT_NEAR(timeline.length().value, m.plans[0].cold->median.value, 1e-9) << "the middle one is the median";
}

TEST_F(MiddleRun, ADisturbedSampleIsNotShown) {
  experiment_.tells_steps = true;
  experiment_.time = [](int, int n) { return n < 2 ? 0.5 : 0.01; };
  rules_.disturbed = [](measure::Instant begin, measure::Instant end) {
    return end - begin > std::chrono::milliseconds(100);
  };
  rules_.also_batch = false;
  const record::Measurement m = run();
  ASSERT_TRUE(m.plans[1].timeline);
  EXPECT_EQ(m.plans[1].timeline->runs, m.plans[1].cold->n);
  EXPECT_NEAR(m.plans[1].timeline->length().value, 0.01, 1e-9);
}

TEST_F(MiddleRun, OfACardsRecords) {
  record();
  const record::Measurement m = run();
  ASSERT_TRUE(m.plans[0].timeline) << m.plans[0].no_timeline_because;
  EXPECT_EQ(m.plans[0].timeline->submit, "stream");
  EXPECT_EQ(m.plans[0].timeline->run, 2);
  EXPECT_EQ(m.plans[0].timeline->runs, 3);
  EXPECT_EQ(m.plans[0].timeline->kernels[1], (record::KernelTime{"gelu", 10'000'000, 19'900'000}));
}

TEST_F(MiddleRun, ImpossibleRecordsAreNotShownAndSayWhy) {
  record();
  for (device::KernelTimes& run : experiment_.records.runs[0]) run[1].begin -= 5'000'000;
  const record::Measurement m = run();
  EXPECT_FALSE(m.plans[0].timeline);
  EXPECT_THAT(m.plans[0].no_timeline_because, HasSubstr("runs before the one it waits for has ended"));
  EXPECT_TRUE(m.plans[0].bytes()) << "the bytes were counted";
  EXPECT_TRUE(m.plans[1].timeline) << "the other plan's are possible";
}

TEST_F(MiddleRun, TheDevicesReasonIsKept) {
  experiment_.records.refusal = "No kernel records arrived.";
  EXPECT_EQ(run().plans[1].no_timeline_because, "No kernel records arrived.");
}

TEST_F(MiddleRun, IsThereWhereBytesMayNotBeCounted) {
  experiment_.refuse_count = true;
  record();
  const record::Measurement m = run();
  EXPECT_FALSE(m.plans[0].bytes());
  EXPECT_TRUE(m.plans[0].timeline) << m.plans[0].no_timeline_because;
}

}  // namespace middle_run_test
