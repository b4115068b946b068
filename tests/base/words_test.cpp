// Every sentence that the program asks for is in the table, and every sentence of the table is asked for.
#include "base/words.hpp"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>

namespace {

namespace fs = std::filesystem;

/// Contents of every source file below app/ except the table itself.
std::map<std::string, std::string> sources() {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(ONETRIP_TESTS_DIR) / "../app")) {
    const fs::path& path = entry.path();
    if ((path.extension() != ".cpp" && path.extension() != ".hpp") || path.filename() == "words.cpp") continue;
    std::stringstream contents;
    contents << std::ifstream(path).rdbuf();
    files[path.lexically_normal().string()] = contents.str();
  }
  return files;
}

TEST(Words, NoKeyIsListedTwice) {
  std::set<std::string_view> seen;
  for (const std::string_view key : base::text_keys()) EXPECT_TRUE(seen.insert(key).second) << key;
}

TEST(Words, EveryKeyAskedForIsInTheTable) {
  const std::vector<std::string_view> table = base::text_keys();
  const std::set<std::string> keys(table.begin(), table.end());
  const std::regex asked(R"re(\b(?:text|say)\(\s*"([a-z_]+\.[a-z0-9_.]+)")re");
  for (const auto& [file, contents] : sources()) {
    for (std::sregex_iterator at(contents.begin(), contents.end(), asked), end; at != end; ++at) {
      EXPECT_TRUE(keys.contains(at->str(1))) << at->str(1) << " is asked for in " << file;
    }
  }
}

TEST(Words, EveryKeyOfTheTableIsUsed) {
  std::string all;
  for (const auto& [file, contents] : sources()) all += contents;
  for (const std::string_view key : base::text_keys()) {
    EXPECT_NE(all.find("\"" + std::string(key) + "\""), std::string::npos) << key << " is asked for nowhere";
  }
}

TEST(Say, FillsTheBraces) {
  EXPECT_EQ(base::say("{a} of {b}, {unknown} {", {{"a", "1"}, {"b", "{a}"}}), "1 of {a}, {unknown} {")
      << "a key that is not in the table is its own text; values are not filled again";
}

}  // namespace
