// Lesson 01 as a student goes through it: the scene that stops where the guess begins, right and wrong, the jobs.
#include "right_answers.hpp"
#include "session/state/view.hpp"

#include <gmock/gmock.h>

#include <thread>

namespace lesson_01_test {

using ::testing::HasSubstr;
using ::testing::Not;
using tests::Stage;

constexpr int steps = 10;

bool locks(Stage& stage, const char* set, const char* value) {
  return stage->act(set, value) && stage->act("guess.lock");
}

bool answer(Stage& stage, int step) {
  return tests::answer(stage, "01", step);
}

void open(Stage& stage) {
  const auto opened = stage->open_lesson("01");
  ASSERT_TRUE(opened) << base::render(opened.error());
}

std::string mistake(Stage& stage) {
  const auto* node = stage.node("task.mistake");
  return node == nullptr ? "" : lesson::plain_text(node->paragraphs, 1000);
}

TEST(Lesson01, IsTheFirstThatOpens) {
  Stage stage;
  ASSERT_TRUE(stage->open_last());
  EXPECT_THAT(stage.twin(), HasSubstr("01 The warehouse"));
  EXPECT_NE(stage.node("figure.warehouse"), nullptr);
}

TEST(Lesson01, GoesFromTheFirstGuessToTheLastWordByActions) {
  Stage stage;
  open(stage);
  for (int step = 1; step <= steps; ++step) {
    EXPECT_THAT(stage.twin(), HasSubstr("Step " + std::to_string(step) + " of 10"));
    EXPECT_TRUE(answer(stage, step)) << "step " << step << "\n" << stage.twin();
    EXPECT_EQ(stage.node("trouble"), nullptr);
    EXPECT_EQ(mistake(stage), "") << step;
    if (step < steps) {
      EXPECT_TRUE(stage->act("next")) << step;
    }
  }
}

TEST(Lesson01, WhoGuessesWhatAClockSaysReadsWhatItTimes) {
  Stage stage;
  open(stage);
  for (int step = 1; step < 5; ++step) {
    EXPECT_EQ(stage.node("run.where"), nullptr) << "a count hangs on no machine: step " << step;
    ASSERT_TRUE(answer(stage, step));
    ASSERT_TRUE(stage->act("next"));
  }
  ASSERT_NE(stage.node("run.where"), nullptr) << stage.twin();
  EXPECT_THAT(stage.twin(), HasSubstr("This will run on this computer's processor, Fake processor."));
  ASSERT_TRUE(answer(stage, 5));
  EXPECT_EQ(stage.node("run.where"), nullptr) << "the next step says it";
}

TEST(Lesson01, ButAModelsTimeInAnotherLessonIsNoRunToCome) {
  Stage stage;
  const auto opened = stage->open_lesson("04");
  ASSERT_TRUE(opened) << base::render(opened.error());
  stage->go_to_step(7);
  EXPECT_THAT(stage.twin(), HasSubstr("according to the model"));
  EXPECT_EQ(stage.node("run.where"), nullptr) << stage.twin();
}

TEST(Lesson01, WhoCountedGoesOnAndRunsNothingThatNoPageTells) {
  Stage stage;
  open(stage);
  ASSERT_TRUE(answer(stage, 1));
  EXPECT_EQ(stage.node("button.primary")->actions.front().id, "next") << "a count needs no run";
  EXPECT_EQ(stage.node("button.again"), nullptr) << "one kernel: there are no two plans to run";
  stage->go_to_step(2);
  ASSERT_TRUE(locks(stage, "choice:B", ""));
  EXPECT_EQ(stage.node("button.again"), nullptr) << "nothing on the page would tell what the run came to";
  stage->go_to_step(7);
  ASSERT_TRUE(answer(stage, 7));
  EXPECT_EQ(stage.node("button.again"), nullptr);
}

TEST(Lesson01, TheAnswerMovesTheSceneToAsManyJobs) {
  Stage stage;
  open(stage);
  stage->go_to_step(7);
  ASSERT_TRUE(locks(stage, "guess.set", "5"));
  EXPECT_EQ(stage.node("scene.jobs")->value, "6");
  const std::string told = stage.node("figure.warehouse")->figure->description;
  EXPECT_THAT(told, HasSubstr("One-way trips so far: 12"));
  EXPECT_THAT(told, HasSubstr("One-way trips so far: 2,"));
}

TEST(Lesson01, TheKeyThatPlaysOpensTheSceneBehindTheBars) {
  Stage stage;
  open(stage);
  for (int step = 1; step <= 6; ++step) {
    stage->go_to_step(step);
    ASSERT_TRUE(answer(stage, step));
  }
  ASSERT_FALSE(stage.node("figure.warehouse")->selected);
  ASSERT_TRUE(stage->act("scene.show"));
  EXPECT_TRUE(stage.node("figure.warehouse")->selected);
  EXPECT_TRUE(stage.node("scene.place")->selected) << "it plays";
  EXPECT_FALSE(stage->act("scene.show")) << "now its own button has the key";
}

TEST(Lesson01, WhoWasSureWalksThePlanThatWasAsked) {
  Stage stage;
  open(stage);
  ASSERT_TRUE(answer(stage, 1));
  stage->go_to_step(2);
  stage->act("confidence:sure");
  ASSERT_TRUE(locks(stage, "choice:A", ""));
  const auto* walk = stage.node("task.walk");
  ASSERT_NE(walk, nullptr);
  EXPECT_THAT(stage.twin(), HasSubstr("In all: 4 trips"));
  EXPECT_THAT(stage.twin(), HasSubstr("Worker 2 (")) << "step 9 tells what a kernel is";
  EXPECT_THAT(stage.twin(), testing::Not(HasSubstr("The fused plan"))) << "which comes in step 4";
}

TEST(Lesson01, WrongAnswersAreToldWhy) {
  const std::vector<std::tuple<int, const char*, const char*, const char*>> wrong = {
      {1, "guess.set", "1", "only one direction"},
      {1, "guess.set", "4", "an empty truck does not count"},
      {2, "choice:A", "", "may not start until"},
      {2, "choice:C", "", "wiped clean"},
      {3, "guess.set", "4", "in for the job, and out after it"},
      {3, "guess.set", "5", "also fetches it again"},
      {3, "guess.set", "2", "so the gift goes back every time"},
      {4, "guess.set", "8", "never lets go of the gift"},
      {4, "guess.set", "1", "You counted the way in"},
      {4, "guess.set", "4", "Jobs do not travel"},
      {7, "guess.set", "12", "Every job takes two"},
      {7, "guess.set", "3", "divide the meter by two"},
      {8, "choice:A", "", "waits longer for the road"},
      {8, "choice:C", "", "driven there and back"},
      {9, "choice:C", "", "call it fusion"}};
  for (const auto& [step, set, value, because] : wrong) {
    Stage stage;
    open(stage);
    for (int before = 1; before < step; ++before) ASSERT_TRUE(answer(stage, before)) << before;
    stage->go_to_step(step);
    ASSERT_TRUE(locks(stage, set, value)) << step << ' ' << value;
    if (step == 3) {  // some of its causes would tell what the next step asks
      ASSERT_TRUE(answer(stage, 4));
      stage->go_to_step(3);
    }
    EXPECT_THAT(mistake(stage), HasSubstr(because)) << step << ' ' << value;
    EXPECT_FALSE(stage->act("guess.lock")) << "a lock stays a lock";
  }
}

TEST(Lesson01, TheClockJudgesTheGuessOfTimeAfterTheRun) {
  Stage stage;
  stage.orders().slow_down = 3.9;
  open(stage);
  for (int step = 1; step <= 4; ++step) ASSERT_TRUE(answer(stage, step));
  stage->go_to_step(5);
  ASSERT_TRUE(locks(stage, "guess.set", "1"));
  EXPECT_EQ(mistake(stage), "") << "nobody knows yet";
  ASSERT_TRUE(answer(stage, 6));
  stage->go_to_step(5);
  EXPECT_THAT(mistake(stage), HasSubstr("driving takes time too"));
}

// --- the scene and the lock ---

bool says(const std::string& text, std::string_view words) {
  return text.find(words) != std::string::npos;
}

/// The last moment that the scene goes to by steps, and what can be read there.
std::string played_out(Stage& stage) {
  while (stage->act("scene.on")) {
  }
  return stage.everything();
}

TEST(Lesson01, TheSceneStopsBeforeTheAnswerAndGoesOnAfterTheLock) {
  for (const auto& [step, told] : std::vector<std::pair<int, std::string>>{
           {1, "so far: 2,"}, {2, "so far: 4,"}, {3, "so far: 8,"}, {4, "so far: 2,"}}) {
    Stage stage;
    open(stage);
    for (int before = 1; before < step; ++before) ASSERT_TRUE(answer(stage, before));
    stage->go_to_step(step);
    ASSERT_NE(stage.node("figure.warehouse"), nullptr);
    const std::string before = played_out(stage);
    EXPECT_TRUE(says(before, "the rest after your guess")) << step;
    EXPECT_FALSE(says(before, "so far:")) << step;
    EXPECT_FALSE(says(before, "The shift is over") || says(before, "shifts are over")) << step;
    EXPECT_FALSE(says(before, "delivers")) << "no truck has left the dock, step " << step;
    EXPECT_EQ(stage.node("figure.warehouse")->figure->stage, figure::Stage::guess);
    EXPECT_TRUE(stage.node("scene.place")->slider->stops.empty())
        << "its ticks would count the crossings, step " << step;
    EXPECT_TRUE(stage->act("scene.seek", "1")) << "nor by the slider";
    EXPECT_FALSE(says(stage.everything(), "delivers")) << step;
    EXPECT_FALSE(stage->view().playing);
    ASSERT_TRUE(answer(stage, step));
    EXPECT_TRUE(stage->view().playing) << "it goes on by itself";
    EXPECT_FALSE(stage.node("scene.place")->slider->stops.empty()) << step;
    EXPECT_TRUE(says(played_out(stage), told)) << step;
    EXPECT_TRUE(says(stage.twin(), step == 1 || step == 4 ? "The shift is over" : "shifts are over")) << step;
  }
}

TEST(Lesson01, NoTotalStandsAnywhereBeforeItsLock) {
  Stage stage;
  open(stage);
  const std::vector<std::pair<int, std::vector<std::string>>> planted = {
      {1, {"2 crossings", "268 MB", "268435456"}},
      {3, {"8 crossings", "1.07 GB", "1 073 741 824", "1073741824"}},
      {4, {"4.00x", "4 times", "75%", "805 MB"}}};
  for (const auto& [until, forms] : planted) {
    for (int step = 1; step <= steps; ++step) {
      if (until == 1 && step == 7) continue;  // other chains than those that are asked stand there
      stage->go_to_step(step);
      const std::string all = played_out(stage);
      for (const auto& shown : forms) {
        EXPECT_EQ(all.find(shown), std::string::npos)
            << "'" << shown << "', asked at step " << until << ", stands on step " << step;
      }
    }
    for (int step = 1; step <= until; ++step) answer(stage, step);
  }
}

TEST(Lesson01, TheTwinNamesNothingBeforeTheMapDoes) {
  Stage stage;
  open(stage);
  const auto twin = [&] { return stage.node("figure.warehouse")->figure->description; };
  for (const char* word : {"f32", "kernel", "memory", "L2"}) EXPECT_FALSE(says(twin(), word)) << word;
  stage->go_to_step(9);
  for (const char* word : {"kernel", "slow memory", "L2 cache", "registers"}) EXPECT_TRUE(says(twin(), word)) << word;
}

TEST(Lesson01, AfterTheRunTheTrucksKeepTheMeasuredTimes) {
  Stage stage;
  open(stage);
  for (int step = 1; step <= 5; ++step) ASSERT_TRUE(answer(stage, step));
  stage->go_to_step(6);
  EXPECT_THAT(stage.twin(), HasSubstr("every trip takes the same time")) << "its own speed would tell the times";
  EXPECT_THAT(stage.twin(), Not(HasSubstr("slower than measured")));
  ASSERT_TRUE(answer(stage, 6));
  EXPECT_THAT(stage.twin(), HasSubstr("times; times as measured"));
}

TEST(Lesson01, OneToEightJobs) {
  Stage stage;
  open(stage);
  for (int step = 1; step <= 6; ++step) ASSERT_TRUE(answer(stage, step));
  stage->go_to_step(7);
  EXPECT_TRUE(stage->act("scene.seek", "1"));
  for (int jobs = 1; jobs <= 8; ++jobs) {
    ASSERT_TRUE(stage->act("scene.jobs", std::to_string((jobs - 1) / 7.0)));
    EXPECT_EQ(stage.node("scene.jobs")->value, std::to_string(jobs));
    const std::string& said = stage.node("figure.warehouse")->figure->description;
    EXPECT_THAT(said, HasSubstr("so far: " + std::to_string(2 * jobs) + ",")) << "unfused";
    EXPECT_THAT(said, HasSubstr("so far: 2,")) << "fused";
  }
  EXPECT_TRUE(stage->act("scene.jobs", "7"));
  EXPECT_TRUE(stage->act("scene.jobs", "many"));
  EXPECT_EQ(stage.node("scene.jobs")->value, "8");
}

TEST(Lesson01, JobsThatAreAskedAreAnsweredInJobs) {
  Stage stage;
  open(stage);
  for (int step = 1; step <= 7; ++step) ASSERT_TRUE(answer(stage, step));
  stage->go_to_step(7);
  EXPECT_THAT(stage.node("task.question")->paragraphs.front().runs.front().text, HasSubstr("jobs"));
  EXPECT_THAT(stage.node("task.answer")->label, testing::AllOf(HasSubstr("6"), Not(HasSubstr("kernel"))));
}

TEST(Lesson01, TheJobsDoNotTellWhatAnEarlierTaskStillAsks) {
  Stage stage;
  open(stage);
  stage->go_to_step(7);
  EXPECT_TRUE(stage->act("scene.jobs", std::to_string(3 / 7.0)));
  EXPECT_EQ(stage.node("scene.jobs")->value, "4");
  const std::string all = played_out(stage);
  EXPECT_FALSE(says(all, "so far: 8,"));
  EXPECT_FALSE(says(all, "delivers"));
}

}  // namespace lesson_01_test
