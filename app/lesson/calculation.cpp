// Line after line: each formula has only names above it.
#include "lesson/calculation.hpp"

#include "base/text.hpp"
#include "lesson/expression.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

namespace lesson {

const CalculatorLine* Calculator::find(std::string_view wanted) const {
  const auto found = std::ranges::find(lines, wanted, &CalculatorLine::name);
  return found == lines.end() ? nullptr : &*found;
}

std::vector<const CalculatorLine*> Calculator::of(CalculatorLine::Kind kind) const {
  std::vector<const CalculatorLine*> found;
  for (const CalculatorLine& one : lines) {
    if (one.kind == kind) found.push_back(&one);
  }
  return found;
}

bool is_of_machine(const CalculatorLine& line, const Quantities& machine) {
  return !line.quantity.empty() && value_of(machine, {}, line.quantity).has_value();
}

std::optional<Powers> powers_of(std::string_view quantity) {
  if (!is_of_no_chain(quantity) || is_seen(quantity)) return std::nullopt;
  const auto unit = unit_of(quantity);
  if (unit == Unit::bandwidth) return Powers{{"B", 1}, {"s", -1}};
  if (unit == Unit::rate) return Powers{{"FLOP", 1}, {"s", -1}};
  if (unit == Unit::bytes) return Powers{{"B", 1}};
  if (unit == Unit::seconds) return Powers{{"s", 1}};
  return std::nullopt;
}

std::map<std::string, double> calculated(const Calculator& calculator, const SliderPlaces& places,
                                         const Quantities& machine) {
  std::map<std::string, double> all;
  const NamedAmounts names = [&](std::string_view name) -> std::expected<Amount, std::string> {
    const auto found = all.find(std::string(name));
    const double value = found == all.end() ? std::numeric_limits<double>::quiet_NaN() : found->second;
    const CalculatorLine* line = calculator.find(name);
    return Amount{value, line == nullptr ? Powers{} : line->powers};
  };
  for (const CalculatorLine& line : calculator.lines) {
    double value = line.value;
    switch (line.kind) {
      case CalculatorLine::Kind::slider:
        if (const auto place = places.find(line.name); place != places.end()) value = place->second;
        break;
      case CalculatorLine::Kind::constant:
        if (is_of_machine(line, machine)) value = *value_of(machine, {}, line.quantity);
        break;
      case CalculatorLine::Kind::formula: {
        const auto found = evaluate(line.formula, names);
        value = found ? found->value : std::numeric_limits<double>::quiet_NaN();
        break;
      }
    }
    all[line.name] = value;
  }
  return all;
}

std::string quantity_of(const Calculator& calculator, const CalculatorLine& line) {
  return calculator_quantity(calculator.name, line.name, line.unit, line.kind != CalculatorLine::Kind::formula);
}

Quantities calculated_quantities(const Lesson& lesson, const Quantities& machine) {
  Quantities all;
  for (const auto& [name, calculator] : lesson.calculators) {
    const auto values = calculated(calculator, {}, machine);
    for (const CalculatorLine& line : calculator.lines) {
      const double value = values.at(line.name);
      // Quantities count percent, as people type them.
      const double scale = line.unit == "%" ? 100 : 1;
      if (std::isfinite(value)) all[quantity_of(calculator, line)] = scale * value;
    }
  }
  return all;
}

std::string spoken(std::string_view name) {
  std::string words(name);
  std::ranges::replace(words, '_', ' ');
  return words;
}

std::string spoken_formula(const CalculatorLine& line) {
  std::string words = spoken(line.formula);
  base::replace_all(words, "*", "\u00d7");
  return words;
}

bool is_made_up(std::string_view unit) {
  constexpr std::string_view known[] = {"", "B", "s", "FLOP", "%", "x"};
  return std::ranges::find(known, unit.substr(0, unit.find_first_of("*/"))) == std::end(known);
}

std::string show_figure(double value, std::string_view unit) {
  const std::string whole = show_amount(value, unit);
  return is_made_up(unit) ? whole.substr(0, whole.rfind(' ')) : whole;
}

std::size_t nearest_stop(const CalculatorLine& slider, double value) {
  const auto nearest = std::ranges::min_element(slider.stops, {}, [&](double stop) { return std::abs(stop - value); });
  return static_cast<std::size_t>(nearest - slider.stops.begin());
}

}  // namespace lesson
