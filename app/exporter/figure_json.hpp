// The figure's data as JSON: what CSV has, where it came from, and the scene that restores it.
#pragma once

#include "figure/figure.hpp"

#include <nlohmann/json.hpp>

namespace exporter {

/// id, title, description, stage, table, provenance, scene; what is not yet seen at the figure's stage is absent.
/// A column of numbers is written as numbers; a missing cell is null.
[[nodiscard]] nlohmann::ordered_json data_json(const figure::Figure& figure);
/// The marks seen at the figure's stage, in order.
[[nodiscard]] nlohmann::ordered_json marks_json(const figure::Figure& figure);
/// As text; bad UTF-8 becomes U+FFFD. `indent` < 0: one line.
[[nodiscard]] std::string dump(const nlohmann::ordered_json& json, int indent);

}  // namespace exporter
