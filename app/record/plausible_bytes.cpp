// Bytes against what must move, and against what the road carries in the time that was taken.
#include "base/units.hpp"
#include "base/words.hpp"
#include "record/plausible_plan.hpp"
#include "record/scatter.hpp"

#include <algorithm>

namespace record {
namespace {

void wrong(const PlanAtTheDoor& at, std::string_view field, std::string sentence) {
  at.flaw(Flaw::Part::bytes, field, std::move(sentence));
}

/// No less than that, as far as counters can tell.
void at_least(const PlanAtTheDoor& at, std::string_view field, std::string_view key, base::Bytes told,
              base::Bytes least) {
  if (static_cast<double>(told.value) >= static_cast<double>(least.value) - counter_scatter(least)) return;
  wrong(at, field,
        base::say(key, {{"plan", at.plan.plan},
                        {"told", base::show(told)},
                        {"least", base::show(least)},
                        {"held", base::show(at.bounds.held)}}));
}

/// No more than this road carries in that time; `kept`: so much may move before or after.
void at_most(const PlanAtTheDoor& at, std::string_view field, base::Bytes told, base::Seconds time,
             base::Bandwidth road, base::Bytes kept = {}) {
  const double most = over_bound * road.value * time.value + static_cast<double>(kept.value);
  if (!(static_cast<double>(told.value) > most)) return;
  const base::Bandwidth speed{static_cast<double>(told.value) / time.value};
  wrong(at, field,
        base::say("record.lie.too_much", {{"plan", at.plan.plan},
                                          {"bytes", base::show(told)},
                                          {"time", base::show(time)},
                                          {"speed", base::show(speed)},
                                          {"machine", at.bounds.of},
                                          {"most", base::show(road)}}));
}

/// A GPU's counters.
void judge_counters(const PlanAtTheDoor& at) {
  const PlanMeasurement& plan = at.plan;
  const base::Bytes read = *plan.dram_read, written = *plan.dram_written, tail = plan.dram_tail.value_or(base::Bytes{});
  at_least(at, "dram_read_bytes", "record.lie.read", read, at.rule.inputs);
  // With its tail it is all that a run wrote; without, a cache may keep the last of it.
  const base::Bytes kept = plan.dram_tail ? base::Bytes{} : at.bounds.held;
  const base::Bytes outputs{std::max<std::int64_t>(0, at.rule.outputs.value - kept.value)};
  // All goes through the L2, by whatever unit; what threads issue does not: copy engines issue for them.
  if (plan.l2) {
    at_least(at, "l2.read_bytes", "record.lie.l2_read", plan.l2->read, at.rule.inputs);
    at_least(at, "l2.written_bytes", "record.lie.l2_written", plan.l2->written, at.rule.outputs);
  }
  at_least(at, "dram_written_bytes", "record.lie.written", written, outputs);
  if (const base::Bytes beyond = at.rule.beyond(at.bounds.held); beyond.value > 0)
    at_least(at, "dram_read_bytes", "record.lie.handed_on", read + written, at.rule.inputs + outputs + beyond);
  if (static_cast<double>(tail.value) > over_bound * static_cast<double>(at.bounds.held.value)) {
    wrong(at, "dram_tail_bytes",
          base::say("record.lie.tail", {{"plan", plan.plan},
                                        {"told", base::show(tail)},
                                        {"machine", at.bounds.of},
                                        {"held", base::show(at.bounds.held)}}));
  }
  constexpr double far = 4;
  constexpr std::int64_t little = 64 << 20;
  const auto again = static_cast<double>(at.rule.again.value);
  const base::Bytes rule = at.rule.read + at.rule.written;
  // What a rung by hand writes between its kernels, the rule of its plan does not know.
  if (!at.rule.by_hand &&
      static_cast<double>((read + written).value) > far * static_cast<double>(rule.value) + little + again) {
    at.doubt(base::say("record.doubt.more",
                       {{"plan", plan.plan}, {"told", base::show(read + written)}, {"rule", base::show(rule)}}));
  }
}

/// A plan's bytes are those of its kernels, but for what counters miss of each.
void judge_sum(const PlanAtTheDoor& at) {
  constexpr double far = 2;
  constexpr std::int64_t little = 64 << 20;
  base::Bytes sum;
  for (const KernelMeasurement& one : at.plan.kernels) {
    if (!one.dram_read || !one.dram_written) return;
    sum += *one.dram_read + *one.dram_written;
  }
  const base::Bytes whole = *at.plan.bytes();
  const auto exceeds = [](base::Bytes more, base::Bytes less) {
    return static_cast<double>(more.value) > far * static_cast<double>(less.value) + little;
  };
  if (!exceeds(sum, whole) && !exceeds(whole, sum)) return;
  at.doubt(
      base::say("record.doubt.sum", {{"plan", at.plan.plan}, {"told", base::show(sum)}, {"own", base::show(whole)}}));
}

/// Loops that count themselves count by the rule.
void judge_loops(const PlanAtTheDoor& at) {
  const PlanMeasurement& plan = at.plan;
  const auto same = [&](std::string_view field, base::Bytes told, base::Bytes rule) {
    if (told == rule) return;
    wrong(at, field,
          base::say("record.lie.counted", {{"plan", plan.plan},
                                           {"told", base::group_digits(told.value)},
                                           {"rule", base::group_digits(rule.value)}}));
  };
  same("dram_read_bytes", *plan.dram_read, at.rule.read);
  same("dram_written_bytes", *plan.dram_written, at.rule.written);
  for (std::size_t k = 0; k < std::min(plan.kernels.size(), at.rule.kernels.size()); ++k) {
    const KernelMeasurement& one = plan.kernels[k];
    const std::string kernel = "kernels[" + std::to_string(k) + "].";
    if (one.dram_read) same(kernel + "dram_read_bytes", *one.dram_read, at.rule.kernels[k].read);
    if (one.dram_written) same(kernel + "dram_written_bytes", *one.dram_written, at.rule.kernels[k].written);
  }
}

void judge_speed(const PlanAtTheDoor& at) {
  const PlanMeasurement& plan = at.plan;
  // What a processor's loops asked for came out of its caches as well.
  const base::Bandwidth most = at.bounds.gpu ? at.bounds.road : at.bounds.chip;
  constexpr double crossing = 2;  // an L2 counts what goes to its far side twice
  const base::Bandwidth inside{crossing * at.bounds.chip.value};
  if (plan.cold) {
    const base::Seconds time = plan.cold->median;
    at_most(at, "dram_read_bytes", *plan.bytes_on_the_clock(), time, most);
    for (std::size_t k = 0; k < plan.kernels.size(); ++k) {
      const KernelMeasurement& one = plan.kernels[k];
      if (!one.dram_read || !one.dram_written) continue;
      at_most(at, "kernels[" + std::to_string(k) + "].dram_read_bytes", *one.dram_read + *one.dram_written, time, most,
              at.bounds.gpu ? at.bounds.held : base::Bytes{});
    }
    if (plan.l2) at_most(at, "l2", plan.l2->both(), time, inside);
    if (plan.issued) at_most(at, "issued", plan.issued->both(), time, inside);
  }
  if (plan.batch && plan.batch_levels.dram)
    at_most(at, "batch.dram", plan.batch_levels.dram->both(), plan.batch->median, most);
  if (plan.timeline && plan.timeline->busy().value > 0) {
    const base::Seconds busy = plan.timeline->busy();
    const base::Bytes told = *plan.bytes_on_the_clock();
    if (static_cast<double>(told.value) > over_bound * most.value * busy.value) {
      at.flaw(Flaw::Part::timeline, "timeline",
              base::say("record.lie.timeline", {{"plan", plan.plan},
                                                {"bytes", base::show(told)},
                                                {"kernels", base::show(busy)},
                                                {"machine", at.bounds.of},
                                                {"most", base::show(most)}}));
    }
  }
}

}  // namespace

void judge_bytes(const PlanAtTheDoor& at) {
  if (!at.plan.bytes()) return;
  if (at.measurement.tier == Tier::times_only)
    return wrong(at, "dram_read_bytes",
                 base::say("record.lie.untold", {{"plan", at.plan.plan}, {"told", base::show(*at.plan.bytes())}}));
  (at.measurement.tier == Tier::counted && !at.rule.by_hand ? judge_loops : judge_counters)(at);
  judge_sum(at);
  judge_speed(at);
}

}  // namespace record
