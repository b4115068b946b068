// Running a chain live for a command.
#include "cli/live.hpp"

#include "base/text.hpp"
#include "base/words.hpp"
#include "cli/output.hpp"
#include "cli/tuned.hpp"
#include "codegen/card_limits.hpp"
#include "codegen/kernel_library.hpp"
#include "lesson/quantity.hpp"
#include "publish/kept_ladder.hpp"
#include "record/key.hpp"
#include "record/plausibility.hpp"
#include "study/recorded.hpp"
#include "study/tune.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace cli {

namespace {

/// Where a climb of a ladder by this very chain is kept; empty where there is none.
std::string kept_climb(const chain::Chain& chain) {
  for (const std::string& name : codegen::ladder_names()) {
    const auto kept = publish::kept_ladder(name);
    if (!kept || record::key(*kept->chain, {}, "") != record::key(chain, {}, "")) continue;
    return base::say("app.not_recorded.ladder",
                     {{"ladder", name}, {"device", record::device_words(kept->measurement)}}) +
           " ";
  }
  return {};
}

/// What the device lacks, with what is known instead and what can be done.
device::DeviceError not_recorded(const device::Missing& missing, const Study& study, const device::Device& device) {
  std::string model;
  for (const model::Prediction& plan : study.predictions) {
    model += (model.empty() ? "" : "; ") +
             base::say("app.model_of_plan", {{"plan", plan.plan},
                                             {"crossings", lesson::show_quantity("crossings.unfused", plan.crossings)},
                                             {"bytes", base::show(plan.bytes())},
                                             {"time", base::show(plan.cold)}});
  }
  const std::string sentence = base::say(
      "app.not_recorded",
      {{"missing", missing.sentence}, {"spec", study.spec.name}, {"model", model}, {"nearest", missing.said}});
  const auto knobs = [](const plan::FusionPlan& plan) { return plan.with_knobs() != nullptr; };
  if (std::ranges::any_of(study.plans, knobs))
    return device::DeviceError(sentence, std::string(base::text("app.not_recorded.knobs")));
  const std::string climb = kept_climb(*study.chain);
  if (missing.nearest.empty())
    return device::DeviceError(sentence, climb + std::string(base::text("app.not_recorded.run")));
  const std::string open = command_line("run", {missing.nearest, "--device", device.id()});
  return device::DeviceError(sentence, climb + base::say("app.not_recorded.open", {{"command", open}}));
}

/// What a device that shows recordings holds of these plans together; one that runs is not asked to.
study::Lookup held_by(device::Device& device) {
  if (device.live()) return {};
  return [&device](const std::vector<plan::FusionPlan>& plans) -> std::optional<record::Measurement> {
    if (device.missing(plans)) return std::nullopt;
    return device.prepare({.plans = plans, .seed = 1})->recorded();
  };
}

}  // namespace

std::string command_line(std::string_view command, const std::vector<std::string>& arguments) {
  std::string out = fmt::format("onetrip {}", command);
  for (const std::string& argument : arguments) {
    const bool plain = !argument.empty() && std::ranges::all_of(argument, [](char c) {
      return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
             std::string_view("-_./=,:").find(c) != std::string_view::npos;
    });
    if (plain) {
      out += " " + argument;
      continue;
    }
    out += " '";
    for (const char c : argument) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
    out += "'";
  }
  return out;
}

base::Expected<wire::Submit> parse_submit(std::string_view word) {
  if (word == "stream") return wire::Submit::stream;
  if (word == "graph") return wire::Submit::graph;
  return base::wrong(base::say("cli.submit.unknown", {{"word", word}}));
}

base::Expected<void> takes_flags(const device::Device& device, const Options& options) {
  for (const std::string_view flag : {std::string_view(seed_flag.name), quick_name, seconds_name}) {
    if (device.live() || !options.has(flag)) continue;
    return base::wrong(base::say("app.recorded.no_use", {{"flag", flag}, {"device", device.id()}}),
                       base::say("app.recorded.no_use.hint", {{"flag", flag}}));
  }
  if (!options.has(submit_flag.name) || device.submits().size() > 1) return {};
  return base::wrong(base::say("app.submit.of_card", {{"way", *options.value(submit_flag.name)}}),
                     std::string(base::text("app.submit.of_card.remedy")));
}

void be_quick(measure::Rules& rules) {
  rules.least = 3;
  rules.wanted = {0.02};
  rules.limit = {1.0};
  rules.also_batch = false;
}

device::Wanted wanted_registry(const Options& options, wire::Submit submit) {
  return {.worker = options.value(worker_flag.name).value_or(""), .submit = submit};
}

device::Wanted without_card() {
  device::Wanted wanted;
  wanted.own_card = false;
  return wanted;
}

std::string wanted_device(const Options& options) {
  return options.value(device_flag.name).value_or(options.has(worker_flag.name) ? std::string(device::own_gpu_id) : "");
}

base::Expected<device::Device*> device_named(const device::Registry& registry, const std::string& wanted) {
  auto found = registry.find(wanted);
  const bool refused = std::ranges::any_of(registry.refused(), [&](const device::Refused& one) {
    return one.id == wanted || one.id.starts_with(wanted + "-") || wanted.empty();
  });
  if (!found && refused) throw device::DeviceError(found.error().front().message, found.error().front().hint);
  if (found && !(*found)->live()) {  // what another day's runs lack is told before their numbers
    print_broken_files();
    const std::vector<std::string> notes = (*found)->notes();
    for (std::size_t i = 1; i < notes.size(); ++i) print_error(notes[i] + "\n");  // the first one counts them
  }
  return found;
}

std::optional<Live> recorded_of(const device::Registry& registry, const std::string& chain_words) {
  device::Device* device = registry.course_recorded();
  if (device == nullptr) return std::nullopt;
  auto study = study_of(chain_words, {}, device, device->spec());
  if (!study) return std::nullopt;
  auto measurement = study::recorded_of(device, study->chain);
  if (!measurement) return std::nullopt;
  const auto eager = study::eager_time(*study, *measurement, held_by(*device));
  return Live{std::move(*study), std::move(*measurement), eager};
}

base::Expected<std::uint64_t> seed_of(const Options& options) {
  const auto seed = options.value(seed_flag.name);
  if (!seed) return 1;
  const auto number = base::to_integer(*seed);
  if (!number || *number < 0) {
    return base::wrong(base::say("cli.whole.from", {{"flag", seed_flag.name}, {"text", *seed}, {"least", "0"}}));
  }
  return static_cast<std::uint64_t>(*number);
}

base::Expected<base::Seconds> seconds_of(const Options& options, base::Seconds otherwise) {
  const auto text = options.value(seconds_name);
  if (!text) return otherwise;
  constexpr double least = 0.01, most = 3600;
  const auto seconds = base::to_number(*text);
  if (seconds && *seconds >= least && *seconds <= most) return base::Seconds{*seconds};
  return base::wrong(base::say("cli.number.from_to", {{"flag", seconds_name},
                                                      {"text", *text},
                                                      {"least", base::exact_number(least)},
                                                      {"most", base::exact_number(most)}}));
}

record::Measurement measured(device::Device& device, const std::vector<plan::FusionPlan>& plans,
                             const study::RunRequest& request) {
  const auto progress = [](const measure::Progress& now) { print_progress(now.share, now.word); };
  auto measurement = study::run(device, plans, request, progress, {});
  end_progress();
  return measurement;
}

base::Expected<Live> run_live(const device::Registry& registry, const std::string& chain_words, const Options& given,
                              const std::vector<std::string>& arguments) {
  const auto found = device_named(registry, wanted_device(given));
  if (!found) return std::unexpected(found.error());
  device::Device& device = **found;
  const auto with = with_tuned(chain_words, given, device);
  if (!with) return std::unexpected(with.error());
  const Options& options = *with;
  if (const auto taken = takes_flags(device, options); !taken) return std::unexpected(taken.error());

  study::RunRequest request;
  const auto seed = seed_of(options);
  if (!seed) return std::unexpected(seed.error());
  request.seed = *seed;
  if (options.has(quick_name)) be_quick(request.rules);
  // A mistake in the chain, and a chain that the machine cannot hold, are told before it is calibrated for it.
  const auto early = study_of(chain_words, options, &device, device.spec());
  if (!early) return std::unexpected(early.error());
  constexpr std::size_t most_measured = 16;  // about a second each, and all beside one another in memory
  if (early->plans.size() > most_measured) {
    return base::wrong(base::say("cli.cuts.run.many",
                                 {{"n", std::to_string(early->plans.size())}, {"most", std::to_string(most_measured)}}),
                       std::string(base::text("cli.cuts.run.many.hint")));
  }
  for (const plan::FusionPlan& plan : device.is_gpu() ? early->plans : std::vector<plan::FusionPlan>{}) {
    if (const auto fits = codegen::allowed(plan, study::target_of(device)); !fits) return std::unexpected(fits.error());
  }
  const bool calibrates = !options.has(spec_flag.name) && !device.spec() && device.can_calibrate();
  if (calibrates) static_cast<void>(device.prepare({early->plans, request.seed}));
  auto study = study_of(chain_words, options, &device, options.has(spec_flag.name) ? std::nullopt : calibrated(device));
  if (!study) return std::unexpected(study.error());

  request.command = command_line("run", arguments);
  if (const auto missing = device.missing(study->plans)) throw not_recorded(*missing, *study, device);
  auto measurement = measured(device, study->plans, request);
  study->price_as(measurement);
  const std::string& way = measurement.provenance.submit;
  if (const auto asked = options.value(submit_flag.name); asked && way != *asked) {  // recorded, but another way
    throw device::DeviceError(base::say("app.submit.other", {{"asked", *asked}, {"way", way}}),
                              base::say("app.submit.other.remedy", {{"asked", *asked}}));
  }
  const auto eager = study::eager_time(*study, measurement, held_by(device));
  return Live{std::move(*study), std::move(measurement), eager};
}

}  // namespace cli
