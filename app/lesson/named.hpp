// A lesson as a person names it.
#pragma once

#include "lesson/lesson.hpp"

#include <string_view>

namespace lesson {

/// A lesson of the course ("02"), else a folder that holds a lesson.md, or such a file.
[[nodiscard]] base::Expected<Lesson> named(std::string_view word);

}  // namespace lesson
