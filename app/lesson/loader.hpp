// lesson.md to Lesson: all errors at once, each at its line.
#pragma once

#include "lesson/lesson.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>

namespace lesson {

// What a lesson may hold: some tens of times what a class can read, and what keeps reading it, and drawing it, short.
inline constexpr std::int64_t max_lesson_bytes = std::int64_t{1024} * 1024;
inline constexpr std::size_t max_line_bytes = 4096;
inline constexpr std::size_t max_braces = 4096;            ///< '{', each of which may begin a value
inline constexpr std::size_t max_pieces = 500;             ///< headings, fences and the texts between them
inline constexpr std::size_t max_piece_bytes = 64 * 1024;  ///< of one fence, or of one text between two

/// The format is in lessons/AUTHORING.md. `file` names the text in diagnostics; its folder's name is the lesson's.
[[nodiscard]] base::Expected<Lesson> parse(std::string_view markdown, std::string_view file);
/// A lesson.md, or the folder it lies in.
[[nodiscard]] base::Expected<Lesson> load(const std::filesystem::path& path);

/// A lesson as the course lists it.
struct Listed {
  std::string id, folder, title, goal;
  int minutes = 0, steps = 0, tasks = 0;
  std::filesystem::path path;
  std::vector<std::string> introduces;  ///< tabs of the stage (lesson/stage.hpp) that it is the first to show
};
/// Every lesson of lessons/course.toml, in its order.
[[nodiscard]] base::Expected<std::vector<Listed>> course();
/// Answers are kept under a lesson's id: the mistake of one in a folder of its own that has an id of the course's.
[[nodiscard]] std::optional<base::Diagnostic> id_is_taken(const Lesson& lesson, const std::vector<Listed>& course);
/// A lesson of the course by its id ("02") or its folder's name; a mistake names those there are.
[[nodiscard]] base::Expected<Lesson> find(std::string_view id);

}  // namespace lesson
