// onetrip predict: crossings, bytes and modelled time of a chain's plans.
#include "base/units.hpp"
#include "base/words.hpp"
#include "charts/frame/source_words.hpp"
#include "cli/commands.hpp"
#include "cli/live.hpp"
#include "cli/output.hpp"
#include "cli/study.hpp"
#include "codegen/card_limits.hpp"
#include "lesson/quantity.hpp"
#include "model/occupancy.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>

namespace cli {
namespace {

constexpr Flag predict_flags[] = {
    cuts_flag, knob_flag, spec_flag, device_flag, worker_flag, json_flag, {"--expand", "", "cli.flag.expand"},
};

/// For --device or --worker: cut as that device must, and with its own spec.
base::Expected<Study> study_for_device(const Options& options) {
  const device::Registry registry(wanted_registry(options));
  const auto device = device_named(registry, wanted_device(options));
  if (!device) return std::unexpected(device.error());
  const auto spec = (*device)->spec();
  if (!spec && !options.has(spec_flag.name)) {
    return base::wrong(base::say("app.no_spec", {{"device", (*device)->name()}}),
                       std::string(base::text("app.no_spec.hint")));
  }
  return study_of(options.words[0], options, *device, spec);
}

/// "x, b (0: broadcast)": the tensors of one direction, full ones plain.
std::string tensors(const Study& study, const model::Traffic& traffic, bool write) {
  std::string out;
  for (const model::Transfer& transfer : traffic.transfers) {
    if (transfer.write != write) continue;
    if (!out.empty()) out += ", ";
    out += study.chain->values[transfer.value].name;
    if (!transfer.full) out += fmt::format(" ({})", base::show(transfer.bytes));
  }
  return out;
}

/// "x 1, w 1, y 5": whole tensors' crossings; empty where all are of one size.
std::string by_tensor(const plan::FusionPlan& plan) {
  if (!plan.chain->has_product()) return {};
  std::string out;
  for (const auto& [name, count] : model::crossings_by_line(plan)) {
    out += fmt::format("{}{} {}", out.empty() ? "" : ", ", name, count);
  }
  return "  " + base::say("cli.predict.by_tensor", {{"tensors", out}}) + "\n";
}

std::string bound_words(model::Bound bound) {
  return base::say("cli.bound." + std::string(model::name(bound)));
}

/// What the DRAM sees of both plans, where a cache keeps so much that it is not what the rule counts.
std::string dram_line(const model::Prediction& unfused, const model::Prediction& fused) {
  constexpr double shown_from = 0.01;
  const auto at_dram = [](const model::Prediction& of) {
    return of.cold_levels.dram ? of.cold_levels.dram->both() : of.bytes();
  };
  const auto fewer = [&](const model::Prediction& of) {
    return static_cast<double>(at_dram(of).value) < (1 - shown_from) * static_cast<double>(of.bytes().value);
  };
  const base::Bytes was = at_dram(unfused), is = at_dram(fused);
  if ((!fewer(unfused) && !fewer(fused)) || is.value <= 0) return {};
  return base::say("cli.predict.dram",
                   {{"unfused", base::show(was)},
                    {"fused", base::show(is)},
                    {"ratio", base::show_number(static_cast<double>(was.value) / static_cast<double>(is.value))}}) +
         "\n";
}

std::string no_kernel_line(const Study& study, const plan::Group& group, const std::string& number) {
  if (plan::has_gpu_kernel(group.schedule) || study.spec.kind != machine::Kind::gpu) return {};
  return "  " + base::say("model.no_kernel", {{"kernel", number}}) + "\n";
}

/// What a kernel does that its row of the table does not tell: starts twice, reads twice, is not there.
std::string remarks(const Study& study, const plan::FusionPlan& plan, const model::KernelPrediction& kernel) {
  std::string out =
      no_kernel_line(study, plan.groups[static_cast<std::size_t>(kernel.group)], std::to_string(kernel.group + 1));
  std::string again, named_again;
  const auto list = [&](std::string& names, int value) {
    names += (names.empty() ? "" : ", ") + study.chain->values[value].name;
  };
  std::map<int, int> sweeps;  // of what is read more than once
  const std::string number = std::to_string(kernel.group + 1);
  for (const model::Transfer& transfer : kernel.traffic.transfers) {
    if (transfer.again && ++sweeps[transfer.value] == 1) list(again, transfer.value);
    if (transfer.named_again.value > 0) list(named_again, transfer.value);
  }
  int most = 1;
  for (const auto& [value, more] : sweeps) most = std::max(most, 1 + more);
  if (most > 2) {  // only a knob makes it so: a stream sweeps twice
    out += "  " +
           base::say("model.sweeps_more", {{"kernel", number}, {"sweeps", std::to_string(most)}, {"tensors", again}}) +
           "\n";
  } else if (!again.empty()) {
    out += "  " + base::say("model.sweeps", {{"kernel", number}, {"tensors", again}}) + "\n";
  }
  if (!named_again.empty())
    out += "  " + base::say("model.named_again", {{"kernel", number}, {"tensors", named_again}}) + "\n";
  if (kernel.launches == 1) return out;
  const std::string launches = std::to_string(kernel.launches);
  return out + "  " + base::say("model.launches", {{"kernel", number}, {"launches", launches}}) + "\n";
}

/// Of a plan whose registers have a cap: warps that fit at the least, by the rules of an H100 or H200; nothing where
/// the spec is no GPU's.
std::string occupancy_lines(const Study& study, const plan::FusionPlan& plan) {
  const codegen::Target target;
  const auto capped = [](const plan::Group& group) { return group.knobs.registers.has_value(); };
  if (std::ranges::none_of(plan.groups, capped)) return {};
  if (study.spec.kind != machine::Kind::gpu || !codegen::allowed(plan, target)) return {};
  std::string out;
  for (const codegen::Kernel& kernel : codegen::lower(plan, target).kernels) {
    const auto cap = plan.groups[static_cast<std::size_t>(kernel.group)].knobs.registers;
    if (!cap) continue;
    const auto fits = model::occupancy(target.compute_capability, *cap, base::Bytes{kernel.launch.dynamic_shared},
                                       kernel.launch.block[0]);
    if (!fits) continue;
    out += "  " +
           base::say("cli.predict.occupancy", {{"kernel", std::to_string(kernel.group + 1)},
                                               {"registers", std::to_string(*cap)},
                                               {"threads", std::to_string(kernel.launch.block[0])},
                                               {"warps", std::to_string(fits->warps)},
                                               {"most", std::to_string(fits->most)}}) +
           "\n";
    const auto& grid = kernel.launch.grid;
    const auto waves = model::waves(*fits, kernel.launch.block[0], target.multiprocessors, grid[0] * grid[1] * grid[2]);
    if (!waves) continue;
    out += "  " +
           base::say("cli.predict.waves", static_cast<std::size_t>(waves->count()),
                     {{"kernel", std::to_string(kernel.group + 1)},
                      {"blocks", base::group_digits(waves->blocks)},
                      {"at_once", base::group_digits(waves->at_once)},
                      {"empty", fmt::format("{:.0f}", 100 * waves->last_empty())}}) +
           "\n";
  }
  return out;
}

/// Every legal cut in one table, the quickest first.
std::string ranking(const Study& study) {
  std::vector<std::size_t> order(study.plans.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  const auto time = [&](std::size_t i) { return study.predictions[i].cold.value; };
  std::ranges::stable_sort(order, {}, time);
  const double best = time(order.front());
  const auto times = [&](std::size_t i) { return base::show_number(time(i) / best) + "x"; };
  std::vector<std::vector<std::string>> rows(1);
  for (const char* column : {"cuts", "launches", "crossings", "bytes", "time", "times"})
    rows[0].push_back(base::say("cli.column." + std::string(column)));
  for (const std::size_t i : order) {
    const plan::FusionPlan& plan = study.plans[i];
    const model::Prediction& prediction = study.predictions[i];
    rows.push_back({charts::plan_words(plan), std::to_string(plan.groups.size()), std::to_string(prediction.crossings),
                    base::show(prediction.bytes()), base::show(prediction.cold), times(i)});
  }
  return base::say("cli.predict.all", {{"n", std::to_string(order.size())},
                                       {"spec", study.spec.name},
                                       {"times", base::show_number(time(order.back()) / best)}}) +
         "\n" + text_table(rows);
}

std::string report(const Study& study) {
  std::string out;
  for (std::size_t p = 0; p < study.plans.size(); ++p) {
    const plan::FusionPlan& plan = study.plans[p];
    const model::Prediction& prediction = study.predictions[p];
    out +=
        base::say("cli.predict.plan", {{"plan", charts::plan_words(plan)},
                                       {"crossings", lesson::show_quantity("crossings.unfused", prediction.crossings)},
                                       {"bytes", base::show(prediction.bytes())},
                                       {"time", base::show(prediction.cold)},
                                       {"spec", study.spec.name},
                                       {"bound", bound_words(prediction.bound)}}) +
        "\n" + by_tensor(plan);
    std::vector<std::vector<std::string>> rows(1, {""});
    for (const char* column : {"kernel", "schedule", "reads", "writes", "crossings", "bytes", "time", "bound"}) {
      rows[0].push_back(base::say("cli.column." + std::string(column)));
    }
    for (std::size_t g = 0; g < plan.groups.size(); ++g) {
      const model::KernelPrediction& kernel = prediction.kernels[g];
      std::string schedule(plan::name(plan.groups[g].schedule));
      if (kernel.launches > 1) schedule = base::say("cli.predict.launches", kernel.launches, {{"schedule", schedule}});
      rows.push_back({fmt::format("  K{}", g + 1), ops_text(plan, plan.groups[g]), schedule,
                      tensors(study, kernel.traffic, false), tensors(study, kernel.traffic, true),
                      fmt::format("{}", kernel.traffic.crossings), base::show(kernel.traffic.bytes()),
                      base::show(kernel.cold), bound_words(kernel.bound)});
    }
    out += text_table(rows);
    out += fmt::format("  {}\n", model::regime_words(prediction, model::starts(study.spec)));
    for (const model::KernelPrediction& kernel : prediction.kernels) out += remarks(study, plan, kernel);
    for (const std::string& note : plan.notes) out += fmt::format("  {}\n", note);
    out += occupancy_lines(study, plan);
    out += "\n";
  }
  const model::Prediction &unfused = study.predictions[0], &fused = study.predictions[1];
  if (fused.crossings > 0) {
    const double bytes = static_cast<double>(unfused.bytes().value) / static_cast<double>(fused.bytes().value);
    out += base::say("cli.predict.ratio",
                     {{"crossings", base::show_number(static_cast<double>(unfused.crossings) / fused.crossings)},
                      {"bytes", base::show_number(bytes)},
                      {"time", base::show_number(unfused.cold.value / fused.cold.value)}}) +
           "\n" + dram_line(unfused, fused);
  }
  out += eager_line(study);
  for (const model::KernelPrediction& kernel : fused.kernels) {
    out += fmt::format("{} K{}: {}\n", charts::plan_words("fused"), kernel.group + 1, kernel.because);
  }
  if (study.spec.op_cost.empty()) out += std::string(base::text("app.sheet_ops")) + "\n";
  return out;
}

/// A processor has no knobs: what a plan with them would do there nobody can run.
base::Expected<void> expect_no_knobs(const Study& study) {
  if (study.spec.kind == machine::Kind::gpu) return {};
  for (const plan::FusionPlan& plan : study.plans) {
    const plan::Group* group = plan.with_knobs();
    if (group == nullptr) continue;
    return base::wrong(base::say("device.cpu.knobs", {{"knobs", plan::text(group->knobs)}}),
                       std::string(base::text("cli.predict.knobs.hint")));
  }
  return {};
}

}  // namespace

Exit run_predict(const std::vector<std::string>& arguments) {
  const auto options =
      begin(arguments, {"predict CHAIN [options]", base::text("cli.about.chain"), predict_flags, 1, 1});
  if (!options) return options.error();
  const bool there = options->has(device_flag.name) || options->has(worker_flag.name);
  const auto study = there ? study_for_device(*options) : study_of(options->words[0], *options, nullptr);
  if (!study) return bad_input(study.error());
  if (const auto allowed = expect_no_knobs(*study); !allowed) return bad_input(allowed.error());
  if (options->has("--json")) {
    auto json = to_json(*study);
    json["eager"] = eager_json(*study);
    print_json(json);
    return Exit::done;
  }
  if (options->has("--expand")) print(chain::expanded_text(*study->chain) + "\n");
  const auto asked = options->all(cuts_flag.name);
  print(std::ranges::find(asked, study::all_cuts) == asked.end() ? report(*study) : ranking(*study));
  return Exit::done;
}

}  // namespace cli
