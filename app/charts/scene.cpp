// The scene as JSON.
#include "charts/scene.hpp"

#include "base/words.hpp"

#include <nlohmann/json.hpp>

namespace charts {
namespace {

using nlohmann::json;

std::string text_at(const json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

double number_at(const json& object, const char* key, double otherwise) {
  const auto found = object.find(key);
  return found != object.end() && found->is_number() ? found->get<double>() : otherwise;
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
  SceneAsked scene{text_at(read, "kind"),          text_at(read, "chain"),     {},
                   text_at(read, "plan"),          text_at(read, "spec"),      number_at(read, "width", 960),
                   number_at(read, "height", 540), text_at(read, "over"),      text_at(read, "y"),
                   text_at(read, "ladder"),        text_at(read, "bandwidth"), {}};
  if (const auto guesses = read.find("guesses"); guesses != read.end() && guesses->is_object()) {
    for (const auto& [quantity, value] : guesses->items()) {
      if (value.is_number()) scene.guesses.push_back({quantity, value.get<double>()});
    }
  }
  if (number_at(read, "onetrip_scene", 0) != 1) return base::wrong(std::string(base::text("chart.scene.newer")));
  const bool of_none = scene.kind == "attention" || scene.kind == "ladder";
  if (scene.kind.empty() || (scene.chain.empty() && !of_none))
    return base::wrong(std::string(base::text("chart.scene.broken")));
  const auto plans = read.find("plans");
  if (plans == read.end() || !plans->is_array()) return scene;
  for (std::size_t p = 2; p < plans->size(); ++p) {
    if ((*plans)[p].is_object()) scene.cuts.push_back(cuts_of((*plans)[p]));
  }
  return scene;
}

std::string scene(const ChartData& data, std::string_view kind, const std::vector<figure::Fact>& extra) {
  nlohmann::ordered_json json;
  json["onetrip_scene"] = 1;
  json["kind"] = kind;
  if (data.chain) json["chain"] = data.chain->text;
  json["plans"] = nlohmann::ordered_json::array();
  for (const plan::FusionPlan& plan : data.plans) {
    nlohmann::ordered_json cuts = nlohmann::ordered_json::array();
    for (int value : plan.intermediates()) cuts.push_back(data.chain->values[value].name);
    json["plans"].push_back({{"name", plan.name}, {"cuts", std::move(cuts)}});
  }
  constexpr double most = 1e18;  // more no figure takes from the command line
  for (const record::Guess& guess : data.guesses) {
    if (guess.value >= 0 && guess.value <= most) json["guesses"][guess.quantity] = guess.value;
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
