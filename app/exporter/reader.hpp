// A figure's file read back: the scene that restores it, and where its numbers came from.
#pragma once

#include "base/expected.hpp"
#include "figure/figure.hpp"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace exporter {

struct Opened {
  std::string scene;  ///< as the figure held it
  std::vector<figure::Fact> provenance;
};

/// True of a name that to_svg or to_json may have written: .svg, .json.
[[nodiscard]] bool can_open(const std::filesystem::path& path);
/// What a figure's data stand in.
enum class Holder { svg, json };
/// `file` is for the mistakes alone.
[[nodiscard]] base::Expected<Opened> parse_figure(std::string_view text, Holder holder, std::string_view file);
/// An .svg or .json of ours; another file, or one that lost what we put into it, is a mistake.
[[nodiscard]] base::Expected<Opened> open_figure(const std::filesystem::path& path);

}  // namespace exporter
