// Finds it, sets it.
#include "cli/calculator.hpp"

#include "base/text.hpp"
#include "base/words.hpp"
#include "cli/study.hpp"
#include "lesson/calculator_stops.hpp"
#include "lesson/named.hpp"
#include "machine/cards.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace cli {
namespace {

using lesson::CalculatorLine;
using Kind = CalculatorLine::Kind;

template <class All>
std::string names_of(const All& all) {
  return fmt::format("{}", fmt::join(all, ", "));
}

std::vector<std::string> slider_names(const lesson::Calculator& calculator) {
  std::vector<std::string> names;
  for (const CalculatorLine* slider : calculator.of(Kind::slider)) names.push_back(slider->name);
  return names;
}

/// "weights=8 G", "width=0.5": anywhere between the slider's ends; of choices one.
base::Expected<void> set(AskedCalculator& asked, const std::string& text) {
  const std::size_t equals = text.find('=');
  const std::string name = text.substr(0, equals);
  const CalculatorLine* slider = asked.calculator.find(name);
  if (slider == nullptr || slider->kind != Kind::slider) {
    return base::wrong(base::say("cli.calculator.no_slider", {{"name", name}}),
                       base::say("cli.calculator.sliders", {{"names", names_of(slider_names(asked.calculator))}}));
  }
  lesson::CalculatorCursor cursor(text, equals == std::string::npos ? text.size() : equals + 1);
  const auto value = lesson::read_place(cursor, {1, slider->powers, {}});
  const auto [least, most] = std::ranges::minmax(slider->stops);
  if (!value || !cursor.done() || !(*value >= least && *value <= most)) {
    return base::wrong(base::say("cli.calculator.value", {{"text", text}}),
                       base::say("cli.calculator.range", {{"name", name},
                                                          {"least", lesson::show_amount(least, slider->unit)},
                                                          {"most", lesson::show_amount(most, slider->unit)}}));
  }
  asked.places[name] = *value;
  return {};
}

std::string_view kind_name(Kind kind) {
  return kind == Kind::slider ? "slider" : kind == Kind::constant ? "constant" : "formula";
}

}  // namespace

base::Expected<AskedCalculator> asked_calculator(const Options& options) {
  if (options.words.size() < 2) {
    return base::wrong(base::say("cli.calculator.no_lesson"), base::say("cli.calculator.no_lesson.hint"));
  }
  auto lesson = lesson::named(options.words[1]);
  if (!lesson) return std::unexpected(lesson.error());
  std::vector<std::string> names;
  for (const auto& [name, one] : lesson->calculators) names.push_back(name);
  const auto found = lesson->calculators.find(options.words.size() > 2 ? options.words[2] : std::string());
  if (found == lesson->calculators.end()) {
    return base::wrong(base::say("cli.calculator.none", {{"lesson", options.words[1]}}),
                       names.empty() ? base::say("cli.calculator.none.hint")
                                     : base::say("cli.calculator.there", {{"names", names_of(names)}}));
  }
  AskedCalculator asked{found->second, options.words[1], {}, publish::calculator_machine(nullptr)};
  if (options.has(spec_flag.name)) {
    const auto spec = spec_of(options);
    if (!spec) return std::unexpected(spec.error());
    asked.machine = publish::calculator_machine(&*spec);
  } else if (const auto here = machine::device_named(machine::here_id)) {
    asked.machine = publish::calculator_machine(&*here);
  }
  for (const std::string& text : options.all(set_flag.name)) {
    if (const auto done = set(asked, text); !done) return std::unexpected(done.error());
  }
  return asked;
}

figure::Figure calculator_figure(const AskedCalculator& asked, charts::ChartData sheet) {
  return publish::calculator_figure(asked.calculator, asked.lesson, asked.places, asked.machine, std::move(sheet));
}

nlohmann::ordered_json to_json(const AskedCalculator& asked) {
  nlohmann::ordered_json out;
  out["lesson"] = asked.lesson;
  out["calculator"] = asked.calculator.name;
  out["title"] = publish::title_words(asked.calculator);
  out["source"] = record::name(record::Source::model);
  out["values"] = nlohmann::ordered_json::array();
  const auto values = calculated(asked.calculator, asked.places, asked.machine.sheet);
  for (const CalculatorLine& line : asked.calculator.lines) {
    const double value = values.at(line.name);
    out["values"].push_back({{"name", line.name},
                             {"kind", kind_name(line.kind)},
                             {"value", std::isfinite(value) ? nlohmann::ordered_json(value) : nullptr},
                             {"unit", line.unit},
                             {"shown", lesson::show_amount(value, line.unit)},
                             {"from", publish::how_known(line, asked.machine)}});
  }
  return out;
}

}  // namespace cli
