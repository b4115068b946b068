// The course: lessons/course.toml names the lessons' folders in their order.
#include "base/resources.hpp"
#include "base/text.hpp"
#include "base/toml_flaw.hpp"
#include "base/words.hpp"
#include "lesson/loader.hpp"
#include "lesson/toml_block.hpp"

#include <algorithm>

namespace lesson {
namespace {

/// The folders, in order: `lessons = ["02-count-the-crossings", ...]`.
base::Expected<std::vector<std::string>> folders(const std::filesystem::path& file) {
  const auto text = base::read_file(file, static_cast<std::int64_t>(base::max_toml_bytes));
  if (!text) return std::unexpected(text.error());
  Findings findings(file.string(), *text);
  if (const auto at = base::invalid_utf8(*text)) findings.tell(findings.place(*at, 1), "lesson.not_utf8");
  if (!findings.empty()) return std::unexpected(findings.take());
  std::vector<std::string> found;
  if (const auto table = parse_toml(*text, 1, findings)) {
    TomlReader toml(*table, *text, 1, "course", {1, 1, 1}, findings);
    if (!toml.has("lessons")) toml.missing("lessons");
    found = toml.strings("lessons");
    for (std::size_t i = 0; i < found.size(); ++i) {
      if (found[i].empty() || found[i].find('/') != std::string::npos || found[i].starts_with('.')) {
        findings.add(toml.place_of("lessons", i), base::say("lesson.course.not_a_folder", {{"folder", found[i]}}));
      }
      if (std::find(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(i), found[i]) !=
          found.begin() + static_cast<std::ptrdiff_t>(i)) {
        findings.add(toml.place_of("lessons", i), base::say("lesson.course.twice", {{"folder", found[i]}}));
      }
    }
    toml.finish();
  }
  if (!findings.empty()) return std::unexpected(findings.take());
  return found;
}

/// The lesson in a folder of the course; its id is what the folder's name begins with.
base::Expected<Lesson> load_listed(const std::filesystem::path& folder) {
  auto lesson = load(folder / "lesson.md");
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
  const auto names = folders(file);
  if (!names) return std::unexpected(names.error());
  std::vector<Listed> listed;
  base::Diagnostics mistakes;
  for (const std::string& folder : *names) {
    const auto path = file.parent_path() / folder;
    const auto lesson = load_listed(path);
    if (!lesson) {
      mistakes.insert(mistakes.end(), lesson.error().begin(), lesson.error().end());
      continue;
    }
    listed.push_back({lesson->id, folder, lesson->title, lesson->minutes, static_cast<int>(lesson->steps.size()),
                      path / "lesson.md"});
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
  const auto names = folders(file);
  if (!names) return std::unexpected(names.error());
  for (const std::string& folder : *names) {
    if (folder == id ||
        (!id.empty() && folder.starts_with(std::string(id) + "-") && id.find('-') == std::string_view::npos)) {
      return load_listed(file.parent_path() / folder);
    }
  }
  return base::wrong(
      base::say("lesson.course.unknown", {{"id", id}}),
      did_you_mean(id, {names->begin(), names->end()},
                   base::say("lesson.course.unknown.hint", {{"lessons", listed({names->begin(), names->end()})}})));
}

}  // namespace lesson
