// onetrip claims: what is said of fusion, checked.
#pragma once

#include "cli/command.hpp"

#include <string>
#include <vector>

namespace cli {

[[nodiscard]] Exit run_claims(const std::vector<std::string>& arguments);

}  // namespace cli
