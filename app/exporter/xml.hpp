// Text into XML 1.0.
#pragma once

#include <string>
#include <string_view>

namespace exporter {

/// Escaped for content and for attributes in double quotes. Bad UTF-8 and what XML refuses become U+FFFD; line ends
/// and tabs stay in content (`keep_lines`) and become spaces otherwise.
[[nodiscard]] std::string escape_xml(std::string_view text, bool keep_lines = false);

/// Back again, of what escape_xml wrote; other entities stay as they are.
[[nodiscard]] std::string unescape_xml(std::string_view text);

/// A name that XML and CSS take as an id: letters, digits, '.', '-', '_', not starting with a digit.
[[nodiscard]] std::string xml_id(std::string_view text);

}  // namespace exporter
