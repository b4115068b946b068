// Sweeps measured point by point, and a lesson's sweep under the lock rule.
#include "study/sweep.hpp"

#include "base/error.hpp"
#include "chain/parser.hpp"
#include "charts/sweep/series.hpp"
#include "device/recorded/recorded_device.hpp"
#include "record/recording.hpp"
#include "record/samples.hpp"
#include "stage.hpp"

#include <gmock/gmock.h>

namespace sweep_test {

using charts::SweepHeight;
using record::Source;
using ::testing::HasSubstr;
using ::testing::Not;
using tests::Stage;

charts::SweepData sizes() {
  const auto chain = std::make_shared<const chain::Chain>(chain::parse("x: f32[8, 64]\ny = cos(relu(x))\n").value());
  return study::swept(chain, chain::parse_axis("size=1K..8K").value(), study::machine_of(tests::fake_spec())).value();
}

TEST(MeasureSweep, EachPointOnTheDevice) {
  charts::SweepData data = sizes();
  tests::FakeDevice device(std::make_shared<tests::Orders>());
  std::vector<std::string> words;
  std::vector<double> shares;
  study::measure_sweep(data, device, {},
                       [&](const measure::Progress& now) {
                         words.push_back(now.word);
                         shares.push_back(now.share);
                       },
                       {});
  const auto lines = charts::series_of(data, SweepHeight::time);
  ASSERT_EQ(lines.size(), 4U);
  for (const auto& value : lines[2].values) EXPECT_TRUE(value);
  EXPECT_EQ(charts::best_source(data), Source::measured);
  EXPECT_TRUE(std::ranges::is_sorted(shares));
  EXPECT_THAT(words, ::testing::Contains(HasSubstr("2 KiB (3 of 4)"))) << "neighbours are far apart in time";
}

TEST(MeasureSweep, APointThatTakesTooLongIsLeftOutAndSaid) {
  charts::SweepData data = sizes();
  const auto time_of = [&](std::size_t at) {
    return data.points[at].predictions[0].cold.value + data.points[at].predictions[1].cold.value;
  };
  study::SweepRequest request;
  request.longest = base::Seconds{(time_of(2) + time_of(3)) / 2};
  tests::FakeDevice device(std::make_shared<tests::Orders>());
  study::measure_sweep(data, device, request, {}, {});
  EXPECT_EQ(data.points[2].missing, "");
  EXPECT_FALSE(data.points[2].measurements.empty());
  EXPECT_THAT(data.points[3].missing, HasSubstr(base::show(base::Seconds{time_of(3)})));
  EXPECT_TRUE(data.points[3].measurements.empty());
  request.longest = base::Seconds{0};
  charts::SweepData none = sizes();
  EXPECT_THROW(study::measure_sweep(none, device, request, {}, {}), device::DeviceError);
}

TEST(MeasureSweep, APointThatDoesNotFitIsSaidAndNoneAtAllIsThrown) {
  charts::SweepData data = sizes();
  const auto orders = std::make_shared<tests::Orders>();
  tests::FakeDevice device(orders);
  const auto progress = [&](const measure::Progress& now) {
    // The last one is too large.
    if (now.word.starts_with("8 KiB")) orders->refuse_prepare = "This needs 3 GB of memory and 1 GB are free.";
  };
  study::measure_sweep(data, device, {}, progress, {});
  EXPECT_EQ(data.points[2].missing, "");
  EXPECT_EQ(data.points[3].missing, "This needs 3 GB of memory and 1 GB are free.");
  EXPECT_TRUE(data.points[3].measurements.empty());
  charts::SweepData none = sizes();
  EXPECT_THROW(study::measure_sweep(none, device, {}, {}, {}), device::DeviceError);
}

TEST(MeasureSweep, StopsBetweenPointsAndKeepsWhatItHas) {
  charts::SweepData data = sizes();
  tests::FakeDevice device(std::make_shared<tests::Orders>());
  std::stop_source stop;
  const auto progress = [&](const measure::Progress& now) {
    if (now.word.starts_with("4 KiB")) stop.request_stop();
  };
  EXPECT_THROW(study::measure_sweep(data, device, {}, progress, stop.get_token()), base::Cancelled);
  EXPECT_EQ(data.points[0].measurements.size(), 1U);
  for (const std::size_t later : {1U, 2U, 3U}) EXPECT_TRUE(data.points[later].measurements.empty()) << later;
}

constexpr auto lesson_text = R"(+++
id = "77"
title = "Sizes"
minutes = 5
goal = "g"
+++
## Guess

```chain pair
x: f32[8, 64]
y = cos(relu(x))
```

```sweep pair over size=1K..8K speedup
```

```task
id = "faster"
kind = "number"
asked = "ratio.time"
question = "How many times faster?"
```

## After

Words.

```sweep pair over size=1K..8K
```
)";

/// A session with this lesson and a recorded card that knows two of its four sizes.
class SweepStage {
 public:
  explicit SweepStage(const std::string& text = lesson_text)
      : stage_([&](session::Services& services) {
          std::vector<record::Measurement> two = {tests::sample_of("x: f32[4, 64]\ny = cos(relu(x))\n"),
                                                  tests::sample_of("x: f32[16, 64]\ny = cos(relu(x))\n")};
          for (auto& one : two) one.provenance.device = "NVIDIA H200";
          record::save(two, folder_.path() / "a.json");
          device::recorded::Options options;
          options.card = "h200";
          options.folders = {folder_.path()};
          services.recorded = device::recorded::make_device(std::move(options));
          services.find_lesson = [text](std::string_view) { return lesson::parse(text, "lesson.md"); };
          services.course = [] { return base::Expected<std::vector<lesson::Listed>>(); };
        }) {
    EXPECT_TRUE(stage_->open_lesson("77"));
  }
  Stage* operator->() { return &stage_; }
  session::Session& operator*() { return *stage_; }

 private:
  tests::TemporaryFolder folder_;
  Stage stage_;
};

TEST(LessonSweep, NothingOfItUntilTheGuessIsLocked) {
  SweepStage stage;
  ASSERT_NE(stage->node("figure.sweep"), nullptr);
  EXPECT_THAT(stage->everything(), HasSubstr("At which sizes does fusing pay"));
  for (const char* told : {"-bound", "fusing gives", "recorded,", "model,"}) {
    EXPECT_THAT(stage->node("figure.sweep")->figure->description, Not(HasSubstr(told)));
    EXPECT_THAT(exporter::to_csv(*stage->node("figure.sweep")->figure), Not(HasSubstr(told)));
  }
  // Another step's figure hides it as well.
  (*stage).go_to_step(2);
  EXPECT_THAT(stage->node("figure.sweep")->figure->description, Not(HasSubstr("Unfused, model")));
  (*stage).go_to_step(1);
  (*stage).act("guess.set", "2");
  (*stage).act("guess.lock");
  const auto& told = *stage->node("figure.sweep")->figure;
  EXPECT_THAT(told.description, HasSubstr("Model: 1 KiB"));
  EXPECT_THAT(told.description, HasSubstr("Recorded from a.json: 1 KiB"));
  EXPECT_THAT(told.description, HasSubstr("2 of 4 points come from the model alone: Not recorded on the H200."));
}

TEST(LessonSweep, IsMeasuredHereOnceItMayBeSeen) {
  SweepStage stage;
  EXPECT_EQ(stage->node("button.sweep"), nullptr);
  (*stage).act("guess.set", "2");
  (*stage).act("guess.lock");
  ASSERT_NE(stage->node("button.sweep"), nullptr);
  ASSERT_TRUE(stage->node("button.sweep")->actions[0].enabled) << stage->node("button.sweep")->actions[0].why_not;
  EXPECT_EQ(stage->node("figure.sweep-here"), nullptr);
  (*stage).act("sweep.measure");
  (*stage).wait();
  ASSERT_NE(stage->node("figure.sweep-here"), nullptr);
  EXPECT_THAT(stage->node("figure.sweep-here")->figure->description, HasSubstr("Measured: 1 KiB"));
  EXPECT_THAT(stage->node("figure.sweep")->figure->description, Not(HasSubstr("Measured")));
  EXPECT_EQ(stage->node("button.sweep"), nullptr);
}

TEST(LessonSweep, AChoiceAboutItHidesItThoughItAsksNoQuantity) {
  std::string text = lesson_text;
  text.replace(text.find("kind = \"number\""), 15, "kind = \"choice\"\nchoices = [\"a\", \"b\"]\nright = \"A\"");
  text.erase(text.find("asked = "), std::string("asked = \"ratio.time\"\n").size());
  SweepStage stage(text);
  ASSERT_NE(stage->node("figure.sweep"), nullptr);
  EXPECT_EQ(stage->node("figure.sweep")->figure->stage, figure::Stage::question);
  (*stage).act("choice:A");
  (*stage).act("guess.lock");
  EXPECT_EQ(stage->node("figure.sweep")->figure->stage, figure::Stage::truth);
}

TEST(LessonSweep, TheRoomSeesItAfterTheTruthAndAFrameBeforeIt) {
  constexpr auto below = R"(+++
id = "77"
title = "Sizes"
minutes = 5
goal = "g"
+++
## Guess

```chain pair
x: f32[8, 64]
y = cos(relu(x))
```

```task
id = "faster"
kind = "choice"
question = "Which way?"
choices = ["Up", "Down"]
right = "A"
```

```sweep pair over size=1K..8K speedup
```
)";
  SweepStage stage(below);
  ASSERT_TRUE((*stage).act("class.open"));
  EXPECT_EQ(stage->node("figure.sweep"), nullptr);
  EXPECT_THAT(stage->everything(), Not(HasSubstr("Recorded from a.json: 1 KiB")));
  ASSERT_TRUE((*stage).act("class.next"));
  ASSERT_TRUE((*stage).act("class.next"));
  EXPECT_NE(stage->node("class.letter.A"), nullptr) << "the truth of the letters comes first";
  EXPECT_EQ(stage->node("figure.sweep"), nullptr);
  ASSERT_TRUE((*stage).act("class.next"));
  ASSERT_NE(stage->node("figure.sweep"), nullptr);
  EXPECT_THAT(stage->node("figure.sweep")->figure->description, HasSubstr("Recorded from a.json: 1 KiB"));
  EXPECT_EQ(stage->node("class.letter.A"), nullptr);
  ASSERT_TRUE((*stage).act("class.back"));
  EXPECT_NE(stage->node("class.letter.A"), nullptr);
  ASSERT_TRUE((*stage).act("class.next"));
  ASSERT_TRUE((*stage).act("class.flip"));
  ASSERT_TRUE((*stage).act("class.flip"));
  ASSERT_NE(stage->node("class.now"), nullptr);
  EXPECT_THAT(stage->node("class.now")->figure->description, HasSubstr("Recorded from a.json: 1 KiB"))
      << "the presenter has it too";
}

TEST(LessonSweep, OneAboveItsTaskIsAFrameInClassUntilItIsTold) {
  SweepStage stage;
  ASSERT_TRUE((*stage).act("class.open"));
  ASSERT_NE(stage->node("figure.sweep"), nullptr);
  EXPECT_THAT(stage->everything(), Not(HasSubstr("Recorded from a.json: 1 KiB")));
}

}  // namespace sweep_test
