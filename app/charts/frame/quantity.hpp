// What bars are bars of, and how far their axes go.
#pragma once

#include <string>
#include <string_view>

namespace charts {

/// One panel, or all three side by side.
enum class Quantity { crossings, bytes, time, all };
[[nodiscard]] std::string_view name(Quantity quantity);
/// "4", "1.07 GB", "412 µs"
[[nodiscard]] std::string show(Quantity quantity, double value);
/// "1.95x"
[[nodiscard]] std::string show_times(double ratio);
/// For a table: every digit of a whole number, else the shortest text that reads back as the same.
[[nodiscard]] std::string plain_number(double value);

/// Where the axes end. Blind: by chain, plans, spec, slots and size alone (never by an answer), so that nothing can be
/// read from them and the frame does not move between stages. Told: a little beyond the longest bar, for what shows its
/// truth and no earlier stage.
enum class Axes { blind, told };

}  // namespace charts
