// The class view: clicks through a step, hands typed and locked, and what the room may see when.
#include "lesson/kinds/kind.hpp"
#include "lesson/loader.hpp"
#include "right_answers.hpp"
#include "session/state/view.hpp"
#include "stage.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <sstream>

namespace class_view_test {

using session::Purpose;
using ::testing::AllOf;
using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::Not;
using tests::Stage;

void open(Stage& stage, const char* lesson, int step = 1) {
  const auto opened = stage->open_lesson(lesson);
  ASSERT_TRUE(opened) << base::render(opened.error());
  stage->go_to_step(step);
  ASSERT_TRUE(stage->act("class.open"));
}

bool next(Stage& stage, int clicks = 1) {
  bool done = true;
  for (int i = 0; i < clicks; ++i) {
    done = stage->act("class.next") && done;
    stage->wait();
  }
  return done;
}

std::string place(Stage& stage) {
  return stage.node("header")->value;
}

/// What the next click does, by its label.
std::string ahead(Stage& stage) {
  for (const auto& action : stage->view().root.actions) {
    if (action.id == "class.next") return action.label;
  }
  return {};
}

std::vector<const session::Node*> letters(Stage& stage) {
  std::vector<const session::Node*> found;
  for (const auto* node : session::all_nodes(stage->view())) {
    if (node->purpose == Purpose::choice) found.push_back(node);
  }
  return found;
}

std::size_t words_of(const session::Node& node) {
  std::size_t count = 0;
  for (const auto& paragraph : node.paragraphs) {
    std::string text;
    for (const auto& run : paragraph.runs) text += run.text;
    std::istringstream words(text);
    for (std::string word; words >> word;) ++count;
  }
  return count;
}

TEST(ClassView, GoesFromTheQuestionToTheTruthByClicksAlone) {
  Stage stage;
  open(stage, "02");
  EXPECT_EQ(ahead(stage), "End the guessing");
  ASSERT_TRUE(next(stage));
  EXPECT_EQ(stage.node("class.said")->label, "Guessing is over. Space shows the answer.");
  EXPECT_EQ(ahead(stage), "Show the answer") << "nobody counted: there is no tally";
  ASSERT_TRUE(next(stage));
  EXPECT_THAT(stage.twin(), HasSubstr("4 trips"));
  EXPECT_EQ(ahead(stage), "Next: Remove what nobody needs");
  ASSERT_TRUE(next(stage));
  EXPECT_EQ(place(stage), "2 of 10");
}

TEST(ClassView, BackGoesTheSameWayAndNothingIsLost) {
  Stage stage;
  open(stage, "02");
  ASSERT_TRUE(next(stage, 3));
  EXPECT_EQ(place(stage), "2 of 10");
  ASSERT_TRUE(stage->act("class.back"));
  EXPECT_EQ(place(stage), "1 of 10");
  EXPECT_TRUE(letters(stage).at(2)->selected) << "as it was left: told";
  EXPECT_FALSE(stage->act("class.back")) << "no way back to a question whose truth was told";
  ASSERT_TRUE(next(stage, 2));
  EXPECT_EQ(place(stage), "2 of 10");
  ASSERT_TRUE(stage->act("class.back"));
  EXPECT_EQ(ahead(stage), "End the guessing") << "what is only locked may be opened";
}

TEST(ClassView, HandsAreTypedLockedTalliedAndThenTold) {
  Stage stage;
  open(stage, "02", 3);
  ASSERT_TRUE(stage->act("class.type"));
  ASSERT_TRUE(stage->act("class.hands", "12 30 7"));
  for (const auto* node : letters(stage)) EXPECT_FALSE(node->share) << "no bar while hands are counted";
  ASSERT_TRUE(next(stage));
  EXPECT_EQ(stage.node("class.hands"), nullptr) << "the field is closed";
  EXPECT_EQ(stage.node("class.said")->label, "Guessing is over: 49 answers. Space shows the tally.");
  for (const auto* node : letters(stage)) EXPECT_TRUE(node->value.empty()) << "no count before the tally";
  EXPECT_FALSE(stage->act("class.hands", "1 1 1"));

  ASSERT_TRUE(next(stage));
  EXPECT_EQ(stage.node("class.said")->label, "Space shows the answer.");
  ASSERT_EQ(letters(stage).size(), 3u);
  EXPECT_EQ(letters(stage)[1]->value, "30 hands");
  EXPECT_DOUBLE_EQ(letters(stage)[1]->share.value(), 30.0 / 49);
  for (const auto* node : letters(stage)) {
    EXPECT_FALSE(node->selected) << node->label;
    EXPECT_FALSE(node->faded) << node->label;
  }
  EXPECT_THAT(stage.twin(), AllOf(HasSubstr("30 of 49 hands"), Not(HasSubstr("right\n"))));

  ASSERT_TRUE(next(stage));
  EXPECT_TRUE(letters(stage)[1]->selected);
  EXPECT_TRUE(letters(stage)[0]->faded);
  EXPECT_FALSE(letters(stage)[1]->faded);
  EXPECT_THAT(stage.twin(), HasSubstr("right"));
}

TEST(ClassView, TheExampleHasOneCountALetter) {
  for (const auto& [step, label] : {std::pair(1, "Hands for A to E, such as 12 30 7 4 9; Enter ends the guessing"),
                                    std::pair(3, "Hands for A to C, such as 12 30 7; Enter ends the guessing")}) {
    Stage stage;
    open(stage, "02", step);
    ASSERT_TRUE(stage->act("class.type"));
    EXPECT_EQ(stage.node("class.hands")->label, label);
  }
}

TEST(ClassView, WrongCountsAreSaidAndNothingIsLocked) {
  Stage stage;
  open(stage, "02", 3);
  for (const char* typed : {"12 30", "12 30 7 1", "12 many 7", "0 0 0", "-1 2 3"}) {
    ASSERT_TRUE(stage->act("class.type"));
    ASSERT_TRUE(stage->act("class.hands", typed));
    ASSERT_TRUE(next(stage));
    EXPECT_NE(stage.node("class.message"), nullptr) << typed;
    EXPECT_EQ(ahead(stage), "End the guessing") << typed;
    ASSERT_TRUE(stage->act("class.type.end"));
    EXPECT_EQ(stage.node("class.message"), nullptr) << typed;
  }
  ASSERT_TRUE(next(stage));
  EXPECT_EQ(stage.node("class.said")->label, "Guessing is over. Space shows the answer.")
      << "given up with its field, it stands in no way";
}

TEST(ClassView, BeforeTheTallyACountMayBeMendedAfterItNot) {
  Stage stage;
  open(stage, "02", 3);
  ASSERT_TRUE(stage->act("class.type"));
  ASSERT_TRUE(stage->act("class.hands", "1,2;3"));
  ASSERT_TRUE(next(stage));
  ASSERT_TRUE(stage->act("class.back"));
  ASSERT_TRUE(stage->act("class.type"));
  EXPECT_EQ(stage.node("class.hands")->value, "1,2;3");
  ASSERT_TRUE(stage->act("class.hands", "2 2 2"));
  ASSERT_TRUE(next(stage, 2));
  EXPECT_EQ(letters(stage)[0]->value, "2 hands");
  ASSERT_TRUE(stage->act("class.back"));
  ASSERT_TRUE(stage->act("class.back"));
  EXPECT_FALSE(stage->act("class.type")) << "the room has seen it";
}

TEST(ClassView, ACountsLettersAreTheRightNumberAndUsualMistakesBySize) {
  Stage stage;
  open(stage, "02");
  std::vector<double> shown;
  for (const auto* node : letters(stage)) shown.push_back(std::stod(node->paragraphs.at(0).runs.at(0).text));
  EXPECT_GE(shown.size(), 3u);
  EXPECT_LE(shown.size(), 5u);
  EXPECT_TRUE(std::ranges::is_sorted(shown));
  EXPECT_TRUE(std::ranges::count(shown, 4.0) == 1);
}

TEST(ClassView, ARunShowsItsBytesHoweverTheClassCameToIt) {
  const auto shown = [](Stage& stage, int step, int clicks) {
    open(stage, "02", step);
    for (int i = 0; i < clicks && stage.node("figure.trips") == nullptr; ++i) EXPECT_TRUE(next(stage));
    const auto* trips = stage.node("figure.trips");
    return trips == nullptr ? std::string() : trips->figure->description;
  };
  Stage straight, played;
  const std::string told = shown(straight, 5, 1);
  EXPECT_THAT(told, HasSubstr("537 MB"));
  EXPECT_EQ(shown(played, 1, 20), told);
  Stage unread([](session::Services& services) {
    services.course = []() -> base::Expected<std::vector<lesson::Listed>> {
      return std::unexpected(base::Diagnostics(1));
    };
  });
  EXPECT_THAT(shown(unread, 5, 1), HasSubstr("537 MB")) << "a course that cannot be read holds nothing back";
}

TEST(ClassView, WhereTheClockAnswersTheRoomGivesOneNumberAndTheRunTells) {
  Stage stage;
  open(stage, "01");
  for (int step = 1; step < 5; ++step) ASSERT_TRUE(next(stage, 3));
  ASSERT_EQ(place(stage), "5 of 10");
  EXPECT_TRUE(letters(stage).empty());
  ASSERT_TRUE(stage->act("class.type"));
  ASSERT_TRUE(stage->act("class.hands", "3.5"));
  ASSERT_TRUE(next(stage, 2));
  EXPECT_EQ(stage.node("class.said")->label, "The room says 3.5 times.");
  ASSERT_TRUE(next(stage));
  EXPECT_EQ(place(stage), "6 of 10");
  EXPECT_EQ(ahead(stage), "Run both");
  ASSERT_TRUE(next(stage));
  EXPECT_EQ(stage.node("trouble"), nullptr);
  EXPECT_THAT(stage.twin(), HasSubstr("not 4 times: here, jobs take"));
  EXPECT_NE(stage.node("figure.trips"), nullptr);
  ASSERT_TRUE(next(stage));
  EXPECT_EQ(place(stage), "7 of 10");
}

TEST(ClassView, HandsWhereOneNumberIsWantedAreRefused) {
  Stage stage;
  open(stage, "01", 5);
  ASSERT_TRUE(letters(stage).empty());
  for (const char* hands : {"12 30 7", "12, 30, 7", "12\t300"}) {
    ASSERT_TRUE(stage->act("class.type"));
    ASSERT_TRUE(stage->act("class.hands", hands));
    ASSERT_TRUE(next(stage));
    ASSERT_NE(stage.node("class.message"), nullptr) << hands;
    EXPECT_THAT(stage.node("class.message")->label, HasSubstr("Enter one number"));
    EXPECT_EQ(ahead(stage), "End the guessing");
    ASSERT_TRUE(stage->act("class.type.end"));
  }
}

TEST(ClassView, WhereNoHandsCanBeTypedTheirKeySaysWhy) {
  const auto why = [](Stage& stage) {
    const auto& actions = stage->view().root.actions;
    const auto type = std::ranges::find(actions, "class.type", &session::Action::id);
    return type == actions.end() || type->keys != session::Keys{"T"} || type->enabled ? std::string() : type->why_not;
  };
  Stage stage;
  open(stage, "02");
  EXPECT_EQ(why(stage), "") << "hands may be counted";
  ASSERT_TRUE(next(stage));
  EXPECT_THAT(why(stage), HasSubstr("guessing is over"));
  ASSERT_TRUE(next(stage));
  EXPECT_THAT(why(stage), HasSubstr("the room has already seen"));
  Stage run;
  open(run, "02", 5);
  EXPECT_THAT(why(run), HasSubstr("no hands are counted"));
}

TEST(ClassView, LeavingLosesNothingAndTheStudentsLocksAreTheirOwn) {
  Stage stage;
  open(stage, "02");
  ASSERT_TRUE(stage->act("class.type"));
  ASSERT_TRUE(stage->act("class.hands", "1 2 3 4 5"));
  ASSERT_TRUE(next(stage, 3));
  ASSERT_TRUE(stage->act("class.leave"));
  EXPECT_FALSE(stage->view().in_class);
  EXPECT_THAT(stage.everything(), Not(HasSubstr("4 crossings"))) << "what the room was told is no student's answer";
  ASSERT_TRUE(stage->act("class.open"));
  EXPECT_EQ(ahead(stage), "Next: Remove what nobody needs");
  EXPECT_EQ(letters(stage)[4]->value, "5 hands");
}

TEST(ClassView, AStudentsLocksTellTheRoomNothing) {
  Stage stage;
  ASSERT_TRUE(stage->open_lesson("01"));
  ASSERT_TRUE(stage->act("guess.set", "2") && stage->act("guess.lock"));
  ASSERT_TRUE(stage->act("class.open"));
  EXPECT_THAT(stage.everything(), Not(HasSubstr("2 crossings")));
}

TEST(ClassView, ARunIsRevealedByItsPictureItsVerdictAndItsBadge) {
  Stage stage;
  open(stage, "02", 5);
  EXPECT_EQ(stage.node("figure.trips"), nullptr);
  ASSERT_TRUE(next(stage));
  ASSERT_NE(stage.node("figure.trips"), nullptr) << stage.twin();
  ASSERT_NE(stage.node("reveal.verdict"), nullptr);
  ASSERT_EQ(stage.node("reveal.verdict")->lines.size(), 2u);
  EXPECT_EQ(stage.node("reveal.verdict")->lines[1], "Space goes on.");
  EXPECT_TRUE(stage.node("reveal.verdict")->selected);
  EXPECT_THAT(stage.node("reveal.verdict")->lines.front(), HasSubstr("UTC; results right."))
      << "that all are identical stands in the picture";
  EXPECT_EQ(stage.node("reveal.badge.measured")->label, "measured (bytes worked out)");
  Stage before_bytes;
  open(before_bytes, "01", 6);
  ASSERT_TRUE(next(before_bytes));
  EXPECT_EQ(before_bytes.node("reveal.badge.measured")->label, "measured");
  // What P asks stands in the same place.
  ASSERT_TRUE(stage->act("class.flip"));
  EXPECT_THAT(stage.node("class.said")->label, HasSubstr("Press P again"));
  EXPECT_EQ(stage.node("reveal.verdict"), nullptr);
  EXPECT_EQ(stage.node("reveal.badge.measured"), nullptr);
}

/// A teacher has run the lesson at home: the room guesses first all the same.
TEST(ClassView, ARunOfBeforeTheClassWaitsForTheRoom) {
  Stage stage;
  ASSERT_TRUE(stage->open_lesson("02"));
  for (int step = 1; step <= 5; ++step) {
    stage->go_to_step(step);
    ASSERT_TRUE(tests::answer(stage, "02", step)) << step;
  }
  stage->go_to_step(5);
  ASSERT_NE(stage.node("figure.trips"), nullptr) << "the student's page";
  ASSERT_TRUE(stage->act("class.open"));
  EXPECT_EQ(stage.node("figure.trips"), nullptr);
  EXPECT_EQ(stage.node("reveal.verdict"), nullptr);
  EXPECT_THAT(stage.twin(), HasSubstr("Both plans, run for real"));
  EXPECT_EQ(ahead(stage), "Run again") << "as the words announce";
  ASSERT_TRUE(stage->act("class.kept"));
  EXPECT_NE(stage.node("figure.trips"), nullptr);
  EXPECT_NE(stage.node("reveal.verdict"), nullptr);
  ASSERT_TRUE(stage->act("class.leave"));
  ASSERT_TRUE(stage->act("class.open"));
  EXPECT_NE(stage.node("figure.trips"), nullptr) << "what was seen stays so";
}

TEST(ClassView, ItSaysWhereItStartsAndOneKeyGoesToTheFirstStep) {
  Stage stage;
  open(stage, "02", 4);
  ASSERT_NE(stage.node("class.said"), nullptr);
  EXPECT_THAT(stage.node("class.said")->label, AllOf(HasSubstr("step 4"), HasSubstr("Home")));
  ASSERT_TRUE(stage->act("class.first"));
  EXPECT_EQ(place(stage), "1 of 10");
  EXPECT_THAT(stage.node("class.said")->label, Not(HasSubstr("Home"))) << "said once";
  EXPECT_FALSE(stage->act("class.first"));
  Stage other;
  open(other, "02");
  ASSERT_NE(other.node("class.said"), nullptr) << "the first step says which keys there are";
  EXPECT_THAT(other.node("class.said")->label, AllOf(HasSubstr("F1"), Not(HasSubstr("step"))));
  ASSERT_TRUE(next(other));
  EXPECT_TRUE(other.node("class.said") == nullptr || !other.node("class.said")->label.contains("F1"));
}

TEST(ClassView, WhoHasOneScreenIsToldTheNextKeyOnIt) {
  Stage stage;
  open(stage, "02");
  const auto said = [&] {
    return stage.node("class.said") == nullptr ? std::string() : stage.node("class.said")->label;
  };
  ASSERT_TRUE(next(stage, 2));
  EXPECT_EQ(ahead(stage), "Next: Remove what nobody needs");
  EXPECT_EQ(said(), "Space goes to the next step.");
  ASSERT_TRUE(next(stage));
  EXPECT_EQ(said(), "T counts hands. Space ends the guessing.");
  ASSERT_TRUE(stage->act("class.type"));
  EXPECT_EQ(said(), "") << "the field says what Enter does";
  ASSERT_TRUE(stage->act("class.type.end"));
  ASSERT_TRUE(next(stage));
  EXPECT_EQ(said(), "Guessing is over. Space shows the answer.");
  stage->set_presenter_window(true);
  EXPECT_EQ(said(), "Guessing is over.");
  ASSERT_TRUE(next(stage));
  EXPECT_EQ(said(), "") << "keys are for the window of the notes";
}

TEST(ClassView, WhereASceneWaitsItsKeyIsToldToo) {
  Stage stage;
  open(stage, "02", 9);
  ASSERT_TRUE(next(stage, 3));
  ASSERT_EQ(place(stage), "10 of 10");
  EXPECT_EQ(stage.node("class.said")->label, "F7 plays or stops the scene. Space shows the answer.");
  ASSERT_TRUE(next(stage));
  EXPECT_EQ(stage.node("class.said")->label, "Space shows what to remember.") << "it stands at its end";
}

TEST(ClassView, ATruthWithoutNotesSaysSo) {
  Stage stage;
  open(stage, "06");
  while (!ahead(stage).starts_with("Next: ")) ASSERT_TRUE(next(stage));
  ASSERT_TRUE(stage->act("class.flip") && stage->act("class.flip"));
  EXPECT_NE(stage.node("class.no_notes"), nullptr) << stage.twin();
  Stage other;
  open(other, "02");
  ASSERT_TRUE(next(other, 2) && other->act("class.flip") && other->act("class.flip"));
  EXPECT_EQ(other.node("class.no_notes"), nullptr);
}

TEST(ClassView, WhatARehearsalLeftIsSaidAndANewClassBeginsWithoutIt) {
  Stage stage;
  open(stage, "02");
  EXPECT_FALSE(stage->act("class.again")) << "nothing is kept";
  ASSERT_TRUE(stage->act("class.type"));
  ASSERT_TRUE(stage->act("class.hands", "1 2 3 4 5"));
  ASSERT_TRUE(next(stage, 3));
  ASSERT_EQ(place(stage), "1 of 10");
  ASSERT_TRUE(stage->act("class.leave"));
  ASSERT_TRUE(stage->act("class.open"));
  EXPECT_THAT(stage.node("class.said")->label, AllOf(HasSubstr("kept"), HasSubstr("Ctrl+Home")));
  ASSERT_TRUE(stage->act("class.again"));
  EXPECT_EQ(place(stage), "1 of 10");
  EXPECT_EQ(ahead(stage), "End the guessing");
  for (const auto* node : letters(stage)) EXPECT_TRUE(node->lines.empty()) << "no hands";
  EXPECT_FALSE(stage->act("class.again"));
}

TEST(ClassView, EveryPictureCanBeSaved) {
  Stage stage;
  open(stage, "02", 6);
  const auto nodes = session::all_nodes(stage->view());
  const auto picture = std::ranges::find_if(nodes, [](const auto* node) { return node->figure != nullptr; });
  ASSERT_NE(picture, nodes.end());
  EXPECT_TRUE(std::ranges::any_of((*picture)->actions, &session::Action::exports));
}

TEST(ClassView, EndsWithWhatOneCanNowTeach) {
  for (const char* lesson : {"01", "02"}) {
    Stage stage;
    open(stage, lesson, 10);
    ASSERT_TRUE(next(stage));
    EXPECT_EQ(stage.node("class.takeaways"), nullptr);
    EXPECT_EQ(ahead(stage), "Show what to remember");
    ASSERT_TRUE(next(stage));
    ASSERT_NE(stage.node("class.takeaways"), nullptr);
    EXPECT_THAT(lesson::plain_text(stage.node("class.takeaways")->paragraphs, 1000), testing::StartsWith("- "))
        << "its title stands above it";
    EXPECT_EQ(ahead(stage), "The end");
    ASSERT_TRUE(stage->act("class.back"));
    EXPECT_EQ(stage.node("class.takeaways"), nullptr);
  }
}

TEST(ClassView, SkippingTellsNothing) {
  Stage stage;
  open(stage, "02");
  ASSERT_TRUE(stage->act("class.skip"));
  EXPECT_EQ(place(stage), "2 of 10");
  ASSERT_TRUE(stage->act("class.back"));
  EXPECT_EQ(ahead(stage), "End the guessing");
}

TEST(ClassView, ALessonThatWasPlayedToItsEndBeginsWithTheClass) {
  Stage stage;
  ASSERT_TRUE(stage->open_lesson("02"));
  for (int step = 1; step <= 10; ++step) {
    stage->go_to_step(step);
    ASSERT_TRUE(tests::answer(stage, "02", step)) << step;
  }
  ASSERT_TRUE(stage->act("class.open"));
  EXPECT_EQ(place(stage), "1 of 10");
  ASSERT_TRUE(stage->act("class.leave"));
  stage->go_to_step(10);
  ASSERT_TRUE(stage->act("class.open"));
  EXPECT_EQ(place(stage), "10 of 10") << "the class was held already";
}

TEST(ClassView, ThePresenterHasNotesMinutesAndTheNextStep) {
  Stage stage;
  open(stage, "01", 2);
  ASSERT_TRUE(stage->act("class.flip"));
  EXPECT_TRUE(stage->view().audience) << "the room is not shown the notes by one key";
  ASSERT_TRUE(stage->act("class.flip"));
  EXPECT_FALSE(stage->view().audience);
  EXPECT_THAT(stage.twin(), AllOf(HasSubstr("Ask for a show of hands for each letter"), HasSubstr("of 2 min"),
                                  HasSubstr("14 min"), HasSubstr("Next: [ 3  Four jobs, four shifts ]")));
  EXPECT_THAT(stage.everything(), Not(AnyOf(HasSubstr("4 trips"), HasSubstr("Would you do it that way?"))))
      << "the same screen shows it to the room";
  ASSERT_TRUE(next(stage));
  EXPECT_THAT(stage.node("class.said")->label, HasSubstr("no hands were counted"));
  ASSERT_TRUE(stage->act("class.flip"));
  EXPECT_EQ(stage.node("class.said")->label, "Guessing is over. Space shows the answer.")
      << "the rest is for the presenter";
  ASSERT_TRUE(next(stage));
  ASSERT_TRUE(stage->act("class.flip"));
  ASSERT_TRUE(stage->act("class.flip"));
  EXPECT_THAT(stage.twin(), AllOf(HasSubstr("Would you do it that way?"), HasSubstr("Play two workers yourself"),
                                  Not(HasSubstr("Ask for a show of hands for each letter"))))
      << "what is said of the answer comes with it";
}

TEST(ClassView, AWindowOfTheirOwnTellsThePresenterMoreAndTheWallNothing) {
  Stage stage;
  open(stage, "02", 3);
  stage->set_presenter_window(true);
  EXPECT_TRUE(stage->view().audience);
  const auto presenter = [&] { return session::text_twin(stage->presenter_view()); };
  EXPECT_THAT(presenter(), AllOf(HasSubstr("Answer  B"), HasSubstr("The seam between the kernels caused the trips")));
  ASSERT_TRUE(stage->act_for_presenter("class.type"));
  ASSERT_TRUE(stage->act_for_presenter("class.hands", "12 30 7"));
  EXPECT_EQ(stage.node("class.hands"), nullptr) << "the wall has no field";
  EXPECT_THAT(stage.twin(), Not(HasSubstr("30 of 49")));
  ASSERT_TRUE(stage->act_for_presenter("class.next"));
  EXPECT_THAT(presenter(), HasSubstr("30"));
  EXPECT_THAT(stage.twin(), Not(HasSubstr("30 of 49")));
  for (const auto* node : letters(stage)) EXPECT_TRUE(node->value.empty() && node->lines.empty()) << node->label;
  EXPECT_FALSE(stage->act("class.flip")) << "there is nothing to flip to";
}

// --- the lock: what a step asks stands nowhere before its truth, but among the letters ---

/// Everything on the wall but the lettered answers, which hold the right one unmarked.
std::string wall(Stage& stage) {
  std::string all = stage.everything();
  for (const auto* node : letters(stage)) {
    EXPECT_FALSE(node->selected || node->faded) << node->id;
  }
  return all;
}

struct Planted {
  const char* lesson;
  int step;
  std::vector<std::string> forms;
};

TEST(LockRule, NothingAskedIsOnTheWallBeforeItsTruth) {
  const std::vector<Planted> planted = {
      {"01", 1, {"2 crossings", "268 MB", "268435456"}},
      {"01", 3, {"8 crossings", "1.07 GB", "1073741824"}},
      {"01", 4, {"2 crossings", "4.00x", "4 times", "75%", "805 MB", "268 MB"}},
      {"02", 1, {"4 crossings", "0 crossings", "bytes only", "Thin"}},
      {"02", 2, {"2 crossings", "50%"}},
      {"02", 4, {"536 870 912", "536870912", "537 MB", "268 MB"}},
      {"02", 6, {"5 crossings", "671 MB", "671088640"}},
      {"02", 7, {"3 crossings", "1.67x", "1.67 times", "40%", "403 MB"}},
  };
  for (const Planted& one : planted) {
    Stage stage;
    open(stage, one.lesson, one.step);
    const auto expect_none = [&](const char* when) {
      // The scene to where it may go.
      while (stage->act("scene.on") && stage->view().playing) stage->poll();
      for (int i = 0; i < 40; ++i) stage->act("scene.on");
      const std::string all = wall(stage);
      for (const auto& shown : one.forms) {
        EXPECT_EQ(all.find(shown), std::string::npos) << one.lesson << "/" << one.step << " " << when << ": " << shown;
      }
    };
    expect_none("question");
    ASSERT_TRUE(stage->act("class.type"));
    std::string hands;
    for (std::size_t i = 0; i < letters(stage).size(); ++i) hands += std::to_string(31 + i) + " ";
    ASSERT_TRUE(stage->act("class.hands", hands));
    expect_none("typing");
    ASSERT_TRUE(next(stage));
    expect_none("locked");
    ASSERT_TRUE(stage->act("class.flip"));
    ASSERT_TRUE(stage->act("class.flip"));
    expect_none("notes");
    ASSERT_TRUE(stage->act("class.flip"));
    ASSERT_TRUE(next(stage));
    expect_none("tally");
  }
}

TEST(ClassView, NoStepHasMoreThan25WordsToRead) {
  for (const char* lesson : {"01", "02"}) {
    Stage stage;
    open(stage, lesson);
    for (int clicks = 0; clicks < 60; ++clicks) {
      std::size_t words = words_of(*stage.node("class.words"));
      for (const auto* node : letters(stage)) words += words_of(*node);
      EXPECT_LE(words, 25u) << lesson << " " << place(stage) << "\n" << stage.twin();
      EXPECT_NE(words, 0u);
      if (place(stage) == "10 of 10" && ahead(stage) != "Show the answer") break;
      ASSERT_TRUE(next(stage)) << stage.twin();
    }
    EXPECT_EQ(place(stage), "10 of 10") << lesson;
  }
}

TEST(ClassView, AheadOfItsRunsItSaysWhichStepRuns) {
  int missing = 0;
  for (const char* lesson : {"01", "02", "03", "04", "05", "06", "07", "08", "09", "10", "11",
                             "12", "13", "14", "15", "16", "17", "19", "20", "21", "22", "23"}) {
    Stage stage([](session::Services& services) {
      auto orders = std::make_shared<tests::Orders>();
      orders->calibrated = false;
      services.device = std::make_shared<tests::FakeDevice>(std::move(orders));
    });
    open(stage, lesson);
    const auto steps = lesson::find(lesson)->steps;
    for (std::size_t step = 1; step <= steps.size(); ++step) {
      stage->go_to_step(static_cast<int>(step));
      const auto leads_on = [&] {
        const std::string to = ahead(stage);
        return to.starts_with("Run") || to.starts_with("Next") || to.starts_with("On to") || to == "The end";
      };
      for (bool more = true; more; more = !leads_on() && next(stage)) {
        const std::string page = stage.twin();
        EXPECT_THAT(page, Not(HasSubstr("not known here")));
        EXPECT_THAT(page, Not(HasSubstr("not been measured yet")));
        if (page.find("(not run yet)") == std::string::npos) continue;
        ++missing;
        const auto* said = stage.node("class.said");
        ASSERT_NE(said, nullptr) << lesson << " step " << step;
        if (said->label.find("Guessing is over") != std::string::npos) continue;
        ASSERT_TRUE(said->label.starts_with("Not run yet: ")) << said->label;
        const auto number = std::stoul(said->label.substr(said->label.find("step ") + 5));
        const auto& task = steps.at(number - 1).task;
        EXPECT_TRUE(task && task->kind->is_run()) << said->label;
        EXPECT_EQ(said->label.find("(Left)") != std::string::npos, number < step) << said->label;
      }
    }
  }
  EXPECT_GT(missing, 3);
}

TEST(ClassView, APictureThatIsKeptStandsAsItEnded) {
  Stage stage;
  ASSERT_TRUE(stage->open_lesson("01"));
  stage->go_to_step(5);
  ASSERT_TRUE(stage->act("class.open"));
  const auto* kept = stage.node("figure.warehouse");
  ASSERT_NE(kept, nullptr);
  EXPECT_THAT(kept->figure->description, HasSubstr("unfused: All shifts are over."));
  EXPECT_THAT(kept->figure->description, HasSubstr("fused: The shift is over."));
}

/// Marks of the strip's arrows: "k1.read.x".
int arrows_drawn(Stage& stage) {
  const auto* strip = stage.node("class.strip");
  if (strip == nullptr) return -1;
  return static_cast<int>(std::ranges::count_if(strip->figure->marks, [](const auto& mark) {
    return mark.id.find(".read.") != std::string::npos || mark.id.find(".write.") != std::string::npos;
  }));
}

/// Arrows are counted in the first step; in the second a number is asked that a strip would tell.
constexpr std::string_view strips = R"(+++
id = "78"
title = "Strips"
minutes = 5
goal = "g"
+++
## Count

```chain one
x: f32[64, 64]
y = relu(x)
```

```task
id = "arrows"
kind = "count_arrows"
question = "Number them."
```

## And here?

```chain full
x: f32[64, 64]
b: f32[64, 64]
y = gelu(x + b)
```

```task
id = "full"
kind = "number"
asked = "crossings.unfused"
question = "How many?"
```
)";

TEST(ClassView, AnAskedCountCannotBeReadOffTheStrip) {
  Stage stage([](session::Services& services) {
    services.find_lesson = [](std::string_view) { return lesson::parse(strips, "lesson.md"); };
    services.course = [] { return base::Expected<std::vector<lesson::Listed>>(); };
  });
  open(stage, "78", 2);
  EXPECT_EQ(arrows_drawn(stage), 0);
  EXPECT_THAT(stage.everything(), Not(HasSubstr("K1 reads")));
  ASSERT_TRUE(next(stage, 2));
  EXPECT_EQ(arrows_drawn(stage), 5) << "told";
}

/// Arrows that the pictures on the page show as struck, in words.
std::vector<std::string> struck(Stage& stage) {
  std::vector<std::string> found;
  for (const auto* node : session::all_nodes(stage->view())) {
    if (!node->figure) continue;
    std::istringstream sentences(node->figure->description);
    for (std::string one; std::getline(sentences, one, '.');) {
      if (one.ends_with(", removed")) found.push_back(one);
    }
  }
  return found;
}

/// The strip stands from the first step on; the second asks which of its arrows go.
TEST(LockRule, NoArrowIsStruckBeforeTheRoomWasTold) {
  Stage stage;
  open(stage, "02");
  for (int clicks = 0; place(stage) == "1 of 10" || ahead(stage) != "Show the answer"; ++clicks) {
    ASSERT_LT(clicks, 6);
    EXPECT_TRUE(struck(stage).empty()) << stage.twin();
    ASSERT_TRUE(stage->act("class.flip"));
    EXPECT_TRUE(struck(stage).empty()) << "the notes, with what comes next: " << stage.twin();
    while (!stage->view().audience) ASSERT_TRUE(stage->act("class.flip"));
    ASSERT_TRUE(next(stage));
  }
  ASSERT_NE(stage.node("class.strip"), nullptr);
  EXPECT_TRUE(struck(stage).empty()) << "answers locked";
  ASSERT_TRUE(next(stage));
  EXPECT_EQ(stage.node("class.strip"), nullptr);
  ASSERT_NE(stage.node("figure.fusing"), nullptr) << "one kernel, as the student sees it";
  EXPECT_THAT(stage.node("figure.fusing")->figure->title, HasSubstr("t stays in the worker's hands"));
}

TEST(ClassView, AfterTheStrikesTheRoomSeesWhatTheStudentSees) {
  Stage stage;
  open(stage, "02");
  for (int clicks = 0; place(stage) != "3 of 10"; ++clicks) {
    ASSERT_LT(clicks, 16);
    ASSERT_TRUE(next(stage));
  }
  EXPECT_TRUE(struck(stage).empty()) << "why t went to memory is asked: both arrows stand there";
  EXPECT_NE(stage.node("figure.chain"), nullptr);
  for (int clicks = 0; place(stage) != "4 of 10"; ++clicks) {
    ASSERT_LT(clicks, 8);
    ASSERT_TRUE(next(stage));
  }
  EXPECT_NE(stage.node("figure.fusing"), nullptr) << stage.twin();
  EXPECT_TRUE(struck(stage).empty());
}

TEST(ClassView, TheTruthAboutJobsMovesTheSceneThere) {
  Stage stage;
  open(stage, "01", 7);
  for (int clicks = 0; ahead(stage) != "Show the answer"; ++clicks) {
    ASSERT_LT(clicks, 4);
    ASSERT_TRUE(next(stage));
  }
  ASSERT_TRUE(next(stage));
  const std::string told = stage.node("figure.warehouse")->figure->description;
  EXPECT_THAT(told, AllOf(HasSubstr("One-way trips so far: 12"), HasSubstr("One-way trips so far: 2,")));
}

/// "4 became 2" must not stand beside meters that read nothing.
TEST(ClassView, ASceneStandsAtItsEndWithTheTruth) {
  Stage stage;
  ASSERT_TRUE(stage->open_lesson("02"));
  stage->go_to_step(10);
  ASSERT_TRUE(stage->act("class.open"));
  EXPECT_FALSE(stage->view().playing) << "the teacher starts it";
  ASSERT_TRUE(stage->act("class.next"));
  EXPECT_FALSE(stage->view().playing);
  EXPECT_THAT(stage.node("figure.warehouse")->figure->description,
              AllOf(HasSubstr("One-way trips so far: 4"), HasSubstr("One-way trips so far: 2,")));
}

TEST(ClassView, ARunByItsKeyIsShownWhenItIsOver) {
  Stage stage;
  open(stage, "02", 5);
  ASSERT_TRUE(next(stage));
  ASSERT_TRUE(stage->act("class.leave"));
  ASSERT_TRUE(stage->act("class.open"));
  ASSERT_TRUE(stage->act("class.again"));
  stage->go_to_step(5);
  ASSERT_EQ(ahead(stage), "Run again") << "the run is kept";
  EXPECT_THAT(stage.node("class.said")->label, AllOf(HasSubstr("Space runs both"), HasSubstr("K shows the run of 20")));
  ASSERT_TRUE(stage->act("run.start"));
  stage->wait();
  EXPECT_NE(stage.node("reveal.verdict"), nullptr) << stage.twin();
}

}  // namespace class_view_test
