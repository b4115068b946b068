// onetrip quiz, as a person calls it.
#include "base/resources.hpp"
#include "cli/program.hpp"
#include "golden.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

namespace quiz_test {

using testing::HasSubstr;

class QuizCommand : public testing::Test {
 protected:
  tests::Outcome go(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "quiz");
    return tests::onetrip(arguments, {home_.path().string(), "", {}}, 60);
  }
  std::string path(const std::string& name) { return (home_.path() / name).string(); }
  std::string read(const std::string& name) { return base::read_file(path(name), 1 << 22).value_or(""); }
  tests::TemporaryFolder home_;
};

TEST_F(QuizCommand, IsTheSameBytesTwiceInBothForms) {
  for (const std::string ending : {"md", "html"}) {
    const std::string file = "a." + ending;
    const std::vector<std::string> arguments{"01", "02", "--n", "9", "--seed", "4", "-o", path(file), "--key"};
    ASSERT_EQ(go(arguments).exit, 0);
    const std::string first = read(file);
    ASSERT_EQ(go(arguments).exit, 0);
    EXPECT_FALSE(first.empty());
    EXPECT_EQ(first, read(file));
    EXPECT_THAT(first, HasSubstr("onetrip quiz 01 02 --n 9 --seed 4 -o " + file + " --key"));
  }
}

TEST_F(QuizCommand, AKeyTellsWhatWasRecordedOfThatVeryChain) {
  std::string all;
  for (const char* seed : {"1", "2", "3", "4", "5", "6", "7", "8"}) {
    ASSERT_EQ(go({"02", "--seed", seed, "--key", "-o", path("q.md")}).exit, 0);
    all += read("q.md");
  }
  EXPECT_THAT(all, HasSubstr("recorded (counters), NVIDIA H200, 2026-"));
}

TEST_F(QuizCommand, AKeySaysWhichChainGainsWhat) {
  ASSERT_EQ(go({"05", "--n", "20", "--seed", "3", "--key", "-o", path("q.md")}).exit, 0);
  EXPECT_THAT(read("q.md"), HasSubstr("`(a + b) * c` makes 1.5 times as many trips, `gelu(x + b) + r` 2.33 times, and "
                                      "`dropout(x) + r` 1.67 times"));
}

TEST_F(QuizCommand, TheFinalOneAsksEveryLessonByTheCoursesParts) {
  ASSERT_EQ(go({"all", "--seed", "2", "--key", "-o", path("q.md")}).exit, 0);
  const std::string quiz = read("q.md");
  EXPECT_THAT(quiz, testing::StartsWith("# Final quiz\n"));
  EXPECT_THAT(quiz, HasSubstr("\n## 25\n"));
  EXPECT_THAT(quiz, testing::Not(HasSubstr("\n## 26\n")));
  EXPECT_THAT(quiz, HasSubstr("onetrip quiz all --seed 2 -o q.md --key"));
  std::size_t at = 0;
  for (const char* part : {"**A Trips**", "**B Rows**", "**C Products**", "**D Models**"}) {
    const std::size_t there = quiz.find(part);
    ASSERT_NE(there, std::string::npos) << part;
    EXPECT_EQ(quiz.find(part, there + 1), std::string::npos) << "once: " << part;
    EXPECT_GE(there, at) << part;
    at = there;
  }
  ASSERT_EQ(go({"all", "-o", path("q.html")}).exit, 0);
  EXPECT_THAT(read("q.html"), HasSubstr("<p class=\"part\"><strong>B Rows</strong></p>"));
  const auto beside = go({"all", "02", "-o", path("q.md")});
  EXPECT_EQ(beside.exit, 2);
  EXPECT_THAT(beside.err, HasSubstr("'all' means every lesson"));
}

TEST_F(QuizCommand, BadInputExitsWithTwo) {
  for (const std::vector<std::string>& bad :
       std::vector<std::vector<std::string>>{{"77", "-o", path("q.md")},
                                             {"02"},
                                             {"02", "-o", path("q.pdf")},
                                             {"02", "--n", "0", "-o", path("q.md")},
                                             {"02", "--n", "many", "-o", path("q.md")},
                                             {"02", "--n", "150", "-o", path("q.md")},
                                             {"02", "--seed", "-1", "-o", path("q.md")},
                                             {"02", "02", "-o", path("q.md")},
                                             {}}) {
    const auto outcome = go(bad);
    EXPECT_EQ(outcome.exit, 2) << outcome.err;
    EXPECT_FALSE(outcome.err.empty());
  }
}

TEST_F(QuizCommand, WithoutANumberItAsksWhatThereIsAndSaysSo) {
  std::string lesson = base::read_file(base::program_file("lessons/template.md"), 1 << 20).value();
  std::filesystem::create_directories(path("mine"));
  base::write_file(path("mine/lesson.md"), lesson);
  ASSERT_EQ(go({path("mine"), "-o", path("q.md")}).exit, 0);
  EXPECT_THAT(read("q.md"), testing::ContainsRegex("[1-7] questions: these lessons have no more"));
  EXPECT_THAT(read("q.md"), testing::Not(HasSubstr("--n")));
  const auto refused = go({path("mine"), "--n", "8", "-o", path("q.md")});
  EXPECT_EQ(refused.exit, 2);
  EXPECT_THAT(refused.err, testing::ContainsRegex("asked for 8 questions; these lessons have only [1-7]"));
}

TEST_F(QuizCommand, WhatWasRecordedInAGraphIsAskedAbout) {
  std::string all;
  for (const char* seed : {"1", "2", "3", "4"}) {
    ASSERT_EQ(go({"06", "--seed", seed, "--key", "-o", path("q.md")}).exit, 0);
    all += read("q.md");
  }
  EXPECT_THAT(all, testing::ContainsRegex("[0-9.]+ [^ ]+s in a CUDA graph, and [0-9.]+ [^ ]+s fused"));
  EXPECT_THAT(all,
              testing::ContainsRegex("Recorded over the large tensors: unfused [0-9.]+ [^ ]+s with separate orders"));
}

TEST_F(QuizCommand, SheetAndKeyNameTheMachineWhoseFiguresTheyUse) {
  ASSERT_EQ(go({"04", "--n", "8", "--seed", "1", "--key", "-o", path("q.md")}).exit, 0);
  const std::string sheet = read("q.md"), name = "take the NVIDIA H200";
  const std::size_t first = sheet.find(name);
  EXPECT_LT(first, sheet.find("## 1"));
  EXPECT_GT(sheet.find(name, first + 1), sheet.find("# Key")) << "again above the key";
  EXPECT_NE(sheet.find(name, first + 1), std::string::npos);
}

}  // namespace quiz_test
