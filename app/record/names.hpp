// Enumerators by the names they have in files.
#pragma once

#include "record/measurement.hpp"

#include <optional>
#include <string_view>

namespace record {

[[nodiscard]] std::optional<Source> source_named(std::string_view name);
[[nodiscard]] std::optional<Tier> tier_named(std::string_view name);

}  // namespace record
