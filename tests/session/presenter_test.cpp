// The presenter's page: now and next, the answer, what to say to each; and what of it a room may see.
#include "base/resources.hpp"
#include "lesson/fences/fence.hpp"
#include "lesson/kinds/kind.hpp"
#include "lesson/loader.hpp"
#include "presenting.hpp"
#include "right_answers.hpp"
#include "session/state/view.hpp"

#include <gmock/gmock.h>

namespace presenter_test {

using session::Node;
using session::Purpose;
using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;
using tests::alone;
using tests::flip;
using tests::open;
using tests::open_alone;
using tests::Stage;

void next(Stage& stage) {
  ASSERT_TRUE(stage->act("class.next"));
  stage->wait();
}

std::string words_of(const Node& node) {
  return lesson::plain_text(node.paragraphs, 1000);
}

std::vector<const Node*> replies(const session::View& view) {
  std::vector<const Node*> found;
  for (const Node* node : session::all_nodes(view)) {
    if (node->purpose == Purpose::reply) found.push_back(node);
  }
  return found;
}

// --- now and next ---

TEST(Presenter, HasThePictureOfTheRoomAtItsMoment) {
  Stage stage;
  open_alone(stage, "01", 2);
  for (int i = 0; i < 3; ++i) {
    const Node* wall = stage.node("figure.warehouse");
    ASSERT_NE(wall, nullptr);
    const Node* now = alone(stage, "class.now");
    ASSERT_NE(now, nullptr);
    ASSERT_NE(now->figure, nullptr);
    EXPECT_EQ(now->figure->description, wall->figure->description);
    EXPECT_EQ(now->figure->marks.size(), wall->figure->marks.size());
    ASSERT_TRUE(stage->act("scene.on"));
  }
}

TEST(Presenter, HasWhatComesNext) {
  Stage stage;
  open_alone(stage, "01", 4);
  EXPECT_EQ(alone(stage, "class.next")->value, "5  What will the clock say?");
  EXPECT_EQ(alone(stage, "class.next")->lines, std::vector<std::string>{"1 min"});
  EXPECT_NE(alone(stage, "class.next")->figure, nullptr) << "kept from this step";
  stage->go_to_step(10);
  EXPECT_EQ(alone(stage, "class.next")->figure, nullptr);
  EXPECT_THAT(words_of(*alone(stage, "class.next")), HasSubstr("last step"));
  Stage other;
  open_alone(other, "03", 1);
  const Node* ahead = alone(other, "class.next");
  EXPECT_TRUE(ahead->figure != nullptr || !ahead->paragraphs.empty()) << "its question, for want of a picture";
}

TEST(Presenter, NextIsThePictureThatComes) {
  for (const int step : {1, 7}) {
    Stage stage;
    open_alone(stage, "02", step);
    const Node* ahead = alone(stage, "class.next");
    ASSERT_NE(ahead, nullptr);
    ASSERT_NE(ahead->figure, nullptr) << step;
    const auto drawn = ahead->figure;
    ASSERT_TRUE(stage->act_for_presenter("class.skip"));
    const Node* now = alone(stage, "class.now");
    ASSERT_NE(now->figure, nullptr) << step;
    EXPECT_EQ(drawn->description, now->figure->description) << step;
    EXPECT_EQ(drawn->marks.size(), now->figure->marks.size()) << step;
  }
}

TEST(Presenter, KeepsTheRoomsQuestionAndOffersNoWayPastAnAnswerThatIsShown) {
  Stage stage;
  open_alone(stage, "02", 1);
  const std::string asked = words_of(*alone(stage, "class.question"));
  EXPECT_THAT(asked, HasSubstr("how many one-way trips"));
  ASSERT_NE(alone(stage, "button.class.skip"), nullptr);
  EXPECT_EQ(alone(stage, "button.class.skip")->label, "Next step, without the answer");
  next(stage);
  next(stage);
  ASSERT_EQ(alone(stage, "class.stage")->label, "On screen: the answer.");
  EXPECT_EQ(words_of(*alone(stage, "class.question")), asked);
  EXPECT_EQ(alone(stage, "button.class.skip"), nullptr);
  ASSERT_TRUE(stage->act_for_presenter("class.skip")) << "its key works";
  stage->go_to_step(5);
  EXPECT_EQ(alone(stage, "class.stage")->label, "On screen: no result yet.");
}

TEST(Presenter, WhileHandsAreTypedTheKeysNamedAreThoseThatWork) {
  Stage stage;
  open_alone(stage, "02", 1);
  ASSERT_TRUE(stage->act_for_presenter("class.type"));
  const Node* lock = alone(stage, "button.primary");
  ASSERT_NE(lock, nullptr);
  EXPECT_EQ(lock->actions.front().keys, (session::Keys{"Enter", "PageDown"}));
}

TEST(Presenter, OnePressTooManyStartsNoOtherLesson) {
  Stage stage;
  open_alone(stage, "01", 10);
  for (int presses = 0; presses < 6; ++presses) stage->act("class.next");
  EXPECT_THAT(words_of(*alone(stage, "class.next")), HasSubstr("last step"));
  ASSERT_TRUE(stage->act("lesson.next")) << "by a key that no clicker has";
  EXPECT_THAT(words_of(*alone(stage, "class.next")), Not(HasSubstr("last step")));
}

TEST(Presenter, WhatComesNextTellsNothingThatIsAskedNow) {
  Stage stage;
  open(stage, "01", 4);
  flip(stage);
  const Node* ahead = stage.node("class.next");
  ASSERT_NE(ahead->figure, nullptr);
  EXPECT_THAT(figure::text_twin(*ahead->figure), Not(HasSubstr("2 crossings")));
  EXPECT_THAT(figure::text_twin(*ahead->figure), Not(ContainsRegex("shifts? (is|are) over")))
      << "cut off where it is asked";
}

// --- the answer, and what to say ---

TEST(Presenter, ReadsTheAnswerFromTheStartWhereNobodyElseDoes) {
  Stage stage;
  open_alone(stage, "01", 2);
  ASSERT_NE(alone(stage, "class.answer"), nullptr);
  EXPECT_EQ(alone(stage, "class.answer")->value, "B");
  EXPECT_THAT(words_of(*alone(stage, "class.answer")), HasSubstr("In the warehouse"));
  EXPECT_EQ(stage.node("class.answer"), nullptr) << "the wall";
  stage->go_to_step(3);
  EXPECT_THAT(words_of(*alone(stage, "class.answer")), HasSubstr("8 trips"));
  stage->go_to_step(5);
  EXPECT_THAT(words_of(*alone(stage, "class.answer")), HasSubstr("Only the run can tell"));
}

TEST(Presenter, OnOneScreenNothingIsToldBeforeTheTruth) {
  for (const char* lesson : {"01", "02", "03", "04", "05", "06", "07", "08", "09", "10", "11",
                             "12", "13", "14", "15", "16", "17", "19", "20", "21", "22", "23"}) {
    const auto steps = lesson::find(lesson)->steps.size();
    for (std::size_t step = 1; step <= steps; ++step) {
      Stage stage;
      open(stage, lesson, static_cast<int>(step));
      flip(stage);
      for (int clicks = 0; clicks < 4; ++clicks) {
        const std::string where = std::string(lesson) + "/" + std::to_string(step) + "\n" + stage.twin();
        const Node* at = stage.node("class.stage");
        if (at == nullptr || at->label == "P goes back to the room's page: the answer.") break;
        EXPECT_EQ(stage.node("class.answer"), nullptr) << where;
        EXPECT_EQ(stage.node("class.because"), nullptr) << where;
        for (const Node* reply : replies(stage->view())) EXPECT_TRUE(reply->paragraphs.empty()) << where;
        const auto* primary = stage.node("button.primary");
        if (primary == nullptr || primary->label.starts_with("Next") || primary->label.starts_with("Run")) break;
        if (clicks == 0 && stage->act("class.type")) stage->act("class.hands", "1 2 3");
        if (!stage->act("class.next")) break;
        if (stage.node("class.hands") != nullptr) stage->act("class.type.end");
      }
    }
  }
}

TEST(Presenter, HasSomethingToSayToEveryWrongLetterOfTheFirstLessons) {
  for (const char* lesson : {"01", "02"}) {
    for (int step = 1; step <= 10; ++step) {
      Stage stage;
      open_alone(stage, lesson, step);
      const Node* answer = alone(stage, "class.answer");
      for (const Node* reply : replies(stage->presenter_view())) {
        EXPECT_FALSE(words_of(*reply).empty()) << lesson << "/" << step << " " << reply->label;
        ASSERT_NE(answer, nullptr);
        EXPECT_NE(reply->label, answer->value) << "the right one needs none";
      }
    }
  }
}

TEST(Presenter, TheWrongLetterThatMostSaidIsLitAndComesFirst) {
  Stage stage;
  open_alone(stage, "01", 2);
  ASSERT_TRUE(stage->act_for_presenter("class.type"));
  ASSERT_TRUE(stage->act_for_presenter("class.hands", "3 5 12"));
  for (const Node* reply : replies(stage->presenter_view())) EXPECT_FALSE(reply->primary) << "not counted yet";
  next(stage);
  const auto lit = replies(stage->presenter_view());
  ASSERT_EQ(lit.size(), 2u);
  EXPECT_EQ(lit[0]->label, "C");
  EXPECT_TRUE(lit[0]->primary);
  EXPECT_THAT(lit[0]->lines, ::testing::ElementsAre("12 hands", "Most said C. Say:"));
  EXPECT_THAT(words_of(*lit[0]), HasSubstr("wiped clean"));
  EXPECT_FALSE(lit[1]->primary);
  EXPECT_THAT(alone(stage, "class.answer")->lines, ::testing::ElementsAre("5 hands"));
  for (const char* hands : {"3 12 5", "6 2 6"}) {
    Stage other;
    open_alone(other, "01", 2);
    ASSERT_TRUE(other->act_for_presenter("class.type"));
    ASSERT_TRUE(other->act_for_presenter("class.hands", hands));
    next(other);
    for (const Node* reply : replies(other->presenter_view())) EXPECT_FALSE(reply->primary) << hands;
  }
}

TEST(Presenter, SaysTheLikeliestCauseAndNotesTheOthersInSmall) {
  Stage stage;
  open_alone(stage, "02", 1);
  bool noted = false;
  for (const Node* reply : replies(stage->presenter_view())) {
    EXPECT_THAT(words_of(*reply), Not(HasSubstr("same number"))) << reply->label;
    for (const std::string& note : reply->sides) {
      noted = true;
      EXPECT_TRUE(note.starts_with("Other ways to this number: ")) << note;
    }
  }
  EXPECT_TRUE(noted);
}

TEST(Presenter, WhatIsSaidBeforeIsGoneAfterAndTheOtherWayRound) {
  for (const char* lesson : {"01", "02"}) {
    const auto found = lesson::find(lesson);
    ASSERT_TRUE(found);
    for (std::size_t at = 0; at < found->steps.size(); ++at) {
      Stage stage;
      open_alone(stage, lesson, static_cast<int>(at) + 1);
      const auto expect_notes = [&](bool told) {
        std::size_t notes = 0, written = 0;
        for (const Node* node : session::all_nodes(stage->presenter_view())) {
          notes += node->id.starts_with("class.say.") || node->id.starts_with("class.do.") ? 1 : 0;
        }
        for (const lesson::Block& block : found->steps[at].blocks) {
          const bool note = block.is(lesson::fences::say) || block.is(lesson::fences::doing);
          // A run asks nothing: what follows it can be read before it.
          const bool run = !told && found->steps[at].task->kind->is_run();
          written += note && (run || block.after_task == told) ? 1 : 0;
        }
        EXPECT_EQ(notes, written) << lesson << "/" << at + 1 << (told ? " told" : " asked");
      };
      expect_notes(false);
      for (int clicks = 0; clicks < 3; ++clicks) {
        const std::string ahead = alone(stage, "button.primary")->label;
        if (ahead.starts_with("Next") || ahead.starts_with("Show what") || ahead == "The end") break;
        next(stage);
      }
      const Node* shown = alone(stage, "class.stage");
      ASSERT_NE(shown, nullptr);
      if (shown->label == "On screen: the answer.") expect_notes(true);
    }
  }
}

TEST(Presenter, OnOneScreenTheSameIsSaidAfterTheTruth) {
  Stage stage;
  open(stage, "01", 3);
  ASSERT_TRUE(stage->act("class.type"));
  ASSERT_TRUE(stage->act("class.hands", "2 14 1 9 0"));
  for (int i = 0; i < 3; ++i) next(stage);
  flip(stage);
  const auto said = replies(stage->view());
  ASSERT_FALSE(said.empty());
  EXPECT_EQ(said[0]->label, "B");
  EXPECT_TRUE(said[0]->primary);
  EXPECT_THAT(words_of(*said[0]), HasSubstr("You counted every worker once"));
  EXPECT_THAT(words_of(*stage.node("class.answer")), HasSubstr("8 trips"));
}

TEST(Presenter, NotesThatTheRoomSeesSayWhereTheAnswerIs) {
  Stage stage;
  open(stage, "02", 3);
  flip(stage);
  ASSERT_FALSE(stage->view().audience);
  EXPECT_NE(stage.node("class.hidden"), nullptr);
  EXPECT_EQ(stage.node("class.answer"), nullptr);
  stage->set_presenter_window(true);
  EXPECT_EQ(alone(stage, "class.hidden"), nullptr);
  EXPECT_NE(alone(stage, "class.answer"), nullptr);
}

TEST(Presenter, WhoPreparesWithOneScreenSavesEveryAnswer) {
  Stage stage;
  open(stage, "02", 3);
  EXPECT_FALSE(stage->act("lesson.teacher")) << "before the room";
  flip(stage);
  ASSERT_TRUE(stage->act("lesson.teacher"));
  ASSERT_NE(stage.node("notice"), nullptr);
  EXPECT_THAT(stage.node("notice")->label, HasSubstr("02-teacher.html"));
  const auto html = base::read_file(base::user_data() / "exports" / "02-teacher.html", 1 << 24);
  ASSERT_TRUE(html);
  EXPECT_THAT(*html, AllOf(HasSubstr("class=\"reveal\" open"), HasSubstr("4 trips"),
                           HasSubstr("Hold up a sheet of paper"), HasSubstr("onetrip lesson page 02 --answers")));
}

TEST(Presenter, WhoPreparesAloneSeesTheAnswersUntilTheRoomIsShown) {
  Stage stage;
  open(stage, "02", 3);
  EXPECT_FALSE(stage->act("class.unseen")) << "before the room";
  flip(stage);
  ASSERT_TRUE(stage->act("class.unseen"));
  EXPECT_EQ(stage.node("class.hidden"), nullptr);
  EXPECT_NE(stage.node("class.answer"), nullptr);
  ASSERT_TRUE(stage->act("class.skip"));
  EXPECT_NE(stage.node("class.answer"), nullptr) << "step by step";
  ASSERT_TRUE(stage->act("class.flip"));
  flip(stage);
  EXPECT_EQ(stage.node("class.answer"), nullptr) << "the room has the screen again";
}

TEST(Presenter, ARunFromBeforeTheClassIsNoSurprise) {
  Stage stage;
  ASSERT_TRUE(stage->open_lesson("02"));
  for (int step = 1; step <= 5; ++step) ASSERT_TRUE(tests::answer(stage, "02", step)) << step;
  ASSERT_TRUE(stage->act("class.open"));
  stage->set_presenter_window(true);
  EXPECT_THAT(alone(stage, "class.stage")->label, ContainsRegex("no result yet. A run of 20.* UTC is kept"));
  next(stage);
  EXPECT_EQ(alone(stage, "class.stage")->label, "On screen: the answer.");
}

TEST(Presenter, ReadsWhatTheRoomIsLeftWith) {
  Stage stage;
  open_alone(stage, "02", 10);
  EXPECT_EQ(alone(stage, "class.takeaways"), nullptr);
  EXPECT_THAT(words_of(*alone(stage, "class.next")), HasSubstr("What to remember comes after"));
  for (int i = 0; i < 4 && alone(stage, "class.stage")->label != "On screen: what to remember."; ++i) next(stage);
  ASSERT_NE(alone(stage, "class.takeaways"), nullptr);
  EXPECT_THAT(words_of(*alone(stage, "class.takeaways")), HasSubstr("Ask how large"));
  EXPECT_THAT(words_of(*alone(stage, "class.next")), HasSubstr("Esc leaves"));
  for (const session::Action& action : alone(stage, "class.now")->actions) {
    EXPECT_TRUE(action.tucked || !action.id.starts_with("scene.")) << "no scene is on the screen";
  }
}

}  // namespace presenter_test
