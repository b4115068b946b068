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

/// One and many have words of their own; a question has those for many, whatever the number.
void write_unit(Drawing& drawing, Point at, int crossings, double room) {
  const auto fitted = [&](std::string_view key) { return drawing.fitted(base::text(key), type::small, room); };
  drawing.text(at, fitted(crossings == 1 ? "scene.meter.crossing" : "scene.meter.crossings"), type::small, seen_told);
  drawing.text(at, fitted("scene.meter.crossings"), type::small, seen_asked);
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
  const double share = (*counted - expected) / expected * 1000;
  const bool loops = measurement.tier == record::Tier::counted;
  out.counted = base::Bytes{std::llround(*counted)};
  out.who = base::text(loops                                    ? "scene.counter.loops"
                       : measurement.source == Source::recorded ? "scene.counter.recorded"
                                                                : "scene.counter.card");
  out.difference = share == 0 ? std::string(base::text(loops ? "scene.counter.construction" : "scene.counter.equal"))
                              : base::say(share > 0 ? "scene.counter.more" : "scene.counter.fewer",
                                          {{"share", base::show_number(std::abs(share), 2)}});
  out.cause = lines->difference;
  return out;
}

double meter_width(const Drawing& drawing) {
  return drawing.scaled(124);
}

void draw_meter(Drawing& drawing, const ChartData& data, const SceneLane& lane, double seconds, Role hue,
                const MeterPlace& place) {
  const auto [crossings, bytes] = moved(lane, seconds);
  const double pad = drawing.scaled(10), room = place.width - 2 * pad, x = place.left + pad;
  drawing.rect({{place.left, place.top}, place.width, place.height, 6, Paint{hue, Shade::tint}});
  // Five lines in the height there is; the digits take what the others leave.
  double y = place.top + drawing.scaled(11) + figure::cap_height(Face::figures, drawing.scaled(40));
  const Style big = type::digits.in(hue);
  write_told(drawing, {x, y}, std::to_string(crossings), big);
  y += drawing.scaled(16);
  write_unit(drawing, {x, y}, crossings, room);
  y += drawing.scaled(21);
  write_told(drawing, {x, y}, drawing.fitted(base::show(bytes), type::number, room), type::number);
  y += drawing.scaled(9);
  drawing.line({{x, y}, {x + room, y}}, {hairline, 1, 0});
  y += drawing.scaled(14);

  const CounterReading reading = counter_reading(data, lane.plan);
  if (!reading.counted) {
    drawing.fit({x, y}, base::text("scene.counter.hardware"), room, type::small);
    drawing.rect({{x, y + drawing.scaled(5)}, room, drawing.scaled(20), 3, std::nullopt, Stroke{hairline, 1, 3}});
    drawing.fit({x + pad / 2, y + drawing.scaled(19)}, reading.missing, room - pad, type::small);
    return;
  }
  const Seen seen = since(Stage::truth);
  drawing.fit({x, y}, reading.who, room, type::small, seen);
  y += drawing.scaled(15);
  drawing.fit({x, y}, base::show(*reading.counted), room, type::value, seen);
  y += drawing.scaled(14);
  drawing.fit({x, y}, reading.difference, room, type::small, seen);
}

double draw_meter_band(Drawing& drawing, const ChartData& data, const SceneLane& lane, double seconds, Role hue,
                       const MeterPlace& place) {
  const auto [crossings, bytes] = moved(lane, seconds);
  drawing.rect({{place.left, place.top}, place.width, place.height, 6, Paint{hue, Shade::tint}});
  // In a narrow band, beside another lane's, the lane's own name comes before air, and before the counter.
  const bool tight = place.width < drawing.scaled(280);
  const double pad = drawing.scaled(10), middle = place.top + place.height / 2, units = drawing.scaled(tight ? 80 : 86);
  const double above = middle - drawing.scaled(4), below = middle + drawing.scaled(14);
  double x = place.left + place.width - pad - units;
  write_unit(drawing, {x, above}, crossings, units);
  write_told(drawing, {x, below}, base::show(bytes), type::value);
  const Style big = type::digits.in(hue).anchored(Anchor::end);
  x -= drawing.scaled(8);
  const double base_line = drawing.on_row(middle, big);
  write_told(drawing, {x, base_line}, std::to_string(crossings), big);
  x -= drawing.scaled(tight ? 50 : 60);

  const CounterReading reading = counter_reading(data, lane.plan);
  if (!reading.counted) return x;
  const Seen seen = since(Stage::truth);
  const double free = x - place.left - pad - drawing.scaled(72);
  const std::string bytes_counted = " " + base::show(*reading.counted);
  std::string total = reading.who + bytes_counted;
  if (drawing.width_of(total, type::small) > free) total = reading.who.substr(0, reading.who.find(',')) + bytes_counted;
  const double room = std::max(drawing.width_of(total, type::small) + 1, drawing.scaled(100));
  if (room > free) return x;
  x -= room;
  drawing.fit({x, above}, total, room, type::small, seen);
  drawing.fit({x, below}, reading.difference, room, type::small, seen);
  return x - drawing.scaled(8);
}

void draw_small_meter(Drawing& drawing, const ChartData& data, const SceneLane& lane, double seconds, Role hue,
                      Point at) {
  const auto [crossings, bytes] = moved(lane, seconds);
  const Style big = type::small_digits.in(hue);
  const Style name = type::row_heading.in(hue);
  drawing.fit({at.x, at.y - drawing.scaled(25)}, plan_words(data.plans[lane.plan].name), drawing.scaled(68), name);
  write_told(drawing, at, std::to_string(crossings), big);
  drawing.text({at.x, at.y + drawing.scaled(15)}, base::show(bytes), type::value, seen_told);
}

}  // namespace charts
