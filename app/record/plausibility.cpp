// What is computed again, and who goes on to times and bytes.
#include "record/plausibility.hpp"

#include "base/dates.hpp"
#include "base/visible.hpp"
#include "base/words.hpp"
#include "chain/parser.hpp"
#include "record/key.hpp"
#include "record/plausible_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace record {

std::string field_of(std::size_t plan, std::string_view field) {
  return fmt::format("plans[{}].{}", plan, field);
}

void PlanAtTheDoor::flaw(Flaw::Part part, std::string_view field, std::string sentence) const {
  judgement.flaws.push_back({part, index, field_of(index, field), std::move(sentence)});
}

void judge_identity(const Measurement& measurement, std::span<const machine::DeviceSpec> sheets, Judgement& out) {
  const Provenance& from = measurement.provenance;
  const auto wrong = [&](std::string field, std::string sentence) {
    out.flaws.push_back({Flaw::Part::identity, 0, std::move(field), std::move(sentence)});
  };
  if (from.device.empty()) wrong("provenance.device", base::say("record.lie.no_device"));
  if (!base::is_date(from.date)) {
    wrong("provenance.date", base::say("record.lie.date", {{"date", from.date}}));
  } else if (base::is_to_come(from.date)) {
    out.doubts.push_back(base::say("record.doubt.future", {{"date", base::minute(from.date)}}));
  }
  const bool threads = from.submit == "threads";
  const machine::DeviceSpec* sheet = sheet_of(from.device, sheets);
  if (sheet != nullptr && threads)
    wrong("provenance.submit", base::say("record.lie.threads", {{"device", from.device}}));
  // A file may call its device after a card: then it must be that one.
  const machine::DeviceSpec* named = sheet_of(from.device_id, sheets);
  if (named != nullptr && named != sheet) {
    wrong("provenance.device_id",
          base::say("record.lie.label", {{"device", from.device}, {"id", from.device_id}, {"card", named->name}}));
  }
  if (measurement.tier == (threads ? Tier::counters : Tier::counted)) {
    wrong("tier", base::say(threads ? "record.lie.counters" : "record.lie.loops", {{"device", from.device}}));
  }
  // Whoever runs a card of his own knows it; of another's it is little that can be said.
  if (sheet == nullptr && !threads && !measurement.stranger.empty())
    out.doubts.push_back(base::say("record.doubt.unknown", {{"device", from.device}}));
  if (sheet == nullptr || !measurement.target || sheet->processors == 0) return;
  if (const int told = measurement.target->multiprocessors; told > 0 && told != sheet->processors) {
    out.doubts.push_back(base::say(
        "record.doubt.multiprocessors",
        {{"device", from.device}, {"told", std::to_string(told)}, {"own", std::to_string(sheet->processors)}}));
  }
}

namespace {

/// Of a block: compute capability 9.0 and 10.0, CUDA C++ Programming Guide, "Technical Specifications".
constexpr base::Bytes most_shared{227 * 1024};
constexpr double most_hertz = 10e9;  ///< of a processor; a memory's is told as up to four times its clock

/// Kernels and crossings as the structure has them.
void judge_kernels(const PlanAtTheDoor& at, std::size_t ops) {
  const auto wrong = [&](std::string_view field, std::string_view key, std::string told, std::string own) {
    at.flaw(Flaw::Part::identity, field, base::say(key, {{"plan", at.plan.plan}, {"told", told}, {"own", own}}));
  };
  const ByRule& rule = at.rule;
  const bool crossings = rule.by_hand ? at.plan.crossings >= rule.crossings : at.plan.crossings == rule.crossings;
  if (!crossings)
    wrong("crossings", "record.lie.crossings", std::to_string(at.plan.crossings), std::to_string(rule.crossings));
  if (rule.by_hand) return;
  if (at.plan.kernels.size() != rule.kernels.size()) {
    return wrong("kernels", "record.lie.kernels", std::to_string(at.plan.kernels.size()),
                 std::to_string(rule.kernels.size()));
  }
  if (at.plan.plan == "unfused" && rule.kernels.size() != ops) {
    wrong("structure", "record.lie.unfused", std::to_string(rule.kernels.size()), std::to_string(ops));
  }
  for (std::size_t k = 0; k < rule.kernels.size(); ++k) {
    const auto& engine = at.plan.kernels[k].engine;
    if (std::ranges::find(plan::all_engines, engine, [](plan::Engine one) { return plan::name(one); }) ==
        std::end(plan::all_engines))
      wrong(fmt::format("kernels[{}].engine", k), "record.lie.engine", engine,
            std::string(plan::name(plan::Engine::own)));
    if (at.plan.kernels[k].ops != rule.kernels[k].ops)
      wrong(fmt::format("kernels[{}].ops", k), "record.lie.ops", at.plan.kernels[k].ops, rule.kernels[k].ops);
  }
  for (std::size_t k = 0; k < at.plan.code.size(); ++k) {
    const KernelCode& code = at.plan.code[k];
    if (code.group < 0 || code.group >= std::ssize(rule.kernels)) {
      wrong(fmt::format("code[{}].group", k), "record.lie.group", std::to_string(code.group),
            std::to_string(rule.kernels.size()));
    }
    if (code.shared && *code.shared > most_shared) {
      wrong(fmt::format("code[{}].shared_bytes", k), "record.lie.shared", base::group_digits(code.shared->value),
            base::group_digits(most_shared.value));
    }
  }
}

/// Outputs as the chain makes them, and what is said of them beside each other.
void judge_verdict(const PlanAtTheDoor& at, const chain::Chain& chain) {
  const Verdict& told = at.plan.verdict;
  const auto wrong = [&](std::string_view field, std::string_view key, std::string is, std::string of) {
    at.flaw(Flaw::Part::verdict, field, base::say(key, {{"plan", at.plan.plan}, {"told", is}, {"own", of}}));
  };
  std::int64_t outputs = 0;
  for (const int value : chain.outputs()) outputs += chain.values[value].shape.elements();
  if (told.outputs != outputs)
    wrong("verdict.outputs", "record.lie.outputs", base::group_digits(told.outputs), base::group_digits(outputs));
  if (told.checked > told.outputs)
    wrong("verdict.checked", "record.lie.checked", base::group_digits(told.checked), base::group_digits(told.outputs));
  if (!told.passed) return;
  if (!(told.worst_of_bound <= 1))
    wrong("verdict.worst_of_bound", "record.lie.bound", base::show_number(told.worst_of_bound), "1");
  const bool all = told.identical == told.outputs;
  if (told.fused_equals_unfused != all || (all && told.largest_difference > 0) || (at.index == 0 && !all)) {
    return wrong("verdict.identical", "record.lie.identical", base::group_digits(told.identical),
                 base::group_digits(told.outputs));
  }
  // A library adds up the terms of a product in an order of its own, as it does those of a row.
  const auto is_plain = [](const chain::Value& value) {
    return value.dtype == chain::Dtype::f32 && !chain::takes_rows(value.op) && !chain::multiplies(value.op);
  };
  if (!all && !at.rule.by_hand && std::ranges::all_of(chain.values, is_plain)) {
    at.doubt(base::say("record.doubt.identical", {{"plan", at.plan.plan},
                                                  {"told", base::group_digits(told.identical)},
                                                  {"own", base::group_digits(told.outputs)}}));
  }
}

void judge_clocks(const PlanAtTheDoor& at) {
  if (!at.plan.clocks) return;
  for (const double told : {at.plan.clocks->processor, at.plan.clocks->memory / 4}) {
    if (!(told > most_hertz)) continue;
    at.flaw(Flaw::Part::bytes, "clocks",
            base::say("record.lie.clock", {{"plan", at.plan.plan},
                                           {"told", base::show_number(told / 1e9)},
                                           {"most", base::show_number(most_hertz / 1e9)}}));
  }
}

}  // namespace

Judgement judge(const Measurement& measurement, std::span<const machine::DeviceSpec> sheets) {
  Judgement out;
  const auto chain = chain::parse(measurement.chain, {});
  if (!chain || measurement.plans.empty()) return out;
  judge_identity(measurement, sheets, out);
  const Bounds bounds = bounds_of(measurement, sheets);
  const int told = measurement.target ? measurement.target->multiprocessors : 0;
  std::vector<std::string> structures;
  for (std::size_t p = 0; p < measurement.plans.size(); ++p) {
    const PlanMeasurement& plan = measurement.plans[p];
    structures.push_back(plan.structure);
    const auto rule = by_rule(*chain, plan.structure, bounds.gpu ? told : 0);
    if (!rule) {
      out.flaws.push_back({Flaw::Part::identity, p, field_of(p, "structure"),
                           base::say("record.lie.structure", {{"plan", plan.plan}, {"told", plan.structure}})});
      continue;
    }
    const bool halves =
        std::ranges::all_of(chain->values, [](const auto& value) { return value.dtype != chain::Dtype::f32; });
    const PlanAtTheDoor at{measurement, plan, p, *rule, bounds, halves, out};
    judge_kernels(at, chain->made().size());
    judge_verdict(at, *chain);
    judge_errors(at, *chain);
    if (!plan.verdict.passed) continue;
    judge_clocks(at);
    judge_times(at);
    judge_bytes(at);
  }
  if (const std::string own = key(*chain, structures, measurement.provenance.submit); own != measurement.key) {
    out.flaws.push_back(
        {Flaw::Part::identity, 0, "key", base::say("record.key_wrong", {{"told", measurement.key}, {"own", own}})});
  }
  return out;
}

std::string stranger_name(std::string_view file) {
  std::string name = base::visible(std::filesystem::path(file).filename().string());
  return name.empty() ? std::string(base::text("record.stranger.unnamed")) : name;
}

std::string stranger_words(const Measurement& measurement) {
  if (measurement.stranger.empty()) return {};
  return base::say("record.stranger", {{"file", measurement.stranger}});
}

std::string device_words(const Measurement& measurement) {
  const std::string stranger = stranger_words(measurement);
  return measurement.provenance.device + (stranger.empty() ? "" : ", " + stranger);
}

std::vector<std::string> caveats(const Measurement& measurement) {
  std::vector<std::string> all;
  if (!measurement.stranger.empty())
    all.push_back(base::say("record.stranger.beside", {{"file", measurement.stranger}}));
  for (const std::string& doubt : measurement.doubts) all.push_back(base::say("record.doubted", {{"doubt", doubt}}));
  return all;
}

std::vector<std::string> told_beside(const Measurement& measurement) {
  std::vector<std::string> all = caveats(measurement);
  all.insert(all.end(), measurement.remarks.begin(), measurement.remarks.end());
  return all;
}

}  // namespace record
