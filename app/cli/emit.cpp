// onetrip emit: a plan as CUDA C++ that nvcc compiles as it is.
#include "base/text.hpp"
#include "base/words.hpp"
#include "cli/commands.hpp"
#include "cli/live.hpp"
#include "cli/options.hpp"
#include "cli/output.hpp"
#include "cli/study.hpp"
#include "codegen/card_limits.hpp"
#include "codegen/program.hpp"
#include "plan/presets.hpp"
#include "study/plans.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace cli {
namespace {

constexpr std::array known_cards = {75, 80, 86, 87, 89, 90, 100, 103, 120, 121};

constexpr Flag emit_flags[] = {
    {"--plan", "PLAN", "cli.flag.plan"},
    {"--cuts", "CUTS", "cli.flag.cuts.emit"},
    knob_flag,
    {"--sm", "NUMBER", "cli.flag.sm"},
    device_flag,
    worker_flag,
};

/// Shared memory that a block may opt in to, by compute capability (CUDA C++ Programming Guide, table of technical
/// specifications).
std::int64_t shared_of(int capability) {
  switch (capability) {
    case 75:
      return 64 * 1024;
    case 80:
    case 87:
      return 163 * 1024;
    case 86:
    case 89:
    case 120:
    case 121:
      return 99 * 1024;
    default:
      return 227 * 1024;
  }
}

/// The card that --device or --worker names, for which `run` would write these kernels.
base::Expected<codegen::Target> target_of_device(const Options& options) {
  if (options.has("--sm")) {
    return base::wrong(base::say("cli.emit.two_targets"), base::say("cli.give_one"));
  }
  const device::Registry registry(wanted_registry(options));
  const auto device = device_named(registry, wanted_device(options));
  if (!device) return std::unexpected(device.error());
  const record::Target card = (*device)->target();
  if (card.compute_capability == 0) {
    return base::wrong(base::say("app.no_card", {{"device", (*device)->id()}}),
                       std::string(base::text("app.no_card.hint")));
  }
  codegen::Target target;
  target.compute_capability = card.compute_capability;
  target.multiprocessors = card.multiprocessors;
  target.shared_per_block = card.shared_per_block;
  return target;
}

base::Expected<codegen::Target> target_of(const Options& options) {
  if (options.has(device_flag.name) || options.has(worker_flag.name)) return target_of_device(options);
  codegen::Target target;
  const std::string text = options.value("--sm").value_or("90");
  const auto number = base::to_integer(text);
  if (!number || std::ranges::find(known_cards, *number) == known_cards.end()) {
    return base::wrong(base::say("cli.emit.sm", {{"text", text}}),
                       base::say("cli.emit.sm.hint", {{"known", fmt::format("{}", fmt::join(known_cards, ", "))}}));
  }
  target.compute_capability = static_cast<int>(*number);
  target.shared_per_block = shared_of(target.compute_capability);
  return target;
}

base::Expected<plan::Cuts> cuts_of(const Options& options) {
  const auto plan = options.value("--plan"), cuts = options.value("--cuts");
  if (plan && cuts) return base::wrong(base::say("cli.emit.two_plans"), base::say("cli.give_one"));
  if (cuts && plan::split_knobs(*cuts).cuts == study::best_cut) {
    return base::wrong(base::say("cli.emit.best"), base::say("cli.emit.best.hint"));
  }
  if (cuts) return plan::parse_cuts(with_knobs(*cuts, options));
  if (!plan || *plan == "fused") return plan::parse_cuts(with_knobs("none", options));
  if (*plan == "unfused") return plan::parse_cuts(with_knobs("every", options));
  return base::wrong(base::say("cli.emit.plan", {{"plan", *plan}}), base::say("cli.emit.plan.hint"));
}

}  // namespace

Exit run_emit(const std::vector<std::string>& arguments) {
  const auto options = begin(arguments, {"emit CHAIN [options]", base::text("cli.about.chain"), emit_flags, 1, 1});
  if (!options) return options.error();
  const auto target = target_of(*options);
  if (!target) return bad_input(target.error());
  const auto cuts = cuts_of(*options);
  if (!cuts) return bad_input(cuts.error());
  auto chain = plan::read_chain(options->words[0]);
  if (!chain) return bad_input(chain.error());
  const auto plan =
      study::plan_of(std::make_shared<const chain::Chain>(std::move(*chain)), *cuts, codegen::limits(*target));
  if (!plan) return bad_input(plan.error());
  if (const auto fits = codegen::allowed(*plan, *target); !fits) return bad_input(fits.error());
  print(codegen::emit(codegen::lower(*plan, *target), *plan));
  return Exit::done;
}

}  // namespace cli
