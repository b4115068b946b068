// Reads the flags of a figure's sheet.
#include "cli/sheet.hpp"

#include "base/words.hpp"

namespace cli {
namespace {

constexpr int print_dots = 300;  ///< an inch of a PNG at 2x: what a slide or a page takes without stretching it

base::Expected<figure::Theme> theme_of(const Options& options) {
  const std::string word = options.value(theme_flag.name).value_or("light");
  if (const auto theme = parse_theme(word)) return *theme;
  return base::wrong(base::say("cli.theme", {{"theme", word}}), base::say("cli.theme.hint"));
}

}  // namespace

base::Expected<exporter::Options> export_options(const Options& options) {
  exporter::Options out;
  const auto theme = theme_of(options);
  if (!theme) return std::unexpected(theme.error());
  out.theme = *theme;
  out.dots_per_inch = print_dots;
  out.transparent = options.has(transparent_flag.name);
  const std::string text = options.value(text_flag.name).value_or("live");
  if (text != "live" && text != "outlines") return base::wrong(base::say("cli.text", {{"text", text}}));
  out.text = text == "live" ? exporter::TextMode::live : exporter::TextMode::outlines;
  return out;
}

base::Expected<void> set_sheet(charts::ChartData& data, const Options& options, figure::Theme theme) {
  const std::string preset = options.value(preset_flag.name).value_or("16:9");
  if (preset != "16:9" && preset != "4:3") {
    return base::wrong(base::say("cli.preset", {{"preset", preset}}));
  }
  if (preset == "4:3") {
    // A slide as wide but higher: type that is as large beside its height fills it.
    data.height = 720;
    data.text_scale = 1.2;
  }
  const std::string title = options.value(title_flag.name).value_or("");
  data.no_title = title == "none";
  if (!data.no_title) data.title = title;
  if (theme == figure::Theme::projector) data.text_scale *= 1.25;
  return {};
}

}  // namespace cli
