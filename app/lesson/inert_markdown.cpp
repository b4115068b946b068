// md4c is the judge, reading as a program does that lets HTML through.
#include "lesson/inert_markdown.hpp"

#include "base/text.hpp"
#include "base/visible.hpp"

#include <md4c.h>

#include <algorithm>
#include <array>

namespace lesson {
namespace {

/// What some reader, more lenient than md4c, could take for a tag.
bool looks_like_tag(std::string_view text) {
  for (std::size_t at = text.find('<'); at != std::string_view::npos; at = text.find('<', at + 1)) {
    const char next = at + 1 < text.size() ? text[at + 1] : ' ';
    const bool letter = (next >= 'a' && next <= 'z') || (next >= 'A' && next <= 'Z');
    if (letter || next == '/' || next == '!' || next == '?') return true;
  }
  return false;
}

bool is_web_address(const MD_ATTRIBUTE& target) {
  const std::string address = base::lowered({target.text == nullptr ? "" : target.text, target.size});
  constexpr std::array<std::string_view, 3> schemes = {"https://", "http://", "mailto:"};
  return std::ranges::any_of(schemes, [&](std::string_view scheme) { return address.starts_with(scheme); });
}

}  // namespace

bool acts(std::string_view markdown) {
  bool found = false;
  MD_PARSER parser{};
  parser.enter_block = [](MD_BLOCKTYPE type, void*, void* user) {
    if (type == MD_BLOCK_HTML) *static_cast<bool*>(user) = true;
    return 0;
  };
  parser.leave_block = [](MD_BLOCKTYPE, void*, void*) { return 0; };
  parser.enter_span = [](MD_SPANTYPE type, void* detail, void* user) {
    const bool away = (type == MD_SPAN_A && !is_web_address(static_cast<const MD_SPAN_A_DETAIL*>(detail)->href)) ||
                      (type == MD_SPAN_IMG && !is_web_address(static_cast<const MD_SPAN_IMG_DETAIL*>(detail)->src));
    if (away) *static_cast<bool*>(user) = true;
    return 0;
  };
  parser.leave_span = [](MD_SPANTYPE, void*, void*) { return 0; };
  parser.text = [](MD_TEXTTYPE type, const MD_CHAR* text, MD_SIZE size, void* user) {
    if (type == MD_TEXT_HTML || (type == MD_TEXT_NORMAL && looks_like_tag({text, size}))) {
      *static_cast<bool*>(user) = true;
    }
    return 0;
  };
  md_parse(markdown.data(), static_cast<MD_SIZE>(markdown.size()), &parser, &found);
  return found;
}

std::string as_written(std::string_view text) {
  std::string out;
  for (const char c : base::visible(text, base::TextKind::lines)) {
    const bool mark = (c > 0x20 && c < '0') || (c > '9' && c < 'A') || (c > 'Z' && c < 'a') || (c > 'z' && c < 0x7F);
    if (mark) out += '\\';
    out += c;
  }
  return out;
}

}  // namespace lesson
