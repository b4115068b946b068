// What a program can hold of plain English, in lessons that are shown on the stage.
#pragma once

#include "lesson/findings.hpp"
#include "lesson/lesson.hpp"

namespace lesson {

/// Sentences of more words than one breath, words that a native speaker would not use, the device's words before the
/// step that gives them (the one with a `names` scene), and the exact word for a trip in more than one place.
void lint_english(const Lesson& lesson, Findings& findings);

}  // namespace lesson
