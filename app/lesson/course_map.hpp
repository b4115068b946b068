// How the course is taught: its parts and classes, what a lesson builds on, and a talk through some of its questions.
#pragma once

#include "base/expected.hpp"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace lesson {

/// What is taught in one class of 50 minutes.
struct CourseClass {
  int number = 0;                    ///< from 1, through all parts
  std::vector<std::string> lessons;  ///< their ids; the course need not have all of them yet
};

struct CoursePart {
  std::string title;  ///< "A Trips"
  std::vector<CourseClass> classes;
};

/// A question of a lesson, asked in a talk.
struct TalkStop {
  std::string lesson, task;  ///< their ids
  int minutes = 0;
  int line = 0, column = 0;  ///< where it is written
  /// What the presenter says with the question, and with its answer, in place of what the lesson's class says there:
  /// that stays where one of them is empty.
  std::vector<std::string> say{}, then{};
  bool operator==(const TalkStop&) const = default;
};

struct CourseMap {
  std::vector<CoursePart> parts;
  std::map<std::string, std::vector<std::string>, std::less<>> needs;  ///< lesson -> those it builds on
  std::vector<TalkStop> talk;
  std::vector<std::string> talk_takeaways;  ///< what the room leaves a talk with; may be empty
  std::vector<std::string> talk_close;      ///< what the presenter says beside them

  /// The part and the class that have this lesson; null where none has.
  [[nodiscard]] const CoursePart* part_of(std::string_view lesson) const;
  [[nodiscard]] const CourseClass* class_of(std::string_view lesson) const;
  /// The lessons that it builds on; mostly none.
  [[nodiscard]] std::vector<std::string> needs_of(std::string_view lesson) const;
  [[nodiscard]] int talk_minutes() const;
};

/// "5 h 20 min"
[[nodiscard]] std::string hours_words(int minutes);

/// Of lessons/course.toml.
[[nodiscard]] base::Expected<CourseMap> course_map();

}  // namespace lesson
