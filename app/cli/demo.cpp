// onetrip demo: lesson 02's loop with no window: guess, model, live run, table, figures.
#include "base/error.hpp"
#include "base/resources.hpp"
#include "base/text.hpp"
#include "base/words.hpp"
#include "charts/bars/bytes_bars.hpp"
#include "charts/frame/headline.hpp"
#include "charts/roofline/roofline.hpp"
#include "charts/strips/chain_strip.hpp"
#include "cli/commands.hpp"
#include "cli/live.hpp"
#include "cli/output.hpp"
#include "cli/results.hpp"
#include "exporter/write.hpp"
#include "lesson/judge.hpp"
#include "lesson/loader.hpp"
#include "lesson/quantity.hpp"
#include "lesson/values.hpp"
#include "record/plausibility.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <iostream>
#include <unistd.h>

namespace cli {
namespace {

constexpr Flag demo_flags[] = {
    {"--out", "DIR", "cli.flag.out"},
    {"--guess", "N", "cli.flag.guess.demo"},
    {"--quick", "", "cli.flag.quick.demo"},
    device_flag,
    worker_flag,
    seed_flag,
};

/// A terminal is asked; a pipe gets an example, and it is called one.
struct Guessed {
  double value = 3;
  bool example = true;
};

base::Expected<Guessed> ask(const Options& options) {
  if (const auto given = options.value("--guess")) {
    const auto number = base::to_number(*given);
    if (!number || !(*number >= 0)) {
      return base::wrong(base::say("cli.number.from", {{"flag", "--guess"}, {"text", *given}, {"least", "0"}}));
    }
    return Guessed{*number, false};
  }
  if (::isatty(STDIN_FILENO) != 1) return Guessed{};
  for (std::string line;;) {
    print(std::string(base::text("demo.ask")) + " ");
    std::fflush(stdout);
    if (!std::getline(std::cin, line)) return Guessed{};
    const auto number = base::to_number(base::trim(line));
    if (number && *number >= 0) return Guessed{*number, false};
    print(std::string(base::text("demo.ask_again")) + "\n");
  }
}

/// Right or wrong, and why, as a lesson would say it.
std::string verdict_on(const Guessed& guess, const Study& study) {
  lesson::Task task;
  task.asked = "crossings.unfused";
  const auto truth = lesson::predicted_quantities(study.predictions[0], study.predictions[1]);
  const lesson::Judgement judgement = lesson::judge(task, guess.value, truth);
  const std::string key =
      std::string(judgement.right ? "demo.right" : "demo.wrong") + (guess.example ? ".example" : "");
  return base::say(key, {{"n", lesson::show_quantity(task.asked, guess.value)},
                         {"truth", base::exact_number(judgement.truth)},
                         {"why", judgement.explanation}});
}

/// The three charts of one run, as SVG to keep and PNG to look at.
std::vector<std::filesystem::path> write_figures(const charts::ChartData& data, const std::filesystem::path& folder,
                                                 const std::string& name) {
  std::vector<std::filesystem::path> written;
  const std::pair<std::string, figure::Figure> figures[] = {
      {"bytes", charts::bytes_bars(data, charts::Quantity::all, charts::Axes::told)},
      {"roofline", charts::roofline(data)},
      {"chain", charts::chain_strip(data, data.plans[0], {})},
  };
  for (const auto& [kind, figure] : figures) {
    for (const char* ending : {".svg", ".png"}) {
      written.push_back(folder / fmt::format("{}-{}{}", name, kind, ending));
      // The ending is ours, so only the disk can refuse, and that is thrown.
      if (auto done = exporter::write(figure, written.back()); !done)
        throw base::MachineError(base::render(done.error()));
    }
  }
  return written;
}

}  // namespace

Exit run_demo(const std::vector<std::string>& arguments) {
  const auto options = begin(arguments, {"demo [options]", "", demo_flags, 0, 0});
  if (!options) return options.error();
  const auto lesson = lesson::find("02");
  if (!lesson) return bad_input(lesson.error());
  const std::filesystem::path folder = options->value("--out").value_or("onetrip-demo");
  base::make_folder(folder, base::say("cli.demo.no_folder.hint"));

  print(fmt::format("{}\n{}\n\n", base::text("app.tagline"), lesson->title));
  const device::Registry registry(wanted_registry(*options));
  bool right = true, first = true, any_recorded = false;
  std::optional<Guessed> guess;
  for (const auto& [name, chain] : lesson->chains) {
    print(fmt::format("{}\n", base::trim(chain->text)));
    if (first) {
      const auto asked = ask(*options);
      if (!asked) return bad_input(asked.error());
      guess = *asked;
      print(base::say(guess->example ? "demo.example_guess" : "demo.your_guess",
                      {{"n", lesson::show_quantity("crossings.unfused", guess->value)}}) +
            "\n");
    }
    print("\n");
    const std::string text = std::string(base::trim(chain->text)) + "\n";
    const auto show = [&](Live& live, const std::string& figures) {
      charts::ChartData data;
      data.chain = live.study.chain;
      data.plans = live.study.plans;
      data.predictions = live.study.predictions;
      data.spec = live.study.spec;
      if (first) data.guesses.push_back({"crossings.unfused", guess->value});
      data.example_guess = guess->example;
      data.command = command_line("demo", arguments);
      if (live.measurement.source == record::Source::measured) live.measurement.provenance.command = data.command;
      data.measurements.push_back(live.measurement);
      print(report(live.study, live.measurement, live.eager) + "\n");
      for (const auto& path : write_figures(data, folder, figures)) print(fmt::format("  {}\n", path.string()));
      print("\n");
    };
    if (auto recorded = wanted_device(*options).empty() ? recorded_of(registry, text) : std::nullopt) {
      any_recorded = true;
      print(base::say("demo.recorded_first", {{"device", record::device_words(recorded->measurement)}}) + "\n");
      show(*recorded, fmt::format("{}-{}", name, recorded->measurement.provenance.device_id));
      print(fmt::format("{}\n", base::text("demo.then_here")));
    }
    auto live = run_live(registry, text, *options, {});
    if (!live) return bad_input(live.error());
    right = right && all_passed(live->measurement);
    show(*live, name);
    if (first) print(verdict_on(*guess, live->study) + "\n\n");
    first = false;
  }
  if (!any_recorded) print(fmt::format("{}\n", base::text("demo.not_recorded")));
  return right ? Exit::done : Exit::no;
}

}  // namespace cli
