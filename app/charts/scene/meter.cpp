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

using figure::Anchor;
using figure::Face;
using figure::Role;
using figure::Shade;
using figure::Stage;

const Seen seen_told{Stage::model, Stage::truth, {}};
const Seen seen_asked{Stage::question, Stage::guess, {}};

Style digits(Role hue, double size) {
  return {size, Face::figures, {hue, Shade::text}, Anchor::start};
}

/// One and many have words of their own; a question has those for many, whatever the number.
void write_unit(Page& page, figure::Point at, int crossings, double room) {
  const auto fitted = [&](std::string_view key) { return page.fitted(base::text(key), type::small, room); };
  page.text(at, fitted(crossings == 1 ? "scene.meter.crossing" : "scene.meter.crossings"), type::small, seen_told);
  page.text(at, fitted("scene.meter.crossings"), type::small, seen_asked);
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
  out.who = base::text(loops                                            ? "scene.counter.loops"
                       : measurement.source == record::Source::recorded ? "scene.counter.recorded"
                                                                        : "scene.counter.card");
  out.difference = share == 0 ? std::string(base::text(loops ? "scene.counter.construction" : "scene.counter.equal"))
                              : base::say(share > 0 ? "scene.counter.more" : "scene.counter.fewer",
                                          {{"share", base::show_number(std::abs(share), 2)}});
  out.cause = lines->difference;
  return out;
}

double meter_width(const Page& page) {
  return page.scaled(124);
}

void draw_meter(Page& page, const ChartData& data, const SceneLane& lane, double seconds, Role hue,
                const MeterPlace& place) {
  const SceneEvent* done = lane.done(seconds);
  const int crossings = done == nullptr ? 0 : done->crossings;
  const base::Bytes bytes = done == nullptr ? base::Bytes{} : done->bytes;
  const double pad = page.scaled(10), room = place.width - 2 * pad, x = place.left + pad;
  page.rect(
      {{place.left, place.top}, place.width, place.height, 6, figure::Paint{hue, Shade::tint}, std::nullopt, false});
  // Five lines in the height there is; the digits take what the others leave.
  double y = place.top + page.scaled(11) + figure::cap_height(Face::figures, page.scaled(40));
  const Style big = digits(hue, 40);
  page.text({x, y}, std::to_string(crossings), big, seen_told);
  page.text({x, y}, "?", big, seen_asked);
  y += page.scaled(16);
  write_unit(page, {x, y}, crossings, room);
  y += page.scaled(21);
  page.text({x, y}, page.fitted(base::show(bytes), type::number, room), type::number, seen_told);
  page.text({x, y}, "?", type::number, seen_asked);
  y += page.scaled(9);
  page.line({{x, y}, {x + room, y}}, {hairline, 1, 0});
  y += page.scaled(14);

  const CounterReading reading = counter_reading(data, lane.plan);
  if (!reading.counted) {
    page.text({x, y}, page.fitted(base::text("scene.counter.hardware"), type::small, room), type::small);
    page.rect({{x, y + page.scaled(5)}, room, page.scaled(20), 3, std::nullopt, figure::Stroke{hairline, 1, 3}, false});
    page.text({x + pad / 2, y + page.scaled(19)}, page.fitted(reading.missing, type::small, room - pad), type::small);
    return;
  }
  const Seen seen{Stage::truth, Stage::truth, {}};
  page.text({x, y}, page.fitted(reading.who, type::small, room), type::small, seen);
  y += page.scaled(15);
  page.text({x, y}, page.fitted(base::show(*reading.counted), type::value, room), type::value, seen);
  y += page.scaled(14);
  page.text({x, y}, page.fitted(reading.difference, type::small, room), type::small, seen);
}

double draw_meter_band(Page& page, const ChartData& data, const SceneLane& lane, double seconds, Role hue,
                       const MeterPlace& place) {
  const SceneEvent* done = lane.done(seconds);
  const int crossings = done == nullptr ? 0 : done->crossings;
  const base::Bytes bytes = done == nullptr ? base::Bytes{} : done->bytes;
  page.rect(
      {{place.left, place.top}, place.width, place.height, 6, figure::Paint{hue, Shade::tint}, std::nullopt, false});
  // In a narrow band, beside another lane's, the lane's own name comes before air, and before the counter.
  const bool tight = place.width < page.scaled(280);
  const double pad = page.scaled(10), middle = place.top + place.height / 2, units = page.scaled(tight ? 80 : 86);
  const double above = middle - page.scaled(4), below = middle + page.scaled(14);
  double x = place.left + place.width - pad - units;
  write_unit(page, {x, above}, crossings, units);
  page.text({x, below}, base::show(bytes), type::value, seen_told);
  page.text({x, below}, "?", type::value, seen_asked);
  Style big = digits(hue, 40);
  big.anchor = Anchor::end;
  x -= page.scaled(8);
  const double base_line = middle + figure::cap_height(Face::figures, page.scaled(40)) / 2;
  page.text({x, base_line}, std::to_string(crossings), big, seen_told);
  page.text({x, base_line}, "?", big, seen_asked);
  x -= page.scaled(tight ? 50 : 60);

  const CounterReading reading = counter_reading(data, lane.plan);
  if (!reading.counted) return x;
  const Seen seen{Stage::truth, Stage::truth, {}};
  const double free = x - place.left - pad - page.scaled(72);
  const std::string bytes_counted = " " + base::show(*reading.counted);
  std::string total = reading.who + bytes_counted;
  if (page.width_of(total, type::small) > free) total = reading.who.substr(0, reading.who.find(',')) + bytes_counted;
  const double room = std::max(page.width_of(total, type::small) + 1, page.scaled(100));
  if (room > free) return x;
  x -= room;
  page.text({x, above}, page.fitted(total, type::small, room), type::small, seen);
  page.text({x, below}, page.fitted(reading.difference, type::small, room), type::small, seen);
  return x - page.scaled(8);
}

void draw_small_meter(Page& page, const ChartData& data, const SceneLane& lane, double seconds, Role hue,
                      figure::Point at) {
  const SceneEvent* done = lane.done(seconds);
  const Style big = digits(hue, 28);
  const Style name{12, Face::words_bold, big.paint, Anchor::start};
  page.text({at.x, at.y - page.scaled(25)}, page.fitted(plan_words(data.plans[lane.plan].name), name, page.scaled(68)),
            name);
  page.text(at, std::to_string(done == nullptr ? 0 : done->crossings), big, seen_told);
  page.text(at, "?", big, seen_asked);
  page.text({at.x, at.y + page.scaled(15)}, base::show(done == nullptr ? base::Bytes{} : done->bytes), type::value,
            seen_told);
}

}  // namespace charts
