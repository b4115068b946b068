// Reading, checking, writing.
#include "lesson/coverage.hpp"

#include "base/text.hpp"
#include "base/words.hpp"
#include "lesson/coverage_kinds.hpp"
#include "lesson/table_cell.hpp"
#include "lesson/toml_block.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace lesson {
namespace {

std::string id_of(const CoveragePart& part, std::int64_t number) {
  return fmt::format("{}{:02}", part.letter, number);
}

/// A row's places, each of which must exist.
void check_places(const CoverageRow& row, const TomlReader& reader, const CoveragePlaces& places, Findings& findings) {
  if (row.where.empty() && reader.has("where")) findings.tell(reader.place_of("where"), "coverage.nowhere");
  for (std::size_t i = 0; i < row.where.size(); ++i) {
    if (places.contains(row.where[i])) continue;
    std::vector<std::string_view> known;
    for (const auto& [place, words] : places) known.push_back(place);
    findings.add(reader.place_of("where", i), base::say("coverage.no_place", {{"place", row.where[i]}}),
                 did_you_mean(row.where[i], known, base::say("coverage.no_place.hint")));
  }
}

/// A row is what its command shows, or less: what somebody ran may be cited, what is only predicted was never run.
void check_kind(const CoverageRow& row, const TomlReader& reader, Findings& findings) {
  if (row.kind.empty() || row.command.empty()) return;
  const std::vector<std::string_view> known(coverage_kinds.begin(), coverage_kinds.end());
  if (std::ranges::find(known, row.kind) == known.end()) {
    findings.add(reader.place_of("kind"), base::say("coverage.no_kind", {{"kind", row.kind}}),
                 base::say("coverage.no_kind.hint", {{"kinds", listed(known)}}));
    return;
  }
  if (!row.command.starts_with("onetrip ")) {
    findings.tell(reader.place_of("command"), "coverage.no_command");
    return;
  }
  if (row.kind == "cited") {
    if (row.note.empty()) findings.tell(reader.place_of("kind"), "coverage.no_source");
    return;
  }
  const auto shown = kinds_shown_by(row.command);
  if (std::ranges::find(shown, row.kind) != shown.end()) return;
  findings.add(reader.place_of("command"), base::say("coverage.not_shown", {{"kind", row.kind}}),
               shown.empty() ? base::say("coverage.not_shown.nothing")
                             : base::say("coverage.not_shown.hint", {{"kinds", listed(shown)}}));
}

CoverageRow read_row(TomlReader& reader, const CoveragePlaces& places, Findings& findings) {
  for (const char* key : {"id", "matter", "kind", "where", "command"}) {
    if (!reader.has(key)) reader.missing(key);
  }
  CoverageRow row;
  row.id = reader.string("id").value_or("");
  row.matter = reader.string("matter").value_or("");
  row.kind = reader.string("kind").value_or("");
  row.where = reader.strings("where");
  row.command = reader.string("command").value_or("");
  row.note = reader.string("note").value_or("");
  reader.finish();
  check_places(row, reader, places, findings);
  check_kind(row, reader, findings);
  return row;
}

/// Each of R01 to R98 once, and nothing else.
void check_ids(const CoveragePart& part, const std::vector<Place>& at, Findings& findings) {
  std::set<std::string> wanted;
  for (std::int64_t number = 1; number <= part.count; ++number) wanted.insert(id_of(part, number));
  std::set<std::string> seen;
  for (std::size_t i = 0; i < part.rows.size(); ++i) {
    const std::string& id = part.rows[i].id;
    if (id.empty()) continue;
    if (!wanted.contains(id)) {
      findings.add(at[i], base::say("coverage.no_id", {{"id", id}}),
                   base::say("coverage.no_id.hint", {{"first", id_of(part, 1)}, {"last", id_of(part, part.count)}}));
    } else if (!seen.insert(id).second) {
      findings.add(at[i], base::say("coverage.twice", {{"id", id}}));
    }
  }
  std::vector<std::string_view> missing;
  std::ranges::set_difference(wanted, seen, std::back_inserter(missing));
  if (!missing.empty()) findings.add({1, 1, 1}, base::say("coverage.missing", {{"ids", listed(missing)}}));
}

std::int64_t count_of(const CoveragePart& part, std::string_view kind) {
  return std::ranges::count(part.rows, kind, &CoverageRow::kind);
}

void check_cited(const CoveragePart& part, const TomlReader& top, Findings& findings) {
  const std::int64_t cited = count_of(part, "cited");
  if (!part.most_cited || cited <= *part.most_cited) return;
  findings.add(top.place_of("most_cited"), base::say("coverage.too_many_cited", {{"cited", std::to_string(cited)}}));
}

std::string summary(const std::vector<CoveragePart>& parts) {
  std::string out = "| | |", line = "\n| --- | --- |";
  for (const std::string_view kind : coverage_kinds) {
    out += fmt::format(" {} |", kind);
    line += " --- |";
  }
  out += line + "\n";
  for (const CoveragePart& part : parts) {
    out += fmt::format("| {} | {} |", part.letter, cell(part.title));
    for (const std::string_view kind : coverage_kinds) out += fmt::format(" {} |", count_of(part, kind));
    out += "\n";
  }
  return out;
}

std::string where_words(const CoverageRow& row, const CoveragePlaces& places) {
  std::string out;
  for (const std::string& place : row.where) out += (out.empty() ? "" : "; ") + places.find(place)->second;
  return out;
}

}  // namespace

base::Expected<CoveragePart> parse_coverage(std::string_view toml, std::string_view file,
                                            const CoveragePlaces& places) {
  Findings findings(file, toml);
  if (const auto at = base::invalid_utf8(toml)) {
    findings.tell(findings.place(*at, 1), "lesson.not_utf8");
    return std::unexpected(findings.take());
  }
  CoveragePart part;
  if (const auto table = parse_toml(toml, 1, findings)) {
    TomlReader top(*table, toml, 1, "coverage", {1, 1, 1}, findings);
    for (const char* key : {"letter", "title", "count", "row"}) {
      if (!top.has(key)) top.missing(key);
    }
    part.letter = top.string("letter").value_or("");
    part.title = top.string("title").value_or("");
    constexpr std::int64_t most = 999;
    part.count = std::clamp(top.whole("count").value_or(0), std::int64_t{0}, most);
    part.most_cited = top.whole("most_cited");
    std::vector<Place> at;
    for (TomlReader& reader : top.tables("row")) {
      part.rows.push_back(read_row(reader, places, findings));
      at.push_back(reader.place_of("id"));
    }
    top.finish();
    check_ids(part, at, findings);
    check_cited(part, top, findings);
  }
  if (!findings.empty()) return std::unexpected(findings.take());
  return part;
}

std::string coverage_markdown(const std::vector<CoveragePart>& parts, const CoveragePlaces& places,
                              std::string_view command) {
  std::string out = fmt::format("# {}\n\n{}\n\n{}", base::text("coverage.title"),
                                base::say("coverage.about", {{"command", command}}), summary(parts));
  for (const CoveragePart& part : parts) {
    out += fmt::format("\n## {}: {}\n\n| | {} | {} | {} | {} |\n| --- | --- | --- | --- | --- |\n", part.letter,
                       part.title, base::text("coverage.matter"), base::text("coverage.where"),
                       base::text("coverage.kind"), base::text("coverage.command"));
    for (const CoverageRow& row : part.rows) {
      const std::string kind = row.note.empty() ? row.kind : row.kind + ": " + row.note;
      out += fmt::format("| {} | {} | {} | {} | `{}` |\n", row.id, cell(row.matter), cell(where_words(row, places)),
                         cell(kind), cell(row.command));
    }
  }
  return out;
}

}  // namespace lesson
