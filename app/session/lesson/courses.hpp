// Opens the lessons of the course.
#pragma once

#include "base/expected.hpp"
#include "session/state/desk.hpp"

#include <optional>
#include <string_view>

namespace session {

/// Shows this lesson where it was left; its answers come from the last session, where they are kept.
[[nodiscard]] base::Expected<void> open_course(Desk& desk, std::string_view id);
/// Moves within the open lesson and remembers the place; `step` counts from 0 and stays within the lesson.
void move_to(Desk& desk, std::ptrdiff_t step);
/// The lesson after the open one; what is wrong with it is said on the page.
void open_next_course(Desk& desk);
/// Opens one of the list; one that cannot be read is told on the page.
void open_listed_course(Desk& desk, std::string_view id);

/// Opened lessons whose chains have a size for a GPU and one for a processor take the one of the device at hand; what
/// was answered of the other size is asked again. Nothing to do until the device changes.
void size_courses(Desk& desk);

/// The open lesson anew, as it was read after a change, if there was one: what was answered stays with the tasks that
/// stayed. One that cannot be read is told in words, and the last good one stays.
void take_changed_lesson(Desk& desk, std::optional<base::Expected<lesson::Lesson>> changed);

}  // namespace session
