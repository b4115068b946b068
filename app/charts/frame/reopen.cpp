// The scene as JSON.
#include "charts/frame/reopen.hpp"

#include "base/beneath.hpp"
#include "base/text.hpp"
#include "base/units.hpp"
#include "base/visible.hpp"
#include "base/words.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace charts {
namespace {

using nlohmann::json;

std::string text_at(const json& object, const char* key) {
  const auto found = object.find(key);
  if (found == object.end() || !found->is_string()) return {};
  return base::visible(found->get_ref<const std::string&>(), base::TextKind::lines);
}

double number_at(const json& object, const char* key, double otherwise) {
  const auto found = object.find(key);
  return found != object.end() && found->is_number() ? found->get<double>() : otherwise;
}

constexpr double most_guess = 1e18;                     // more no figure takes from the command line
constexpr double least_side = 100, most_side = 10'000;  // of a sheet, in units of 1/96 inch
constexpr double least_type = 0.5, most_type = 4;
constexpr std::size_t most_shown = 60;
constexpr std::size_t most_plans = 16, most_guesses = 64;  // more no figure of ours can hold apart

/// A file may have been edited by hand: every key that holds what we never wrote, with what belongs there.
base::Diagnostics mistakes_in(const json& scene) {
  base::Diagnostics mistakes;
  const auto wrong = [&](std::string_view key, const json& value, const std::string& wanted) {
    mistakes.push_back(
        base::wrong(
            base::say("chart.scene.wrong", {{"key", key}, {"value", value.dump(-1, ' ', true).substr(0, most_shown)}}),
            base::say("chart.scene.wrong.hint", {{"wanted", wanted}}))
            .error()
            .front());
  };
  for (const char* key : {"kind", "chain", "plan", "spec", "over", "y", "ladder", "lesson", "calculator", "settings"}) {
    const auto found = scene.find(key);
    if (found != scene.end() && !found->is_string()) wrong(key, *found, std::string(base::text("chart.scene.text")));
  }
  // These become words of a command: one that begins with a dash would be an option of it.
  for (const char* key : {"kind", "spec", "ladder", "calculator"}) {
    const std::string name = text_at(scene, key);
    if (!name.empty() && !base::is_plain_id(name))
      wrong(key, scene.at(key), std::string(base::text("chart.scene.name")));
  }
  for (const char* key : {"lesson", "settings"}) {
    if (text_at(scene, key).starts_with('-')) wrong(key, scene.at(key), std::string(base::text("chart.scene.name")));
  }
  const auto number = [&](const char* key, double least, double most) {
    const auto found = scene.find(key);
    if (found == scene.end()) return;
    const double value = found->is_number() ? found->get<double>() : 0;
    if (!(value >= least && value <= most)) {
      wrong(key, *found,
            base::say("chart.scene.number", {{"least", base::show_number(least)}, {"most", base::exact_number(most)}}));
    }
  };
  number("width", least_side, most_side);
  number("height", least_side, most_side);
  number("text_scale", least_type, most_type);
  const auto road = scene.find("bandwidth");
  const bool is_road = road != scene.end() || text_at(scene, "kind") == "bandwidth";
  if (const auto times = base::to_number(text_at(scene, "bandwidth"));
      is_road && !(times && *times >= least_times && *times <= most_times)) {
    wrong("bandwidth", road == scene.end() ? json() : *road,
          base::say("chart.scene.times",
                    {{"least", base::exact_number(least_times)}, {"most", base::exact_number(most_times)}}));
  }
  if (const auto plans = scene.find("plans"); plans != scene.end() && plans->size() > most_plans)
    wrong("plans", *plans, base::say("chart.scene.plans", {{"most", std::to_string(most_plans)}}));
  const auto guesses = scene.find("guesses");
  if (guesses == scene.end()) return mistakes;
  if (!guesses->is_object() || guesses->size() > most_guesses) {
    wrong("guesses", *guesses, std::string(base::text("chart.scene.guesses")));
    return mistakes;
  }
  for (const auto& [quantity, value] : guesses->items()) {
    const double guess = value.is_number() ? value.get<double>() : -1;
    if (!(guess >= 0 && guess <= most_guess)) wrong(quantity, value, std::string(base::text("chart.scene.guesses")));
  }
  return mistakes;
}

/// "y.1,t3"
std::string cuts_of(const json& plan) {
  std::string cuts;
  const auto values = plan.find("cuts");
  if (values == plan.end() || !values->is_array()) return cuts;
  for (const json& value : *values) {
    if (value.is_string()) cuts += (cuts.empty() ? "" : ",") + value.get<std::string>();
  }
  return cuts;
}

}  // namespace

base::Expected<SceneAsked> parse_scene(std::string_view text) {
  const json read = json::parse(text, nullptr, false);
  const bool ours = read.is_object() && read.contains("onetrip_scene");
  if (!ours)
    return base::wrong(std::string(base::text("chart.scene.none")), std::string(base::text("chart.scene.hint")));
  if (number_at(read, "onetrip_scene", 0) != 1)
    return base::wrong(std::string(base::text("chart.scene.newer")), std::string(base::text("chart.scene.newer.hint")));
  if (auto mistakes = mistakes_in(read); !mistakes.empty()) return std::unexpected(std::move(mistakes));
  SceneAsked scene{text_at(read, "kind"),
                   text_at(read, "chain"),
                   {},
                   text_at(read, "plan"),
                   text_at(read, "spec"),
                   number_at(read, "width", 960),
                   number_at(read, "height", 540),
                   text_at(read, "over"),
                   text_at(read, "y"),
                   text_at(read, "ladder"),
                   text_at(read, "bandwidth"),
                   {},
                   {},
                   {},
                   {}};
  if (const auto guesses = read.find("guesses"); guesses != read.end()) {
    for (const auto& [quantity, value] : guesses->items()) {
      scene.guesses.push_back({quantity, value.get<double>()});
    }
  }
  scene.lesson = text_at(read, "lesson");
  scene.calculator = text_at(read, "calculator");
  scene.settings = text_at(read, "settings");
  const bool named = scene.kind == "calculator" && !scene.lesson.empty() && !scene.calculator.empty();
  const bool of_none = scene.kind == "ladder" || named;
  if (scene.kind.empty() || (scene.chain.empty() && !of_none))
    return base::wrong(std::string(base::text("chart.scene.broken")));
  // In place of unfused.
  if (std::string first = text_at(read, "first"); !first.empty()) scene.cuts.push_back(std::move(first));
  const auto plans = read.find("plans");
  if (plans == read.end() || !plans->is_array()) return scene;
  for (std::size_t p = 2; p < plans->size(); ++p) {
    if (!(*plans)[p].is_object()) continue;
    // A plan that is asked for by its name, or whose kernels are those of fused, has no cuts that would make it again.
    const std::string name = text_at((*plans)[p], "name"), cuts = cuts_of((*plans)[p]);
    const bool by_name = plan::is_named_plan(name) || cuts.empty() || !plan::split_knobs(name).knobs.empty();
    const std::string again = by_name ? name : cuts;
    if (!again.empty()) scene.cuts.push_back(again);
  }
  return scene;
}

std::string scene(const ChartData& data, std::string_view kind, const std::vector<figure::Fact>& extra) {
  nlohmann::ordered_json json;
  json["onetrip_scene"] = 1;
  json["kind"] = kind;
  if (data.chain) json["chain"] = data.chain->text;
  json["plans"] = nlohmann::ordered_json::array();
  const auto is_imported = [&](const plan::FusionPlan& plan) {  // whose file is not in the figure
    return std::ranges::any_of(data.measurements, [&](const record::Measurement& one) {
      return one.source == Source::imported && plan_of(one, plan.name) != nullptr;
    });
  };
  for (const plan::FusionPlan& plan : data.plans) {
    if (is_imported(plan)) continue;
    nlohmann::ordered_json cuts = nlohmann::ordered_json::array();
    for (std::string& name : plan.cut_names()) cuts.push_back(std::move(name));
    json["plans"].push_back({{"name", plan.name}, {"cuts", std::move(cuts)}});
  }
  for (const record::Guess& guess : data.guesses) {
    if (guess.value >= 0 && guess.value <= most_guess) json["guesses"][guess.quantity] = guess.value;
  }
  if (data.spec) json["spec"] = data.spec->id;
  json["width"] = data.width;
  json["height"] = data.height;
  json["text_scale"] = data.text_scale;
  for (const figure::Fact& fact : extra) json[fact.key] = fact.value;
  // Chain text was checked, but a scene must be writable whatever a caller put in.
  return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace charts
