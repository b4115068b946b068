// From its lines to what a chart draws.
#include "publish/calculator_fence.hpp"

#include "base/error.hpp"
#include "base/resources.hpp"
#include "base/units.hpp"
#include "base/words.hpp"
#include "lesson/machine_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <utility>
#include <vector>

namespace publish {
namespace {

using lesson::CalculatorLine;
using Kind = CalculatorLine::Kind;

/// Where every slider stands.
lesson::SliderPlaces all_places(const lesson::Calculator& calculator, const lesson::SliderPlaces& moved) {
  lesson::SliderPlaces all;
  for (const CalculatorLine* slider : calculator.of(Kind::slider)) {
    const auto found = moved.find(slider->name);
    all[slider->name] = found == moved.end() ? slider->value : found->second;
  }
  return all;
}

std::string settings_text(const lesson::SliderPlaces& places) {
  std::string text;
  for (const auto& [name, value] : places) {
    text += fmt::format("{}{}={}", text.empty() ? "" : ",", name, base::exact_number(value));
  }
  return text;
}

std::string command_of(const lesson::Calculator& calculator, const std::string& lesson,
                       const lesson::SliderPlaces& places) {
  std::string command = fmt::format("onetrip figure calculator {} {}", lesson, calculator.name);
  for (const auto& [name, value] : places) command += fmt::format(" --set {}={}", name, base::exact_number(value));
  return command;
}

/// "weights 70 billion parameters"; "32 experts" says what they are.
std::string named_amount(const CalculatorLine& line, double value) {
  const std::string amount = lesson::show_amount(value, line.unit);
  return line.unit == line.name ? amount : lesson::spoken(line.name) + " " + amount;
}

/// "weights 70 billion parameters, batch 1 token"
std::string beside_words(const lesson::Calculator& calculator, const lesson::SliderPlaces& places) {
  std::string words;
  for (const CalculatorLine* slider : calculator.of(Kind::slider)) {
    if (slider->name == calculator.drawing.over) continue;
    words += (words.empty() ? "" : ", ") + named_amount(*slider, places.at(slider->name));
  }
  return words;
}

/// "road 4.8 TB/s: NVIDIA H200 data sheet, 2024", "high 128 rows, wide 128 columns: a tile". A one that only brings a
/// unit is no fact.
std::vector<std::string> sources_of(const lesson::Calculator& calculator, const std::map<std::string, double>& values,
                                    const CalculatorMachine& machine) {
  std::vector<std::pair<std::string, std::string>> all;  // where they are from, and the constants
  for (const CalculatorLine* constant : calculator.of(Kind::constant)) {
    if (constant->value == 1) continue;
    const std::string source = source_words(*constant, machine);
    const std::string words = named_amount(*constant, values.at(constant->name));
    const auto found = std::ranges::find(all, source, &std::pair<std::string, std::string>::first);
    if (found == all.end()) {
      all.emplace_back(source, words);
    } else {
      found->second += ", " + words;
    }
  }
  std::vector<std::string> sources;
  for (const auto& [source, constants] : all) {
    sources.push_back(base::say("chart.calculator.source", {{"constants", constants}, {"source", source}}));
  }
  return sources;
}

/// Close enough for a line that bends: as many between every two doublings as over the whole of a short range.
std::vector<double> between(double from, double to) {
  constexpr int steps = 120;
  std::vector<double> all;
  for (int i = 0; i <= steps; ++i) all.push_back(from * std::pow(to / from, static_cast<double>(i) / steps));
  all.back() = to;
  return all;
}

/// "Tokens" of tokens.
std::string capital(std::string words) {
  if (!words.empty() && words[0] >= 'a' && words[0] <= 'z') words[0] = static_cast<char>(words[0] - 'a' + 'A');
  return words;
}

}  // namespace

CalculatorMachine calculator_machine(const machine::DeviceSpec* spec) {
  return {lesson::machine_sheet(spec), spec == nullptr ? std::string() : spec->name};
}

bool hides_calculator(const lesson::Asked& open, const lesson::Calculator& calculator) {
  const auto formulas = calculator.of(Kind::formula);
  return std::ranges::any_of(formulas,
                             [&](const CalculatorLine* line) { return open.asks({}, quantity_of(calculator, *line)); });
}

std::string source_words(const CalculatorLine& line, const CalculatorMachine& machine) {
  if (!is_of_machine(line, machine.sheet)) return line.source;
  return base::say("lesson.calculator.of_machine", {{"machine", machine.name}});
}

std::string how_known(const CalculatorLine& line, const CalculatorMachine& machine) {
  switch (line.kind) {
    case Kind::constant:
      return source_words(line, machine);
    case Kind::formula:
      return lesson::spoken_formula(line);
    case Kind::slider:
      break;
  }
  const std::string set(base::text("lesson.calculator.set"));
  return line.source.empty() ? set : set + ", " + line.source;
}

std::string title_words(const lesson::Calculator& calculator) {
  return calculator.title.empty() ? capital(lesson::spoken(calculator.drawing.what)) : calculator.title;
}

std::string command_word(const lesson::Lesson& lesson) {
  const std::filesystem::path folder = std::filesystem::path(lesson.file).parent_path();
  try {
    const auto course = base::program_file("lessons/course.toml").parent_path();
    std::error_code unknown;
    if (std::filesystem::equivalent(folder.parent_path(), course, unknown)) return lesson.id;
  } catch (const base::MachineError&) {
    return lesson.id;  // no course came with the program
  }
  return folder.empty() ? lesson.id : folder.string();
}

figure::Figure calculator_figure(const lesson::Calculator& calculator, const std::string& lesson,
                                 const lesson::SliderPlaces& moved, const CalculatorMachine& machine,
                                 charts::ChartData sheet) {
  const lesson::CalculatorDrawing& drawing = calculator.drawing;
  const CalculatorLine &what = *calculator.find(drawing.what), &over = *calculator.find(drawing.over);
  const lesson::SliderPlaces places = all_places(calculator, moved);
  const auto place = [&](double at) {
    lesson::SliderPlaces there = places;
    there[over.name] = at;
    const double value = calculated(calculator, there, machine.sheet).at(what.name);
    return charts::CalculatorPlace{lesson::figure_in(at, over.unit), lesson::figure_in(value, what.unit),
                                   lesson::show_amount(at, over.unit), lesson::show_amount(value, what.unit),
                                   lesson::show_figure(at, over.unit)};
  };
  const bool bars = drawing.kind == lesson::CalculatorDrawing::Kind::bars;
  charts::CalculatorPlot plot;
  plot.kind = bars ? charts::CalculatorPlot::Kind::bars : charts::CalculatorPlot::Kind::line;
  plot.name = calculator.name;
  plot.title = title_words(calculator);
  plot.what = lesson::spoken(what.name);
  plot.what_unit = what.unit;
  plot.over = lesson::spoken(over.name);
  plot.over_unit = over.unit;
  plot.over_named = lesson::is_made_up(over.unit);
  for (const double at : drawing.places.empty() ? over.stops : drawing.places) plot.places.push_back(place(at));
  if (!bars) {
    std::ranges::sort(plot.places, {}, &charts::CalculatorPlace::at);
    for (const double at : between(plot.places.front().at, plot.places.back().at)) plot.curve.push_back(place(at));
  }
  plot.here = place(places.at(over.name));
  plot.beside = beside_words(calculator, places);
  plot.sources = sources_of(calculator, calculated(calculator, places, machine.sheet), machine);
  plot.lesson = lesson;
  plot.settings = settings_text(places);
  if (sheet.command.empty()) sheet.command = command_of(calculator, lesson, places);
  return charts::calculator_plot(plot, sheet);
}

}  // namespace publish
