// The table of commands, the global options, and how a run of the program ends.
#include "cli/command.hpp"

#include "base/resources.hpp"
#include "base/text.hpp"
#include "base/translation.hpp"
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
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fcntl.h>
#include <filesystem>
#include <map>
#include <new>
#include <optional>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <utility>

namespace cli {
namespace {

constexpr std::array table = {
    Command{"window", "window [--lesson ID]", run_window_command},
    Command{"demo", "demo [--out DIR]", run_demo},
    Command{"devices", "devices [add|remove NAME]", run_devices},
    Command{"doctor", "doctor", run_doctor},
    Command{"predict", "predict CHAIN [--cuts CUTS]", run_predict},
    Command{"run", "run CHAIN [--device ID]", run_run},
    Command{"emit", "emit CHAIN [--cuts CUTS]", run_emit},
    Command{"grad", "grad CHAIN [--to x,w] [--keep t]", run_grad},
    Command{"ladder", "ladder NAME [--size SIZE]", run_ladder},
    Command{"tune", "tune CHAIN [--device ID]", run_tune},
    Command{"sweep", "sweep CHAIN --over RANGE", run_sweep},
    Command{"figure", "figure KIND CHAIN -o FILE", run_figure},
    Command{"lesson", "lesson list|check|show|play|...", run_lesson},
    Command{"glossary", "glossary [WORD]", run_glossary},
    Command{"quiz", "quiz LESSON...|all -o FILE", run_quiz},
    Command{"claims", "claims [-o FILE.md]", run_claims},
    Command{"coverage", "coverage [-o FILE.md]", run_coverage},
    Command{"class", "class merge FILES...", run_class},
    Command{"record", "record SUITE -o FILE", run_record},
    Command{"keys", "keys", run_keys},
    Command{"screenshot", "screenshot -o FILE.png", run_screenshot},
};

constexpr Flag data_flag{"--data", "DIR", "cli.flag.data"};
constexpr Flag home_flag{"--home", "DIR", "cli.flag.home"};
constexpr Flag safe_mode_flag{"--safe-mode", "", "cli.flag.safe_mode"};
constexpr Flag words_flag{"--words", "FILE", "cli.flag.words"};
constexpr Flag global_flags[] = {data_flag, home_flag, safe_mode_flag, words_flag};

std::string overview() {
  std::string out =
      fmt::format("onetrip {}: {}\n\n{}\n\n", base::version(), base::text("app.tagline"), base::text("cli.help.each"));
  for (const Command& command : table) {
    const std::string summary = base::say("cli.command." + std::string(command.name));
    out += fmt::format("  onetrip {:<30} {}\n", command.usage, summary);
  }
  return out +
         fmt::format("\n{}\n{}\n{}\n", base::text("cli.help.global"), help(global_flags), base::text("cli.help.exit"));
}

/// What the global flags were given; they go out of the arguments, wherever they stand. The last of a name counts.
std::map<std::string_view, std::string> take_globals(std::vector<std::string>& arguments) {
  std::map<std::string_view, std::string> given;
  std::vector<std::string> rest;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
    const auto* const flag = std::ranges::find_if(global_flags, [&](const Flag& one) {
      return argument == one.name || (!one.value.empty() && argument.starts_with(std::string(one.name) + "="));
    });
    if (flag == std::end(global_flags)) {
      rest.push_back(argument);
    } else if (argument != flag->name) {
      given[flag->name] = argument.substr(flag->name.size() + 1);
    } else {
      given[flag->name] = flag->value.empty() || i + 1 == arguments.size() ? std::string() : arguments[++i];
    }
  }
  arguments = std::move(rest);
  return given;
}

/// Speaks another language from here on. A file that cannot be used is told, and no reason to do nothing at all.
void speak_words_of(const std::string& file) {
  const auto toml = base::read_file(file, base::max_word_bytes);
  auto words = toml ? base::parse_words(*toml, file) : std::unexpected(toml.error());
  if (words) {
    base::speak(*std::move(words));
    return prepare_no_memory();
  }
  print_error(base::render(words.error()) + base::say("words.english", {{"file", file}}) + "\n");
}

/// Takes --data, --home, --safe-mode and --words out of the arguments, and follows them.
base::Expected<void> take_places(std::vector<std::string>& arguments, std::optional<SafeHome>& safe) {
  const auto given = take_globals(arguments);
  if (const auto words = given.find(words_flag.name); words != given.end()) {
    if (words->second.empty()) return base::wrong(base::say("cli.needs_file", {{"flag", words_flag.name}}));
    speak_words_of(words->second);
  }
  base::Places places;
  for (const auto& [flag, place] : {std::pair(data_flag.name, &places.data), std::pair(home_flag.name, &places.home)}) {
    const auto folder = given.find(flag);
    if (folder == given.end()) continue;
    if (folder->second.empty()) return base::wrong(base::say("cli.needs_folder", {{"flag", flag}}));
    *place = folder->second;
  }
  std::error_code unknown;
  if (given.contains(data_flag.name) && !std::filesystem::is_directory(places.data, unknown)) {
    return base::wrong(base::say("cli.data.no_folder", {{"folder", given.at(data_flag.name)}}),
                       base::say("cli.data.no_folder.hint"));
  }
  if (given.contains(safe_mode_flag.name)) places.home = safe.emplace().path();
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
    diagnostic.message = base::say("cli.command_unknown", {{"name", name}});
    diagnostic.hint = near ? base::say("cli.did_you_mean.quoted", {{"name", fmt::format("onetrip {}", *near)}})
                           : base::say("cli.command_unknown.hint");
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

/// Out of memory on a thread that nobody waits for, or in what cannot fail: a sentence still, and the exit code.
[[noreturn]] static void end_with_a_sentence() {
  static std::atomic_flag told;
  if (told.test_and_set()) {
    std::this_thread::sleep_for(std::chrono::seconds(1));  // another thread is saying it
  } else {
    try {
      if (const auto problem = std::current_exception()) std::rethrow_exception(problem);
      no_memory();  // it left a function of the library's that throws nothing, with no room to say what it was
    } catch (const std::bad_alloc&) {
      no_memory();
    } catch (const std::exception& error) {
      try {
        machine_failed(error);
      } catch (...) {
        no_memory();
      }
    } catch (...) {
      no_memory();
    }
  }
  std::_Exit(static_cast<int>(Exit::machine));
}

int run(int argc, char** argv) {
  fill_closed_streams();
  // A file beyond `ulimit -f` is an error of its writer, who says so.
  std::signal(SIGXFSZ, SIG_IGN);
  std::set_terminate(end_with_a_sentence);
  try {
    prepare_no_memory();
    const Exit code = dispatch({argv + 1, argv + argc});
    // What filled the buffer before was written, or not, without a word.
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
      print_error(fmt::format("onetrip: {}\n", base::text("cli.output_refused")));
      return static_cast<int>(Exit::machine);
    }
    return static_cast<int>(code);
  } catch (const std::bad_alloc&) {
    return static_cast<int>(no_memory());
  } catch (const std::system_error& error) {
    // No thread can be had.
    if (error.code() == std::errc::resource_unavailable_try_again) return static_cast<int>(no_memory());
    return static_cast<int>(machine_failed(error));
  } catch (const std::exception& error) {
    return static_cast<int>(machine_failed(error));
  }
}

}  // namespace cli
