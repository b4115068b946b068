// A folder of lessons with one mistake each: `lesson check` says it, and nothing else, at its line.
#include "base/resources.hpp"
#include "base/text.hpp"
#include "lesson/lint.hpp"
#include "lesson/loader.hpp"
#include "places.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>

namespace bad_lessons_test {

namespace fs = std::filesystem;
using testing::HasSubstr;

struct Expected {
  int line = 0;
  std::string message;
};

/// "file.md:LINE: part of the message", one a file.
std::map<std::string, Expected> expected() {
  std::map<std::string, Expected> all;
  const std::string text = base::read_file(tests::folder() / "lessons/bad/expected.txt", 1 << 20).value_or("");
  for (const std::string_view line : base::split_lines(text)) {
    const std::size_t first = line.find(':'), second = line.find(':', first + 1);
    if (second == std::string_view::npos) continue;
    const auto number = base::to_integer(line.substr(first + 1, second - first - 1));
    all[std::string(line.substr(0, first))] = {static_cast<int>(number.value_or(0)),
                                               std::string(base::trim(line.substr(second + 1)))};
  }
  return all;
}

base::Diagnostics mistakes_of(const fs::path& file) {
  const auto lesson = lesson::load(file);
  if (!lesson) return lesson.error();
  auto mistakes = lesson::lint(*lesson, machine::device_named("h200").value());
  if (const auto taken = lesson::id_is_taken(*lesson, lesson::course().value())) mistakes.push_back(*taken);
  return mistakes;
}

TEST(BadLessons, EachHasItsOneMistakeAtItsLine) {
  const auto all = expected();
  int files = 0;
  for (const auto& entry : fs::directory_iterator(tests::folder() / "lessons/bad")) {
    if (entry.path().extension() != ".md") continue;
    ++files;
    const std::string name = entry.path().filename().string();
    const auto wanted = all.find(name);
    ASSERT_NE(wanted, all.end()) << name << " is not in expected.txt";
    const auto found = mistakes_of(entry.path());
    ASSERT_EQ(found.size(), 1u) << name << "\n" << base::render(found);
    EXPECT_EQ(found[0].line, wanted->second.line) << name << "\n" << base::render(found);
    EXPECT_THAT(found[0].message, HasSubstr(wanted->second.message)) << name;
  }
  EXPECT_EQ(files, static_cast<int>(all.size()));
  EXPECT_GE(files, 50);
}

TEST(BadLessons, TheTemplateOfNewLessonsHasNone) {
  const auto file = base::program_file("lessons/template.md");
  EXPECT_EQ(base::render(mistakes_of(file)), "");
}

}  // namespace bad_lessons_test
