// Rows on one scale.
#include "charts/bars/calculator_bars.hpp"

#include "base/words.hpp"
#include "charts/frame/bar_look.hpp"
#include "charts/frame/rows.hpp"
#include "charts/frame/type.hpp"

#include <algorithm>
#include <cmath>

namespace charts {
namespace {

constexpr double most_bar_row = 110, most_thick = 48;

bool is_here(const CalculatorPlot& plot, const CalculatorPlace& place) {
  constexpr double same = 1e-9;
  return std::abs(place.at - plot.here.at) <= same * std::abs(place.at);
}

}  // namespace

void draw_calculator_bars(const CalculatorPlot& plot, Drawing& drawing) {
  const Body& body = drawing.body();
  // Where rows would be lower than their letters, they take the place of their columns' names: the title says what they
  // are of, and a slider bears the other name.
  const auto rows_from = [&](double top) { return Rows(drawing, top, plot.places.size(), most_bar_row); };
  const bool headed = rows_from(body.top + drawing.scaled(22)).pitch() >= drawing.scaled(type::large.size);
  const Rows rows = rows_from(body.top + (headed ? drawing.scaled(22) : 0));
  const auto sized = [&](const Style& style) {  // low rows have smaller letters
    constexpr double line = 1.08;
    return style.sized(std::min(style.size, rows.pitch() / drawing.scaled(line)));
  };
  const Style name_here = sized(type::large_bold), name = sized(type::large), value = sized(type::large_value);
  const double heading = body.top + drawing.scaled(12);
  if (headed) drawing.text({body.left, heading}, plot.over, type::small);
  double names = headed ? drawing.width_of(plot.over, type::small) : 0, values = 0, most = 0;
  for (const CalculatorPlace& place : plot.places) {
    names = std::max(names, drawing.width_of(place.at_words, name_here));
    values = std::max(values, drawing.width_of(place.words, value));
    most = std::max(most, place.value);
  }
  names = std::min(names, 0.4 * body.wide());
  const double left = body.left + names + drawing.scaled(20);
  if (headed) drawing.text({left, heading}, plot.what, type::small);
  // Every bar and its value fit, and the longest fills the row.
  const double room = std::max(body.right - left - values - drawing.scaled(14), drawing.scaled(20));
  const double thick = std::min(0.5 * rows.pitch(), drawing.scaled(most_thick));
  // Rows as low as their names need no rules between them: these would end at every name.
  const bool ruled = rows.pitch() >= 1.5 * drawing.scaled(name.size);
  for (std::size_t i = 0; i < plot.places.size(); ++i) {
    const CalculatorPlace& place = plot.places[i];
    if (ruled) drawing.separator(rows.top(i));
    const double middle = rows.middle(i), baseline = drawing.on_row(middle, name);
    const bool here = is_here(plot, place);
    drawing.fit({body.left, baseline}, place.at_words, names, here ? name_here : name);
    const double length = most > 0 && place.value > 0 ? std::max(room * place.value / most, 1.0) : 1;
    const figure::Rect rect =
        large_model_bar({left, middle - thick / 2}, length, thick, here ? std::optional(Role::model) : std::nullopt);
    drawing.rect(rect, since(Stage::model, "bar." + as_id(place.at_words)));
    drawing.text(value_place(drawing, rect, value, false), place.words, value, since(Stage::model));
    const Style asked = sized(type::asked_large);
    drawing.text({left, drawing.on_row(middle, asked)}, "?", asked, {Stage::question, Stage::guess, {}});
  }
}

}  // namespace charts
