// What a lesson becomes on disk: a page, a folder of figures, a new lesson.
#pragma once

#include "cli/command.hpp"
#include "cli/options.hpp"

namespace cli {

/// lesson page ID -o lesson.html [--answers], or all of the course's into a folder
[[nodiscard]] Exit write_lesson_page(const Options& options, const std::vector<std::string>& arguments);
/// lesson figures ID -o DIR
[[nodiscard]] Exit write_lesson_figures(const Options& options);
/// lesson new DIR [--from 02]
[[nodiscard]] Exit new_lesson(const Options& options);

}  // namespace cli
