// A plan that a lesson has named: run beside unfused and fused, shown with them, and left out where it cannot run.
#include "device/recorded/recorded_device.hpp"
#include "lesson/loader.hpp"
#include "places.hpp"
#include "publish/lesson_figures.hpp"
#include "publish/lesson_html.hpp"
#include "record/recording.hpp"
#include "record/samples.hpp"
#include "stage.hpp"

#include <gmock/gmock.h>

#include <algorithm>

namespace named_plans_test {

using ::testing::HasSubstr;
using ::testing::Not;
using tests::Stage;

lesson::Lesson own() {
  return lesson::load(tests::folder() / "lessons/named-plans").value();
}

void with_lesson(session::Services& services) {
  services.find_lesson = [](std::string_view) { return base::Expected<lesson::Lesson>(own()); };
  services.course = [] { return base::Expected<std::vector<lesson::Listed>>(); };
}

/// The same, and its plan turns a knob.
void with_knobs(session::Services& services) {
  with_lesson(services);
  services.find_lesson = [](std::string_view) {
    lesson::Lesson lesson = own();
    lesson.plans["rows"].front().knobs = true;
    return base::Expected<lesson::Lesson>(std::move(lesson));
  };
}

/// Answers the first step and runs the second.
void run(Stage& stage) {
  ASSERT_TRUE(stage->open_lesson("91"));
  ASSERT_TRUE(stage->act("guess.set", "3"));
  ASSERT_TRUE(stage->act("guess.lock"));
  stage->go_to_step(2);
  ASSERT_TRUE(stage->act("run.start"));
  stage->wait();
}

/// Which plans a figure's table tells of, in its order.
std::vector<std::string> plans_in(const figure::Figure& figure) {
  std::vector<std::string> plans;
  for (const figure::Row& row : figure.table.rows) {
    if (std::ranges::find(plans, row.cells[0]) == plans.end()) plans.push_back(row.cells[0]);
  }
  return plans;
}

TEST(NamedPlans, AreHiddenWhileTheyAreAsked) {
  Stage stage(with_lesson);
  ASSERT_TRUE(stage->open_lesson("91"));
  EXPECT_THAT(stage.everything(), Not(HasSubstr("3 crossings")));
  stage->go_to_step(3);
  EXPECT_THAT(stage.twin(), Not(HasSubstr("12.6 MB")));
}

TEST(NamedPlans, ARunMeasuresThemAndItsPicturesShowThem) {
  Stage stage(with_lesson);
  run(stage);
  const auto* bytes = stage.node("figure.bytes");
  ASSERT_NE(bytes, nullptr) << stage.twin();
  EXPECT_THAT(plans_in(*bytes->figure), testing::Contains("statistics"));
  EXPECT_THAT(exporter::to_svg(*bytes->figure), HasSubstr(">statistics<"));
  EXPECT_THAT(stage.everything(), HasSubstr("--cuts m"));
  EXPECT_NE(stage.node("reveal.plan.statistics"), nullptr) << stage.twin();
  EXPECT_EQ(stage.node("reveal.not_run.1"), nullptr);
  EXPECT_EQ(stage.node("trouble"), nullptr);
  stage->go_to_step(3);
  EXPECT_THAT(stage.twin(), HasSubstr("The two workers took"));
  EXPECT_THAT(stage.twin(), Not(HasSubstr("not been measured")));
}

TEST(NamedPlans, AProcessorDoesNotTurnAGpusKnobs) {
  Stage stage(with_knobs);
  run(stage);
  ASSERT_NE(stage.node("reveal.not_run.1"), nullptr) << stage.twin();
  EXPECT_EQ(stage.node("reveal.not_run.1")->label,
            "The plan statistics sets knobs that only a GPU has, so this CPU did not run it.");
  EXPECT_EQ(stage.node("trouble"), nullptr) << "the others ran";
  EXPECT_THAT(stage.everything(), Not(HasSubstr("--cuts m")));
  EXPECT_THAT(stage.twin(), HasSubstr("not run"));
}

TEST(NamedPlans, ARecordedGpuShowsWhatItHas) {
  for (const bool all : {true, false}) {
    tests::TemporaryFolder folder;
    std::vector<std::string> cuts = {"every", "none"};
    if (all) cuts.emplace_back("m");
    record::Measurement sample = tests::sample_of(own().other_sizes.at("rows")->text, cuts);
    sample.target = record::Target{90, 132, 232448, 62914560, 64 * 1024};  // a GPU: the page takes its size
    record::save({sample}, folder.path() / "a.json");
    Stage stage([&](session::Services& services) {
      with_knobs(services);
      device::recorded::Options options;
      options.card = "h200";
      options.folders = {folder.path()};
      services.device = services.recorded = device::recorded::make_device(std::move(options));
    });
    run(stage);
    EXPECT_EQ(stage.node("trouble"), nullptr) << stage.twin();
    ASSERT_NE(stage.node("figure.bytes"), nullptr) << stage.twin();
    EXPECT_EQ(stage.node("reveal.not_run.1"), nullptr);
    stage->go_to_step(3);
    EXPECT_THAT(stage.twin(), all ? HasSubstr("The two workers took") : HasSubstr("not measured"));
  }
}

TEST(NamedPlans, PagesAndFiguresOnFileHaveTheirRow) {
  const auto lesson = own();
  const auto findings = publish::findings_of(lesson, nullptr, machine::device_named("h200").value());
  ASSERT_TRUE(findings);
  const std::string page = publish::lesson_html(lesson, *findings, {});
  EXPECT_THAT(page, HasSubstr("Three: "));
  EXPECT_THAT(page, HasSubstr(">statistics<"));
  EXPECT_THAT(page, Not(HasSubstr("not known")));
  const auto figures = publish::lesson_figures(lesson, *findings, {});
  const auto bytes = std::ranges::find(figures, "1-rows-bytes", &publish::LessonFigure::name);
  ASSERT_NE(bytes, figures.end());
  const auto& marks = bytes->figure.marks;
  const auto at = [&](std::string_view words) {
    for (const auto& mark : marks) {
      const auto* text = std::get_if<figure::Text>(&mark.shape);
      if (text != nullptr && text->text == words) return text->at.y;
    }
    return -1.0;
  };
  EXPECT_LT(at("unfused"), at("statistics"));
  EXPECT_LT(at("statistics"), at("fused")) << "between them";
}

}  // namespace named_plans_test
