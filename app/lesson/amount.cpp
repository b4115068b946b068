// Units: read, multiplied, written.
#include "lesson/amount.hpp"

#include "base/text.hpp"
#include "base/units.hpp"
#include "base/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace lesson {
namespace {

struct Prefix {
  std::string_view text;
  double factor;
};
constexpr std::array prefixes = {
    Prefix{"k", 1e3},     Prefix{"M", 1e6},     Prefix{"G", 1e9},       Prefix{"T", 1e12}, Prefix{"P", 1e15},
    Prefix{"m", 1e-3},    Prefix{"u", 1e-6},    Prefix{"\u00b5", 1e-6}, Prefix{"n", 1e-9}, Prefix{"Ki", 0x1p10},
    Prefix{"Mi", 0x1p20}, Prefix{"Gi", 0x1p30}, Prefix{"Ti", 0x1p40}};

/// What takes a prefix.
constexpr std::string_view bases[] = {"B", "s", "FLOP"};

constexpr std::string_view percent = "%", times = "x", one = "1";

/// Many of a thing are that thing: "tokens" is "token", "loss" stays.
std::string singular(std::string_view word) {
  const bool many = word.size() > 2 && word.ends_with('s') && !word.ends_with("ss");
  return std::string(many ? word.substr(0, word.size() - 1) : word);
}

/// One word of a unit: what it is multiplied by, and what is left of it.
struct Term {
  double scale = 1;
  std::string unit, text;
};

std::optional<Term> read_term(std::string_view word) {
  if (word == percent) return Term{0.01, "", std::string(percent)};
  if (word == times) return Term{1, "", std::string(times)};
  if (word == one) return Term{1, "", std::string(one)};
  for (const std::string_view base : bases) {
    if (word == base) return Term{1, std::string(base), std::string(base)};
    if (!word.ends_with(base)) continue;
    const auto prefix = read_prefix(word.substr(0, word.size() - base.size()));
    if (prefix) return Term{*prefix, std::string(base), std::string(base)};
  }
  const auto is_letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' || c == '_';
  };
  if (word.empty() || !std::ranges::all_of(word, is_letter)) return std::nullopt;
  const std::string unit = singular(word);
  if (unit == "byte") return Term{1, "B", "B"};
  if (unit == "second") return Term{1, "s", "s"};
  return Term{1, unit, std::string(word)};
}

void add_power(Powers& powers, const std::string& unit, int power) {
  if (unit.empty() || power == 0) return;
  const int sum = powers[unit] += power;
  if (sum == 0) powers.erase(unit);
}

/// 70 rather than 70.0.
std::string number(double value) {
  constexpr double most_whole = 1e15, same = 1e-9;
  const double whole = std::round(value);
  if (std::abs(value) < most_whole && std::abs(value - whole) <= same * std::abs(value)) {
    return base::show_count(std::llround(value));
  }
  // 4.8 as it is, 34.2857 in three figures.
  const std::string three = base::show_number(value), shortest = base::exact_number(value);
  return shortest.size() < three.size() ? shortest : three;
}

struct Scale {
  double from;
  std::string_view word;
};

/// The largest of the scales that the number reaches; the last where it reaches none.
const Scale& scale_of(double value, std::span<const Scale> scales) {
  const auto found = std::ranges::find_if(scales, [&](const Scale& one) { return std::abs(value) >= one.from; });
  return found == scales.end() ? scales.back() : *found;
}

constexpr Scale si[] = {{1e15, "P"}, {1e12, "T"}, {1e9, "G"}, {1e6, "M"}, {1e3, "k"}, {1, ""}};
constexpr Scale of_seconds[] = {{1, ""}, {1e-3, "m"}, {1e-6, "\u00b5"}, {1e-9, "n"}};
constexpr Scale of_words[] = {
    {1e12, "lesson.amount.trillion"}, {1e9, "lesson.amount.billion"}, {1e6, "lesson.amount.million"}, {1, ""}};

}  // namespace

Amount operator*(Amount a, const Amount& b) {
  a.value *= b.value;
  for (const auto& [unit, power] : b.powers) add_power(a.powers, unit, power);
  return a;
}

Amount operator/(Amount a, const Amount& b) {
  a.value /= b.value;
  for (const auto& [unit, power] : b.powers) add_power(a.powers, unit, -power);
  return a;
}

std::optional<double> read_prefix(std::string_view text) {
  const auto* found = std::ranges::find(prefixes, text, &Prefix::text);
  return found == prefixes.end() ? std::nullopt : std::optional(found->factor);
}

std::optional<WrittenUnit> read_unit(std::string_view text) {
  WrittenUnit unit;
  int sign = 1;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find_first_of("*/", at), text.size());
    const auto term = read_term(base::trim(text.substr(at, end - at)));
    if (!term) return std::nullopt;
    unit.scale *= sign > 0 ? term->scale : 1 / term->scale;
    unit.text += term->text;
    add_power(unit.powers, term->unit, sign);
    if (end == text.size()) break;
    sign = text[end] == '/' ? -1 : 1;
    unit.text += text[end];
    at = end + 1;
  }
  return unit;
}

std::string unit_name(const Powers& powers) {
  if (powers.empty()) return std::string(base::text("lesson.amount.no_unit"));
  std::string above, below;
  for (const auto& [unit, power] : powers) {
    for (int i = 0; i < power; ++i) above += (above.empty() ? "" : "*") + unit;
    for (int i = 0; i > power; --i) below += "/" + unit;
  }
  return (above.empty() ? std::string(one) : above) + below;
}

double figure_in(double value, std::string_view unit) {
  return unit == percent ? 100 * value : value;
}

std::string show_amount(double value, std::string_view unit) {
  if (!std::isfinite(value)) return std::string(base::text("lesson.hidden"));
  if (unit.empty()) return number(value);
  if (unit == percent) return number(100 * value) + "%";
  if (unit == times) return number(value) + "x";
  if (unit.starts_with("1/")) return fmt::format("{} {}", number(value), unit.substr(1));
  const std::string_view first = unit.substr(0, unit.find_first_of("*/"));
  if (std::ranges::find(bases, first) != std::end(bases)) {
    const Scale& scale =
        scale_of(value, first == "s" ? std::span<const Scale>(of_seconds) : std::span<const Scale>(si));
    return fmt::format("{} {}{}", number(value / scale.from), scale.word, unit);
  }
  const Scale& scale = scale_of(value, of_words);
  const bool plain = unit.find_first_of("*/") == std::string_view::npos;
  if (value == 1 && plain) return fmt::format("{} {}", number(value), singular(unit));
  if (scale.word.empty()) return fmt::format("{} {}", number(value), unit);
  return fmt::format("{} {} {}", number(value / scale.from), base::text(scale.word), unit);
}

}  // namespace lesson
