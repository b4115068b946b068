// Every sentence that the program asks for is in the table, and every sentence of the table is asked for.
#include "base/words.hpp"

#include "base/text.hpp"
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

/// Contents of every source file below app/ except the table itself, without comments.
std::map<std::string, std::string> sources() {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(tests::folder() / "../app")) {
    const fs::path& path = entry.path();
    if ((path.extension() != ".cpp" && path.extension() != ".hpp") || path.filename() == "words.cpp") continue;
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
    for (const std::string& asked : literals(contents, R"re(\b(?:text|say)\(\s*)re")) {
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

}  // namespace words_test
