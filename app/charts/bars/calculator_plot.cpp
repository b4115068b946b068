// Title, foot and table of both ways to draw it.
#include "charts/bars/calculator_plot.hpp"

#include "base/units.hpp"
#include "base/words.hpp"
#include "charts/bars/calculator_bars.hpp"
#include "charts/bars/calculator_line.hpp"
#include "charts/frame/drawing.hpp"
#include "charts/frame/provenance.hpp"
#include "charts/frame/reopen.hpp"
#include "charts/frame/type.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace charts {
namespace {

Titles titles_of(const CalculatorPlot& plot) {
  return {base::say("chart.calculator.question", {{"title", plot.title}}),
          base::say("chart.calculator.finding", {{"title", plot.title}, {"value", plot.here.words}}),
          {}};
}

/// "computed, not measured; NVIDIA H200 data sheet, 2024"
std::string source_line(const CalculatorPlot& plot) {
  std::string line(base::text("chart.calculator.computed"));
  for (const std::string& source : plot.sources) line += "; " + source;
  return line;
}

void foot(const CalculatorPlot& plot, Drawing& drawing) {
  const Body& body = drawing.body();
  const double y = drawing.foot_line();
  const double half = 0.5 * body.wide();
  std::string beside = plot.beside;
  if (plot.kind == CalculatorPlot::Kind::line && is_named_in_foot(drawing)) {
    beside = over_words(plot) + (beside.empty() ? "" : "; ") + beside;
  }
  drawing.fit({body.left, y}, beside, half - drawing.scaled(12), type::small);
  const double used = beside.empty() ? 0 : std::min(half, drawing.width_of(beside, type::small) + drawing.scaled(24));
  const double room = body.wide() - used;
  std::string sources = source_line(plot);
  // All of them are among the figure's facts.
  const auto fits = [&] { return drawing.width_of(sources, drawing.shrunk(sources, type::small_end, room)) <= room; };
  while (!fits() && sources.rfind("; ") != std::string::npos) sources.resize(sources.rfind("; "));
  drawing.fit({body.right, y}, sources, room, drawing.shrunk(sources, type::small_end, room),
              {Stage::question, Stage::truth, "provenance"});
}

void tell(const CalculatorPlot& plot, const ChartData& sheet, figure::Figure& figure) {
  figure.provenance = {{"model", std::string(base::text("chart.calculator.computed"))}};
  for (const std::string& source : plot.sources) figure.provenance.push_back({"constant", source});
  const auto facts = provenance(sheet);
  figure.provenance.insert(figure.provenance.end(), facts.begin(), facts.end());
  figure.scene =
      scene(sheet, "calculator", {{"lesson", plot.lesson}, {"calculator", plot.name}, {"settings", plot.settings}});
  figure.question_description =
      base::say("chart.calculator.about", {{"what", plot.what}, {"over", plot.over}, {"beside", plot.beside}});
  figure.description = figure.question_description;
  figure.table.columns = {
      {"what", ""}, {"at", plot.over_unit}, {"quantity", ""}, {"value", plot.what_unit}, {"source", ""}};
  for (const CalculatorPlace& place : plot.places) {
    figure.table.rows.push_back({{plot.over, base::exact_number(place.at), plot.what,
                                  fmt::format("{:.6g}", place.value), std::string(record::name(Source::model))},
                                 Stage::model});
  }
  figure.description +=
      " " + base::say("chart.calculator.here", {{"at", plot.here.at_words}, {"value", plot.here.words}});
}

}  // namespace

figure::Figure calculator_plot(const CalculatorPlot& plot, const ChartData& sheet) {
  Drawing drawing(sheet, "calculator." + as_id(plot.name), body_of(sheet, false));
  drawing.head(titles_of(plot), false);
  plot.kind == CalculatorPlot::Kind::bars ? draw_calculator_bars(plot, drawing) : draw_calculator_line(plot, drawing);
  foot(plot, drawing);
  drawing.draw_grid();
  tell(plot, sheet, drawing.figure);
  return std::move(drawing.figure);
}

}  // namespace charts
