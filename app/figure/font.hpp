// Finding fonts by fontconfig and reading their advances by FreeType. Private to figure.
#pragma once

#include "figure/text_metrics.hpp"

#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace figure {

/// What to ask fontconfig for, best first; only an exact family answer counts.
struct FontWish {
  const char* family;
  int weight;  ///< FC_WEIGHT_*
};
/// The files of those wishes that are installed, in their order.
[[nodiscard]] std::vector<FontFile> find_fonts(const std::vector<FontWish>& wishes);

/// The fonts of one Face: the first and its fall-backs.
class FontStack {
 public:
  /// Throws MachineError when `files` is empty or FreeType cannot read one.
  explicit FontStack(std::vector<FontFile> files);
  ~FontStack();
  FontStack(const FontStack&) = delete;
  FontStack& operator=(const FontStack&) = delete;

  struct Advance {
    std::size_t font = 0;
    std::uint32_t glyph = 0;
    double em = 0;  ///< advance in ems
  };
  /// Of the first font that has the character; else of the first font's "missing" glyph.
  [[nodiscard]] Advance advance(char32_t point);
  [[nodiscard]] const std::vector<FontFile>& files() const { return files_; }
  double ascent = 0, descent = 0, cap_height = 0;  ///< of the first font, in ems; descent positive

 private:
  struct Library;  ///< FreeType's handles
  std::vector<FontFile> files_;
  std::unique_ptr<Library> library_;
  std::mutex mutex_;
  std::unordered_map<char32_t, Advance> advances_;
};

/// The stack of a face, made at its first use.
[[nodiscard]] FontStack& font_stack(Face face);

}  // namespace figure
