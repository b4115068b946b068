// From a file's text to the JSON in it, from the JSON to what restores the figure.
#include "exporter/reader.hpp"

#include "base/resources.hpp"
#include "base/visible.hpp"
#include "base/words.hpp"
#include "exporter/xml.hpp"

#include <nlohmann/json.hpp>

namespace exporter {
namespace {

constexpr std::int64_t most_bytes = std::int64_t{8} * 1024 * 1024;  // a figure of ours has some hundred KiB

/// What stands between our own tags in <metadata>; empty if an editor threw it away.
std::string_view inside_svg(std::string_view text) {
  constexpr std::string_view tag = "<onetrip:figure", end_tag = "</onetrip:figure>";
  const std::size_t at = text.find(tag);
  const std::size_t begin = at == std::string_view::npos ? at : text.find('>', at);
  const std::size_t end = begin == std::string_view::npos ? begin : text.find(end_tag, begin);
  return end == std::string_view::npos ? std::string_view{} : text.substr(begin + 1, end - begin - 1);
}

std::string text_at(const nlohmann::json& object, const char* key, base::TextKind kind = base::TextKind::line) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? base::visible(found->get<std::string>(), kind) : std::string();
}

}  // namespace

bool can_open(const std::filesystem::path& path) {
  return path.extension() == ".svg" || path.extension() == ".json";
}

base::Expected<Opened> parse_figure(std::string_view text, Holder holder, std::string_view file) {
  const std::string data = holder == Holder::svg ? unescape_xml(inside_svg(text)) : std::string(text);
  const nlohmann::json read = nlohmann::json::parse(data, nullptr, false);
  if (!read.is_object() || text_at(read, "format") != "onetrip figure") {
    return base::wrong(base::say("exporter.not_ours", {{"file", file}}),
                       std::string(base::text("exporter.not_ours.hint")));
  }
  Opened opened{text_at(read, "scene", base::TextKind::lines), {}};
  const auto facts = read.find("provenance");
  if (facts == read.end() || !facts->is_array()) return opened;
  for (const nlohmann::json& fact : *facts) {
    if (fact.is_object()) opened.provenance.push_back({text_at(fact, "key"), text_at(fact, "value")});
  }
  return opened;
}

base::Expected<Opened> open_figure(const std::filesystem::path& path) {
  const auto text = base::read_file(path, most_bytes);
  if (!text) return std::unexpected(text.error());
  return parse_figure(*text, path.extension() == ".svg" ? Holder::svg : Holder::json, path.string());
}

}  // namespace exporter
