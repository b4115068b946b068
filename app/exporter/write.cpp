// The ending decides.
#include "exporter/write.hpp"

#include "base/resources.hpp"
#include "base/text.hpp"
#include "base/words.hpp"

namespace exporter {
namespace {

/// ".SVG" of a Windows user is ".svg".
std::string ending(const std::filesystem::path& path) {
  return base::lowered(path.extension().string());
}

}  // namespace

base::Expected<void> write(const figure::Figure& figure, const std::filesystem::path& path, const Options& options) {
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
  } else if (kind == ".json") {
    contents = to_json(figure);
  } else {
    return base::wrong(base::say(kind.empty() ? "exporter.unknown_kind.none" : "exporter.unknown_kind",
                                 {{"file", path.filename().string()}, {"ending", kind}}),
                       base::say("exporter.unknown_kind.hint"));
  }
  base::write_file(path, contents);
  return {};
}

}  // namespace exporter
