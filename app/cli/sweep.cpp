// onetrip sweep: both plans over sizes or over copies of an op, by the model and for real.
#include "cli/sweep.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "base/words.hpp"
#include "charts/frame/source_words.hpp"
#include "charts/sweep/words.hpp"
#include "cli/commands.hpp"
#include "cli/interrupts.hpp"
#include "cli/json.hpp"
#include "cli/output.hpp"
#include "cli/results.hpp"
#include "device/recorded/nearest.hpp"
#include "plan/presets.hpp"
#include "record/plausibility.hpp"
#include "record/recording.hpp"
#include "record/recording_store.hpp"
#include "study/eager.hpp"
#include "study/sweep.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <set>
#include <string>

namespace cli {
namespace {

constexpr Flag sweep_flags[] = {over_flag,
                                {cuts_flag.name, "CUTS", "cli.flag.cuts.sweep"},
                                knob_flag,
                                device_flag,
                                worker_flag,
                                submit_flag,
                                {"--model", "", "cli.flag.model"},
                                spec_flag,
                                seed_flag,
                                {seconds_name, "S", "cli.flag.seconds.sweep"},
                                {"-o", "FILE", "cli.flag.o.sweep"},
                                json_flag};

base::Expected<study::SweepRequest> request_of(const Options& options) {
  study::SweepRequest request;
  const auto seed = seed_of(options);
  if (!seed) return std::unexpected(seed.error());
  request.seed = *seed;
  const auto seconds = seconds_of(options, request.rules.limit);
  if (!seconds) return std::unexpected(seconds.error());
  request.rules.limit = *seconds;
  return request;
}

/// What the model alone has no use for is refused, not overlooked.
base::Expected<void> takes_flags_of_runs(const Options& options) {
  for (const std::string_view flag : {std::string_view(seed_flag.name), seconds_name, std::string_view("-o")}) {
    if (!options.has("--model") || !options.has(flag)) continue;
    return base::wrong(base::say("cli.sweep.model.no_use", {{"flag", flag}}),
                       base::say("cli.sweep.model.no_use.hint", {{"flag", flag}}));
  }
  return {};
}

/// Measures; what was measured before an interruption stays in `data`.
void measure(charts::SweepData& data, device::Device& device, study::SweepRequest request,
             const std::stop_token& stop) {
  request.command = [&](const chain::Chain& chain) {
    return command_line("run", {chain::one_line(chain), "--device", device.id()});
  };
  const auto progress = [](const measure::Progress& now) { print_progress(now.share, now.word); };
  try {
    study::measure_sweep(data, device, request, progress, stop);
  } catch (const base::Cancelled&) {
    for (charts::SweepPoint& point : data.points) {
      if (point.measurements.empty() && point.missing.empty()) point.missing = base::text("app.sweep.interrupted");
    }
  }
  end_progress();
}

/// The chain at the size of its own text, on the sweep's machine.
base::Expected<Study> study_as_written(const charts::SweepData& data) {
  if (!data.sheet.chain || !data.sheet.spec) return base::wrong("");
  return study::study_of(data.sheet.chain, study::machine_of(*data.sheet.spec), {});
}

/// A row a point: the model's times, then those of each device that measured or recorded some.
std::string report(const charts::SweepData& data) {
  const auto lines = charts::series_of(data, charts::SweepHeight::time);
  const bool size = data.axis.kind == chain::SweepAxis::Kind::size;
  std::vector<std::string> head{size ? base::say("cli.column.size") : std::string(chain::letter(data.axis.kind))};
  for (const charts::Series& line : lines) head.push_back(charts::series_words(data, line, charts::SweepHeight::time));
  const auto ratios = charts::series_of(data, charts::SweepHeight::speedup);
  for (const charts::Series& line : ratios) {
    head.push_back(
        base::say("cli.column.ratio", {{"of", charts::series_words(data, line, charts::SweepHeight::speedup)}}));
  }
  head.push_back(base::say("cli.column.bound_model"));
  std::vector<std::vector<std::string>> rows{head};
  const auto bands = charts::bands_of(data);
  for (std::size_t i = 0; i < data.points.size(); ++i) {
    std::vector<std::string> row{charts::place_words(data, data.points[i].at)};
    for (const charts::Series& line : lines) {
      row.push_back(line.values[i] ? base::show(base::Seconds{*line.values[i]}) : "-");
    }
    for (const charts::Series& line : ratios) {
      row.push_back(line.values[i] ? base::show_number(*line.values[i]) + "x" : "-");
    }
    const auto band = std::ranges::find_if(bands, [&](const charts::Band& b) { return b.first <= i && i <= b.last; });
    row.push_back(band == bands.end() ? "" : charts::band_words(data, band->bound));
    rows.push_back(std::move(row));
  }
  std::string out = text_table(rows) + "\n";
  const charts::Titles titles = charts::sweep_titles(data, charts::SweepHeight::time);
  for (const std::string& finding : {titles.model, titles.truth}) {
    if (!finding.empty()) out += finding + "\n";
  }
  if (const std::string missing = charts::missing_words(data); !missing.empty()) out += missing + "\n";
  for (const record::Measurement& one : measurements_of(data)) {
    if (!all_passed(one)) out += fmt::format("{}:\n{}", one.chain, footing(one));
  }
  if (const auto all = measurements_of(data); !all.empty()) {
    const record::Provenance& from = all.front().provenance;
    std::set<std::string> ways;
    for (const record::Measurement& one : all) ways.insert(submit_words(one));
    const std::string where = base::say("cli.sweep.from", {{"source", charts::source_words(all.front().source)},
                                                           {"device", record::device_words(all.front())},
                                                           {"submit", fmt::format("{}", fmt::join(ways, ""))},
                                                           {"date", from.date},
                                                           {"seed", std::to_string(from.seed)}});
    out += fmt::format("{}\n{}\n", where, from.method);
    std::set<std::string> said;
    for (const record::Measurement& one : all) {
      for (std::string& sentence : record::caveats(one)) said.insert(std::move(sentence));
    }
    for (const std::string& sentence : said) out += sentence + "\n";
  }
  if (data.sheet.spec) out += base::say("chart.foot.model", {{"spec", data.sheet.spec->name}}) + "\n";
  if (const auto study = study_as_written(data)) {
    if (const std::string eager = eager_line(*study); !eager.empty()) {
      out += base::say("app.sweep.as_written", {{"eager", eager}});
    }
  }
  return out;
}

nlohmann::ordered_json to_json(const charts::SweepData& data) {
  using nlohmann::ordered_json;
  const bool size = data.axis.kind == chain::SweepAxis::Kind::size;
  ordered_json out;
  out["chain"] = data.sheet.chain->text;
  out["over"] = chain::text(data.axis);
  out["spec"] = data.sheet.spec ? ordered_json(data.sheet.spec->id) : ordered_json(nullptr);
  out["points"] = ordered_json::array();
  const auto bands = charts::bands_of(data);
  for (std::size_t i = 0; i < data.points.size(); ++i) {
    const charts::SweepPoint& point = data.points[i];
    Study study;
    study.chain = point.chain;
    study.plans = point.plans;
    study.predictions = point.predictions;
    if (data.sheet.spec) study.spec = *data.sheet.spec;
    ordered_json one;
    one[size ? "size_bytes" : std::string(chain::letter(data.axis.kind))] = point.at;
    const auto band = std::ranges::find_if(bands, [&](const charts::Band& b) { return b.first <= i && i <= b.last; });
    one["bound"] = band == bands.end() ? ordered_json(nullptr) : ordered_json(model::name(band->bound));
    ordered_json study_json = cli::to_json(study);
    for (const record::Measurement& measurement : point.measurements) add_measurement(study_json, measurement);
    for (auto& plan : study_json["plans"]) plan.erase("kernels");
    one["plans"] = std::move(study_json["plans"]);
    one["ratio"] = std::move(study_json["ratio"]);
    for (const char* told : {"stranger", "doubts"}) one[told] = study_json.value(told, ordered_json());
    one["not_measured_because"] = or_null(point.missing);
    out["points"].push_back(std::move(one));
  }
  return out;
}

/// What fused is held against: unfused, or what --cuts asks for in its place.
base::Expected<plan::Cuts> first_of(const Options& options) {
  const std::vector<std::string> cuts = options.all(cuts_flag.name);
  if (cuts.size() > 1 || (cuts.size() == 1 && cuts[0] == "best"))
    return base::wrong(base::say("cli.sweep.cuts"), base::say("cli.sweep.cuts.hint"));
  const std::string of_fused = options.has(knob_flag.name) ? "none" : "every";  // knobs are of fused, beside fused
  return plan::parse_cuts(with_knobs(cuts.empty() ? of_fused : cuts[0], options));
}

/// What FILE holds of the sweep's points; a point that it lacks says so.
base::Expected<void> add_recorded(charts::SweepData& data, const std::string& file) {
  const auto all = record::load(file);
  if (!all) return std::unexpected(all.error());
  for (charts::SweepPoint& point : data.points) {
    if (!point.measurements.empty()) continue;
    if (auto found = record::answer_of(*all, point.plans)) point.measurements.push_back(*std::move(found));
    if (point.measurements.empty()) point.missing = base::say("app.sweep.not_in_file", {{"file", file}});
  }
  return {};
}

}  // namespace

std::vector<record::Measurement> measurements_of(const charts::SweepData& data) {
  std::vector<record::Measurement> all;
  for (const charts::SweepPoint& point : data.points) {
    all.insert(all.end(), point.measurements.begin(), point.measurements.end());
  }
  return all;
}

base::Expected<charts::SweepData> sweep_of(const std::string& chain_words, const Options& options, bool live,
                                           const std::stop_token& stop) {
  const auto over = options.value(over_flag.name);
  if (!over) return base::wrong(base::say("cli.sweep.no_range"), base::say("cli.sweep.no_range.hint"));
  const auto axis = chain::parse_axis(*over);
  if (!axis) return std::unexpected(axis.error());
  auto parsed = plan::read_chain(chain_words);
  if (!parsed) return std::unexpected(parsed.error());
  const auto chain = std::make_shared<const chain::Chain>(std::move(*parsed));
  // A mistake in the range is told before a device is looked for, and calibrated.
  if (auto early = chain::sweep(*chain, *axis); !early) return std::unexpected(early.error());
  const auto first = first_of(options);
  if (!first) return std::unexpected(first.error());
  const auto request = request_of(options);
  if (!request) return std::unexpected(request.error());
  const auto by_sheet = spec_of(options);
  if (!by_sheet) return std::unexpected(by_sheet.error());
  const bool there = options.has(device_flag.name) || options.has(worker_flag.name);
  const auto submit = parse_submit(options.value(submit_flag.name).value_or("stream"));
  if (!submit) return std::unexpected(submit.error());
  if (!live && !there) {
    const machine::DeviceSpec spec = as_submitted(*by_sheet, options);
    if (*submit == wire::Submit::graph && spec.submit != machine::Submit::graph)
      return base::wrong(base::say("cli.submit.no_graph", {{"spec", spec.name}}),
                         base::say("cli.submit.no_graph.hint"));
    return study::swept(chain, *axis, study::machine_of(spec), *first);
  }
  const device::Registry registry(wanted_registry(options, *submit));
  const auto found = device_named(registry, wanted_device(options));
  if (!found) return std::unexpected(found.error());
  device::Device& device = **found;
  if (const auto taken = takes_flags(device, options); !taken) return std::unexpected(taken.error());
  const bool by_its_own = !options.has(spec_flag.name);
  const auto own = !by_its_own ? std::nullopt : live ? calibrated(device) : device.spec();
  if (!live && by_its_own && !own)
    return base::wrong(base::say("app.no_spec", {{"device", device.name()}}), base::say("app.no_spec.hint"));
  auto data =
      study::swept(chain, *axis, study::machine_of(&device, as_submitted(own ? *own : *by_sheet, options)), *first);
  if (!data || !live) return data;
  measure(*data, device, *request, stop);
  return data;
}

base::Expected<figure::Figure> draw_sweep(const charts::ChartData& sheet, const Options& options) {
  const std::string word = options.value(y_flag.name).value_or("time");
  const std::array ways = {charts::SweepHeight::time, charts::SweepHeight::speedup, charts::SweepHeight::growth,
                           charts::SweepHeight::error};
  const auto* y = std::ranges::find(ways, word, [](charts::SweepHeight way) { return charts::name(way); });
  if (y == ways.end()) return base::wrong(base::say("cli.sweep.y", {{"word", word}}));
  const bool live = options.has(device_flag.name) || options.has(worker_flag.name);
  if (*y == charts::SweepHeight::error && !live && !options.has("--recording"))
    return base::wrong(base::say("cli.sweep.y.error"), base::say("cli.sweep.y.error.hint"));
  auto data = sweep_of(options.words[1], options, live);
  if (!data) return std::unexpected(data.error());
  if (const auto recording = options.value("--recording")) {
    if (auto added = add_recorded(*data, *recording); !added) return std::unexpected(added.error());
  }
  charts::ChartData of_sweep = sheet;
  of_sweep.chain = data->sheet.chain;
  of_sweep.spec = data->sheet.spec;
  if (const auto study = study_as_written(*data)) of_sweep.eager = study::eager_note(*study);
  data->sheet = std::move(of_sweep);
  return charts::sweep(*data, *y);
}

Exit run_sweep(const std::vector<std::string>& arguments) {
  const auto options =
      begin(arguments, {"sweep CHAIN --over RANGE [options]", base::text("cli.about.chain"), sweep_flags, 1, 1});
  if (!options) return options.error();
  if (const auto taken = takes_flags_of_runs(*options); !taken) return bad_input(taken.error());
  const Interrupts interrupts;
  const auto data = sweep_of(options->words[0], *options, !options->has("--model"), interrupts.token());
  if (!data) return bad_input(data.error());
  options->has("--json") ? print_json(to_json(*data)) : print(report(*data));
  // Last: on a disk that takes nothing the sweep was at least seen.
  const auto measured = measurements_of(*data);
  if (const auto file = options->value("-o"); file && !measured.empty()) record::save(measured, *file);
  interrupts.end_if_interrupted();
  return std::ranges::all_of(measured, all_passed) ? Exit::done : Exit::no;
}

}  // namespace cli
