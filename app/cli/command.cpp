// The table of commands, the global options, and how a run of the program ends.
#include "cli/command.hpp"

#include "base/resources.hpp"
#include "base/text.hpp"
#include "base/words.hpp"
#include "cli/claims.hpp"
#include "cli/commands.hpp"
#include "cli/options.hpp"
#include "cli/output.hpp"
#include "cli/quiz.hpp"
#include "cli/safe_home.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <fcntl.h>
#include <filesystem>
#include <new>
#include <optional>
#include <unistd.h>

namespace cli {
namespace {

constexpr std::array table = {
    Command{"window", "window [--lesson ID]", "the classroom (what `onetrip` alone opens)", run_window_command},
    Command{"demo", "demo [--out DIR]", "lesson 02 from guess to reveal with no window", run_demo},
    Command{"devices", "devices [add|remove NAME]", "what can run and measure here, and which hosts have a name",
            run_devices},
    Command{"doctor", "doctor", "the same, with every part a GPU needs and who can fix it", run_doctor},
    Command{"predict", "predict CHAIN [--cuts CUTS]", "crossings, bytes and modelled time of a chain's plans",
            run_predict},
    Command{"run", "run CHAIN [--device ID]", "run unfused and fused for real: verified, timed, bytes counted",
            run_run},
    Command{"emit", "emit CHAIN [--cuts CUTS]", "the kernels of a plan as CUDA C++", run_emit},
    Command{"ladder", "ladder NAME [--size RxC]", "hand-written kernels, rung by rung, beside the generated ones",
            run_ladder},
    Command{"sweep", "sweep CHAIN --over RANGE", "both plans over sizes, or over copies of an op", run_sweep},
    Command{"figure", "figure KIND CHAIN -o FILE", "a chart as SVG, PDF, PNG, CSV or JSON", run_figure},
    Command{"lesson", "lesson list|check|show|play|...", "the course without a window; pages, figures, new lessons",
            run_lesson},
    Command{"quiz", "quiz LESSON... -o FILE", "a lesson's tasks on paper, with other sizes and a key", run_quiz},
    Command{"claims", "claims [-o FILE.md]", "what is often said of fusion, held against the engine", run_claims},
    Command{"class", "class merge FILES...", "a class's answers: what was guessed, against the truth", run_class},
    Command{"record", "record SUITE -o FILE", "a whole suite of chains, measured and kept as a recording", run_record},
    Command{"screenshot", "screenshot -o FILE.png", "one page of the window as a picture", run_screenshot},
};

constexpr Flag global_flags[] = {
    {"--data", "DIR", "the program's own files (lessons, assets)"},
    {"--home", "DIR", "settings, answers and caches go below DIR"},
    {"--safe-mode", "", "start with defaults; settings, answers and caches are neither read nor changed"},
};

std::string overview() {
  std::string out = fmt::format("onetrip {}: {}\n\nonetrip COMMAND --help tells more of each.\n\n", base::version(),
                                base::text("app.tagline"));
  for (const Command& command : table) out += fmt::format("  onetrip {:<30} {}\n", command.usage, command.summary);
  out += "\nOf every command:\n" + help(global_flags);
  out += "\nExit: 0 done, 1 the answer is no, 2 bad usage or bad input, 3 the machine could not.\n";
  return out;
}

/// Takes --data, --home and --safe-mode out of the arguments, wherever they stand.
base::Expected<void> take_places(std::vector<std::string>& arguments, std::optional<SafeHome>& safe) {
  base::Places places;
  std::vector<std::string> rest;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
    bool taken = false;
    for (const Flag& flag : global_flags) {
      std::string value;
      if (flag.value.empty()) {
        if (argument != flag.name) continue;
        if (!safe) safe.emplace();
        taken = true;
        break;
      }
      if (argument == flag.name) {
        if (i + 1 == arguments.size()) return base::wrong(fmt::format("{} needs a folder", argument));
        value = arguments[++i];
      } else if (argument.starts_with(std::string(flag.name) + "=")) {
        value = argument.substr(flag.name.size() + 1);
      } else {
        continue;
      }
      if (value.empty()) return base::wrong(fmt::format("{} needs a folder", flag.name));
      std::error_code unknown;
      if (flag.name == "--data" && !std::filesystem::is_directory(value, unknown)) {
        return base::wrong(fmt::format("--data {}: there is no such folder", value), "it holds lessons/ and assets/");
      }
      (flag.name == "--data" ? places.data : places.home) = value;
      taken = true;
      break;
    }
    if (!taken) rest.push_back(argument);
  }
  arguments = std::move(rest);
  if (safe) places.home = safe->path();
  base::set_places(std::move(places));
  return {};
}

Exit dispatch(std::vector<std::string> arguments) {
  std::optional<SafeHome> safe;
  if (const auto places = take_places(arguments, safe); !places) return bad_input(places.error());
  if (!arguments.empty() && (arguments[0] == "--help" || arguments[0] == "-h" || arguments[0] == "help")) {
    print(overview());
    return Exit::done;
  }
  if (!arguments.empty() && arguments[0] == "--version") {
    print(fmt::format("onetrip {}\n", base::version()));
    return Exit::done;
  }
  const std::string name = arguments.empty() || arguments[0].starts_with("--") ? "window" : arguments[0];
  if (!arguments.empty() && name == arguments[0]) arguments.erase(arguments.begin());
  const auto command = std::ranges::find(table, std::string_view(name), &Command::name);
  if (command == table.end()) {
    std::vector<std::string_view> names;
    for (const Command& known : table) names.push_back(known.name);
    const auto near = base::nearest(name, names);
    base::Diagnostic diagnostic;
    diagnostic.message = fmt::format("there is no command '{}'", name);
    diagnostic.hint = near ? fmt::format("did you mean 'onetrip {}'?", *near) : "onetrip --help lists the commands";
    return bad_input({diagnostic});
  }
  return command->run(arguments);
}

/// A stream that the caller closed would give its number to the next file that is opened, and take that file's place.
void fill_closed_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(stream, F_GETFD) >= 0) continue;
    // The wrong way round: whoever uses it is told that it cannot be.
    [[maybe_unused]] const int taken = ::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
  }
}

}  // namespace

std::span<const Command> commands() {
  return table;
}

int run(int argc, char** argv) {
  fill_closed_streams();
  try {
    const Exit code = dispatch({argv + 1, argv + argc});
    // What filled the buffer before was written, or not, without a word.
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
      print_error("onetrip: standard output could not be written\n");
      return static_cast<int>(Exit::machine);
    }
    return static_cast<int>(code);
  } catch (const std::bad_alloc&) {
    print_error("onetrip: this machine is out of memory\n  Choose smaller tensors, or close other programs.\n");
    return static_cast<int>(Exit::machine);
  } catch (const std::exception& error) {
    return static_cast<int>(machine_failed(error));
  }
}

}  // namespace cli
