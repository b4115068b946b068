// Readings by plan, kernel and regime; their medians.
#include "device/cuda_client/counting.hpp"

#include "base/median.hpp"
#include "base/words.hpp"
#include "record/scatter.hpp"

#include <algorithm>
#include <cmath>

namespace device::cuda_client {
namespace {

using wire::Regime;

constexpr double most_bytes = 1e18;  // of one range; beyond, a number is none

/// Nothing if the range has no such reading.
std::optional<double> reading(const wire::Range& range, std::string_view name) {
  for (const wire::Reading& one : range.readings) {
    if (one.name == name && one.value >= 0 && one.value <= most_bytes) return one.value;
  }
  return std::nullopt;
}

class Tally {
 public:
  Tally(const wire::Counted& counted, const Lowered& lowered) : counted_(counted), lowered_(lowered) {}

  /// Why the readings are none; empty if they are.
  [[nodiscard]] std::string flaw() const {
    for (const wire::Range& range : counted_.ranges) {
      if (!known(range)) return std::string(base::text("cuda.bad_count"));
    }
    return flaw_of_control();
  }

  /// Median of all ranges of this kind that have the reading.
  [[nodiscard]] std::optional<double> median(std::size_t plan, std::int64_t kernel, Regime regime,
                                             const std::string& name) const {
    std::vector<double> values;
    for (const wire::Range& range : counted_.ranges) {
      if (range.plan != static_cast<std::int64_t>(plan) || range.kernel != kernel || range.regime != regime) continue;
      if (const auto value = reading(range, name)) values.push_back(*value);
    }
    if (values.empty()) return std::nullopt;
    return base::median(std::move(values));
  }

  /// Bytes at a level: "dram", "l2", "issued", "local".
  [[nodiscard]] std::optional<base::Moved> level(std::size_t plan, std::int64_t kernel, Regime regime,
                                                 const std::string& level) const {
    const auto read = median(plan, kernel, regime, level + "_read_bytes"),
               written = median(plan, kernel, regime, level + "_write_bytes");
    if (!read || !written) return std::nullopt;
    return base::Moved{{std::llround(*read)}, {std::llround(*written)}};
  }

  [[nodiscard]] std::optional<PlanCount> plan(std::size_t plan) const {
    const auto cold = level(plan, -1, Regime::cold, "dram"), whole = level(plan, -1, Regime::tail, "dram"),
               batch = level(plan, -1, Regime::batch, "dram");
    if (!cold || !whole || !batch) return std::nullopt;
    PlanCount out;
    out.read = cold->read;
    // What two runs of the same wrote differs a little where no tail is left.
    out.written = std::max(whole->written, cold->written);
    out.tail = base::Bytes{out.written.value - cold->written.value};
    out.l2 = level(plan, -1, Regime::cold, "l2");
    out.issued = level(plan, -1, Regime::cold, "issued");
    out.batch = {level(plan, -1, Regime::batch, "issued"), level(plan, -1, Regime::batch, "l2"), batch};
    const auto processor = median(plan, -1, Regime::cold, "sm_clock_hz"),
               memory = median(plan, -1, Regime::cold, "dram_clock_hz");
    if (processor && memory) out.clocks = record::Clocks{*processor, *memory};
    if (!add_kernels(plan, out)) return std::nullopt;
    return out;
  }

 private:
  [[nodiscard]] bool known(const wire::Range& range) const {
    const auto plan = static_cast<std::size_t>(range.plan);
    if (plan >= lowered_.group_of.size() || range.kernel >= std::ssize(lowered_.group_of[plan])) return false;
    const bool spill = reading(range, "local_read_bytes").has_value();
    return spill || (reading(range, "dram_read_bytes") && reading(range, "dram_write_bytes"));
  }

  /// The flush behind a plan must read what it is known to read, and write nothing.
  [[nodiscard]] std::string flaw_of_control() const {
    const auto control = level(0, -1, Regime::control, "dram");
    if (!control) return std::string(base::text("cuda.bad_count"));
    const base::Bytes expected{counted_.flushed};
    const auto off = [](base::Bytes counted, base::Bytes known) {
      return static_cast<double>(std::abs(counted.value - known.value)) > record::counter_scatter(known);
    };
    if (!off(control->read, expected) && !off(control->written, {})) return {};
    return base::say("cuda.bad_control", {{"read", base::show(control->read)},
                                          {"written", base::show(control->written)},
                                          {"expected", base::show(expected)}});
  }

  /// The kernels of each group; false if one was not counted. A plan of one kernel is that kernel.
  [[nodiscard]] bool add_kernels(std::size_t plan, PlanCount& to) const {
    const std::vector<int>& group_of = lowered_.group_of[plan];
    to.kernels.resize(group_of.empty() ? 0 : static_cast<std::size_t>(std::ranges::max(group_of)) + 1);
    const auto sum = [](std::optional<base::Moved>& into, const std::optional<base::Moved>& more) {
      if (!more) return;
      if (!into) into.emplace();
      into->read += more->read;
      into->written += more->written;
    };
    for (std::size_t k = 0; k < group_of.size(); ++k) {
      const std::int64_t kernel = group_of.size() == 1 ? -1 : static_cast<std::int64_t>(k);
      const auto dram = level(plan, kernel, Regime::cold, "dram");
      if (!dram) return false;
      KernelCount& group = to.kernels[static_cast<std::size_t>(group_of[k])];
      group.read += dram->read;
      group.written += dram->written;
      sum(group.l2, level(plan, kernel, Regime::cold, "l2"));
      sum(group.issued, level(plan, kernel, Regime::cold, "issued"));
    }
    return true;
  }

  const wire::Counted& counted_;
  const Lowered& lowered_;
};

/// Local bytes of every kernel, or why there are none.
std::string add_local(const Tally& tally, const wire::Counted& counted, const Lowered& lowered, Counts& counts) {
  if (!counted.no_spill.empty()) return counted.no_spill;
  for (std::size_t plan = 0; plan < counts.plans.size(); ++plan) {
    const std::size_t kernels = lowered.group_of[plan].size();
    for (std::size_t k = 0; k < kernels; ++k) {
      const std::int64_t kernel = kernels == 1 ? -1 : static_cast<std::int64_t>(k);
      const auto bytes = tally.level(plan, kernel, Regime::cold, "local");
      if (!bytes) {
        for (PlanCount& all : counts.plans) all.local.clear();
        return std::string(base::text("cuda.bad_local"));
      }
      counts.plans[plan].local.push_back(bytes);
    }
  }
  return {};
}

}  // namespace

Counts counts_of(const wire::Counted& counted, const Lowered& lowered, bool local) {
  const Tally tally(counted, lowered);
  Counts counts;
  const auto refused = [&](std::string why) {
    return Counts{.tier = record::Tier::times_only, .plans = {}, .refusal = std::move(why), .no_local = {}};
  };
  if (std::string why = tally.flaw(); !why.empty()) return refused(std::move(why));
  for (std::size_t plan = 0; plan < lowered.job.plans.size(); ++plan) {
    auto bytes = tally.plan(plan);
    if (!bytes) return refused(std::string(base::text("cuda.bad_count")));
    counts.plans.push_back(*std::move(bytes));
  }
  counts.tier = record::Tier::counters;
  if (local) counts.no_local = add_local(tally, counted, lowered, counts);
  return counts;
}

}  // namespace device::cuda_client
