// onetrip ladder: kernels written by hand, rung by rung, beside the generated ones of the same chain.
#include "base/words.hpp"
#include "base/writable.hpp"
#include "charts/frame/source_words.hpp"
#include "cli/commands.hpp"
#include "cli/json.hpp"
#include "cli/ladder_chain.hpp"
#include "cli/ladder_list.hpp"
#include "cli/live.hpp"
#include "cli/output.hpp"
#include "cli/results.hpp"
#include "codegen/card_limits.hpp"
#include "publish/kept_ladder.hpp"
#include "record/key.hpp"
#include "record/recording.hpp"
#include "record/scatter.hpp"
#include "study/tune.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace cli {
namespace {

constexpr Flag ladder_flags[] = {
    {"--size", "SIZE", "cli.flag.size.ladder"},
    {"--list", "", "cli.flag.list"},
    {"--device", "ID", "cli.flag.device.ladder"},
    worker_flag,
    submit_flag,
    seed_flag,
    {"--quick", "", "cli.flag.quick"},
    {"-o", "FILE", "cli.flag.o.run"},
    json_flag,
};

struct LeftOut {
  std::string name, why;
};

/// Unfused, every rung that takes this row and this card, fused; the generated ones where there are kernels for them.
base::Expected<std::vector<plan::FusionPlan>> plans_of(const Ladder& ladder, const device::Device& device,
                                                       std::vector<LeftOut>& left_out) {
  const codegen::Target target = study::target_of(device);
  auto generated = study::plans_of(ladder.chain, {}, device.limits());
  if (!generated) return generated;
  std::vector<plan::FusionPlan> plans;
  const auto add_generated = [&](plan::FusionPlan& plan) {
    if (const auto fits = codegen::allowed(plan, target); !fits) {
      left_out.push_back({plan.name, fits.error().front().message});
    } else {
      plans.push_back(std::move(plan));
    }
  };
  add_generated(generated->front());
  for (const codegen::LibraryKernel& kernel : ladder.by_hand.kernels) {
    if (std::string reason = kernel.why_not_on(target.compute_capability); !reason.empty()) {
      left_out.push_back({kernel.name, std::move(reason)});
      continue;
    }
    if (const auto program = codegen::program_of(kernel, *ladder.chain); !program) {
      left_out.push_back({kernel.name, program.error().front().message});
      continue;
    }
    auto rung = codegen::plan_of(kernel, ladder.chain);
    if (!rung) return std::unexpected(rung.error());
    plans.push_back(std::move(*rung));
  }
  add_generated(generated->back());
  return plans;
}

/// Verifies all; times those that are right. A plan that failed stands there with its verdict and no time.
record::Measurement measure_right_ones(device::Device& device, std::vector<plan::FusionPlan> plans,
                                       const study::RunRequest& request) {
  record::Measurement all = measured(device, plans, request);
  if (all_passed(all)) return all;
  const auto failed = [&](const plan::FusionPlan& plan) {
    const auto same = [&](const record::PlanMeasurement& one) { return one.plan == plan.name; };
    return !std::ranges::find_if(all.plans, same)->verdict.passed;
  };
  std::erase_if(plans, failed);
  if (plans.empty()) return all;
  record::Measurement right = measured(device, plans, request);
  for (record::PlanMeasurement& plan : all.plans) {
    if (plan.verdict.passed) continue;
    const auto place = right.plans.begin() + (&plan - all.plans.data());
    right.plans.insert(place, std::move(plan));
  }
  return right;
}

/// A rung does the fused plan's work and is not its kernel: nobody shall find its times as that plan's.
void name_structures(record::Measurement& measurement, const Ladder& ladder) {
  std::vector<std::string> structures;
  for (record::PlanMeasurement& plan : measurement.plans) {
    if (ladder.by_hand.find(plan.plan) != nullptr) plan.structure = "by hand " + plan.plan;
    structures.push_back(plan.structure);
  }
  measurement.key = record::key(*ladder.chain, structures, measurement.provenance.submit);
}

std::string idea_of(const Ladder& ladder, const std::string& plan) {
  const codegen::LibraryKernel* rung = ladder.by_hand.find(plan);
  return rung != nullptr ? rung->teaches : std::string(base::text("ladder." + plan));
}

/// Times as fast as the generated fused kernel; nothing where one of them has no time, or they scatter too much.
std::optional<double> speed(const record::Measurement& measurement, const record::PlanMeasurement& plan) {
  const auto fused = std::ranges::find(measurement.plans, "fused", &record::PlanMeasurement::plan);
  if (fused == measurement.plans.end() || !fused->cold || !plan.cold) return std::nullopt;
  if (!record::comparable(*fused->cold, *plan.cold)) return std::nullopt;
  return fused->cold->median.value / plan.cold->median.value;
}

/// What the compiler stores in local memory and loads again, of each thread; 0 is told, for silence would be none.
std::string spilled(const record::PlanMeasurement& plan) {
  std::optional<base::Bytes> stored, loaded;
  for (const record::KernelCode& kernel : plan.code) {
    if (!kernel.spill_stores || !kernel.spill_loads) continue;
    stored = stored.value_or(base::Bytes{}) + *kernel.spill_stores;
    loaded = loaded.value_or(base::Bytes{}) + *kernel.spill_loads;
  }
  if (!stored) return {};
  if (stored->value == 0 && loaded->value == 0) return base::show(*stored);
  return base::say("ladder.spilled", {{"stored", base::show(*stored)}, {"loaded", base::show(*loaded)}});
}

/// What went to local memory and came back, as counted.
std::string local(const record::PlanMeasurement& plan) {
  std::optional<base::Bytes> sum;
  for (const record::KernelCode& kernel : plan.code) {
    if (kernel.local_read && kernel.local_written)
      sum = sum.value_or(base::Bytes{}) + *kernel.local_read + *kernel.local_written;
  }
  return sum ? base::show(*sum) : std::string();
}

std::string report(const Ladder& ladder, const record::Measurement& measurement, const std::vector<LeftOut>& left_out) {
  const std::string none;
  const auto bytes = [&](const std::optional<base::Bytes>& count) { return count ? base::show(*count) : none; };
  std::vector<std::vector<std::string>> rows{
      {base::say("cli.column.kernel"), base::say("cli.column.outputs"),
       base::say("cli.column.time_of", {{"source", charts::source_words(measurement.source)}}),
       base::say("cli.column.dram_read", {{"tier", charts::tier_words(measurement.tier)}}),
       base::say("cli.column.written"), base::say("cli.column.spilled"), base::say("cli.column.local"),
       base::say("cli.column.speed"), base::say("cli.column.idea")}};
  for (const record::PlanMeasurement& plan : measurement.plans) {
    const auto of_fused = speed(measurement, plan);
    rows.push_back({charts::rung_words(plan.plan),
                    std::string(base::text(plan.verdict.passed ? "ladder.verified" : "ladder.wrong")),
                    plan.cold ? base::show(plan.cold->median) : std::string(base::text("app.not_timed")),
                    bytes(plan.dram_read), bytes(plan.dram_written), spilled(plan), local(plan),
                    of_fused ? fmt::format("{:.2f}", *of_fused) : none, idea_of(ladder, plan.plan)});
  }
  std::string out = fmt::format("{}: {}\n\n{}\n", ladder.by_hand.title, ladder.chain->text, text_table(rows));
  std::string said;
  for (const LeftOut& one : left_out) {
    if (one.why != said) out += base::say("ladder.left_out", {{"why", one.why}}) + "\n";
    said = one.why;  // of unfused and fused alike
  }
  const std::string& why = measurement.plans.back().no_bytes_because;
  if (!why.empty()) out += base::say("ladder.no_bytes", {{"why", why}}) + "\n";
  return out + footing(measurement);
}

nlohmann::ordered_json to_json(const Ladder& ladder, const record::Measurement& measurement,
                               const std::vector<LeftOut>& left_out) {
  nlohmann::ordered_json out;
  out["ladder"] = ladder.by_hand.title;
  out["chain"] = ladder.chain->text;
  for (const record::PlanMeasurement& plan : measurement.plans) {
    const auto of_fused = speed(measurement, plan);
    out["plans"].push_back({{"name", plan.plan},
                            {"by_hand", ladder.by_hand.find(plan.plan) != nullptr},
                            {"idea", idea_of(ladder, plan.plan)},
                            {"speed_of_fused", or_null(of_fused)}});
  }
  add_measurement(out, measurement);
  out["left_out"] = nlohmann::ordered_json::array();
  for (const LeftOut& one : left_out) out["left_out"].push_back({{"name", one.name}, {"why", one.why}});
  return out;
}

/// What can be done where no card is: a remedy for chains, such as the cpu, would be none here.
std::string ways_without_card(const std::string& name) {
  std::string out(base::text("ladder.no_card.hint"));
  if (publish::kept_ladder(name)) out = base::say("ladder.no_card.recorded", {{"name", name}}) + " " + out;
  return out;
}

base::Expected<device::Device*> card_named(const device::Registry& registry, const Options& options) {
  try {
    return device_named(registry, options.value(device_flag.name).value_or(std::string(device::own_gpu_id)));
  } catch (const device::DeviceError& error) {
    if (options.has(worker_flag.name)) throw;  // its host's own remedy
    throw device::DeviceError(error.what(), ways_without_card(options.words[0]));
  }
}

}  // namespace

Exit run_ladder(const std::vector<std::string>& arguments) {
  const auto options = begin(arguments, {"ladder NAME [options]", base::text("cli.about.ladder"), ladder_flags, 1, 1});
  if (!options) return options.error();
  if (const auto file = options->value("-o")) base::expect_writable(*file);
  const auto submit = parse_submit(options->value(submit_flag.name).value_or("stream"));
  if (!submit) return bad_input(submit.error());
  const auto ladder = ladder_of(options->words[0], options->value("--size"));
  if (!ladder) return bad_input(ladder.error());
  if (options->has("--list")) {
    list_ladder(*ladder, options->has("--json"));
    return Exit::done;
  }
  study::RunRequest request;
  const auto seed = seed_of(*options);
  if (!seed) return bad_input(seed.error());
  request.seed = *seed;
  request.command = command_line("ladder", arguments);
  if (options->has("--quick")) be_quick(request.rules);

  device::Wanted wanted = wanted_registry(*options, *submit);
  wanted.lower = [&](const plan::FusionPlan& plan, const codegen::Target& target) {
    const codegen::LibraryKernel* rung = ladder->by_hand.find(plan.name);
    return rung == nullptr ? codegen::lower(plan, target) : *codegen::program_of(*rung, *plan.chain);
  };
  const device::Registry registry(wanted);
  const auto found = card_named(registry, *options);
  if (!found) return bad_input(found.error());
  device::Device& device = **found;
  if (device.target().compute_capability == 0 || !device.live()) {
    return bad_input(
        base::wrong(base::say("ladder.no_card", {{"device", device.id()}}), ways_without_card(options->words[0]))
            .error());
  }
  std::vector<LeftOut> left_out;
  const auto plans = plans_of(*ladder, device, left_out);
  if (!plans) return bad_input(plans.error());
  record::Measurement measurement = measure_right_ones(device, *plans, request);
  name_structures(measurement, *ladder);
  if (options->has("--json")) {
    print_json(to_json(*ladder, measurement, left_out));
  } else {
    print(report(*ladder, measurement, left_out));
  }
  if (const auto file = options->value("-o")) record::save({measurement}, *file);
  return all_passed(measurement) ? Exit::done : Exit::no;
}

}  // namespace cli
