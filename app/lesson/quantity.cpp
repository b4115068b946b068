// What a quantity's name means and how its value is written.
#include "lesson/quantity.hpp"

#include "base/units.hpp"
#include "base/words.hpp"
#include "lesson/amount.hpp"
#include "lesson/calculation.hpp"
#include "lesson/quantity_table.hpp"
#include "machine/cards.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <utility>

namespace lesson {
namespace {

constexpr std::string_view over = ".over.", of = ".of.";

/// "calculator.NAME.LINE@UNIT": what a line counts is the lesson's to say, so the name carries it. An '=' before the
/// unit marks what was set, not worked out.
constexpr std::string_view calculator_word = "calculator.", unit_mark = "@", set_mark = "@=";

/// Behind the mark; nothing of what is no calculator's, or is named without its unit.
std::optional<std::string_view> unit_text(std::string_view quantity) {
  const std::size_t at = quantity.find(unit_mark);
  if (!is_calculated(quantity) || at == std::string_view::npos) return std::nullopt;
  quantity.remove_prefix(at);
  quantity.remove_prefix(quantity.starts_with(set_mark) ? set_mark.size() : unit_mark.size());
  return quantity;
}

Unit unit_called(std::string_view text) {
  constexpr std::pair<std::string_view, Unit> known_units[] = {{"B", Unit::bytes},       {"s", Unit::seconds},
                                                               {"B/s", Unit::bandwidth}, {"FLOP/s", Unit::rate},
                                                               {"%", Unit::percent},     {"x", Unit::ratio}};
  const auto* found = std::ranges::find(known_units, text, &std::pair<std::string_view, Unit>::first);
  return found == std::end(known_units) ? Unit::own : found->second;
}

/// The words of a count's unit, which has forms of plural; empty for what is no count.
std::string_view unit_key(Unit unit) {
  switch (unit) {
    case Unit::crossings:
      return "lesson.unit.crossings";
    case Unit::reads:
      return "lesson.unit.reads";
    case Unit::writes:
      return "lesson.unit.writes";
    case Unit::kernels:
      return "lesson.unit.kernels";
    case Unit::tensors:
      return "lesson.unit.tensors";
    case Unit::bytes:
    case Unit::seconds:
    case Unit::ratio:
    case Unit::percent:
    case Unit::intensity:
    case Unit::number:
    case Unit::bandwidth:
    case Unit::rate:
    case Unit::own:
      break;
  }
  return {};
}

/// What a quantity is about: who knows one of another topic is no wiser.
enum class Topic { chain, kernels, resources, machine, sheet, imported, numbers, calculator };

template <std::size_t n>
const Known* find_in(const Known (&table)[n], std::string_view name) {
  const auto* found = std::ranges::find(table, name, &Known::name);
  return found == std::end(table) ? nullptr : found;
}

/// "time.statistics": what stands before a plan's name, and that name; both empty where none can stand there.
struct Planned {
  std::string_view family, plan;
};
Planned planned(std::string_view quantity) {
  const std::size_t dot = quantity.rfind('.');
  if (dot == std::string_view::npos || !is_plan_name(quantity.substr(dot + 1))) return {};
  return {quantity.substr(0, dot), quantity.substr(dot + 1)};
}

/// The same of unfused.
std::string of_unfused(std::string_view family) {
  return fmt::format("{}.unfused", family);
}

/// What of a plan that a lesson has named is meant.
const Known* plan_quantity(std::string_view quantity) {
  const auto [family, plan] = planned(quantity);
  if (plan.empty() || find_in(known, quantity) != nullptr) return nullptr;
  if (const Known* found = find_in(of_a_plan, family)) return found;
  const bool one_by_one = family == "measured.spread";  // kernel by kernel, of unfused alone
  return family.starts_with("measured.") && !one_by_one ? find_in(known, of_unfused(family)) : nullptr;
}

/// Behind a sheet's id; empty where the name begins with none.
std::string_view behind_sheet(std::string_view quantity) {
  const std::size_t dot = quantity.find('.');
  if (dot == std::string_view::npos) return {};
  if (std::ranges::find(machine::sheet_ids(), quantity.substr(0, dot)) == machine::sheet_ids().end()) return {};
  return quantity.substr(dot + 1);
}

/// What of a sheet is meant; nothing where the name begins with no sheet's id.
const Known* sheet_quantity(std::string_view quantity) {
  const std::string_view name = behind_sheet(quantity);
  if (const Known* found = find_in(of_a_sheet, name)) return found;
  const auto [family, plan] = planned(name);
  if (plan.empty()) return nullptr;
  return family == "ratio.time" ? find_in(of_a_sheet, family) : find_in(of_a_sheet, of_unfused(family));
}

/// What a quantity is about, whichever plan has it: a plan may be called "two-kernels".
std::string_view without_plan(std::string_view quantity) {
  const std::string_view about = without_tensor(compared(quantity).quantity);
  return about.substr(0, about.size() - named_plan_in(quantity).size());
}

Topic topic_of(std::string_view quantity) {
  if (is_calculated(quantity)) return Topic::calculator;
  if (quantity.starts_with("imported.")) return Topic::imported;
  if (quantity.starts_with("machine.") || quantity.starts_with("slots")) return Topic::machine;
  if (quantity == "largest.double") return Topic::numbers;
  for (const std::string_view family : {"measured.registers.", "measured.spilled.", "measured.occupancy."}) {
    if (quantity.starts_with(family)) return Topic::resources;
  }
  if (is_of_a_card(quantity)) return Topic::chain;
  if (sheet_quantity(quantity) != nullptr) return Topic::sheet;
  return without_plan(quantity).find("kernels") != std::string_view::npos ? Topic::kernels : Topic::chain;
}

/// "66.9 TFLOP/s"
std::string show_rate(double operations) {
  constexpr std::string_view prefixes[] = {"G", "T", "P"};
  double scaled = operations / 1e9;
  std::size_t step = 0;
  while (scaled >= 1000 && step + 1 < std::size(prefixes)) {
    scaled /= 1000;
    ++step;
  }
  return fmt::format("{} {}FLOP/s", base::show_number(scaled), prefixes[step]);
}

}  // namespace

std::optional<Unit> unit_of(std::string_view quantity) {
  if (const auto text = unit_text(quantity)) return unit_called(*text);
  const Compared parts = compared(quantity);
  const std::string_view counted = without_tensor(parts.quantity);
  const Known* found = find_in(known, counted);
  if (found == nullptr) found = sheet_quantity(parts.quantity);
  if (found == nullptr) found = plan_quantity(counted);
  if (found == nullptr) return std::nullopt;
  return parts.chain.empty() ? found->unit : Unit::ratio;
}

Compared compared(std::string_view quantity) {
  const std::size_t at = quantity.find(over);
  if (at == std::string_view::npos) return {quantity, {}};
  return {quantity.substr(0, at), quantity.substr(at + over.size())};
}

std::string_view without_tensor(std::string_view quantity) {
  const std::string_view counted = quantity.substr(0, quantity.find(of));
  const bool named = quantity.size() > counted.size() + of.size();
  if (!named) return quantity;
  const bool of_own = planned(counted).family == "crossings";
  return of_own || std::ranges::find(of_a_tensor, counted) != std::end(of_a_tensor) ? counted : quantity;
}

bool is_plan_name(std::string_view text) {
  constexpr std::string_view taken[] = {"unfused", "fused", "eager", "library", "products", "every",
                                        "none",    "best",  "over",  "of",      "percent",  "scatter"};
  const auto allowed = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; };
  return !text.empty() && text.front() >= 'a' && text.front() <= 'z' && std::ranges::all_of(text, allowed) &&
         std::ranges::find(taken, text) == std::end(taken);
}

std::string_view named_plan_in(std::string_view quantity) {
  const std::string_view counted = without_tensor(compared(quantity).quantity);
  if (find_in(known, counted) != nullptr || is_calculated(counted)) return {};
  if (const std::string_view name = behind_sheet(counted); !name.empty()) {
    return find_in(of_a_sheet, name) == nullptr && sheet_quantity(counted) != nullptr ? planned(name).plan
                                                                                      : std::string_view{};
  }
  return plan_quantity(counted) == nullptr ? std::string_view{} : planned(counted).plan;
}

std::vector<std::string> measured_names(const std::vector<std::string>& plans) {
  std::vector<std::string> all;
  constexpr std::string_view measured = "measured.";
  for (const Known& one : known) {
    if (one.name.starts_with(measured)) all.emplace_back(one.name);
  }
  const std::size_t of_two = all.size();
  for (const std::string& plan : plans) {
    for (std::size_t i = 0; i < of_two; ++i) {
      const std::string family = all[i].substr(0, all[i].rfind('.'));
      if (all[i] == of_unfused(family) && plan_quantity(family + "." + plan) != nullptr)
        all.push_back(family + "." + plan);
    }
    for (const Known& one : of_a_plan) {
      if (one.name.starts_with(measured)) all.push_back(fmt::format("{}.{}", one.name, plan));
    }
  }
  return all;
}

bool is_of_no_chain(std::string_view quantity) {
  const Topic topic = topic_of(quantity);
  return topic == Topic::imported || topic == Topic::sheet || topic == Topic::calculator ||
         (topic == Topic::machine && quantity != "slots");
}

bool is_calculated(std::string_view quantity) {
  return quantity.starts_with(calculator_word);
}

std::string calculator_quantity(std::string_view calculator, std::string_view line, std::string_view unit, bool set) {
  return fmt::format("{}{}.{}{}{}", calculator_word, calculator, line, set ? set_mark : unit_mark, unit);
}

bool is_set(std::string_view quantity) {
  return is_calculated(quantity) && quantity.find(set_mark) != std::string_view::npos;
}

std::string_view without_unit(std::string_view quantity) {
  return is_calculated(quantity) ? quantity.substr(0, quantity.find(unit_mark)) : quantity;
}

std::string_view calculator_of(std::string_view quantity) {
  if (!is_calculated(quantity)) return {};
  quantity.remove_prefix(calculator_word.size());
  return quantity.substr(0, quantity.find('.'));
}

bool is_of_a_card(std::string_view quantity) {
  const Known* found = sheet_quantity(quantity);
  return found != nullptr &&
         std::ranges::any_of(std::initializer_list<std::string_view>{"time.", "ratio.", "products."},
                             [&](std::string_view of) { return found->name.starts_with(of); });
}

bool needs_no_machine(std::string_view quantity) {
  if (quantity.starts_with("machine.")) return false;
  const bool of_a_plan = quantity.ends_with(".library") || quantity.ends_with(".products");
  const bool of_eager = quantity.ends_with(".eager") && quantity.find("time.") == std::string_view::npos;
  const bool of_memory = quantity.starts_with("memory.") || quantity == "ratio.memory";
  return of_a_plan || of_eager || of_memory || quantity == "largest.double" || is_of_no_chain(quantity) ||
         is_of_a_card(quantity) || without_tensor(quantity) != quantity;
}

bool is_seen(std::string_view quantity) {
  return quantity.starts_with("measured.") || quantity.starts_with("recorded.") || quantity.starts_with("imported.");
}

const std::vector<std::string_view>& quantity_names() {
  static const std::vector<std::string> of_sheets = [] {
    std::vector<std::string> all;
    for (const std::string& sheet : machine::sheet_ids()) {
      for (const Known& k : of_a_sheet) all.push_back(fmt::format("{}.{}", sheet, k.name));
    }
    return all;
  }();
  static const std::vector<std::string_view> names = [] {
    std::vector<std::string_view> all;
    for (const Known& k : known) all.push_back(k.name);
    all.insert(all.end(), of_sheets.begin(), of_sheets.end());
    return all;
  }();
  return names;
}

bool is_count(Unit unit) {
  return !unit_key(unit).empty();
}

std::string show_value(std::string_view quantity, double value) {
  if (!std::isfinite(value)) return std::string(base::text("lesson.hidden"));
  const auto text = unit_text(quantity);
  if (text && unit_called(*text) != Unit::percent) return show_figure(value, *text);
  switch (unit_of(quantity).value_or(Unit::intensity)) {
    case Unit::crossings:
    case Unit::reads:
    case Unit::writes:
    case Unit::kernels:
    case Unit::tensors:
      return value == std::floor(value) ? base::exact_number(value) : base::show_number(value);
    case Unit::bytes:
      return base::show(base::Bytes{std::llround(value)});
    case Unit::seconds:
      return base::show(base::Seconds{value});
    case Unit::ratio:
      return base::show_number(value) + "x";
    case Unit::percent:
      return base::show_number(value, value < 10 ? 1 : 2) + "%";
    case Unit::intensity:
      return base::show_number(value);
    case Unit::number:
      return base::exact_number(value);
    case Unit::bandwidth:
      return base::show(base::Bandwidth{value});
    case Unit::rate:
      return show_rate(value);
    case Unit::own:
      break;
  }
  return {};
}

std::string show_quantity(std::string_view quantity, double value) {
  if (const auto text = unit_text(quantity); text && unit_called(*text) == Unit::own) return show_amount(value, *text);
  std::string figure = show_value(quantity, value);
  const auto unit = unit_of(quantity);
  if (!unit || !is_count(*unit) || !std::isfinite(value)) return figure;
  const std::string_view key = unit_key(*unit);
  constexpr double most = 1e15;  // beyond it no whole number is told from its neighbors
  const bool whole = value >= 0 && value < most && value == std::floor(value);
  return fmt::format("{} {}", figure, whole ? base::say(key, static_cast<std::uint64_t>(value)) : base::say(key));
}

std::string_view noun_of(std::string_view quantity) {
  if (const auto text = unit_text(quantity); text && unit_called(*text) == Unit::own) return *text;
  const auto unit = unit_of(quantity);
  return unit && is_count(*unit) ? base::text(unit_key(*unit)) : std::string_view{};
}

bool gives_away(std::string_view known_quantity, std::string_view asked) {
  if (topic_of(asked) != topic_of(known_quantity)) return false;
  if (is_calculated(asked)) {
    return !is_set(known_quantity) && calculator_of(known_quantity) == calculator_of(asked);
  }
  // What a start takes, what the cache is, and how a ladder was climbed tell nothing of road and hands.
  const auto is_apart = [](std::string_view quantity) {
    return quantity.starts_with("machine.launch") || quantity.starts_with("machine.cache") ||
           quantity.starts_with("recorded.adam.") || quantity.starts_with("recorded.costume.");
  };
  if (is_apart(asked) || is_apart(known_quantity)) return asked == known_quantity;
  // One tensor's size is the chain's own text.
  return known_quantity != "tensor.bytes";
}

}  // namespace lesson
