// Times against what the machine cannot beat, against each other, and against how clocks tell time.
#include "base/units.hpp"
#include "base/words.hpp"
#include "record/plausible_plan.hpp"

#include <algorithm>
#include <cmath>

namespace record {
namespace {

constexpr int enough_samples = 20;       ///< of which no clock makes all alike
constexpr base::Seconds coarsest{5e-6};  ///< but for runs of a few ticks of a coarse one

/// One of a plan's two times, and its floors, of which the highest is told.
struct Timed {
  const PlanAtTheDoor& at;
  const Times& times;
  const std::vector<double>& samples;
  std::string_view field, kind;
  base::Seconds highest = {}, bound = {};
  std::string sentence = {};

  void wrong(std::string why) const { at.flaw(Flaw::Part::time, field, std::move(why)); }

  template <class Say>
  void floor(base::Seconds least, const Say& say) {
    bound = std::max(bound, least);
    if (!(times.median < least && highest < least)) return;
    highest = least;
    sentence = say(base::show(times.median), base::show(least));
  }

  /// So many bytes over a road that carries so many a second.
  void road(base::Bytes bytes, base::Bandwidth most, std::string_view key) {
    const base::Seconds least{static_cast<double>(bytes.value) / (over_bound * most.value)};
    floor(least, [&](const std::string& time, const std::string& needed) {
      return base::say(key, {{"plan", at.plan.plan},
                             {"kind", kind},
                             {"time", time},
                             {"bytes", base::show(bytes)},
                             {"least", needed},
                             {"machine", at.bounds.of},
                             {"speed", base::show(most)}});
    });
  }

  /// However warm a run is: starting its kernels, feeding the threads and computing take their time.
  void warm_floors() {
    floor({at.rule.starts * at.bounds.start.value}, [&](const std::string& time, const std::string& needed) {
      return base::say(
          "record.lie.start", static_cast<std::uint64_t>(at.rule.starts),
          {{"plan", at.plan.plan}, {"kind", kind}, {"time", time}, {"least", needed}, {"machine", at.bounds.of}});
    });
    road(at.rule.read + at.rule.written, at.bounds.chip, "record.lie.chip");
    // Two 16-bit numbers may go through a unit side by side.
    const double each = at.halves ? 2 : 1;
    const double plain = at.rule.operations / (each * at.bounds.operations),
                 tensor = at.rule.products / at.bounds.products;
    floor({std::max(plain, tensor) / over_bound}, [&](const std::string& time, const std::string& needed) {
      return base::say("record.lie.arithmetic",
                       {{"plan", at.plan.plan},
                        {"kind", kind},
                        {"time", time},
                        {"operations", base::show_number(tensor > plain ? at.rule.products : at.rule.operations)},
                        {"least", needed},
                        {"machine", at.bounds.of}});
    });
  }

  /// Nothing is known that takes a thousand times as long as the slowest road to it, but for what a host waits.
  void ceiling() const {
    constexpr double far = 1000;
    constexpr base::Seconds a_wait{1};
    if (times.median.value < far * bound.value + a_wait.value) return;
    at.doubt(base::say(
        "record.doubt.slow",
        {{"plan", at.plan.plan}, {"kind", kind}, {"time", base::show(times.median)}, {"least", base::show(bound)}}));
  }

  void tell() const {
    if (!sentence.empty()) return wrong(sentence);
    if (!(std::max(times.median, times.q3) < a_day)) {
      return wrong(base::say("record.lie.forever", {{"plan", at.plan.plan},
                                                    {"kind", kind},
                                                    {"time", base::show(std::max(times.median, times.q3))},
                                                    {"most", base::show(a_day)}}));
    }
    ceiling();
    constexpr double far = 0.5;
    const double least = samples.empty() ? times.q1.value : std::ranges::min(samples);
    if (least < far * bound.value) {
      at.doubt(base::say("record.doubt.sample", {{"plan", at.plan.plan},
                                                 {"kind", kind},
                                                 {"time", base::show(base::Seconds{least})},
                                                 {"least", base::show(bound)}}));
    }
  }

  void sampling() const {
    if (static_cast<int>(samples.size()) != times.n) {
      wrong(base::say("record.lie.samples", {{"plan", at.plan.plan},
                                             {"kind", kind},
                                             {"told", std::to_string(times.n)},
                                             {"kept", std::to_string(samples.size())}}));
      return;
    }
    const auto [least, most] = std::ranges::minmax(samples);
    if (times.n >= enough_samples && least == most && coarsest < times.median) {
      at.doubt(base::say("record.doubt.alike", {{"plan", at.plan.plan},
                                                {"kind", kind},
                                                {"n", std::to_string(times.n)},
                                                {"time", base::show(times.median)}}));
    }
  }
};

Timed cold_of(const PlanAtTheDoor& at) {
  return {at, *at.plan.cold, at.plan.cold_samples, "cold_seconds", base::text("measure.word.cold")};
}

base::Bytes not_below_zero(std::int64_t bytes) {
  return base::Bytes{std::max<std::int64_t>(0, bytes)};
}

/// Large tensors take about as long run after run as cold; small ones need not, nor does a host that orders slowly.
void judge_order(const PlanAtTheDoor& at) {
  constexpr double far = 4;
  constexpr base::Seconds an_order{100e-6}, a_turn{20e-3};  // of a host; of another program on the same processor
  const Times &cold = *at.plan.cold, &batch = *at.plan.batch;
  const double waits = at.rule.starts * (at.bounds.gpu ? an_order : a_turn).value;
  const bool large = at.rule.inputs.value + at.rule.outputs.value > 2 * at.bounds.held.value;
  const bool slower = batch.q1.value > far * cold.q3.value + waits;
  const bool faster = large && cold.q1.value > far * batch.q3.value + waits;
  if (!slower && !faster) return;
  at.doubt(base::say("record.doubt.order",
                     {{"plan", at.plan.plan}, {"cold", base::show(cold.median)}, {"batch", base::show(batch.median)}}));
}

/// Who traces a run slows its host down, but not by whole milliseconds a kernel; between kernels a run waits, but not
/// most of its time.
void judge_length(const PlanAtTheDoor& at) {
  constexpr double far = 10, a_few = 3;
  constexpr base::Seconds a_trace{2e-3}, a_start{2e-4};
  const base::Seconds length = at.plan.timeline->length();
  const bool longer = length.value > far * at.plan.cold->q3.value + a_trace.value * at.rule.starts;
  const bool shorter = at.plan.cold->q1.value > a_few * length.value + a_start.value * at.rule.starts;
  if (!longer && !shorter) return;
  at.doubt(base::say(
      "record.doubt.timeline",
      {{"plan", at.plan.plan}, {"timeline", base::show(length)}, {"cold", base::show(at.plan.cold->median)}}));
}

/// No bound of a processor is near: what is far above any that was seen is doubted.
void judge_processor(const PlanAtTheDoor& at, const Timed& cold) {
  constexpr double seen = 0.6;                                 // of the bound of its memory road, which is generous
  const base::Bytes bytes = at.rule.inputs + at.rule.outputs;  // what is handed on may be in its caches
  const base::Bandwidth speed{static_cast<double>(bytes.value) / cold.times.median.value};
  const double most = at.bounds.known ? seen * at.bounds.road.value : 2e12;
  if (at.bounds.gpu || !(speed.value > most)) return;
  at.doubt(base::say("record.doubt.fast", {{"plan", at.plan.plan},
                                           {"bytes", base::show(bytes)},
                                           {"time", base::show(cold.times.median)},
                                           {"speed", base::show(speed)},
                                           {"most", base::show(base::Bandwidth{most})}}));
}

}  // namespace

void judge_cold(const PlanAtTheDoor& at) {
  Timed cold = cold_of(at);
  cold.warm_floors();
  // Inputs come from memory, and outputs go there but for what the caches keep; so does what is handed on.
  const base::Bytes inputs = not_below_zero(at.rule.inputs.value - at.bounds.unflushed.value),
                    outputs = not_below_zero(at.rule.outputs.value - at.bounds.held.value);
  cold.road(inputs + outputs + at.rule.beyond(at.bounds.held), at.bounds.road, "record.lie.road");
  cold.tell();
  judge_processor(at, cold);
}

void judge_times(const PlanAtTheDoor& at) {
  const PlanMeasurement& plan = at.plan;
  if (plan.cold) {
    cold_of(at).sampling();
    judge_cold(at);
  }
  if (plan.batch) {
    Timed batch{at, *plan.batch, plan.batch_samples, "batch_seconds", base::text("measure.word.batch")};
    batch.sampling();
    batch.warm_floors();
    const base::Bytes all = at.rule.inputs + at.rule.outputs;
    batch.road(not_below_zero(all.value - at.bounds.held.value) + at.rule.beyond(at.bounds.held), at.bounds.road,
               "record.lie.road");
    batch.tell();
  }
  if (plan.cold && plan.batch) judge_order(at);
  if (plan.cold && plan.timeline) judge_length(at);
  if (plan.cold && plan.throttled * plan.cold->median.value > a_day.value) {
    at.flaw(Flaw::Part::time, "throttled",
            base::say("record.lie.throttled", {{"plan", plan.plan},
                                               {"told", base::group_digits(plan.throttled)},
                                               {"time", base::show(plan.cold->median)},
                                               {"most", base::show(a_day)}}));
  }
}

}  // namespace record
