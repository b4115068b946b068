// The files beside the lessons, read one by one.
#include "lesson/course_lint.hpp"

#include "base/words.hpp"
#include "lesson/before.hpp"
#include "lesson/course_file.hpp"
#include "lesson/glossary.hpp"

#include <algorithm>

namespace lesson {

std::optional<std::size_t> step_of(const TalkStop& stop, const Lesson& lesson) {
  const auto is = [&](const Step& step) { return step.task && step.task->id == stop.task; };
  const auto found = std::ranges::find_if(lesson.steps, is);
  if (lesson.id != stop.lesson || found == lesson.steps.end()) return std::nullopt;
  return static_cast<std::size_t>(found - lesson.steps.begin());
}

base::Diagnostic unknown_stop(const TalkStop& stop) {
  base::Diagnostic mistake;
  mistake.file = course_path().string();
  mistake.line = stop.line;
  mistake.column = stop.column;
  mistake.message = base::say("lesson.course.unknown_stop", {{"lesson", stop.lesson}, {"task", stop.task}});
  mistake.hint = base::say("lesson.course.unknown_stop.hint");
  return mistake;
}

base::Diagnostics course_mistakes(const std::vector<Lesson>& lessons) {
  base::Diagnostics mistakes;
  const auto add = [&](const base::Diagnostics& more) { mistakes.insert(mistakes.end(), more.begin(), more.end()); };
  if (const auto map = course_map()) {
    for (const TalkStop& stop : map->talk) {
      const auto has = [&](const Lesson& lesson) { return step_of(stop, lesson).has_value(); };
      if (std::ranges::none_of(lessons, has)) mistakes.push_back(unknown_stop(stop));
    }
  } else {
    add(map.error());
  }
  if (const auto words = glossary(); !words) add(words.error());
  if (const auto page = before_you_start(); !page) add(page.error());
  return mistakes;
}

}  // namespace lesson
