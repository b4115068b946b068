// Free play and export: mistakes keep the last good chain, files say where they went, full disks lose nothing.
#include "right_answers.hpp"
#include "stage.hpp"

#include <gmock/gmock.h>

#include <regex>

namespace lab_test {

using ::testing::HasSubstr;
using tests::Stage;

constexpr auto bias = "x: f32[64, 32]\nb: f32[32]\ny = gelu(x + b)\n";

std::string question(Stage& stage) {
  return lesson::plain_text(stage.node("lab.question")->paragraphs, 80);
}

TEST(Lab, OpensWithAChainAndItsPrediction) {
  Stage stage;
  stage->open_free_play("");
  EXPECT_THAT(stage.node("lab.chain")->value, HasSubstr("gelu"));
  EXPECT_NE(stage.node("lab.predictions"), nullptr);
}

TEST(Lab, AMistakeIsShownAtItsPlaceAndTheLastGoodChainStays) {
  Stage stage;
  stage->open_free_play(bias);
  EXPECT_TRUE(stage->act("chain.set", "x: f32[64, 32]\ny = gelo(x)\n"));
  ASSERT_NE(stage.node("lab.wrong"), nullptr);
  EXPECT_THAT(base::render(stage.node("lab.wrong")->wrong), HasSubstr("2:5"));
  EXPECT_THAT(base::render(stage.node("lab.wrong")->wrong), HasSubstr("gelu"));
  EXPECT_THAT(stage.node("lab.chain")->value, HasSubstr("gelo")) << "what was typed is not lost";
  EXPECT_NE(stage.node("lab.predictions"), nullptr);
  EXPECT_FALSE(stage->act("run.start")) << "what would run is not what the text says";
  EXPECT_TRUE(stage->act("chain.set", bias));
  EXPECT_EQ(stage.node("lab.wrong"), nullptr);
}

TEST(Lab, BadTextOfAnyKindIsAnErrorNode) {
  for (const std::string& text :
       {std::string(""), std::string("\0\0", 2), std::string("\xff\xfe"), std::string(70000, 'x'),
        std::string("x: f32[0]\ny = exp(x)"), std::string("x: f32[1048576, 1048577]\ny = exp(x)")}) {
    Stage stage;
    stage->open_free_play(bias);
    stage->act("chain.set", text);
    EXPECT_NE(stage.node("lab.wrong"), nullptr) << text.substr(0, 40);
    EXPECT_NE(stage.node("lab.predictions"), nullptr);
  }
}

TEST(Lab, WhatWasMeasuredStaysUntilTheChainIsAnother) {
  Stage stage;
  stage->open_free_play(bias);
  stage->act("run.start");
  stage->wait();
  ASSERT_NE(stage.node("reveal.numbers"), nullptr);
  stage->act("chain.set", std::string(bias) + "# only a comment\n");
  EXPECT_NE(stage.node("reveal.numbers"), nullptr);
  stage->act("chain.set", "x: f32[64, 32]\ny = exp(x)\n");
  EXPECT_EQ(stage.node("reveal.numbers"), nullptr);
}

TEST(Lab, AnOptionalGuessStandsInTheReveal) {
  Stage stage;
  stage->open_free_play(bias);
  stage->act("guess.set", "lots");
  EXPECT_NE(stage.node("lab.message"), nullptr);
  stage->act("guess.set", "1.8x");
  EXPECT_EQ(stage.node("lab.message"), nullptr);
  stage->act("run.start");
  stage->wait();
  EXPECT_THAT(stage.twin(), HasSubstr("1.80x"));
}

TEST(Lab, WhileItsGuessIsOpenNoTimeOfTheModelStandsOnThePage) {
  Stage stage;
  stage->open_free_play("x: f32[2000, 2000]\nb: f32[2000]\ny = gelu(x + b)\n");
  ASSERT_THAT(question(stage), HasSubstr("as fast"));
  EXPECT_THAT(stage.everything(), Not(AnyOf(HasSubstr("faster by the model"), HasSubstr("Memory-bound"))));
  EXPECT_EQ(stage.node("figure.warehouse")->figure->title, "Fused makes 2 trips instead of 4.");
  ASSERT_NE(stage.node("lab.predictions"), nullptr) << "bytes and crossings are free";
  ASSERT_TRUE(stage->act("guess.set", "1.8"));
  EXPECT_THAT(stage.everything(), AllOf(HasSubstr("in the model"), HasSubstr("Memory-bound")));
  ASSERT_TRUE(stage->act("guess.set", ""));
  EXPECT_THAT(stage.everything(), Not(HasSubstr("Memory-bound")));
}

TEST(Lab, WhoCutsAndWhoPricesAreToldWhereTheyDiffer) {
  const auto said = [](bool calibrated) {
    Stage stage([&](session::Services& services) {
      const auto orders = std::make_shared<tests::Orders>();
      orders->calibrated = calibrated;
      services.device = std::make_shared<tests::FakeDevice>(orders);
    });
    stage->open_free_play(bias);
    const auto* node = stage.node("lab.machines");
    return node == nullptr ? std::string() : node->label;
  };
  EXPECT_EQ(
      said(false),
      "The chain is cut as Fake processor, 2 threads can run it; the model's numbers are for NVIDIA H200 SXM 141GB.");
  EXPECT_EQ(said(true), "");
}

TEST(Lab, AGuessKeepsWhatItWasOfWhenTheMachineIsMeasured) {
  const tests::Home home;
  const auto orders = std::make_shared<tests::Orders>();
  orders->calibrated = false;
  orders->weak = true;
  session::Services services;
  services.device = std::make_shared<tests::FakeDevice>(orders);
  services.rules.least = 3;
  session::Session session(services);
  session.open_free_play(bias);
  ASSERT_TRUE(session.act("guess.set", "3"));
  ASSERT_TRUE(session.act("run.start"));
  session.wait();
  const std::string twin = session::text_twin(session.view());
  EXPECT_THAT(twin, HasSubstr("limited by arithmetic here, not by memory"));
  EXPECT_TRUE(std::regex_search(twin, std::regex("time, cold +3.00x +guess"))) << twin;
}

TEST(Lab, WhereArithmeticRunsOutFirstItAsksForBytes) {
  Stage stage([](session::Services& services) {
    const auto orders = std::make_shared<tests::Orders>();
    orders->weak = true;
    services.device = std::make_shared<tests::FakeDevice>(orders);
  });
  stage->open_free_play("x: f32[2000, 2000]\ny = gelu(x)\n");
  EXPECT_THAT(question(stage), HasSubstr("fewer bytes"));
  EXPECT_NE(stage.node("lab.arithmetic"), nullptr);
  Stage strong;
  strong->open_free_play("x: f32[2000, 2000]\ny = gelu(x)\n");
  EXPECT_THAT(question(strong), HasSubstr("as fast"));
  EXPECT_EQ(strong.node("lab.arithmetic"), nullptr);
}

TEST(Lab, AfterTheRunItsFigureComesFirst) {
  Stage stage;
  stage->open_free_play(bias);
  ASSERT_TRUE(stage->act("run.start"));
  stage->wait();
  std::vector<std::string> order;
  for (const auto* node : session::all_nodes(stage->view())) order.push_back(node->id);
  const auto at = [&](const char* id) { return std::ranges::find(order, id) - order.begin(); };
  EXPECT_LT(at("figure.trips"), at("figure.bytes"));
  EXPECT_LT(at("figure.bytes"), at("lab.predictions"));
}

/// Steps further on do not stand in the way of a lesson's own run; of one in free play they do.
TEST(Lab, RunsNoChainThatALessonAsksAboutFurtherOn) {
  constexpr auto full_bias = "x: f32[4096, 8192]\nb: f32[4096, 8192]\nt = x + b\ny = gelu(t)\n";
  Stage stage;
  ASSERT_TRUE(stage->open_lesson("02"));  // at step 1; steps 6 and 7 ask about this chain
  stage->open_free_play(full_bias);
  std::string why;
  for (const auto* node : session::all_nodes(stage->view())) {
    for (const auto& action : node->actions) why += action.id == "run.start" ? action.why_not : "";
  }
  EXPECT_THAT(why, HasSubstr("Lesson 02 still asks you about this chain at step 6"));
  EXPECT_FALSE(stage->act("run.start"));
  ASSERT_TRUE(stage->open_lesson("02"));
  for (const int step : {6, 7}) ASSERT_TRUE(tests::answer(stage, "02", step));
  stage->go_to_step(1);
  stage->open_free_play(full_bias);
  EXPECT_TRUE(stage->act("run.start"));
}

TEST(Export, GoesWhereItIsToldAndSaysSo) {
  Stage stage;
  stage->open_free_play(bias);
  const auto path = stage.home().path() / "bars.csv";
  EXPECT_TRUE(stage->act("export:bytes", path.string()));
  EXPECT_TRUE(std::filesystem::exists(path));
  EXPECT_THAT(stage.node("notice")->label, HasSubstr(path.string()));
}

TEST(Export, WithoutAPathTakesANewNameEachTime) {
  Stage stage;
  stage->open_free_play(bias);
  const auto first = stage->export_figure("bytes", {});
  const auto second = stage->export_figure("bytes", {});
  ASSERT_TRUE(first && second);
  EXPECT_NE(*first, *second);
  EXPECT_TRUE(std::filesystem::exists(*first) && std::filesystem::exists(*second));
  EXPECT_EQ(first->parent_path(), base::user_data() / "exports");
}

TEST(Export, ADiskThatRefusesIsAnErrorAndLosesNothing) {
  Stage stage;
  stage->open_free_play(bias);
  EXPECT_TRUE(stage->act("export:bytes", "/proc/no/such/folder/bars.svg"));
  ASSERT_NE(stage.node("trouble"), nullptr);
  EXPECT_NE(stage.node("lab.predictions"), nullptr);
  EXPECT_TRUE(stage->act("export:bytes", (stage.home().path() / "bars.svg").string()));
}

TEST(Export, AnUnknownEndingOrFigureIsToldToThePerson) {
  Stage stage;
  stage->open_free_play(bias);
  EXPECT_FALSE(stage->export_figure("bytes", stage.home().path() / "bars.docx"));
  EXPECT_FALSE(stage->export_figure("nothing", {}));
  EXPECT_FALSE(stage->act("export:nothing"));
}

TEST(Lab, AxesCloseOnTheBarsOnceTheRunIsTold) {
  Stage stage;
  stage->open_free_play(bias);
  const auto width = [&](const std::string& id) {
    for (const figure::Mark& mark : stage.node("figure.bytes")->figure->marks) {
      const auto* bar = std::get_if<figure::Rect>(&mark.shape);
      if (bar != nullptr && mark.id == id) return bar->width;
    }
    return 0.0;
  };
  ASSERT_TRUE(stage->act("guess.set", "2"));
  const double before = width("bar.crossings.unfused.model");
  ASSERT_GT(before, 0);
  ASSERT_TRUE(stage->act("run.start"));
  stage->wait();
  EXPECT_GT(width("bar.crossings.unfused.measured"), 1.3 * before);
}

}  // namespace lab_test
