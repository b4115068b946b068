// course.toml, key by key.
#include "lesson/course_file.hpp"

#include "base/resources.hpp"
#include "base/text.hpp"
#include "base/toml_flaw.hpp"
#include "base/words.hpp"
#include "lesson/stage.hpp"
#include "lesson/toml_block.hpp"

#include <algorithm>

namespace lesson {
namespace {

constexpr std::int64_t most_stop_minutes = 60;

std::vector<std::string> tabs_of(TomlReader& toml, Findings& findings) {
  const std::vector<std::string_view> tabs(std::begin(stage_tabs), std::end(stage_tabs));
  std::vector<std::string> found = toml.strings("introduces");
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (std::ranges::find(tabs, found[i]) != tabs.end()) continue;
    findings.add(toml.place_of("introduces", i), base::say("lesson.course.no_tab", {{"tab", found[i]}}),
                 base::say("lesson.course.no_tab.hint", {{"tabs", listed(tabs)}}));
  }
  return found;
}

/// Folders alone, or tables of a folder and what it introduces.
std::vector<CourseEntry> entries_of(TomlReader& toml, Findings& findings) {
  std::vector<CourseEntry> found;
  const auto add = [&](std::string folder, std::vector<std::string> introduces, Place place) {
    if (folder.empty() || folder.find('/') != std::string::npos || folder.starts_with('.')) {
      findings.add(place, base::say("lesson.course.not_a_folder", {{"folder", folder}}));
    }
    if (std::ranges::find(found, folder, &CourseEntry::folder) != found.end()) {
      findings.add(place, base::say("lesson.course.twice", {{"folder", folder}}));
    }
    found.push_back({std::move(folder), std::move(introduces)});
  };
  if (!toml.holds_tables("lessons")) {
    const auto folders = toml.strings("lessons");
    for (std::size_t i = 0; i < folders.size(); ++i) add(folders[i], {}, toml.place_of("lessons", i));
    return found;
  }
  for (TomlReader& one : toml.tables("lessons")) {
    if (!one.has("folder")) one.missing("folder");
    const auto folder = one.string("folder");
    auto introduces = tabs_of(one, findings);
    one.finish();
    if (folder) add(*folder, std::move(introduces), one.place_of("folder"));
  }
  return found;
}

bool is_id(std::string_view text) {
  return text.size() == 2 && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

void check_id(std::string_view id, Place place, Findings& findings) {
  if (!is_id(id)) findings.tell(place, "lesson.course.no_id", {{"id", id}});
}

/// [[parts]]: a title, and for each class the ids of its lessons, "01 02".
std::vector<CoursePart> parts_of(TomlReader& toml, Findings& findings) {
  std::vector<CoursePart> parts;
  std::vector<std::string> taught;
  int number = 0;
  for (TomlReader& one : toml.tables("parts")) {
    if (!one.has("title")) one.missing("title");
    if (!one.has("classes")) one.missing("classes");
    CoursePart part{one.string("title").value_or(""), {}};
    const auto classes = one.strings("classes");
    for (std::size_t i = 0; i < classes.size(); ++i) {
      CourseClass next{++number, {}};
      for (const std::string_view id : base::split(classes[i], ' ')) {
        if (id.empty()) continue;
        const Place place = one.place_of("classes", i);
        check_id(id, place, findings);
        if (std::ranges::find(taught, id) != taught.end()) {
          findings.tell(place, "lesson.course.taught_twice", {{"id", id}});
        }
        taught.emplace_back(id);
        next.lessons.emplace_back(id);
      }
      part.classes.push_back(std::move(next));
    }
    one.finish();
    parts.push_back(std::move(part));
  }
  return parts;
}

/// [[needs]]: a lesson, and those that it builds on.
auto needs_of(TomlReader& toml, Findings& findings) {
  decltype(CourseMap::needs) needs;
  for (TomlReader& one : toml.tables("needs")) {
    if (!one.has("lesson")) one.missing("lesson");
    if (!one.has("first")) one.missing("first");
    const auto id = one.string("lesson");
    auto first = one.strings("first");
    one.finish();
    if (id) check_id(*id, one.place_of("lesson"), findings);
    for (std::size_t i = 0; i < first.size(); ++i) check_id(first[i], one.place_of("first", i), findings);
    if (id) needs[*id] = std::move(first);
  }
  return needs;
}

/// [[talk]]: "01/count", its minutes, and what is said there.
std::vector<TalkStop> talk_of(TomlReader& toml, Findings& findings) {
  std::vector<TalkStop> stops;
  for (TomlReader& one : toml.tables("talk")) {
    if (!one.has("task")) one.missing("task");
    if (!one.has("minutes")) one.missing("minutes");
    const auto task = one.string("task");
    const auto minutes = one.whole("minutes");
    auto say = one.strings("say"), then = one.strings("then");
    one.finish();
    if (minutes && (*minutes < 1 || *minutes > most_stop_minutes)) {
      findings.tell(one.place_of("minutes"), "lesson.course.talk_minutes");
    }
    if (!task || !minutes) continue;
    const Place place = one.place_of("task");
    const auto slash = task->find('/');
    if (slash == std::string::npos || slash + 1 == task->size() || !is_id(task->substr(0, slash))) {
      findings.tell(place, "lesson.course.no_stop", {{"task", *task}});
      continue;
    }
    stops.push_back({task->substr(0, slash), task->substr(slash + 1), static_cast<int>(*minutes), place.line,
                     place.column, std::move(say), std::move(then)});
  }
  return stops;
}

}  // namespace

std::filesystem::path course_path() {
  return base::program_file("lessons/course.toml");
}

base::Expected<CourseFile> read_course_file(const std::filesystem::path& file) {
  const auto text = base::read_file(file, static_cast<std::int64_t>(base::max_toml_bytes));
  if (!text) return std::unexpected(text.error());
  Findings findings(file.string(), *text);
  if (const auto at = base::invalid_utf8(*text)) findings.tell(findings.place(*at, 1), "lesson.not_utf8");
  if (!findings.empty()) return std::unexpected(findings.take());
  CourseFile found;
  if (const auto table = parse_toml(*text, 1, findings)) {
    TomlReader toml(*table, *text, 1, "course", {1, 1, 1}, findings);
    if (!toml.has("lessons")) toml.missing("lessons");
    found.entries = entries_of(toml, findings);
    found.map.parts = parts_of(toml, findings);
    found.map.needs = needs_of(toml, findings);
    found.map.talk = talk_of(toml, findings);
    found.map.talk_takeaways = toml.strings("talk_takeaways");
    found.map.talk_close = toml.strings("talk_close");
    toml.finish();
  }
  if (!findings.empty()) return std::unexpected(findings.take());
  return found;
}

}  // namespace lesson
