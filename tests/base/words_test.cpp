// Every sentence that the program asks for is in the file of words, and every sentence of the file is asked for.
#include "base/words.hpp"

#include "base/plural.hpp"
#include "base/text.hpp"
#include "base/toml_file.hpp"
#include "base/translation.hpp"
#include "places.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>

namespace words_test {

namespace fs = std::filesystem;

/// Contents of every source file below app/, without comments.
std::map<std::string, std::string> sources() {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(tests::folder() / "../app")) {
    const fs::path& path = entry.path();
    if (path.extension() != ".cpp" && path.extension() != ".hpp") continue;
    std::stringstream contents;
    contents << std::ifstream(path).rdbuf();
    files[path.lexically_normal().string()] = std::regex_replace(contents.str(), std::regex("//[^\n]*"), "");
  }
  return files;
}

TEST(Words, NoKeyIsListedTwice) {
  std::set<std::string_view> seen;
  for (const std::string_view key : base::text_keys()) EXPECT_TRUE(seen.insert(key).second) << key;
}

std::string english_toml() {
  std::stringstream contents;
  contents << std::ifstream(tests::folder() / "../assets/words/en.toml").rdbuf();
  return contents.str();
}

/// A line that scripts/words.sed cannot read would be missing, an escape that C++ reads otherwise would be wrong.
TEST(Words, TheBuiltInOnesAreTheFile) {
  const std::string text = english_toml();
  base::TomlFile file(text, "en.toml");
  const auto table = file.parse(base::max_word_bytes);
  ASSERT_TRUE(table) << base::render(file.mistakes());
  std::map<std::string, std::string> read, built_in;
  for (const auto& [key, node] : *table) read[std::string(key.str())] = node.value<std::string>().value_or("no text");
  for (const std::string_view key : base::text_keys()) built_in[std::string(key)] = base::text(key);
  EXPECT_EQ(read, built_in);
}

TEST(Words, KeysStandInOrderWithinTheirPart) {
  std::string_view before;
  for (const std::string_view key : base::text_keys()) {
    const auto area = [](std::string_view of) { return of.substr(0, of.find('.')); };
    if (area(before) == area(key)) {
      EXPECT_LT(before, key);
    }
    before = key;
  }
}

/// Every "area.thing" literal; one that ends in a dot is put together with a word at run time: "chart.panel." +
/// quantity.
std::set<std::string> literals(const std::string& contents, const std::string& before) {
  std::set<std::string> found;
  const std::regex literal(before + R"re("([a-z_]+\.[a-z0-9_.]*)")re");
  for (std::sregex_iterator at(contents.begin(), contents.end(), literal), end; at != end; ++at)
    found.insert(at->str(1));
  return found;
}

/// Whether the key is that literal, or that literal with more words behind a dot.
bool begins_with(std::string_view key, const std::string& literal) {
  if (!key.starts_with(literal)) return false;
  return key.size() == literal.size() || literal.ends_with('.') || key[literal.size()] == '.';
}

TEST(Words, EveryKeyAskedForIsInTheTable) {
  const std::vector<std::string_view> keys = base::text_keys();
  for (const auto& [file, contents] : sources()) {
    for (const std::string& asked : literals(contents, R"re(\b(?:text|say)\(\s*(?:[^()",;]*\?\s*)?)re")) {
      const bool known = std::any_of(keys.begin(), keys.end(), [&](std::string_view key) {
        return asked.ends_with('.') ? begins_with(key, asked) : key == asked;
      });
      EXPECT_TRUE(known) << asked << " is asked for in " << file;
    }
  }
}

TEST(Words, EveryKeyOfTheTableIsUsed) {
  std::string all;
  for (const auto& [file, contents] : sources()) all += contents;
  const std::set<std::string> used = literals(all, "");
  for (const std::string_view key : base::text_keys()) {
    if (key.starts_with("plural.")) continue;
    const bool found =
        std::any_of(used.begin(), used.end(), [&](const std::string& literal) { return begins_with(key, literal); });
    EXPECT_TRUE(found) << key << " is asked for nowhere";
  }
}

/// What the program decides hangs on data, never on how a sentence reads: the next who mends its English, or translates
/// it, would change what the program does.
TEST(Words, NothingIsDecidedByWhatASentenceSays) {
  const std::vector<std::regex> readings = {
      // a sentence of the table looked for, or compared with
      std::regex(
          R"re(((find|contains|starts_with|ends_with)\((std::string(_view)?\()?|replace_all\([^;]*)base::(text|say)\()re"),
      std::regex(R"re([!=]=\s*(std::string(_view)?\()?base::(text|say)\()re"),
      std::regex(R"re(base::(text|say)\("[^"]*"\)\)?\s*[!=]=)re"),
      // words looked for in what a person wrote or reads
      std::regex(
          R"re((question|label|title|sentence|message|explanation|hint|cause|remedy|words)(\(\))?\.(find|contains|starts_with|ends_with)\("[^"]*[A-Za-z]{3})re"),
      // a noun cut out of a shown quantity
      std::regex(R"re(show(_quantity|_value)?\([^;]*\)\.(substr|find)\()re"),
  };
  // Most lines cannot be one; std::regex is slow.
  const auto may_read = [](std::string_view line) {
    const auto has = [&](std::string_view part) { return line.find(part) != std::string_view::npos; };
    return has("find(") || has("contains(") || has("starts_with(") || has("ends_with(") || has("replace_all(") ||
           has("substr(") || (has("base::") && (has("==") || has("!=")));
  };
  for (const auto& [file, contents] : sources()) {
    for (const std::string_view line : base::split(contents, '\n')) {
      if (!may_read(line)) continue;
      for (const std::regex& reading : readings) {
        EXPECT_FALSE(std::regex_search(line.begin(), line.end(), reading)) << file << " reads words: " << line;
      }
    }
  }
}

TEST(Say, FillsTheBraces) {
  EXPECT_EQ(base::say("{a} of {b}, {unknown} {", {{"a", "1"}, {"b", "{a}"}}), "1 of {a}, {unknown} {")
      << "a key that is not in the table is its own text; values are not filled again";
}

TEST(Say, ChoosesTheFormForSoMany) {
  EXPECT_EQ(base::say("plan.eager.kernels", 1), "1 kernel");
  EXPECT_EQ(base::say("plan.eager.kernels", 0), "0 kernels");
  EXPECT_EQ(base::say("plan.eager.kernels", 1'000), "1000 kernels");
  EXPECT_EQ(base::say("plan.eager.kernels", 1'000, {{"n", "1 000"}}), "1 000 kernels");
  EXPECT_EQ(base::say("session.run.start", 1), base::text("session.run.start")) << "no other form: the common one";
}

TEST(Say, AKeyThatIsNowhereIsItsOwnTextAndTold) {
  EXPECT_EQ(base::text("nowhere at.all"), "nowhere at.all");
  EXPECT_THAT(base::unknown_keys(), testing::Contains("nowhere at.all"));
}

/// "n = 1": 1 2 3 -> true false false.
std::string taken(std::string_view condition, std::initializer_list<std::uint64_t> numbers) {
  const auto parsed = base::PluralCondition::parse(condition);
  if (!parsed) return "none";
  std::string out;
  for (const std::uint64_t n : numbers) out += parsed->holds(n) ? 'x' : '.';
  return out;
}

TEST(Plural, ConditionsAsUnicodeWritesThem) {
  EXPECT_EQ(taken("n = 1", {0, 1, 2, 11}), ".x..");
  EXPECT_EQ(taken("n = 0 or n = 1", {0, 1, 2}), "xx.") << "French";
  EXPECT_EQ(taken("n % 10 = 1 and n % 100 != 11", {1, 11, 21, 111, 121}), "x.x.x") << "Russian, one";
  EXPECT_EQ(taken("n % 10 = 2..4 and n % 100 != 12..14", {2, 5, 12, 22, 34, 114}), "x..xx.") << "Russian, few";
  EXPECT_EQ(taken("n=0,2..3,7", {0, 1, 2, 3, 7, 8}), "x.xxx.");
  EXPECT_EQ(taken("n = 18446744073709551615", {18446744073709551615U}), "x");
}

TEST(Plural, WhatIsNoConditionIsNone) {
  for (const char* text : {"", "n", "n =", "m = 1", "n = one", "n == 1", "n = 4..2", "n % 0 = 1", "n = 1 and",
                           "n = 1 2", "n = 18446744073709551616", "n = 1..", "i = 1"}) {
    EXPECT_EQ(taken(text, {1}), "none") << text;
  }
}

std::string mistakes(const std::string& toml) {
  const auto words = base::parse_words(toml, "de.toml");
  return words ? "none" : base::render(words.error());
}
/// The English file with one line replaced; none: taken out.
std::string with_line(std::string_view key, const std::string& line) {
  const std::string begin = "\n\"" + std::string(key) + "\" = ";
  std::string text = english_toml();
  const std::size_t at = text.find(begin);
  EXPECT_NE(at, std::string::npos) << key;
  return text.replace(at, text.find('\n', at + 1) - at, line.empty() ? "" : "\n" + line);
}

TEST(Translation, AnotherLanguageIsSpokenUntilTheBuiltInOneIsAgain) {
  auto words =
      base::parse_words(with_line("session.run.start", "\"session.run.start\" = \"Beide starten\""), "de.toml");
  ASSERT_TRUE(words) << base::render(words.error());
  base::speak(*std::move(words));
  EXPECT_EQ(base::text("session.run.start"), "Beide starten");
  EXPECT_EQ(base::say("plan.eager.kernels", 1), "1 kernel");
  base::speak({});
  EXPECT_EQ(base::text("session.run.start"), "Run both");
}

TEST(Translation, ALanguageHasFormsOfItsOwn) {
  const std::string polish =
      "\"plural.few\" = \"n % 10 = 2..4 and n % 100 != 12..14\"\n\"plan.eager.kernels.few\" = \"{n} jądra\"\n";
  auto words = base::parse_words(polish + english_toml(), "pl.toml");
  ASSERT_TRUE(words) << base::render(words.error());
  base::speak(*std::move(words));
  EXPECT_EQ(base::say("plan.eager.kernels", 3), "3 jądra");
  EXPECT_EQ(base::say("plan.eager.kernels", 12), "12 kernels");
  EXPECT_EQ(base::say("plan.eager.kernels", 1), "1 kernel");
  base::speak({});
}

TEST(Translation, EachMistakeIsToldWithItsLine) {
  EXPECT_EQ(mistakes(english_toml()), "none");
  EXPECT_THAT(mistakes(with_line("session.run.start", "")),
              testing::HasSubstr("a sentence is missing: session.run.start"));
  EXPECT_THAT(mistakes(with_line("plan.eager.kernels", "\"plan.eager.kernels\" = \"{m} kernels\"")),
              testing::AllOf(testing::ContainsRegex("de.toml:[0-9]+:[0-9]+: there is no \\{m\\} to fill in here"),
                             testing::HasSubstr("{n} is missing"), testing::HasSubstr("{n} kernels")));
  EXPECT_THAT(mistakes(with_line("plan.eager.kernels.one", "\"plan.eager.kernels.one\" = \"one kernel\"")), "none");
  EXPECT_THAT(mistakes(with_line("plural.one", "\"plural.one\" = \"n is 1\"")),
              testing::HasSubstr("'n is 1' is not a condition for a plural"));
  EXPECT_THAT(mistakes(with_line("session.run.start", "\"session.run.start\" = 7")),
              testing::HasSubstr("'session.run.start' must be a sentence"));
  EXPECT_THAT(mistakes("\"no.such\" = \"x\"\n" + english_toml()),
              testing::HasSubstr("de.toml:1:13: the program has no sentence 'no.such'"));
  EXPECT_THAT(mistakes(with_line("session.run.start", "\"session.run.start\" = \"\xff\"")),
              testing::HasSubstr("de.toml:"));
  EXPECT_THAT(mistakes(std::string(2'000'000, '#')), testing::HasSubstr("longer than 1024 KiB"));
  EXPECT_NE(mistakes(std::string(100'000, '[')), "none");
}

}  // namespace words_test
