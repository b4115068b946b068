// onetrip, onetrip window: the classroom; with no display it says so and points to the demo.
#include "base/error.hpp"
#include "base/text.hpp"
#include "base/words.hpp"
#include "cli/acts.hpp"
#include "cli/commands.hpp"
#include "cli/lesson_recordings.hpp"
#include "cli/options.hpp"
#include "cli/output.hpp"
#include "cli/reopened.hpp"
#include "cli/safe_home.hpp"
#include "figure/utf8.hpp"
#include "lesson/answers.hpp"
#include "session/session.hpp"

#include <algorithm>
#if ONETRIP_WINDOW
#include "ui/application.hpp"
#endif

namespace cli {
namespace {

constexpr Flag window_flags[] = {
    {"--lesson", "ID", "cli.flag.lesson"},
    {"--chain", "CHAIN", "cli.flag.chain"},
    {"--talk", "", "cli.flag.talk"},
    {"--student", "NAME", "cli.flag.student"},
    {"--size", "WxH", "cli.flag.size"},
    act_flag,
    {"--presenter", "", "cli.flag.presenter"},
    {"--statistics", "", "cli.flag.statistics"},
    {"--close-after", "SECONDS", "cli.flag.close_after"},
};

/// The chain lab as an exported figure has it: its chain, and the cut of its third plan.
base::Expected<void> open_figure(session::Session& session, const std::string& file) {
  const auto opened = reopen(file);
  if (!opened) return std::unexpected(opened.error());
  session.open_free_play(opened->scene.chain);
  if (!opened->scene.cuts.empty()) {
    session.act("cut:by_hand");
    session.act("cut.set", opened->scene.cuts.front());
  }
  return {};
}

}  // namespace

Exit run_window_command(const std::vector<std::string>& arguments) {
  const auto options = begin(arguments, {"window [FIGURE.svg|FIGURE.json] [options]", "", window_flags, 0, 1});
  if (!options) return options.error();
#if ONETRIP_WINDOW
  if (const auto reason = ui::no_display()) {
    throw base::MachineError(*reason, std::string(base::text("app.no_display_remedy")));
  }
  ui::WindowOptions window;
  window.statistics = options->has("--statistics");
  window.presenter = options->has("--presenter");
  if (const auto size = options->value("--size")) {
    const auto parsed = parse_size(*size);
    if (!parsed) return bad_input(parsed.error());
    std::tie(window.width, window.height) = *parsed;
  }
  if (const auto seconds = options->value("--close-after")) {
    const auto number = base::to_number(*seconds);
    if (!number || *number <= 0) return bad_input(base::wrong(base::say("cli.window.close_after")).error());
    window.close_after = *number;
  }
  session::Services services = session::services_of_window();
  if (const auto student = options->value("--student")) {
    services.student = figure::clean_line(base::trim(*student));
    if (services.student.empty() || base::count_characters(services.student) > lesson::max_student_letters) {
      return bad_input(base::wrong(std::string(base::text("app.answers.student"))).error());
    }
  }
  if (SafeHome::active()) services.opening = base::text("session.safe_mode");
  take_lesson_folder(services, options->value("--lesson").value_or(""));
  session::Session session(std::move(services));
  if (!options->words.empty()) {
    if (const auto done = open_figure(session, options->words[0]); !done) return bad_input(done.error());
  } else if (const auto chain = options->value("--chain")) {
    const auto text = lab_text(*chain);
    if (!text) return bad_input(text.error());
    session.open_free_play(*text);
  } else if (options->has("--talk")) {
    if (const auto opened = session.open_talk(); !opened) return bad_input(opened.error());
  } else {
    const auto lesson = options->value("--lesson");
    if (const auto opened = lesson ? session.open_lesson(*lesson) : session.open_last(); !opened) {
      return bad_input(opened.error());
    }
  }
  if (const auto done = act(session, *options); !done) return bad_input(done.error());
  window.theme = session.theme();
  const int signal = ui::run_window(session, window);
  // What a shell expects of a program that a signal has ended; the session is saved on the way out.
  return signal == 0 ? Exit::done : static_cast<Exit>(128 + signal);
#else
  throw base::MachineError(base::say("cli.no_window"), base::say("app.no_display_remedy"));
#endif
}

}  // namespace cli
