// Lessons 03 to 06 played on the recorded card, which needs neither time nor a card: by their own key, and with every
// planted wrong answer.
#include "chain/sweep.hpp"
#include "cli/program.hpp"
#include "golden.hpp"
#include "lesson/expression.hpp"
#include "lesson/judge.hpp"
#include "lesson/kinds/kind.hpp"
#include "lesson/loader.hpp"
#include "lesson/markdown.hpp"
#include "machine/device_spec.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <optional>

namespace lesson_answers_test {

/// What only a run can judge.
bool by_clock(const std::string& asked) {
  return asked.starts_with("time.") || asked.starts_with("spread.") || asked == "ratio.time" || asked == "ratio.batch";
}

std::string close_up(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool blank = c == ' ' || c == '\n';
    if (!blank || (!out.empty() && out.back() != ' ')) out += blank ? ' ' : c;
  }
  return out;
}

/// As the page says it, to its first {value}: others may be hidden where a later task asks.
std::string beginning(const std::string& explanation) {
  const std::string plain = lesson::plain_text(lesson::paragraphs(explanation), 100'000);
  return close_up(std::string_view(plain).substr(0, plain.find('{')));
}

class LessonAnswers : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    auto found = lesson::find(GetParam());
    ASSERT_TRUE(found) << base::render(found.error());
    lesson_ = std::move(*found);
    const auto spec = machine::device_named("recorded-h200");
    ASSERT_TRUE(spec);
    numbers_ = lesson::lesson_quantities(lesson_, study::machine_of(*spec));
  }
  std::string play(std::vector<std::string> more) {
    std::vector<std::string> arguments{"lesson", "play", GetParam(), "--device", "recorded-h200"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const auto outcome = tests::onetrip(arguments, {home_.path().string(), "", {}});
    EXPECT_EQ(outcome.exit, 0) << outcome.err;
    return close_up(outcome.out);
  }
  /// The answer that shows this misconception.
  [[nodiscard]] std::optional<std::string> typed(const lesson::Task& task, const lesson::Misconception& wrong) const {
    if (task.kind == &lesson::kinds::choice) return std::string(1, static_cast<char>('A' + wrong.choice));
    if (task.kind == &lesson::kinds::sketch) {
      const auto places = chain::places(task.over);
      const double end = wrong.shape == "straight" ? static_cast<double>(places.back() / places.front()) : 1;
      const bool drawn = wrong.shape == "flat" || wrong.shape == "straight";
      return drawn ? fmt::format("{}:{}", places.back(), end) : std::string();
    }
    if (by_clock(task.asked)) return std::nullopt;
    const auto value = lesson::evaluate(wrong.value, numbers_, task.chain);
    return value ? std::optional(base::exact_number(*value)) : std::nullopt;
  }

  lesson::Lesson lesson_;
  lesson::Quantities numbers_;
  tests::TemporaryFolder home_;
};

TEST_P(LessonAnswers, ItsOwnKeyIsRight) {
  const std::string said = play({});
  for (const auto& step : lesson_.steps) {
    if (!step.task || step.task->right_text.empty()) continue;
    const auto& task = *step.task;
    if (task.kind == &lesson::kinds::run || by_clock(task.asked)) continue;
    EXPECT_NE(said.find(beginning(task.right_text)), std::string::npos) << task.id << ": " << task.right_text;
  }
  EXPECT_EQ(said.find("Not that one."), std::string::npos);
}

TEST_P(LessonAnswers, EachPlantedMistakeReachesItsOwnExplanation) {
  int reached = 0;
  for (std::size_t round = 0; round < 4; ++round) {
    std::string answers;
    std::vector<std::string> expected;
    for (const auto& step : lesson_.steps) {
      if (!step.task || round >= step.task->misconceptions.size()) continue;
      const auto& wrong = step.task->misconceptions[round];
      const auto answer = typed(*step.task, wrong);
      if (!answer) continue;
      answers += step.task->id + " = " + *answer + "\n";
      expected.push_back(beginning(wrong.explanation));
    }
    if (expected.empty()) continue;
    const std::string file = (home_.path() / "answers.txt").string();
    std::ofstream(file) << answers;
    const std::string said = play({"--answers", file});
    for (const std::string& explanation : expected) {
      EXPECT_NE(said.find(explanation), std::string::npos) << explanation << "\n" << answers;
      ++reached;
    }
  }
  EXPECT_GE(reached, 4) << "a lesson with hardly a wrong answer explains nothing";
}

INSTANTIATE_TEST_SUITE_P(Lessons, LessonAnswers,
                         testing::Values("03", "04", "05", "06", "07", "08", "09", "10", "11", "12", "13", "14", "15",
                                         "16", "17", "19", "20", "21", "22", "23"),
                         [](const auto& lesson) { return std::string("L") + lesson.param; });

}  // namespace lesson_answers_test
