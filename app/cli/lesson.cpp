// onetrip lesson: the course without a window: list, check, show a page, play from guess to reveal.
#include "lesson/lesson.hpp"

#include "base/resources.hpp"
#include "base/text.hpp"
#include "base/words.hpp"
#include "cli/commands.hpp"
#include "cli/lesson_files.hpp"
#include "cli/lesson_findings.hpp"
#include "cli/lesson_pace.hpp"
#include "cli/lesson_recordings.hpp"
#include "cli/live.hpp"
#include "cli/options.hpp"
#include "cli/output.hpp"
#include "cli/player.hpp"
#include "cli/sheet.hpp"
#include "cli/study.hpp"
#include "lesson/course_lint.hpp"
#include "lesson/lint.hpp"
#include "lesson/loader.hpp"
#include "lesson/named.hpp"
#include "machine/device_spec.hpp"
#include "session/session.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace cli {
namespace {

constexpr Flag lesson_flags[] = {
    {"--step", "N", "cli.flag.step.show"},
    {"--answers", "FILE", "cli.flag.answers.play"},
    {quick_name, "", "cli.flag.quick.play"},
    device_flag,
    worker_flag,
    {"--json", "", "cli.flag.json.lesson"},
    {"--from", "LESSON", "cli.flag.from.lesson"},
    {"--findings", "", "cli.flag.findings"},
    {"--pace", "", "cli.flag.pace.lesson"},
};
constexpr Flag lesson_page_flags[] = {
    {"-o", "FILE.html|DIR", "cli.flag.o.page"},
    {"--answers", "", "cli.flag.answers.page"},
};
constexpr Flag lesson_figures_flags[] = {
    {"-o", "DIR", "cli.flag.o.figures"},
    {"--as", "ENDING", "cli.flag.as"},
    preset_flag,
    title_flag,
    text_flag,
    theme_flag,
    transparent_flag,
};

/// Each lesson with its place in the course.
nlohmann::ordered_json listed_json(const std::vector<lesson::Listed>& course, const lesson::CourseMap& map) {
  nlohmann::ordered_json out;
  out["lessons"] = nlohmann::ordered_json::array();
  for (const lesson::Listed& one : course) {
    const lesson::CourseClass* taught = map.class_of(one.id);
    const lesson::CoursePart* part = map.part_of(one.id);
    out["lessons"].push_back(
        {{"id", one.id},
         {"title", one.title},
         {"minutes", one.minutes},
         {"steps", one.steps},
         {"goal", one.goal},
         {"part", part == nullptr ? nlohmann::ordered_json() : nlohmann::ordered_json(part->title)},
         {"class", taught == nullptr ? nlohmann::ordered_json() : nlohmann::ordered_json(taught->number)},
         {"needs", map.needs_of(one.id)}});
  }
  return out;
}

Exit list(const Options& options) {
  const auto course = lesson::course();
  if (!course) return bad_input(course.error());
  const auto map = lesson::course_map();
  if (!map) return bad_input(map.error());
  if (options.has("--json")) {
    print_json(listed_json(*course, *map));
    return Exit::done;
  }
  std::vector<std::vector<std::string>> rows{{base::say("cli.column.id"), base::say("cli.column.title"),
                                              base::say("cli.column.minutes"), base::say("cli.column.steps"),
                                              base::say("cli.column.class"), base::say("cli.column.part")}};
  for (const lesson::Listed& one : *course) {
    const lesson::CourseClass* taught = map->class_of(one.id);
    const lesson::CoursePart* part = map->part_of(one.id);
    rows.push_back({one.id, one.title, fmt::format("{}", one.minutes), fmt::format("{}", one.steps),
                    taught == nullptr ? "" : fmt::format("{}", taught->number), part == nullptr ? "" : part->title});
  }
  print(text_table(rows));
  return Exit::done;
}

/// One lesson by id, folder or file, or the whole course.
Exit check(const Options& options) {
  std::vector<base::Expected<lesson::Lesson>> lessons;
  const auto course = lesson::course();
  if (options.words.size() > 1) {
    lessons.push_back(lesson::named(options.words[1]));
  } else {
    if (!course) return bad_input(course.error());
    for (const lesson::Listed& one : *course) lessons.push_back(lesson::load(one.path));
  }
  const auto spec = spec_of(options);
  if (!spec) return bad_input(spec.error());
  base::Diagnostics mistakes;
  nlohmann::ordered_json out;
  out["lessons"] = nlohmann::ordered_json::array();
  for (const auto& one : lessons) {
    if (!one) {
      mistakes.insert(mistakes.end(), one.error().begin(), one.error().end());
      continue;
    }
    out["lessons"].push_back({{"id", one->id}, {"title", one->title}, {"steps", one->steps.size()}});
    auto doubts = lesson::lint(*one, *spec);
    if (const auto taken = course ? lesson::id_is_taken(*one, *course) : std::nullopt)
      doubts.insert(doubts.begin(), *taken);
    if (options.words.size() > 1) {
      const auto untrue = recording_mistakes(options.words[1]);
      doubts.insert(doubts.end(), untrue.begin(), untrue.end());
    }
    if (!doubts.empty()) {
      mistakes.insert(mistakes.end(), doubts.begin(), doubts.end());
      continue;
    }
    if (!options.has("--json")) {
      print(base::say("cli.lesson.checked", one->steps.size(), {{"id", one->id}, {"title", one->title}}) + "\n");
      if (options.has("--findings")) print(findings_sheet(*one, *spec));
      if (options.has("--pace")) print(pace_sheet(*one, *spec));
    }
  }
  if (options.words.size() == 1 && mistakes.empty()) {
    std::vector<lesson::Lesson> whole;
    for (const auto& one : lessons) whole.push_back(*one);
    mistakes = lesson::course_mistakes(whole);
  }
  if (options.has("--json")) {
    out["mistakes"] = nlohmann::ordered_json::array();
    for (const base::Diagnostic& mistake : mistakes) {
      out["mistakes"].push_back({{"file", mistake.file},
                                 {"line", mistake.line},
                                 {"column", mistake.column},
                                 {"message", mistake.message},
                                 {"hint", mistake.hint}});
    }
    print_json(out);
  }
  return mistakes.empty() ? Exit::done : bad_input(mistakes);
}

Exit show(const Options& options) {
  const std::string id = options.words.size() > 1 ? options.words[1] : "02";
  const auto found = lesson::named(id);
  if (!found) return bad_input(found.error());
  const auto step = base::to_integer(options.value("--step").value_or("1"));
  const auto steps = static_cast<std::int64_t>(found->steps.size());
  if (!step || *step < 1 || *step > steps) {
    return bad_input(
        base::wrong(base::say("cli.lesson.steps", {{"lesson", id}, {"steps", std::to_string(steps)}})).error());
  }
  session::Services services = session::own_services();
  take_lesson_folder(services, id);
  session::Session session(std::move(services));
  if (const auto opened = session.open_lesson(id); !opened) return bad_input(opened.error());
  session.go_to_step(static_cast<int>(*step));
  print(session::text_twin(session.view()) + "\n");
  return Exit::done;
}

/// A verb that shares the flags above with others, and those of them that it takes. `page` and `figures` have their
/// own.
struct Verb {
  std::string_view name;
  std::vector<std::string_view> flags;
  Exit (*run)(const Options&);
};
const Verb lesson_verbs[] = {{"list", {"--json"}, list},
                             {"check", {"--json", "--findings", "--pace"}, check},
                             {"show", {"--step"}, show},
                             {"play", {"--answers", "--quick", device_flag.name, worker_flag.name}, play},
                             {"new", {"--from"}, new_lesson}};

}  // namespace

Exit run_lesson(const std::vector<std::string>& arguments) {
  // Two verbs write files, and have flags of their own.
  if (!arguments.empty() && arguments[0] == "page") {
    const auto options =
        begin(arguments, {"lesson page LESSON|all -o FILE.html|DIR [--answers]", "", lesson_page_flags, 1, 2});
    return options ? write_lesson_page(*options, arguments) : options.error();
  }
  if (!arguments.empty() && arguments[0] == "figures") {
    const auto options = begin(arguments, {"lesson figures LESSON -o DIR [options]", "", lesson_figures_flags, 1, 2});
    return options ? write_lesson_figures(*options) : options.error();
  }
  const auto options = begin(arguments, {"lesson list|check|show|play|page|figures|new [LESSON] [options]",
                                         base::text("cli.about.lesson"), lesson_flags, 1, 2});
  if (!options) return options.error();
  const std::string& verb = options->words[0];
  const auto known = std::ranges::find(lesson_verbs, verb, &Verb::name);
  if (known != std::end(lesson_verbs)) {
    for (const Flag& flag : lesson_flags) {
      if (!options->has(flag.name) || std::ranges::count(known->flags, flag.name) > 0) continue;
      return bad_input(base::wrong(base::say("cli.lesson.no_use", {{"verb", verb}, {"flag", flag.name}}),
                                   base::say("cli.lesson.no_use.hint"))
                           .error());
    }
    return known->run(*options);
  }
  const auto near = base::nearest(verb, {"list", "check", "show", "play", "page", "figures", "new"});
  return bad_input(
      base::wrong(base::say("cli.lesson.unknown", {{"verb", verb}}),
                  near ? base::say("cli.did_you_mean.quoted", {{"name", *near}}) : base::say("cli.lesson.unknown.hint"))
          .error());
}

}  // namespace cli
