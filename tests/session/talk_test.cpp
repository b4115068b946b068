// The talk: its questions one after the other in the class view, over several lessons.
#include "base/words.hpp"
#include "lesson/course_map.hpp"
#include "session/session.hpp"
#include "stage.hpp"

#include <gmock/gmock.h>

namespace talk_test {

using ::testing::HasSubstr;
using tests::Stage;

lesson::CourseMap talk_of(std::vector<lesson::TalkStop> stops) {
  lesson::CourseMap map;
  map.talk = std::move(stops);
  return map;
}

Stage stage_with(const lesson::CourseMap& map) {
  return Stage([&](session::Services& services) {
    services.course_map = [map] { return base::Expected<lesson::CourseMap>(map); };
  });
}

/// Clicks on until this stands in the header.
bool clicks_to(Stage& stage, std::string_view place) {
  for (int i = 0; i < 8; ++i) {
    if (stage.node("header")->value == place) return true;
    if (!stage->act("class.next")) break;
  }
  return stage.node("header")->value == place;
}

TEST(Talk, GoesFromQuestionToQuestionOverLessons) {
  Stage stage = stage_with(talk_of({{"01", "four", 2, 0, 0}, {"02", "why", 3, 0, 0}, {"01", "one", 1, 0, 0}}));
  ASSERT_TRUE(stage->open_lesson("02"));
  ASSERT_TRUE(stage->act("course.open"));
  EXPECT_THAT(stage.twin(), HasSubstr("The talk, 6 minutes"));
  ASSERT_TRUE(stage->act("talk.open"));
  EXPECT_TRUE(stage->view().in_class);
  EXPECT_EQ(stage.node("header")->label, "The talk");
  EXPECT_EQ(stage.node("header")->value, "Question 1 of 3");
  EXPECT_FALSE(stage->act("class.back")) << "nothing is before it";
  ASSERT_TRUE(clicks_to(stage, "Question 2 of 3"));
  EXPECT_THAT(stage->view().title, HasSubstr("Count the crossings"));
  ASSERT_TRUE(clicks_to(stage, "Question 3 of 3"));
  ASSERT_TRUE(stage->act("class.back"));
  EXPECT_EQ(stage.node("header")->value, "Question 2 of 3");
  ASSERT_TRUE(stage->act("class.leave"));
  EXPECT_FALSE(stage->view().in_class);
  ASSERT_TRUE(stage->act("class.open"));
  EXPECT_THAT(stage.node("header")->label, HasSubstr("02 Count")) << "the talk is over";
}

TEST(Talk, ThePresenterSeesItsMinutesAndWhatIsNext) {
  Stage stage = stage_with(talk_of({{"01", "four", 2, 0, 0}, {"02", "why", 3, 0, 0}}));
  ASSERT_TRUE(stage->open_lesson("01"));
  ASSERT_TRUE(stage->act("course.open"));
  ASSERT_TRUE(stage->act("talk.open"));
  stage->set_presenter_window(true);
  std::string presenter = session::text_twin(stage->presenter_view());
  EXPECT_THAT(presenter, HasSubstr("of 5 min"));
  EXPECT_THAT(presenter, HasSubstr("of 2 min"));
  EXPECT_THAT(presenter, HasSubstr("Count the crossings")) << "the next lesson";
}

TEST(Talk, EndsWithWhatToRemember) {
  lesson::CourseMap map = talk_of({{"01", "one", 1, 0, 0}, {"01", "four", 2, 0, 0}});
  map.talk_takeaways = {"One trip.", "Same *math*."};
  Stage stage = stage_with(map);
  ASSERT_TRUE(stage->open_lesson("01"));
  ASSERT_TRUE(stage->open_talk());
  ASSERT_TRUE(clicks_to(stage, "Question 2 of 2"));
  while (stage->act("class.next")) EXPECT_EQ(stage.node("header")->value, "Question 2 of 2");
  ASSERT_NE(stage.node("class.takeaways"), nullptr);
  EXPECT_THAT(stage.twin(), HasSubstr("One trip."));
  EXPECT_THAT(stage.twin(), HasSubstr("Same math."));
  ASSERT_TRUE(stage->act("class.back"));
  EXPECT_EQ(stage.node("class.takeaways"), nullptr);
}

/// Lesson 14 asks more about this chain, which the talk does not: nothing waits for that.
TEST(Talk, AnAnswerIsShownWholeWhereOnlyTheLessonAsksMore) {
  Stage stage = stage_with(talk_of({{"14", "results", 2, 0, 0}, {"14", "fused-results", 1, 0, 0}}));
  ASSERT_TRUE(stage->open_lesson("14"));
  ASSERT_TRUE(stage->open_talk());
  const auto meter = [&] {
    std::string all;
    for (const auto& mark : stage.node("figure.warehouse")->figure->marks) {
      if (const auto* text = std::get_if<figure::Text>(&mark.shape)) all += text->text + "\n";
    }
    return all;
  };
  EXPECT_THAT(meter(), HasSubstr("?")) << "asked";
  while (stage.node("header")->value == "Question 1 of 2" && !testing::Value(stage.twin(), HasSubstr("make 5 trips")))
    ASSERT_TRUE(stage->act("class.next"));
  for (int step = 0; step < 60 && stage->act("scene.on"); ++step) {
  }
  EXPECT_THAT(meter(), testing::Not(HasSubstr("?")));
  ASSERT_TRUE(clicks_to(stage, "Question 2 of 2"));
  EXPECT_THAT(meter(), HasSubstr("?")) << "the next one is asked";
}

TEST(Talk, AStopThatIsMissingIsToldAtItsPlace) {
  Stage stage = stage_with(talk_of({{"01", "four", 2, 0, 0}, {"02", "nothing", 3, 61, 8}}));
  ASSERT_TRUE(stage->open_lesson("02"));
  ASSERT_TRUE(stage->act("course.open"));
  ASSERT_TRUE(stage->act("talk.open"));
  EXPECT_FALSE(stage->view().in_class);
  EXPECT_THAT(stage.twin(), HasSubstr("course.toml:61:8"));
  EXPECT_THAT(stage.twin(), HasSubstr("lesson 02 has no question 'nothing'"));
  EXPECT_FALSE(stage->open_talk());
}

TEST(Talk, OfTheCourseTakesTwentyMinutes) {
  const auto map = lesson::course_map();
  ASSERT_TRUE(map) << base::render(map.error());
  EXPECT_EQ(map->talk_minutes(), 20);
  Stage stage;
  const auto opened = stage->open_talk();
  ASSERT_TRUE(opened) << base::render(opened.error());
  const std::string last = base::say(
      "session.talk.place", {{"stop", std::to_string(map->talk.size())}, {"stops", std::to_string(map->talk.size())}});
  for (int i = 0; i < 100 && stage.node("header")->value != last; ++i) {
    if (!stage->act("class.next")) {
      ASSERT_TRUE(stage->act("class.skip"));
    }
    stage->wait();
  }
  EXPECT_EQ(stage.node("header")->value, last);
  while (stage->act("class.next")) stage->wait();
  EXPECT_NE(stage.node("class.takeaways"), nullptr);
}

}  // namespace talk_test
