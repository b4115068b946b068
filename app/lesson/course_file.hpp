// lessons/course.toml: the lessons' folders in their order, what each introduces, and how the course is taught.
#pragma once

#include "base/expected.hpp"
#include "lesson/course_map.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace lesson {

/// A lesson as that file has it.
struct CourseEntry {
  std::string folder;
  std::vector<std::string> introduces;
};

struct CourseFile {
  std::vector<CourseEntry> entries;
  CourseMap map;
};

[[nodiscard]] std::filesystem::path course_path();
/// All that is wrong with it at once.
[[nodiscard]] base::Expected<CourseFile> read_course_file(const std::filesystem::path& file);

}  // namespace lesson
