// The rail that a guess is made on tells nothing of the answer: three planted truths, one axis.
#include "charts/looks.hpp"
#include "right_answers.hpp"

#include <gmock/gmock.h>

#include <fstream>
#include <set>
#include <sstream>

namespace one_axis_test {

using tests::Stage;

/// A rail, and what to plant below it: the chain's last lines, as a longer or shorter chain has them.
struct Rail {
  const char* lesson;
  int step;
  const char* chain;
  std::array<const char*, 3> texts;
};

constexpr std::array<const char*, 3> longer_four = {
    "gift: f32[4096, 8192]\na = relu(gift)\nb = a * 2\nc = b + 1\ndone = abs(c)\n",
    "gift: f32[4096, 8192]\na = relu(gift)\nb = a * 2\nc = b + 1\nd = c * 3\ndone = abs(d)\n",
    "gift: f32[4096, 8192]\na = relu(gift)\nb = a * 2\nc = b + 1\nd = c * 3\ne = d + 2\ndone = abs(e)\n"};
constexpr std::array<const char*, 3> biases = {"x: f32[4096, 8192]\nb: f32[8192]\nt = x + b\ny = gelu(t)\n",
                                               "x: f32[4096, 8192]\nb: f32[8192]\nt = x + b\nu = t * 2\ny = gelu(u)\n",
                                               "x: f32[4096, 8192]\nb: f32[8192]\ny = x + b\n"};
constexpr std::array<const char*, 3> pairs = {
    "x: f32[4096, 8192]\nb: f32[4096, 8192]\nt = x + b\ny = gelu(t)\n",
    "x: f32[4096, 8192]\nb: f32[4096, 8192]\nt = x + b\nu = t * 2\ny = gelu(u)\n",
    "x: f32[4096, 8192]\nb: f32[4096, 8192]\ny = x + b\n"};
/// Other counts of the one kernel for all ops: it reads more tensors or fewer.
constexpr std::array<const char*, 3> more_inputs = {
    "gift: f32[4096, 8192]\na = relu(gift)\nb = a * 2\nc = b + 1\ndone = abs(c)\n",
    "gift: f32[4096, 8192]\npaper: f32[4096, 8192]\na = relu(gift)\nb = a * 2\nc = b + paper\ndone = abs(c)\n",
    "gift: f32[4096, 8192]\npaper: f32[4096, 8192]\nbow: f32[4096, 8192]\na = relu(gift)\nb = a * bow\nc = b + "
    "paper\ndone = abs(c)\n"};
constexpr std::array<const char*, 3> other_pairs = {
    "x: f32[4096, 8192]\nb: f32[4096, 8192]\nt = x + b\ny = gelu(t)\n", "x: f32[4096, 8192]\nt = x + 1\ny = gelu(t)\n",
    "x: f32[4096, 8192]\nb: f32[4096, 8192]\nz: f32[4096, 8192]\nt = x + b\ny = t + z\n"};
const Rail rails[] = {
    {"01",
     1,
     "one",
     {"gift: f32[4096, 8192]\ndone = gift + 1\n", "gift: f32[4096, 8192]\na = gift + 1\ndone = a * 2\n",
      "gift: f32[4096, 8192]\na = gift + 1\nb = a * 2\ndone = abs(b)\n"}},
    {"01", 3, "four", longer_four},
    {"01", 4, "four", more_inputs},
    {"01", 5, "four", longer_four},
    {"01", 7, "six", longer_four},
    {"02", 4, "bias", biases},
    {"02", 6, "full-bias", pairs},
    {"02", 7, "full-bias", other_pairs}};

/// The lesson with this text in the place of one chain's.
base::Expected<lesson::Lesson> planted(const Rail& rail, const char* text) {
  const auto path = std::filesystem::path(lesson::find(rail.lesson).value().file);
  std::ifstream file(path);
  std::stringstream all;
  all << file.rdbuf();
  std::string markdown = all.str();
  const std::string fence = std::string("```chain ") + rail.chain + "\n";
  const std::size_t begin = markdown.find(fence);
  EXPECT_NE(begin, std::string::npos) << rail.chain;
  const std::size_t from = begin + fence.size();
  markdown.replace(from, markdown.find("```", from) - from, text);
  return lesson::parse(markdown, path.string());
}

struct Seen {
  std::string rail, answer;  ///< its marks as the step opens; what is told after the lock, if anything can be
};

Seen seen(const Rail& rail, const char* text, double slow_down = 2, bool weak = false) {
  Stage stage([&](session::Services& services) {
    services.find_lesson = [&](std::string_view) { return planted(rail, text); };
  });
  stage.orders().slow_down = slow_down;
  stage.orders().weak = weak;
  const auto opened = stage->open_lesson(rail.lesson);
  EXPECT_TRUE(opened) << base::render(opened.error());
  stage->go_to_step(rail.step);
  Seen out;
  const auto* line = stage.node("figure.line");
  EXPECT_NE(line, nullptr) << rail.lesson << "/" << rail.step;
  if (line != nullptr) out.rail = tests::dump(*line->figure);
  if (stage->act("guess.set", "9") && stage->act("guess.lock")) {
    if (const auto* answer = stage.node("task.answer")) out.answer = answer->label;
  }
  return out;
}

TEST(OneAxis, ThreePlantedChainsGiveTheSameRail) {
  for (const Rail& rail : rails) {
    const std::string what = fmt::format("{}/{}", rail.lesson, rail.step);
    std::set<std::string> marks, answers;
    for (const char* text : rail.texts) {
      const Seen one = seen(rail, text);
      EXPECT_FALSE(one.rail.empty()) << what;
      marks.insert(one.rail);
      answers.insert(one.answer);
    }
    EXPECT_EQ(marks.size(), 1u) << what;
    const std::size_t told = rail.step == 5 ? 1 : 3;  // there the clock will tell
    EXPECT_EQ(answers.size(), told) << what << ": " << testing::PrintToString(answers);
  }
}

TEST(OneAxis, ThreePlantedClocksGiveTheSameRail) {
  for (const Rail& rail : rails) {
    const std::string first = seen(rail, rail.texts[0]).rail;
    EXPECT_EQ(seen(rail, rail.texts[0], 0.8, true).rail, first) << rail.lesson << "/" << rail.step;
    EXPECT_EQ(seen(rail, rail.texts[0], 30).rail, first) << rail.lesson << "/" << rail.step;
  }
}

TEST(OneAxis, EveryRailOfBothLessonsIsAmongThese) {
  for (const char* lesson : {"01", "02"}) {
    Stage stage;
    ASSERT_TRUE(stage->open_lesson(lesson));
    for (int step = 1; step <= 10; ++step) {
      stage->go_to_step(step);
      const bool listed = std::ranges::any_of(
          rails, [&](const Rail& rail) { return std::string_view(rail.lesson) == lesson && rail.step == step; });
      EXPECT_EQ(stage.node("figure.line") != nullptr, listed) << lesson << "/" << step;
    }
  }
}

}  // namespace one_axis_test
