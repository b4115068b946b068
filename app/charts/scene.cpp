// The scene as JSON.
#include "charts/scene.hpp"

#include <nlohmann/json.hpp>

namespace charts {

std::string scene(const ChartData& data, std::string_view kind, const std::vector<figure::Fact>& extra) {
  nlohmann::ordered_json json;
  json["onetrip_scene"] = 1;
  json["kind"] = kind;
  json["chain"] = data.chain->text;
  json["plans"] = nlohmann::ordered_json::array();
  for (const plan::FusionPlan& plan : data.plans) {
    nlohmann::ordered_json cuts = nlohmann::ordered_json::array();
    for (int value : plan.intermediates()) cuts.push_back(data.chain->values[value].name);
    json["plans"].push_back({{"name", plan.name}, {"cuts", std::move(cuts)}});
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
