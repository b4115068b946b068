// A calculator's figure: told from the model's stage on, with its settings in the file.
#include "charts/bars/calculator_plot.hpp"

#include "charts/frame/reopen.hpp"
#include "charts/looks.hpp"

#include <gmock/gmock.h>

namespace calculator_plot_test {

using testing::HasSubstr;
using testing::Not;

charts::CalculatorPlot plot(charts::CalculatorPlot::Kind kind) {
  charts::CalculatorPlot plot;
  plot.kind = kind;
  plot.name = "decode";
  plot.title = "Tokens a second, at most";
  plot.what = "tokens";
  plot.what_unit = "tokens/s";
  plot.over = "batch";
  plot.over_unit = "tokens";
  for (const double at : {1.0, 2.0, 4.0}) {
    const std::string figure = std::to_string(static_cast<int>(at));
    plot.places.push_back({at, 34 * at, figure + " tokens", figure + "*34 tokens/s", figure});
  }
  plot.curve = plot.places;
  plot.here = plot.places[1];
  plot.beside = "weights 70 billion parameters";
  plot.sources = {"NVIDIA H200 data sheet, 2024"};
  plot.lesson = "19";
  plot.settings = "batch=2,weights=70000000000";
  return plot;
}

std::string words_of(const figure::Figure& figure) {
  std::string all = figure.title + "\n" + figure.description + "\n" + figure.question + "\n";
  for (const auto& mark : figure.marks) {
    if (const auto* text = std::get_if<figure::Text>(&mark.shape)) all += text->text + "\n";
  }
  return all + figure::text_twin(figure);
}

TEST(CalculatorPlot, TellsNothingBeforeTheModel) {
  for (const auto kind : {charts::CalculatorPlot::Kind::bars, charts::CalculatorPlot::Kind::line}) {
    const auto whole = charts::calculator_plot(plot(kind), {});
    const auto asked = figure::at(whole, figure::Stage::question);
    EXPECT_THAT(words_of(asked), Not(HasSubstr("34")));
    EXPECT_THAT(words_of(asked), HasSubstr("Tokens a second, at most?"));
    EXPECT_TRUE(asked.table.rows.empty());
    EXPECT_THAT(words_of(whole), HasSubstr("Tokens a second, at most: 2*34 tokens/s"));
    EXPECT_EQ(whole.table.rows.size(), 3u);
    EXPECT_EQ(whole.table.rows[0].cells[4], "model");
    EXPECT_THAT(words_of(whole), HasSubstr("computed, not measured; NVIDIA H200 data sheet, 2024"));
  }
}

double height_of_line(const figure::Figure& figure) {
  for (const figure::Mark& mark : figure.marks) {
    if (mark.id == "line") return figure::bounds(mark).value().height;
  }
  return 0;
}

TEST(CalculatorPlot, InALowSheetThereIsStillALineToSee) {
  charts::ChartData sheet;
  sheet.width = 900;
  sheet.height = 250;
  sheet.text_scale = 1.52;
  const auto figure = charts::calculator_plot(plot(charts::CalculatorPlot::Kind::line), sheet);
  EXPECT_GT(height_of_line(figure), 20);
  EXPECT_THAT(words_of(figure), HasSubstr("batch; weights 70 billion parameters"));
  sheet.height = 540;
  EXPECT_THAT(words_of(charts::calculator_plot(plot(charts::CalculatorPlot::Kind::line), sheet)),
              Not(HasSubstr("batch; weights")));
}

TEST(CalculatorPlot, LowRowsHaveSmallerLetters) {
  charts::ChartData sheet;
  sheet.width = 900;
  for (const double height : {540.0, 200.0, 160.0, 150.0}) {
    sheet.height = height;
    tests::expect_tidy(charts::calculator_plot(plot(charts::CalculatorPlot::Kind::bars), sheet), "low bars");
  }
}

TEST(CalculatorPlot, RulesStandBetweenNamesOnlyWhereThereIsRoom) {
  charts::ChartData sheet;
  sheet.width = 900;
  const auto rules = [&](double height) {
    sheet.height = height;
    const auto figure = charts::calculator_plot(plot(charts::CalculatorPlot::Kind::bars), sheet);
    return std::ranges::count_if(
        figure.marks, [](const figure::Mark& mark) { return std::holds_alternative<figure::Polyline>(mark.shape); });
  };
  EXPECT_GT(rules(540), 0);
  EXPECT_EQ(rules(150), 0);
}

TEST(CalculatorPlot, OpensAgainFromItsScene) {
  const auto figure = charts::calculator_plot(plot(charts::CalculatorPlot::Kind::bars), {});
  const auto scene = charts::parse_scene(figure.scene);
  ASSERT_TRUE(scene) << base::render(scene.error());
  EXPECT_EQ(scene->kind, "calculator");
  EXPECT_EQ(scene->lesson, "19");
  EXPECT_EQ(scene->calculator, "decode");
  EXPECT_EQ(scene->settings, "batch=2,weights=70000000000");
  std::string edited = figure.scene;
  edited.replace(edited.find("\"19\""), 4, "\"--x\"");
  EXPECT_FALSE(charts::parse_scene(edited)) << "it would be an option of the command";
}

}  // namespace calculator_plot_test
