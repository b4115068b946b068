// PNG through libpng: pixels, physical size, texts. No time stamp, so the same pixels give the same bytes.
#include "base/error.hpp"
#include "base/words.hpp"
#include "exporter/write.hpp"
#include "figure/utf8.hpp"

#include <png.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <csetjmp>

namespace exporter {
namespace {

/// A PNG keyword: 1 to 79 printable ASCII characters, no space at its ends or doubled.
std::string keyword(const std::string& key) {
  std::string word;
  for (const char c : key) {
    const bool printable = c > ' ' && c < '\x7F';
    if (printable) word += c;
    if (!printable && !word.empty() && word.back() != ' ') word += ' ';
  }
  word.resize(std::min<std::size_t>(word.size(), 79));
  while (word.ends_with(' ')) word.pop_back();
  return word.empty() ? "Comment" : word;
}

/// Line ends stay, other control characters do not.
std::string clean(const std::string& text) {
  std::string out;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    out += (at == 0 ? "" : "\n") + figure::clean_line(std::string_view(text).substr(at, end - at));
    at = end + 1;
  }
  return out;
}

/// Everything libpng points into, made before setjmp: a longjmp must not skip a destructor.
struct Image {
  int width, height, dots_per_meter;
  bool opaque;
  std::vector<std::uint8_t> pixels;  ///< RGB if opaque, else RGBA
  std::vector<std::pair<std::string, std::string>> texts;
  std::vector<png_text> chunks;
  std::vector<png_bytep> rows;
  std::string file;
  std::string error;
};

void on_error(png_structp png, png_const_charp message) {
  static_cast<Image*>(png_get_error_ptr(png))->error = message;
  png_longjmp(png, 1);
}
void on_warning(png_structp, png_const_charp) {}

void on_write(png_structp png, png_bytep data, png_size_t length) {
  static_cast<Image*>(png_get_io_ptr(png))->file.append(reinterpret_cast<const char*>(data), length);
}

/// The C part: nothing in it has a destructor.
bool write_png(png_structp png, png_infop info, Image& image) {
  if (setjmp(png_jmpbuf(png))) return false;
  png_set_write_fn(png, &image, &on_write, nullptr);
  png_set_compression_level(png, 9);
  png_set_IHDR(png, info, static_cast<png_uint_32>(image.width), static_cast<png_uint_32>(image.height), 8,
               image.opaque ? PNG_COLOR_TYPE_RGB : PNG_COLOR_TYPE_RGBA, PNG_INTERLACE_NONE,
               PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_set_sRGB(png, info, PNG_sRGB_INTENT_PERCEPTUAL);
  const auto dots = static_cast<png_uint_32>(image.dots_per_meter);
  png_set_pHYs(png, info, dots, dots, PNG_RESOLUTION_METER);
  png_set_text(png, info, image.chunks.data(), static_cast<int>(image.chunks.size()));
  png_write_info(png, info);
  png_write_image(png, image.rows.data());
  png_write_end(png, info);
  return true;
}

std::vector<png_text> text_chunks(std::vector<std::pair<std::string, std::string>>& texts) {
  static char no_language[] = "", no_translation[] = "";
  std::vector<png_text> chunks;
  for (auto& [key, text] : texts) {
    png_text chunk{};
    // Long texts are data for programs; short ones stay readable in the file as it is.
    chunk.compression = text.size() > 1024 ? PNG_ITXT_COMPRESSION_zTXt : PNG_ITXT_COMPRESSION_NONE;
    chunk.key = key.data();
    chunk.text = text.data();
    chunk.itxt_length = text.size();
    chunk.lang = no_language;
    chunk.lang_key = no_translation;
    chunks.push_back(chunk);
  }
  return chunks;
}

}  // namespace

std::string encode_png(int width, int height, const std::vector<std::uint8_t>& rgba, int dots_per_inch,
                       const std::vector<figure::Fact>& texts) {
  assert(width > 0 && height > 0);
  const std::size_t count = static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
  assert(rgba.size() == 4 * count);
  Image image{width, height, static_cast<int>(std::lround(dots_per_inch / 0.0254)), true, {}, {}, {}, {}, {}, {}};
  for (std::size_t i = 0; i < count && image.opaque; ++i) image.opaque = rgba[4 * i + 3] == 255;
  const std::size_t channels = image.opaque ? 3 : 4;
  image.pixels.reserve(channels * count);
  for (std::size_t i = 0; i < count; ++i) {
    image.pixels.insert(image.pixels.end(), rgba.begin() + static_cast<std::ptrdiff_t>(4 * i),
                        rgba.begin() + static_cast<std::ptrdiff_t>(4 * i + channels));
  }
  for (int y = 0; y < height; ++y) {
    image.rows.push_back(image.pixels.data() +
                         channels * static_cast<std::size_t>(width) * static_cast<std::size_t>(y));
  }
  for (const figure::Fact& text : texts) image.texts.emplace_back(keyword(text.key), clean(text.value));
  image.chunks = text_chunks(image.texts);

  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &image, &on_error, &on_warning);
  png_infop info = png == nullptr ? nullptr : png_create_info_struct(png);
  const bool done = info != nullptr && write_png(png, info, image);
  png_destroy_write_struct(&png, &info);
  if (!done) throw base::MachineError(base::say("exporter.not_encoded", {{"cause", image.error}}));
  return std::move(image.file);
}

}  // namespace exporter
