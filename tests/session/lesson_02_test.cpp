// Lesson 02 as a student goes through it: right, wrong, skipped, and what may be seen when.
#include "right_answers.hpp"
#include "session/state/view.hpp"

#include <gmock/gmock.h>

namespace lesson_02_test {

using session::Purpose;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using tests::Stage;

bool answer(Stage& stage, int step) {
  return tests::answer(stage, "02", step);
}

void drop_figures(session::Node& node) {
  node.figure = nullptr;
  for (session::Node& child : node.children) drop_figures(child);
}

/// The page without its figures: those have golden files of their own.
std::string page(Stage& stage) {
  session::View view = stage->view();
  drop_figures(view.root);
  return session::text_twin(view);
}

void open(Stage& stage) {
  const auto opened = stage->open_lesson("02");
  ASSERT_TRUE(opened) << base::render(opened.error());
}

std::string primary(Stage& stage) {
  std::string label;
  int count = 0;
  for (const auto* node : session::all_nodes(stage->view())) {
    if (!node->primary) continue;
    ++count;
    label = node->actions.at(0).label;
  }
  EXPECT_EQ(count, 1) << "one filled button a page";
  return label;
}

TEST(Lesson02, GoesFromTheFirstMarkToTheLastWordByActions) {
  Stage stage;
  open(stage);
  for (int step = 1; step <= 10; ++step) {
    EXPECT_THAT(stage.twin(), HasSubstr("Step " + std::to_string(step) + " of 10"));
    EXPECT_TRUE(answer(stage, step)) << "step " << step << "\n" << stage.twin();
    EXPECT_EQ(stage.node("trouble"), nullptr);
    tests::expect_golden("session/lesson_02_step_" + std::to_string(step) + ".txt", page(stage));
    if (step < 10) {
      EXPECT_EQ(primary(stage), "Next");
      EXPECT_TRUE(stage->act("next"));
    }
  }
}

TEST(Lesson02, EachPageBeforeItsAnswer) {
  Stage stage;
  open(stage);
  for (int step = 1; step <= 10; ++step) {
    stage->go_to_step(step);
    tests::expect_golden("session/lesson_02_step_" + std::to_string(step) + "_open.txt", page(stage));
    ASSERT_TRUE(answer(stage, step));
  }
}

TEST(Lesson02, TheFilmOfFusingPlaysAgainAndStopsAnywhere) {
  Stage stage;
  open(stage);
  ASSERT_TRUE(answer(stage, 1));
  stage->act("next");
  EXPECT_FALSE(stage->act("fusing.play")) << "before the answer";
  ASSERT_TRUE(answer(stage, 2));
  stage->wait();
  const auto title = [&] { return stage.node("figure.fusing")->figure->title; };
  const auto said = [&] { return stage.node("fusing.place")->value; };
  const std::string end = title();
  EXPECT_EQ(said(), "fused");
  ASSERT_TRUE(stage->act("fusing.play"));
  EXPECT_NE(title(), end) << "from its beginning";
  EXPECT_TRUE(stage.node("fusing.place")->selected);
  ASSERT_TRUE(stage->act("fusing.seek", "0.5"));
  EXPECT_EQ(said(), "on the way");
  EXPECT_FALSE(stage.node("fusing.place")->selected) << "it stays there";
  ASSERT_TRUE(stage->act("fusing.seek", "nonsense"));
  EXPECT_EQ(stage.node("fusing.place")->slider->at, 0.5);
  ASSERT_TRUE(stage->act("fusing.play"));
  stage->wait();
  EXPECT_EQ(title(), end);
}

TEST(Lesson02, NextIsClosedWhileTheTaskIsOpenButItMayBeSkipped) {
  Stage stage;
  open(stage);
  EXPECT_FALSE(stage->act("next"));
  EXPECT_TRUE(stage->act("skip"));
  EXPECT_THAT(stage.twin(), HasSubstr("Step 2 of 10"));
  EXPECT_TRUE(stage->act("back"));
  EXPECT_TRUE(stage->act("next")) << "skipped: the way on is open";
  EXPECT_THAT(stage.twin(), HasSubstr("Step 2 of 10"));
}

TEST(Lesson02, SkippingOpensNothing) {
  Stage stage;
  open(stage);
  stage->act("skip");
  stage->act("back");
  EXPECT_EQ(stage.node("task.because"), nullptr);
  stage->go_to_step(10);
  EXPECT_THAT(stage.twin(), Not(HasSubstr("a row gives 2 times")));
}

TEST(Lesson02, WhoSkippedIsToldWhereAQuestionMarkIsAsked) {
  Stage stage;
  ASSERT_TRUE(stage->open_lesson("02"));
  stage->go_to_step(9);
  ASSERT_THAT(stage.twin(), HasSubstr("saves ? of the trips"));
  EXPECT_THAT(stage.twin(), HasSubstr("Steps 1, 2, 4, 6 and 7 ask for numbers shown as ? here"));
  for (const int step : {1, 2, 4, 6}) ASSERT_TRUE(tests::answer(stage, "02", step));
  stage->go_to_step(9);
  EXPECT_THAT(stage.twin(), HasSubstr("Step 7 asks for a number shown as ? here"));
  ASSERT_TRUE(tests::answer(stage, "02", 7));
  stage->go_to_step(9);
  EXPECT_THAT(stage.twin(), HasSubstr("saves 50% of the trips"));
  EXPECT_EQ(stage.node("unanswered.numbers"), nullptr);
}

TEST(Lesson02, MarksOutOfOrderGetAWordAndNoNumber) {
  Stage stage;
  open(stage);
  EXPECT_TRUE(stage->act("arrow:k1.write.t"));
  ASSERT_NE(stage.node("task.message"), nullptr);
  EXPECT_THAT(stage.node("task.message")->label, HasSubstr("K1 first has to fetch"));
  EXPECT_TRUE(stage->act("arrow:k2.write.y"));
  EXPECT_THAT(stage.node("task.message")->label, HasSubstr("K2 starts when K1"));
  EXPECT_TRUE(stage->act("arrow:k1.read.b"));
  EXPECT_THAT(stage.node("task.message")->label, HasSubstr("makes no trip"));
  EXPECT_TRUE(stage->act("arrow:k1.read.x"));
  EXPECT_EQ(stage.node("task.message"), nullptr);
  EXPECT_TRUE(stage->act("arrow:k1.write.t"));
  EXPECT_TRUE(stage->act("arrow:k1.read.x")) << "a marked arrow gives its mark and the later ones back";
  EXPECT_FALSE(stage->act("arrow:nothing"));
  for (const auto* arrow : tests::bias_arrows) EXPECT_TRUE(stage->act(arrow));
  EXPECT_NE(stage.node("task.because"), nullptr);
  EXPECT_FALSE(stage->act("arrow:k1.read.x")) << "locked";
}

TEST(Lesson02, AWrongStrikeIsToldWhoNeedsIt) {
  Stage stage;
  open(stage);
  answer(stage, 1);
  stage->go_to_step(2);
  EXPECT_FALSE(stage->act("guess.lock")) << "nothing is struck";
  stage->act("arrow:k1.read.x");
  EXPECT_TRUE(stage->act("guess.lock"));
  EXPECT_THAT(stage.node("task.message")->label, HasSubstr("x comes from outside"));
  stage->act("arrow:k2.write.y");
  stage->act("guess.lock");
  EXPECT_THAT(stage.node("task.message")->label, HasSubstr("x comes from outside"));
  EXPECT_THAT(stage.node("task.message")->label, HasSubstr("One more of the removed arrows must stay too."));
  stage->act("arrow:k1.read.x");
  stage->act("guess.lock");
  EXPECT_THAT(stage.node("task.message")->label, HasSubstr("y is the result"));
  stage->act("arrow:k2.write.y");
  stage->act("arrow:k1.write.t");
  stage->act("guess.lock");
  EXPECT_THAT(stage.node("task.message")->label, HasSubstr("Not done yet"));
  stage->act("arrow:k2.read.t");
  EXPECT_TRUE(stage->act("guess.lock"));
  EXPECT_NE(stage.node("task.because"), nullptr);
}

TEST(Lesson02, ANumberThatIsNoneIsNotLocked) {
  Stage stage;
  open(stage);
  stage->go_to_step(4);
  EXPECT_FALSE(stage->act("guess.lock"));
  for (const auto* typed : {"two", "-2", "1,5"}) {
    EXPECT_TRUE(stage->act("guess.set", typed));
    EXPECT_NE(stage.node("task.message"), nullptr) << typed;
    stage->act("guess.lock");
    EXPECT_TRUE(stage.node("task.guess")->editable) << typed;
    EXPECT_EQ(stage.node("task.guess")->value, typed) << "what was typed stays";
  }
  EXPECT_TRUE(stage->act("guess.set", "2"));
  EXPECT_TRUE(stage->act("guess.lock"));
  EXPECT_EQ(stage.node("task.guess"), nullptr) << "the verdict keeps it";
  EXPECT_FALSE(stage->act("guess.set", "3")) << "locked is locked";
}

TEST(Lesson02, AWrongNumberIsLockedAndExplained) {
  Stage stage;
  open(stage);
  ASSERT_TRUE(answer(stage, 1)) << "the explanation tells this count";
  stage->go_to_step(6);
  stage->act("guess.set", "4");
  EXPECT_TRUE(stage->act("guess.lock"));
  EXPECT_THAT(stage.node("task.answer")->label, HasSubstr("It is 5 trips"));
  ASSERT_NE(stage.node("task.mistake"), nullptr);
  EXPECT_THAT(lesson::plain_text(stage.node("task.mistake")->paragraphs, 200), HasSubstr("with b as a single row"));
}

TEST(Lesson02, AGuessMayBeDraggedOnThePlot) {
  Stage stage;
  open(stage);
  stage->go_to_step(7);
  const auto* field = stage.node("task.guess");
  ASSERT_NE(field, nullptr);
  ASSERT_EQ(field->figure_id, "line");
  const auto* chart = stage.node("figure.line");
  ASSERT_NE(chart, nullptr);
  const auto middle = std::to_string(chart->figure->width / 2) + " 200";
  EXPECT_TRUE(stage->act("guess.drag", middle));
  const std::string near = stage.node("task.guess")->value;
  EXPECT_TRUE(stage->act("guess.drag", std::to_string(stage.node("figure.line")->figure->width * 0.9) + " 200"));
  const std::string far = stage.node("task.guess")->value;
  EXPECT_LT(std::stoi(near), std::stoi(far));
  EXPECT_TRUE(stage->act("guess.drag", "nowhere"));
  EXPECT_EQ(stage.node("task.guess")->value, far);
}

TEST(Lesson02, RunningRefusesBeforeTheGuess) {
  Stage stage;
  open(stage);
  stage->go_to_step(5);
  EXPECT_FALSE(stage->act("run.start"));
  EXPECT_THAT(stage.twin(), HasSubstr(": Guess first: step 1"));
  for (int step = 1; step <= 3; ++step) answer(stage, step);
  stage->go_to_step(4);
  stage->act("guess.set", "3");  // not locked
  stage->go_to_step(5);
  EXPECT_TRUE(stage->act("run.start")) << "a guess that stands is locked by running";
  stage->wait();
  stage->go_to_step(4);
  EXPECT_EQ(stage.node("task.guess"), nullptr);
  EXPECT_THAT(stage.node("task.answer")->label, HasSubstr("It is 2 times"));
}

TEST(Lesson02, TheRevealHasNoRowForAGuessThatNobodyMade) {
  Stage stage;
  open(stage);
  for (int step = 1; step <= 5; ++step) ASSERT_TRUE(answer(stage, step)) << "the guess was a ratio";
  const auto rows_of = [&](const char* id) { return exporter::to_svg(*stage.node(id)->figure); };
  EXPECT_THAT(rows_of("figure.bytes"), AllOf(HasSubstr(">model<"), Not(HasSubstr(">guess<"))));
  for (int step = 6; step <= 8; ++step) ASSERT_TRUE(answer(stage, step)) << "of each plan";
  EXPECT_THAT(rows_of("figure.bytes"), HasSubstr(">guess<"));
}

TEST(Lesson02, TheRevealHoldsGuessModelAndMeasurement) {
  Stage stage;
  open(stage);
  for (int step = 1; step <= 5; ++step) ASSERT_TRUE(answer(stage, step));
  ASSERT_NE(stage.node("figure.trips"), nullptr);
  EXPECT_TRUE(stage.node("figure.trips")->selected) << "the reveal is seen first";
  EXPECT_THAT(stage.node("reveal.verdict")->lines.at(0), HasSubstr("results identical"));
  EXPECT_TRUE(stage.node("reveal.verdict")->selected) << "passed";
  EXPECT_EQ(stage.node("figure.bytes")->figure->stage, figure::Stage::truth);
  EXPECT_EQ(stage.node("figure.roofline"), nullptr) << "no lesson has taught to read one yet";
  EXPECT_THAT(stage.twin(), HasSubstr("counted"));
}

// --- the lock: asked numbers are nowhere on the page nor in its files ---

struct Planted {
  int until;                       ///< the step that asks it
  std::vector<std::string> forms;  ///< as it would be shown
};

const std::vector<Planted> planted = {
    {1, {"4 crossings", "4 trips", "0 crossings", "bytes only", "Thin"}},
    {2, {"2 crossings", "2 trips", "50%"}},
    {4, {"2.00x", "2 times", "50%", "536 870 912", "536870912", "537 MB", "268 MB"}},
    {6, {"5 crossings", "5 trips", "671 MB", "671088640"}},
    // Not 402653184: the scene of step 6 passes by there, after three of the unfused plan's trips.
    {7, {"3 crossings", "3 trips", "1.67x", "1.67 times", "40%", "403 MB"}},
};

void expect_nothing_asked(Stage& stage) {
  for (const auto& one : planted) {
    for (int step = 1; step <= 10; ++step) {
      stage->go_to_step(step);
      const std::string all = stage.everything();
      for (const auto& shown : one.forms) {
        EXPECT_EQ(all.find(shown), std::string::npos)
            << "'" << shown << "', asked at step " << one.until << ", stands on step " << step << ":\n"
            << all.substr(all.find(shown) < 300 ? 0 : all.find(shown) - 300, 600);
      }
    }
    for (int step = 1; step <= one.until; ++step) answer(stage, step);
  }
}

TEST(LockRule, NoAskedNumberIsOnAnyPageBeforeItsLock) {
  Stage stage;
  open(stage);
  expect_nothing_asked(stage);
}

TEST(LockRule, NorWithTheKernelsOpen) {
  Stage stage;
  open(stage);
  stage->open_free_play("x: f32[64, 32]\ny = exp(x)\n");
  ASSERT_TRUE(stage->act("source.toggle"));
  ASSERT_TRUE(stage->act("lesson.back"));
  expect_nothing_asked(stage);
}

TEST(LockRule, TheKernelsOpenWithTheReveal) {
  Stage stage;
  open(stage);
  for (int step = 1; step <= 4; ++step) ASSERT_TRUE(answer(stage, step));
  EXPECT_EQ(stage.node("button.source"), nullptr);
  ASSERT_TRUE(answer(stage, 5));
  ASSERT_TRUE(stage->act("source.toggle"));
  EXPECT_EQ(stage.node("source")->label, "fused 1: k1_add_gelu");
  EXPECT_THAT(stage.twin(), HasSubstr("__global__"));
}

/// How the arrow with this id is drawn.
figure::Stroke line_of(const figure::Figure& figure, std::string_view id) {
  for (std::size_t i = 0; i + 1 < figure.marks.size(); ++i) {
    const auto* line = std::get_if<figure::Polyline>(&figure.marks[i + 1].shape);
    if (figure.marks[i].id == id && line != nullptr) return line->stroke;
  }
  ADD_FAILURE() << "no arrow " << id;
  return {};
}

TEST(LockRule, AllArrowsLookAlikeUntilTheyAreCounted) {
  Stage stage;
  open(stage);
  const auto alike = [&] {
    const auto& strip = *stage.node("task.strip")->figure;
    return line_of(strip, "k1.read.b") == line_of(strip, "k1.read.x");
  };
  EXPECT_TRUE(alike());
  EXPECT_TRUE(stage->act("arrow:k1.read.x"));
  EXPECT_TRUE(alike()) << "while they are being marked";
  EXPECT_THAT(stage.everything(), AllOf(HasSubstr("[8192]"), Not(HasSubstr("full"))));
  EXPECT_TRUE(stage->act("skip"));
  EXPECT_TRUE(alike()) << "skipped: step 2 does not tell either";
  stage->go_to_step(1);
  for (const auto* arrow : {"arrow:k1.write.t", "arrow:k2.read.t", "arrow:k2.write.y"}) ASSERT_TRUE(stage->act(arrow));
  EXPECT_FALSE(alike());
  EXPECT_THAT(stage.everything(), HasSubstr("0 trips, bytes only"));
}

TEST(LockRule, EachNumberIsThereAfterItsLock) {
  Stage stage;
  open(stage);
  const std::vector<std::pair<int, std::string>> told = {{1, "4 trips"},    {2, "2 trips"}, {4, "2 times"},
                                                         {5, "537 MB"},     {6, "5 trips"}, {7, "3 trips"},
                                                         {8, "1.67 times"}, {9, "50%"}};
  std::size_t next = 0;
  for (int step = 1; step <= 9; ++step) {
    ASSERT_TRUE(answer(stage, step));
    while (next < told.size() && told[next].first == step) {
      EXPECT_THAT(stage.everything(), HasSubstr(told[next].second)) << "after step " << step;
      ++next;
    }
  }
}

TEST(LockRule, AnExplanationDoesNotTellWhatAnotherTaskAsks) {
  Stage stage;
  open(stage);
  const auto mistake = [&](int step) {
    stage->go_to_step(step);
    const auto* node = stage.node("task.mistake");
    return node == nullptr ? std::string() : lesson::plain_text(node->paragraphs, 1000);
  };
  stage->go_to_step(6);
  ASSERT_TRUE(stage->act("guess.set", "3") && stage->act("guess.lock"));
  EXPECT_THAT(mistake(6), AllOf(HasSubstr("what is fetched"), Not(HasSubstr("fused"))));
  ASSERT_TRUE(answer(stage, 7));
  EXPECT_THAT(mistake(6), AllOf(HasSubstr("what is fetched"), Not(HasSubstr("fused")))) << "the likeliest cause alone";
}

TEST(LockRule, NorTheOtherPlansCountThatWasSkipped) {
  Stage stage;
  open(stage);
  stage->go_to_step(4);
  ASSERT_TRUE(stage->act("guess.set", "4") && stage->act("guess.lock"));
  const auto* node = stage.node("task.mistake");
  ASSERT_NE(node, nullptr);
  EXPECT_THAT(lesson::plain_text(node->paragraphs, 1000), Not(HasSubstr("one plan")))
      << "the arrows are still to be counted";
}

TEST(LockRule, FiguresStopAtTheGuessUntilTheLockAndAtTheModelUntilTheRun) {
  Stage stage;
  open(stage);
  stage->go_to_step(7);  // step 6 has the scene
  EXPECT_EQ(stage.node("figure.line")->figure->stage, figure::Stage::guess);
  answer(stage, 6);
  stage->go_to_step(7);
  EXPECT_EQ(stage.node("figure.line")->figure->stage, figure::Stage::guess) << "step 7 still asks about this chain";
  answer(stage, 7);
  EXPECT_EQ(stage.node("figure.line")->figure->stage, figure::Stage::model);
  for (int step = 8; step <= 8; ++step) ASSERT_TRUE(answer(stage, step));
  stage->go_to_step(7);
  EXPECT_EQ(stage.node("figure.line")->figure->stage, figure::Stage::model) << "no clock counts trips";
}

TEST(LockRule, FreePlayIsClosedOnTheChainOfAnOpenTaskWhateverItsNamesSizesAndOrder) {
  Stage stage;
  open(stage);
  stage->open_free_play("a: f32[64, 32]\nc: f32[32]\nz = gelu(a + c)\n");
  EXPECT_FALSE(stage->act("run.start"));
  EXPECT_THAT(stage.twin(), HasSubstr("Lesson 02 still asks you about this chain at step 1"));
  EXPECT_EQ(stage.node("lab.predictions"), nullptr);
  EXPECT_TRUE(stage->act("chain.set", "p: f32[4096, 8192]; q: f32[8192]; z = gelu(q + p)"));
  EXPECT_EQ(stage.node("lab.predictions"), nullptr) << "operands the other way round";
  EXPECT_FALSE(stage->act("run.start"));
  EXPECT_TRUE(stage->act("chain.set", "a: f32[64, 32]\nz = exp(a)\n"));
  EXPECT_NE(stage.node("lab.predictions"), nullptr);
  EXPECT_TRUE(stage->act("run.start"));
  stage->wait();
  EXPECT_NE(stage.node("reveal.verdict"), nullptr);
}

TEST(Projector, TheStripAndChartsOfTheLabAreAsHighAsTheirStage) {
  Stage stage;
  ASSERT_TRUE(stage->open_lesson("02"));
  stage->set_theme(figure::Theme::projector);
  for (const double room : {300.0, 400.0, 500.0}) {
    stage->set_figure_frame(960, room);
    EXPECT_NEAR(stage.node("task.strip")->figure->height, room, 1);
  }
  stage->set_figure_frame(960, 260);
  EXPECT_NEAR(stage.node("task.strip")->figure->height, 260, 1) << "its title gives way";
  stage->set_figure_frame(960, 190);
  stage->open_free_play("x: f32[64, 32]\ny = gelu(x + 1)\n");
  EXPECT_NEAR(stage.node("figure.bytes")->figure->height, 190, 1) << "its type is smaller";
}

}  // namespace lesson_02_test
