// onetrip figure: a chart into a file, from the model alone or with a measurement.
#include "base/resources.hpp"
#include "base/text.hpp"
#include "base/units.hpp"
#include "base/words.hpp"
#include "charts/attention_strip.hpp"
#include "charts/bytes_bars.hpp"
#include "charts/chain_strip.hpp"
#include "charts/roofline.hpp"
#include "charts/scene.hpp"
#include "charts/timeline.hpp"
#include "charts/warehouse.hpp"
#include "charts/way_bars.hpp"
#include "cli/again.hpp"
#include "cli/commands.hpp"
#include "cli/live.hpp"
#include "cli/output.hpp"
#include "cli/reopened.hpp"
#include "cli/sheet.hpp"
#include "cli/sweep.hpp"
#include "exporter/reader.hpp"
#include "record/key.hpp"
#include "record/recording.hpp"
#include "record/recording_store.hpp"
#include "session/kept_ladder.hpp"
#include "session/wider_road.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

namespace cli {
namespace {

constexpr Flag flags[] = {
    output_flag,
    device_flag,
    worker_flag,
    {"--recording", "FILE", "draw the measurement of this chain that FILE holds"},
    {"--quick", "", "with --device or --worker: few samples"},
    cuts_flag,
    spec_flag,
    seed_flag,
    {"--guess", "QUANTITY=N", "a guess to draw, such as crossings.unfused=3; may be repeated"},
    {"--stage", "S", "question, guess, model, truth (default) or all: one file or PDF page a stage"},
    preset_flag,
    title_flag,
    {"--at", "MOMENT",
     "warehouse: a number of events that are over, or seconds of the scene such as 2.5s (default halfway)"},
    {"--storyboard", "", "warehouse: start, first delivery, halfway and end in one figure, in the order of time"},
    {"--pace", "equal|model|measured", "warehouse: whose times the trucks keep (default: the best known)"},
    over_flag,
    y_flag,
    {"--times", "N", "bandwidth: what if the road were N times as wide (default 2), by the model alone"},
    text_flag,
    theme_flag,
    transparent_flag,
};

constexpr auto usage =
    "figure bytes|roofline|chain|timeline|sweep|warehouse|bandwidth CHAIN | ladder NAME | attention [strip] -o FILE "
    "[options]";

enum class Kind { bytes, roofline, chain, timeline, sweep, warehouse, bandwidth };

base::Expected<Kind> parse_kind(const std::string& word) {
  if (word == "bytes") return Kind::bytes;
  if (word == "roofline") return Kind::roofline;
  if (word == "chain") return Kind::chain;
  if (word == "timeline") return Kind::timeline;
  if (word == "sweep") return Kind::sweep;
  if (word == "warehouse") return Kind::warehouse;
  if (word == "bandwidth") return Kind::bandwidth;
  const auto near = base::nearest(
      word, {"bytes", "roofline", "chain", "timeline", "sweep", "warehouse", "bandwidth", "ladder", "attention"});
  return base::wrong(fmt::format("there is no figure '{}'", word),
                     near
                         ? fmt::format("did you mean {}?", *near)
                         : "figures: bytes, roofline, chain, timeline, sweep, warehouse, bandwidth, ladder, attention");
}

/// The script of the scene. What is written before the truth keeps equal time: its own speed would tell.
base::Expected<charts::SceneScript> script_of(const Options& options, const charts::ChartData& data,
                                              const std::vector<figure::Stage>& stages) {
  using charts::Pace;
  const bool early = std::ranges::any_of(stages, [](figure::Stage stage) { return stage < figure::Stage::model; });
  const Pace best = early ? Pace::equal : data.measurements.empty() ? Pace::model : Pace::truth;
  const auto word = options.value("--pace");
  if (!word) {
    charts::SceneScript script = charts::scene_script(data, best);
    // A run without times still has the model's.
    return script.pace == best ? script : charts::scene_script(data, Pace::model);
  }
  if (*word != "equal" && *word != "model" && *word != "measured") {
    return base::wrong(fmt::format("--pace {}: write equal, model or measured", *word));
  }
  const Pace pace = *word == "equal" ? Pace::equal : *word == "model" ? Pace::model : Pace::truth;
  charts::SceneScript script = charts::scene_script(data, pace);
  if (script.pace == pace) return script;
  return base::wrong(fmt::format("--pace {}: nobody has such times of every plan here", *word),
                     "add --device or --recording FILE, or write --pace equal");
}

/// "3": three stops on; "2.5s": so many seconds.
base::Expected<charts::Moment> moment_of(const Options& options, const charts::SceneScript& script) {
  const auto text = options.value("--at");
  if (!text) return charts::Moment{script.end() / 2, false};
  const bool seconds = text->ends_with('s');
  const auto number = base::to_number(seconds ? text->substr(0, text->size() - 1) : *text);
  const double last = seconds ? script.end() : static_cast<double>(script.stops.size() - 1);
  if (!number || !(*number >= 0 && *number <= last) || (!seconds && *number != std::floor(*number))) {
    return base::wrong(
        fmt::format("--at {} is no moment of this scene", *text),
        fmt::format("write 0 to {} events, or 0s to {}s", script.stops.size() - 1, base::show_number(script.end())));
  }
  return charts::Moment{seconds ? *number : script.stops[static_cast<std::size_t>(*number)], false};
}

/// The stages to write; empty means "all of them".
base::Expected<std::vector<figure::Stage>> stages_of(const Options& options) {
  using enum figure::Stage;
  const std::string word = options.value("--stage").value_or("truth");
  if (word == "all") return std::vector{question, guess, model, truth};
  for (const figure::Stage stage : {question, guess, model, truth}) {
    if (word == figure::name(stage)) return std::vector{stage};
  }
  return base::wrong(fmt::format("there is no stage '{}'", word), "stages: question, guess, model, truth, all");
}

/// What a guess may be of: the bars of each plan, and the ratio of the first two.
std::vector<std::string> guessable(const Options& options) {
  std::vector<std::string> plans{"unfused", "fused"}, quantities;
  for (const std::string& text : options.all(cuts_flag.name)) {
    const auto cuts = plan::parse_cuts(text);
    if (text == "best" || (cuts && cuts->kind == plan::Cuts::Kind::by_hand)) plans.push_back(text);
  }
  for (const char* family : {"crossings", "bytes", "time"}) {
    for (const std::string& plan : plans) quantities.push_back(fmt::format("{}.{}", family, plan));
    quantities.push_back(fmt::format("ratio.{}", family));
  }
  return quantities;
}

base::Expected<std::vector<record::Guess>> guesses_of(const Options& options) {
  constexpr double most = 1e18;  // no bytes of any chain come near
  const std::vector<std::string> quantities = guessable(options);
  std::vector<record::Guess> guesses;
  for (const std::string& text : options.all("--guess")) {
    const std::size_t equals = text.find('=');
    const auto value = equals == std::string::npos ? std::nullopt : base::to_number(text.substr(equals + 1));
    if (!value)
      return base::wrong(fmt::format("--guess {} is not QUANTITY=NUMBER", text), "such as crossings.unfused=3");
    const std::string quantity = text.substr(0, equals);
    if (std::ranges::find(quantities, quantity) == quantities.end()) {
      const auto near = base::nearest(quantity, {quantities.begin(), quantities.end()});
      return base::wrong(
          fmt::format("--guess {}: there is no such quantity", text),
          near ? fmt::format("did you mean {}?", *near) : fmt::format("quantities: {}", fmt::join(quantities, ", ")));
    }
    if (!(*value >= 0 && *value <= most)) {
      return base::wrong(fmt::format("--guess {} is not a number from 0 to 1e18", text),
                         fmt::format("quantities: {}", fmt::join(quantities, ", ")));
    }
    guesses.push_back({quantity, *value});
  }
  return guesses;
}

/// The measurement of FILE that was made of this chain, structures included.
base::Expected<record::Measurement> recorded(const std::string& file, const Study& study) {
  auto all = record::load(file);
  if (!all) return std::unexpected(all.error());
  for (const record::Measurement& one : *all) {
    if (one.key != record::key(study.plans, one.provenance.submit)) continue;
    if (auto found = record::answer({one, *study.chain}, study.plans)) return std::move(*found);
    return base::wrong(fmt::format("{}: {}", file, base::text("record.key_wrong")));
  }
  std::string there;
  for (const record::Measurement& one : *all) {
    there += fmt::format("{}'{}'", there.empty() ? "" : ", ", one.chain.substr(0, 200));
  }
  return base::wrong(fmt::format("{} holds no measurement of this chain and these cuts", file),
                     there.empty() ? std::string("it holds none at all") : fmt::format("it holds {}", there));
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
  const std::vector<std::string> cuts = options.all(cuts_flag.name);
  if (cuts.empty() || cuts.back() == "every") return data.plans.front();
  if (cuts.back() == "none") return data.plans[std::min<std::size_t>(1, data.plans.size() - 1)];
  return data.plans.back();
}

base::Expected<figure::Figure> draw(Kind kind, const charts::ChartData& data, const Options& options,
                                    const std::vector<figure::Stage>& stages) {
  const bool of_scene = options.has("--at") || options.has("--storyboard") || options.has("--pace");
  if (of_scene && kind != Kind::warehouse) {
    return base::wrong("--at, --storyboard and --pace belong to the warehouse", "onetrip figure warehouse CHAIN ...");
  }
  // Earlier stages share one frame, from which nothing can be read.
  const auto axes = stages == std::vector{figure::Stage::truth} ? charts::Axes::told : charts::Axes::blind;
  switch (kind) {
    case Kind::bytes:
      return charts::bytes_bars(data, charts::Quantity::all, axes);
    case Kind::roofline:
      return charts::roofline(data);
    case Kind::chain:
      return charts::chain_strip(data, strip_plan(data, options), {});
    case Kind::timeline:
      return charts::timeline(data, axes);
    case Kind::sweep:
    case Kind::bandwidth:
    case Kind::warehouse:
      break;
  }
  const auto script = script_of(options, data, stages);
  if (!script) return std::unexpected(script.error());
  if (options.has("--storyboard")) return charts::warehouse_storyboard(data, *script);
  const auto moment = moment_of(options, *script);
  if (!moment) return std::unexpected(moment.error());
  return charts::warehouse(data, *script, *moment);
}

/// Where a figure goes and how it is written: what every kind takes.
struct Order {
  std::filesystem::path file;
  std::vector<figure::Stage> stages;
  exporter::Options written;
  charts::ChartData sheet;
};

base::Expected<Order> order_of(const std::vector<std::string>& arguments, const Options& options) {
  const auto file = options.value("-o");
  if (!file) return base::wrong("a figure needs a file", "add -o FILE.svg (or .pdf .png .csv .json)");
  auto stages = stages_of(options);
  if (!stages) return std::unexpected(stages.error());
  const auto written = export_options(options);
  if (!written) return std::unexpected(written.error());
  Order order{*file, std::move(*stages), *written, {}};
  if (const auto set = set_sheet(order.sheet, options, written->theme); !set) return std::unexpected(set.error());
  order.sheet.command = without_file("figure", arguments);
  return order;
}

Exit write(const base::Expected<figure::Figure>& figure, const Order& order) {
  if (!figure) return bad_input(figure.error());
  if (const auto done = write_stages(*figure, order.stages, order.file, order.written); !done)
    return bad_input(done.error());
  return Exit::done;
}

/// One head of attention by the model, the heads' times as PyTorch took them; `strip`: its kernels and tensors.
Exit draw_attention(const std::vector<std::string>& arguments, const Options& options) {
  const bool strip = options.words.size() > 1;
  if (strip && options.words[1] != "strip") {
    return bad_input(base::wrong("figure attention takes no chain: softmax(Q K^T) V of assets/imported",
                                 "onetrip figure attention -o FILE.svg, or attention strip")
                         .error());
  }
  const auto order = order_of(arguments, options);
  if (!order) return bad_input(order.error());
  if (strip) return write(charts::attention_strip(order->sheet, {}), *order);
  const record::Imported& imported = record::imported("attention");
  return write(charts::way_bars(order->sheet, charts::attention_ways(imported), imported), *order);
}

/// The rungs of a ladder as a card climbed them another day.
Exit draw_ladder(const std::vector<std::string>& arguments, const Options& options) {
  if (options.words.size() < 2) {
    return bad_input(
        base::wrong("figure ladder needs a ladder's name", "onetrip figure ladder costume -o FILE.svg").error());
  }
  const auto order = order_of(arguments, options);
  if (!order) return bad_input(order.error());
  const auto kept = session::kept_ladder(options.words[1], options.value("--recording").value_or(""));
  if (!kept) return bad_input(kept.error());
  return write(session::ladder_figure(*kept, order->sheet), *order);
}

/// What if the road were wider: the model alone.
base::Expected<figure::Figure> draw_road(const charts::ChartData& data, const Options& options,
                                         const charts::ChartData& sheet) {
  const std::string word = options.value("--times").value_or("2");
  const auto times = base::to_number(word);
  if (!times || !(*times >= charts::least_times && *times <= charts::most_times)) {
    return base::wrong(
        fmt::format("--times {} is not a number from {} to {}", word, charts::least_times, charts::most_times));
  }
  if (!data.measurements.empty() || !data.guesses.empty()) {
    return base::wrong("a wider road is a question to the model: nothing measured or guessed stands beside it",
                       "leave --device, --recording and --guess out");
  }
  if (!data.spec) return base::wrong("a wider road needs a machine to begin with", "name one with --spec");
  return session::road_figure(data, *times, sheet);
}

/// True if the run that the figure showed came from recordings, and the program has one of that very chain and cuts.
bool is_recorded(const Reopened& opened, const std::vector<std::string>& again) {
  const bool of_chain = opened.scene.kind != "ladder" && opened.scene.kind != "attention";
  if (!of_chain || !opened.measured.starts_with(record::name(record::Source::recorded))) return false;
  if (opened.scene.kind == "sweep") return true;
  device::Wanted wanted;
  wanted.own_card = false;
  return opened.scene.cuts.empty() && recorded_of(device::Registry(wanted), again[1]).has_value();
}

/// From the figure's own file: its scene, redrawn.
Exit draw_again(const std::vector<std::string>& arguments, const Options& options) {
  const auto opened = reopen(options.words[0]);
  if (!opened) return bad_input(opened.error());
  const auto again = figure_arguments(*opened, arguments, options);
  if (!again) return bad_input(again.error());
  const bool measures = options.has(device_flag.name) || options.has(worker_flag.name) || options.has("--recording");
  std::vector<std::string> words = *again;
  if (!opened->measured.empty() && !measures && is_recorded(*opened, *again)) {
    words.insert(words.end(), {std::string(device_flag.name), std::string(device::recorded_id)});
    print_error(base::say("app.reopen.recorded", {{"measured", opened->measured}}) + "\n");
  } else if (!opened->measured.empty() && !measures && opened->scene.kind != "ladder") {
    print_error(base::say("app.reopen.model", {{"measured", opened->measured}, {"remake", opened->remake}}) + "\n");
  }
  return run_figure(words);
}

}  // namespace

Exit run_figure(const std::vector<std::string>& arguments) {
  const auto options = begin(
      arguments, {usage, std::string(chain_help) + std::string(base::text("app.reopen.help")) + "\n", flags, 1, 2});
  if (!options) return options.error();
  if (options->words[0] == "attention") return draw_attention(arguments, *options);
  if (options->words[0] == "ladder") return draw_ladder(arguments, *options);
  if (options->words.size() == 1) {
    if (exporter::can_open(options->words[0])) return draw_again(arguments, *options);
    return bad_input(base::wrong("a figure needs its KIND and a CHAIN, or a figure's own .svg or .json",
                                 "onetrip figure bytes bias-gelu -o FILE.svg")
                         .error());
  }
  const auto kind = parse_kind(options->words[0]);
  if (!kind) return bad_input(kind.error());
  const auto order = order_of(arguments, *options);
  if (!order) return bad_input(order.error());
  const auto guesses = guesses_of(*options);
  if (!guesses) return bad_input(guesses.error());
  charts::ChartData data = order->sheet;
  if (*kind != Kind::sweep && (options->has(over_flag.name) || options->has(y_flag.name))) {
    return bad_input(base::wrong("--over and --y belong to the sweep", "onetrip figure sweep CHAIN ...").error());
  }
  if (*kind != Kind::bandwidth && options->has("--times")) {
    return bad_input(base::wrong("--times belongs to the wider road", "onetrip figure bandwidth CHAIN ...").error());
  }
  if (*kind == Kind::sweep) return write(draw_sweep(data, *options), *order);

  base::Expected<Study> study = base::wrong("");
  if (options->has(device_flag.name) || options->has(worker_flag.name)) {
    const device::Registry registry(wanted_registry(*options));
    auto live = run_live(registry, options->words[1], *options, arguments);
    if (!live) return bad_input(live.error());
    data.measurements.push_back(std::move(live->measurement));
    study = std::move(live->study);
  } else {
    study = study_of(options->words[1], *options, {});
    if (!study) return bad_input(study.error());
    if (const auto recording = options->value("--recording")) {
      auto measurement = recorded(*recording, *study);
      if (!measurement) return bad_input(measurement.error());
      data.measurements.push_back(std::move(*measurement));
    }
  }
  data.chain = study->chain;
  data.plans = study->plans;
  data.predictions = study->predictions;
  data.spec = study->spec;
  data.guesses = *guesses;

  if (*kind == Kind::bandwidth) return write(draw_road(data, *options, order->sheet), *order);
  return write(draw(*kind, data, *options, order->stages), *order);
}

}  // namespace cli
