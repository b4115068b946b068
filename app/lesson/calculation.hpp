// What a calculator's names come to.
#pragma once

#include "lesson/calculator.hpp"
#include "lesson/values.hpp"

#include <map>
#include <string>
#include <string_view>

namespace lesson {

/// Where sliders stand, by name; one that is not there stands as the question has it.
using SliderPlaces = std::map<std::string, double>;

/// Every name of it, by name. `machine` are quantities of the machine at hand (machine_sheet()), for constants that
/// are read there where they are known.
[[nodiscard]] std::map<std::string, double> calculated(const Calculator& calculator, const SliderPlaces& places,
                                                       const Quantities& machine);
/// True of a constant that is the machine's own figure here, not its stand-in.
[[nodiscard]] bool is_of_machine(const CalculatorLine& line, const Quantities& machine);
/// The units of a quantity of a machine that a constant may be; nothing of any other quantity.
[[nodiscard]] std::optional<Powers> powers_of(std::string_view quantity);

/// All calculators of a lesson as their questions have them: "calculator.NAME.LINE" with its unit behind it.
[[nodiscard]] Quantities calculated_quantities(const Lesson& lesson, const Quantities& machine);
/// The name under which one stands there.
[[nodiscard]] std::string quantity_of(const Calculator& calculator, const CalculatorLine& line);
/// "weights per card" of weights_per_card.
[[nodiscard]] std::string spoken(std::string_view name);
/// A formula as it is read: "road / (weights × bytes)".
[[nodiscard]] std::string spoken_formula(const CalculatorLine& line);

/// A unit that the lesson made up: "tokens/s", not "B" or "B/parameter", which need it for their prefix.
[[nodiscard]] bool is_made_up(std::string_view unit);
/// An amount where its unit is said elsewhere: "34.3", "70 billion", but "140 GB".
[[nodiscard]] std::string show_figure(double value, std::string_view unit);

/// The place of a slider nearest to `value`.
[[nodiscard]] std::size_t nearest_stop(const CalculatorLine& slider, double value);

}  // namespace lesson
