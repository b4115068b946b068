// Reads them; a flag that would change nothing is refused.
#include "cli/figure_options.hpp"

#include "base/text.hpp"
#include "base/units.hpp"
#include "base/words.hpp"
#include "cli/calculator.hpp"
#include "cli/live.hpp"
#include "cli/sheet.hpp"
#include "cli/study.hpp"
#include "cli/sweep.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace cli {
namespace {

constexpr Flag figure_command_flags[] = {
    output_flag,
    device_flag,
    worker_flag,
    {"--recording", "FILE", "cli.flag.recording"},
    {"--import", "FILE", "cli.flag.import"},
    {"--quick", "", "cli.flag.quick.figure"},
    cuts_flag,
    knob_flag,
    spec_flag,
    seed_flag,
    {"--guess", "QUANTITY=N", "cli.flag.guess"},
    {"--stage", "S", "cli.flag.stage"},
    preset_flag,
    title_flag,
    {"--at", "MOMENT", "cli.flag.at"},
    {"--storyboard", "", "cli.flag.storyboard"},
    {"--film", "", "cli.flag.film"},
    {"--pace", "equal|model|measured", "cli.flag.pace"},
    over_flag,
    y_flag,
    {"--times", "N", "cli.flag.times"},
    set_flag,
    {"--json", "", "cli.flag.json.calculator"},
    text_flag,
    theme_flag,
    transparent_flag,
};

/// In FigureKind's order.
constexpr std::string_view kinds[] = {"bytes",    "levels", "errors",     "roofline", "chain",     "timeline",
                                      "trips",    "sweep",  "warehouse",  "fusing",   "bandwidth", "ladder",
                                      "imported", "cuts",   "calculator", "tune"};

/// The flags that some kinds have no use for, and the kinds that have.
struct Place {
  std::string_view flag;
  std::vector<FigureKind> kinds;
};

std::vector<Place> places() {
  using enum FigureKind;
  const std::vector of_plans{bytes, levels, errors, roofline, chain, timeline, trips, warehouse, cuts};
  const std::vector of_runs{bytes, levels, errors, roofline, chain, timeline, trips, warehouse, sweep, cuts};
  return {{"--at", {warehouse, fusing}},
          {"--film", {warehouse, fusing}},
          {"--storyboard", {warehouse, fusing}},
          {"--pace", {warehouse}},
          {over_flag.name, {sweep}},
          {y_flag.name, {sweep}},
          {"--times", {bandwidth}},
          {set_flag.name, {calculator}},
          {"--json", {calculator}},
          {"--guess", {bytes, roofline, timeline, trips}},
          {cuts_flag.name, {bytes, levels, errors, roofline, chain, timeline, trips, fusing, sweep, cuts}},
          {knob_flag.name, {bytes, levels, errors, roofline, chain, timeline, trips, sweep, cuts}},
          {device_flag.name, of_runs},
          {worker_flag.name, of_runs},
          {seed_flag.name, of_runs},
          {"--import", {bytes, roofline, imported, cuts}},
          {"--quick", of_plans},
          {"--recording", {bytes, levels, errors, roofline, chain, timeline, trips, warehouse, sweep, ladder, cuts}}};
}

/// What a guess may be of: the bars of each plan, and the ratio of the first two.
std::vector<std::string> guessable(const Options& options) {
  std::vector<std::string> plans{"unfused", "fused"}, quantities;
  for (const std::string& text : asked_cuts(options)) {
    const auto cuts = plan::parse_cuts(text);
    if (text == "best" || (cuts && cuts->is_third())) plans.push_back(text);
  }
  for (const char* family : {"crossings", "bytes", "time"}) {
    for (const std::string& plan : plans) quantities.push_back(fmt::format("{}.{}", family, plan));
    quantities.push_back(fmt::format("ratio.{}", family));
  }
  return quantities;
}

}  // namespace

std::span<const Flag> figure_flags() {
  return figure_command_flags;
}

bool takes(std::string_view kind, std::string_view flag) {
  const std::vector<Place> all = places();
  const auto place = std::ranges::find(all, flag, &Place::flag);
  return place == all.end() || std::ranges::any_of(place->kinds, [&](FigureKind one) {
           return kinds[static_cast<std::size_t>(one)] == kind;
         });
}

base::Expected<FigureKind> figure_kind(const Options& options) {
  const std::string& word = options.words[0];
  const auto* found = std::ranges::find(kinds, word);
  if (found == std::end(kinds)) {
    const auto near = base::nearest(word, {std::begin(kinds), std::end(kinds)});
    return base::wrong(
        base::say("cli.figure.unknown", {{"kind", word}}),
        near ? base::say("cli.did_you_mean", {{"name", *near}})
             : base::say("cli.figure.unknown.hint", {{"kinds", fmt::format("{}", fmt::join(kinds, ", "))}}));
  }
  const auto kind = static_cast<FigureKind>(found - kinds);
  for (const Place& place : places()) {
    if (!options.has(place.flag) || std::ranges::find(place.kinds, kind) != place.kinds.end()) continue;
    std::vector<std::string_view> names;
    for (const FigureKind one : place.kinds) names.push_back(kinds[static_cast<std::size_t>(one)]);
    return base::wrong(base::say("cli.figure.no_use", {{"kind", word}, {"flag", place.flag}}),
                       base::say("cli.figure.no_use.hint", {{"kinds", fmt::format("{}", fmt::join(names, ", "))}}));
  }
  const bool runs = options.has(device_flag.name) || options.has(worker_flag.name);
  for (const std::string_view flag : {std::string_view(seed_flag.name), quick_name}) {
    if (!runs && options.has(flag))
      return base::wrong(base::say("cli.figure.not_run", {{"flag", flag}}), base::say("cli.figure.not_run.hint"));
  }
  if (runs && options.has("--recording") && kind != FigureKind::sweep)
    return base::wrong(base::say("cli.figure.two_runs"), base::say("cli.figure.two_runs.hint"));
  return kind;
}

base::Expected<std::vector<figure::Stage>> stages_of(const Options& options) {
  using enum figure::Stage;
  const std::string word = options.value("--stage").value_or("truth");
  if (word == "all") return std::vector{question, guess, model, truth};
  for (const figure::Stage stage : {question, guess, model, truth}) {
    if (word == figure::name(stage)) return std::vector{stage};
  }
  return base::wrong(base::say("cli.figure.stage", {{"stage", word}}), base::say("cli.figure.stage.hint"));
}

base::Expected<charts::SceneScript> script_of(const Options& options, const charts::ChartData& data,
                                              const std::vector<figure::Stage>& stages) {
  using charts::Pace;
  const bool early = std::ranges::any_of(stages, [](figure::Stage stage) { return stage < figure::Stage::model; });
  const Pace best = early ? Pace::equal : data.measurements.empty() ? Pace::model : Pace::truth;
  const auto word = options.value("--pace");
  if (!word) {
    charts::SceneScript script = charts::scene_script(data, best);
    // A run without times still has the model's.
    return script.pace == best ? script : charts::scene_script(data, Pace::model);
  }
  if (*word != "equal" && *word != "model" && *word != "measured") {
    return base::wrong(base::say("cli.figure.pace", {{"word", *word}}));
  }
  const Pace pace = *word == "equal" ? Pace::equal : *word == "model" ? Pace::model : Pace::truth;
  charts::SceneScript script = charts::scene_script(data, pace);
  if (script.pace == pace) return script;
  return base::wrong(base::say("cli.figure.pace.unknown", {{"word", *word}}),
                     base::say("cli.figure.pace.unknown.hint"));
}

base::Expected<double> moment_of(const Options& options, const std::vector<double>& stops) {
  const auto text = options.value("--at");
  if (!text) return stops.back() / 2;
  const bool seconds = text->ends_with('s');
  const auto number = base::to_number(seconds ? text->substr(0, text->size() - 1) : *text);
  const double last = seconds ? stops.back() : static_cast<double>(stops.size() - 1);
  if (!number || !(*number >= 0 && *number <= last) || (!seconds && *number != std::floor(*number))) {
    return base::wrong(base::say("cli.figure.moment", {{"text", *text}}),
                       base::say("cli.figure.moment.hint", {{"events", std::to_string(stops.size() - 1)},
                                                            {"seconds", base::show_number(stops.back())}}));
  }
  return seconds ? *number : stops[static_cast<std::size_t>(*number)];
}

base::Expected<std::vector<record::Guess>> guesses_of(const Options& options) {
  constexpr double most = 1e18;  // no bytes of any chain come near
  const std::vector<std::string> quantities = guessable(options);
  const auto known = [&] {
    return base::say("cli.figure.quantities", {{"quantities", fmt::format("{}", fmt::join(quantities, ", "))}});
  };
  std::vector<record::Guess> guesses;
  for (const std::string& text : options.all("--guess")) {
    const std::size_t equals = text.find('=');
    const auto value = equals == std::string::npos ? std::nullopt : base::to_number(text.substr(equals + 1));
    if (!value) {
      return base::wrong(base::say("cli.figure.guess", {{"text", text}}), base::say("cli.figure.guess.hint"));
    }
    const std::string quantity = text.substr(0, equals);
    if (std::ranges::find(quantities, quantity) == quantities.end()) {
      const auto near = base::nearest(quantity, {quantities.begin(), quantities.end()});
      return base::wrong(base::say("cli.figure.guess.unknown", {{"text", text}}),
                         near ? base::say("cli.did_you_mean", {{"name", *near}}) : known());
    }
    if (!(*value >= 0 && *value <= most)) {
      return base::wrong(
          base::say("cli.number.from_to", {{"flag", "--guess"}, {"text", text}, {"least", "0"}, {"most", "1e18"}}),
          known());
    }
    guesses.push_back({quantity, *value});
  }
  return guesses;
}

}  // namespace cli
