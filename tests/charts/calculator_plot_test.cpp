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
