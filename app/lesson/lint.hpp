// What a lesson that loads may still get wrong: answers typed into its text, questions nobody can answer.
#pragma once

#include "lesson/lesson.hpp"
#include "machine/device_spec.hpp"

namespace lesson {

/// A quantity that a task asks or a text names and that cannot be computed for its chain; the answer to a task typed
/// as a figure anywhere in the lesson (write {crossings.fused}, so that it is computed, and hidden until the lock); a
/// step's prose longer than a screen; minutes that do not add up. Each is looked for in both sizes of its chains. Empty
/// = nothing to mend.
[[nodiscard]] base::Diagnostics lint(const Lesson& lesson, const machine::DeviceSpec& spec);

}  // namespace lesson
