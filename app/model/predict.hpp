// The prediction: crossings, bytes and time of a plan on a device, and what bounds each kernel.
#pragma once

#include "machine/device_spec.hpp"
#include "model/levels.hpp"
#include "model/starts.hpp"
#include "model/traffic.hpp"

#include <optional>
#include <string>
#include <vector>

namespace model {

enum class Bound { memory, cache, compute, issue, launch };
inline constexpr std::size_t bounds = 5;
/// "memory", "cache", "compute" (issue too), "launch": what `-bound` is said after.
[[nodiscard]] std::string_view name(Bound bound);

struct KernelPrediction {
  int group = 0;
  Traffic traffic;
  base::Flops flops;
  int launches = 1;                        ///< a GPU's: 2 where few long rows are parted (plan::launches)
  base::Seconds cold;                      ///< inputs from DRAM, intermediates may stay in the last-level cache
  base::Seconds batch;                     ///< run after run, with its share of what the run waits for the host
  base::Levels cold_levels, batch_levels;  ///< the DRAM's while the kernel runs: without what leaves the cache later
  Bound bound = Bound::memory;
  std::string because;  ///< one sentence: "Memory-bound: 537 MB at 4.26 TB/s takes 126 µs; its arithmetic needs 9 µs."
  bool operator==(const KernelPrediction&) const = default;
};

/// A plan's cold time by what it goes for.
struct Terms {
  base::Seconds road;        ///< bytes at the DRAM, with filling and draining the road
  base::Seconds cache;       ///< bytes that the last-level cache serves
  base::Seconds arithmetic;  ///< beyond what hides behind the bytes
  base::Seconds starts;      ///< gaps and the lead
  bool operator==(const Terms&) const = default;
};
enum class Term { road, cache, arithmetic, starts };
[[nodiscard]] std::string_view name(Term term);

struct Prediction {
  std::string plan;                       ///< FusionPlan::name
  std::string spec;                       ///< DeviceSpec::id
  std::vector<KernelPrediction> kernels;  ///< in the plan's order
  int crossings = 0;
  int launches = 0;  ///< of all kernels
  base::Bytes read, written;
  base::Flops flops;
  /// Of one cold run, all that it writes with it: `tail` of that leaves the cache only after the clock has stopped.
  base::Levels cold_levels;
  base::Bytes tail;
  base::Levels batch_levels;  ///< of one run of many
  base::Seconds cold, batch;  ///< sums
  base::Seconds host;         ///< of batch: what the device waits for the host's orders, or a graph for the one before
  base::Seconds road;         ///< cold: moving all bytes, without computing
  base::Seconds arithmetic;   ///< computing, without moving a byte
  Terms terms;                ///< their sum is `cold`
  Bound bound = Bound::memory;  ///< of most of its time
  bool operator==(const Prediction&) const = default;
  [[nodiscard]] base::Bytes bytes() const { return read + written; }
  [[nodiscard]] double intensity() const;  ///< flops / bytes
};

/// Time of a group = bytes / bandwidth of their mix at their level beside its arithmetic (flops / roof, or the cost of
/// its ops where it is known) + a gap for each launch; a cold run begins with its lead, run after run the host may set
/// the pace.
[[nodiscard]] Prediction predict(const plan::FusionPlan& plan, const machine::DeviceSpec& spec);

/// Why one plan is faster than another: the term of which it has so much less, in time. Nothing where it is not faster.
[[nodiscard]] std::optional<Term> cause(const Prediction& slow, const Prediction& fast);

/// Why a cold run and one of many differ.
enum class Regime {
  alike,  ///< they do not, by a share of `alike_within`
  host,   ///< run after run takes longer: the host cannot order as fast as the device works
  tail,   ///< run after run takes longer: what a cold run leaves in the L2 when its clock stops is waited for
  warm,   ///< cold takes longer: it reads from DRAM what the L2 still holds run after run
  lead,   ///< cold takes longer: its first kernel's lead
};
inline constexpr double alike_within = 0.03;
[[nodiscard]] Regime regime(const Prediction& prediction, const Starts& starts);
/// That in a sentence.
[[nodiscard]] std::string regime_words(const Prediction& prediction, const Starts& starts);

/// Arithmetic that takes so much longer than the road is called the first to run out. Nearer to each other they change
/// places from one calibration to the next, and fusing still pays nearly what the bytes promise. The share is that by
/// which a modelled time may miss the measured one (tests/bench/bench_model.cpp).
inline constexpr double arithmetic_margin = 1.15;

/// True where this device runs out of arithmetic clearly before it runs out of road: asking for time would teach the
/// wrong thing.
[[nodiscard]] bool arithmetic_first(const Prediction& fused);

/// Values between ops at the most, for a list of every legal cut: 64 plans.
inline constexpr std::size_t most_listed = 6;
/// Every legal set of cuts, the least modelled time first, losing ones too; each has the name of its cuts, unfused and
/// fused their own. Values that are made again, and siblings in one kernel beyond what fused joins, are left out.
/// Nothing where there are more than `most_listed` values to cut at.
[[nodiscard]] std::vector<plan::FusionPlan> every_legal(std::shared_ptr<const chain::Chain> chain,
                                                        const machine::DeviceSpec& spec, const machine::Limits& limits);

/// The cut that is legal within `limits` with the least modelled time (all cuts up to 12 intermediates, greedy merging
/// beyond).
[[nodiscard]] plan::FusionPlan best(std::shared_ptr<const chain::Chain> chain, const machine::DeviceSpec& spec,
                                    const machine::Limits& limits);

}  // namespace model
