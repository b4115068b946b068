// The cells of a table: each says what it holds, so that nobody has to read its text.
#pragma once

#include "base/units.hpp"
#include "base/words.hpp"
#include "session/state/view.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace session::cell {

[[nodiscard]] inline Cell said(std::string_view text_key) {
  return {base::say(text_key)};
}
[[nodiscard]] inline Cell words(std::string text) {
  return {std::move(text)};
}
[[nodiscard]] inline Cell count(std::int64_t value) {
  return {std::to_string(value), CellUnit::count};
}
[[nodiscard]] inline Cell bytes(base::Bytes value) {
  return {base::show(value), CellUnit::bytes};
}
[[nodiscard]] inline Cell time(base::Seconds value) {
  return {base::show(value), CellUnit::time};
}
[[nodiscard]] inline Cell ratio(std::string shown) {
  return {std::move(shown), CellUnit::ratio};
}
/// '?': an open task asks it, or it could be read from it.
[[nodiscard]] inline Cell unknown() {
  return {base::say("session.unknown"), CellUnit::unknown};
}
/// There is none: it leaves a column of numbers what it is.
[[nodiscard]] inline Cell none() {
  return {base::say("session.none"), CellUnit::unknown};
}

}  // namespace session::cell
