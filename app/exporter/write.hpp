// A figure into a file: .svg .pdf .png .csv .json by ending. Same input, same bytes.
#pragma once

#include "base/expected.hpp"
#include "figure/figure.hpp"

#include <filesystem>
#include <vector>

namespace exporter {

/// live: text that can be searched and edited; outlines: shapes that look the same where our fonts are missing.
enum class TextMode { live, outlines };

struct Options {
  figure::Theme theme = figure::Theme::light;
  TextMode text = TextMode::live;
  bool transparent = false;  ///< no page behind the marks
  double scale = 2;          ///< PNG pixels a figure unit
  int dots_per_inch = 0;     ///< written into the PNG; 0 = 96 x scale
};

// Each shows the figure at its stage: what comes later is not in the file at all. From any thread.

/// Real <text>, the marks' ids, and in <metadata> the table, provenance and scene as JSON.
[[nodiscard]] std::string to_svg(const figure::Figure& figure, const Options& options = {});
/// A page a figure, fonts embedded, 96 units an inch; at least one page. No creation date: it would change the bytes.
[[nodiscard]] std::string to_pdf(const std::vector<figure::Figure>& pages, const Options& options = {});
/// Title, description, provenance and the JSON of to_svg ride along as text chunks. Throws MachineError when too large.
[[nodiscard]] std::string to_png(const figure::Figure& figure, const Options& options = {});
/// The table alone, RFC 4180: "name (unit)" heads, decimal points, missing numbers empty.
[[nodiscard]] std::string to_csv(const figure::Figure& figure);
/// Table, provenance, scene and marks.
[[nodiscard]] std::string to_json(const figure::Figure& figure);

/// Before long work for it: an ending that `write` knows.
[[nodiscard]] base::Expected<void> expect_known(const std::filesystem::path& path);
/// The ending decides; another ending is the person's mistake. Throws MachineError when the disk refuses.
[[nodiscard]] base::Expected<void> write(const figure::Figure& figure, const std::filesystem::path& path,
                                         const Options& options = {});

/// RGBA rows, top first, as a PNG with the given text chunks: for screenshots of the window too.
[[nodiscard]] std::string encode_png(int width, int height, const std::vector<std::uint8_t>& rgba, int dots_per_inch,
                                     const std::vector<figure::Fact>& texts);

}  // namespace exporter
