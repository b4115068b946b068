// onetrip figure: a chart into a file, from the model alone or with a measurement.
#include "base/resources.hpp"
#include "base/text.hpp"
#include "base/units.hpp"
#include "base/words.hpp"
#include "charts/bars/bytes_bars.hpp"
#include "charts/bars/errors.hpp"
#include "charts/bars/levels.hpp"
#include "charts/bars/timeline.hpp"
#include "charts/bars/trips_and_time.hpp"
#include "charts/bars/way_bars.hpp"
#include "charts/frame/overlay.hpp"
#include "charts/frame/reopen.hpp"
#include "charts/roofline/roofline.hpp"
#include "charts/scene/fusing.hpp"
#include "charts/scene/warehouse.hpp"
#include "charts/strips/chain_strip.hpp"
#include "charts/strips/cut_rows.hpp"
#include "cli/again.hpp"
#include "cli/calculator.hpp"
#include "cli/commands.hpp"
#include "cli/figure_options.hpp"
#include "cli/film.hpp"
#include "cli/live.hpp"
#include "cli/output.hpp"
#include "cli/reopened.hpp"
#include "cli/sheet.hpp"
#include "cli/sweep.hpp"
#include "cli/tuned.hpp"
#include "exporter/reader.hpp"
#include "plan/presets.hpp"
#include "publish/kept_ladder.hpp"
#include "publish/road_fence.hpp"
#include "record/bounds.hpp"
#include "record/recording.hpp"
#include "record/recording_store.hpp"
#include "session/lesson/wider_road.hpp"
#include "study/eager.hpp"
#include "study/recorded.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <utility>

namespace cli {
namespace {

constexpr auto usage =
    "figure bytes|levels|errors|roofline|chain|timeline|trips|sweep|warehouse|fusing|bandwidth|imported|cuts CHAIN | "
    "ladder "
    "NAME | "
    "tune CHAIN|FILE.toml | calculator LESSON NAME -o FILE [options]";

/// The measurement of FILE that was made of this chain, structures included; it may hold eager too.
base::Expected<std::pair<record::Measurement, std::optional<study::EagerTime>>> recorded(
    const std::string& file, const std::vector<record::Measurement>& all, const Study& study) {
  if (auto found = record::answer_of(all, study.plans)) {
    const auto held = [&](const std::vector<plan::FusionPlan>& plans) { return record::answer_of(all, plans); };
    const auto eager = study::eager_time(study, *found, held);
    return std::pair{*std::move(found), eager};
  }
  std::string there;
  for (const record::Measurement& one : all) {
    there += fmt::format("{}'{}'", there.empty() ? "" : ", ", one.chain.substr(0, 200));
  }
  return base::wrong(base::say("cli.figure.not_held", {{"file", file}}),
                     there.empty() ? base::say("cli.figure.not_held.empty")
                                   : base::say("cli.figure.not_held.hint", {{"chains", there}}));
}

base::Expected<void> write_stages(const figure::Figure& figure, const std::vector<figure::Stage>& stages,
                                  const std::filesystem::path& path, const exporter::Options& options) {
  if (stages.size() == 1) return exporter::write(figure::at(figure, stages[0]), path, options);
  if (path.extension() == ".pdf") {
    std::vector<figure::Figure> pages;
    for (const figure::Stage stage : stages) {
      figure::Figure page = figure::at(figure, stage);
      // Without a guess, or a run, there is nothing new at its stage.
      if (pages.empty() || figure::hash(pages.back()) != figure::hash(page)) pages.push_back(std::move(page));
    }
    base::write_file(path, exporter::to_pdf(pages, options));
    return {};
  }
  for (std::size_t i = 0; i < stages.size(); ++i) {
    std::filesystem::path one = path;
    one.replace_filename(
        fmt::format("{}-{}-{}{}", path.stem().string(), i + 1, figure::name(stages[i]), path.extension().string()));
    if (auto done = exporter::write(figure::at(figure, stages[i]), one, options); !done) return done;
  }
  return {};
}

/// The strip shows one plan: the one that was asked for, or the unfused one.
const plan::FusionPlan& strip_plan(const charts::ChartData& data, const Options& options) {
  const std::vector<std::string> cuts = asked_cuts(options);
  if (cuts.empty() || cuts.back() == "every") return data.plans.front();
  if (cuts.back() == "none") return data.plans[std::min<std::size_t>(1, data.plans.size() - 1)];
  return data.plans.back();
}

base::Expected<figure::Figure> draw_warehouse(const charts::ChartData& data, const Options& options,
                                              const std::vector<figure::Stage>& stages) {
  const auto script = script_of(options, data, stages);
  if (!script) return std::unexpected(script.error());
  if (options.has("--storyboard")) return charts::warehouse_storyboard(data, *script);
  const auto moment = moment_of(options, script->stops);
  if (!moment) return std::unexpected(moment.error());
  return charts::warehouse(data, *script, {.seconds = *moment});
}

base::Expected<figure::Figure> draw_fusing(const charts::ChartData& data, const Options& options) {
  if (options.has("--storyboard")) return charts::fusing_storyboard(data);
  const auto moment = moment_of(options, {0, charts::fusing_seconds});
  if (!moment) return std::unexpected(moment.error());
  return charts::fusing(data, *moment / charts::fusing_seconds);
}

base::Expected<figure::Figure> draw(FigureKind kind, const charts::ChartData& data, const Options& options,
                                    const std::vector<figure::Stage>& stages) {
  // Earlier stages share one frame, from which nothing can be read.
  const auto axes = stages == std::vector{figure::Stage::truth} ? charts::Axes::told : charts::Axes::blind;
  switch (kind) {
    case FigureKind::bytes:
      return charts::bytes_bars(data, charts::Quantity::all, axes);
    case FigureKind::levels:
      return charts::levels(data);
    case FigureKind::errors:
      if (data.measurements.empty()) {
        return base::wrong(base::say("cli.figure.errors_of_a_run"), base::say("cli.figure.errors_of_a_run.hint"));
      }
      return charts::errors(data);
    case FigureKind::roofline:
      return charts::roofline(data);
    case FigureKind::chain:
      return charts::chain_strip(data, strip_plan(data, options), {});
    case FigureKind::timeline:
      return charts::timeline(data, axes);
    case FigureKind::trips:
      return charts::trips_and_time(data, {});
    case FigureKind::sweep:
    case FigureKind::bandwidth:
    case FigureKind::ladder:
    case FigureKind::imported:
    case FigureKind::cuts:
    case FigureKind::calculator:
    case FigureKind::tune:
      break;  // drawn elsewhere
    case FigureKind::fusing:
      return draw_fusing(data, options);
    case FigureKind::warehouse:
      return draw_warehouse(data, options, stages);
  }
  std::unreachable();
}

/// Where a figure goes and how it is written: what every kind takes.
struct FigureOrder {
  std::filesystem::path file;
  std::vector<figure::Stage> stages;
  exporter::Options written;
  charts::ChartData sheet;
};

base::Expected<FigureOrder> order_of(const std::vector<std::string>& arguments, const Options& options) {
  const auto file = options.value("-o");
  if (!file) return base::wrong(base::say("cli.figure.no_file"), base::say("cli.figure.no_file.hint"));
  auto stages = stages_of(options);
  if (!stages) return std::unexpected(stages.error());
  const auto written = export_options(options);
  if (!written) return std::unexpected(written.error());
  FigureOrder order{*file, std::move(*stages), *written, {}};
  if (const auto set = set_sheet(order.sheet, options, written->theme); !set) return std::unexpected(set.error());
  order.sheet.command = without_file("figure", arguments);
  return order;
}

Exit write(const base::Expected<figure::Figure>& figure, const FigureOrder& order) {
  if (!figure) return bad_input(figure.error());
  if (const auto done = write_stages(*figure, order.stages, order.file, order.written); !done)
    return bad_input(done.error());
  return Exit::done;
}

/// --film: every moment of it, at one stage.
Exit write_moving(FigureKind kind, const charts::ChartData& data, const Options& options, const FigureOrder& order) {
  const bool still = options.has("--at") || options.has("--storyboard") || order.stages.size() > 1;
  if (still) return bad_input(base::wrong(base::say("cli.film.still"), base::say("cli.film.still.hint")).error());
  Film film{charts::fusing_seconds, [&](double now) { return charts::fusing(data, now / charts::fusing_seconds); }};
  base::Expected<charts::SceneScript> script = charts::SceneScript{};
  if (kind == FigureKind::warehouse) {
    script = script_of(options, data, order.stages);
    if (!script) return bad_input(script.error());
    film = {script->end(), [&](double now) { return charts::warehouse(data, *script, {.seconds = now}); }};
  }
  const auto shown = [&](double now) { return figure::at(film.frame(now), order.stages[0]); };
  if (const auto done = write_film({film.seconds, shown}, order.file, order.written); !done)
    return bad_input(done.error());
  return Exit::done;
}

/// Another program's times, of --import; none where that is not asked.
base::Expected<std::optional<record::Imported>> import_of(const Options& options) {
  const auto file = options.value("--import");
  if (!file) return std::nullopt;
  auto import = record::load_imported(*file);
  if (!import) return std::unexpected(import.error());
  return *std::move(import);
}

/// By the data sheet of the card that calls itself so; none where we do not have that.
std::optional<machine::DeviceSpec> card_of(const std::string& device) {
  const auto sheets = record::data_sheets();
  const auto* sheet = record::sheet_of(device, sheets);
  return sheet == nullptr ? std::nullopt : std::optional(*sheet);
}

/// Another program's times of a chain: those of --import, or those that came with the program.
base::Expected<record::Imported> import_for(const chain::Chain& chain, const Options& options) {
  auto asked = import_of(options);
  if (!asked) return std::unexpected(asked.error());
  if (*asked) {
    if (const auto same = charts::expect_of(**asked, chain); !same) return std::unexpected(same.error());
    return **std::move(asked);
  }
  const record::Imported* import = record::import_of(chain);
  if (import != nullptr) return *import;
  return base::wrong(base::say("cli.figure.not_imported"), base::say("cli.figure.not_imported.hint"));
}

/// Another program's times to stand beside ours: those of --import; of `figure cuts` else those that came with the
/// program, if any.
base::Expected<std::optional<record::Imported>> import_beside(FigureKind kind, const Options& options) {
  auto asked = import_of(options);
  if (!asked || *asked || kind != FigureKind::cuts) return asked;
  const auto chain = plan::read_chain(options.words[1]);
  if (!chain) return std::unexpected(chain.error());
  const record::Imported* came = record::import_of(*chain);
  return came == nullptr ? std::nullopt : std::optional(*came);
}

/// Who fuses what: `import` is laid over the chart where it may stand beside its run.
base::Expected<figure::Figure> draw_cuts(charts::ChartData data, const std::optional<record::Imported>& import,
                                         bool asked) {
  constexpr std::size_t most = 14;  // rows that a sheet holds apart
  const record::Imported* beside = import ? &*import : nullptr;
  std::vector<charts::NoCutYet> missing = charts::not_here(beside);
  if (import) {
    if (const auto laid = charts::lay_over(data, *import); !laid) {
      if (asked) return std::unexpected(laid.error());
      missing = {{charts::programs_of(*import), laid.error().front().message}};
    }
  }
  if (data.plans.size() > most) {
    return base::wrong(
        base::say("cli.cuts.many", {{"n", std::to_string(data.plans.size())}, {"most", std::to_string(most)}}),
        std::string(base::text("cli.cuts.many.hint")));
  }
  return charts::cut_rows(data, beside, missing);
}

/// By the name of what came with the program ("attention"), else by its chain: a preset of that name may be of another
/// size.
base::Expected<record::Imported> import_named(const Options& options) {
  const std::string& word = options.words[1];
  const bool is_name = word.find_first_not_of("abcdefghijklmnopqrstuvwxyz-") == std::string::npos;
  const bool came = is_name && std::filesystem::exists(base::program_file("assets/imported") / (word + ".json"));
  if (came && !options.has("--import")) return record::imported(word);
  const auto chain = plan::read_chain(word);
  if (!chain) return std::unexpected(chain.error());
  return import_for(*chain, options);
}

/// A lesson's calculator with its sliders where --set puts them.
Exit draw_calculator(const std::vector<std::string>& arguments, const Options& options) {
  const auto asked = asked_calculator(options);
  if (!asked) return bad_input(asked.error());
  if (options.has("--json")) print_json(to_json(*asked));
  if (options.has("--json") && !options.has("-o")) return Exit::done;
  const auto order = order_of(arguments, options);
  if (!order) return bad_input(order.error());
  return write(calculator_figure(*asked, order->sheet), *order);
}

/// Who else fused what.
Exit draw_imported(const std::vector<std::string>& arguments, const Options& options) {
  const auto order = order_of(arguments, options);
  if (!order) return bad_input(order.error());
  const auto import = import_named(options);
  if (!import) return bad_input(import.error());
  return write(charts::way_bars(order->sheet, charts::chain_ways(*import), *import), *order);
}

/// The rungs of a ladder as a card climbed them another day.
Exit draw_ladder(const std::vector<std::string>& arguments, const Options& options) {
  if (options.words.size() < 2) {
    return bad_input(base::wrong(base::say("cli.figure.ladder"), "onetrip figure ladder costume -o FILE.svg").error());
  }
  const auto order = order_of(arguments, options);
  if (!order) return bad_input(order.error());
  const auto kept = publish::kept_ladder(options.words[1], options.value("--recording").value_or(""));
  if (!kept) return bad_input(kept.error());
  return write(publish::ladder_figure(*kept, order->sheet), *order);
}

/// What if the road were wider: the model alone.
base::Expected<figure::Figure> draw_road(const charts::ChartData& data, const Options& options,
                                         const charts::ChartData& sheet) {
  const std::string word = options.value("--times").value_or("2");
  const auto times = base::to_number(word);
  if (!times || !(*times >= charts::least_times && *times <= charts::most_times)) {
    return base::wrong(base::say("cli.number.from_to", {{"flag", "--times"},
                                                        {"text", word},
                                                        {"least", base::exact_number(charts::least_times)},
                                                        {"most", base::exact_number(charts::most_times)}}));
  }
  if (!data.spec) return base::wrong(base::say("cli.figure.no_machine"), base::say("cli.figure.no_machine.hint"));
  return publish::road_figure(data, *times, sheet);
}

/// The device whose recordings the figure's run came from, where the program has one of that very chain and cuts.
std::optional<std::string> recorded_on(const Reopened& opened, const std::vector<std::string>& again) {
  const bool of_chain = opened.scene.kind != "ladder" && opened.scene.kind != "calculator";
  if (!of_chain || !opened.measured.starts_with(record::name(record::Source::recorded))) return std::nullopt;
  const bool sweep = opened.scene.kind == "sweep";
  if (!sweep && !opened.scene.cuts.empty()) return std::nullopt;
  const device::Registry registry(without_card());
  const auto chain = plan::read_chain(again[1]);
  for (device::Device* device : registry.recorded()) {
    const std::string name = device->name();  // "NVIDIA H200 (recorded 2026-11-23)"
    if (!opened.measured.ends_with(name.substr(0, name.rfind(" (")))) continue;
    if (sweep) return device->id();
    if (chain && study::recorded_of(device, std::make_shared<const chain::Chain>(*chain))) return device->id();
  }
  return std::nullopt;
}

/// From the figure's own file: its scene, redrawn.
Exit draw_again(const std::vector<std::string>& arguments, const Options& options) {
  const auto opened = reopen(options.words[0]);
  if (!opened) return bad_input(opened.error());
  const auto again = figure_arguments(*opened, arguments, options);
  if (!again) return bad_input(again.error());
  const bool measures = options.has(device_flag.name) || options.has(worker_flag.name) || options.has("--recording");
  std::vector<std::string> words = *again;
  const auto on = opened->measured.empty() || measures ? std::nullopt : recorded_on(*opened, *again);
  if (on) {
    words.insert(words.end(), {std::string(device_flag.name), *on});
    print_error(base::say("app.reopen.recorded", {{"measured", opened->measured}}) + "\n");
  } else if (!opened->measured.empty() && !measures && opened->scene.kind != "ladder") {
    print_error(base::say("app.reopen.model", {{"measured", opened->measured}}) + "\n");
  }
  return run_figure(words);
}

}  // namespace

Exit run_figure(const std::vector<std::string>& arguments) {
  const std::string about = base::say("cli.about.chain") + base::say("app.reopen.help") + "\n";
  const auto options = begin(arguments, {usage, about, figure_flags(), 1, 3});
  if (!options) return options.error();
  const std::string& word = options->words[0];
  const bool alone = options->words.size() == 1;
  if (alone && exporter::can_open(word)) return draw_again(arguments, *options);
  if (alone && word != "ladder" && word != "calculator") {
    return bad_input(
        base::wrong(base::say("cli.figure.no_chain"), "onetrip figure bytes bias-gelu -o FILE.svg").error());
  }
  const auto kind = figure_kind(*options);
  if (!kind) return bad_input(kind.error());
  if (*kind == FigureKind::calculator) return draw_calculator(arguments, *options);
  if (options->words.size() > 2) {
    return bad_input(
        base::wrong(base::say("cli.option.words", {{"word", options->words[2]}}), base::say("cli.option.words.hint"))
            .error());
  }
  if (*kind == FigureKind::ladder) return draw_ladder(arguments, *options);
  if (*kind == FigureKind::imported) return draw_imported(arguments, *options);
  const auto order = order_of(arguments, *options);
  if (!order) return bad_input(order.error());
  if (*kind == FigureKind::tune) return write(draw_tuning(options->words[1], order->sheet), *order);
  const auto guesses = guesses_of(*options);
  if (!guesses) return bad_input(guesses.error());
  charts::ChartData data = order->sheet;
  if (*kind == FigureKind::sweep) return write(draw_sweep(data, *options), *order);

  const auto import = import_beside(*kind, *options);
  if (!import) return bad_input(import.error());
  base::Expected<Study> study = base::wrong("");
  std::optional<study::EagerTime> eager;
  if (options->has(device_flag.name) || options->has(worker_flag.name)) {
    const device::Registry registry(wanted_registry(*options));
    auto live = run_live(registry, options->words[1], *options, arguments);
    if (!live) return bad_input(live.error());
    data.measurements.push_back(std::move(live->measurement));
    eager = live->eager;
    study = std::move(live->study);
  } else {
    const auto recording = options->value("--recording");
    auto kept = recording ? record::load(*recording) : std::vector<record::Measurement>();
    if (!kept) return bad_input(kept.error());
    // The model is of the machine that was timed: of another, whatever is calibrated here, it would explain nothing.
    const std::string device = *import         ? (*import)->device
                               : kept->empty() ? std::string()
                                               : kept->front().provenance.device;
    study = study_of(options->words[1], *options, nullptr, card_of(device));
    if (!study) return bad_input(study.error());
    if (recording) {
      auto held = recorded(*recording, *kept, *study);
      if (!held) return bad_input(held.error());
      data.measurements.push_back(std::move(held->first));
      eager = held->second;
    }
  }
  data.chain = study->chain;
  data.plans = study->plans;
  data.predictions = study->predictions;
  data.spec = study->spec;
  data.guesses = *guesses;
  if (*kind == FigureKind::cuts) return write(draw_cuts(data, *import, options->has("--import")), *order);
  if (*import) {
    if (const auto laid = charts::lay_over(data, **import); !laid) return bad_input(laid.error());
  }
  const bool of_numbers = *kind != FigureKind::chain;
  if (of_numbers) data.eager = study::eager_note(*study, eager);

  // What a hand cut fuses takes the fused plan's place.
  if (*kind == FigureKind::fusing && data.plans.size() > 2) data.plans = {data.plans.front(), data.plans.back()};
  if (options->has("--film")) return write_moving(*kind, data, *options, *order);
  if (*kind == FigureKind::bandwidth) return write(draw_road(data, *options, order->sheet), *order);
  return write(draw(*kind, data, *options, order->stages), *order);
}

}  // namespace cli
