// A field's text broken into lines, with the way back from a point to a byte.
#include "ui/edit_layout.hpp"

#include <algorithm>
#include <cmath>

namespace ui {
namespace {

std::size_t next_character(std::string_view text, std::size_t at) {
  do {
    ++at;
  } while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0u) == 0x80u);
  return at;
}

}  // namespace

EditLayout::EditLayout(std::string_view text, FontKey font, double width) : text_(text), font_(font) {
  std::size_t begin = 0, space = std::string_view::npos;
  double pen = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t next = next_character(text, at);
    if (text[at] == '\n') {
      lines_.push_back({begin, at});
      begin = next;
      space = std::string_view::npos;
      pen = 0;
    } else {
      const double advance = text_width(text.substr(at, next - at), font);
      if (pen + advance > width && at > begin && text[at] != ' ') {
        const bool at_space = space != std::string_view::npos;
        lines_.push_back({begin, at_space ? space : at});
        begin = at_space ? space + 1 : at;
        space = std::string_view::npos;
        pen = text_width(text.substr(begin, at - begin), font);
      }
      if (text[at] == ' ') space = at;
      pen += advance;
    }
    at = next;
  }
  lines_.push_back({begin, text.size()});
}

EditLayout::Place EditLayout::place(std::size_t offset) const {
  std::size_t line = 0;
  while (line + 1 < lines_.size() && lines_[line + 1].begin <= offset) ++line;
  const std::size_t end = std::min(offset, lines_[line].end);
  return {line, text_width(text_.substr(lines_[line].begin, end - lines_[line].begin), font_)};
}

std::size_t EditLayout::offset(double x, double y, double leading) const {
  const double row = std::clamp(std::floor(y / leading), 0.0, static_cast<double>(lines_.size() - 1));
  const Line& line = lines_[static_cast<std::size_t>(row)];
  double pen = 0;
  for (std::size_t at = line.begin; at < line.end;) {
    const std::size_t next = next_character(text_, at);
    const double advance = text_width(text_.substr(at, next - at), font_);
    if (x < pen + advance / 2) return at;
    pen += advance;
    at = next;
  }
  return line.end;
}

}  // namespace ui
