// onetrip tune: which knobs of a GPU's kernels are best for one chain, tried, measured again, and kept.
#include "study/tune.hpp"

#include "base/error.hpp"
#include "base/resources.hpp"
#include "base/units.hpp"
#include "base/words.hpp"
#include "base/writable.hpp"
#include "charts/sweep/surface.hpp"
#include "cli/commands.hpp"
#include "cli/interrupts.hpp"
#include "cli/json.hpp"
#include "cli/live.hpp"
#include "cli/output.hpp"
#include "cli/sheet.hpp"
#include "cli/tuned.hpp"
#include "exporter/write.hpp"
#include "record/plausibility.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace cli {
namespace {

constexpr Flag tune_flags[] = {device_flag,
                               worker_flag,
                               {cuts_flag.name, "CUTS", "cli.flag.cuts.tune"},
                               submit_flag,
                               seed_flag,
                               {quick_name, "", "cli.flag.quick"},
                               {"-o", "FILE", "cli.flag.o.tune"},
                               theme_flag,
                               json_flag};

/// What came of it, and why it ended early.
struct Outcome {
  record::Tuning tuning;
  bool interrupted = false;
  std::string failed;              ///< the device's sentence; empty: none
  std::vector<std::string> saved;  ///< files
  std::string not_kept;            ///< why nothing is in the home folder
};

/// The plan whose knobs are turned.
base::Expected<plan::FusionPlan> usual_plan(const std::string& chain_words, const Options& options,
                                            const device::Device& device) {
  const std::string cuts = options.value(cuts_flag.name).value_or("none");
  if (const auto knobs = plan::split_knobs(cuts).knobs; !knobs.empty()) {
    return base::wrong(base::say("app.tune.cuts_with_knobs", {{"knobs", knobs}}),
                       base::say("app.tune.cuts_with_knobs.hint"));
  }
  const auto study = study_of(chain_words, options, &device, device.spec());
  if (!study) return std::unexpected(study.error());
  if (cuts == "every") return study->unfused();
  return cuts == "none" ? study->fused() : study->plans.back();
}

study::TuneRequest request_of(const Options& options, std::uint64_t seed, const std::vector<std::string>& arguments) {
  study::TuneRequest request;
  request.seed = seed;
  request.cuts = options.value(cuts_flag.name).value_or("none");
  request.command = command_line("tune", arguments);
  if (options.has(quick_name)) {
    request.rounds = 2;
    request.samples = 3;
    request.fresh = 1;
  }
  return request;
}

/// Without the usual kernels' time there is nothing to hold a setting against.
bool found_any(const record::Tuning& tuning) {
  return !tuning.points.empty() && tuning.points.front().cold.has_value();
}

/// Runs until it is done, stopped, or the device has failed; what was found is there in any case.
Outcome tuned(device::Device& device, const plan::FusionPlan& usual, const study::TuneRequest& request,
              const std::stop_token& stop) {
  Outcome out;
  const auto progress = [](const measure::Progress& now) { print_progress(now.share, now.word); };
  try {
    study::tune(out.tuning, device, usual, request, progress, stop);
  } catch (const base::Cancelled&) {
    out.interrupted = true;
  } catch (const device::DeviceError& error) {
    if (!found_any(out.tuning)) throw;
    out.failed = fmt::format("{} {}", error.what(), error.remedy);
  }
  end_progress();
  // Through the one door, as every measurement.
  record::Judgement judged = record::judge(out.tuning, record::data_sheets());
  if (!judged.flaws.empty())
    throw device::DeviceError(
        base::say("measure.impossible", {{"device", device.name()}, {"why", judged.flaws.front().sentence}}),
        base::say("measure.impossible.remedy"));
  out.tuning.doubts = std::move(judged.doubts);
  return out;
}

/// In the home folder, but never a part of a tuning over a whole one.
void keep(Outcome& out, const chain::Chain& chain, const device::Device& device) {
  if (!found_any(out.tuning)) return;
  try {
    const std::string card = card_of(device);
    const std::filesystem::path place = record::tuning_place(chain, out.tuning.cuts, card);
    const auto before = record::kept_tuning(chain, out.tuning.cuts, card);
    if (!out.tuning.finished() && before && *before && (*before)->finished()) {
      out.not_kept = base::say("app.tune.kept_before", {{"file", place.string()}});
      return;
    }
    base::make_folder(place.parent_path());
    base::write_file(place, record::to_toml(out.tuning));
    out.saved.push_back(place.string());
  } catch (const std::exception& error) {
    out.not_kept = error.what();
  }
}

/// A table, or the surface, by the file's ending.
base::Expected<void> save(Outcome& out, const std::shared_ptr<const chain::Chain>& chain, const Options& options,
                          const std::vector<std::string>& arguments) {
  const auto file = options.value("-o");
  if (!file || out.tuning.points.empty()) return {};
  if (file->ends_with(".toml")) {
    base::write_file(*file, record::to_toml(out.tuning));
  } else {
    const auto written = export_options(options);
    if (!written) return std::unexpected(written.error());
    charts::ChartData sheet;
    if (auto set = set_sheet(sheet, options, written->theme); !set) return set;
    sheet.chain = chain;
    sheet.command = command_line("tune", arguments);
    if (auto done = exporter::write(charts::surface(sheet, out.tuning), *file, *written); !done) return done;
  }
  out.saved.push_back(*file);
  return {};
}

std::string report(const Outcome& out) {
  const record::Tuning& tuning = out.tuning;
  std::vector<const record::TunedPoint*> points;
  for (const record::TunedPoint& point : tuning.points) points.push_back(&point);
  std::ranges::stable_sort(points, {}, [](const record::TunedPoint* point) {
    return point->cold ? point->cold->median.value : std::numeric_limits<double>::infinity();
  });
  std::vector<std::vector<std::string>> rows(1);
  for (const char* column : {"knobs", "time", "of_usual", "registers", "spilled", "note"}) {
    rows[0].push_back(base::say("cli.column." + std::string(column)));
  }
  const auto& usual = tuning.points.front().cold;
  for (const record::TunedPoint* point : points) {
    const bool timed = point->cold.has_value();
    rows.push_back({charts::knobs_words(point->knobs), timed ? base::show(point->cold->median) : "-",
                    timed && usual ? base::show_number(usual->median.value / point->cold->median.value) + "x" : "-",
                    point->registers ? std::to_string(*point->registers) : "-",
                    point->spilled ? base::show(*point->spilled) : "-",
                    timed || !point->failed.empty() ? point->failed : base::say("chart.surface.not_tried")});
  }
  std::string text = text_table(rows) + "\n" + charts::surface_finding(tuning) + ".\n";
  for (const record::FreshRun& run : tuning.fresh) {
    text += base::say("app.tune.fresh",
                      {{"usual", base::show(run.usual.median)}, {"chosen", base::show(run.chosen.median)}}) +
            "\n";
  }
  if (tuning.finished() && tuning.chosen.empty() && !tuning.fresh.empty())
    text += base::say("app.tune.not_held") + "\n";
  for (const std::string& doubt : tuning.doubts) text += base::say("record.doubted", {{"doubt", doubt}}) + "\n";
  const record::Provenance& from = tuning.provenance;
  return text +
         base::say("app.tune.from", {{"device", from.device},
                                     {"driver", from.driver},
                                     {"date", from.date},
                                     {"seed", std::to_string(from.seed)},
                                     {"version", from.version}}) +
         "\n";
}

/// How it ended, and what is on disk.
std::string ending(const Outcome& out) {
  std::string text;
  const std::string tried = std::to_string(out.tuning.tried()), all = std::to_string(out.tuning.points.size());
  if (out.interrupted) text += base::say("app.tune.interrupted", {{"tried", tried}, {"all", all}}) + "\n";
  if (!out.failed.empty()) {
    text += base::say("app.tune.failed", {{"tried", tried}, {"all", all}, {"why", out.failed}}) + "\n";
  }
  for (const std::string& file : out.saved) text += base::say("app.tune.saved", {{"file", file}}) + "\n";
  if (!out.not_kept.empty()) text += base::say("app.tune.not_kept", {{"why", out.not_kept}}) + "\n";
  if (out.saved.empty() && out.not_kept.empty()) text += base::say("app.tune.nothing_saved") + "\n";
  return text;
}

nlohmann::ordered_json to_json(const Outcome& out) {
  using nlohmann::ordered_json;
  const record::Tuning& tuning = out.tuning;
  const auto seconds = [](const std::optional<record::Times>& time) {
    return time ? ordered_json(time->median.value * 1e6) : ordered_json(nullptr);
  };
  ordered_json json;
  json["chain"] = tuning.chain;
  json["cuts"] = tuning.cuts;
  json["rounds"] = tuning.rounds;
  json["points"] = ordered_json::array();
  for (const record::TunedPoint& point : tuning.points) {
    json["points"].push_back({{"knobs", point.knobs},
                              {"time_us", seconds(point.cold)},
                              {"registers", or_null(point.registers)},
                              {"spilled_bytes", or_null(point.spilled)},
                              {"left_out_because", or_null(point.failed)}});
  }
  json["chosen"] = or_null(tuning.chosen);
  json["gain"] = or_null(tuning.gain());
  json["fresh"] = ordered_json::array();
  for (const record::FreshRun& run : tuning.fresh) {
    json["fresh"].push_back({{"usual_us", run.usual.median.value * 1e6}, {"chosen_us", run.chosen.median.value * 1e6}});
  }
  json["finished"] = tuning.finished();
  json["device"] = tuning.provenance.device;
  json["date"] = tuning.provenance.date;
  json["saved"] = out.saved;
  return json;
}

/// What would only be found after minutes of measuring.
base::Expected<void> expect_saved(const Options& options) {
  const auto file = options.value("-o");
  if (file) base::expect_writable(*file);
  if (file && !file->ends_with(".toml")) {
    if (auto known = exporter::expect_known(*file); !known) return known;
  }
  const auto written = export_options(options);
  if (!written) return std::unexpected(written.error());
  charts::ChartData sheet;
  return set_sheet(sheet, options, written->theme);
}

}  // namespace

Exit run_tune(const std::vector<std::string>& arguments) {
  const auto options = begin(arguments, {"tune CHAIN [options]", base::text("cli.about.chain"), tune_flags, 1, 1});
  if (!options) return options.error();
  if (const auto saved = expect_saved(*options); !saved) return bad_input(saved.error());
  const auto submit = parse_submit(options->value(submit_flag.name).value_or("stream"));
  if (!submit) return bad_input(submit.error());
  const auto seed = seed_of(*options);
  if (!seed) return bad_input(seed.error());
  const device::Registry registry(wanted_registry(*options, *submit));
  const auto found = device_named(registry, wanted_device(*options));
  if (!found) return bad_input(found.error());
  device::Device& device = **found;
  const auto usual = usual_plan(options->words[0], *options, device);
  if (!usual) return bad_input(usual.error());

  const Interrupts interrupts;
  Outcome out = tuned(device, *usual, request_of(*options, *seed, arguments), interrupts.token());
  keep(out, *usual->chain, device);
  const auto saved = save(out, usual->chain, *options, arguments);
  if (options->has("--json")) {
    print_json(to_json(out));
    print_error(ending(out));
  } else {
    print(report(out) + ending(out));
  }
  if (!saved) return bad_input(saved.error());
  interrupts.end_if_interrupted();
  return out.failed.empty() ? Exit::done : Exit::machine;
}

}  // namespace cli
