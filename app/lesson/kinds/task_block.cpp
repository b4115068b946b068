// Texts with their values, and names that have to exist.
#include "lesson/kinds/task_block.hpp"

#include "base/text.hpp"
#include "base/words.hpp"
#include "lesson/values.hpp"

#include <fmt/format.h>

#include <cmath>

namespace lesson {
namespace {

/// Twice the truth or half of it, as much as is right of a time; who writes more has written percent.
constexpr double most_tolerance = 1;

/// As a person types it: 10, 2.5.
std::string plain(double number) {
  return fmt::format("{:.6g}", number);
}

}  // namespace

std::string TaskBlock::text(std::string_view key) {
  std::string text = toml.string(key, base::TextKind::lines).value_or("");
  check_values(toml, key, {}, text);
  return text;
}

std::string TaskBlock::required(std::string_view key, base::TextKind kind) {
  if (!toml.has(key)) toml.missing(key);
  const auto text = toml.string(key, kind);
  if (text && base::trim(*text).empty())
    findings.add(toml.place_of(key), base::say("lesson.empty_text", {{"key", key}}));
  check_values(toml, key, {}, text.value_or(""));
  return text.value_or("");
}

std::vector<std::string> TaskBlock::texts(std::string_view key) {
  std::vector<std::string> all = toml.strings(key);
  for (std::size_t i = 0; i < all.size(); ++i) check_values(toml, key, i, all[i]);
  return all;
}

std::optional<double> TaskBlock::tolerance() {
  if (!toml.has("tolerance")) return std::nullopt;
  const auto found = toml.number("tolerance");
  if (!found) return found;
  if (std::isfinite(*found) && *found > most_tolerance) {
    findings.tell(toml.place_of("tolerance"), "lesson.task.tolerance_percent",
                  {{"tolerance", plain(*found)}, {"factor", plain(1 + *found)}, {"share", plain(*found / 100)}});
  } else if (!(*found >= 0 && *found <= most_tolerance)) {
    findings.tell(toml.place_of("tolerance"), "lesson.task.tolerance");
  }
  return found;
}

bool TaskBlock::check_values(const TomlReader& reader, std::string_view key, std::optional<std::size_t> element,
                             std::string_view text) {
  bool right = true;
  for (const Slot& slot : slots(text)) {
    const auto flaw = slot_flaw(slot, names);
    if (!flaw) continue;
    add(reader.place_of_part(key, element, text.substr(slot.offset, slot.length)), *flaw);
    right = false;
  }
  return right;
}

void TaskBlock::check_quantity(std::string_view key, std::optional<std::size_t> element, const std::string& quantity) {
  if (const auto flaw = quantity_flaw(quantity, names)) add(toml.place_of(key, element), *flaw);
}

void TaskBlock::add(Place place, const SlotFlaw& flaw) {
  findings.add(place, flaw.message, flaw.hint);
}

}  // namespace lesson
