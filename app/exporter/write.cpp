// The ending decides.
#include "exporter/write.hpp"

#include "base/resources.hpp"
#include "base/text.hpp"
#include "base/words.hpp"

#include <algorithm>
#include <array>

namespace exporter {
namespace {

constexpr std::array<std::string_view, 5> endings = {".svg", ".pdf", ".png", ".csv", ".json"};

/// ".SVG" of a Windows user is ".svg".
std::string ending(const std::filesystem::path& path) {
  return base::lowered(path.extension().string());
}

}  // namespace

base::Expected<void> expect_known(const std::filesystem::path& path) {
  const std::string kind = ending(path);
  if (std::ranges::find(endings, kind) != endings.end()) return {};
  return base::wrong(base::say(kind.empty() ? "exporter.unknown_kind.none" : "exporter.unknown_kind",
                               {{"file", path.filename().string()}, {"ending", kind}}),
                     base::say("exporter.unknown_kind.hint"));
}

base::Expected<void> write(const figure::Figure& figure, const std::filesystem::path& path, const Options& options) {
  if (auto known = expect_known(path); !known) return known;
  const std::string kind = ending(path);
  std::string contents;
  if (kind == ".svg") {
    contents = to_svg(figure, options);
  } else if (kind == ".pdf") {
    contents = to_pdf({figure}, options);
  } else if (kind == ".png") {
    contents = to_png(figure, options);
  } else if (kind == ".csv") {
    contents = to_csv(figure);
  } else {
    contents = to_json(figure);
  }
  base::write_file(path, contents);
  return {};
}

}  // namespace exporter
