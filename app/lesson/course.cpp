// The course: lessons/course.toml names the lessons' folders in their order, and what each introduces.
#include "base/resources.hpp"
#include "base/text.hpp"
#include "base/toml_flaw.hpp"
#include "base/words.hpp"
#include "lesson/stage.hpp"
#include "lesson/toml_block.hpp"

#include <algorithm>

namespace lesson {
namespace {

/// A lesson as course.toml has it.
struct Entry {
  std::string folder;
  std::vector<std::string> introduces;
};

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
std::vector<Entry> entries_of(TomlReader& toml, Findings& findings) {
  std::vector<Entry> found;
  const auto add = [&](std::string folder, std::vector<std::string> introduces, Place place) {
    if (folder.empty() || folder.find('/') != std::string::npos || folder.starts_with('.')) {
      findings.add(place, base::say("lesson.course.not_a_folder", {{"folder", folder}}));
    }
    if (std::ranges::find(found, folder, &Entry::folder) != found.end()) {
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

/// In order: `lessons = ["02-count-the-crossings", ...]`, or tables of a `folder` and what it `introduces`.
base::Expected<std::vector<Entry>> entries(const std::filesystem::path& file) {
  const auto text = base::read_file(file, static_cast<std::int64_t>(base::max_toml_bytes));
  if (!text) return std::unexpected(text.error());
  Findings findings(file.string(), *text);
  if (const auto at = base::invalid_utf8(*text)) findings.tell(findings.place(*at, 1), "lesson.not_utf8");
  if (!findings.empty()) return std::unexpected(findings.take());
  std::vector<Entry> found;
  if (const auto table = parse_toml(*text, 1, findings)) {
    TomlReader toml(*table, *text, 1, "course", {1, 1, 1}, findings);
    if (!toml.has("lessons")) toml.missing("lessons");
    found = entries_of(toml, findings);
    toml.finish();
  }
  if (!findings.empty()) return std::unexpected(findings.take());
  return found;
}

/// The lesson in a folder of the course; its id is what the folder's name begins with.
base::Expected<Lesson> load_listed(const std::filesystem::path& folder) {
  std::error_code none;
  auto lesson = load(std::filesystem::is_directory(folder, none) ? folder : folder / "lesson.md");
  if (!lesson) return lesson;
  if (!lesson->folder.starts_with(lesson->id + "-")) {
    base::Diagnostic mistake;
    mistake.file = lesson->file;
    mistake.line = mistake.column = 1;
    mistake.message = base::say("lesson.course.other_id", {{"id", lesson->id}, {"folder", lesson->folder}});
    mistake.hint = base::text("lesson.course.other_id.hint");
    return std::unexpected(base::Diagnostics{mistake});
  }
  return lesson;
}

}  // namespace

base::Expected<std::vector<Listed>> course() {
  const auto file = base::program_file("lessons/course.toml");
  const auto all = entries(file);
  if (!all) return std::unexpected(all.error());
  std::vector<Listed> listed;
  base::Diagnostics mistakes;
  for (const auto& [folder, introduces] : *all) {
    const auto path = file.parent_path() / folder;
    const auto lesson = load_listed(path);
    if (!lesson) {
      mistakes.insert(mistakes.end(), lesson.error().begin(), lesson.error().end());
      continue;
    }
    const auto tasks = std::ranges::count_if(lesson->steps, [](const Step& step) { return step.task.has_value(); });
    listed.push_back({lesson->id, folder, lesson->title, lesson->minutes, static_cast<int>(lesson->steps.size()),
                      static_cast<int>(tasks), path / "lesson.md", introduces});
  }
  if (!mistakes.empty()) return std::unexpected(std::move(mistakes));
  return listed;
}

std::optional<base::Diagnostic> id_is_taken(const Lesson& lesson, const std::vector<Listed>& course) {
  const auto there = std::ranges::find(course, lesson.id, &Listed::id);
  std::error_code ignored;
  if (there == course.end() || std::filesystem::equivalent(there->path, lesson.file, ignored)) return std::nullopt;
  base::Diagnostic mistake;
  mistake.file = lesson.file;
  mistake.line = lesson.id_line;
  mistake.column = 1;
  mistake.message = base::say("lesson.id_taken", {{"id", lesson.id}, {"title", there->title}});
  mistake.hint = base::text("lesson.id_taken.hint");
  return mistake;
}

base::Expected<Lesson> find(std::string_view id) {
  const auto file = base::program_file("lessons/course.toml");
  const auto all = entries(file);
  if (!all) return std::unexpected(all.error());
  std::vector<std::string_view> names;
  for (const auto& [folder, introduces] : *all) {
    if (folder == id ||
        (!id.empty() && folder.starts_with(std::string(id) + "-") && id.find('-') == std::string_view::npos)) {
      return load_listed(file.parent_path() / folder);
    }
    names.push_back(folder);
  }
  return base::wrong(base::say("lesson.course.unknown", {{"id", id}}),
                     did_you_mean(id, names, base::say("lesson.course.unknown.hint", {{"lessons", listed(names)}})));
}

}  // namespace lesson
