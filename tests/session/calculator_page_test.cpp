// A calculator on the page: locked while it is asked, free afterwards, kept over a restart, in class and on paper too.
#include "lesson/loader.hpp"
#include "places.hpp"
#include "publish/calculator_fence.hpp"
#include "publish/lesson_html.hpp"
#include "session/state/settings.hpp"
#include "stage.hpp"

#include <gmock/gmock.h>

namespace calculator_page_test {

using ::testing::HasSubstr;
using ::testing::Not;
using tests::Stage;

base::Expected<lesson::Lesson> token_price() {
  return lesson::load(tests::folder() / "lessons/token-price");
}

void with_lesson(session::Services& services) {
  services.find_lesson = [](std::string_view) { return token_price(); };
  services.course = [] { return base::Expected<std::vector<lesson::Listed>>(); };
}

const figure::Figure& figure_of(Stage& stage, const std::string& name) {
  return *stage.node("figure.calculator." + name)->figure;
}

TEST(CalculatorPage, HidesWhatIsAskedAndLocksItsSliders) {
  Stage stage(with_lesson);
  ASSERT_TRUE(stage->open_lesson("91"));
  ASSERT_NE(stage.node("figure.calculator.decode"), nullptr) << stage.twin();
  EXPECT_EQ(figure_of(stage, "decode").title, "Tokens a second, at most?");
  for (const char* told : {"34.3", "68.6", "29.2 ms", "34.28"}) {
    EXPECT_THAT(stage.everything(), Not(HasSubstr(told)));
  }
  EXPECT_THAT(stage.twin(), HasSubstr("140 GB")) << "given";
  EXPECT_THAT(stage.twin(), HasSubstr("NVIDIA H200 data sheet, 2024"));
  EXPECT_FALSE(stage->act("slider.move:decode/width", "1"));
  EXPECT_EQ(stage.node("task.guess")->label, "Your guess, in tokens/s");
}

TEST(CalculatorPage, JudgesTheGuessAndThenFollowsTheSliders) {
  Stage stage(with_lesson);
  ASSERT_TRUE(stage->open_lesson("91"));
  ASSERT_TRUE(stage->act("guess.set", "69"));
  ASSERT_TRUE(stage->act("guess.lock"));
  EXPECT_THAT(stage.twin(), HasSubstr("two bytes, not one"));
  EXPECT_THAT(stage.node("task.answer")->label, HasSubstr("34.3 tokens/s"));
  EXPECT_EQ(figure_of(stage, "decode").title, "Tokens a second, at most: 34.3 tokens/s");
  ASSERT_TRUE(stage->act("slider.move:decode/width", "1"));
  EXPECT_EQ(stage.node("calculator.decode.width")->value, "0.5 B/parameter");
  EXPECT_EQ(figure_of(stage, "decode").title, "Tokens a second, at most: 137 tokens/s");
  EXPECT_THAT(stage.twin(), HasSubstr("so 34.3 tokens a second")) << "the answer stays the question's";
  ASSERT_TRUE(stage->act("slider.move:decode/batch", "0.13"));
  EXPECT_EQ(stage.node("calculator.decode.batch")->value, "2 tokens");
  EXPECT_EQ(stage.node("calculator.decode.badge")->label, "computed, not measured");
  EXPECT_FALSE(stage->act("slider.move:decode/road", "1")) << "a constant";
  EXPECT_FALSE(stage->act("slider.move:decoder/batch", "1"));
}

TEST(CalculatorPage, SlidersStayWhereTheyWerePut) {
  Stage stage(with_lesson);
  ASSERT_TRUE(stage->open_lesson("91"));
  stage->go_to_step(2);
  ASSERT_TRUE(stage->act("slider.move:shared/batch", "1")) << stage.twin();
  const session::Settings kept = session::load_settings().settings;
  EXPECT_EQ(kept.sliders.at("91/shared/batch"), 64);
  EXPECT_EQ(session::parse_settings(session::to_json(kept)), kept);
  session::Services services;
  with_lesson(services);
  session::Session again(std::move(services));
  ASSERT_TRUE(again.open_lesson("91"));
  again.go_to_step(2);
  const auto nodes = session::all_nodes(again.view());
  const auto slider = std::ranges::find(nodes, "calculator.shared.batch", &session::Node::id);
  ASSERT_NE(slider, nodes.end());
  EXPECT_EQ((*slider)->value, "64 tokens");
}

TEST(CalculatorPage, InClassItFollowsTheTruthAndMovesByKey) {
  Stage stage(with_lesson);
  ASSERT_TRUE(stage->open_lesson("91"));
  ASSERT_TRUE(stage->act("class.open"));
  EXPECT_THAT(stage.everything(), Not(HasSubstr("29.2 ms")));
  EXPECT_EQ(figure_of(stage, "decode").title, "Tokens a second, at most?");
  EXPECT_FALSE(stage->act("slider.more:decode/width"));
  while (figure_of(stage, "decode").stage < figure::Stage::truth) ASSERT_TRUE(stage->act("class.next")) << stage.twin();
  EXPECT_THAT(figure_of(stage, "decode").title, HasSubstr("34.3 tokens/s"));
  ASSERT_TRUE(stage->act("slider.more:decode/width")) << stage.twin();
  EXPECT_THAT(figure_of(stage, "decode").title, HasSubstr("68.6 tokens/s"));
}

TEST(CalculatorPage, AClassBeginsWhereTheQuestionStands) {
  Stage stage(with_lesson);
  ASSERT_TRUE(stage->open_lesson("91"));
  stage->act("guess.set", "34");
  stage->act("guess.lock");
  ASSERT_TRUE(stage->act("slider.move:decode/width", "1"));
  ASSERT_TRUE(stage->act("class.open"));
  while (figure_of(stage, "decode").stage < figure::Stage::truth) ASSERT_TRUE(stage->act("class.next")) << stage.twin();
  EXPECT_THAT(figure_of(stage, "decode").title, HasSubstr("34.3 tokens/s"));
  ASSERT_TRUE(stage->act("slider.more:decode/width"));
  EXPECT_EQ(session::load_settings().settings.sliders.at("91/decode/width"), 0.5) << "the student's own stay";
}

TEST(CalculatorPage, OnAStageItsSlidersStandBelowItsPicture) {
  Stage stage([](session::Services& services) {
    with_lesson(services);
    services.find_lesson = [](std::string_view) {
      auto lesson = token_price();
      lesson->stage = true;
      return lesson;
    };
  });
  ASSERT_TRUE(stage->open_lesson("91"));
  const session::Node* picture = stage.node("stage");
  ASSERT_NE(picture, nullptr);
  const auto sliders = std::ranges::count(picture->children, session::Purpose::slider, &session::Node::purpose);
  EXPECT_EQ(sliders, 3);
  ASSERT_TRUE(stage->act("stage:calculator.decode")) << "the table of its numbers";
  EXPECT_EQ(std::ranges::count(stage.node("stage")->children, session::Purpose::slider, &session::Node::purpose), 0);
}

std::string page(bool answers) {
  const auto lesson = token_price();
  const auto spec = machine::device_named("h200").value();
  const auto findings = publish::findings_of(*lesson, nullptr, spec);
  return publish::lesson_html(*lesson, *findings, {.answers = answers, .command = "onetrip lesson page"});
}

TEST(CalculatorPage, OnAStaticPageTheAnswerStandsBehindTheReveal) {
  const std::string html = page(false);
  const std::size_t reveal = html.find("class=\"reveal\"");
  ASSERT_NE(reveal, std::string::npos);
  EXPECT_THAT(html.substr(0, reveal), Not(HasSubstr("34.3")));
  EXPECT_THAT(html.substr(0, reveal), HasSubstr("<td>140 GB</td>"));
  EXPECT_THAT(html.substr(0, reveal), HasSubstr("<td>?</td>"));
  EXPECT_THAT(html.substr(reveal), HasSubstr("<strong>34.3 tokens/s</strong>"));
  EXPECT_THAT(html, HasSubstr("weights \u00d7 width"));
  EXPECT_THAT(html, HasSubstr("the figure for NVIDIA H200")) << "the page is of the recorded card";
}

TEST(CalculatorPage, IsAmongTheFiguresOfTheLesson) {
  const auto lesson = token_price();
  const auto findings = publish::findings_of(*lesson, nullptr, machine::device_named("h200").value());
  const auto figures = publish::lesson_figures(*lesson, *findings, {});
  ASSERT_EQ(figures.size(), 2u);
  EXPECT_EQ(figures[0].name, "calculator-decode");
  lesson::Asked open;
  EXPECT_FALSE(figures[0].closed(open));
  open.open({}, *lesson->steps[0].task);
  EXPECT_TRUE(figures[0].closed(open));
  EXPECT_FALSE(figures[1].closed(open));
}

}  // namespace calculator_page_test
