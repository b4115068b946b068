// A recording from text: first that it is whole and unchanged, then that every field is there and possible.
#include "base/resources.hpp"
#include "base/words.hpp"
#include "record/fields.hpp"
#include "record/json_text.hpp"
#include "record/names.hpp"
#include "record/recording.hpp"
#include "record/statistics.hpp"
#include "record/timeline.hpp"
#include "record/writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace record {
namespace {

using nlohmann::ordered_json;

constexpr std::size_t max_recording = std::size_t{64} << 20;
constexpr std::size_t max_findings = 20;
constexpr std::int64_t most = std::int64_t{1} << 60;

std::optional<base::Bytes> bytes_or_null(Fields& fields, std::string_view key) {
  const auto count = fields.count_or_null(key, most);
  return count ? std::optional(base::Bytes{*count}) : std::nullopt;
}

std::optional<base::Moved> level_or_null(Fields& fields, std::string_view key) {
  auto level = fields.object_or_null(key);
  if (!level) return std::nullopt;
  return base::Moved{{level->count("read_bytes", most)}, {level->count("written_bytes", most)}};
}

std::optional<Clocks> clocks_or_null(Fields& fields) {
  auto clocks = fields.object_or_null("clocks");
  if (!clocks) return std::nullopt;
  return Clocks{clocks->number("processor_hertz"), clocks->number("memory_hertz")};
}

/// The times a summary was made of; a summary that is not theirs is a finding. One without samples is let pass.
std::vector<double> read_samples(Fields& fields, const Times& told, Findings& findings) {
  std::vector<double> samples;
  fields.array("samples", [&](const ordered_json& element, const std::string& at) {
    const bool time = element.is_number() && std::isfinite(element.get<double>()) && element.get<double>() > 0;
    if (!time) return findings.add(at, base::say("record.sample"));
    samples.push_back(element.get<double>());
  });
  if (samples.empty()) return samples;
  const auto same = [](double a, double b) { return std::abs(a - b) <= 1e-9 * std::abs(a) + 1e-15; };
  const Times own = summarise(samples);
  const bool all = own.n == told.n && same(own.median.value, told.median.value) && same(own.q1.value, told.q1.value) &&
                   same(own.q3.value, told.q3.value) && same(own.noise, told.noise);
  if (!all) fields.wrong("samples", base::say("record.samples"));
  return samples;
}

std::optional<Times> read_times(Fields& plan, std::string_view key, std::vector<double>& samples, Findings& findings) {
  auto fields = plan.object_or_null(key);
  if (!fields) return std::nullopt;
  Times times;
  times.median.value = fields->number("median");
  times.q1.value = fields->number("q1");
  times.q3.value = fields->number("q3");
  times.n = static_cast<int>(fields->count("n", std::numeric_limits<int>::max()));
  times.noise = fields->number("noise");
  if (times.n == 0) fields->wrong("n", base::say("record.no_sample"));
  if (times.q1.value <= 0) fields->wrong("q1", base::say("record.zero_time"));
  if (times.q1 > times.median || times.median > times.q3) fields->wrong("median", base::say("record.quartiles"));
  samples = read_samples(*fields, times, findings);
  return times;
}

Verdict read_verdict(Fields fields) {
  Verdict verdict;
  verdict.passed = fields.truth("passed");
  verdict.checked = fields.count("checked", most);
  verdict.max_abs_error = fields.any_number("max_abs_error");
  verdict.worst_of_bound = fields.any_number("worst_of_bound");
  verdict.worst = fields.text("worst");
  verdict.poison_left = fields.count("poison_left", most);
  verdict.guards_whole = fields.truth("guards_whole");
  verdict.outputs = fields.count("outputs", most);
  verdict.nan_outputs = fields.count("nan_outputs", verdict.outputs);
  verdict.ill_conditioned = fields.truth("ill_conditioned");
  verdict.fused_equals_unfused = fields.truth("fused_equals_unfused");
  verdict.identical = fields.count("identical", verdict.outputs);
  verdict.largest_difference = fields.any_number("largest_difference");
  if (verdict.passed && (verdict.checked == 0 || verdict.poison_left > 0 || !verdict.guards_whole)) {
    fields.wrong("passed", base::say("record.passed"));
  }
  return verdict;
}

/// Neither the plan nor one of its kernels moved more than any memory can in that time.
void check_speed(Fields& fields, const PlanMeasurement& plan, std::string_view key, const std::optional<Times>& times) {
  if (!times || times->median.value <= 0) return;
  std::int64_t bytes = plan.bytes().value_or(base::Bytes{}).value;
  for (const KernelMeasurement& kernel : plan.kernels) {
    // Each is below 2^60.
    bytes = std::max(
        bytes, kernel.dram_read.value_or(base::Bytes{}).value + kernel.dram_written.value_or(base::Bytes{}).value);
  }
  const base::Bandwidth speed{static_cast<double>(bytes) / times->median.value};
  if (speed.value > roof_bytes_per_second) {
    fields.wrong(key, base::say("record.too_fast", {{"bytes", base::show(base::Bytes{bytes})},
                                                    {"time", base::show(times->median)},
                                                    {"speed", base::show(speed)}}));
  }
}

KernelCode read_code(Fields fields) {
  KernelCode code;
  code.group = static_cast<int>(fields.count("group", std::numeric_limits<int>::max()));
  code.entry = fields.text("entry");
  code.source = fields.text("source");
  code.prelude = fields.text("prelude");
  if (const auto registers = fields.count_or_null("registers", 1024)) code.registers = static_cast<int>(*registers);
  code.shared = bytes_or_null(fields, "shared_bytes");
  code.spill_stores = bytes_or_null(fields, "spill_store_bytes");
  code.spill_loads = bytes_or_null(fields, "spill_load_bytes");
  if (fields.has("local_read_bytes")) code.local_read = bytes_or_null(fields, "local_read_bytes");
  if (fields.has("local_written_bytes")) code.local_written = bytes_or_null(fields, "local_written_bytes");
  return code;
}

Timeline read_timeline(Fields fields, Findings& findings) {
  Timeline timeline;
  timeline.submit = fields.text("submit");
  timeline.run = static_cast<int>(fields.count("run", std::numeric_limits<int>::max()));
  timeline.runs = static_cast<int>(fields.count("runs", std::numeric_limits<int>::max()));
  fields.array("kernels", [&](const ordered_json& element, const std::string& at) {
    Fields kernel(element, at, findings);
    timeline.kernels.push_back({kernel.text("kernel"), kernel.count("begin_ns", most), kernel.count("end_ns", most)});
  });
  return timeline;
}

void read_bytes(Fields& fields, PlanMeasurement& plan) {
  plan.dram_read = bytes_or_null(fields, "dram_read_bytes");
  plan.dram_written = bytes_or_null(fields, "dram_written_bytes");
  plan.dram_tail = bytes_or_null(fields, "dram_tail_bytes");
  plan.l2 = level_or_null(fields, "l2");
  plan.issued = level_or_null(fields, "issued");
  Fields batch = fields.object("batch");
  plan.batch_levels = {level_or_null(batch, "issued"), level_or_null(batch, "l2"), level_or_null(batch, "dram")};
  if (plan.dram_tail && (!plan.dram_written || *plan.dram_tail > *plan.dram_written)) {
    fields.wrong("dram_tail_bytes", base::say("record.tail"));
  }
}

PlanMeasurement read_plan(const ordered_json& json, const std::string& path, Findings& findings) {
  Fields fields(json, path, findings);
  PlanMeasurement plan;
  plan.plan = fields.text("plan");
  plan.structure = fields.text("structure");
  plan.crossings = static_cast<int>(fields.count("crossings", std::numeric_limits<int>::max()));
  plan.verdict = read_verdict(fields.object("verdict"));
  plan.cold = read_times(fields, "cold_seconds", plan.cold_samples, findings);
  plan.batch = read_times(fields, "batch_seconds", plan.batch_samples, findings);
  plan.throttled = static_cast<int>(fields.count("throttled", std::numeric_limits<int>::max()));
  plan.clocks = clocks_or_null(fields);
  read_bytes(fields, plan);
  plan.no_bytes_because = fields.text("no_bytes_because");
  fields.array("kernels", [&](const ordered_json& element, const std::string& at) {
    Fields kernel(element, at, findings);
    KernelMeasurement& read = plan.kernels.emplace_back();
    read.ops = kernel.text("ops");
    read.engine = kernel.text("engine");
    read.algorithm = kernel.text("algorithm");
    read.l2 = level_or_null(kernel, "l2");
    read.issued = level_or_null(kernel, "issued");
    read.dram_read = bytes_or_null(kernel, "dram_read_bytes");
    read.dram_written = bytes_or_null(kernel, "dram_written_bytes");
  });
  if (fields.has("code")) {
    fields.array("code", [&](const ordered_json& element, const std::string& at) {
      plan.code.push_back(read_code({element, at, findings}));
    });
  }
  if (fields.has("timeline")) plan.timeline = read_timeline(fields.object("timeline"), findings);
  if (fields.has("no_timeline_because")) plan.no_timeline_because = fields.text("no_timeline_because");
  if (!plan.verdict.passed && (plan.cold || plan.batch || plan.timeline)) {
    fields.wrong("verdict", base::say("record.timed_wrong"));
  }
  if (!plan.bytes() && plan.no_bytes_because.empty()) {
    fields.wrong("no_bytes_because", base::say("record.no_bytes_because"));
  }
  check_speed(fields, plan, "cold_seconds", plan.cold);
  check_speed(fields, plan, "batch_seconds", plan.batch);
  if (std::string flaw = flaw_of_timeline(plan); !flaw.empty()) fields.wrong("timeline", flaw);
  return plan;
}

Provenance read_provenance(Fields fields) {
  Provenance provenance;
  provenance.device = fields.text("device");
  provenance.device_id = fields.text("device_id");
  provenance.driver = fields.text("driver");
  provenance.date = fields.text("date");
  provenance.version = fields.text("version");
  provenance.command = fields.text("command");
  provenance.seed = fields.bits("seed");
  provenance.submit = fields.text("submit");
  provenance.method = fields.text("method");
  return provenance;
}

Target read_target(Fields fields) {
  constexpr std::int64_t most_int = std::numeric_limits<int>::max();
  Target target;
  target.compute_capability = static_cast<int>(fields.count("compute_capability", most_int));
  target.multiprocessors = static_cast<int>(fields.count("multiprocessors", most_int));
  target.shared_per_block = fields.count("shared_per_block_bytes", most);
  target.last_level_cache = fields.count("last_level_cache_bytes", most);
  target.persistent_row = fields.count("persistent_row_elements", most);
  return target;
}

Measurement read_measurement(const ordered_json& json, const std::string& path, Findings& findings) {
  Fields fields(json, path, findings);
  Measurement measurement;
  measurement.chain = fields.text("chain");
  measurement.key = fields.text("key");
  if (!source_named(fields.text("source"))) fields.wrong("source", base::say("record.no_source"));
  measurement.source = Source::recorded;
  const auto tier = tier_named(fields.text("tier"));
  if (!tier) fields.wrong("tier", base::say("record.no_tier"));
  measurement.tier = tier.value_or(Tier::times_only);
  fields.array("plans", [&](const ordered_json& plan, const std::string& at) {
    measurement.plans.push_back(read_plan(plan, at, findings));
  });
  measurement.provenance = read_provenance(fields.object("provenance"));
  if (fields.has("target")) measurement.target = read_target(fields.object("target"));
  fields.array("remarks", [&](const ordered_json& remark, const std::string& at) {
    if (!remark.is_string()) return findings.add(at, base::say("record.field.text"));
    measurement.remarks.push_back(remark.get<std::string>());
  });
  return measurement;
}

/// That it is a recording of ours, of a version we read, and unchanged. Empty = yes.
std::string why_no_recording(const ordered_json& json) {
  static const ordered_json nothing;
  const auto field = [&](const char* key) -> const ordered_json& {
    const auto found = json.is_object() ? json.find(key) : json.end();
    return found == json.end() ? nothing : *found;
  };
  const ordered_json& version = field("onetrip_recording");
  if (!version.is_number_unsigned() || version == 0) return base::say("record.not_recording");
  if (version != format_version) {
    return base::say(version > format_version ? "record.newer" : "record.older",
                     {{"format", version.dump()}, {"own", std::to_string(format_version)}});
  }
  const ordered_json& sum = field("checksum");
  if (!sum.is_string()) return base::say("record.no_checksum");
  const ordered_json& measurements = field("measurements");
  if (!measurements.is_array()) return base::say("record.no_measurements");
  const std::string actual = checksum(measurements);
  if (sum != actual) {
    return base::say("record.changed", {{"actual", actual}, {"told", sum.get<std::string>()}});
  }
  return {};
}

}  // namespace

base::Expected<std::vector<Measurement>> parse_recording(std::string_view text, std::string_view file) {
  const auto json = parse_json(text, file, max_recording);
  if (!json) return std::unexpected(json.error());
  Findings findings{std::string(file), {}};
  if (std::string reason = why_no_recording(*json); !reason.empty()) {
    return std::unexpected(base::Diagnostics{place(text, file, 0, std::move(reason))});
  }
  std::vector<Measurement> measurements;
  const ordered_json& list = (*json)["measurements"];
  for (std::size_t i = 0; i < list.size() && findings.mistakes.size() < max_findings; ++i) {
    measurements.push_back(read_measurement(list[i], fmt::format("measurements[{}]", i), findings));
  }
  if (!findings.mistakes.empty()) return std::unexpected(std::move(findings.mistakes));
  return measurements;
}

void save(const std::vector<Measurement>& measurements, const std::filesystem::path& path) {
  base::write_file(path, to_recording(measurements));
}

base::Expected<std::vector<Measurement>> load(const std::filesystem::path& path) {
  const auto text = base::read_file(path, static_cast<std::int64_t>(max_recording));
  if (!text) return std::unexpected(text.error());
  return parse_recording(*text, path.string());
}

}  // namespace record
