// No sentence that a person reads stands in C++: they are in assets/words/en.toml.
#include "base/text.hpp"
#include "places.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

namespace literals_test {

namespace fs = std::filesystem;

struct Literal {
  int line;
  std::string text, before;  ///< of the line, what stands before it
};

/// Every string literal outside comments; raw ones left out.
std::vector<Literal> literals(const std::string& source) {
  std::vector<Literal> all;
  int line = 1;
  std::size_t start = 0;  // of the line
  for (std::size_t i = 0; i < source.size(); ++i) {
    if (source[i] == '\n') {
      ++line;
      start = i + 1;
    } else if (source.compare(i, 2, "//") == 0) {
      i = source.find('\n', i) - 1;
    } else if (source.compare(i, 2, "R\"") == 0) {
      const std::string end = ")" + source.substr(i + 2, source.find('(', i) - i - 2) + "\"";
      const std::size_t last = source.find(end, i);
      line += static_cast<int>(std::count(source.begin() + static_cast<std::ptrdiff_t>(i),
                                          source.begin() + static_cast<std::ptrdiff_t>(last), '\n'));
      i = last + end.size() - 1;
    } else if (source[i] == '\'' && source[i + 1] == '\\') {
      i += 3;
    } else if (source[i] == '\'' && source[i + 2] == '\'') {
      i += 2;
    } else if (source[i] == '"') {
      std::size_t end = i + 1;
      while (source[end] != '"') end += source[end] == '\\' ? 2 : 1;
      all.push_back({line, source.substr(i + 1, end - i - 1), source.substr(start, i - start)});
      i = end;
    }
  }
  return all;
}

/// Two words of letters side by side.
bool is_sentence(const std::string& text) {
  static const std::regex words("[A-Za-z]{2,} [A-Za-z]{2,}");
  return std::regex_search(text, words);
}

bool starts_with_any(std::string_view text, std::initializer_list<std::string_view> beginnings) {
  return std::ranges::any_of(beginnings, [&](std::string_view begin) { return text.starts_with(begin); });
}

/// "Right PageDown Space"
bool names_keys(const std::string& text) {
  static const std::regex key(
      "((Ctrl|Shift|Alt)\\+)*(Enter|Escape|Space|Tab|Home|End|Left|Right|Up|Down|PageUp|PageDown|F[0-9]+|[A-Z])");
  const auto words = base::split(text, ' ');
  return std::ranges::all_of(words,
                             [](std::string_view word) { return std::regex_match(word.begin(), word.end(), key); });
}

/// Source text, what other programs say, and marks of the formats that are written.
const std::set<std::string> foreign_text = {
    "worker/compile_role.cpp",            // CUDA C++, and what ptxas says
    "worker/faults.cpp",                  // planted faults of tests
    "device/cuda_client/connection.cpp",  // what ssh and batch systems say
    "machine/probe.cpp",                  // keys of /proc/cpuinfo, and a name kept in files
};
const std::set<std::string> markup = {
    "lesson/html.cpp",           "lesson/quiz_text.cpp",     "publish/lesson_html.cpp", "publish/course_html.cpp",
    "publish/course_script.hpp", "publish/page_figures.cpp", "exporter/svg_writer.cpp"};

/// Of codegen, the rest makes CUDA C++ with its comments.
const std::set<std::string> reads_files = {"codegen/kernel_library.cpp", "codegen/manifest_reader.cpp"};

bool may_stand(const std::string& file, const Literal& literal) {
  const std::string& text = literal.text;
  if (foreign_text.contains(file) || names_keys(text)) return true;
  const bool page = markup.contains(file) || file.starts_with("lesson/kinds/");
  if (page && text.find_first_of("<>{};=") != std::string::npos) return true;
  if (file.starts_with("codegen/") && !reads_files.contains(file)) return true;
  // A command to type, its usage, a chain.
  if (text.find("onetrip ") != std::string::npos || text.find("f32[") != std::string::npos ||
      text.find("--") != std::string::npos) {
    return true;
  }
  if (file.starts_with("cli/") && std::regex_search(text, std::regex("[A-Z]{2,}|\\[|\\|"))) return true;
  if (starts_with_any(text, {"JetBrains Mono", "DejaVu Sans", "Inter,", "'JetBrains Mono'"})) return true;
  // What nobody can meet.
  if (text == "unknown kind of cuts") return true;
  return literal.before.find("assert(") != std::string::npos ||
         literal.before.find("logic_error(") != std::string::npos;
}

/// Columns and facts of exported figures, values in files: data that other programs read.
const std::set<std::string> data = {
    "times only", "high contrast",   "batch time",  "crossings so far", "bytes so far", "made by",
    "used by",    "between kernels", "measured by", "measured with",    "work from",    "model bandwidth from",
    "by hand",    "by hand ",        "DRAM read",   "DRAM written",     "local memory"};

TEST(Literals, NoSentenceStandsInTheCode) {
  const fs::path app = tests::folder() / "../app";
  std::size_t seen = 0;
  for (const auto& entry : fs::recursive_directory_iterator(app)) {
    if (entry.path().extension() != ".cpp" && entry.path().extension() != ".hpp") continue;
    std::stringstream contents;
    contents << std::ifstream(entry.path()).rdbuf();
    const std::string file = entry.path().lexically_relative(app).string();
    for (const Literal& literal : literals(contents.str())) {
      ++seen;
      if (!is_sentence(literal.text) || may_stand(file, literal) || data.contains(literal.text)) continue;
      ADD_FAILURE() << "app/" << file << ":" << literal.line << ": \"" << literal.text
                    << "\" belongs into assets/words/en.toml";
    }
  }
  EXPECT_GT(seen, 5000U) << "the test has lost its input";
}

TEST(Literals, WhatTheTestFinds) {
  const auto found =
      literals("a(\"one two\"); // \"no no\"\nb('\"', '\\'', \"x\\\"y z\");\nR\"(raw \" text)\"; \"last\"");
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[0].text, "one two");
  EXPECT_EQ(found[1].text, "x\\\"y z");
  EXPECT_EQ(found[2].line, 3);
  EXPECT_TRUE(is_sentence("two words"));
  EXPECT_FALSE(is_sentence("{} {}"));
  EXPECT_TRUE(names_keys("Right Ctrl+Shift+Z F5"));
  EXPECT_FALSE(names_keys("Right now"));
}

}  // namespace literals_test
