// Knobs as a person writes them.
#include "plan/knobs.hpp"

#include "base/names.hpp"
#include "base/text.hpp"
#include "base/words.hpp"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <vector>

namespace plan {
namespace {

constexpr base::Names<Keep, Keep::nowhere> keeps("registers", "shared", "nowhere");

/// A knob that is a number.
struct Dial {
  std::string_view name;
  std::optional<int> Knobs::*value;
  int least, most;
  bool (*fits)(int number);  ///< beside the range
};

bool any_number(int /*number*/) {
  return true;
}
bool whole_warps(int number) {
  return number % least_block == 0;
}
bool power_of_two(int number) {
  return std::has_single_bit(static_cast<unsigned>(number));
}

constexpr std::array dials = {
    Dial{"registers", &Knobs::registers, least_registers, most_registers, any_number},
    Dial{"block", &Knobs::block, least_block, most_block, whole_warps},
    Dial{"elements", &Knobs::elements, 1, most_elements, power_of_two},
    Dial{"rows", &Knobs::rows, 1, most_block, power_of_two},
};
constexpr std::string_view keep_name = "keep", tile_name = "tile";

std::vector<std::string_view> known_names() {
  std::vector<std::string_view> names;
  for (const Dial& dial : dials) names.push_back(dial.name);
  names.push_back(keep_name);
  names.push_back(tile_name);
  return names;
}

std::unexpected<base::Diagnostics> unknown(std::string_view name) {
  const auto names = known_names();
  const auto near = base::nearest(name, names);
  return base::wrong(
      base::say("plan.knob.unknown", {{"knob", name}}),
      near ? base::say("plan.knob.unknown.near", {{"near", *near}})
           : base::say("plan.knob.unknown.known", {{"names", fmt::format("{}", fmt::join(names, ", "))}}));
}

std::unexpected<base::Diagnostics> twice(std::string_view name) {
  return base::wrong(base::say("plan.knob.twice", {{"knob", name}}), base::say("plan.knob.twice.hint"));
}

base::Expected<void> set_keep(Knobs& knobs, std::string_view value) {
  if (knobs.keep) return twice(keep_name);
  knobs.keep = keeps.find(value);
  if (knobs.keep) return {};
  return base::wrong(base::say("plan.knob.keep", {{"value", value}}), base::say("plan.knob.keep.hint"));
}

/// "128x64"
base::Expected<void> set_tile(Knobs& knobs, std::string_view value) {
  if (knobs.tile) return twice(tile_name);
  const std::size_t by = value.find('x');
  const auto side = [](std::string_view text) {
    const auto number = base::to_integer(text);
    const bool fits = number && *number >= least_tile && *number <= most_tile;
    return fits && power_of_two(static_cast<int>(*number)) ? static_cast<int>(*number) : 0;
  };
  const Tile tile = by == std::string_view::npos ? Tile{} : Tile{side(value.substr(0, by)), side(value.substr(by + 1))};
  if (tile.rows > 0 && tile.columns > 0) {
    knobs.tile = tile;
    return {};
  }
  return base::wrong(
      base::say("plan.knob.range", {{"knob", tile_name}, {"value", value}}),
      base::say("plan.knob.range.tile", {{"least", std::to_string(least_tile)}, {"most", std::to_string(most_tile)}}));
}

base::Expected<void> set(Knobs& knobs, std::string_view name, std::string_view value) {
  if (name == keep_name) return set_keep(knobs, value);
  if (name == tile_name) return set_tile(knobs, value);
  for (const Dial& dial : dials) {
    if (dial.name != name) continue;
    if (knobs.*dial.value) return twice(name);
    const auto number = base::to_integer(value);
    const bool fits = number && *number >= dial.least && *number <= dial.most && dial.fits(static_cast<int>(*number));
    if (!fits) {
      return base::wrong(base::say("plan.knob.range", {{"knob", name}, {"value", value}}),
                         base::say("plan.knob.range." + std::string(name),
                                   {{"least", std::to_string(dial.least)}, {"most", std::to_string(dial.most)}}));
    }
    knobs.*dial.value = static_cast<int>(*number);
    return {};
  }
  return unknown(name);
}

/// What is wrong with them together; nothing that one card alone would refuse.
base::Expected<void> fit_together(const Knobs& knobs) {
  if (knobs.registers && knobs.block && given_registers(*knobs.registers) * *knobs.block > registers_of_block) {
    const int most = registers_of_block / *knobs.block / 8 * 8;
    return base::wrong(base::say("plan.knob.too_many_registers", {{"registers", std::to_string(*knobs.registers)},
                                                                  {"block", std::to_string(*knobs.block)},
                                                                  {"all", std::to_string(registers_of_block)}}),
                       base::say("plan.knob.too_many_registers.hint",
                                 {{"block", std::to_string(*knobs.block)}, {"most", std::to_string(most)}}));
  }
  if (knobs.rows && knobs.block && *knobs.rows > *knobs.block) {
    return base::wrong(base::say("plan.knob.rows_of_block",
                                 {{"rows", std::to_string(*knobs.rows)}, {"block", std::to_string(*knobs.block)}}));
  }
  return {};
}

/// The words of a text, blanks apart.
std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  for (const std::string_view word : base::split(text, ' ')) {
    if (const std::string_view one = base::trim(word); !one.empty()) words.push_back(one);
  }
  return words;
}

}  // namespace

std::string_view name(Keep keep) {
  return keeps[keep];
}

std::string text(const Knobs& knobs) {
  std::string out;
  const auto add = [&](std::string_view name, const std::string& value) {
    out += fmt::format("{}{}={}", out.empty() ? "" : " ", name, value);
  };
  for (const Dial& dial : dials) {
    if (const auto& value = knobs.*dial.value) add(dial.name, std::to_string(*value));
  }
  if (knobs.keep) add(keep_name, std::string(name(*knobs.keep)));
  if (knobs.tile) add(tile_name, fmt::format("{}x{}", knobs.tile->rows, knobs.tile->columns));
  return out;
}

base::Expected<Knobs> parse_knobs(std::string_view words) {
  Knobs knobs;
  for (const std::string_view word : words_of(words)) {
    const std::size_t equals = word.find('=');
    if (equals == std::string_view::npos) {
      return base::wrong(base::say("plan.knob.no_value", {{"text", word}}), base::say("plan.knob.no_value.hint"));
    }
    const auto done = set(knobs, word.substr(0, equals), word.substr(equals + 1));
    if (!done) return std::unexpected(done.error());
  }
  if (const auto fits = fit_together(knobs); !fits) return std::unexpected(fits.error());
  return knobs;
}

CutsAndKnobs split_knobs(std::string_view text) {
  const std::string_view whole = base::trim(text);
  const std::size_t equals = whole.find('=');
  if (equals == std::string_view::npos) return {whole, {}};
  const std::size_t blank = whole.find_last_of(" \t", equals);
  if (blank == std::string_view::npos) return {"none", whole};
  return {base::trim(whole.substr(0, blank)), base::trim(whole.substr(blank))};
}

}  // namespace plan
