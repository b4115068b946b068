// Panels, axes and rows.
#include "charts/frame/bar_frame.hpp"

#include "charts/frame/reading.hpp"
#include "charts/frame/source_words.hpp"
#include "charts/frame/type.hpp"
#include "figure/text_metrics.hpp"
#include "plan/reads.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace charts {
namespace {

/// The smallest of 1, 2, 5 times a power of ten >= value: coarse, so that no time can be read from it.
double round_up(double value) {
  const double power = std::pow(10.0, std::floor(std::log10(value)));
  for (double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= value * (1 - 1e-9)) return factor * power;
  }
  return 10 * power;
}

/// The smallest of 1, 1.5, 2, 3, 4, 5, 6, 8 times a power of ten >= value: nowhere more than half as much again.
double round_close(double value) {
  const double power = std::pow(10.0, std::floor(std::log10(value)));
  for (double factor : {1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0}) {
    if (factor * power >= value * (1 - 1e-9)) return factor * power;
  }
  return 10 * power;
}

/// The longest bar of a quantity, its spread included; 0 without any. A guess counts up to twice what the others say.
double longest(const ChartData& data, Quantity quantity) {
  double most = 0, guess = 0;
  for (const Teller& teller : tellers(data)) {
    for (std::size_t plan = 0; plan < data.plans.size(); ++plan) {
      const Reading of = reading(data, plan, teller, quantity);
      if (!of.value) continue;
      double& longer = teller.source == Source::guess ? guess : most;
      longer = std::max({longer, *of.value, of.spread ? of.spread->q3 : 0.0});
    }
  }
  return guess <= 2 * most ? std::max(most, guess) : most;
}

/// A round step that makes at most `most` ticks up to `to`; whole if asked.
double step_for(double to, int most, bool whole) {
  double power = std::pow(10.0, std::floor(std::log10(to / most)));
  if (whole && power < 1) power = 1;
  for (;; power *= 10) {
    for (double factor : {1.0, 2.0, 3.0, 5.0}) {
      if (factor == 3 && (!whole || power > 1)) continue;
      if (to / (factor * power) <= most + 1e-9) return factor * power;
    }
  }
}

struct Unit {
  double size;
  std::string_view name;
};
constexpr std::array byte_units = {Unit{1, "B"},    Unit{1e3, "kB"},  Unit{1e6, "MB"},
                                   Unit{1e9, "GB"}, Unit{1e12, "TB"}, Unit{1e15, "PB"}};
constexpr std::array time_units = {Unit{1e-9, "ns"}, Unit{1e-6, "µs"}, Unit{1e-3, "ms"}, Unit{1, "s"}};

template <std::size_t n>
Unit unit_for(double value, const std::array<Unit, n>& units) {
  Unit best = units[0];
  for (const Unit& unit : units) {
    if (value >= unit.size) best = unit;
  }
  return best;
}

/// Ticks in round numbers of one unit; the axis ends where it was told to, on a tick or not.
void set_ticks(Panel& panel, double scale) {
  const double to = panel.axis.to;
  Unit unit{1, ""};
  // Most values lie far inside the axis: the unit is that of a small one.
  if (panel.quantity == Quantity::bytes) unit = unit_for(to / 8, byte_units);
  if (panel.quantity == Quantity::time) unit = unit_for(to / 8, time_units);
  panel.unit = unit.name;
  panel.unit_size = unit.size;
  const int most = std::clamp(static_cast<int>((panel.axis.end - panel.axis.begin) / (34 * scale)), 1, 8);
  const double step = step_for(to / unit.size, most, panel.quantity == Quantity::crossings);
  const int decimals = std::clamp(static_cast<int>(std::ceil(-std::log10(step) - 1e-9)), 0, 6);
  for (int i = 0; i * step <= to / unit.size * (1 + 1e-9); ++i) {
    panel.axis.ticks.push_back({i * step * unit.size, i == 0 ? "0" : fmt::format("{:.{}f}", i * step, decimals)});
  }
}

/// Of the column of names beside the rows: as wide as the longest, but no wider than a quarter of the frame, or a
/// fifth beside several panels.
double name_width(const ChartData& data, const BarFrame& frame, std::size_t panels) {
  if (!frame.compact) return 0;
  double width = 60 * data.text_scale;
  for (const plan::FusionPlan& plan : data.plans) {
    const double size = type::row_heading.size * data.text_scale;
    width = std::max(width, figure::text_width(plan_words(plan), type::row_heading.face, size));
  }
  return std::min(width + 8 * data.text_scale, (frame.body.wide()) / (panels > 1 ? 5 : 4));
}

/// Room for a row's label: who says it, and the name of a device as long as those we know. The same for every chart of
/// a size, so that the frame does not move when "measured" turns out to be "measured cpu".
double label_width(const ChartData& data) {
  double width = 0;
  for (const Source source : {Source::guess, Source::model, Source::measured, Source::recorded, Source::imported}) {
    for (const std::string_view device : {"", " cpu", " cuda", " h200", " h100", " a100"}) {
      const std::string words = source_words(source).append(device);
      width = std::max(width, figure::text_width(words, type::small_end.face, type::small_end.size * data.text_scale));
    }
  }
  // A stranger's file has its name in the label, whatever that does to the frame.
  for (const Teller& teller : tellers(data)) {
    if (teller.measurement < 0 || data.measurements[teller.measurement].stranger.empty()) continue;
    const std::string words = label(data, teller);
    width = std::max(width, figure::text_width(words, type::small_end.face, type::small_end.size * data.text_scale));
  }
  return std::ceil(width);
}

void place_panels(const ChartData& data, Quantity quantity, Axes axes, BarFrame& frame) {
  std::vector<Quantity> shown = {quantity};
  if (quantity == Quantity::all) shown = {Quantity::crossings, Quantity::bytes, Quantity::time};
  const Extents to = axes == Axes::told ? told_extents(data) : extents(data);
  const double scale = data.text_scale;
  frame.names = name_width(data, frame, shown.size());
  frame.labels = label_width(data);
  const double left = frame.body.left + frame.names + frame.labels + 10 * scale;
  const double between = 20 * scale, room = 68 * scale;
  const auto count = static_cast<double>(shown.size());
  const double wide = (frame.body.right - left - between * (count - 1)) / count;
  for (std::size_t i = 0; i < shown.size(); ++i) {
    Panel panel;
    panel.quantity = shown[i];
    panel.axis.begin = left + static_cast<double>(i) * (wide + between);
    panel.right = panel.axis.begin + wide;
    panel.axis.end = std::max(panel.axis.begin + wide / 3, panel.right - room);
    panel.axis.to = shown[i] == Quantity::crossings ? to.crossings : shown[i] == Quantity::bytes ? to.bytes : 1;
    if (shown[i] == Quantity::time) {
      panel.scaled = to.time.has_value();
      panel.axis.to = to.time.value_or(1);
    }
    if (panel.scaled) set_ticks(panel, scale);
    frame.panels.push_back(std::move(panel));
  }
}

/// Tries one way of spending the height; false if the rows would be too low to read.
bool place_rows(const ChartData& data, BarFrame& frame, std::size_t plans) {
  const double scale = data.text_scale;
  const bool guesses = std::ranges::find(frame.tellers, Source::guess, &Teller::source) != frame.tellers.end();
  const double rows = std::max<double>(1, static_cast<double>(frame.tellers.size()));
  frame.body = body_of(data, frame.eyebrow);
  frame.heading = frame.body.top + 16 * scale;
  frame.top = frame.heading + (frame.about ? 24 : 8) * scale;
  const bool alone = data.plans.size() == 1;
  // Below the rows: ticks, the ratio of two plans, and what was guessed of it.
  const double below = (20 + (alone ? 4 : 24) + ((guesses || !data.guesses.empty()) && frame.about ? 24 : 0)) * scale;
  frame.bottom = frame.body.bottom - below;
  frame.header = frame.compact ? 0 : (frame.about ? 24 : 20) * scale;
  frame.gap = guesses && frame.gaps && !frame.compact ? 20 * scale : 0;
  const double after = (frame.about ? 8 : 4) * scale;
  frame.plans = plans;
  const double words = plans < data.plans.size() ? 18 * scale : 0;
  const double groups = static_cast<double>(std::max<std::size_t>(1, plans));
  frame.first_group = frame.top;
  frame.group = (frame.bottom - frame.top - words) / groups;
  frame.pitch = (frame.group - frame.header - frame.gap - after) / rows;
  // A plan by itself has the other's room.
  const double least = 15 * scale, most = (alone ? 120 : 44) * scale;
  if (frame.pitch < least) return false;
  if (frame.pitch > most) {
    frame.pitch = most;
    frame.group = std::min(frame.group, frame.header + rows * most + frame.gap + 32 * scale);
    frame.bottom = frame.first_group + groups * frame.group + words;
  }
  frame.bar = std::min(0.62 * frame.pitch, (alone ? 70 : 26) * scale);
  return true;
}

}  // namespace

std::string Panel::shown(double value) const {
  return unit.empty() ? show(quantity, value) : base::show_number(value / unit_size) + " " + unit;
}

Extents extents(const ChartData& data) {
  const chain::Chain& chain = *data.chain;
  int touched = 0;
  double tensor = 0, issue = 0;
  for (int index = 0; index < static_cast<int>(chain.values.size()); ++index) {
    const chain::Value& value = chain.values[index];
    tensor = std::max(tensor, static_cast<double>(plan::bytes_needed(chain, index).value));
    if (value.op == chain::Op::input) continue;
    touched +=
        1 + static_cast<int>(std::ranges::count_if(value.operands, [](const auto& o) { return !o.is_literal(); }));
    if (!data.spec) continue;
    const std::string key = std::string(chain::info(value.op).name) + ":" + std::string(chain::name(value.dtype));
    const auto cost = data.spec->op_cost.find(key);
    if (cost != data.spec->op_cost.end()) issue += cost->second * static_cast<double>(chain.full_elements());
  }
  Extents out;
  out.crossings = std::max(8.0, std::exp2(std::floor(std::log2(std::max(1, touched))) + 1));
  out.bytes = out.crossings * tensor;
  if (data.spec) {
    const machine::DeviceSpec& spec = *data.spec;
    const double bandwidth =
        spec.dram_bandwidth.value > 0 ? spec.dram_bandwidth.value : spec.bandwidth(0.5, machine::Store::cached).value;
    const double launches = static_cast<double>(chain.made().size()) * spec.launch.value;
    if (bandwidth > 0) out.time = round_up(std::max(out.bytes / bandwidth, issue) + launches);
  }
  return out;
}

Extents told_extents(const ChartData& data) {
  Extents to = extents(data);
  const double tensor = to.bytes / to.crossings, crossings = longest(data, Quantity::crossings);
  // One scale for both: a small operand's bytes lie just beyond the whole tensors'.
  const double most = std::max(crossings, longest(data, Quantity::bytes) / tensor);
  if (most > 0) {
    constexpr double beyond = 1.02;
    to.crossings = std::max(2.0, std::ceil(round_close(beyond * most)));
    to.bytes = to.crossings * tensor;
  }
  double time = longest(data, Quantity::time);
  for (const record::Measurement& measurement : data.measurements) {
    for (const record::PlanMeasurement& plan : measurement.plans) {
      if (plan.timeline) time = std::max(time, plan.timeline->length().value);
    }
  }
  if (to.time && time > 0) to.time = round_close(time);
  return to;
}

BarFrame bar_frame(const ChartData& data, Quantity quantity, Axes axes) {
  BarFrame frame;
  frame.tellers = tellers(data);
  frame.fused_last = has_fused_last(data);
  // First everything, then without what can be spared, then names beside the rows, then fewer plans.
  const auto fits = [&](bool eyebrow, bool about, bool gaps, bool compact, std::size_t plans) {
    frame.eyebrow = eyebrow && !data.no_title;
    frame.about = about;
    frame.gaps = gaps;
    frame.compact = compact;
    return place_rows(data, frame, plans);
  };
  const std::size_t all = data.plans.size();
  constexpr std::size_t many = 4;
  bool placed = fits(true, true, true, false, all) || fits(false, true, true, false, all) ||
                (all > many && fits(true, true, false, true, all)) || fits(false, false, true, false, all) ||
                fits(false, false, false, false, all) || fits(true, true, false, true, all) ||
                fits(false, false, false, true, all);
  // Plans that stand for comparison stay: rows give way, the recorded one beside a measured one first.
  const std::vector<Teller> every = frame.tellers;
  const auto told = [&](Source source) { return std::ranges::find(every, source, &Teller::source) != every.end(); };
  const bool stay = all == 2 || frame.fused_last;
  for (const Source spared : {Source::recorded, Source::model}) {
    const bool enough = told(Source::measured) || (spared == Source::model && told(Source::recorded));
    if (placed || !stay || !enough) continue;
    std::erase_if(frame.tellers, [&](const Teller& one) { return one.source == spared; });
    placed = fits(false, false, false, true, all);
  }
  if (!placed && stay && all > 2) {
    // A guess of a plan that is left out would be an empty row.
    const bool guessed = std::ranges::any_of(data.guesses, [&](const record::Guess& guess) {
      return guess.quantity.starts_with("ratio.") || guess.quantity.ends_with("." + data.plans[0].name) ||
             guess.quantity.ends_with("." + data.plans[1].name);
    });
    std::erase_if(frame.tellers, [&](const Teller& one) { return one.source == Source::guess && !guessed; });
    placed = fits(false, false, false, true, 2);
  }
  if (!placed) frame.tellers = every;
  for (std::size_t fewer = all; !placed && fewer > 1; --fewer) placed = fits(false, false, false, true, fewer - 1);
  frame.rows = frame.tellers.size();
  place_panels(data, quantity, axes, frame);
  return frame;
}

}  // namespace charts
