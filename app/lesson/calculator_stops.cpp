// From a range to its places.
#include "lesson/calculator_stops.hpp"

#include "base/text.hpp"
#include "lesson/calculator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace lesson {
namespace {

using Stops = std::expected<std::vector<double>, StopsFlaw>;

/// 0.3, as a person would write it, where steps of 0.1 come to 0.30000000000000004.
double as_written(double number) {
  return base::to_number(fmt::format("{:.12g}", number)).value_or(number);
}

/// The range's end is a place too where the steps pass it by.
std::optional<std::vector<double>> steps(double from, double to, double by, bool multiplied) {
  constexpr double same = 1e-9;
  std::vector<double> stops;
  for (double at = from; at < to * (1 - same);) {
    stops.push_back(as_written(at));
    if (stops.size() >= most_stops) return std::nullopt;
    // Not added up: many small steps would drift.
    at = multiplied ? at * by : from + by * static_cast<double>(stops.size());
  }
  stops.push_back(to);
  return stops;
}

Stops read_range(CalculatorCursor& cursor, const WrittenUnit& unit) {
  const std::size_t begin = cursor.at();
  const auto flaw = [&](std::string_view key) {
    return std::unexpected(StopsFlaw{begin, std::max<std::size_t>(1, cursor.at() - begin), key});
  };
  const auto from = read_place(cursor, unit);
  if (!from || !cursor.take("..")) return flaw("range");
  const auto to = read_place(cursor, unit);
  if (!to) return flaw("range");
  if (!(*from > 0 && *from < *to)) return flaw("range_order");
  const bool multiplied = cursor.take("times ");
  if (!multiplied && !cursor.take("step ")) return flaw("no_step");
  const auto by = multiplied ? cursor.number() : read_place(cursor, unit);
  if (!by || !(multiplied ? *by > 1 : *by > 0)) return flaw("bad_step");
  auto found = steps(*from, *to, *by, multiplied);
  if (!found) return flaw("many_stops");
  return std::move(*found);
}

Stops read_choices(CalculatorCursor& cursor, const WrittenUnit& unit) {
  std::vector<double> stops;
  do {
    const std::size_t at = cursor.at();
    const auto number = read_place(cursor, unit);
    if (!number || !(*number > 0)) return std::unexpected(StopsFlaw{at, 1, "choice"});
    if (std::ranges::find(stops, *number) != stops.end()) return std::unexpected(StopsFlaw{at, 1, "choice_twice"});
    stops.push_back(*number);
  } while (cursor.take(","));
  if (stops.size() < 2) return std::unexpected(StopsFlaw{cursor.at(), 1, "one_choice"});
  return stops;
}

}  // namespace

std::optional<double> read_place(CalculatorCursor& cursor, const WrittenUnit& unit) {
  const auto number = cursor.number();
  if (!number) return std::nullopt;
  const std::size_t at = cursor.at();
  const std::string_view written = base::trim(cursor.until(" ,)."));
  if (const auto own = read_unit(written); own && own->powers == unit.powers) return *number * own->scale;
  cursor.go_to(at);  // "step" and "times" are no units of it
  return *number * unit.scale;
}

Stops read_stops(CalculatorCursor& cursor, const WrittenUnit& unit) {
  const std::size_t begin = cursor.at();
  cursor.take("(");
  const std::string_view word = cursor.word();
  if (word != "slider" && word != "choices") return std::unexpected(StopsFlaw{begin, word.size() + 1, "slider"});
  Stops stops = word == "slider" ? read_range(cursor, unit) : read_choices(cursor, unit);
  if (stops && !cursor.take(")")) return std::unexpected(StopsFlaw{cursor.at(), 1, "parenthesis"});
  return stops;
}

}  // namespace lesson
