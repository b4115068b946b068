// A measurement as JSON: units in the key names, null for what is not known, keys always in this order.
#include "record/writer.hpp"

#include "base/hash.hpp"
#include "record/recording.hpp"

#include <nlohmann/json.hpp>

#include <cmath>

namespace record {
namespace {

using nlohmann::ordered_json;

/// JSON has no infinity and no NaN; a failed verification has both.
ordered_json any_number(double value) {
  return std::isfinite(value) ? ordered_json(value) : ordered_json(base::exact_number(value));
}

ordered_json json_of(const std::optional<base::Bytes>& bytes) {
  return bytes ? ordered_json(bytes->value) : ordered_json(nullptr);
}

ordered_json json_of(const std::optional<Times>& times, const std::vector<double>& samples) {
  if (!times) return nullptr;
  return {{"median", times->median.value}, {"q1", times->q1.value}, {"q3", times->q3.value}, {"n", times->n},
          {"noise", times->noise},         {"samples", samples}};
}

ordered_json json_of(const std::optional<base::Moved>& level) {
  if (!level) return nullptr;
  return {{"read_bytes", level->read.value}, {"written_bytes", level->written.value}};
}

ordered_json json_of(const std::optional<Clocks>& clocks) {
  if (!clocks) return nullptr;
  return {{"processor_hertz", clocks->processor}, {"memory_hertz", clocks->memory}};
}

ordered_json json_of(const Verdict& verdict) {
  return {{"passed", verdict.passed},
          {"checked", verdict.checked},
          {"max_abs_error", any_number(verdict.max_abs_error)},
          {"worst_of_bound", any_number(verdict.worst_of_bound)},
          {"worst", verdict.worst},
          {"poison_left", verdict.poison_left},
          {"guards_whole", verdict.guards_whole},
          {"nan_outputs", verdict.nan_outputs},
          {"outputs", verdict.outputs},
          {"ill_conditioned", verdict.ill_conditioned},
          {"fused_equals_unfused", verdict.fused_equals_unfused},
          {"identical", verdict.identical},
          {"largest_difference", any_number(verdict.largest_difference)}};
}

ordered_json json_of(const KernelCode& code) {
  ordered_json json = {{"group", code.group},
                       {"entry", code.entry},
                       {"source", code.source},
                       {"prelude", code.prelude},
                       {"registers", code.registers ? ordered_json(*code.registers) : ordered_json(nullptr)},
                       {"shared_bytes", json_of(code.shared)},
                       {"spill_store_bytes", json_of(code.spill_stores)},
                       {"spill_load_bytes", json_of(code.spill_loads)}};
  if (code.local_read) json["local_read_bytes"] = code.local_read->value;
  if (code.local_written) json["local_written_bytes"] = code.local_written->value;
  return json;
}

ordered_json json_of(const Timeline& timeline) {
  ordered_json kernels = ordered_json::array();
  for (const KernelTime& one : timeline.kernels) {
    kernels.push_back({{"kernel", one.kernel}, {"begin_ns", one.begin}, {"end_ns", one.end}});
  }
  return {{"submit", timeline.submit}, {"run", timeline.run}, {"runs", timeline.runs}, {"kernels", std::move(kernels)}};
}

ordered_json json_of(const PlanMeasurement& plan) {
  ordered_json kernels = ordered_json::array();
  for (const KernelMeasurement& kernel : plan.kernels) {
    kernels.push_back({{"ops", kernel.ops},
                       {"engine", kernel.engine},
                       {"algorithm", kernel.algorithm},
                       {"dram_read_bytes", json_of(kernel.dram_read)},
                       {"dram_written_bytes", json_of(kernel.dram_written)},
                       {"l2", json_of(kernel.l2)},
                       {"issued", json_of(kernel.issued)}});
  }
  ordered_json json = {{"plan", plan.plan},
                       {"structure", plan.structure},
                       {"crossings", plan.crossings},
                       {"verdict", json_of(plan.verdict)},
                       {"cold_seconds", json_of(plan.cold, plan.cold_samples)},
                       {"batch_seconds", json_of(plan.batch, plan.batch_samples)},
                       {"throttled", plan.throttled},
                       {"clocks", json_of(plan.clocks)},
                       {"dram_read_bytes", json_of(plan.dram_read)},
                       {"dram_written_bytes", json_of(plan.dram_written)},
                       {"dram_tail_bytes", json_of(plan.dram_tail)},
                       {"l2", json_of(plan.l2)},
                       {"issued", json_of(plan.issued)},
                       {"batch",
                        {{"dram", json_of(plan.batch_levels.dram)},
                         {"l2", json_of(plan.batch_levels.l2)},
                         {"issued", json_of(plan.batch_levels.issued)}}},
                       {"no_bytes_because", plan.no_bytes_because},
                       {"kernels", std::move(kernels)}};
  for (const KernelCode& kernel : plan.code) json["code"].push_back(json_of(kernel));
  if (plan.timeline) json["timeline"] = json_of(*plan.timeline);
  if (!plan.no_timeline_because.empty()) json["no_timeline_because"] = plan.no_timeline_because;
  return json;
}

ordered_json json_of(const Provenance& provenance) {
  return {{"device", provenance.device}, {"device_id", provenance.device_id}, {"driver", provenance.driver},
          {"date", provenance.date},     {"version", provenance.version},     {"command", provenance.command},
          {"seed", provenance.seed},     {"submit", provenance.submit},       {"method", provenance.method}};
}

ordered_json json_of(const Target& target) {
  return {{"compute_capability", target.compute_capability},
          {"multiprocessors", target.multiprocessors},
          {"shared_per_block_bytes", target.shared_per_block},
          {"last_level_cache_bytes", target.last_level_cache},
          {"persistent_row_elements", target.persistent_row}};
}

std::string text_of(const ordered_json& json, int indent) {
  return json.dump(indent, ' ', false, ordered_json::error_handler_t::replace);
}

}  // namespace

ordered_json json_of(const Measurement& measurement) {
  ordered_json plans = ordered_json::array();
  for (const PlanMeasurement& plan : measurement.plans) plans.push_back(json_of(plan));
  ordered_json json = {{"chain", measurement.chain},         {"key", measurement.key},
                       {"source", name(measurement.source)}, {"tier", name(measurement.tier)},
                       {"plans", std::move(plans)},          {"provenance", json_of(measurement.provenance)},
                       {"remarks", measurement.remarks}};
  if (measurement.target) json["target"] = json_of(*measurement.target);
  return json;
}

std::string checksum(const ordered_json& measurements) {
  return base::hex64(base::hash64(text_of(measurements, -1)));
}

std::string to_json(const Measurement& measurement) {
  return text_of(json_of(measurement), 2) + "\n";
}

std::string to_recording(const std::vector<Measurement>& measurements) {
  ordered_json list = ordered_json::array();
  for (const Measurement& measurement : measurements) list.push_back(json_of(measurement));
  ordered_json recording;
  recording["onetrip_recording"] = format_version;
  recording["checksum"] = checksum(list);
  recording["measurements"] = std::move(list);
  return text_of(recording, 1) + "\n";
}

}  // namespace record
