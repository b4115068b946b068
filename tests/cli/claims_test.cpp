// The table of claims: made anew it is the one that is shipped, and every claim has what it needs.
#include "base/resources.hpp"
#include "base/text.hpp"
#include "cli/program.hpp"
#include "golden.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace claims_test {

using testing::HasSubstr;
using testing::Not;

class ClaimsCommand : public testing::Test {
 protected:
  tests::Outcome go(const std::vector<std::string>& arguments) {
    return tests::onetrip(arguments, {home_.path().string(), "", {}}, 120);
  }
  tests::TemporaryFolder home_;
};

TEST_F(ClaimsCommand, TheShippedTableIsUpToDate) {
  const auto outcome = go({"claims"});
  ASSERT_EQ(outcome.exit, 0) << outcome.err;
  const auto shipped = base::read_file(tests::folder() / "../lessons/CLAIMS.md", 1 << 20);
  ASSERT_TRUE(shipped);
  EXPECT_EQ(outcome.out, *shipped) << "make it anew: onetrip claims -o lessons/CLAIMS.md";
}

TEST_F(ClaimsCommand, EveryClaimOfTheNotesHasAFigureAVerdictAndACommand) {
  const std::string table = go({"claims"}).out;
  int rows = 0;
  std::set<std::string_view> ids;
  for (const std::string_view line : base::split_lines(table)) {
    if (!line.starts_with("| N")) continue;
    ++rows;
    EXPECT_THAT(std::string(line.substr(0, 7)), testing::MatchesRegex("[|] N[0-9][0-9] [|]")) << line;
    EXPECT_TRUE(ids.insert(line.substr(0, 7)).second) << "an id once: " << line;
    EXPECT_THAT(std::string(line), testing::ContainsRegex("[|] (RIGHT|ROUGH|DEPENDS|WRONG|UNKNOWN) [|]"));
    EXPECT_THAT(std::string(line), testing::ContainsRegex("onetrip (predict|run) |the formula beside it"));
    EXPECT_THAT(std::string(line), testing::ContainsRegex("computed|by arithmetic|no data"));
  }
  for (int number = 1; number <= 74; ++number) {
    EXPECT_THAT(ids, testing::Contains(fmt::format("| N{:02} |", number)));
  }
  EXPECT_EQ(rows, 85);
  EXPECT_THAT(table, Not(HasSubstr("not been measured")));
}

TEST_F(ClaimsCommand, OneClaimAloneIsItsRow) {
  const auto one = go({"claims", "--only", "N13"}), none = go({"claims", "--only", "N99"});
  ASSERT_EQ(one.exit, 0) << one.err;
  EXPECT_THAT(go({"claims"}).out, HasSubstr(one.out.substr(one.out.find("| N13 |"))));
  EXPECT_THAT(one.out, Not(HasSubstr("| N14 |")));
  EXPECT_THAT(one.out,
              testing::AllOf(HasSubstr("`onetrip claims --only N13`"), Not(HasSubstr("-o lessons/CLAIMS.md"))));
  EXPECT_EQ(none.exit, 2);
  EXPECT_THAT(none.err, HasSubstr("no claim has the id 'N99'"));
}

TEST_F(ClaimsCommand, EveryCommandInItRuns) {
  const std::string table = go({"claims"}).out;
  int commands = 0;
  for (std::size_t at = table.find("| `onetrip "); at != std::string::npos; at = table.find("| `onetrip ", at + 1)) {
    const std::size_t begin = at + 11;
    std::string line = table.substr(begin, table.find('`', begin) - begin);
    std::vector<std::string> arguments;
    if (const std::size_t quote = line.find('\''); quote != std::string::npos) {
      const std::size_t end = line.find('\'', quote + 1);
      arguments = {line.substr(0, line.find(' ')), line.substr(quote + 1, end - quote - 1)};
      line = line.substr(end + 2);
    }
    for (const std::string_view word : base::split(line, ' ')) arguments.emplace_back(word);
    EXPECT_EQ(go(arguments).exit, 0) << testing::PrintToString(arguments);
    ++commands;
  }
  EXPECT_GT(commands, 15);
}

TEST_F(ClaimsCommand, WhatWasRecordedIsSaidOnceThereIsARecording) {
  const auto with = [&](const char* chain) {
    const auto file = home_.path() / "claims.toml";
    base::write_file(file, fmt::format("[[section]]\ntitle = \"T\"\n[[section.claim]]\nid = \"N01\"\nsaid = \"S\"\n"
                                       "chains = [\"c = {}\"]\nfound = \"{{ratio.bytes}}.\"\n"
                                       "recorded = \"Seen: {{measured.ratio.time}}.\"\nverdict = \"WRONG\"\n",
                                       chain));
    return go({"claims", "--from", file.string()});
  };
  const auto kept = with("bias-gelu"), none = with("x: f32[8, 4]; w: f32[4, 8]; y = relu(x @ w)");
  ASSERT_EQ(kept.exit, 0) << kept.err;
  EXPECT_THAT(kept.out, testing::ContainsRegex("2[.]00x[.] Seen: [12][.][0-9]+x[.] "));
  EXPECT_THAT(kept.out, HasSubstr("recorded (counters)"));
  ASSERT_EQ(none.exit, 0) << none.err;
  EXPECT_THAT(none.out, Not(HasSubstr("Seen")));
  EXPECT_THAT(none.out, Not(HasSubstr("recorded (")));
}

TEST_F(ClaimsCommand, AFigureThatCannotBeComputedIsRefusedAtItsClaim) {
  const auto file = home_.path() / "claims.toml";
  base::write_file(file,
                   "[[section]]\ntitle = \"T\"\n[[section.claim]]\nid = \"N01\"\nsaid = \"S\"\nfound = \"[[1 / 0]] and "
                   "{crossings.fused}\"\nverdict = \"MAYBE\"\n");
  const auto outcome = go({"claims", "--from", file.string()});
  EXPECT_EQ(outcome.exit, 2);
  EXPECT_THAT(outcome.err, HasSubstr("claims.toml:7:11: 'MAYBE' is not a verdict"));
  base::write_file(file,
                   "[[section]]\ntitle = \"T\"\n[[section.claim]]\nid = \"N01\"\nsaid = \"S\"\n"
                   "found = \"[[1 / 0]]\"\nverdict = \"WRONG\"\n");
  const auto infinite = go({"claims", "--from", file.string()});
  EXPECT_EQ(infinite.exit, 2);
  EXPECT_THAT(infinite.err, HasSubstr("claims.toml:4:1: N01: [[1 / 0]] cannot be computed"));
}

}  // namespace claims_test
