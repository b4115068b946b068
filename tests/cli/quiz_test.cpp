// onetrip quiz, as a person calls it.
#include "base/resources.hpp"
#include "cli/program.hpp"
#include "golden.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace {

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
    ASSERT_EQ(go({"01", "02", "--n", "9", "--seed", "4", "--key", "-o", path("a." + ending)}).exit, 0);
    ASSERT_EQ(go({"01", "02", "--n", "9", "--seed", "4", "--key", "-o", path("b." + ending)}).exit, 0);
    EXPECT_FALSE(read("a." + ending).empty());
    EXPECT_EQ(read("a." + ending), read("b." + ending));
    EXPECT_THAT(read("a." + ending), HasSubstr("onetrip quiz 01 02 --n 9 --seed 4 --key"));
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

}  // namespace
