// A measurement as JSON, field by field as it is described.
#include "record/writer.hpp"

#include "record/description.hpp"
#include "record/recording.hpp"
#include "record/sha256.hpp"

namespace record {
namespace {

using nlohmann::ordered_json;

std::string text_of(const ordered_json& json, int indent) {
  return json.dump(indent, ' ', false, ordered_json::error_handler_t::replace);
}

}  // namespace

ordered_json json_of(const Measurement& measurement) {
  ordered_json json;
  Writer(json).all(measurement);
  return json;
}

std::string checksum(const ordered_json& measurements) {
  return sha256(text_of(measurements, -1));
}

std::string to_json(const Measurement& measurement) {
  return text_of(json_of(measurement), 2) + "\n";
}

std::string to_recording(const std::vector<Measurement>& measurements) {
  ordered_json list = ordered_json::array();
  for (const Measurement& measurement : measurements) list.push_back(json_of(measurement));
  ordered_json recording;
  recording["onetrip_recording"] = format_version;
  recording["sha256"] = checksum(list);
  recording["measurements"] = std::move(list);
  return text_of(recording, 1) + "\n";
}

}  // namespace record
