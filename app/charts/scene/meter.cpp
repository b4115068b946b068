// Draws the meters. At the question they read '?'.
#include "charts/scene/meter.hpp"

#include "base/words.hpp"
#include "charts/frame/headline.hpp"
#include "charts/frame/reading.hpp"
#include "charts/frame/source_words.hpp"
#include "charts/frame/type.hpp"
#include "figure/text_metrics.hpp"

#include <algorithm>
#include <cmath>

namespace charts {
namespace {

// Heights at 1x: digits and unit; with bytes; with the counter below them.
constexpr double plain_meter = 70, with_bytes_alone = 92, with_counter = 136;
/// Of bytes above what was counted of them: three would show one number twice, or 268 and 269 for 0.03 % more.
constexpr int digits_compared = 4;

const Seen seen_told = since(Stage::model);
const Seen seen_asked{Stage::question, Stage::guess, {}};

/// What a lane has moved by a moment.
struct Moved {
  int crossings = 0;
  base::Bytes bytes;
};

Moved moved(const SceneLane& lane, double seconds) {
  const SceneEvent* done = lane.done(seconds);
  return done == nullptr ? Moved{} : Moved{done->crossings, done->bytes};
}

/// A '?' until it may be told.
void write_told(Drawing& drawing, Point at, const std::string& words, const Style& style) {
  drawing.text(at, words, style, seen_told);
  drawing.text(at, "?", style, seen_asked);
}

/// One and many have words of their own; a question has those for many, whatever the number. Of one line, its name.
void write_unit(Drawing& drawing, Point at, const SceneLane& lane, int crossings, double room) {
  if (!lane.counted.empty()) {
    const std::string words = base::say("scene.meter.of", {{"tensor", lane.counted}});
    drawing.text(at, drawing.fitted(words, type::small, room), type::small);
    return;
  }
  const auto fitted = [&](std::string_view key) { return drawing.fitted(base::text(key), type::small, room); };
  drawing.text(at, fitted(crossings == 1 ? "scene.meter.crossing" : "scene.meter.crossings"), type::small, seen_told);
  drawing.text(at, fitted("scene.meter.crossings"), type::small, seen_asked);
}

/// Below the rule: what the hardware counted, or an empty place and why.
void draw_counter(Drawing& drawing, const CounterReading& reading, const figure::Box& at) {
  const double x = at.x, room = at.width, pad = drawing.scaled(5);
  double y = at.y;
  if (!reading.counted) {
    drawing.fit({x, y}, base::text("scene.counter.hardware"), room, type::small);
    drawing.rect({{x, y + drawing.scaled(5)}, room, drawing.scaled(20), 3, std::nullopt, Stroke{hairline, 1, 3}});
    drawing.fit({x + pad, y + drawing.scaled(19)}, reading.missing, room - 2 * pad, type::small);
    return;
  }
  const Seen seen = since(Stage::truth);
  drawing.fit({x, y}, reading.who, room, type::small, seen);
  y += drawing.scaled(15);
  drawing.fit({x, y}, base::show(*reading.counted, digits_compared), room, type::value, seen);
  y += drawing.scaled(14);
  drawing.fit({x, y}, reading.difference, room, type::small, seen);
}

}  // namespace

CounterReading counter_reading(const ChartData& data, std::size_t plan) {
  CounterReading out;
  if (data.measurements.empty()) {
    out.missing = base::text("scene.counter.none");
    return out;
  }
  const auto teller = truth_teller(data, plan, Quantity::bytes);
  if (!teller) {
    out.missing = base::text("scene.counter.not_counted");
    return out;
  }
  const record::Measurement& measurement = data.measurements[teller->measurement];
  const auto counted = truth(data, plan, Quantity::bytes).value;
  const auto lines = headline(data.plans[plan], measurement);
  if (!counted || !lines) {
    out.missing = base::text("scene.counter.not_counted");
    return out;
  }
  const auto expected = static_cast<double>(model::traffic(data.plans[plan]).bytes().value);
  const double share = (*counted - expected) / expected * 100;
  const bool loops = out.by_loops = measurement.tier == record::Tier::counted;
  out.counted = base::Bytes{std::llround(*counted)};
  const bool recorded = measurement.source == Source::recorded;
  out.who = loops ? by_construction_words()
                  : std::string(base::text(recorded ? "scene.counter.recorded" : "scene.counter.card"));
  constexpr double next_to_nothing = 0.01;  // percent
  out.difference = share == 0 ? std::string(base::text("scene.counter.equal"))
                   : std::abs(share) < next_to_nothing
                       ? std::string(base::text("scene.counter.alike"))
                       : base::say(share > 0 ? "scene.counter.more" : "scene.counter.fewer",
                                   {{"share", base::show_number(std::abs(share), 2)}});
  out.cause = lines->difference;
  return out;
}

double meter_width(const Drawing& drawing, bool bytes) {
  const double unit = drawing.width_of(base::text("scene.meter.crossings"), type::small) + drawing.scaled(21);
  return std::max(unit, drawing.scaled(bytes ? 124 : 0));
}

double meter_height(const Drawing& drawing, bool bytes) {
  return drawing.scaled(bytes ? with_counter : plain_meter);
}

bool tells_bytes(const Drawing& drawing, double high) {
  return high >= drawing.scaled(with_bytes_alone);
}

void draw_meter(Drawing& drawing, const ChartData& data, const SceneLane& lane, const MeterView& view,
                const figure::Box& place) {
  const auto [crossings, bytes] = moved(lane, view.seconds);
  const Role hue = role_of(lane.plan);
  const double pad = drawing.scaled(10), room = place.width - 2 * pad, x = place.x + pad;
  const bool with_bytes = view.bytes && tells_bytes(drawing, place.height);
  // The hardware counts all tensors: beside one's bytes its number would be misread.
  const CounterReading reading = counter_reading(data, lane.plan);
  // What the program's own loops add up to is the number above it, once more; and before a run nothing was counted.
  const bool counted = !data.measurements.empty() && !reading.by_loops;
  const bool counter = view.bytes && counted && lane.counted.empty() && place.height >= drawing.scaled(with_counter);
  const double high = drawing.scaled(counter ? with_counter : with_bytes ? with_bytes_alone : plain_meter);
  drawing.rect({{place.x, place.y},
                place.width,
                std::min(high, place.height),
                6,
                view.lit ? Paint{hue, Shade::tint} : panel_paint});
  // In a low lane the digits are smaller.
  const double lack = std::max(0.0, drawing.scaled(plain_meter) - place.height) / drawing.scaled(1);
  const Style big = (view.lit ? type::digits.in(hue) : type::digits.in(quiet)).sized(40 - lack);
  double y = place.y + drawing.scaled(11 - lack / 4) + figure::cap_height(Face::figures, drawing.scaled(big.size));
  write_told(drawing, {x, y}, std::to_string(crossings), big);
  y += drawing.scaled(17);
  write_unit(drawing, {x, y}, lane, crossings, room);
  if (!with_bytes) return;
  y += drawing.scaled(20);
  const Style number = view.lit ? type::number : type::number.in(quiet);
  // So many trips are so many bytes: what was counted stands below.
  const std::string told =
      base::say("scene.meter.bytes", {{"bytes", counter ? base::show(bytes, digits_compared) : base::show(bytes)}});
  drawing.text({x, y}, drawing.fitted(told, number, room), number, seen_told);
  // Its unit says what a number is; a '?' has none.
  drawing.text({x, y}, drawing.fitted(base::text("scene.meter.bytes_asked"), number, room), number, seen_asked);
  if (!counter) return;
  y += drawing.scaled(9);
  drawing.line({{x, y}, {x + room, y}}, {hairline, 1, 0});
  // All of it is compared with all of it: on the way they would be two numbers that differ.
  if (!reading.counted || lane.over(view.seconds)) draw_counter(drawing, reading, {x, y + drawing.scaled(14), room, 0});
}

void draw_small_meter(Drawing& drawing, const ChartData& data, const SceneLane& lane, double seconds, Role hue,
                      Point at) {
  const auto [crossings, bytes] = moved(lane, seconds);
  const Style big = type::small_digits.in(hue);
  const Style name = type::row_heading.in(hue);
  drawing.fit({at.x, at.y - drawing.scaled(25)}, plan_words(data.plans[lane.plan]), drawing.scaled(68), name);
  write_told(drawing, at, std::to_string(crossings), big);
  drawing.text({at.x, at.y + drawing.scaled(15)}, base::show(bytes), type::value, seen_told);
}

}  // namespace charts
