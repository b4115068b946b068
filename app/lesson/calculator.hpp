// A lesson's calculator: named numbers with units, some of which can be moved, and formulas over them. Data.
#pragma once

#include "lesson/amount.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace lesson {

/// One name of it.
struct CalculatorLine {
  enum class Kind { slider, constant, formula } kind = Kind::formula;
  std::string name;
  std::string unit;  ///< as show_amount takes it: "B/s"
  Powers powers;
  double value = 0;           ///< slider: at the question, one of `stops`; constant: where `quantity` is not known
  std::vector<double> stops;  ///< slider, in order
  std::string quantity;       ///< constant: in its place, where it is known here: "machine.bandwidth"
  std::string source;         ///< constant: who says so
  std::string formula;        ///< over names that stand above
  int line = 0, column = 1;   ///< of what stands behind the '='
};

/// What is drawn: a formula over the stops of a slider, or over some places of it.
struct CalculatorDrawing {
  enum class Kind { bars, line } kind = Kind::bars;
  std::string what, over;
  std::vector<double> places;
};

struct Calculator {
  std::string name, title;
  std::vector<CalculatorLine> lines;  ///< in order
  CalculatorDrawing drawing;
  int line = 0;

  [[nodiscard]] const CalculatorLine* find(std::string_view name) const;  ///< null: it has none
  [[nodiscard]] std::vector<const CalculatorLine*> of(CalculatorLine::Kind kind) const;
};

// More no page has room for.
inline constexpr std::size_t most_calculator_lines = 24, most_sliders = 5, most_stops = 400, most_bars = 8;

}  // namespace lesson
