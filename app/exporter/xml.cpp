// Escaping; everything goes through figure's strict UTF-8 decoder first.
#include "exporter/xml.hpp"

#include "base/escape.hpp"
#include "figure/utf8.hpp"

#include <utility>

namespace exporter {
std::string escape_xml(std::string_view text, bool keep_lines) {
  std::string out;
  out.reserve(text.size());
  while (keep_lines) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) break;
    out += base::escape_markup(figure::clean_line(text.substr(0, end)), "\"");
    out += '\n';
    text.remove_prefix(end + 1);
  }
  return out + base::escape_markup(figure::clean_line(text), "\"");
}

std::string unescape_xml(std::string_view text) {
  constexpr std::pair<std::string_view, char> entities[] = {
      {"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&apos;", '\''}};
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    std::size_t taken = 1;
    char c = text[0];
    for (const auto& [entity, plain] : entities) {
      if (!text.starts_with(entity)) continue;
      taken = entity.size();
      c = plain;
      break;
    }
    out += c;
    text.remove_prefix(taken);
  }
  return out;
}

std::string xml_id(std::string_view text) {
  std::string out;
  for (const char32_t point : figure::decode_utf8(text)) {
    const bool plain = (point >= 'a' && point <= 'z') || (point >= 'A' && point <= 'Z') ||
                       (point >= '0' && point <= '9') || point == '.' || point == '-' || point == '_';
    out += plain ? static_cast<char>(point) : '_';
  }
  const bool bad_start = out.empty() || (out[0] >= '0' && out[0] <= '9') || out[0] == '-' || out[0] == '.';
  return bad_start ? "_" + out : out;
}

}  // namespace exporter
