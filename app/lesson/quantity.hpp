// The quantities a lesson may ask for, give or print: their names, and how people write their values.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lesson {

/// What a quantity's number means, and so how it is written and judged.
enum class Unit { crossings, reads, writes, kernels, tensors, bytes, seconds, ratio, percent, intensity };

/// The unit of a known quantity, "measured." before it or not; nothing if there is no such quantity.
[[nodiscard]] std::optional<Unit> unit_of(std::string_view quantity);
/// Every known quantity: "crossings.unfused", ..., "measured.time.fused".
[[nodiscard]] const std::vector<std::string_view>& quantity_names();
/// True for numbers of things, which are either right or wrong.
[[nodiscard]] bool is_count(Unit unit);

/// The figure alone, as it stands in a sentence: "4", "537 MB", "2.00x", "50 %".
[[nodiscard]] std::string show_value(std::string_view quantity, double value);
/// The figure with its noun: "4 crossings", "1 kernel", "537 MB", "2.00x".
[[nodiscard]] std::string show_quantity(std::string_view quantity, double value);

/// True if who knows `known` can work out `asked` (of the same chain): crossings, bytes and times tell each other,
/// the number of kernels tells none of them.
[[nodiscard]] bool gives_away(std::string_view known, std::string_view asked);

}  // namespace lesson
