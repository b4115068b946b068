// Building a study from the command line, and its JSON.
#include "cli/study.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "base/words.hpp"
#include "cli/json.hpp"
#include "cli/output.hpp"
#include "machine/cards.hpp"
#include "machine/kept.hpp"
#include "model/memory.hpp"
#include "plan/presets.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace cli {
namespace {

/// A chain of one-row statistics may have no crossing at all: then there is no ratio to give.
nlohmann::ordered_json ratio(double a, double b) {
  return b > 0 ? nlohmann::ordered_json(a / b) : nlohmann::ordered_json(nullptr);
}

}  // namespace

void print_broken_files() {
  for (const std::string& broken : machine::broken_files()) {
    print_error(base::say("cli.devices.left_out", {{"why", base::trim(broken)}}) + "\n");
  }
}

base::Expected<machine::DeviceSpec> spec_of(const Options& options) {
  if (const auto asked = options.value(spec_flag.name)) {
    if (asked->starts_with(machine::recorded_prefix)) print_broken_files();
    return machine::device_named(*asked);
  }
  if (const auto here = machine::device_named(machine::here_id); !here && machine::kept_at(machine::here_id)) {
    const base::Diagnostic& why = here.error().front();
    print_error(why.file.empty() ? fmt::format("{}. {}\n", why.message, why.hint) : base::render(here.error()));
  }
  return machine::device_named("");
}

machine::DeviceSpec as_submitted(const machine::DeviceSpec& spec, const Options& options) {
  return spec.ordered(options.value("--submit") == "graph" ? machine::Submit::graph : machine::Submit::stream);
}

base::Expected<Study> study_of(const std::string& chain_words, const Options& options, const device::Device* device,
                               const std::optional<machine::DeviceSpec>& known) {
  auto chain = plan::read_chain(chain_words);
  if (!chain) return std::unexpected(chain.error());
  std::optional<machine::DeviceSpec> spec = options.has(spec_flag.name) ? std::nullopt : known;
  if (!spec) {
    auto named = spec_of(options);
    if (!named) return std::unexpected(named.error());
    spec = std::move(*named);
  }
  return study::study_of(std::make_shared<const chain::Chain>(std::move(*chain)),
                         study::machine_of(device, as_submitted(*spec, options)), asked_cuts(options));
}

std::string with_knobs(const std::string& cuts, const Options& options) {
  std::string out = cuts;
  for (const std::string& knob : options.all(knob_flag.name)) {
    out += " " + knob + (knob.find('=') == std::string::npos ? "=" : "");  // a knob without its value, not a cut
  }
  return out;
}

std::vector<std::string> asked_cuts(const Options& options) {
  std::vector<std::string> all = options.all(cuts_flag.name);
  if (all.empty() && options.has(knob_flag.name)) all.emplace_back("none");
  for (std::string& cuts : all) cuts = with_knobs(cuts, options);
  return all;
}

session::Calibration calibrate(device::Device& device) {
  print_error(fmt::format("{}\n", base::text("app.calibrating")));
  session::Calibration done = session::calibrate(device, print_progress, {});
  end_progress();
  // The figures are good for this run; only the next one has to measure again.
  if (!done.not_kept.empty())
    print_error(fmt::format("{}\n  {}\n", done.not_kept, base::text("app.calibration_not_kept")));
  return done;
}

std::optional<machine::DeviceSpec> calibrated(device::Device& device) {
  if (auto spec = device.spec()) return spec;
  if (!device.can_calibrate()) return std::nullopt;
  return calibrate(device).spec;
}

std::string ops_text(const plan::FusionPlan& plan, const plan::Group& group) {
  std::string out;
  for (const int op : group.ops) {
    if (!out.empty()) out += ", ";
    out += chain::info(plan.chain->values[op].op).name;
  }
  return out;
}

nlohmann::ordered_json to_json(const base::Levels& levels) {
  const auto both = [](const std::optional<base::Moved>& moved) {
    if (!moved) return nlohmann::ordered_json(nullptr);
    return nlohmann::ordered_json{{"read_bytes", moved->read.value}, {"write_bytes", moved->written.value}};
  };
  return {{"issued", both(levels.issued)}, {"l2", both(levels.l2)}, {"dram", both(levels.dram)}};
}

nlohmann::ordered_json to_json(const Study& study) {
  using nlohmann::ordered_json;
  const auto& values = study.chain->values;
  ordered_json out;
  out["chain"] = chain::expanded_text(*study.chain);
  out["spec"] = study.spec.id;
  out["spec_calibrated_on"] = or_null(study.spec.calibrated_on);
  out["source"] = "model";
  out["plans"] = ordered_json::array();
  for (std::size_t p = 0; p < study.plans.size(); ++p) {
    const plan::FusionPlan& plan = study.plans[p];
    const model::Prediction& prediction = study.predictions[p];
    ordered_json one;
    one["name"] = plan.name;
    one["kernels"] = ordered_json::array();
    for (std::size_t g = 0; g < plan.groups.size(); ++g) {
      const plan::Group& group = plan.groups[g];
      const model::KernelPrediction& kernel = prediction.kernels[g];
      ordered_json k;
      k["ops"] = ordered_json::array();
      for (const int op : group.ops) k["ops"].push_back(chain::info(values[op].op).name);
      k["schedule"] = plan::name(group.schedule);
      k["launches"] = kernel.launches;
      k["reads"] = ordered_json::array();
      for (const model::Transfer& one : kernel.traffic.transfers) {
        if (!one.write) k["reads"].push_back(values[one.value].name);  // as often as it crosses
      }
      k["writes"] = ordered_json::array();
      for (const int v : group.writes) k["writes"].push_back(values[v].name);
      k["crossings"] = kernel.traffic.crossings;
      k["bytes"] = kernel.traffic.bytes().value;
      k["time_us"] = kernel.cold.value * 1e6;
      k["levels"] = {{"cold", to_json(kernel.cold_levels)}, {"batch", to_json(kernel.batch_levels)}};
      k["bound"] = model::name(kernel.bound);
      k["because"] = kernel.because;
      one["kernels"].push_back(std::move(k));
    }
    one["crossings"] = prediction.crossings;
    one["bytes"] = prediction.bytes().value;
    one["read_bytes"] = prediction.read.value;
    one["write_bytes"] = prediction.written.value;
    one["levels"] = {{"cold", to_json(prediction.cold_levels)},
                     {"cold_tail_bytes", prediction.tail.value},
                     {"batch", to_json(prediction.batch_levels)}};
    one["flops"] = prediction.flops.value;
    one["memory_peak_bytes"] = model::memory_peak(plan).value;
    one["time_us"] = prediction.cold.value * 1e6;
    one["batch_time_us"] = prediction.batch.value * 1e6;
    one["bound"] = model::name(prediction.bound);
    one["notes"] = plan.notes;
    out["plans"].push_back(std::move(one));
  }
  const model::Prediction &unfused = study.predictions[0], &fused = study.predictions[1];
  out["ratio"] = {
      {"crossings", ratio(unfused.crossings, fused.crossings)},
      {"bytes", ratio(static_cast<double>(unfused.bytes().value), static_cast<double>(fused.bytes().value))},
      {"time", ratio(unfused.cold.value, fused.cold.value)}};
  return out;
}

nlohmann::ordered_json eager_json(const Study& study, const std::optional<study::EagerTime>& time) {
  const auto eager = study::eager_of(study);
  if (!eager || !*eager) return nullptr;
  const model::Prediction &priced = (*eager)->prediction, &fused = study.predictions[1];
  nlohmann::ordered_json of_run;
  if (time) of_run = {{"source", record::name(time->source)}, {"ratio", {{"time", time->share}}}};
  return {{"kernels", priced.kernels.size()},
          {"crossings", priced.crossings},
          {"bytes", priced.bytes().value},
          {"time_us", priced.cold.value * 1e6},
          {"ratio",
           {{"crossings", ratio(priced.crossings, fused.crossings)},
            {"bytes", ratio(static_cast<double>(priced.bytes().value), static_cast<double>(fused.bytes().value))},
            {"time", ratio(priced.cold.value, fused.cold.value)}}},
          {"measured", std::move(of_run)}};
}

std::string eager_line(const Study& study, const std::optional<study::EagerTime>& time) {
  const auto eager = study::eager_of(study);
  const std::string words = study::eager_words(study, eager, true, time);
  if (words.empty()) return {};
  return words + (eager ? " (--cuts eager)\n" : "\n");
}

}  // namespace cli
