// The table of what the course covers: made anew it is the one that is shipped, and every command in it shows it.
#include "base/resources.hpp"
#include "base/text.hpp"
#include "cli/program.hpp"
#include "golden.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

namespace coverage_test {

using testing::HasSubstr;

/// The words of a line as a shell takes them; only single quotes stand in it.
std::vector<std::string> shell_words(std::string_view line) {
  std::vector<std::string> words(1);
  bool quoted = false;
  for (const char c : line) {
    if (c == '\'') {
      quoted = !quoted;
    } else if (c == ' ' && !quoted) {
      words.emplace_back();
    } else {
      words.back() += c;
    }
  }
  return words;
}

class CoverageCommand : public testing::Test {
 protected:
  tests::Outcome go(const std::vector<std::string>& arguments) {
    return tests::onetrip(arguments, {home_.path().string(), "", {}}, 120);
  }

  /// What a command of the table prints, with the figure that it writes.
  std::string shown_by(const std::string& command) {
    std::vector<std::string> arguments = shell_words(command);
    EXPECT_EQ(arguments.front(), "onetrip");
    arguments.erase(arguments.begin());
    const std::string figure = (home_.path() / "figure.svg").string();
    for (std::string& argument : arguments) {
      if (argument == "figure.svg") argument = figure;
    }
    const auto outcome = go(arguments);
    EXPECT_EQ(outcome.exit, 0) << command << "\n" << outcome.err;
    std::string shown = outcome.out;
    if (const auto drawn = base::read_file(figure, 1 << 24)) shown += *drawn;
    std::filesystem::remove(figure);
    return shown;
  }

  tests::TemporaryFolder home_;
};

/// How an output says it: a device's name, or what was not recorded, is no recording.
const std::map<std::string, std::vector<std::string>> said = {
    {"run", {"measured: median"}},
    {"recorded",
     {"recorded (bytes by counters", "recorded (counters", "recorded (times", "recorded: median", "recorded  counters",
      "recorded)", ", recorded"}},
    {"imported", {"imported, ", "(imported"}},
    {"computed", {}},
    {"cited", {}},
};

/// Of each command of the table the kinds of its rows, without their notes.
std::map<std::string, std::set<std::string>> commands_of(const std::string& table) {
  std::map<std::string, std::set<std::string>> all;
  for (const std::string_view line : base::split_lines(table)) {
    const std::size_t command = line.find("| `onetrip ");
    if (command == std::string_view::npos) continue;
    const std::size_t kind = line.rfind(" | ", command - 2);
    const std::string_view words = base::trim(line.substr(kind + 3, command - kind - 3));
    const std::size_t begin = command + 3, end = line.find('`', begin);
    all[std::string(line.substr(begin, end - begin))].insert(std::string(base::split(words, ':').front()));
  }
  return all;
}

TEST_F(CoverageCommand, TheShippedTableIsUpToDate) {
  const auto outcome = go({"coverage"});
  ASSERT_EQ(outcome.exit, 0) << outcome.err;
  const auto shipped = base::read_file(tests::folder() / "../lessons/COVERAGE.md", 1 << 20);
  ASSERT_TRUE(shipped);
  EXPECT_EQ(outcome.out, *shipped) << "make it anew: onetrip coverage -o lessons/COVERAGE.md";
}

TEST_F(CoverageCommand, EveryCommandShowsWhatItsRowsSay) {
  tests::calibrate(home_.path());
  const auto commands = commands_of(go({"coverage"}).out);
  EXPECT_GT(commands.size(), 100U);
  for (const auto& [command, kinds] : commands) {
    const std::string shown = shown_by(command);
    EXPECT_FALSE(shown.empty()) << command;
    for (const std::string& kind : kinds) {
      ASSERT_TRUE(said.contains(kind)) << kind;
      const auto& ways = said.at(kind);
      const auto stands = [&](const std::string& way) { return shown.find(way) != std::string::npos; };
      EXPECT_TRUE(ways.empty() || std::ranges::any_of(ways, stands)) << kind << ": " << command;
    }
  }
}

TEST_F(CoverageCommand, ARowThatIsMissingIsRefusedInItsFile) {
  const auto from = tests::folder() / "../lessons/coverage";
  const auto folder = home_.path() / "rows";
  std::filesystem::copy(from, folder);
  auto text = *base::read_file(folder / "figures.toml", 1 << 20);
  base::replace_all(text, "\"F07\"", "\"F77\"");
  base::write_file(folder / "figures.toml", text);
  const auto outcome = go({"coverage", "--from", folder.string()});
  EXPECT_EQ(outcome.exit, 2);
  EXPECT_THAT(outcome.err, HasSubstr("'F77' is not an id of this part"));
  EXPECT_THAT(outcome.err, HasSubstr("rows are missing: F07"));
}

}  // namespace coverage_test
