// Rows of the coverage: what is refused, where, and what a command can show.
#include "lesson/coverage.hpp"

#include "lesson/coverage_kinds.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace coverage_rows_test {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const lesson::CoveragePlaces places = {{"02/strike", "02, step 2: Strike"}, {"preset qkv", "preset qkv"}};

std::string row(std::string_view id, std::string_view kind, std::string_view where, std::string_view command,
                std::string_view more = "") {
  return fmt::format("[[row]]\nid = \"{}\"\nmatter = \"M\"\nkind = \"{}\"\nwhere = [{}]\ncommand = \"{}\"\n{}", id,
                     kind, where, command, more);
}

std::string part(int count, const std::string& rows, std::string_view more = "") {
  return fmt::format("letter = \"R\"\ntitle = \"T\"\ncount = {}\n{}{}", count, more, rows);
}

/// "line:column message (hint)" of every mistake.
std::vector<std::string> mistakes(const std::string& toml) {
  const auto read = lesson::parse_coverage(toml, "rows.toml", places);
  std::vector<std::string> all;
  if (read) return all;
  for (const base::Diagnostic& one : read.error()) {
    all.push_back(fmt::format("{}:{} {} ({})", one.line, one.column, one.message, one.hint));
  }
  return all;
}

const std::string good = row("R01", "computed", "\"02/strike\"", "onetrip predict qkv --spec h200");

TEST(CoverageRows, AWholePartIsReadAndWritten) {
  const auto cited = row("R02", "cited", "\"preset qkv\"", "onetrip glossary spill", "note = \"A | B, 2020\"\n");
  const auto read = lesson::parse_coverage(part(2, good + cited, "most_cited = 1\n"), "rows.toml", places);
  ASSERT_TRUE(read) << read.error().front().message;
  const std::string table = lesson::coverage_markdown({*read}, places, "onetrip coverage");
  EXPECT_THAT(table, HasSubstr("| R | T | 0 | 0 | 0 | 1 | 1 |\n"));
  EXPECT_THAT(table, HasSubstr("| R01 | M | 02, step 2: Strike | computed | `onetrip predict qkv --spec h200` |\n"));
  EXPECT_THAT(table, HasSubstr("| cited: A \\| B, 2020 | `onetrip glossary spill` |\n"));
}

TEST(CoverageRows, EachIdStandsOnce) {
  EXPECT_THAT(mistakes(part(2, good)), ElementsAre("1:1 rows are missing: R02 ()"));
  EXPECT_THAT(mistakes(part(1, good + good)), ElementsAre(HasSubstr("11:6 there is already a row 'R01' above")));
  const auto beyond = row("R02", "computed", "\"02/strike\"", "onetrip predict qkv --spec h200");
  EXPECT_THAT(mistakes(part(1, good + beyond)),
              ElementsAre("11:6 'R02' is not an id of this part (ids go from R01 to R01)"));
}

TEST(CoverageRows, APlaceMustExist) {
  const auto wrong = row("R01", "computed", "\"02/strike\", \"02/strkie\"", "onetrip predict qkv --spec h200");
  EXPECT_THAT(mistakes(part(1, wrong)), ElementsAre("8:23 there is no '02/strkie' (did you mean '02/strike'?)"));
  const auto nowhere = row("R01", "computed", "", "onetrip predict qkv --spec h200");
  EXPECT_THAT(mistakes(part(1, nowhere)), ElementsAre(HasSubstr("8:9 a row needs a place where a student meets it")));
}

TEST(CoverageRows, NothingIsCalledRunThatIsOnlyPredicted) {
  const auto predicted = row("R01", "run", "\"02/strike\"", "onetrip predict qkv --spec h200");
  EXPECT_THAT(mistakes(part(1, predicted)),
              ElementsAre("9:11 this command does not show that it was run (it shows computed)"));
  const auto recorded = row("R01", "run", "\"02/strike\"", "onetrip run qkv --device recorded-h200");
  EXPECT_THAT(mistakes(part(1, recorded)), ElementsAre(HasSubstr("it shows recorded")));
  const auto unknown = row("R01", "known", "\"02/strike\"", "onetrip run qkv");
  EXPECT_THAT(mistakes(part(1, unknown)), ElementsAre(HasSubstr("7:8 'known' is not a kind (one of run, recorded")));
  EXPECT_THAT(mistakes(part(1, row("R01", "cited", "\"02/strike\"", "onetrip keys"))),
              ElementsAre(HasSubstr("7:8 a cited row needs its source")));
  EXPECT_THAT(mistakes(part(1, row("R01", "run", "\"02/strike\"", "make run"))),
              ElementsAre(HasSubstr("9:11 this is not a command of the program")));
}

TEST(CoverageRows, OnlySoManyMayBeCited) {
  const auto cited = row("R01", "cited", "\"02/strike\"", "onetrip keys", "note = \"A, 2020\"\n");
  EXPECT_THAT(mistakes(part(1, cited, "most_cited = 0\n")), ElementsAre("4:14 1 rows are only cited ()"));
}

TEST(CoverageRows, WhatACommandShows) {
  using lesson::kinds_shown_by;
  EXPECT_THAT(kinds_shown_by("onetrip run qkv --device cpu --quick"), ElementsAre("run"));
  EXPECT_THAT(kinds_shown_by("onetrip sweep qkv --over m=1..8 --model"), ElementsAre("computed"));
  EXPECT_THAT(kinds_shown_by("onetrip figure imported qkv -o x.svg"), ElementsAre("imported"));
  EXPECT_THAT(kinds_shown_by("onetrip figure bytes qkv --device recorded-h200 -o x.svg"), ElementsAre("recorded"));
  EXPECT_THAT(kinds_shown_by("onetrip lesson play 02 --device recorded-h200"), ElementsAre("recorded", "computed"));
  EXPECT_THAT(kinds_shown_by("onetrip lesson show 02"), IsEmpty());
}

}  // namespace coverage_rows_test
