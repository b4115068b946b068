// A number with its unit, so that a calculation cannot add bytes to seconds.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace lesson {

/// Of each unit its power: {"B": 1, "s": -1} is bytes a second; empty: a number of nothing.
using Powers = std::map<std::string, int>;

struct Amount {
  double value = 0;
  Powers powers;
};
[[nodiscard]] Amount operator*(Amount a, const Amount& b);
[[nodiscard]] Amount operator/(Amount a, const Amount& b);

/// A unit as it stands behind a number: "TB/s", "B/parameter", "1/s", "%", "x". B, s and FLOP take a prefix; any other
/// word is a unit of its own, of one or of many: a token and tokens are the same.
struct WrittenUnit {
  double scale = 1;  ///< of one: 1e12 of "TB/s"
  Powers powers;
  std::string text;  ///< without the prefix: "B/s"
};
[[nodiscard]] std::optional<WrittenUnit> read_unit(std::string_view text);
/// What a prefix that stands by itself multiplies by: 1e9 of "G"; nothing where it is none.
[[nodiscard]] std::optional<double> read_prefix(std::string_view text);

/// As messages name it: "B/s", "1/s"; of a number of nothing the word for that.
[[nodiscard]] std::string unit_name(const Powers& powers);
/// "140 GB", "2 B/parameter", "70 billion parameters", "34.3 tokens/s", "131 072"; `unit` as WrittenUnit::text has it.
[[nodiscard]] std::string show_amount(double value, std::string_view unit);
/// The number where its unit stands elsewhere, as over a column or an axis: 12.5 of 0.125 in "%".
[[nodiscard]] double figure_in(double value, std::string_view unit);

}  // namespace lesson
