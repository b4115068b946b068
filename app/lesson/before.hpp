// What a student should know before the course: a page of plain words, for who needs it.
#pragma once

#include "base/expected.hpp"

#include <string>

namespace lesson {

/// lessons/before-you-start.md, as it is written.
[[nodiscard]] base::Expected<std::string> before_you_start();

}  // namespace lesson
