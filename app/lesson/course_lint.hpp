// What can be wrong with the course beside its lessons.
#pragma once

#include "lesson/course_map.hpp"
#include "lesson/lesson.hpp"

#include <vector>

namespace lesson {

/// The step of that lesson with a stop's question; nothing where it has none.
[[nodiscard]] std::optional<std::size_t> step_of(const TalkStop& stop, const Lesson& lesson);
/// The mistake of a stop whose lesson has no such question.
[[nodiscard]] base::Diagnostic unknown_stop(const TalkStop& stop);

/// Of its map, its talk, its glossary and the page before it; `lessons` are all of the course.
[[nodiscard]] base::Diagnostics course_mistakes(const std::vector<Lesson>& lessons);

}  // namespace lesson
