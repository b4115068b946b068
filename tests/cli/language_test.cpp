// --words: another language is spoken from the first word on; a file that cannot be used is told, and English spoken.
#include "base/words.hpp"
#include "cli/command.hpp"
#include "cli/program.hpp"
#include "golden.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <fstream>

namespace language_test {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

/// The built-in words as a file, with the line of one key replaced, or taken out.
std::string words(std::string_view key, const std::string& line) {
  std::string toml;
  for (const std::string_view one : base::text_keys()) {
    // JSON escapes in a text what TOML does.
    const std::string own = nlohmann::json(one).dump() + " = " + nlohmann::json(base::text(one)).dump();
    toml += (one == key ? line : own) + "\n";
  }
  return toml;
}

class Language : public testing::Test {
 protected:
  tests::Outcome run(const std::vector<std::string>& arguments) {
    return tests::onetrip(arguments, {home_.path().string(), "", {}}, 20);
  }
  std::string file(const std::string& contents) {
    const auto path = home_.path() / "de.toml";
    std::ofstream(path, std::ios::binary) << contents;
    return path.string();
  }
  tests::TemporaryFolder home_;
};

TEST_F(Language, IsSpoken) {
  const std::string german = file(words("app.tagline", "\"app.tagline\" = \"Ein Weg für alles.\""));
  const auto outcome = run({"--words", german, "--help"});
  EXPECT_EQ(outcome.exit, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("Ein Weg für alles."), HasSubstr("--words FILE")));
}

TEST_F(Language, IsSpokenBeforeAMistakeIsTold) {
  const std::string german =
      file(words("cli.data.no_folder", "\"cli.data.no_folder\" = \"--data {folder}: den Ordner gibt es nicht\""));
  const auto outcome = run({"predict", "bias-gelu", "--data", "/nowhere", "--words=" + german});
  EXPECT_EQ(outcome.exit, 2);
  EXPECT_THAT(outcome.err, HasSubstr("--data /nowhere: den Ordner gibt es nicht"));
}

TEST_F(Language, AFileThatCannotBeUsedIsToldAndEnglishSpoken) {
  const std::pair<std::string, std::string> broken[] = {
      {words("app.tagline", ""), "a sentence is missing: app.tagline"},
      {words("app.tagline", "\"app.tagline\" = \"{x}\""), "there is no {x} to fill in here"},
      {words("plural.one", "\"plural.one\" = \"n is 1\""), "'n is 1' is not a condition for a plural"},
      {words("app.tagline", "\"app.tagline\" = \"\xff\""), "\\xFF"},
      {std::string(10'000'000, '#'), "de.toml"},
  };
  for (const auto& [toml, told] : broken) {
    const std::string path = file(toml);
    const auto outcome = run({"--words", path, "--help"});
    EXPECT_EQ(outcome.exit, 0) << told;
    EXPECT_THAT(outcome.out, HasSubstr(std::string(base::text("app.tagline")))) << told;
    EXPECT_THAT(outcome.err, AllOf(HasSubstr("de.toml"), HasSubstr(told), HasSubstr("the program stays in English")))
        << told;
  }
  const auto nowhere = run({"predikt", "--words", "/nowhere/de.toml"});
  EXPECT_EQ(nowhere.exit, 2);
  EXPECT_THAT(nowhere.err,
              AllOf(HasSubstr("the program stays in English"), HasSubstr("there is no command 'predikt'")));
}

TEST_F(Language, NeedsAFile) {
  for (const char* flag : {"--words", "--words="}) {
    const auto outcome = run({"--help", flag});
    EXPECT_EQ(outcome.exit, 2);
    EXPECT_THAT(outcome.err, HasSubstr("--words needs a file"));
  }
}

/// Flags and commands hold keys; one that is nowhere would be printed as it is.
TEST_F(Language, TheHelpHoldsSentencesNotKeys) {
  std::vector<std::vector<std::string>> asked = {{"--help"}, {"lesson", "page", "--help"}};
  asked.push_back({"lesson", "figures", "--help"});
  for (const cli::Command& command : cli::commands()) asked.push_back({std::string(command.name), "--help"});
  for (const auto& arguments : asked) {
    const auto outcome = run(arguments);
    EXPECT_EQ(outcome.exit, 0) << arguments.front() << outcome.err;
    EXPECT_THAT(outcome.out, Not(HasSubstr("cli."))) << arguments.front();
  }
}

}  // namespace language_test
