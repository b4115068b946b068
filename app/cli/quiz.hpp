// onetrip quiz: a lesson's tasks on paper.
#pragma once

#include "cli/command.hpp"

#include <string>
#include <vector>

namespace cli {

[[nodiscard]] Exit run_quiz(const std::vector<std::string>& arguments);

}  // namespace cli
