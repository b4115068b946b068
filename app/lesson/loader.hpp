// lesson.md to Lesson: all errors at once, each at its line.
#pragma once

#include <filesystem>
#include <string_view>

#include "lesson/lesson.hpp"

namespace lesson {

inline constexpr std::int64_t max_lesson_bytes = 1024 * 1024;

[[nodiscard]] base::Expected<Lesson> parse(std::string_view markdown, std::string_view file);
[[nodiscard]] base::Expected<Lesson> load(const std::filesystem::path& path);

struct Listed { std::string id, folder, title; int minutes = 0, steps = 0; std::filesystem::path path; };
/// Every lesson of lessons/course.toml, in its order.
[[nodiscard]] base::Expected<std::vector<Listed>> course();
[[nodiscard]] base::Expected<Lesson> find(std::string_view id);  ///< "02" or the folder's name

}  // namespace lesson
