// The two exports without a picture: CSV (RFC 4180) and JSON.
#include "base/text.hpp"
#include "base/words.hpp"
#include "exporter/figure_json.hpp"
#include "exporter/write.hpp"
#include "figure/table.hpp"
#include "figure/utf8.hpp"

#include <utility>

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

/// All that the facts of one name say, those of several measurements one after the other.
std::string told(const figure::Figure& figure, std::string_view name) {
  std::string all;
  for (const figure::Fact& fact : figure.provenance) {
    if (fact.key == name || fact.key.starts_with(std::string(name) + " "))
      all += (all.empty() ? "" : "; ") + fact.value;
  }
  return all;
}

/// What must not be lost with the picture: whose file the numbers are from, and what is doubted of them.
constexpr std::pair<std::string_view, std::string_view> never_lost[] = {{"from", "figure.column.from"},
                                                                        {"doubt", "figure.column.doubt"}};

}  // namespace

std::string to_csv(const figure::Figure& figure) {
  const figure::Table table = at(figure, figure.stage).table;
  std::string out, end;
  for (std::size_t c = 0; c < table.columns.size(); ++c) out += (c == 0 ? "" : ",") + quoted(heading(table.columns[c]));
  for (const auto& [name, heading] : never_lost) {
    const std::string said = told(figure, name);
    if (said.empty()) continue;
    out += "," + quoted(std::string(base::text(heading)));
    end += "," + quoted(said);
  }
  out += "\r\n";
  for (const figure::Row& row : table.rows) {
    for (std::size_t c = 0; c < table.columns.size(); ++c) out += (c == 0 ? "" : ",") + quoted(plain_cell(row, c));
    out += end + "\r\n";
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
