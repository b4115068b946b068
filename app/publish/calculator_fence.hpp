// A lesson's `calculator` fence: what it comes to, as a figure, with its sliders where somebody has put them.
#pragma once

#include "charts/bars/calculator_plot.hpp"
#include "lesson/asked.hpp"
#include "lesson/calculation.hpp"

#include <optional>
#include <string>

namespace publish {

/// Whose figures a calculator takes where it asks for a machine's; none is known where nothing was calibrated.
struct CalculatorMachine {
  lesson::Quantities sheet;
  std::string name;
};
[[nodiscard]] CalculatorMachine calculator_machine(const machine::DeviceSpec* spec);

/// True while an open task asks what it works out: its sliders stand as the question has them, its figure is a frame.
[[nodiscard]] bool hides_calculator(const lesson::Asked& open, const lesson::Calculator& calculator);

/// Who says what a constant is: its source, or the machine that it is read from.
[[nodiscard]] std::string source_words(const lesson::CalculatorLine& line, const CalculatorMachine& machine);
/// The same of any line: a slider was set, a formula is itself.
[[nodiscard]] std::string how_known(const lesson::CalculatorLine& line, const CalculatorMachine& machine);
/// Its own title; without one what it works out last.
[[nodiscard]] std::string title_words(const lesson::Calculator& calculator);

/// The lesson as a command names it: by its id, or by its folder where it is none of the course.
[[nodiscard]] std::string command_word(const lesson::Lesson& lesson);
/// `lesson` is that word.
[[nodiscard]] figure::Figure calculator_figure(const lesson::Calculator& calculator, const std::string& lesson,
                                               const lesson::SliderPlaces& places, const CalculatorMachine& machine,
                                               charts::ChartData sheet);

}  // namespace publish
