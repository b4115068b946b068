// The course's lessons, as lessons/course.toml lists them.
#include "base/words.hpp"
#include "lesson/course_file.hpp"
#include "lesson/findings.hpp"
#include "lesson/loader.hpp"

#include <algorithm>

namespace lesson {
namespace {

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
  const auto file = course_path();
  const auto read = read_course_file(file);
  if (!read) return std::unexpected(read.error());
  std::vector<Listed> listed;
  base::Diagnostics mistakes;
  for (const auto& [folder, introduces] : read->entries) {
    const auto path = file.parent_path() / folder;
    const auto lesson = load_listed(path);
    if (!lesson) {
      mistakes.insert(mistakes.end(), lesson.error().begin(), lesson.error().end());
      continue;
    }
    const auto tasks = std::ranges::count_if(lesson->steps, [](const Step& step) { return step.task.has_value(); });
    listed.push_back({lesson->id, folder, lesson->title, lesson->goal, lesson->minutes,
                      static_cast<int>(lesson->steps.size()), static_cast<int>(tasks), path / "lesson.md", introduces});
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
  const auto file = course_path();
  const auto read = read_course_file(file);
  if (!read) return std::unexpected(read.error());
  std::vector<std::string_view> names;
  for (const auto& [folder, introduces] : read->entries) {
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
