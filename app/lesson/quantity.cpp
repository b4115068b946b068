// The table of quantities and how each is written.
#include "lesson/quantity.hpp"

#include "base/units.hpp"
#include "base/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace lesson {
namespace {

struct Known {
  std::string_view name;
  Unit unit;
};

// In the order in which a "did you mean" and the authoring guide list them.
constexpr Known known[] = {
    {"crossings.unfused", Unit::crossings},
    {"crossings.fused", Unit::crossings},
    {"reads.unfused", Unit::reads},
    {"reads.fused", Unit::reads},
    {"writes.unfused", Unit::writes},
    {"writes.fused", Unit::writes},
    {"bytes.unfused", Unit::bytes},
    {"bytes.fused", Unit::bytes},
    {"kernels.unfused", Unit::kernels},
    {"kernels.fused", Unit::kernels},
    {"time.unfused", Unit::seconds},
    {"time.fused", Unit::seconds},
    {"intensity.unfused", Unit::intensity},
    {"intensity.fused", Unit::intensity},
    {"ratio.crossings", Unit::ratio},
    {"ratio.bytes", Unit::ratio},
    {"ratio.time", Unit::ratio},
    {"ratio.kernels", Unit::ratio},
    {"saved.crossings", Unit::crossings},
    {"saved.crossings.percent", Unit::percent},
    {"saved.bytes", Unit::bytes},
    {"saved.bytes.percent", Unit::percent},
    {"tensor.bytes", Unit::bytes},
    {"operands.extra", Unit::tensors},
    {"vectors.unfused", Unit::reads},
    {"vectors.fused", Unit::reads},
    {"rereads.unfused", Unit::reads},
    {"rereads.fused", Unit::reads},
    {"rewrites.unfused", Unit::writes},
    {"rewrites.fused", Unit::writes},
    {"measured.bytes.unfused", Unit::bytes},
    {"measured.bytes.fused", Unit::bytes},
    {"measured.time.unfused", Unit::seconds},
    {"measured.time.fused", Unit::seconds},
    {"measured.ratio.bytes", Unit::ratio},
    {"measured.ratio.time", Unit::ratio},
    {"measured.saved.bytes", Unit::bytes},
    {"measured.saved.bytes.percent", Unit::percent},
};

std::string_view unit_key(Unit unit, bool one) {
  switch (unit) {
    case Unit::crossings:
      return one ? "lesson.unit.crossing" : "lesson.unit.crossings";
    case Unit::reads:
      return one ? "lesson.unit.read" : "lesson.unit.reads";
    case Unit::writes:
      return one ? "lesson.unit.write" : "lesson.unit.writes";
    case Unit::kernels:
      return one ? "lesson.unit.kernel" : "lesson.unit.kernels";
    case Unit::tensors:
      return one ? "lesson.unit.tensor" : "lesson.unit.tensors";
    case Unit::bytes:
    case Unit::seconds:
    case Unit::ratio:
    case Unit::percent:
    case Unit::intensity:
      break;
  }
  return {};
}

bool is_about_kernels(std::string_view quantity) {
  return quantity.find("kernels") != std::string_view::npos;
}

}  // namespace

std::optional<Unit> unit_of(std::string_view quantity) {
  const auto* found =
      std::find_if(std::begin(known), std::end(known), [&](const Known& k) { return k.name == quantity; });
  if (found == std::end(known)) return std::nullopt;
  return found->unit;
}

const std::vector<std::string_view>& quantity_names() {
  static const std::vector<std::string_view> names = [] {
    std::vector<std::string_view> all;
    for (const Known& k : known) all.push_back(k.name);
    return all;
  }();
  return names;
}

bool is_count(Unit unit) {
  return !unit_key(unit, true).empty();
}

std::string show_value(std::string_view quantity, double value) {
  if (!std::isfinite(value)) return std::string(base::text("lesson.hidden"));
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
      return base::show_number(value, value < 10 ? 1 : 2) + " %";
    case Unit::intensity:
      return base::show_number(value);
  }
  return {};
}

std::string show_quantity(std::string_view quantity, double value) {
  std::string figure = show_value(quantity, value);
  const auto unit = unit_of(quantity);
  if (!unit || !is_count(*unit) || !std::isfinite(value)) return figure;
  return fmt::format("{} {}", figure, base::text(unit_key(*unit, value == 1)));
}

bool gives_away(std::string_view known_quantity, std::string_view asked) {
  if (is_about_kernels(asked) || is_about_kernels(known_quantity)) {
    return is_about_kernels(asked) && is_about_kernels(known_quantity);
  }
  // One tensor's size is the chain's own text.
  return known_quantity != "tensor.bytes";
}

}  // namespace lesson
