// JSON from a file that may hold anything: bounded in size and depth before the parser sees it.
#pragma once

#include "base/expected.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>

namespace record {

/// `message` at a byte of the text: line, column and the line itself.
[[nodiscard]] base::Diagnostic place(std::string_view text, std::string_view file, std::size_t offset,
                                     std::string message);

/// At most `most` bytes; not JSON, cut off or too deep is said with its place.
[[nodiscard]] base::Expected<nlohmann::ordered_json> parse_json(std::string_view text, std::string_view file,
                                                                std::size_t most);

}  // namespace record
