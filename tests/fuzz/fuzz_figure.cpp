// libFuzzer: any bytes as a figure's file, .json and .svg, and the scene in it as what restores the figure.
#include "base/diagnostic.hpp"
#include "charts/frame/reopen.hpp"
#include "exporter/reader.hpp"

#include <cmath>
#include <cstdlib>
#include <string_view>

namespace {

void read(std::string_view text, exporter::Holder holder) {
  const auto opened = exporter::parse_figure(text, holder, "fuzz");
  if (!opened) {
    if (opened.error().empty()) std::abort();
    return;
  }
  const auto asked = charts::parse_scene(opened->scene);
  if (!asked && (asked.error().empty() || base::render(asked.error()).empty())) std::abort();
  if (asked && !(std::isfinite(asked->width) && asked->width > 0 && std::isfinite(asked->height))) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  read(text, exporter::Holder::json);
  read(text, exporter::Holder::svg);
  (void)charts::parse_scene(text);
  return 0;
}
