// What a recording holds of each value, for writing and for reading: units are in the key names, and keys stand in this
// order.
#pragma once

#include "base/archive.hpp"
#include "base/diagnostic.hpp"
#include "record/measurement.hpp"

#include <nlohmann/json.hpp>

#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace record {

/// How files of this layer are written and read: every mistake is kept with the path of its field.
struct Findings {
  using Json = nlohmann::ordered_json;
  std::string file = {};
  base::Diagnostics mistakes = {};
  void add(const std::string& path, const std::string& message);
  void flaw(const std::string& path, std::string_view flaw, std::optional<std::int64_t> most);
};
using Writer = base::ArchiveWriter<Findings>;
using Reader = base::ArchiveReader<Findings>;

/// A summary and what it sums up.
struct Sampled {
  Times times;
  std::vector<double> samples;
};

template <class A>
void fields(A& a, base::Moved& m) {
  a("read_bytes", m.read);
  a("written_bytes", m.written);
}

template <class A>
void fields(A& a, base::Levels& m) {
  a.nullable("dram", m.dram);
  a.nullable("l2", m.l2);
  a.nullable("issued", m.issued);
}

template <class A>
void fields(A& a, Times& m) {
  a("median", m.median);
  a("q1", m.q1);
  a("q3", m.q3);
  a("n", m.n);
}
/// That there are some, in order.
void check(Reader& a, const Times& m);

template <class A>
void fields(A& a, Sampled& m) {
  fields(a, m.times);
  a("noise", m.times.noise);
  a("samples", m.samples, base::unbounded, std::numeric_limits<double>::denorm_min(), base::most_number, "no_time");
}

template <class A>
void fields(A& a, Clocks& m) {
  a("processor_hertz", m.processor);
  a("memory_hertz", m.memory);
}

template <class A>
void fields(A& a, Verdict& m) {
  a("passed", m.passed);
  a("checked", m.checked);
  a("max_abs_error", m.max_abs_error, 0, INFINITY);
  a("worst_of_bound", m.worst_of_bound, 0, INFINITY);
  a("worst", m.worst);
  a("poison_left", m.poison_left);
  a("guards_whole", m.guards_whole);
  a("nan_outputs", m.nan_outputs);
  a("outputs", m.outputs);
  a("ill_conditioned", m.ill_conditioned);
  a("fused_equals_unfused", m.fused_equals_unfused);
  a("identical", m.identical);
  a("largest_difference", m.largest_difference, 0, INFINITY);
}

template <class A>
void fields(A& a, Errors& m) {
  a("output", m.output);
  a("dtype", m.dtype);
  a("count", m.count);
  a("not_finite", m.not_finite);
  a("worst_ulp", m.worst);
  a("rms_ulp", m.rms);
  a("bias_ulp", m.bias, -base::most_number, base::most_number);
  a("worst_relative", m.worst_relative);
  a("histogram", m.histogram, error_bins, 0, std::int64_t{1} << 50);  // together they overflow no sum
}

template <class A>
void fields(A& a, KernelMeasurement& m) {
  a("ops", m.ops);
  a("engine", m.engine);
  a("algorithm", m.algorithm);
  a.nullable("dram_read_bytes", m.dram_read);
  a.nullable("dram_written_bytes", m.dram_written);
  a.nullable("l2", m.l2);
  a.nullable("issued", m.issued);
}

template <class A>
void fields(A& a, KernelCode& m) {
  a("group", m.group);
  a("entry", m.entry);
  a("source", m.source, base::TextKind::lines);
  a("prelude", m.prelude, base::TextKind::lines);
  a.nullable("registers", m.registers, 0, 255);  // of a thread of any GPU
  a.nullable("shared_bytes", m.shared);
  a.nullable("spill_store_bytes", m.spill_stores);
  a.nullable("spill_load_bytes", m.spill_loads);
  a.optional("local_read_bytes", m.local_read);
  a.optional("local_written_bytes", m.local_written);
}

template <class A>
void fields(A& a, KernelTime& m) {
  a("kernel", m.kernel);
  a("begin_ns", m.begin);
  a("end_ns", m.end);
}

template <class A>
void fields(A& a, Timeline& m) {
  a("submit", m.submit);
  a("run", m.run);
  a("runs", m.runs);
  a("kernels", m.kernels);
}

template <class A>
void sampled(A& a, const char* key, std::optional<Times>& times, std::vector<double>& samples) {
  std::optional<Sampled> both;
  if (times) both = Sampled{*times, samples};
  a.nullable(key, both);
  if constexpr (A::reads) {
    if (both) times = both->times, samples = both->samples;
  }
}

template <class A>
void fields(A& a, PlanMeasurement& m) {
  a("plan", m.plan);
  a("structure", m.structure);
  a("crossings", m.crossings);
  a("verdict", m.verdict);
  a.unless("errors", m.errors, {});
  sampled(a, "cold_seconds", m.cold, m.cold_samples);
  sampled(a, "batch_seconds", m.batch, m.batch_samples);
  a("throttled", m.throttled);
  a.nullable("clocks", m.clocks);
  a.nullable("dram_read_bytes", m.dram_read);
  a.nullable("dram_written_bytes", m.dram_written);
  a.nullable("dram_tail_bytes", m.dram_tail);
  a.nullable("l2", m.l2);
  a.nullable("issued", m.issued);
  a("batch", m.batch_levels);
  a("no_bytes_because", m.no_bytes_because);
  a("kernels", m.kernels);
  a.unless("code", m.code, {});
  a.optional("timeline", m.timeline);
  a.unless("no_timeline_because", m.no_timeline_because, {});
}

template <class A>
void fields(A& a, Provenance& m) {
  constexpr std::int64_t a_name = 200;  // what is shown in one line
  a("device", m.device, a_name);
  a("device_id", m.device_id, a_name);
  a("driver", m.driver, a_name);
  a("date", m.date, a_name);
  a("version", m.version, a_name);
  a("command", m.command);
  a("seed", m.seed);
  a("submit", m.submit);
  a("method", m.method);
}

template <class A>
void fields(A& a, Target& m) {
  a("compute_capability", m.compute_capability);
  a("multiprocessors", m.multiprocessors);
  a("shared_per_block_bytes", m.shared_per_block);
  a("last_level_cache_bytes", m.last_level_cache);
  a("persistent_row_elements", m.persistent_row);
}

template <class A>
void fields(A& a, Measurement& m) {
  a("chain", m.chain, base::TextKind::lines);
  a("key", m.key);
  a("source", m.source, source_names, "no_source");
  a("tier", m.tier, tier_names, "no_tier");
  a("plans", m.plans);
  a("provenance", m.provenance);
  a("remarks", m.remarks);
  a.optional("target", m.target);
}

}  // namespace record
