// The two exports without a picture: CSV (RFC 4180) and JSON.
#include "base/text.hpp"
#include "exporter/figure_json.hpp"
#include "exporter/write.hpp"
#include "figure/table.hpp"
#include "figure/utf8.hpp"

namespace exporter {
namespace {

std::string quoted(const std::string& text) {
  const std::string field = figure::clean_line(text);
  const bool plain = field.find_first_of(",\"") == std::string::npos && base::trim(field).size() == field.size();
  if (plain) return field;
  std::string out = "\"";
  for (const char c : field) {
    if (c == '"') out += '"';
    out += c;
  }
  return out + '"';
}

}  // namespace

std::string to_csv(const figure::Figure& figure) {
  const figure::Table table = at(figure, figure.stage).table;
  std::string out;
  for (std::size_t c = 0; c < table.columns.size(); ++c) out += (c == 0 ? "" : ",") + quoted(heading(table.columns[c]));
  out += "\r\n";
  for (const figure::Row& row : table.rows) {
    for (std::size_t c = 0; c < table.columns.size(); ++c) out += (c == 0 ? "" : ",") + quoted(plain_cell(row, c));
    out += "\r\n";
  }
  return out;
}

std::string to_json(const figure::Figure& figure) {
  nlohmann::ordered_json json = data_json(figure);
  json["width"] = figure.width;
  json["height"] = figure.height;
  json["marks"] = marks_json(figure);
  return dump(json, 2) + '\n';
}

}  // namespace exporter
