// onetrip screenshot: one page of the window as a PNG.
#include "base/error.hpp"
#include "base/text.hpp"
#include "base/words.hpp"
#include "cli/acts.hpp"
#include "cli/commands.hpp"
#include "cli/lesson_recordings.hpp"
#include "cli/options.hpp"
#include "cli/output.hpp"
#include "lesson/named.hpp"
#include "session/session.hpp"

#include <algorithm>
#include <filesystem>
#if ONETRIP_WINDOW
#include "ui/application.hpp"
#endif

namespace cli {
namespace {

constexpr Flag screenshot_flags[] = {
    {"-o", "FILE.png", "cli.flag.o.screenshot"},
    {"--lesson", "ID", "cli.flag.lesson.screenshot"},
    {"--step", "N", "cli.flag.step.screenshot"},
    {"--chain", "CHAIN", "cli.flag.chain.screenshot"},
    {"--theme", "NAME", "cli.flag.theme"},
    {"--size", "WxH", "cli.flag.size.screenshot"},
    {"--scale", "N", "cli.flag.scale"},
    {"--presenter", "", "cli.flag.presenter.screenshot"},
    act_flag,
};

}  // namespace

Exit run_screenshot(const std::vector<std::string>& arguments) {
  const auto options = begin(arguments, {"screenshot -o FILE.png [options]", "", screenshot_flags, 0, 0});
  if (!options) return options.error();
#if ONETRIP_WINDOW
  const auto file = options->value("-o");
  if (!file)
    return bad_input(
        base::wrong(base::say("cli.screenshot.no_file"), base::say("cli.add", {{"option", "-o FILE.png"}})).error());
  if (std::filesystem::path(*file).extension() != ".png") {
    return bad_input(base::wrong(base::say("cli.screenshot.ending", {{"file", *file}}),
                                 base::say("cli.add", {{"option", "-o FILE.png"}}))
                         .error());
  }
  ui::WindowOptions window;
  if (const auto size = options->value("--size")) {
    const auto parsed = parse_size(*size);
    if (!parsed) return bad_input(parsed.error());
    std::tie(window.width, window.height) = *parsed;
  }
  const std::string theme_word = options->value("--theme").value_or("light");
  const auto theme = parse_theme(theme_word);
  if (!theme) {
    return bad_input(base::wrong(base::say("cli.theme", {{"theme", theme_word}}), base::say("cli.theme.hint")).error());
  }
  window.theme = *theme;
  if (const auto scale = options->value("--scale")) {
    const auto number = base::to_number(*scale);
    if (!number || *number < 1 || *number > 3) return bad_input(base::wrong(base::say("cli.screenshot.scale")).error());
    window.scale = *number;
  } else {
    window.scale = 1;
  }

  const std::string id = options->value("--lesson").value_or("02");
  session::Services services = session::own_services();
  take_lesson_folder(services, id);
  session::Session session(std::move(services));
  if (const auto chain = options->value("--chain")) {
    const auto text = lab_text(*chain);
    if (!text) return bad_input(text.error());
    session.open_free_play(*text);  // a mistake is worth a picture too
  } else {
    if (const auto opened = session.open_lesson(id); !opened) return bad_input(opened.error());
    const auto step = base::to_integer(options->value("--step").value_or("1"));
    const auto lesson = lesson::named(id);
    const auto steps = lesson ? static_cast<std::int64_t>(lesson->steps.size()) : 0;
    if (!step || *step < 1 || *step > steps) {
      return bad_input(
          base::wrong(base::say("cli.lesson.steps", {{"lesson", id}, {"steps", std::to_string(steps)}})).error());
    }
    session.go_to_step(static_cast<int>(*step));
  }
  session.set_theme(*theme);
  if (const auto done = act(session, *options); !done) return bad_input(done.error());
  window.presenter = options->has("--presenter");
  if (window.presenter && !session.view().in_class) {
    return bad_input(
        base::wrong(base::say("cli.screenshot.no_class"), base::say("cli.add", {{"option", "--act class.open"}}))
            .error());
  }
  ui::take_screenshot(session, window, *file);
  return Exit::done;
#else
  throw base::MachineError(base::say("cli.no_window"), base::say("cli.no_window.hint"));
#endif
}

}  // namespace cli
