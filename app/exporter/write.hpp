// A figure into a file: .svg .pdf .png .csv .json by ending. Same input, same bytes.
#pragma once

#include <filesystem>
#include <vector>

#include "base/expected.hpp"
#include "figure/figure.hpp"

namespace exporter {

enum class TextMode { live, outlines };

struct Options {
  figure::Theme theme = figure::Theme::light;
  TextMode text = TextMode::live;
  bool transparent = false;
  double scale = 2;            ///< PNG pixels a figure unit
  int dots_per_inch = 0;       ///< written into the PNG; 0 = 96 x scale
};

[[nodiscard]] std::string to_svg(const figure::Figure& figure, const Options& options = {});
[[nodiscard]] std::string to_pdf(const std::vector<figure::Figure>& pages, const Options& options = {});
[[nodiscard]] std::string to_png(const figure::Figure& figure, const Options& options = {});
[[nodiscard]] std::string to_csv(const figure::Figure& figure);
[[nodiscard]] std::string to_json(const figure::Figure& figure);

/// The ending decides; another ending is the person's mistake. Throws MachineError when the disk refuses.
[[nodiscard]] base::Expected<void> write(const figure::Figure& figure, const std::filesystem::path& path,
                                         const Options& options = {});

/// RGBA rows, top first, as a PNG with the given text chunks: for screenshots of the window too.
[[nodiscard]] std::string encode_png(int width, int height, const std::vector<std::uint8_t>& rgba, int dots_per_inch,
                                     const std::vector<figure::Fact>& texts);

}  // namespace exporter
