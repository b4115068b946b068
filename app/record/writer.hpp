// Measurements to JSON values, for the writer and the checksum.
#pragma once

#include "record/measurement.hpp"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace record {

[[nodiscard]] nlohmann::ordered_json json_of(const Measurement& measurement);
/// The one text that is hashed: no white space, bad UTF-8 replaced, so that it can always be made.
[[nodiscard]] std::string checksum(const nlohmann::ordered_json& measurements);

}  // namespace record
