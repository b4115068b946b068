// The file is read here and not by FreeType, which says of a file that found no room that it cannot be opened.
#include "figure/open_face.hpp"

#include "base/error.hpp"
#include "base/resources.hpp"
#include "base/words.hpp"

#include <map>
#include <mutex>
#include <new>
#include <string>

namespace figure {
namespace {

constexpr std::int64_t largest_font = 64 << 20;  ///< bytes; a font of every script has about 20 MB

[[noreturn]] void unreadable(const FontFile& file) {
  throw base::MachineError(base::say("figure.font_unreadable", {{"file", file.path}}),
                           base::say("figure.no_fonts.hint"));
}

/// Read once for all faces of it, and kept: a face reads in it as long as it lives.
const std::string& contents_of(const FontFile& file) {
  static std::mutex mutex;
  static std::map<std::string, std::string> files;
  const std::lock_guard lock(mutex);
  const auto known = files.find(file.path);
  if (known != files.end()) return known->second;
  auto read = base::read_file(file.path, largest_font);
  if (!read) unreadable(file);
  return files.emplace(file.path, std::move(*read)).first->second;
}

}  // namespace

FT_Library open_freetype() {
  FT_Library library = nullptr;
  const FT_Error wrong = FT_Init_FreeType(&library);
  if (wrong == FT_Err_Out_Of_Memory) throw std::bad_alloc();
  if (wrong != 0) throw base::MachineError(base::say("figure.no_freetype"));
  return library;
}

FT_Face open_face(FT_Library library, const FontFile& file) {
  const std::string& contents = contents_of(file);
  FT_Face face = nullptr;
  const FT_Error wrong = FT_New_Memory_Face(library, reinterpret_cast<const FT_Byte*>(contents.data()),
                                            static_cast<FT_Long>(contents.size()), file.index, &face);
  if (wrong == FT_Err_Out_Of_Memory) throw std::bad_alloc();
  if (wrong != 0 || !FT_IS_SCALABLE(face)) unreadable(file);
  return face;
}

}  // namespace figure
