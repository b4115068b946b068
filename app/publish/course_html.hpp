// The whole course as static pages: a map of parts, classes, lessons and their steps, and what leads from page to page.
#pragma once

#include "lesson/course_map.hpp"
#include "lesson/lesson.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace publish {

/// The map's file, beside which the lessons' pages lie.
constexpr std::string_view course_file = "index.html";
/// "lesson-02.html"
[[nodiscard]] std::string lesson_file(const lesson::Lesson& lesson);

struct CoursePage {
  std::vector<lesson::Lesson> lessons;  ///< in the course's order
  lesson::CourseMap map;
  std::string command;  ///< that makes it again
};

/// Goal and minutes of each lesson, its steps behind a <details>. With a script lessons and steps are found while one
/// types, from a file too; without one it is a list.
[[nodiscard]] std::string course_html(const CoursePage& page);

/// Above the page of the lesson at `index`: the way to the map, and to the lessons before and after it.
[[nodiscard]] std::string course_nav(const std::vector<lesson::Lesson>& lessons, std::size_t index);

}  // namespace publish
