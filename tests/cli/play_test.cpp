// onetrip lesson play: from a file of answers, and asked on a terminal by a person who mistypes.
#include "cli/program.hpp"
#include "golden.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <poll.h>
#include <pty.h>
#include <sstream>
#include <sys/wait.h>
#include <unistd.h>

namespace play_test {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using tests::onetrip;

class Play : public testing::Test {
 protected:
  tests::Outcome from_file(const std::string& answers, const std::string& lesson = "02") {
    const std::string path = (home_.path() / "answers.txt").string();
    std::ofstream(path) << answers;
    return onetrip({"lesson", "play", lesson, "--quick", "--answers", path}, {home_.path().string(), "", {}});
  }
  void SetUp() override { tests::calibrate(home_.path()); }
  tests::TemporaryFolder home_;
};

TEST_F(Play, AnAnswerThatIsNoneIsToldWithItsLine) {
  const auto outcome = from_file("# mine\nwhy = F\narrows = k1.read.x k9.read.q\nfull-unfused = seven\n");
  EXPECT_EQ(outcome.exit, 2);
  EXPECT_THAT(outcome.err, AllOf(HasSubstr("answers.txt:2:"), HasSubstr("'F' is not one of the letters"),
                                 HasSubstr("answers.txt:3:"), HasSubstr("no arrow 'k9.read.q'"),
                                 HasSubstr("k2.write.y"), HasSubstr("answers.txt:4:"), HasSubstr("not a number")));
}

TEST_F(Play, AWrongAnswerIsNoMistakeAndSmallLettersWillDo) {
  const auto outcome = from_file("why = a\narrows = k1.read.x,k1.write.t, k2.read.t k2.write.y\n");
  EXPECT_EQ(outcome.exit, 0) << outcome.err;
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("(*) A"), HasSubstr("4 trips:")));
}

TEST_F(Play, HowSureMayStandBehindAnAnswer) {
  const auto outcome =
      from_file("arrows = k1.read.x k1.write.t k2.read.t k2.write.y\nwhy = A a guess\nfull-unfused = 4 Sure\n");
  EXPECT_EQ(outcome.exit, 0) << outcome.err;
  EXPECT_THAT(outcome.out,
              AllOf(HasSubstr("How sure you were: A guess"), HasSubstr("How sure you were: Sure"),
                    HasSubstr("You guessed 4 trips. It is 5 trips."), HasSubstr("Let's walk through it once more")));
}

TEST_F(Play, Lesson01ByItsOwnKeyIsRightThroughout) {
  const auto outcome = onetrip({"lesson", "play", "01", "--quick"}, {home_.path().string(), "", {}});
  EXPECT_EQ(outcome.exit, 0) << outcome.err;
  for (const char* told :
       {"Right: 2 trips.", "Right: 8 trips.", "Right: 6 jobs.", "results identical", "In once, out once: 2 trips."}) {
    EXPECT_NE(outcome.out.find(told), std::string::npos) << told;
  }
}

TEST_F(Play, Lesson01ExplainsWrongAnswersInWords) {
  const auto outcome =
      from_file("one = 1\nbetween = C\nfour = 4\nfused = 8\nclock = 1\njobs = 12\nfaster = A\nnames = C\n", "01");
  EXPECT_EQ(outcome.exit, 0) << outcome.err;
  for (const char* told : {"only one direction", "wiped clean at the end", "counted every worker once",
                           "a worker for each job", "which counts trips", "each job now takes half as long"}) {
    EXPECT_NE(outcome.out.find(told), std::string::npos) << told;
  }
}

TEST_F(Play, ByItsOwnKeyATaskThatAsksWhatARunMeasuresIsAnswered) {
  const std::filesystem::path folder = home_.path() / "mine";
  const tests::Surroundings here{home_.path().string(), "", {}};
  ASSERT_EQ(onetrip({"lesson", "new", folder.string()}, here).exit, 0);
  std::ostringstream text;
  text << std::ifstream(folder / "lesson.md").rdbuf();
  std::string lesson = text.str();
  const std::string counted = "asked = \"crossings.unfused\"";
  ASSERT_NE(lesson.find(counted), std::string::npos);
  lesson.replace(lesson.find(counted), counted.size(), "asked = \"measured.ratio.time\"");
  std::ofstream(folder / "lesson.md") << lesson;
  const auto outcome = onetrip({"lesson", "play", folder.string(), "--quick"}, here);
  EXPECT_EQ(outcome.exit, 0) << outcome.err;
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("You'll see after the run"), HasSubstr("results identical")));
}

TEST_F(Play, ATaskThatIsNotThereIsToldWithThoseThatAre) {
  const auto outcome = from_file("wy = A\n");
  EXPECT_EQ(outcome.exit, 2);
  EXPECT_THAT(outcome.err, AllOf(HasSubstr("no task 'wy'"), HasSubstr("arrows, strike, why")));
}

/// A person at a terminal: types a line each time the program waits for one.
std::string conversation(const std::string& home, const std::vector<std::string>& lines) {
  int terminal = -1;
  const pid_t child = ::forkpty(&terminal, nullptr, nullptr, nullptr);
  if (child < 0) return "no terminal";
  if (child == 0) {
    ::execl(tests::program().c_str(), "onetrip", "--home", home.c_str(), "lesson", "play", "02", "--quick", nullptr);
    ::_exit(127);
  }
  std::string said;
  std::size_t next = 0, answered = 0;
  const auto limit = std::chrono::steady_clock::now() + std::chrono::seconds(300);
  while (std::chrono::steady_clock::now() < limit) {
    pollfd ready{terminal, POLLIN, 0};
    if (::poll(&ready, 1, 1000) > 0) {
      char buffer[4096];
      const ssize_t got = ::read(terminal, buffer, sizeof buffer);
      if (got <= 0) break;
      said.append(buffer, static_cast<std::size_t>(got));
    }
    if (!said.ends_with("\n> ") || said.size() == answered) continue;
    answered = said.size();
    const std::string line = next < lines.size() ? lines[next++] + "\n" : "\x04";
    if (::write(terminal, line.data(), line.size()) < 0) break;
  }
  ::close(terminal);
  int status = 0;
  ::waitpid(child, &status, 0);
  return said + "exit " + std::to_string(WIFEXITED(status) ? WEXITSTATUS(status) : -1);
}

TEST_F(Play, OnATerminalItAsksAgainUntilTheAnswerStands) {
  const std::string said = conversation(
      home_.path().string(), {"k1.read.x now", "?", "k1.write.t k1.read.x", "k1.read.x k1.write.t k2.read.t k2.write.y",
                              "k1.read.x", "k1.write.t k2.read.t", "z", "b", "", "four"});
  EXPECT_THAT(said,
              AllOf(HasSubstr("no arrow 'now'"), HasSubstr("Take the kernels one by one"),
                    HasSubstr("K1 first has to fetch"), HasSubstr("4 trips:"), HasSubstr("x comes from outside"),
                    HasSubstr("Step 3 of 10"), HasSubstr("'z' is not one of the letters"), HasSubstr("Step 4 of 10")));
  EXPECT_THAT(said, AllOf(HasSubstr("Step 6 of 10"), HasSubstr("not a number"), Not(HasSubstr("Step 7 of 10")),
                          testing::EndsWith("exit 0")))
      << "left open, asked again, then the end of the input";
}

}  // namespace play_test
