// What a lesson's calculator comes to: a formula over the places of one slider, as bars or as a line. It is worked out,
// so it looks like the model everywhere: grey and dashed.
#pragma once

#include "charts/frame/chart_data.hpp"

#include <string>
#include <vector>

namespace charts {

struct CalculatorPlace {
  double at = 0, value = 0;
  std::string at_words, words;  ///< "2 B/parameter", "34.3 tokens/s"
  std::string tick;             ///< as an axis has it
};

struct CalculatorPlot {
  enum class Kind { bars, line } kind = Kind::bars;
  std::string name;   ///< of the calculator: "decode"
  std::string title;  ///< its own: "Tokens a second, at most"
  std::string what, what_unit, over, over_unit;
  bool over_named = false;              ///< the ticks lack their unit: the axis says it
  std::vector<CalculatorPlace> places;  ///< from left to right, or from above
  std::vector<CalculatorPlace> curve;   ///< of a line: closer together, without words
  CalculatorPlace here;                 ///< where the slider stands
  std::string beside;                   ///< where the others stand: "weights 70 billion parameters, batch 1 token"
  std::vector<std::string> sources;     ///< of its constants
  std::string lesson, settings;         ///< of the scene: the lesson's id or folder, "weights=7e10,width=2"
};

/// Told from the model's stage on; before that the frame alone, in which no number stands but the slider's own.
[[nodiscard]] figure::Figure calculator_plot(const CalculatorPlot& plot, const ChartData& sheet);

}  // namespace charts
