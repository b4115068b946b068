// Opening fonts once, and walking their outlines.
#include "exporter/font_faces.hpp"

#include <cairo-ft.h>
#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_OUTLINE_H

#include "exporter/number.hpp"
#include "figure/open_face.hpp"

#include <map>
#include <mutex>
#include <utility>

namespace exporter {
namespace {

/// One opened file. Two faces of it, since a face may be used by one thread at a time and Cairo's lock is its own.
struct OpenFont {
  FT_Face outlines = nullptr;
  cairo_font_face_t* cairo = nullptr;
};

/// Guards the list of open fonts and every use of OpenFont::outlines.
std::mutex& font_mutex() {
  static std::mutex mutex;
  return mutex;
}

OpenFont open(const figure::FontFile& file) {
  static const FT_Library library = figure::open_freetype();
  OpenFont font{figure::open_face(library, file), nullptr};
  font.cairo =
      cairo_ft_font_face_create_for_ft_face(figure::open_face(library, file), FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP);
  return font;
}

/// With font_mutex held.
const OpenFont& open_font(figure::Face face, std::size_t index) {
  static std::map<std::pair<std::string, int>, OpenFont> fonts;
  const figure::FontFile& file = figure::font_files(face).at(index);
  const auto key = std::pair(file.path, file.index);
  const auto known = fonts.find(key);
  return known != fonts.end() ? known->second : fonts.emplace(key, open(file)).first->second;
}

/// Collects one glyph's contours as path data.
struct Pen {
  std::string& path;
  double scale, x;
  [[nodiscard]] std::string at(const FT_Vector* point) const {
    return coordinate(x + static_cast<double>(point->x) * scale) + ' ' +
           coordinate(-static_cast<double>(point->y) * scale);
  }
  static Pen& of(void* user) { return *static_cast<Pen*>(user); }
  static int move(const FT_Vector* to, void* user) {
    Pen& pen = of(user);
    if (!pen.path.empty()) pen.path += 'Z';
    pen.path += 'M' + pen.at(to);
    return 0;
  }
  static int line(const FT_Vector* to, void* user) {
    of(user).path += 'L' + of(user).at(to);
    return 0;
  }
  static int conic(const FT_Vector* control, const FT_Vector* to, void* user) {
    of(user).path += 'Q' + of(user).at(control) + ' ' + of(user).at(to);
    return 0;
  }
  static int cubic(const FT_Vector* one, const FT_Vector* two, const FT_Vector* to, void* user) {
    of(user).path += 'C' + of(user).at(one) + ' ' + of(user).at(two) + ' ' + of(user).at(to);
    return 0;
  }
};

}  // namespace

cairo_font_face_t* cairo_face(figure::Face face, std::size_t index) {
  const std::lock_guard lock(font_mutex());
  return open_font(face, index).cairo;
}

double anchor_shift(const figure::Text& text) {
  if (text.anchor == figure::Anchor::start) return 0;
  const double width = figure::text_width(text.text, text.face, text.size);
  return text.anchor == figure::Anchor::middle ? -width / 2 : -width;
}

std::string outline_path(const figure::Text& text) {
  constexpr FT_Outline_Funcs pens = {&Pen::move, &Pen::line, &Pen::conic, &Pen::cubic, 0, 0};
  const double start = anchor_shift(text);
  std::string path;
  for (const figure::Glyph& glyph : figure::lay_out(text.text, text.face, text.size)) {
    const std::lock_guard lock(font_mutex());
    const FT_Face face = open_font(text.face, glyph.font).outlines;
    if (FT_Load_Glyph(face, glyph.index, FT_LOAD_NO_SCALE) != 0) continue;
    Pen pen{path, text.size / face->units_per_EM, start + glyph.x};
    FT_Outline_Decompose(&face->glyph->outline, &pens, &pen);
  }
  if (!path.empty()) path += 'Z';
  return path;
}

}  // namespace exporter
