// Where the course meets what is known and said of fusion: lessons/coverage/*.toml to lessons/COVERAGE.md.
#pragma once

#include "base/expected.hpp"
#include "lesson/findings.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lesson {

/// What a row may name, and how the table says it: "02/strike" is "02, step 2: Strike what nobody needs",
/// "preset bias-gelu" is "preset bias-gelu".
using CoveragePlaces = std::map<std::string, std::string, std::less<>>;

struct CoverageRow {
  std::string id;                  ///< "R02"
  std::string matter;              ///< in our words
  std::string kind;                ///< run, recorded, imported, computed, cited
  std::vector<std::string> where;  ///< places that are known
  std::string command;             ///< "onetrip ..." that shows it, without a GPU and without a display
  std::string note;                ///< of what is cited the source; may be empty otherwise
};

/// A file: all rows of one letter.
struct CoveragePart {
  std::string letter, title;
  std::int64_t count = 0;                  ///< R01 to R98: 98
  std::optional<std::int64_t> most_cited;  ///< more rows than that may not be cited only
  std::vector<CoverageRow> rows;
};

/// All mistakes at once: a row that is missing or there twice, a place that does not exist, a command that cannot show
/// what its row says of it.
[[nodiscard]] base::Expected<CoveragePart> parse_coverage(std::string_view toml, std::string_view file,
                                                          const CoveragePlaces& places);

/// Counts by kind, then the rows of each part. `command` is the line that makes the table.
[[nodiscard]] std::string coverage_markdown(const std::vector<CoveragePart>& parts, const CoveragePlaces& places,
                                            std::string_view command);

}  // namespace lesson
