// Where a lesson stands in the course.
#include "lesson/course_map.hpp"

#include "base/words.hpp"
#include "lesson/course_file.hpp"

#include <algorithm>

namespace lesson {

const CourseClass* CourseMap::class_of(std::string_view lesson) const {
  for (const CoursePart& part : parts) {
    for (const CourseClass& one : part.classes) {
      if (std::ranges::find(one.lessons, lesson) != one.lessons.end()) return &one;
    }
  }
  return nullptr;
}

const CoursePart* CourseMap::part_of(std::string_view lesson) const {
  const CourseClass* taught = class_of(lesson);
  const auto has = [&](const CoursePart& part) {
    return std::ranges::any_of(part.classes, [&](const CourseClass& one) { return &one == taught; });
  };
  const auto found = std::ranges::find_if(parts, has);
  return found == parts.end() ? nullptr : &*found;
}

std::vector<std::string> CourseMap::needs_of(std::string_view lesson) const {
  const auto found = needs.find(lesson);
  return found == needs.end() ? std::vector<std::string>{} : found->second;
}

int CourseMap::talk_minutes() const {
  int sum = 0;
  for (const TalkStop& stop : talk) sum += stop.minutes;
  return sum;
}

std::string hours_words(int minutes) {
  const std::string rest = std::to_string(minutes % 60);
  if (minutes < 60) return base::say("session.course.time_short", {{"minutes", rest}});
  return base::say("session.course.time", {{"hours", std::to_string(minutes / 60)}, {"minutes", rest}});
}

base::Expected<CourseMap> course_map() {
  auto file = read_course_file(course_path());
  if (!file) return std::unexpected(std::move(file.error()));
  return std::move(file->map);
}

}  // namespace lesson
