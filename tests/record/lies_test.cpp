// Lies: recordings that somebody made up, most of them with care. Each is written anew, its checksum right, and read;
// each must be refused or doubted as the table says. The truths that they began as must pass without a word.
#include "base/resources.hpp"
#include "golden.hpp"
#include "places.hpp"
#include "record/bounds.hpp"
#include "record/plausibility.hpp"
#include "record/recording.hpp"
#include "record/samples.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>

namespace lies_test {

using record::Measurement;
using record::PlanMeasurement;
using record::Tier;
using testing::HasSubstr;

/// Of the program's own: bias and gelu over 32M elements on an H200.
Measurement shipped() {
  static const Measurement found = [] {
    const auto all = record::load(tests::folder() / "../assets/recordings/h200/f32.json").value();
    for (const Measurement& one : all) {
      const auto& cold = one.plans[1].cold;
      const bool large = one.plans[1].bytes()->value > 200'000'000 && cold->median.value < 100e-6;
      if (large && one.plans[0].kernels.size() == 2 && one.chain.find("gelu") != std::string::npos) return one;
    }
    throw std::runtime_error("no such recording");
  }();
  Measurement copy = found;
  copy.source = record::Source::measured;
  return copy;
}

constexpr auto big = "x: f32[4096, 8192]; b: f32[8192]; y = gelu(x + b)";

/// A processor's, over large tensors: 40 and 25 ms.
Measurement processor() {
  Measurement m = tests::sample_of(big, {"every", "none"}, "threads");
  for (std::size_t p = 0; p < 2; ++p) {
    PlanMeasurement& plan = m.plans[p];
    tests::set_cold(plan, p == 0 ? 40e-3 : 25e-3);
    tests::set_batch(plan, p == 0 ? 38e-3 : 24e-3);
    plan.l2.reset();
    plan.clocks.reset();
    plan.batch_levels = {};
    plan.batch_levels.dram = base::Moved{*plan.dram_read, *plan.dram_written};
    plan.throttled = 0;
  }
  return m;
}

/// A GPU that no sheet is of.
Measurement stranger() {
  Measurement m = tests::sample_of(big);
  m.provenance.device = "Emerald 9000";
  for (PlanMeasurement& plan : m.plans) {
    plan.clocks.reset();
    tests::set_cold(plan, 1e-3);
    tests::set_batch(plan, 1e-3);
  }
  return m;
}

Measurement ladder() {
  Measurement m = record::load(tests::folder() / "../assets/ladders/costume.json").value().front();
  m.source = record::Source::measured;
  return m;
}

// --- what a liar with care mends ---

void scale(std::vector<double>& samples, double factor) {
  for (double& one : samples) one *= factor;
}
/// All of a plan's times, with their samples and its kernels' records.
void run_in(PlanMeasurement& plan, double cold) {
  const double factor = cold / plan.cold->median.value;
  scale(plan.cold_samples, factor);
  scale(plan.batch_samples, factor);
  plan.cold = record::summarise(plan.cold_samples);
  if (plan.batch) plan.batch = record::summarise(plan.batch_samples);
  if (!plan.timeline) return;
  std::int64_t at = 0;
  for (record::KernelTime& kernel : plan.timeline->kernels) {
    const double length = static_cast<double>(kernel.end - kernel.begin) * factor;
    kernel.begin = at;
    at += std::max<std::int64_t>(1, std::llround(length));
    kernel.end = at;
  }
}
void remake_key(Measurement& m) {
  std::vector<std::string> structures;
  for (const PlanMeasurement& plan : m.plans) structures.push_back(plan.structure);
  m.key = record::key(*tests::chain_of(m.chain), structures, m.provenance.submit);
}
/// All bytes of a plan times that, at every level and of each kernel.
void move(PlanMeasurement& plan, double factor) {
  const auto times = [&](base::Bytes& bytes) { bytes.value = std::llround(static_cast<double>(bytes.value) * factor); };
  const auto both = [&](std::optional<base::Moved>& moved) {
    if (moved) times(moved->read), times(moved->written);
  };
  for (auto* bytes : {&plan.dram_read, &plan.dram_written, &plan.dram_tail}) {
    if (*bytes) times(**bytes);
  }
  for (auto* moved :
       {&plan.l2, &plan.issued, &plan.batch_levels.dram, &plan.batch_levels.l2, &plan.batch_levels.issued})
    both(*moved);
  for (record::KernelMeasurement& kernel : plan.kernels) {
    if (kernel.dram_read) times(*kernel.dram_read), times(*kernel.dram_written);
    both(kernel.l2), both(kernel.issued);
  }
}
void times_only(Measurement& m) {
  m.tier = Tier::times_only;
  for (PlanMeasurement& plan : m.plans) {
    plan.dram_read = plan.dram_written = plan.dram_tail = std::nullopt;
    plan.l2 = plan.issued = std::nullopt;
    plan.batch_levels = {};
    plan.no_bytes_because = "Only administrators may read counters here.";
    for (record::KernelMeasurement& kernel : plan.kernels) {
      kernel.dram_read = kernel.dram_written = std::nullopt;
      kernel.l2 = kernel.issued = std::nullopt;
    }
  }
}
void counted(PlanMeasurement& plan, std::int64_t read, std::int64_t written) {
  plan.dram_read = base::Bytes{read};
  plan.dram_written = base::Bytes{written};
  plan.dram_tail = base::Bytes{0};
}

enum class Is { refused, doubted };
struct Lie {
  const char* name;
  Is is;
  const char* says;
  Measurement (*truth)();
  std::function<void(Measurement&)> change;
};

/// Somebody changed a number and made the checksum anew.
std::vector<Lie> plain_lies() {
  return {
      {"a key of other work", Is::refused, "its key does not", shipped, [](Measurement& m) { m.key[0] ^= 1; }},
      {"a chain that contradicts the key", Is::refused, "its key does not", shipped,
       [](Measurement& m) { m.chain = "x: f32[4096, 8192]; b: f32[8192]; y = silu(x + b)"; }},
      {"another shape under the key", Is::refused, "its key does not", processor,
       [](Measurement& m) { m.chain = "x: f32[4096, 8191]; b: f32[8191]; y = gelu(x + b)"; }},
      {"another way of submitting under the key", Is::refused, "its key does not", shipped,
       [](Measurement& m) { m.provenance.submit = "graph"; }},
      {"two days for one run", Is::refused, "nobody waits for more", shipped,
       [](Measurement& m) { run_in(m.plans[1], 2 * 86400.0), m.plans[1].timeline.reset(); }},
      {"a minute for one run", Is::doubted, "more than a thousand times", shipped,
       [](Measurement& m) {
         for (PlanMeasurement& plan : m.plans) run_in(plan, 60), plan.timeline.reset();
       }},
      {"a timeline of 90 ms in a run of 0.1 ms", Is::doubted, "its timeline lasts", shipped,
       [](Measurement& m) {
         for (record::KernelTime& kernel : m.plans[0].timeline->kernels) {
           if (kernel.begin == 0) continue;
           kernel.begin += 90'000'000, kernel.end += 90'000'000;
         }
       }},
      {"999 crossings", Is::refused, "999 crossings are given", shipped,
       [](Measurement& m) { m.plans[0].crossings = 999; }},
      {"a day that no month has", Is::refused, "is no date", shipped,
       [](Measurement& m) { m.provenance.date = "2026-02-31T10:00:00Z"; }},
      {"no day at all", Is::refused, "is no date", shipped, [](Measurement& m) { m.provenance.date = ""; }},
      {"a day yet to come", Is::doubted, "yet to come", shipped,
       [](Measurement& m) { m.provenance.date = "2999-01-01T10:00:00Z"; }},
      {"no crossings", Is::refused, "0 crossings are given", shipped, [](Measurement& m) { m.plans[1].crossings = 0; }},
      {"a crossing too few by hand", Is::refused, "2 crossings are given", ladder,
       [](Measurement& m) { m.plans[1].crossings = 2; }},
      {"identical: 0", Is::refused, "0 of 33", shipped, [](Measurement& m) { m.plans[1].verdict.identical = 0; }},
      {"not the same, and every one identical", Is::refused, "contradicts what is given beside it", shipped,
       [](Measurement& m) { m.plans[1].verdict.fused_equals_unfused = false; }},
      {"identical with a difference", Is::refused, "contradicts", shipped,
       [](Measurement& m) { m.plans[1].verdict.largest_difference = 1e-3; }},
      {"more checked than there are", Is::refused, "are said to have been checked", shipped,
       [](Measurement& m) { m.plans[1].verdict.checked = m.plans[1].verdict.outputs + 1; }},
      {"passed with four times the error", Is::refused, "1 is the most that passes", shipped,
       [](Measurement& m) { m.plans[1].verdict.worst_of_bound = 4.1; }},
      {"passed, none checked", Is::refused, "passed", shipped, [](Measurement& m) { m.plans[1].verdict.checked = 0; }},
      {"other outputs than the chain's", Is::refused, "outputs are given", shipped,
       [](Measurement& m) {
         auto& v = m.plans[1].verdict;
         v.outputs = v.identical = 4096, v.checked = 4000;
       }},
      {"a median of its own", Is::refused, "do not match the median", shipped,
       [](Measurement& m) { m.plans[1].cold->median.value *= 0.999; }},
      {"quartiles of their own", Is::refused, "do not match the median", shipped,
       [](Measurement& m) { m.plans[1].cold->q1.value *= 0.99; }},
      {"one sample changed", Is::refused, "do not match the median", shipped,
       [](Measurement& m) { m.plans[1].cold_samples[3] *= 0.5; }},
      {"a noise of its own", Is::refused, "do not match the median", shipped,
       [](Measurement& m) { m.plans[1].cold->noise = 0; }},
      {"samples left out", Is::refused, "samples are summarized, but 0 are kept", shipped,
       [](Measurement& m) { m.plans[1].cold_samples.clear(); }},
      {"samples of batches left out", Is::refused, "0 are kept", shipped,
       [](Measurement& m) { m.plans[0].batch_samples.clear(); }},
      {"nothing through the L2", Is::refused, "read through the L2", shipped,
       [](Measurement& m) { m.plans[1].l2->read = {5}; }},
      {"nothing out through the L2", Is::refused, "written through the L2", shipped,
       [](Measurement& m) { m.plans[0].l2->written = {0}; }},
      {"no bytes of 134 MB", Is::refused, "a cold run reads at least its inputs", shipped,
       [](Measurement& m) { counted(m.plans[1], 0, 0); }},
      {"two bytes", Is::refused, "2 B were read", shipped, [](Measurement& m) { counted(m.plans[1], 2, 0); }},
      {"4 MB fused", Is::refused, "were read from memory", shipped,
       [](Measurement& m) { counted(m.plans[1], 2'000'000, 2'000'000); }},
      {"2e15 bytes in some 100 us", Is::refused, "NVIDIA H200 SXM 141GB moves at most 4.80 TB/s", shipped,
       [](Measurement& m) { counted(m.plans[0], 1'000'000'000'000'000, 1'000'000'000'000'000); }},
      {"1e17 bytes", Is::refused, "moves at most 4.80 TB/s", shipped,
       [](Measurement& m) { counted(m.plans[0], 50'000'000'000'000'000, 50'000'000'000'000'000); }},
      {"1e17 bytes of one kernel", Is::refused, "most 4.80 TB/s", shipped,
       [](Measurement& m) { m.plans[0].kernels[1].dram_read = base::Bytes{100'000'000'000'000'000}; }},
      {"a tail that no cache holds", Is::refused, "a tail of", shipped,
       [](Measurement& m) { m.plans[1].dram_tail = base::Bytes{100'000'000}; }},
      {"a tail of nothing written", Is::refused, "dram_tail_bytes", shipped,
       [](Measurement& m) { m.plans[1].dram_tail = base::Bytes{m.plans[1].dram_written->value + 1}; }},
      {"a processor's bytes off the rule", Is::refused, "count by the rule", processor,
       [](Measurement& m) { m.plans[1].dram_read->value -= 4; }},
      {"an H100's id on an H200's runs", Is::refused, "device is called h100", shipped,
       [](Measurement& m) { m.provenance.device_id = "h100"; }},
      {"an H200's name on a processor's runs", Is::refused, "as a CPU's threads", processor,
       [](Measurement& m) { m.provenance.device = "NVIDIA H200"; }},
      {"a processor with hardware counters", Is::refused, "have no hardware counters", processor,
       [](Measurement& m) { m.tier = Tier::counters; }},
      {"a GPU that counts by loops", Is::refused, "counted by loops", shipped,
       [](Measurement& m) { m.tier = Tier::counted; }},
      {"a clock of 30 GHz", Is::refused, "a clock of 30.0 GHz", shipped,
       [](Measurement& m) {
         m.plans[0].clocks = record::Clocks{30e9, 3.2e9};
       }},
      {"a kernel left out", Is::refused, "1 kernels are given, but its structure has 2", shipped,
       [](Measurement& m) { m.plans[0].kernels.pop_back(), m.plans[0].code.clear(), m.plans[0].timeline.reset(); }},
      {"a kernel of other ops", Is::refused, "by its structure it computes", processor,
       [](Measurement& m) { m.plans[1].kernels[0].ops = "add, relu"; }},
      {"text of a kernel that is none of its own", Is::refused, "there is kernel text for group 7", shipped,
       [](Measurement& m) { m.plans[0].code[1].group = 7; }},
      {"a run of no machine", Is::refused, "no machine is named", processor,
       [](Measurement& m) { m.provenance.device.clear(); }},
      {"a machine with a name of 100 000 letters", Is::refused, "must be a shorter text", processor,
       [](Measurement& m) { m.provenance.device = std::string(100'000, 'A'); }},
      {"a kernel by nobody known", Is::refused, "is said to be by 'cublas'", shipped,
       [](Measurement& m) { m.plans[0].kernels[0].engine = "cublas"; }},
      {"a thousand million timings left out", Is::refused, "are said to have been left out", shipped,
       [](Measurement& m) { m.plans[0].throttled = 1'000'000'000; }},
      {"one multiprocessor", Is::doubted, "said to have 1 multiprocessors", shipped,
       [](Measurement& m) { m.target->multiprocessors = 1; }},
      {"ten times as long as its own timeline", Is::doubted, "its timeline lasts", shipped,
       [](Measurement& m) {
         PlanMeasurement& plan = m.plans[0];
         const auto timeline = plan.timeline;
         tests::set_cold(plan, 10 * plan.cold->median.value);
         plan.timeline = timeline;
         plan.batch.reset(), plan.batch_samples.clear();
       }},
      {"more shared memory than any block has", Is::refused, "no block can have more than", shipped,
       [](Measurement& m) { m.plans[1].code[0].shared = base::Bytes{232449}; }},
      {"more multiprocessors than the card has", Is::doubted, "said to have 999 multiprocessors", shipped,
       [](Measurement& m) { m.target->multiprocessors = 999; }},
      {"bytes of times only", Is::refused, "though only times are said to have been taken", shipped,
       [](Measurement& m) { m.tier = Tier::times_only; }},
      {"a processor's kernel off the rule", Is::refused, "count by the rule", processor,
       [](Measurement& m) { m.plans[0].kernels[1].dram_written->value += 4; }},
      {"kernels that moved nothing", Is::doubted, "its kernels together moved 0 B", shipped,
       [](Measurement& m) {
         for (auto& kernel : m.plans[0].kernels) kernel.dram_read = kernel.dram_written = base::Bytes{0};
       }},
      {"a card that nobody knows", Is::doubted, "There is no data sheet for Emerald 9000", stranger,
       [](Measurement&) {}},
  };
}

/// Consistent in themselves: medians of their samples, records that fit the times, keys of their own work.
std::vector<Lie> careful_lies() {
  return {
      {"1 ps", Is::refused, "0.00100 ns is too short", shipped, [](Measurement& m) { run_in(m.plans[1], 1e-12); }},
      {"times only of 1 ps", Is::refused, "is too short", shipped,
       [](Measurement& m) { times_only(m), run_in(m.plans[0], 1e-12), run_in(m.plans[1], 1e-12); }},
      {"times only, three times as fast", Is::refused, "over the memory road of NVIDIA H200 SXM 141GB", shipped,
       [](Measurement& m) { times_only(m), run_in(m.plans[1], m.plans[1].cold->median.value / 3); }},
      {"268 MB in 10 us", Is::refused, "at most", shipped, [](Measurement& m) { run_in(m.plans[1], 10e-6); }},
      {"15 TB/s", Is::refused, "4.80 TB/s at most", shipped,
       [](Measurement& m) { run_in(m.plans[1], 268.4e6 / 15e12); }},
      {"all plans three times as fast", Is::refused, "most 4.80 TB/s", shipped,
       [](Measurement& m) {
         for (auto& plan : m.plans) run_in(plan, plan.cold->median.value / 3);
       }},
      {"97.7 times", Is::refused, "were read from memory", shipped,
       [](Measurement& m) { move(m.plans[1], 0.015), run_in(m.plans[1], m.plans[0].cold->median.value / 97.7); }},
      {"97.7 times by a slow unfused plan alone", Is::doubted, "further apart than they should be", shipped,
       [](Measurement& m) {
         PlanMeasurement& plan = m.plans[0];
         plan.timeline.reset();
         tests::set_cold(plan, 97.7 * m.plans[1].cold->median.value);
       }},
      {"half of all bytes", Is::refused, "a cold run reads at least its inputs", shipped,
       [](Measurement& m) {
         for (auto& plan : m.plans) move(plan, 0.5);
       }},
      {"unfused as few bytes as fused", Is::refused, "does not fit into 62.9 MB of cache", shipped,
       [](Measurement& m) { counted(m.plans[0], m.plans[1].dram_read->value, m.plans[1].dram_written->value); }},
      {"nothing written", Is::refused, "its outputs make at least", shipped,
       [](Measurement& m) { counted(m.plans[1], m.plans[1].dram_read->value, 0); }},
      {"ten times all bytes and times", Is::doubted, "but the counting rule gives", shipped,
       [](Measurement& m) {
         for (auto& plan : m.plans) {
           move(plan, 10), plan.dram_tail = base::Bytes{0};
           run_in(plan, 11 * plan.cold->median.value);
         }
       }},
      {"batches that carry 10 TB/s", Is::refused, "batch.dram", shipped,
       [](Measurement& m) {
         auto& dram = m.plans[1].batch_levels.dram;
         dram->read.value = std::llround(10e12 * m.plans[1].batch->median.value);
       }},
      {"batches alone in 1 us", Is::refused, "fused, batch: 1.00 µs is too short", shipped,
       [](Measurement& m) { tests::set_batch(m.plans[1], 1e-6), m.plans[1].batch_levels = {}; }},
      {"batches alone of 5 us, no start's worth apart", Is::refused, "over the memory road", shipped,
       [](Measurement& m) { times_only(m), tests::set_batch(m.plans[0], 5e-6); }},
      {"batches ten times as long", Is::doubted, "further apart than they should be", shipped,
       [](Measurement& m) { tests::set_batch(m.plans[1], 10 * m.plans[1].cold->median.value + 1e-3); }},
      {"L2 bytes that no chip carries", Is::refused, "l2", shipped,
       [](Measurement& m) {
         m.plans[1].l2 = base::Moved{{1'000'000'000'000}, {1'000'000'000'000}};
       }},
      {"asked for more than threads can", Is::refused, "issued", shipped,
       [](Measurement& m) {
         m.plans[1].issued = base::Moved{{1'000'000'000'000}, {0}};
       }},
      {"kernel records faster than the road", Is::refused, "in the", shipped,
       [](Measurement& m) {
         auto& kernels = m.plans[0].timeline->kernels;
         for (std::size_t k = 0; k < kernels.size(); ++k)
           kernels[k].begin = static_cast<std::int64_t>(k) * 2000, kernels[k].end = kernels[k].begin + 1000;
       }},
      {"a cut that this chain has not", Is::refused, "is not a way to cut this chain", shipped,
       [](Measurement& m) { m.plans[1].structure = "pointwise(2 2)", remake_key(m); }},
      {"half of the ops alone", Is::refused, "is not a way to cut this chain", shipped,
       [](Measurement& m) { m.plans[1].structure = "pointwise(2)", remake_key(m); }},
      {"a kernel before what it reads", Is::refused, "is not a way to cut this chain", shipped,
       [](Measurement& m) { m.plans[0].structure = "pointwise(3) pointwise(2)", remake_key(m); }},
      {"a reduction that is none", Is::refused, "is not a way to cut this chain", shipped,
       [](Measurement& m) { m.plans[1].structure = "inner-persistent(2 x)", remake_key(m); }},
      {"the fused structure on the unfused plan", Is::refused, "2 kernels are given, but its structure has 1", shipped,
       [](Measurement& m) { m.plans[0].structure = m.plans[1].structure, remake_key(m); }},
      {"a tensor sixteen times as large", Is::refused, "outputs are given", shipped,
       [](Measurement& m) { m.chain = "x: f32[16384, 32768]; b: f32[32768]; y = gelu(x + b)", remake_key(m); }},
      {"a tensor sixteen times as large, its outputs too", Is::refused, "over the memory road", shipped,
       [](Measurement& m) {
         m.chain = "x: f32[16384, 32768]; b: f32[32768]; y = gelu(x + b)", remake_key(m);
         for (auto& plan : m.plans) plan.verdict.outputs = plan.verdict.identical = std::int64_t{16384} * 32768;
       }},
      {"the H200's numbers as an A100's", Is::refused, "NVIDIA A100 SXM4 80GB moves at most 2.04 TB/s", shipped,
       [](Measurement& m) { m.provenance.device = "NVIDIA A100-SXM4-80GB"; }},
      {"the H200's numbers as an H100's", Is::refused, "NVIDIA H100 SXM5 80GB moves at most 3.35 TB/s", shipped,
       [](Measurement& m) { m.provenance.device = "NVIDIA H100 80GB HBM3"; }},
      {"a processor at 19 TB/s", Is::refused, "is too short", processor,
       [](Measurement& m) {
         for (auto& plan : m.plans) run_in(plan, static_cast<double>(plan.bytes()->value) / 19e12);
       }},
      {"a processor of 192 threads at 19 TB/s", Is::doubted, "no such processor has ever been seen to exceed",
       processor,
       [](Measurement& m) {
         m.provenance.device = "AMD EPYC 9654, 192 threads, AVX3";
         for (auto& plan : m.plans) run_in(plan, static_cast<double>(plan.bytes()->value) / 19e12);
       }},
      {"a processor with no name at 19 TB/s", Is::doubted, "no such processor has ever been seen to exceed", processor,
       [](Measurement& m) {
         m.provenance.device = "a machine of mine";
         for (auto& plan : m.plans) run_in(plan, static_cast<double>(plan.bytes()->value) / 19e12);
       }},
      {"a processor in 1 ps", Is::refused, "is too short", processor,
       [](Measurement& m) { run_in(m.plans[0], 1e-12); }},
      {"a processor's arithmetic for nothing", Is::refused, "operations take at least",
       [] {
         return tests::sample_of("x: f32[64]; y = sin(sin(sin(sin(sin(sin(sin(sin(x))))))))", {"every", "none"},
                                 "threads");
       },
       [](Measurement& m) {
         m.provenance.device = "AMD EPYC, 1 thread";
         m.plans[1].l2.reset(), m.plans[1].batch_levels = {};
         run_in(m.plans[1], 1.2e-9), tests::set_batch(m.plans[1], 1.2e-9);
       }},
      {"a stranger's GPU at 100 TB/s", Is::refused, "any GPU (20.0 TB/s at most", stranger,
       [](Measurement& m) {
         for (auto& plan : m.plans) run_in(plan, static_cast<double>(plan.bytes()->value) / 100e12);
       }},
      {"a stranger's GPU that starts at once", Is::refused, "starting 2 kernels takes at least",
       [] {
         Measurement m = tests::sample_of("x: f32[8]; y = exp(relu(x))");
         m.provenance.device = "Emerald 9000";
         return m;
       },
       [](Measurement& m) { m.plans[0].l2.reset(), run_in(m.plans[0], 0.9e-6), tests::set_batch(m.plans[0], 2e-6); }},
      {"the fused plan's numbers under the unfused one's name", Is::refused, "one kernel per op would be", shipped,
       [](Measurement& m) { std::swap(m.plans[0].plan, m.plans[1].plan); }},
      {"a few samples that no run takes", Is::doubted, "but no run takes less than", shipped,
       [](Measurement& m) {
         for (std::size_t i = 0; i < 5; ++i) m.plans[1].cold_samples[i] = 1e-6;
         m.plans[1].cold = record::summarise(m.plans[1].cold_samples);
       }},
      {"200 samples of one clock tick", Is::doubted, "which no clock would show", shipped,
       [](Measurement& m) { tests::set_cold(m.plans[1], std::vector<double>(200, m.plans[1].cold->median.value)); }},
      {"batches all alike", Is::doubted, "fused, batch: all 20 samples are", shipped,
       [](Measurement& m) {
         m.plans[1].batch_samples.assign(20, m.plans[1].batch->median.value);
         m.plans[1].batch = record::summarise(m.plans[1].batch_samples);
       }},
      {"f32 that rounds in two ways", Is::doubted, "where all should be", shipped,
       [](Measurement& m) {
         auto& v = m.plans[1].verdict;
         v.identical = 5, v.fused_equals_unfused = false, v.largest_difference = 1e-3;
       }},
      {"a rung of a ladder without its inputs", Is::refused, "a cold run reads at least its inputs", ladder,
       [](Measurement& m) { move(m.plans[1], 0.1); }},
      {"a rung at twice the road", Is::refused, "most 4.80 TB/s", ladder,
       [](Measurement& m) { run_in(m.plans[1], m.plans[1].cold->median.value / 3); }},
  };
}

std::string verdict_on(const Measurement& measurement, std::vector<std::string>* doubts) {
  const auto read = record::parse_recording(record::to_recording({measurement}), "lie.json");
  if (!read) return base::render(read.error());
  *doubts = read->front().doubts;
  return "believed";
}

void plant(const std::vector<Lie>& lies) {
  for (const Lie& lie : lies) {
    Measurement m = lie.truth();
    lie.change(m);
    std::vector<std::string> doubts;
    const std::string said = verdict_on(m, &doubts);
    if (lie.is == Is::refused) {
      EXPECT_THAT(said, HasSubstr(lie.says)) << lie.name;
      EXPECT_THAT(said, HasSubstr("lie.json: measurements[0].")) << lie.name;
    } else {
      EXPECT_EQ(said, "believed") << lie.name;
      EXPECT_THAT(doubts, testing::Contains(HasSubstr(lie.says))) << lie.name;
    }
  }
}

TEST(Lies, ThereAreSixtyHalfOfThemWithCare) {
  EXPECT_GE(plain_lies().size() + careful_lies().size(), 60u);
  EXPECT_GE(careful_lies().size(), 30u);
}

TEST(Lies, TheTruthsPass) {
  for (Measurement (*truth)() : {shipped, processor, ladder}) {
    std::vector<std::string> doubts;
    EXPECT_EQ(verdict_on(truth(), &doubts), "believed");
    EXPECT_THAT(doubts, testing::IsEmpty());
  }
  std::vector<std::string> doubts;
  EXPECT_EQ(verdict_on(stranger(), &doubts), "believed");
}

TEST(Lies, PlainOnesAreFound) {
  plant(plain_lies());
}

TEST(Lies, CarefulOnesAreFound) {
  plant(careful_lies());
}

/// Whether `change` makes the truth unbelievable.
bool refused(Measurement m, const std::function<void(Measurement&)>& change) {
  change(m);
  std::vector<std::string> doubts;
  return verdict_on(m, &doubts) != "believed";
}

TEST(Edge, BytesOverTheRoadOfTheCard) {
  const auto at = [](double of_road) {
    return refused(shipped(), [&](Measurement& m) {
      PlanMeasurement& plan = m.plans[1];
      plan.timeline.reset();
      run_in(plan, static_cast<double>(plan.bytes_on_the_clock()->value) / (of_road * 4.8e12));
      plan.batch.reset(), plan.batch_samples.clear();
    });
  };
  EXPECT_FALSE(at(1.04));
  EXPECT_TRUE(at(1.06));
}

TEST(Edge, BatchesOverTheRoadOfTheCard) {
  const auto at = [](double of_road) {
    return refused(shipped(), [&](Measurement& m) {
      PlanMeasurement& plan = m.plans[1];
      plan.batch_levels.dram->read = {};
      plan.batch_levels.dram->written.value = std::llround(of_road * 4.8e12 * plan.batch->median.value);
    });
  };
  EXPECT_FALSE(at(1.04));
  EXPECT_TRUE(at(1.06));
}

/// What must go over the road though nobody counted it: inputs, and outputs but for what the L2 keeps.
TEST(Edge, UncountedBytesOverTheRoadOfTheCard) {
  constexpr double tensor = 4096.0 * 8192 * 4, held = 62914560;
  const auto at = [](double of_road) {
    return refused(tests::sample_of(big), [&](Measurement& m) {
      times_only(m);
      PlanMeasurement& plan = m.plans[1];
      plan.batch.reset(), plan.batch_samples.clear();
      run_in(plan, (tensor + 8192 * 4 + tensor - held) / (of_road * 4.8e12));
    });
  };
  EXPECT_FALSE(at(1.04));
  EXPECT_TRUE(at(1.06));
}

TEST(Edge, BytesOverTheRoadOfAnyGpu) {
  const auto at = [](double of_road) {
    return refused(stranger(), [&](Measurement& m) {
      PlanMeasurement& plan = m.plans[1];
      run_in(plan, static_cast<double>(plan.bytes()->value) / (of_road * 20e12));
    });
  };
  EXPECT_FALSE(at(1.04));
  EXPECT_TRUE(at(1.06));
}

TEST(Edge, ReadingTheInputs) {
  const auto with = [](double share) {
    return refused(shipped(), [&](Measurement& m) {
      const auto chain = tests::chain_of(m.chain);
      double inputs = 0;
      for (const int value : chain->inputs()) inputs += static_cast<double>(chain->values[value].bytes().value);
      m.plans[1].dram_read = base::Bytes{std::llround(share * inputs)};
    });
  };
  EXPECT_FALSE(with(0.996)) << "counters are good to half a percent";
  EXPECT_TRUE(with(0.994));
}

TEST(Edge, StartingAKernel) {
  // Half of the shortest gap on the sheet, which is a graph's.
  const auto after = [](double seconds) {
    return refused(tests::sample_of("x: f32[8]; y = relu(x)"), [&](Measurement& m) {
      times_only(m);
      run_in(m.plans[1], seconds);
      tests::set_batch(m.plans[1], seconds);
    });
  };
  EXPECT_FALSE(after(0.65e-6));
  EXPECT_TRUE(after(0.63e-6));
}

TEST(Edge, AProcessorsCaches) {
  // 1.2 TB/s a thread, more than any core loads and stores.
  const auto at = [](double share) {
    return refused(tests::sample_of("x: f32[1024, 64]; y = relu(x)", {"every", "none"}, "threads"),
                   [&](Measurement& m) {
                     for (PlanMeasurement& plan : m.plans) {
                       plan.l2.reset(), plan.batch_levels = {};
                       const double seconds = static_cast<double>(plan.bytes()->value) / (share * 2 * 1.2e12);
                       run_in(plan, seconds), tests::set_batch(plan, seconds);
                     }
                   });
  };
  EXPECT_FALSE(at(1.04));
  EXPECT_TRUE(at(1.06));
}

/// Whether a processor's cold run is refused that is `times` as fast as this road carries its tensors.
bool over_the_road_of(const std::string& processor, std::int64_t threads, double road, double times) {
  constexpr double tensor = 32768.0 * 32768 * 4, held = 5.0 * (1 << 29);
  const double own_caches = static_cast<double>(threads * (4 << 20));  // may still hold so much of the input
  return refused(tests::sample_of("x: f32[32768, 32768]; y = relu(x)", {"every", "none"}, "threads"),
                 [&](Measurement& m) {
                   m.provenance.device = processor;
                   for (PlanMeasurement& plan : m.plans) {
                     plan.l2.reset(), plan.batch_levels = {};
                     plan.batch.reset(), plan.batch_samples.clear();
                     run_in(plan, (tensor - own_caches + tensor - held) / (times * road));
                   }
                 });
}

TEST(Edge, AProcessorsRoadGrowsWithItsThreads) {
  // 0.2 TB/s a thread, far below what its caches carry.
  for (const int threads : {2, 8}) {
    const std::string name = "AMD EPYC, " + std::to_string(threads) + " threads, AVX3";
    EXPECT_FALSE(over_the_road_of(name, threads, threads * 0.2e12, 1.04)) << threads;
    EXPECT_TRUE(over_the_road_of(name, threads, threads * 0.2e12, 1.06)) << threads;
  }
}

TEST(Edge, NoProcessorsRoadIsWiderThanTenTerabytes) {
  EXPECT_FALSE(over_the_road_of("AMD EPYC 9654, 192 threads, AVX3", 192, 10e12, 1.04));
  EXPECT_TRUE(over_the_road_of("AMD EPYC 9654, 192 threads, AVX3", 192, 10e12, 1.06));
}

TEST(Truth, SmallAndCachedRunsOfAProcessorPass) {
  struct Small {
    const char* chain;
    double seconds;
  };
  for (const auto& [chain, seconds] : {Small{"x: f32[1]; y = relu(x)", 30e-9},
                                       {"x: f32[1]; y = gelu(x)", 60e-9},
                                       {"x: bf16[256, 64]; b: bf16[64]; y = gelu(x + b)", 3e-6},
                                       {"x: f32[2048, 256]; y = relu(x) * 2", 25e-6},
                                       {"x: f32[4, 1000]; y = softmax(x)", 2e-6}}) {
    const auto run = tests::sample_of(chain, {"every", "none"}, "threads");
    EXPECT_FALSE(refused(run, [seconds = seconds](Measurement& m) {
      for (PlanMeasurement& plan : m.plans) {
        plan.l2.reset(), plan.batch_levels = {};
        tests::set_cold(plan, 3 * seconds), tests::set_batch(plan, seconds);
      }
    })) << chain;
  }
}

TEST(Truth, ANoisyMachinePasses) {
  EXPECT_FALSE(refused(processor(), [](Measurement& m) {
    for (PlanMeasurement& plan : m.plans) {
      auto samples = plan.cold_samples;
      for (std::size_t i = 0; i < samples.size(); i += 3) samples[i] *= 20;
      tests::set_cold(plan, samples);
    }
  }));
}

/// Who changes a sheet beside the program moves what the model says, not what a recording is held against.
TEST(Truth, TheSheetsOfKnownCardsAreBuiltIn) {
  const auto usual = record::data_sheets();
  const tests::TemporaryFolder folder;
  std::filesystem::create_directories(folder.path() / "assets" / "devices");
  std::string sheet =
      base::read_file(tests::folder().parent_path() / "assets" / "devices" / "h200.toml", 1 << 16).value();
  const std::string bandwidth = "bytes_per_second = 4.8e12";
  ASSERT_NE(sheet.find(bandwidth), std::string::npos);
  sheet.replace(sheet.find(bandwidth), bandwidth.size(), "bytes_per_second = 19.2e12");
  std::ofstream(folder.path() / "assets" / "devices" / "h200.toml") << sheet;
  base::set_places({.data = folder.path(), .home = {}});
  const auto changed = record::data_sheets();
  base::set_places({});
  ASSERT_NE(record::sheet_of("NVIDIA H200", changed), nullptr);
  EXPECT_DOUBLE_EQ(record::sheet_of("NVIDIA H200", changed)->dram_bandwidth.value,
                   record::sheet_of("NVIDIA H200", usual)->dram_bandwidth.value);
  EXPECT_EQ(changed.size(), 3u);
}

TEST(Truth, AChainThatCannotBeReadIsNotJudged) {
  Measurement m = shipped();
  m.chain = "x: f32[8]; y = fly(x)";
  const record::Judgement found = record::judge(m, record::data_sheets());
  EXPECT_TRUE(found.flaws.empty());
}

}  // namespace lies_test
