// The command that makes a file again.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cli {

/// `onetrip COMMAND arguments` without `-o FILE`, so that equal contents are equal bytes.
[[nodiscard]] std::string without_file(std::string_view command, const std::vector<std::string>& arguments);

}  // namespace cli
