// A card's recorded runs in the window: a dot, opened in place of a run, beside a live one, under the lock rule.
#include "base/units.hpp"
#include "device/recorded/recorded_device.hpp"
#include "record/recording.hpp"
#include "record/samples.hpp"
#include "stage.hpp"

#include <gmock/gmock.h>

#include <algorithm>

namespace recorded_test {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using tests::Stage;

constexpr auto jobs =
    "gift: f32[4096, 8192]\nlabelled = relu(gift)\nstamped = labelled * 2\ntied = stamped + 1\ndone = abs(tied)\n";
constexpr auto bias = "x: f32[4096, 8192]\nb: f32[8192]\nt = x + b\ny = gelu(t)\n";
/// Bytes that no chain here moves by the model: where they are seen, the recording was read.
constexpr std::int64_t planted = 536'871'234;

record::Measurement h200(std::string_view chain) {
  record::Measurement m = tests::sample_of(chain);
  m.tier = record::Tier::counters;
  m.provenance.device = "NVIDIA H200";
  m.provenance.date = "2026-02-03T04:05:06Z";
  for (auto& plan : m.plans) {
    plan.dram_written = base::Bytes{4096 * 8192 * 4};
    plan.dram_read = base::Bytes{planted - plan.dram_written->value};
    plan.no_bytes_because.clear();
  }
  return m;
}

/// A stage with a recorded H200 that knows these chains.
class RecordedStage {
 public:
  explicit RecordedStage(const std::vector<record::Measurement>& measurements, bool live = true)
      : stage_([&](session::Services& services) {
          record::save(measurements, folder_.path() / "a.json");
          device::recorded::Options options;
          options.card = "h200";
          options.folders = {folder_.path()};
          services.recorded = device::recorded::make_device(std::move(options));
          if (!live) services.device = services.recorded;
        }) {}
  Stage* operator->() { return &stage_; }
  session::Session& operator*() { return *stage_; }

 private:
  tests::TemporaryFolder folder_;
  Stage stage_;
};

TEST(Recorded, AChainThatWasRecordedBearsADotAndIsOpened) {
  RecordedStage stage({h200(bias)});
  (*stage).open_free_play(bias);
  EXPECT_EQ(stage->node("lab.recorded")->label,
            "● Recorded: NVIDIA H200 (recorded 2026-02-03, from a.json, not part of this release)");
  ASSERT_NE(stage->node("button.recording"), nullptr);
  EXPECT_EQ(stage->node("button.recording")->label, "Show a recorded GPU run");
  EXPECT_EQ(stage->node("reveal.headline"), nullptr);
  ASSERT_TRUE((*stage).act("recording.open"));
  EXPECT_THAT(tests::told(*stage->node("reveal.headline")),
              AllOf(HasSubstr("NVIDIA H200, recorded"), HasSubstr(base::group_digits(planted))));
  EXPECT_NE(stage->node("reveal.badge.recorded"), nullptr);
  EXPECT_THAT(stage->twin(), HasSubstr("recorded (bytes by counters)"));
  EXPECT_EQ(stage->node("button.recording"), nullptr) << "its question is open";
}

TEST(Recorded, ALessonsTextsSayWhoseRecordedNumbersTheyTell) {
  RecordedStage stage({h200("x: f32[4096, 8192]; b: f32[8192]; t = x + b; y = gelu(t)")});
  ASSERT_TRUE((*stage).open_lesson("02"));
  for (const char* act : {"arrow:k1.read.x", "arrow:k1.write.t", "arrow:k2.read.t", "arrow:k2.write.y", "step:2",
                          "arrow:k1.write.t", "arrow:k2.read.t", "guess.lock", "step:4"}) {
    ASSERT_TRUE((*stage).act(act)) << act;
  }
  ASSERT_TRUE((*stage).act("guess.set", "2") && (*stage).act("guess.lock") && (*stage).act("step:5"));
  ASSERT_TRUE((*stage).act("recording.open")) << stage->twin();
  ASSERT_NE(stage->node("recorded.from"), nullptr) << stage->twin();
  EXPECT_EQ(stage->node("recorded.from")->label,
            "Recorded numbers in these texts are from a.json, not part of this release.");
  Stage own;
  ASSERT_TRUE(own->open_lesson("02"));
  EXPECT_EQ(own.node("recorded.from"), nullptr);
}

TEST(Recorded, AStrangersFileIsMarkedOnTheBadgeTheHeadlineTheBarsAndInWords) {
  constexpr auto mark = "not part of this release";
  RecordedStage stage({h200(bias)});
  (*stage).open_free_play(bias);
  ASSERT_TRUE((*stage).act("recording.open"));
  EXPECT_THAT(stage->node("reveal.badge.recorded")->label, HasSubstr(mark));
  EXPECT_THAT(tests::told(*stage->node("reveal.headline")), HasSubstr(mark));
  EXPECT_THAT(stage->node("reveal.remark.1")->label, HasSubstr(mark));
  EXPECT_THAT(stage->node("figure.bytes")->figure->description, HasSubstr(mark));
  EXPECT_THAT(stage->node("figure.timeline")->figure->description, HasSubstr("a.json"));
}

TEST(Recorded, WhatIsDoubtfulIsSaidOnThePageAndInTheFigure) {
  record::Measurement m = h200(bias);
  for (auto& plan : m.plans) tests::set_cold(plan, std::vector<double>(40, 2e-3));
  RecordedStage stage({m});
  (*stage).open_free_play(bias);
  ASSERT_TRUE((*stage).act("recording.open"));
  constexpr auto doubt = "unfused, cold: all 40 samples are 2.00 ms to the last digit";
  EXPECT_THAT(stage->node("reveal.remark.2")->label, HasSubstr(std::string("Doubtful: ") + doubt));
  const figure::Figure& bytes = *stage->node("figure.bytes")->figure;
  EXPECT_THAT(bytes.description, HasSubstr(doubt));
  const auto is_doubt = [&](const figure::Fact& fact) {
    return fact.key == "doubt" && fact.value.find(doubt) != std::string::npos;
  };
  EXPECT_TRUE(std::ranges::any_of(bytes.provenance, is_doubt));
}

TEST(Recorded, ARunStandsBesideIt) {
  RecordedStage stage({h200(bias)});
  (*stage).open_free_play(bias);
  ASSERT_TRUE((*stage).act("recording.open"));
  ASSERT_TRUE((*stage).act("run.start"));
  (*stage).wait();
  const auto* headline = stage->node("reveal.headline");
  ASSERT_EQ(headline->headline.lines.size(), 3u) << "by hand once, both counts below it";
  EXPECT_THAT(headline->headline.lines[0].name, HasSubstr("by hand"));
  EXPECT_THAT(headline->headline.lines[1].name, HasSubstr("NVIDIA H200, recorded"));
  EXPECT_THAT(headline->headline.lines[2].name, HasSubstr("worked out"));
  EXPECT_NE(stage->node("reveal.badge.measured"), nullptr);
  EXPECT_NE(stage->node("reveal.badge.recorded"), nullptr);
  EXPECT_THAT(stage->twin(),
              AllOf(HasSubstr("measured (bytes worked out)"), HasSubstr("recorded (bytes by counters)")));
}

TEST(Recorded, TheRunMadeHereComesBack) {
  RecordedStage stage({h200(bias)});
  (*stage).open_free_play(bias);
  ASSERT_TRUE((*stage).act("run.start"));
  (*stage).wait();
  const std::string before = stage->twin();
  EXPECT_FALSE((*stage).act("recording.close")) << "it is shown";
  ASSERT_TRUE((*stage).act("recording.open"));
  EXPECT_EQ(stage->node("reveal.badge.measured"), nullptr);
  EXPECT_EQ(stage->node("button.recording")->label, "Show the run made here");
  ASSERT_TRUE((*stage).act("recording.close"));
  EXPECT_EQ(stage->twin(), before);
  ASSERT_TRUE((*stage).act("recording.open"));
  ASSERT_TRUE((*stage).act("run.start"));
  (*stage).wait();
  EXPECT_EQ(stage->node("button.recording")->label, "Show a recorded GPU run") << "a new run replaces what was aside";
}

TEST(Recorded, WhatWasNotRecordedNamesTheNearestAndOpensIt) {
  RecordedStage stage({h200("x: f32[64, 32]; b: f32[32]; y = gelu(x + b)")});
  (*stage).open_free_play("x: f32[64, 64]\nb: f32[64]\ny = gelu(x + b)\n");
  EXPECT_THAT(stage->node("lab.recorded")->label,
              AllOf(HasSubstr("Not recorded on the H200."), HasSubstr("Nearest recorded: x: f32[64, 32]")));
  EXPECT_EQ(stage->node("button.recording"), nullptr);
  EXPECT_FALSE((*stage).act("recording.open"));
  ASSERT_TRUE((*stage).act("recording.nearest"));
  EXPECT_NE(stage->node("button.recording"), nullptr);
}

TEST(Recorded, WithNothingLiveTheButtonShowsTheRecording) {
  RecordedStage stage({h200(bias)}, false);
  (*stage).open_free_play(bias);
  EXPECT_EQ(stage->node("button.primary")->label, "Show a recorded GPU run");
  EXPECT_EQ(stage->node("button.recording"), nullptr) << "once is enough";
  ASSERT_TRUE((*stage).act("run.start"));
  (*stage).wait();
  EXPECT_THAT(stage->node("reveal.headline")->headline.lines.at(1).name, HasSubstr("NVIDIA H200, recorded"));
  (*stage).act("chain.set", "x: f32[64]\ny = exp(x)\n");
  ASSERT_TRUE((*stage).act("run.start"));
  (*stage).wait();
  ASSERT_NE(stage->node("trouble"), nullptr);
  EXPECT_THAT(stage->node("trouble")->label, HasSubstr("Not recorded on the H200."));
}

TEST(Recorded, TheLockHoldsForRecordingsToo) {
  RecordedStage stage({h200(bias)});
  ASSERT_TRUE((*stage).open_lesson("02"));
  for (int step = 1; step <= 5; ++step) {
    (*stage).go_to_step(step);
    EXPECT_THAT(stage->everything(),
                AllOf(Not(HasSubstr(base::group_digits(planted))), Not(HasSubstr(std::to_string(planted))),
                      Not(HasSubstr("NVIDIA H200, recorded"))))
        << "step " << step;
    EXPECT_FALSE((*stage).act("recording.open")) << "step " << step;
  }
  (*stage).open_free_play(bias);
  EXPECT_FALSE((*stage).act("recording.open")) << "closed on the chain of an open task";
  EXPECT_EQ(stage->node("lab.recorded"), nullptr);
}

TEST(Recorded, InALessonItStandsBesideTheRun) {
  RecordedStage stage({h200(bias)});
  ASSERT_TRUE((*stage).open_lesson("02"));
  (*stage).go_to_step(1);
  EXPECT_THAT(stage->node("chain.bias")->lines.at(0), HasSubstr("● Recorded"));
  for (const char* arrow : {"arrow:k1.read.x", "arrow:k1.write.t", "arrow:k2.read.t", "arrow:k2.write.y"}) {
    ASSERT_TRUE((*stage).act(arrow));
  }
  (*stage).go_to_step(2);
  for (const char* action : {"arrow:k1.write.t", "arrow:k2.read.t", "guess.lock"}) ASSERT_TRUE((*stage).act(action));
  (*stage).go_to_step(4);
  ASSERT_TRUE((*stage).act("guess.set", "2") && (*stage).act("guess.lock"));
  (*stage).go_to_step(5);
  ASSERT_NE(stage->node("button.recording"), nullptr);
  ASSERT_TRUE((*stage).act("run.start"));
  (*stage).wait();
  EXPECT_THAT(stage->everything(), HasSubstr("recorded on NVIDIA H200"));
}

/// Lesson 01 has no name for that machine yet.
TEST(Recorded, BeforeTheLessonOfBytesARunStandsAlone) {
  record::Measurement recorded = h200(jobs);
  recorded.plans[0].dram_read = recorded.plans[0].dram_written = base::Bytes{4L * 4096 * 8192 * 4};
  recorded.plans[1].dram_read = recorded.plans[1].dram_written;
  RecordedStage stage({recorded});
  ASSERT_TRUE((*stage).open_lesson("01"));
  for (const auto& [step, guess] : {std::pair(3, "8"), std::pair(4, "2"), std::pair(5, "3")}) {
    (*stage).go_to_step(step);
    ASSERT_TRUE((*stage).act("guess.set", guess) && (*stage).act("guess.lock")) << step;
  }
  (*stage).go_to_step(6);
  ASSERT_TRUE((*stage).act("run.start"));
  (*stage).wait();
  EXPECT_THAT(stage->everything(), AllOf(HasSubstr("The clock says"), Not(HasSubstr("recorded on NVIDIA H200"))));
}

/// The key does in class what it does on the student's page.
TEST(Recorded, InClassItIsOpenedInAStepThatRuns) {
  RecordedStage stage({h200(bias)});
  ASSERT_TRUE((*stage).open_lesson("02"));
  (*stage).go_to_step(4);
  ASSERT_TRUE((*stage).act("class.open"));
  EXPECT_FALSE((*stage).act("recording.open")) << "no run is asked for here";
  (*stage).go_to_step(5);
  EXPECT_EQ(stage->node("reveal.badge.recorded"), nullptr);
  ASSERT_TRUE((*stage).act("recording.open")) << stage->twin();
  EXPECT_NE(stage->node("reveal.badge.recorded"), nullptr) << stage->twin();
  ASSERT_TRUE((*stage).act("class.next"));
  EXPECT_EQ(stage->node("header")->value, "6 of 10");
}

}  // namespace recorded_test
