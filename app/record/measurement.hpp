// What was measured, with everything needed to believe it.
#pragma once

#include "base/expected.hpp"
#include "base/levels.hpp"
#include "base/names.hpp"
#include "base/units.hpp"
#include "machine/device_spec.hpp"
#include "record/errors.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace record {

/// Where a number came from. Never mixed, never unlabelled.
enum class Source { guess, model, measured, recorded, imported };
/// How its bytes are known: hardware counters | not at all | by construction of the loops.
enum class Tier { counters, times_only, counted };
inline constexpr base::Names<Source, Source::imported> source_names("guess", "model", "measured", "recorded",
                                                                    "imported");
inline constexpr base::Names<Tier, Tier::counted> tier_names("counters", "times only", "counted");
[[nodiscard]] constexpr std::string_view name(Source source) {
  return source_names[source];
}
[[nodiscard]] constexpr std::string_view name(Tier tier) {
  return tier_names[tier];
}

/// A distribution of times; noise is the relative standard deviation.
struct Times {
  base::Seconds median, q1, q3;
  int n = 0;
  double noise = 0;
  bool operator==(const Times&) const = default;
};

/// Clocks in force while bytes were counted, in hertz; 0 = not told.
struct Clocks {
  double processor = 0, memory = 0;
  bool operator==(const Clocks&) const = default;
};

/// The verification that came before any timing.
struct Verdict {
  bool passed = false;
  std::int64_t checked = 0;  ///< elements compared with the double reference
  double max_abs_error = 0;
  double worst_of_bound = 0;  ///< largest |got - ref| / allowed; passes at <= 1
  std::string worst;          ///< "y[12, 4095]: got 0.5, reference 0.25 +- 1e-7"; empty if nothing was compared
  std::int64_t poison_left = 0;
  bool guards_whole = true;
  std::int64_t nan_outputs = 0, outputs = 0;
  bool ill_conditioned = false;       ///< some bound is over 10 % of its value
  bool fused_equals_unfused = false;  ///< every element identical to the first plan's
  std::int64_t identical = 0;         ///< elements identical to the first plan's, of `outputs`
  double largest_difference = 0;
  bool operator==(const Verdict&) const = default;
};

/// A kernel of a cold run: its bytes were counted while it ran, after those before it had run uncounted.
struct KernelMeasurement {
  std::string ops;  ///< "add, gelu"
  std::optional<base::Bytes> dram_read = {}, dram_written = {};
  std::optional<base::Moved> l2 = {}, issued = {};
  std::string engine = "own";  ///< who wrote it: "own", "library", "library-epilogue"
  std::string algorithm = {};  ///< which of a library's ways; empty for our own kernels
  bool operator==(const KernelMeasurement&) const = default;
};

/// A kernel as it ran: its text, and what the compiler said of it where it said so.
struct KernelCode {
  int group = 0;        ///< of the plan's; a group may need two kernels
  std::string entry;    ///< "k1_add_gelu"
  std::string source;   ///< this kernel alone
  std::string prelude;  ///< hash of the text that came before it
  std::optional<int> registers;
  std::optional<base::Bytes> shared, spill_stores, spill_loads;
  std::optional<base::Bytes> local_read, local_written;  ///< counted, of one start; only where it keeps local memory
  bool operator==(const KernelCode&) const = default;
};

/// When one kernel ran by the device's own clock: nanoseconds from the begin of its run's first kernel.
struct KernelTime {
  std::string kernel;  ///< its entry, or its ops where kernels are no text
  std::int64_t begin = 0, end = 0;
  bool operator==(const KernelTime&) const = default;
};

/// One cold run kernel by kernel: of several, the one of the middle length.
struct Timeline {
  std::string submit;  ///< of that run, which may not be how times were taken: "threads", "stream", "graph"
  int run = 1, runs = 1;
  std::vector<KernelTime> kernels;  ///< in launch order
  bool operator==(const Timeline&) const = default;
  [[nodiscard]] base::Seconds length() const;  ///< to the end of the last kernel
  [[nodiscard]] base::Seconds busy() const;    ///< of all kernels, the gaps between them left out
};

struct PlanMeasurement {
  std::string plan;       ///< "unfused", "fused", ...
  std::string structure;  ///< groups and schedules, canonical
  Verdict verdict;
  std::vector<Errors> errors;  ///< by output; none of chains with products, nor in recordings of before they were kept
  std::optional<Times> cold, batch;  ///< absent when the verdict failed
  /// The samples that `cold` and `batch` sum up, in seconds and in the order they were taken; what was disturbed or
  /// throttled is not among them.
  std::vector<double> cold_samples, batch_samples;
  int throttled = 0;  ///< samples that were dropped because the processor's clock had fallen
  /// Bytes of one cold run, to the last one written: what `cold` is the time of, and the tail.
  std::optional<base::Bytes> dram_read, dram_written;
  /// Of dram_written: what was still in the L2 when the clock stopped, and left it afterwards.
  std::optional<base::Bytes> dram_tail;
  std::optional<base::Moved> l2, issued;  ///< of the same cold run, while the clock ran
  base::Levels batch_levels;              ///< of one run of many, back to back: what `batch` is the time of
  std::string no_bytes_because;           ///< when they are absent
  std::optional<Clocks> clocks;
  std::vector<KernelMeasurement> kernels;
  std::vector<KernelCode> code;  ///< in launch order; empty where kernels are no text
  int crossings = 0;
  std::optional<Timeline> timeline;
  std::string no_timeline_because;  ///< where the device said why; empty also in recordings of before it was kept
  bool operator==(const PlanMeasurement&) const = default;
  /// All that a cold run read and wrote, its tail with it.
  [[nodiscard]] std::optional<base::Bytes> bytes() const;
  /// What went over the road while the clock ran: without the tail.
  [[nodiscard]] std::optional<base::Bytes> bytes_on_the_clock() const;
};

struct Provenance {
  std::string device;     ///< "AMD EPYC, 2 threads, AVX3"
  std::string device_id;  ///< "cpu", "h200"
  std::string driver;     ///< empty on a CPU
  std::string date;       ///< ISO 8601, UTC
  std::string version;    ///< Onetrip's
  std::string command;    ///< remakes it
  std::uint64_t seed = 0;
  std::string submit;  ///< "threads", "stream", "graph"
  std::string method;  ///< "cold: inputs flushed by reading 2x LLC; 2 plans interleaved; streaming stores"
  bool operator==(const Provenance&) const = default;
};

/// What of the device decided how the chain was cut and its kernels written; 0 where it has no such figure.
struct Target {
  int compute_capability = 0, multiprocessors = 0;
  std::int64_t shared_per_block = 0, last_level_cache = 0;  ///< bytes
  std::int64_t persistent_row = 0;                          ///< elements of the longest row kept on chip
  bool operator==(const Target&) const = default;
};

struct Measurement {
  std::string chain;  ///< chain text
  std::string key;    ///< canonical SSA + structures + submit mode, hashed
  Source source = Source::measured;
  Tier tier = Tier::times_only;
  std::vector<PlanMeasurement> plans;
  Provenance provenance;
  std::optional<Target> target;      ///< absent in recordings of before it was kept
  std::vector<std::string> remarks;  ///< throttled, frames overlapped, NaN shares, ... in words
  // No file keeps these: whoever reads it finds them anew.
  std::string stranger = {};             ///< the file's name, if it did not come with this release
  std::vector<std::string> doubts = {};  ///< what of it is strange and possible (record/plausibility.hpp)
  bool operator==(const Measurement&) const = default;
};

/// How its kernels were ordered; a processor's threads are given theirs one by one.
[[nodiscard]] machine::Submit submit_of(const Measurement& measurement);

/// What was counted of the run that `cold` is the time of, and of the one that `batch` is. Loops that count themselves
/// know what they asked for, and nothing of the memory.
[[nodiscard]] base::Levels cold_levels(const Measurement& measurement, const PlanMeasurement& plan);
[[nodiscard]] base::Levels batch_levels(const Measurement& measurement, const PlanMeasurement& plan);

/// A student's number before the run.
struct Guess {
  std::string quantity;  ///< "crossings.unfused", "bytes.fused", "ratio.time", ...
  double value = 0;
  bool operator==(const Guess&) const = default;
};

}  // namespace record
