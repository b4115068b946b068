// Line after line; a mistake in one leaves the others readable.
#include "lesson/calculator_reader.hpp"

#include "base/text.hpp"
#include "lesson/calculation.hpp"
#include "lesson/calculator_cursor.hpp"
#include "lesson/calculator_stops.hpp"
#include "lesson/expression.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace lesson {
namespace {

using LineKind = CalculatorLine::Kind;

bool is_calculator_name(std::string_view text) {
  const auto allowed = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; };
  return !text.empty() && text.front() >= 'a' && text.front() <= 'z' && std::ranges::all_of(text, allowed);
}

bool is_line_name(std::string_view text) {
  const auto allowed = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  };
  const bool taken = text == "bars" || text == "line" || text == "min" || text == "max" || text == "over";
  return !text.empty() && !(text.front() >= '0' && text.front() <= '9') && !taken && std::ranges::all_of(text, allowed);
}

class CalculatorReader {
 public:
  CalculatorReader(const Piece& piece, Findings& findings) : piece_(piece), findings_(findings) {}

  std::optional<Calculator> run() {
    if (!read_head()) return std::nullopt;
    const auto lines = base::split_lines(piece_.text);
    for (const std::string_view raw : lines) note_name(raw);
    int number = piece_.first_line;
    for (const std::string_view raw : lines) read_line(raw, number++);
    finish();
    return std::move(calculator_);
  }

 private:
  void tell(std::size_t at, std::size_t length, std::string_view key, base::Fillings values = {}) {
    findings_.tell(place(at, length), "lesson.calculator." + std::string(key), values);
    flawed_ = flawed_here_ = true;
  }

  [[nodiscard]] Place place(std::size_t at, std::size_t length) const {
    const std::string_view there = raw_.substr(std::min(at, raw_.size()), length);
    return {line_, 1 + static_cast<int>(base::count_characters(raw_.substr(0, at))),
            std::max(1, static_cast<int>(base::count_characters(there)))};
  }

  /// NAME "Title"
  bool read_head() {
    const std::string_view argument = piece_.argument;
    const std::string_view name = argument.substr(0, argument.find(' '));
    if (!is_calculator_name(name)) {
      findings_.tell(piece_.argument_place, name.empty() ? "lesson.calculator.no_name" : "lesson.calculator.bad_name",
                     {{"name", name}});
      return false;
    }
    CalculatorCursor cursor(argument, name.size());
    const auto title = cursor.done() ? std::optional(std::string_view()) : cursor.quoted();
    if (!title || !cursor.done()) findings_.tell(piece_.argument_place, "lesson.calculator.bad_title");
    calculator_.name = name;
    calculator_.title = title.value_or("");
    calculator_.line = piece_.line;
    return true;
  }

  /// Of the whole calculator, so that a name further down is told from one that is nowhere.
  void note_name(std::string_view raw) {
    const std::string_view text = without_comment(raw);
    const std::size_t end = text.find('=');
    if (end != std::string_view::npos) all_names_.emplace(base::trim(text.substr(0, end)));
  }

  void read_line(std::string_view raw, int number) {
    raw_ = raw;
    line_ = number;
    flawed_here_ = false;
    CalculatorCursor cursor(without_comment(raw), 0);
    if (cursor.done()) return;
    const std::size_t begin = cursor.at();
    const std::string_view word = cursor.word();
    if ((word == "bars" || word == "line") && cursor.next() != '=') return read_drawing(cursor, word == "bars");
    if (!cursor.take("=")) return tell(begin, cursor.rest().size() + word.size(), "line");
    if (!is_line_name(word)) return tell(begin, word.size(), "bad_line_name", {{"name", word}});
    if (calculator_.find(word) != nullptr) return tell(begin, word.size(), "name_twice", {{"name", word}});
    if (calculator_.lines.size() == most_calculator_lines) {
      return tell(begin, word.size(), "many_lines", {{"most", std::to_string(most_calculator_lines)}});
    }
    CalculatorLine line;
    line.name = word;
    line.line = number;
    line.column = place(cursor.at(), 1).column;
    if (cursor.done()) return tell(begin, word.size(), "empty", {{"name", word}});
    // One that cannot be read can still be named: what is made of it is not told too.
    if (!read_value(cursor, line) && !read_formula(cursor, line)) broken_.insert(line.name);
    calculator_.lines.push_back(std::move(line));
  }

  /// A constant or a slider; false where it is a formula, or cannot be read.
  bool read_value(CalculatorCursor& cursor, CalculatorLine& line) {
    const std::size_t begin = cursor.at();
    const bool named = read_quantity(cursor, line);
    const auto number = cursor.number();
    const std::string_view operators = "+-*/)";
    if (!number || (!cursor.done() && operators.find(cursor.next()) != std::string_view::npos)) {
      if (named && !flawed_here_) tell(cursor.at(), 1, "no_number");
      failed_ = named;
      cursor.go_to(begin);
      return false;
    }
    failed_ = true;
    const std::size_t at = cursor.at();
    const std::string_view written = cursor.until("(\"");
    const auto unit = written.empty() ? std::optional(WrittenUnit{}) : read_unit(written);
    if (!unit) return tell(at, written.size(), "unit", {{"unit", written}}), false;
    line.kind = LineKind::constant;
    line.unit = unit->text;
    line.powers = unit->powers;
    line.value = *number * unit->scale;
    if (!line.quantity.empty() && !flawed_here_ && powers_of(line.quantity) != line.powers) {
      return tell(begin, line.quantity.size(), "quantity_unit",
                  {{"name", line.quantity}, {"unit", unit_name(powers_of(line.quantity).value_or(Powers{}))}}),
             false;
    }
    if (cursor.next() == '(' && !read_slider(cursor, line, unit->scale)) return false;
    return read_source(cursor, line);
  }

  /// "machine.bandwidth or"
  bool read_quantity(CalculatorCursor& cursor, CalculatorLine& line) {
    const std::string_view text = cursor.rest();
    const std::string_view name = text.substr(0, text.find_first_of(" \t"));
    const bool begins = !name.empty() && ((name.front() >= 'a' && name.front() <= 'z'));
    if (!begins || name.find('.') == std::string_view::npos) return false;
    const std::size_t begin = cursor.at();
    cursor.go_to(begin + name.size());
    line.quantity = name;
    if (!powers_of(name)) {
      tell(begin, name.size(), "quantity", {{"name", name}});
    }
    if (!cursor.take("or ") && !flawed_here_) tell(cursor.at(), 1, "no_or", {{"name", name}});
    return true;
  }

  /// "(slider 7 G .. 405 G step 1 G)" or "(choices 2, 1, 0.5)"
  bool read_slider(CalculatorCursor& cursor, CalculatorLine& line, double scale) {
    const std::size_t begin = cursor.at();
    auto stops = read_stops(cursor, {scale, line.powers, {}});
    const std::size_t length = cursor.at() - begin;
    if (!stops) return tell(stops.error().at, stops.error().length, stops.error().key), false;
    if (!line.quantity.empty()) return tell(begin, length, "quantity_slides", {{"name", line.quantity}}), false;
    if (calculator_.of(LineKind::slider).size() == most_sliders) {
      return tell(begin, length, "many_sliders", {{"most", std::to_string(most_sliders)}}), false;
    }
    line.kind = LineKind::slider;
    line.stops = std::move(*stops);
    scales_[line.name] = scale;
    constexpr double same = 1e-6;
    const double nearest = line.stops[nearest_stop(line, line.value)];
    if (std::abs(nearest - line.value) > same * std::abs(nearest)) {
      const auto [least, most] = std::ranges::minmax(line.stops);
      return tell(static_cast<std::size_t>(line.column) - 1, 1,
                  line.value < least || line.value > most ? "out_of_range" : "no_stop",
                  {{"value", show_amount(line.value, line.unit)},
                   {"least", show_amount(least, line.unit)},
                   {"most", show_amount(most, line.unit)},
                   {"nearest", show_amount(nearest, line.unit)}}),
             true;
    }
    line.value = nearest;
    return true;
  }

  bool read_source(CalculatorCursor& cursor, CalculatorLine& line) {
    const std::size_t at = cursor.at();
    if (cursor.next() == '"') {
      const auto source = cursor.quoted();
      if (!source) return tell(at, cursor.rest().size(), "quote"), false;
      line.source = *source;
    }
    if (!cursor.done()) return tell(cursor.at(), cursor.rest().size(), "rest", {{"text", cursor.rest()}}), true;
    return true;
  }

  /// "road / (weights * width) -> 1/s"
  bool read_formula(CalculatorCursor& cursor, CalculatorLine& line) {
    if (std::exchange(failed_, false)) return false;
    const std::size_t begin = cursor.at();
    const std::string_view rest = cursor.rest();
    const std::size_t arrow = rest.find("->");
    line.formula = base::trim(rest.substr(0, arrow));
    bool of_broken = false;
    const auto found = evaluate(line.formula, [&](std::string_view name) {
      of_broken = of_broken || broken_.contains(name);
      return amount_of(name, line.name);
    });
    if (of_broken) return false;
    if (!found) {
      const ExpressionFlaw& flaw = found.error();
      findings_.add(place(begin + flaw.offset, flaw.length), flaw.message, base::say("lesson.calculator.formula.hint"));
      flawed_ = true;
      broken_.insert(line.name);
    } else {
      line.powers = found->powers;
      line.unit = unit_name(found->powers);
      if (found->powers.empty()) line.unit.clear();
    }
    if (arrow == std::string_view::npos) return true;
    const std::string_view written = base::trim(rest.substr(arrow + 2));
    const std::size_t at = begin + static_cast<std::size_t>(written.data() - rest.data());
    const auto unit = read_unit(written);
    if (!unit) return tell(at, written.size(), "unit", {{"unit", written}}), true;
    if (found && unit->powers != found->powers) {
      tell(at, written.size(), "result_unit",
           {{"wanted", unit_name(unit->powers)}, {"unit", unit_name(found->powers)}});
    }
    line.powers = unit->powers;
    line.unit = unit->text;
    return true;
  }

  [[nodiscard]] std::expected<Amount, std::string> amount_of(std::string_view name, std::string_view own) const {
    if (const CalculatorLine* line = calculator_.find(name)) return Amount{line->value, line->powers};
    const auto* key = name == own ? "circle" : all_names_.contains(name) ? "below" : "unknown";
    return std::unexpected(base::say("lesson.calculator." + std::string(key), {{"name", name}}));
  }

  /// "tokens over width = 2, 1, 0.5", behind its first word.
  void read_drawing(CalculatorCursor& cursor, bool bars) {
    CalculatorDrawing& drawing = calculator_.drawing;
    const std::size_t begin = cursor.at();
    if (!drawing.what.empty()) return tell(begin, cursor.rest().size(), "drawn_twice");
    const std::string_view what = cursor.word();
    const bool over = cursor.take("over ");
    const std::size_t at = cursor.at();
    const std::string_view slider = cursor.word();
    if (!over || slider.empty()) return tell(begin, cursor.rest().size() + what.size(), "drawing");
    const CalculatorLine *drawn = calculator_.find(what), *moved = calculator_.find(slider);
    if (drawn == nullptr || drawn->kind != LineKind::formula)
      return tell(begin, what.size(), "drawn", {{"name", what}});
    if (moved == nullptr || moved->kind != LineKind::slider) return tell(at, slider.size(), "over", {{"name", slider}});
    drawing.kind = bars ? CalculatorDrawing::Kind::bars : CalculatorDrawing::Kind::line;
    drawing.what = what;
    drawing.over = slider;
    if (cursor.take("=")) read_places(cursor, *moved);
    if (!cursor.done()) tell(cursor.at(), cursor.rest().size(), "rest", {{"text", cursor.rest()}});
  }

  void read_places(CalculatorCursor& cursor, const CalculatorLine& slider) {
    const WrittenUnit unit{scales_[slider.name], slider.powers, {}};
    const auto [least, most] = std::ranges::minmax(slider.stops);
    do {
      const std::size_t at = cursor.at();
      const auto number = read_place(cursor, unit);
      if (!number) return tell(at, 1, "place");
      const double value = *number;
      constexpr double air = 1e-9;
      if (value < least * (1 - air) || value > most * (1 + air)) {
        tell(at, cursor.at() - at, "place_outside",
             {{"least", show_amount(least, slider.unit)}, {"most", show_amount(most, slider.unit)}});
      }
      calculator_.drawing.places.push_back(value);
    } while (cursor.take(","));
  }

  /// What is missing in the whole; where nothing says what is drawn, its last formula is.
  void finish() {
    const auto sliders = calculator_.of(LineKind::slider), formulas = calculator_.of(LineKind::formula);
    raw_ = {};
    line_ = piece_.line;
    if (flawed_) return;
    if (sliders.empty()) return tell(0, 3, "no_slider");
    if (formulas.empty()) return tell(0, 3, "no_formula");
    CalculatorDrawing& drawing = calculator_.drawing;
    if (drawing.what.empty()) {
      drawing.what = formulas.back()->name;
      drawing.over = sliders.front()->name;
      if (sliders.front()->stops.size() > most_bars) drawing.kind = CalculatorDrawing::Kind::line;
    }
    if (drawing.kind == CalculatorDrawing::Kind::line) return;
    if (drawing.places.empty()) drawing.places = calculator_.find(drawing.over)->stops;
    if (drawing.places.size() > most_bars) tell(0, 3, "many_bars", {{"most", std::to_string(most_bars)}});
  }

  const Piece& piece_;
  Findings& findings_;
  Calculator calculator_;
  std::set<std::string, std::less<>> all_names_, broken_;
  std::map<std::string, double> scales_;  ///< of each slider's unit as it was written
  std::string_view raw_;                  ///< the line that is read
  int line_ = 0;
  bool failed_ = false;  ///< this line is no formula, and what is wrong with it was told
  bool flawed_here_ = false;
  bool flawed_ = false;
};

}  // namespace

std::optional<Calculator> read_calculator(const Piece& piece, Findings& findings) {
  return CalculatorReader(piece, findings).run();
}

}  // namespace lesson
