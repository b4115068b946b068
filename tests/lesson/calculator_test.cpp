// A calculator: its text, its units, what it comes to, and what of it a task hides.
#include "base/words.hpp"
#include "lesson/asked.hpp"
#include "lesson/calculation.hpp"
#include "lesson/expression.hpp"
#include "lesson/fences/fence.hpp"
#include "lesson/guess_text.hpp"
#include "lesson/judge.hpp"
#include "lesson/lint.hpp"
#include "lesson/loader.hpp"
#include "lesson/machine_values.hpp"
#include "places.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace calculator_test {

using lesson::Amount;
using lesson::Powers;
using testing::ElementsAre;
using testing::HasSubstr;

lesson::Lesson token_price() {
  auto lesson = lesson::load(tests::folder() / "lessons/token-price");
  EXPECT_TRUE(lesson) << base::render(lesson.error());
  return lesson.value_or(lesson::Lesson{});
}

/// A lesson with this calculator alone.
base::Expected<lesson::Lesson> with(std::string_view lines) {
  return lesson::parse(
      "+++\nid = \"90\"\ntitle = \"T\"\nminutes = 1\ngoal = \"G\"\n+++\n\n## S (1 min)\n\nWords.\n\n"
      "```calculator c\n" +
          std::string(lines) + "```\n",
      "c.md");
}

TEST(Amounts, UnitsAreReadWithTheirPrefix) {
  const auto road = lesson::read_unit("TB/s");
  ASSERT_TRUE(road);
  EXPECT_EQ(road->scale, 1e12);
  EXPECT_EQ(road->text, "B/s");
  EXPECT_EQ(road->powers, (Powers{{"B", 1}, {"s", -1}}));
  EXPECT_EQ(lesson::read_unit("B/parameter")->powers, (Powers{{"B", 1}, {"parameter", -1}}));
  EXPECT_EQ(lesson::read_unit("parameters")->powers, lesson::read_unit("parameter")->powers);
  EXPECT_EQ(lesson::read_unit("ms")->scale, 1e-3);
  EXPECT_EQ(lesson::read_unit("GiB")->scale, 1024. * 1024 * 1024);
  EXPECT_EQ(lesson::read_unit("%")->scale, 0.01);
  EXPECT_TRUE(lesson::read_unit("1/s")->powers == (Powers{{"s", -1}}));
  EXPECT_EQ(lesson::read_unit("loss")->powers, (Powers{{"loss", 1}}));
  for (const char* text : {"", "/", "TB//s", "2", "a b"}) EXPECT_FALSE(lesson::read_unit(text)) << text;
}

TEST(Amounts, AreWrittenAsPeopleSayThem) {
  EXPECT_EQ(lesson::show_amount(140e9, "B"), "140 GB");
  EXPECT_EQ(lesson::show_amount(4.8e12, "B/s"), "4.8 TB/s");
  EXPECT_EQ(lesson::show_amount(0.5, "B/parameter"), "0.5 B/parameter");
  EXPECT_EQ(lesson::show_amount(1, "tokens"), "1 token");
  EXPECT_EQ(lesson::show_amount(70e9, "parameters"), "70 billion parameters");
  EXPECT_EQ(lesson::show_amount(34.2857, "tokens/s"), "34.3 tokens/s");
  EXPECT_EQ(lesson::show_amount(0.0291667, "s"), "29.2 ms");
  EXPECT_EQ(lesson::show_amount(3, "x"), "3x");
  EXPECT_EQ(lesson::show_amount(0.25, "%"), "25%");
  EXPECT_EQ(lesson::show_amount(989e12, "FLOP/s"), "989 TFLOP/s");
}

TEST(Formulas, CarryUnitsAndRefuseToMixThem) {
  const lesson::NamedAmounts names = [](std::string_view name) -> std::expected<Amount, std::string> {
    if (name == "read") return Amount{140e9, {{"B", 1}}};
    if (name == "road") return Amount{4.8e12, {{"B", 1}, {"s", -1}}};
    return std::unexpected("no " + std::string(name));
  };
  const auto pass = lesson::evaluate("read / road", names);
  ASSERT_TRUE(pass);
  EXPECT_NEAR(pass->value, 0.0291667, 1e-6);
  EXPECT_EQ(pass->powers, (Powers{{"s", 1}}));
  EXPECT_EQ(lesson::evaluate("2 * (read + read) - read", names)->value, 3 * 140e9);
  EXPECT_EQ(lesson::evaluate("max(read, 2 * read) / min(read, 3*read)", names)->value, 2);
  const auto mixed = lesson::evaluate("read + road", names);
  ASSERT_FALSE(mixed);
  EXPECT_EQ(mixed.error().offset, 7u);
  EXPECT_THAT(mixed.error().message, HasSubstr("B and B/s"));
  EXPECT_EQ(lesson::evaluate("read / rood", names).error().offset, 7u);
  EXPECT_FALSE(lesson::evaluate("read / 0", names));
  EXPECT_FALSE(lesson::evaluate("max(read)", names));
  EXPECT_FALSE(lesson::evaluate("{bytes.fused}", names)) << "a quantity is no name of it";
}

TEST(Calculator, ComesToWhatTheRoadAllows) {
  const lesson::Lesson lesson = token_price();
  const lesson::Calculator& decode = lesson.calculators.at("decode");
  auto values = calculated(decode, {}, {});
  EXPECT_NEAR(values.at("tokens"), 34.2857, 1e-3);
  EXPECT_EQ(values.at("read"), 140e9);
  values = calculated(decode, {{"width", 0.5}, {"batch", 4}}, {});
  EXPECT_NEAR(values.at("tokens"), 16 * 34.2857, 1e-2);
  EXPECT_EQ(decode.title, "Tokens a second, at most");
  EXPECT_EQ(decode.find("width")->stops, (std::vector<double>{2, 1, 0.5}));
  EXPECT_EQ(decode.find("batch")->stops.size(), 9u);
  EXPECT_EQ(decode.find("weights")->stops.size(), 399u);
  EXPECT_EQ(decode.drawing.places, (std::vector<double>{2, 1, 0.5}));
  EXPECT_TRUE(lesson::lint(lesson, machine::device_named("h200").value()).empty());
}

TEST(Calculator, TakesTheMachinesOwnFigureWhereItIsKnown) {
  const lesson::Lesson lesson = token_price();
  const lesson::Calculator& shared = lesson.calculators.at("shared");
  const lesson::CalculatorLine& road = *shared.find("road");
  EXPECT_EQ(calculated(shared, {}, {}).at("road"), 4.8e12);
  EXPECT_FALSE(is_of_machine(road, {}));
  EXPECT_EQ(calculated(shared, {}, {{"machine.bandwidth", 2e11}}).at("road"), 2e11);
  EXPECT_TRUE(is_of_machine(road, {{"machine.bandwidth", 2e11}}));
}

TEST(Calculator, ItsNumbersAreNamedInTexts) {
  const lesson::Lesson lesson = token_price();
  const auto all = calculated_quantities(lesson, {});
  EXPECT_EQ(lesson::fill("{calculator.decode.read}, {calculator.decode.tokens}, {calculator.decode.pass}", all),
            "140 GB, 34.3, 29.2 ms");
  EXPECT_EQ(lesson::fill("{calculator.decode.weights} parameters of {calculator.decode.width}", all),
            "70 billion parameters of 2 B/parameter");
  const auto& task = *lesson.steps[0].task;
  EXPECT_EQ(task.asked, "calculator.decode.tokens@tokens/s");
  EXPECT_EQ(lesson::show_quantity(task.asked, 34.2857), "34.3 tokens/s");
  EXPECT_EQ(lesson::noun_of(task.asked), "tokens/s");
  EXPECT_TRUE(judge(task, 34, all).right);
  EXPECT_FALSE(judge(task, 40, all).right);
  EXPECT_EQ(judge(task, 68.6, all).misconception, "one-byte");
  EXPECT_FALSE(lesson::hangs_on_a_clock("calculator.decode.batch_time@s"));
}

TEST(Calculator, WhatIsAskedHidesWhatTellsIt) {
  const lesson::Lesson lesson = token_price();
  auto all = calculated_quantities(lesson, {});
  lesson::Asked asked;
  asked.open({}, *lesson.steps[0].task);
  asked.hide(all, {});
  EXPECT_EQ(lesson::fill("{calculator.decode.tokens} {calculator.decode.pass}", all), "? ?");
  EXPECT_EQ(lesson::fill("{calculator.decode.read} {calculator.decode.road}", all), "140 GB 4.8 TB/s")
      << "given, and set";
  EXPECT_EQ(lesson::fill("{calculator.shared.read}", all), "140 GB") << "another calculator";
}

TEST(Calculator, GuessesOfItAreNumbersWithWords) {
  using lesson::parse_guess, lesson::Unit;
  EXPECT_EQ(parse_guess("34", Unit::own), 34);
  EXPECT_EQ(parse_guess("1.5 k", Unit::own), 1500);
  EXPECT_EQ(parse_guess("70 billion", Unit::own), 70e9);
  EXPECT_EQ(parse_guess("4.8 TB/s", Unit::bandwidth), 4.8e12);
}

TEST(Calculator, SharesAreAskedInPercent) {
  const auto lesson = with("a = 1 (choices 1, 2)\nb = a / 4 -> %\n");
  ASSERT_TRUE(lesson) << base::render(lesson.error());
  const auto all = calculated_quantities(*lesson, {});
  EXPECT_EQ(all.at("calculator.c.b@%"), 25);
  EXPECT_EQ(lesson::fill("{calculator.c.b}", all), "25%");
  EXPECT_EQ(lesson::parse_guess("25%", *lesson::unit_of("calculator.c.b@%")), 25);
}

TEST(Calculator, AllMistakesAreToldAtOnceAtTheirPlace) {
  const auto found = with("a = 1 token (slider 1 .. 8)\nb = 2 GB\nc = a * 2\nd = b -> furlong furlong\n");
  ASSERT_FALSE(found);
  std::vector<std::pair<int, int>> places;
  for (const base::Diagnostic& one : found.error()) places.emplace_back(one.line, one.column);
  EXPECT_THAT(places, ElementsAre(std::pair(13, 21), std::pair(16, 10))) << base::render(found.error());
}

TEST(Calculator, DrawsItsLastFormulaWhereNothingIsSaid) {
  const auto few = with("a = 1 token (choices 1, 2)\nb = 2 * a\n"),
             many = with("a = 1 (slider 1 .. 64 step 1)\nb = a\n");
  ASSERT_TRUE(few && many);
  EXPECT_EQ(few->calculators.at("c").drawing.kind, lesson::CalculatorDrawing::Kind::bars);
  EXPECT_EQ(many->calculators.at("c").drawing.kind, lesson::CalculatorDrawing::Kind::line);
  EXPECT_EQ(many->calculators.at("c").drawing.what, "b");
}

TEST(Calculator, ARangeEndsWhereItSaysItDoes) {
  const auto lesson = with("a = 1 (slider 1 .. 10 step 4)\nb = a * 2\n");
  ASSERT_TRUE(lesson) << base::render(lesson.error());
  EXPECT_THAT(lesson->calculators.at("c").find("a")->stops, ElementsAre(1, 5, 9, 10));
}

TEST(Calculator, PlacesAreThoseThatAPersonWouldWrite) {
  const auto lesson = with("a = 0.5 (slider 0.1 .. 0.9 step 0.1)\nb = a * 2\n");
  ASSERT_TRUE(lesson) << base::render(lesson.error());
  EXPECT_THAT(lesson->calculators.at("c").find("a")->stops, ElementsAre(0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9));
}

}  // namespace calculator_test
