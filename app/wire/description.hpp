// The fields of every message and their bounds.
#pragma once

#include "wire/job_description.hpp"
#include "wire/messages.hpp"

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

namespace wire {

inline constexpr base::Names<Temperature, Temperature::batch> temperatures("cold", "batch");
inline constexpr base::Names<Regime, Regime::control> regimes("batch", "cold", "tail", "control");
inline constexpr base::Names<Failure::Kind, Failure::Kind::library> failures("bad_request", "cancelled", "deadline",
                                                                             "died", "set_aside", "memory", "compiler",
                                                                             "fault", "device", "unavailable",
                                                                             "unknown_cubin", "counters", "library");

/// Two or three digits, and a letter where code is for that chip alone or its family.
template <class A>
void architecture(A& a, const char* key, std::string& value) {
  a(key, value, Limit::name);
  if constexpr (A::reads) {
    if (!is_architecture(value)) a.flaw(key, "no_architecture");
  }
}

/// first, count, first, count: there may be thousands, and as objects they cost more than what they ask for.
template <class A>
void spans(A& a, const char* key, std::vector<Span>& values, std::int64_t longest) {
  std::vector<std::int64_t> flat;
  if constexpr (!A::reads) {
    for (const Span& span : values) flat.insert(flat.end(), {span.first, span.count});
  }
  a(key, flat, 2 * longest, 0, Limit::bytes);
  if constexpr (A::reads) {
    if (flat.size() % 2 != 0) a.flaw(key, "no_pairs");
    for (std::size_t i = 0; i < flat.size(); i += 2) {
      if (flat[i + 1] < 1 || flat[i + 1] > Limit::elements) a.flaw(key, "out_of_range");
      values.push_back({flat[i], flat[i + 1]});
    }
  }
}

template <class A>
void fields(A& a, RoleState& m) {
  a("role", m.role, Limit::name);
  a("ready", m.ready);
  a("reason", m.reason, Limit::sentence);
  a("remedy", m.remedy, Limit::sentence);
  a("remedy_admin", m.remedy_admin, Limit::sentence);
}

template <class A>
void fields(A& a, Card& m) {
  a("name", m.name, Limit::name);
  a("uuid", m.uuid, Limit::name);
  a("index", m.index, 0, 1024);
  a("cards", m.cards, 1, 1024);
  a("compute_capability", m.compute_capability, 10, 999);
  a("multiprocessors", m.multiprocessors, 1, 4096);
  a("memory_total", m.memory_total, 0, most);
  a("memory_free", m.memory_free, 0, most);
  a("l2", m.l2, 0, most);
  a("shared_per_block", m.shared_per_block, 0, most);
  a("clock", m.clock, 0, 1e11);
  a("registers_per_multiprocessor", m.registers_per_multiprocessor, 0, 1 << 24);
  a("threads_per_multiprocessor", m.threads_per_multiprocessor, 0, 1 << 16);
  a("driver", m.driver, Limit::name);
  a("driver_api", m.driver_api, 0, 1'000'000);
}

template <class A>
void fields(A& a, Hello& m) {
  a("program", m.program, Limit::name);
  a("card", m.card, Limit::name);
  a("counters", m.counters);
}

template <class A>
void fields(A& a, Capabilities& m) {
  a("worker", m.worker, Limit::name);
  a("host", m.host, Limit::name);
  a("boot", m.boot, Limit::name);
  a("nvrtc", m.nvrtc, Limit::name);
  a.optional("card", m.card);
  a("roles", m.roles, 16);
  a("cublas", m.cublas, Limit::name);
}

template <class A>
void fields(A& a, Compile& m) {
  a("source", m.source, Limit::source, base::TextKind::exact);
  architecture(a, "architecture", m.architecture);
  a("options", m.options, Limit::options, Limit::name);
}

template <class A>
void fields(A& a, Resources& m) {
  a("entry", m.entry, Limit::name);
  a("registers", m.registers, 0, 1024);
  a("shared", m.shared, 0, most);
  a("stack", m.stack, 0, most);
  a("spill_stores", m.spill_stores, 0, most);
  a("spill_loads", m.spill_loads, 0, most);
}

template <class A>
void fields(A& a, Compiled& m) {
  a("cubin", m.cubin, Limit::name);
  a("entries", m.entries, Limit::kernels);
  a("log", m.log, 2 * Limit::log, base::TextKind::lines);
  a("cached", m.cached);
  a("seconds", m.seconds, 0, Limit::seconds);
  blob(a, "image", m.image, Limit::image);
}

template <class A>
void fields(A& a, Look& m) {
  a("buffer", m.buffer, 0, Limit::buffers);
  a("compare", m.compare, -1, Limit::buffers);
  spans(a, "spans", m.spans, Limit::spans);
}

template <class A>
void fields(A& a, Evidence& m) {
  a("plan", m.plan, 0, Limit::plans);
  a("first", m.first, -1, Limit::plans);
  a("looks", m.looks, Limit::looks);
}

template <class A>
void fields(A& a, Sampling& m) {
  a("temperature", m.temperature, temperatures);
  a("count", m.count, 1, Limit::samples);
  a("budget", m.budget, 0, Limit::seconds);
}

template <class A>
void fields(A& a, Image& m) {
  a("cubin", m.cubin, Limit::name);
  blob(a, "bytes", m.bytes, Limit::image);
}

template <class A>
void fields(A& a, Run& m) {
  a("job", m.job);
  a.optional("evidence", m.evidence);
  a.optional("sampling", m.sampling);
  a("deadline", m.deadline, 0.001, Limit::seconds);
  a("images", m.images, Limit::kernels);
}

template <class A>
void fields(A& a, Seen& m) {
  blob(a, "elements", m.elements, 4 * Limit::elements);
  a("count", m.count, 0, most);
  a("poison", m.poison, 0, most);
  a("nan", m.nan, 0, most);
  a("identical", m.identical, 0, most);
  a("largest_difference", m.largest_difference, 0, INFINITY);
  a("difference_at", m.difference_at, -1, most);
}

template <class A>
void fields(A& a, Timed& m) {
  a("seconds", m.seconds, 0, Limit::seconds);
  a("begin", m.begin, 0, any);
  a("end", m.end, 0, any);
  a("clock", m.clock, 0, 1e11);
}

template <class A>
void fields(A& a, PlanTimes& m) {
  a("samples", m.samples, Limit::samples);
}

template <class A>
void fields(A& a, Loaded& m) {
  a("registers", m.registers, 0, 1024);
  a("max_threads", m.max_threads, 0, 4096);
  a("blocks_per_multiprocessor", m.blocks_per_multiprocessor, 0, 1024);
  a("shared", m.shared, 0, most);
  a("local", m.local, 0, most);
}

template <class A>
void fields(A& a, Candidate& m) {
  blob(a, "algorithm", m.algorithm, algorithm_bytes);
  a("tile", m.tile, Limit::name);
  a("stages", m.stages, Limit::name);
  a("cluster", m.cluster, Limit::name);
  a("reduction", m.reduction, Limit::name);
  a("id", m.id, 0, INT32_MAX);
  a("split_k", m.split_k, 0, INT32_MAX);
  a("workspace", m.workspace, 0, most);
  a("waves", m.waves, 0, 1e12);
  a("seconds", m.seconds, 0, Limit::seconds);
}

template <class A>
void fields(A& a, CallUsed& m) {
  a("plan", m.plan, 0, Limit::plans);
  a("step", m.step, 0, Limit::kernels);
  a("candidate", m.candidate);
  a("searched", m.searched, Limit::sentence);
}

template <class A>
void fields(A& a, Choose& m) {
  a("job", m.job);
  a("plan", m.plan, 0, Limit::plans);
  a("step", m.step, 0, Limit::kernels);
  a("candidates", m.candidates, 1, Limit::candidates);
  a("deadline", m.deadline, 0.001, Limit::seconds);
  a("images", m.images, Limit::kernels);
}

template <class A>
void fields(A& a, Chosen& m) {
  a("library", m.library, Limit::name);
  a("candidates", m.candidates, Limit::candidates);
  a("best", m.best, 0, Limit::candidates);
  if constexpr (A::reads) {
    if (m.best >= static_cast<std::int64_t>(m.candidates.size())) a.flaw("best", "not_there");
  }
}

template <class A>
void fields(A& a, Ran& m) {
  a("guards_whole", m.guards_whole);
  a("seen", m.seen, Limit::looks);
  a("times", m.times, Limit::plans);
  a("kernels", m.kernels, Limit::plans * Limit::kernels);
  a("flushed", m.flushed, 0, most);
  a("calls", m.calls, Limit::plans * Limit::kernels);
}

template <class A>
void fields(A& a, Count& m) {
  a("job", m.job);
  a("spill", m.spill);
  a("launches", m.launches, 1, 10'000);
  a("repeats", m.repeats, 1, Limit::runs);
  a("deadline", m.deadline, 0.001, Limit::seconds);
  a("images", m.images, Limit::kernels);
}

template <class A>
void fields(A& a, Reading& m) {
  a("name", m.name, Limit::name);
  a("value", m.value, -1e300, 1e300);
}

template <class A>
void fields(A& a, Range& m) {
  a("plan", m.plan, 0, Limit::plans);
  a("kernel", m.kernel, -1, Limit::kernels);
  a("launches", m.launches, 1, 10'000);
  a("regime", m.regime, regimes);
  a("readings", m.readings, 64);
}

template <class A>
void fields(A& a, Record& m) {
  a("plan", m.plan, 0, Limit::plans);
  a("run", m.run, 0, Limit::runs);
  a("step", m.step, 0, Limit::kernels);
  a("kernel", m.kernel, Limit::name);
  a("begin", m.begin, 0, Limit::seconds);
  a("end", m.end, 0, Limit::seconds);
  a("registers", m.registers, 0, 1024);
  a("shared", m.shared, 0, most);
  a("local", m.local, 0, most);
}

template <class A>
void fields(A& a, Counted& m) {
  a("ranges", m.ranges, Limit::plans * Limit::kernels);
  a("flushed", m.flushed, 0, most);
  a("no_spill", m.no_spill, Limit::sentence);
}

template <class A>
void fields(A& a, Trace& m) {
  a("job", m.job);
  a("runs", m.runs, 1, Limit::runs);
  a("deadline", m.deadline, 0.001, Limit::seconds);
  a("images", m.images, Limit::kernels);
}

template <class A>
void fields(A& a, Traced& m) {
  a("records", m.records, Limit::plans * Limit::kernels);
}

template <class A>
void fields(A&, Release&) {}

template <class A>
void fields(A& a, Progress& m) {
  a("share", m.share, 0, 1);
  a("word", m.word, Limit::name);
}

template <class A>
void fields(A&, Cancel&) {}

template <class A>
void fields(A& a, Failure& m) {
  a("kind", m.kind, failures);
  a("sentence", m.sentence, Limit::sentence);
  a("remedy", m.remedy, Limit::sentence);
  a("remedy_admin", m.remedy_admin, Limit::sentence);
  a("detail", m.detail, 2 * Limit::log, base::TextKind::lines);
}

}  // namespace wire
