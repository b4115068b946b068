// fontconfig answers any wish with something: only the family that was asked for is taken.
#include "figure/font.hpp"

#include <fontconfig/fontconfig.h>
#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_TRUETYPE_TABLES_H

#include "base/error.hpp"
#include "base/words.hpp"
#include "figure/open_face.hpp"

#include <algorithm>
#include <utility>

namespace figure {
namespace {

constexpr char32_t narrow_space = 0x202F;  ///< between digit groups

struct PatternFree {
  void operator()(FcPattern* pattern) const { FcPatternDestroy(pattern); }
};
using Pattern = std::unique_ptr<FcPattern, PatternFree>;

const FcChar8* bytes(const char* text) {
  return reinterpret_cast<const FcChar8*>(text);
}

std::optional<FontFile> find_font(const FontWish& wish) {
  const Pattern pattern(FcPatternCreate());
  FcPatternAddString(pattern.get(), FC_FAMILY, bytes(wish.family));
  FcPatternAddInteger(pattern.get(), FC_WEIGHT, wish.weight);
  FcPatternAddInteger(pattern.get(), FC_SLANT, FC_SLANT_ROMAN);
  // A variable file would be measured at its default weight, not at the one asked for.
  FcPatternAddBool(pattern.get(), FC_VARIABLE, FcFalse);
  FcConfigSubstitute(nullptr, pattern.get(), FcMatchPattern);
  FcDefaultSubstitute(pattern.get());
  FcResult result = FcResultNoMatch;
  const Pattern match(FcFontMatch(nullptr, pattern.get(), &result));
  if (!match) return std::nullopt;
  FcChar8* family = nullptr;
  bool same_family = false;
  for (int i = 0; FcPatternGetString(match.get(), FC_FAMILY, i, &family) == FcResultMatch; ++i) {
    same_family = same_family || FcStrCmpIgnoreCase(family, bytes(wish.family)) == 0;
  }
  FcChar8* file = nullptr;
  if (!same_family || FcPatternGetString(match.get(), FC_FILE, 0, &file) != FcResultMatch) return std::nullopt;
  FontFile found{reinterpret_cast<const char*>(file), wish.family};
  if (FcPatternGetInteger(match.get(), FC_INDEX, 0, &found.index) != FcResultMatch) found.index = 0;
  return found;
}

std::vector<FontFile> files_of(Face face) {
  switch (face) {
    case Face::words:
      return find_fonts({{"Inter", FC_WEIGHT_REGULAR}, {"DejaVu Sans", FC_WEIGHT_REGULAR}});
    case Face::words_bold:
      return find_fonts({{"Inter", FC_WEIGHT_DEMIBOLD}, {"DejaVu Sans", FC_WEIGHT_BOLD}});
    case Face::figures:
      return find_fonts({{"JetBrains Mono", FC_WEIGHT_REGULAR},
                         {"DejaVu Sans Mono", FC_WEIGHT_REGULAR},
                         {"DejaVu Sans", FC_WEIGHT_REGULAR}});
  }
  std::unreachable();
}

}  // namespace

std::vector<FontFile> find_fonts(const std::vector<FontWish>& wishes) {
  std::vector<FontFile> files;
  for (const FontWish& wish : wishes) {
    if (auto found = find_font(wish)) files.push_back(std::move(*found));
  }
  return files;
}

struct FontStack::Library {
  FT_Library library = nullptr;
  std::vector<FT_Face> faces;
  ~Library() {
    for (FT_Face face : faces) FT_Done_Face(face);
    FT_Done_FreeType(library);
  }
};

FontStack::FontStack(std::vector<FontFile> files) : files_(std::move(files)), library_(std::make_unique<Library>()) {
  if (files_.empty()) throw base::MachineError(base::say("figure.no_fonts"), base::say("figure.no_fonts.hint"));
  library_->library = open_freetype();
  for (const FontFile& file : files_) library_->faces.push_back(open_face(library_->library, file));
  const FT_Face first = library_->faces.front();
  const double em = first->units_per_EM;
  ascent = first->ascender / em;
  descent = -first->descender / em;
  const auto* os2 = static_cast<const TT_OS2*>(FT_Get_Sfnt_Table(first, FT_SFNT_OS2));
  // Version 2 of the table is the first that knows the height of capitals.
  cap_height = os2 != nullptr && os2->version >= 2 && os2->sCapHeight > 0 ? os2->sCapHeight / em : 0.72;
}

FontStack::~FontStack() = default;

FontStack::Advance FontStack::advance(char32_t point) {
  const std::lock_guard lock(mutex_);
  const auto known = advances_.find(point);
  if (known != advances_.end()) return known->second;
  Advance found;
  for (std::size_t font = 0; font < library_->faces.size(); ++font) {
    const FT_UInt glyph = FT_Get_Char_Index(library_->faces[font], point);
    if (glyph != 0) {
      found = {font, glyph, 0};
      break;
    }
  }
  double share = 1;
  if (point == narrow_space && found.font != 0) {
    // What HarfBuzz, and with it every browser, does for a font without this space; a full cell would tear numbers.
    found = {0, FT_Get_Char_Index(library_->faces[0], U' '), 0};
    share = 0.5;
  }
  const FT_Face face = library_->faces[found.font];
  if (FT_Load_Glyph(face, found.glyph, FT_LOAD_NO_SCALE) == 0) {
    found.em = share * static_cast<double>(face->glyph->metrics.horiAdvance) / face->units_per_EM;
  }
  advances_.emplace(point, found);
  return found;
}

FontStack& font_stack(Face face) {
  // Three stacks for the life of the program; C++ makes each of them once, whichever thread comes first.
  switch (face) {
    case Face::words: {
      static FontStack stack(files_of(Face::words));
      return stack;
    }
    case Face::words_bold: {
      static FontStack stack(files_of(Face::words_bold));
      return stack;
    }
    case Face::figures: {
      static FontStack stack(files_of(Face::figures));
      return stack;
    }
  }
  std::unreachable();
}

}  // namespace figure
