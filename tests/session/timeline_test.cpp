// Kernel records on their way into the window: from a worker's answer, from a recording, and not before the guess.
#include "codegen/program.hpp"
#include "device/cuda_client/cuda_device.hpp"
#include "device/recorded/recorded_device.hpp"
#include "places.hpp"
#include "record/recording.hpp"
#include "record/samples.hpp"
#include "stage.hpp"

#include <gmock/gmock.h>

#include <fstream>
#include <numeric>

namespace timeline_test {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using tests::Stage;

constexpr auto small = "x: f32[64, 32]\nb: f32[32]\ny = gelu(x + b)\n";
constexpr auto bias = "x: f32[4096, 8192]\nb: f32[8192]\nt = x + b\ny = gelu(t)\n";

/// A stage on a card whose worker gives the right outputs of `small` and plays a scenario besides.
class CardStage {
 public:
  explicit CardStage(const std::string& besides)
      : stage_([&](session::Services& services) {
          write_outputs();
          device::cuda_client::Options options;
          options.command = "exec " + tests::fake_worker().string() + " answers " + path().string() + " '' " + besides;
          options.lower = codegen::lower;
          options.limits = codegen::limits;
          services.device = device::cuda_client::make_device(std::move(options));
        }) {}
  Stage* operator->() { return &stage_; }
  session::Session& operator*() { return *stage_; }

  void run() {
    (*stage_).open_free_play(small);
    ASSERT_TRUE((*stage_).act("run.start"));
    (*stage_).wait();
    ASSERT_EQ(stage_.node("trouble"), nullptr) << stage_.node("trouble")->label;
  }

 private:
  [[nodiscard]] std::filesystem::path path() const { return folder_.path() / "y"; }
  void write_outputs() const {
    const auto chain = chain::parse(small);
    std::vector<std::int64_t> elements(64 * 32);
    std::iota(elements.begin(), elements.end(), 0);
    std::vector<bool> stored(chain->values.size(), false);
    const int y = chain->outputs().front();
    stored[static_cast<std::size_t>(y)] = true;
    std::ofstream file(path(), std::ios::binary);
    for (const chain::Bounded& one : chain::evaluate(*chain, stored, chain::random_inputs(*chain, 1), y, elements)) {
      const auto value = static_cast<float>(one.value);
      file.write(reinterpret_cast<const char*>(&value), sizeof value);
    }
  }

  tests::TemporaryFolder folder_;
  Stage stage_;
};

TEST(TimelineView, AWorkersRecordsStandBesideTheOtherFigures) {
  CardStage stage("''");
  stage.run();
  const session::Node* node = stage->node("figure.timeline");
  ASSERT_NE(node, nullptr);
  EXPECT_EQ(node->actions.front().id, "export:timeline");
  const std::string csv = exporter::to_csv(*node->figure);
  EXPECT_THAT(csv, HasSubstr("unfused,add,measured,counters,0,0,0.0004979"));
  EXPECT_THAT(csv, HasSubstr("unfused,gelu,measured,counters,0.0004979,0.0004999"));
  EXPECT_THAT(stage->twin(),
              HasSubstr("measured (bytes by counters), stream, run 2 of 3: add 498 µs, idle 2.0 µs, gelu 498 µs"));
}

TEST(TimelineView, ImpossibleRecordsAreOneBarWithTheReason) {
  const std::pair<const char*, const char*> cases[] = {
      {"lost-record", "do not match what was run"},
      {"renamed-record", "kernel 1 is called miner"},
      {"backwards-record", "ends no later than it begins"},
      {"overlapping-record", "runs before the one it waits for has ended"},
      {"long-record", "the whole plan took 2.00 ms"},
      {"late-record", "time does not begin with kernel 1"},
  };
  for (const auto& [besides, reason] : cases) {
    CardStage stage(besides);
    stage.run();
    const session::Node* node = stage->node("figure.timeline");
    ASSERT_NE(node, nullptr) << besides;
    EXPECT_THAT(node->figure->description, AllOf(HasSubstr("as one bar: "), HasSubstr(reason))) << besides;
    EXPECT_NE(stage->node("reveal.headline"), nullptr) << besides << ": the bytes were counted all the same";
  }
}

/// A card's runs with a gap that no model knows.
record::Measurement planted() {
  record::Measurement m = tests::sample_of(bias);
  m.tier = record::Tier::counters;
  m.provenance.device = "NVIDIA H200";
  for (auto& plan : m.plans) {
    plan.timeline = record::Timeline{"stream", 2, 3, {{plan.kernels[0].ops, 0, 900'000}}};
    if (plan.kernels.size() > 1) plan.timeline->kernels.push_back({plan.kernels[1].ops, 912'345, 1'912'345});
  }
  return m;
}

class RecordedStage {
 public:
  RecordedStage()
      : stage_([&](session::Services& services) {
          record::save({planted()}, folder_.path() / "a.json");
          device::recorded::Options options;
          options.card = "h200";
          options.folders = {folder_.path()};
          services.recorded = services.device = device::recorded::make_device(std::move(options));
        }) {}
  Stage* operator->() { return &stage_; }
  session::Session& operator*() { return *stage_; }

 private:
  tests::TemporaryFolder folder_;
  Stage stage_;
};

TEST(TimelineView, ARecordingsRunIsShown) {
  RecordedStage stage;
  (*stage).open_free_play(bias);
  EXPECT_EQ(stage->node("figure.timeline"), nullptr) << "it is not open";
  ASSERT_TRUE((*stage).act("run.start"));
  (*stage).wait();
  ASSERT_NE(stage->node("figure.timeline"), nullptr);
  EXPECT_THAT(
      stage->twin(),
      AllOf(HasSubstr("recorded (bytes by counters), from a.json, not part of this release, stream, run 2 of 3"),
            HasSubstr("idle 12 µs")));
}

TEST(LockRule, KernelRecordsComeAfterTheGuess) {
  RecordedStage stage;
  ASSERT_TRUE((*stage).open_lesson("02"));
  for (int step = 1; step <= 5; ++step) {
    (*stage).go_to_step(step);
    EXPECT_EQ(stage->node("figure.timeline"), nullptr) << "step " << step;
    EXPECT_THAT(stage->everything(),
                AllOf(Not(HasSubstr("idle 12 µs")), Not(HasSubstr("912345")), Not(HasSubstr("0.000912"))))
        << "step " << step;
  }
  (*stage).open_free_play(bias);
  EXPECT_EQ(stage->node("figure.timeline"), nullptr) << "closed on the chain of an open task";
  EXPECT_THAT(stage->everything(), Not(HasSubstr("idle 12 µs")));
}

}  // namespace timeline_test
