// Corners of the sliders.
#include "lesson/calculator_lint.hpp"

#include "base/text.hpp"
#include "lesson/calculation.hpp"

#include <algorithm>
#include <cmath>
#include <set>

namespace lesson {
namespace {

using LineKind = CalculatorLine::Kind;

Place place_of(const CalculatorLine& line) {
  return {line.line, line.column, 1};
}

/// Every slider at its least or its most.
std::vector<SliderPlaces> corners(const Calculator& calculator) {
  std::vector<SliderPlaces> all = {{}};
  for (const CalculatorLine* slider : calculator.of(LineKind::slider)) {
    const auto [least, most] = std::ranges::minmax(slider->stops);
    std::vector<SliderPlaces> more;
    for (SliderPlaces& one : all) {
      one[slider->name] = least;
      more.push_back(one);
      more.back()[slider->name] = most;
    }
    all.insert(all.end(), more.begin(), more.end());
  }
  return all;
}

std::string where(const Calculator& calculator, const SliderPlaces& places) {
  std::string said;
  for (const auto& [name, value] : places) {
    said += (said.empty() ? "" : ", ") + spoken(name) + " " + show_amount(value, calculator.find(name)->unit);
  }
  return said;
}

/// The names that a formula is made of, and those that they are made of.
std::set<std::string> made_of(const Calculator& calculator, const std::string& name) {
  std::set<std::string> all = {name};
  for (auto line = calculator.lines.rbegin(); line != calculator.lines.rend(); ++line) {
    if (!all.contains(line->name)) continue;
    std::string formula = line->formula;
    std::ranges::replace_if(
        formula, [](char c) { return std::string_view("+-*/(),").find(c) != std::string_view::npos; }, ' ');
    for (const std::string_view word : base::split(formula, ' ')) {
      if (calculator.find(word) != nullptr) all.emplace(word);
    }
  }
  return all;
}

void lint_ends(const Calculator& calculator, const Quantities& machine, Findings& findings) {
  std::set<std::string> told;
  for (const SliderPlaces& places : corners(calculator)) {
    const auto values = calculated(calculator, places, machine);
    for (const CalculatorLine& line : calculator.lines) {
      if (std::isfinite(values.at(line.name))) continue;
      // What is made of it fails with it.
      if (told.empty()) {
        findings.tell(place_of(line), "lesson.calculator.by_zero",
                      {{"name", line.name}, {"where", where(calculator, places)}});
      }
      told.insert(line.name);
    }
  }
}

void lint_one(const Calculator& calculator, const Quantities& machine, Findings& findings) {
  for (const CalculatorLine& line : calculator.lines) {
    if (line.kind == LineKind::constant && line.source.empty()) {
      findings.tell(place_of(line), "lesson.calculator.no_source", {{"name", line.name}});
    }
  }
  std::set<std::string> used;
  for (const CalculatorLine* formula : calculator.of(LineKind::formula)) {
    for (const std::string& name : made_of(calculator, formula->name)) {
      if (name != formula->name) used.insert(name);
    }
  }
  for (const CalculatorLine& line : calculator.lines) {
    if (line.kind == LineKind::formula || used.contains(line.name)) continue;
    findings.tell(place_of(line), "lesson.calculator.unused", {{"name", line.name}});
  }
  const CalculatorDrawing& drawing = calculator.drawing;
  if (!made_of(calculator, drawing.what).contains(drawing.over)) {
    findings.tell({calculator.line, 1, 3}, "lesson.calculator.flat", {{"name", drawing.what}, {"over", drawing.over}});
  }
  lint_ends(calculator, machine, findings);
}

}  // namespace

void lint_calculators(const Lesson& lesson, const Quantities& machine, Findings& findings) {
  for (const auto& [name, calculator] : lesson.calculators) lint_one(calculator, machine, findings);
}

}  // namespace lesson
