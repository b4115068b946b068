// The lessons that ship, and the lint that keeps them honest.
#include "base/resources.hpp"
#include "golden.hpp"
#include "lesson/expression.hpp"
#include "lesson/fences/fence.hpp"
#include "lesson/finding.hpp"
#include "lesson/judge.hpp"
#include "lesson/kinds/kind.hpp"
#include "lesson/lint.hpp"
#include "lesson/loader.hpp"
#include "lesson/markdown.hpp"
#include "lesson/planned.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <utility>

namespace lessons_test {

using lesson::Block;
namespace fences = lesson::fences;
using testing::HasSubstr;

std::vector<lesson::Listed> shipped() {
  const auto listed = lesson::course();
  EXPECT_TRUE(listed) << base::render(listed.error());
  return listed.value_or(std::vector<lesson::Listed>{});
}

TEST(Lessons, TheCourseIsTheFolders) {
  const auto listed = shipped();
  std::size_t folders = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(base::program_file("lessons/course.toml").parent_path())) {
    if (!std::filesystem::exists(entry.path() / "lesson.md")) continue;
    ++folders;
    EXPECT_TRUE(
        std::any_of(listed.begin(), listed.end(), [&](const auto& l) { return l.folder == entry.path().filename(); }))
        << entry.path() << " is not in course.toml";
  }
  EXPECT_EQ(folders, listed.size());
  EXPECT_GE(folders, 1u);
}

TEST(Lessons, NothingToMend) {
  for (const auto& listed : shipped()) {
    const auto lesson = lesson::load(listed.path);
    ASSERT_TRUE(lesson) << base::render(lesson.error());
    EXPECT_EQ(base::render(lesson::lint(*lesson, tests::round_device())), "");
  }
}

/// Every text of the lesson with its chain: what a student or a teacher may read.
std::vector<std::pair<std::string, std::string>> texts(const lesson::Lesson& lesson) {
  std::vector<std::pair<std::string, std::string>> all;
  for (const auto& step : lesson.steps) {
    for (const Block& block : step.blocks) {
      if (block.fence == nullptr || block.fence->is_text) all.emplace_back(block.text, block.chain);
    }
    if (!step.task) continue;
    const auto& task = *step.task;
    for (const auto& text : {task.question, task.hint, task.right_text, task.model_answer})
      all.emplace_back(text, task.chain);
    for (const auto& choice : task.choices) all.emplace_back(choice, task.chain);
    for (const auto& wrong : task.misconceptions) all.emplace_back(wrong.explanation, task.chain);
  }
  return all;
}

TEST(Lessons, EveryPredictedNumberIsThereAndEveryTextSets) {
  for (const auto& listed : shipped()) {
    const auto lesson = lesson::load(listed.path);
    ASSERT_TRUE(lesson);
    const auto numbers = lesson::lesson_quantities(*lesson, study::machine_of(tests::round_device()));
    for (const auto& [text, chain] : texts(*lesson)) {
      const std::string filled = lesson::fill(text, *lesson, numbers, chain);
      EXPECT_THAT(filled, testing::Not(HasSubstr("(not known here)"))) << text;
      EXPECT_EQ(lesson::paragraphs(filled).empty(), text.empty());
      EXPECT_THAT(lesson::plain_text(lesson::paragraphs(filled), 72), testing::Not(HasSubstr("{"))) << text;
    }
  }
}

bool by_clock(const std::string& asked) {
  return asked.find("time") != std::string::npos || asked.starts_with("spread.");
}

TEST(Lessons, EveryGuessCanBeJudgedAndOurOwnMisconceptionsAreReached) {
  for (const auto& listed : shipped()) {
    const auto lesson = lesson::load(listed.path);
    ASSERT_TRUE(lesson);
    const auto numbers = lesson::lesson_quantities(*lesson, study::machine_of(tests::round_device()));
    for (const auto& step : lesson->steps) {
      if (!step.task || step.task->asked.empty()) continue;
      const auto& task = *step.task;
      if (task.kind->by == lesson::By::letter) {
        EXPECT_TRUE(lesson::judge(task, task.right, numbers).right) << task.id;
        continue;
      }
      if (lesson::is_seen(task.asked)) continue;  // only a recording tells it
      const auto truth = lesson::value_of(numbers, task.chain, task.asked);
      ASSERT_TRUE(truth) << task.id;
      EXPECT_TRUE(lesson::judge(task, *truth, numbers).right) << task.id;
      for (const auto& wrong : task.misconceptions) {
        const auto value = lesson::evaluate(wrong.value, numbers, task.chain);
        ASSERT_TRUE(value) << task.id << ' ' << wrong.id;
        // What a clock tells makes some wrong numbers right on some machine: eight cosines are free on this one.
        if (by_clock(task.asked) && lesson::judge(task, *value, numbers).right) continue;
        EXPECT_EQ(lesson::judge(task, *value, numbers).misconception, wrong.id) << task.id;
      }
    }
  }
}

TEST(Lesson01, IsWholeAndInItsOrder) {
  const auto lesson = lesson::find("01");
  ASSERT_TRUE(lesson) << base::render(lesson.error());
  std::vector<std::string> order;
  for (const auto& step : lesson->steps) {
    ASSERT_TRUE(step.task) << step.title;
    order.push_back(std::string(step.task->kind->name) + " " + step.task->chain + " " + step.task->asked);
    EXPECT_TRUE(std::ranges::any_of(
        step.blocks,
        [](const Block& block) { return (block.is(fences::say) || block.is(fences::doing)) && !block.after_task; }))
        << step.title << ": what does a teacher do while the question stands?";
  }
  EXPECT_THAT(order, testing::ElementsAre("number one crossings.unfused", "choice two crossings.unfused",
                                          "number four crossings.unfused", "number four crossings.fused",
                                          "number four ratio.time", "run four ", "number six kernels.unfused",
                                          "choice four ", "choice four ", "words four "));
  const auto numbers = lesson::lesson_quantities(*lesson, study::machine_of(tests::round_device()));
  for (const auto& [chain, jobs] : {std::pair{"one", 1}, {"two", 2}, {"four", 4}, {"six", 6}, {"eight", 8}}) {
    EXPECT_EQ(numbers.at(std::string(chain) + "/crossings.unfused"), 2 * jobs);
    EXPECT_EQ(numbers.at(std::string(chain) + "/crossings.fused"), 2);
    EXPECT_EQ(numbers.at(std::string(chain) + "/kernels.unfused"), jobs);
  }
}

TEST(Lesson01, NoAcronymBeforeTheRoadIsDrawn) {
  const auto lesson = lesson::find("01");
  ASSERT_TRUE(lesson);
  bool named = false;
  for (const auto& step : lesson->steps) {
    std::vector<std::string> said;
    for (const Block& block : step.blocks) {
      if (block.fence == nullptr || block.is(fences::say)) said.push_back(block.text);
    }
    for (const auto& text : {step.task->question, step.task->hint, step.task->right_text}) said.push_back(text);
    for (const auto& wrong : step.task->misconceptions) said.push_back(wrong.explanation);
    if (step.title == "The real names") return;
    named = named || step.title == "One worker does them all";  // it says what fused is
    for (const std::string& text : said) {
      EXPECT_THAT(text, testing::Not(testing::ContainsRegex("[A-Z][A-Z]"))) << step.title;
      for (const char* word : {"kernel", "tensor", "register", "cache", "memory", "fused"}) {
        if (named && std::string_view(word) == "fused") continue;
        EXPECT_THAT(lesson::fill(text, {}, ""), testing::Not(HasSubstr(word))) << step.title;
      }
    }
  }
  FAIL() << "nothing is ever named";
}

TEST(Lesson02, IsWholeAndInItsOrder) {
  const auto lesson = lesson::find("02");
  ASSERT_TRUE(lesson) << base::render(lesson.error());
  EXPECT_EQ(lesson->title, "Count the crossings");
  std::vector<std::string> order;
  for (const auto& step : lesson->steps) {
    if (step.task)
      order.push_back(std::string(step.task->kind->name) + " " + step.task->chain + " " + step.task->asked);
  }
  EXPECT_THAT(order, testing::ElementsAre("count_arrows bias crossings.unfused", "strike bias crossings.fused",
                                          "choice bias ", "number bias ratio.crossings", "run bias ",
                                          "number full-bias crossings.unfused", "number full-bias crossings.fused",
                                          "run full-bias ", "choice full-bias ", "words bias "));
  const auto numbers = lesson::lesson_quantities(*lesson, study::machine_of(tests::round_device()));
  EXPECT_EQ(numbers.at("bias/crossings.unfused"), 4);
  EXPECT_EQ(numbers.at("bias/crossings.fused"), 2);
  EXPECT_EQ(numbers.at("full-bias/crossings.unfused"), 5);
  EXPECT_EQ(numbers.at("full-bias/crossings.fused"), 3);
  EXPECT_EQ(numbers.at("bias/saved.crossings.percent"), 50);
  EXPECT_EQ(numbers.at("full-bias/saved.crossings.percent"), 40);
  EXPECT_LE(numbers.at("full-bias/tensor.bytes") * 4, 1e9) << "four tensors fit in an ordinary laptop";
}

/// The words of a text, {values} left out, with no punctuation around them. Written apart from the lint.
std::set<std::string> words(const std::string& text) {
  std::set<std::string> found;
  std::string word;
  bool in_braces = false;
  for (const char c : text + " ") {
    if (c == '{') in_braces = true;
    const bool inside_word = std::isalnum(static_cast<unsigned char>(c)) != 0;
    if (!in_braces && inside_word) {
      word += c;
    } else if (!word.empty()) {
      found.insert(std::exchange(word, {}));
    }
    if (c == '}') in_braces = false;
  }
  return found;
}

TEST(Lesson02, NoAnswerIsTyped) {
  EXPECT_EQ(words("K1 has {a.b4} 40%, or 4."), (std::set<std::string>{"K1", "has", "40", "or", "4"}));
  const auto lesson = lesson::find("02");
  ASSERT_TRUE(lesson);
  for (const auto& [text, chain] : texts(*lesson)) {
    const auto typed = words(text);
    for (const char* answer : {"2", "3", "4", "5", "40", "50"})
      EXPECT_FALSE(typed.contains(answer)) << answer << ": " << text;
  }
}

TEST(Lesson02, FirstScreenSaysWhatACrossingIs) {
  const auto lesson = lesson::find("02");
  ASSERT_TRUE(lesson);
  const std::string first = lesson::plain_text(lesson::paragraphs(lesson->steps[0].blocks[0].text), 10'000);
  EXPECT_THAT(first, HasSubstr("A trip (strictly: a crossing) takes one whole tensor"));
  const std::string fused = lesson::plain_text(lesson::paragraphs(lesson->steps[1].blocks.back().text), 10'000);
  EXPECT_THAT(fused, HasSubstr("one parcel at a time")) << "beside the film that shows one";
}

/// Lesson 07 hands out a command for each counter that the worker reads, whatever a chip calls it.
TEST(Lessons, SevenNamesEveryCounter) {
  const auto lesson = base::read_file(base::program_file("lessons/07-an-honest-stopwatch/lesson.md"), 1 << 20);
  const auto worker = base::read_file(tests::folder() / "../app/worker/metric_sets.cpp", 1 << 20);
  ASSERT_TRUE(lesson && worker);
  const std::regex counter("\"([a-z0-9]+__[a-z0-9_]+)\"");
  int found = 0;
  for (std::sregex_iterator at(worker->begin(), worker->end(), counter), end; at != end; ++at, ++found) {
    EXPECT_THAT(*lesson, HasSubstr((*at)[1].str()));
  }
  EXPECT_EQ(found, 13) << "two of DRAM by two names each, time, two of L2, four of the threads, two clocks";
}

/// The numbers that lessons 14 to 16 are about, by the counting rule; times are the model's, and stay with it.
TEST(Lessons, ProductsSaveBytesMoreThanTime) {
  const auto numbers = [](const char* id) {
    const auto lesson = lesson::find(id);
    EXPECT_TRUE(lesson) << base::render(lesson.error());
    return lesson::lesson_quantities(*lesson, study::machine_of(tests::round_device()));
  };
  const auto epilogue = numbers("14"), siblings = numbers("15"), block = numbers("16");
  EXPECT_EQ(epilogue.at("layer/crossings.unfused.of.y"), 5);
  EXPECT_EQ(epilogue.at("layer/crossings.fused.of.y"), 1);
  EXPECT_NEAR(epilogue.at("layer/ratio.bytes"), 7.0 / 3, 0.001);
  EXPECT_GT(epilogue.at("layer/h200.ratio.time"), 1.02);
  EXPECT_LT(epilogue.at("layer/h200.ratio.time"), 1.2);
  EXPECT_GT(epilogue.at("short/h200.ratio.time"), 1.2 * epilogue.at("layer/h200.ratio.time")) << "trips weigh more";
  EXPECT_LT(epilogue.at("word/ratio.bytes"), 1.01) << "one row: the weights are the road";
  EXPECT_EQ(siblings.at("qkv/crossings.unfused.of.x"), 3);
  EXPECT_EQ(siblings.at("qkv/crossings.fused.of.x"), 1);
  EXPECT_EQ(siblings.at("qkv/kernels.fused"), 1);
  EXPECT_LT(siblings.at("qkv/h200.ratio.time"), 1.05);
  EXPECT_EQ(siblings.at("gate/crossings.unfused.of.y"), 7);
  EXPECT_EQ(siblings.at("gate/crossings.fused.of.y"), 1);
  EXPECT_EQ(siblings.at("two/kernels.fused"), 2) << "a product of a product is no single kernel";
  EXPECT_EQ(block.at("block/kernels.eager"), 8);
  EXPECT_EQ(block.at("block/kernels.fused"), 3);
  constexpr double s = 2.0 * 8192 * 8192, i = 3.5 * s, weights = 3 * i, gain = 2.0 * 8192;
  EXPECT_EQ(block.at("block/bytes.eager"), 11 * s + 8 * i + weights + gain);
  EXPECT_EQ(block.at("block/bytes.fused"), 7 * s + 2 * i + weights + gain);
  constexpr double statistic = 2 * 2.0 * 8192;
  EXPECT_EQ(block.at("folded/bytes.fused"), 6 * s + 2 * i + weights + statistic) << "n is never written";
  EXPECT_EQ(block.at("folded/kernels.fused"), 3);
  EXPECT_GT(block.at("block/h200.products.eager"), 90);
  EXPECT_LT(block.at("block/h200.ratio.time.eager"), 1.1);
  EXPECT_LT(block.at("word/ratio.bytes.eager"), 1.01);
  EXPECT_GT(block.at("word/h200.ratio.time.eager"), 1.02);
  EXPECT_LT(block.at("both/largest.double"), 1e-12 * block.at("way/largest.double")) << "the folded norm is the norm";
}

TEST(Lessons, WhoFusesForYouCountsEachCutByItsPlan) {
  const auto lesson = lesson::find("17");
  ASSERT_TRUE(lesson) << base::render(lesson.error());
  const auto all = lesson::lesson_quantities(*lesson, study::machine_of(tests::round_device()));
  EXPECT_EQ(all.at("layer/kernels.unfused"), 3);
  EXPECT_EQ(all.at("layer/kernels.products"), 2);
  EXPECT_EQ(all.at("layer/kernels.library"), 1);
  EXPECT_EQ(all.at("layer/crossings.products.of.y"), 3);
  EXPECT_EQ(all.at("layer/crossings.library.of.y"), 1);
  EXPECT_NEAR(all.at("layer/ratio.bytes.unfused.products"), 7.0 / 5, 0.001);
  EXPECT_GT(all.at("layer/h200.ratio.time.unfused.products"), 1.02);
  EXPECT_LT(all.at("layer/h200.ratio.time.unfused.products"), all.at("layer/h200.ratio.time"));
  EXPECT_EQ(all.at("gate/kernels.products"), 3);
  EXPECT_LT(all.at("gate/h200.ratio.time.unfused.products"), 1.2) << "the products stay";
  EXPECT_EQ(blocks_of(*lesson, lesson::fences::imported).size(), 4u);
}

/// What these promise: shown on the stage, and results that follow what was measured.
TEST(Lessons, ThoseOfPartAAndThoseOnProductsStateTheirResultsAsFindings) {
  for (const char* id : {"01", "02", "03", "04", "05", "06", "14", "15", "16"}) {
    const auto lesson = lesson::find(id);
    ASSERT_TRUE(lesson);
    EXPECT_TRUE(lesson->stage) << id;
    EXPECT_FALSE(lesson->findings.empty()) << id;
  }
}

TEST(Lessons, EveryStepHasItsWordsForAClass) {
  for (const auto& listed : shipped()) {
    const auto lesson = lesson::load(listed.path);
    ASSERT_TRUE(lesson);
    for (const auto& step : lesson->steps) {
      const auto asks = [](const Block& block) { return block.is(fences::in_class) && !block.after_task; };
      EXPECT_TRUE(std::ranges::any_of(step.blocks, asks)) << listed.id << " " << step.title;
    }
  }
}

// --- lint ---

std::string lint_of(const std::string& body) {
  const auto lesson = lesson::parse("+++\nid = \"07\"\ntitle = \"T\"\nminutes = 5\ngoal = \"G\"\n+++\n" + body, "l");
  EXPECT_TRUE(lesson) << base::render(lesson.error());
  return lesson ? base::render(lesson::lint(*lesson, tests::round_device())) : "";
}

constexpr const char* chain = "```chain bias\nx: f32[64, 64]\nb: f32[64]\ny = gelu(x + b)\n```\n";
constexpr const char* task =
    "```task\nid = \"a\"\nkind = \"number\"\nasked = \"crossings.unfused\"\nquestion = \"How many?\"\n```\n";

TEST(Lint, AnAnswerTypedIntoProse) {
  const std::string found = lint_of(std::string("## S\nIt makes\n\xC3\xA4 4 crossings.\n") + chain + task);
  EXPECT_THAT(found, HasSubstr("l:9:3: '4' is typed here"));
  EXPECT_THAT(found, HasSubstr("{crossings.unfused}"));
  EXPECT_THAT(lint_of(std::string("## S\nIt makes `4` of them.\n") + chain + task), HasSubstr("'4' is typed here"));
}

TEST(Lint, FiguresInsideWordsAreNone) {
  EXPECT_EQ(lint_of(std::string("## S\n14, 4.5, 0.4, K4, f4, 40 and {fact 4 TB/s; source a sheet}\n") + chain + task),
            "");
  EXPECT_THAT(lint_of(std::string("## S\nIt is 4.\n") + chain + task), HasSubstr("'4' is typed"));
}

TEST(Lint, AnAnswerTypedIntoAnyTextOfATask) {
  EXPECT_THAT(lint_of(std::string("## S\n") + chain +
                      "```task\nid = \"a\"\nkind = \"number\"\nasked = \"crossings.fused\"\n"
                      "question = \"Is it 2?\"\n```\n"),
              HasSubstr("l:13:1: '2' is typed here"));
}

TEST(Lint, ALongStep) {
  std::string words;
  for (int i = 0; i < 100; ++i) words += "word ";
  EXPECT_THAT(lint_of("## S\n" + words + "\n"), HasSubstr("l:7:1: this step has 100 words before its task"));
}

TEST(Lint, MoreThanAClassReads) {
  std::string words;
  for (int i = 0; i < 22; ++i) words += "word ";
  const std::string choice =
      "```task\nid = \"a\"\nkind = \"choice\"\nquestion = \"Which?\"\nchoices = [\"One of them\", \"Or two\"]\n";
  const auto in_class = [&](const std::string& more) {
    return lint_of("## S\n```class\n" + words + "\n```\n" + choice + more + "right = \"A\"\nbecause = \"So.\"\n```\n");
  };
  EXPECT_THAT(in_class(""), HasSubstr("l:9:1: the class has 27 words to read here"));
  EXPECT_EQ(in_class("in_brief = [\"one\", \"two\"]\n"), "");
  EXPECT_EQ(lint_of(std::string("## S\n") + chain + "```class\n" + words + "{bias: crossings.fused} two three\n```\n"),
            "")
      << "a value is one word";
}

TEST(Lint, OneTextForAClassAtATime) {
  const auto twice = lesson::parse(
      "+++\nid = \"07\"\ntitle = \"T\"\nminutes = 5\ngoal = \"G\"\n+++\n## S\n```class\nA\n```\n"
      "```class\nB\n```\n",
      "l");
  ASSERT_FALSE(twice);
  EXPECT_THAT(base::render(twice.error()), HasSubstr("l:11:1: the class already sees a passage here"));
}

TEST(Lint, MinutesThatDoNotAddUp) {
  EXPECT_THAT(lint_of("## A (3 min)\nText.\n## B (1 min)\nText.\n"),
              HasSubstr("the steps take 4 minutes, but the lesson says 5"));
  EXPECT_EQ(lint_of("## A (3 min)\nText.\n## B\nText.\n"), "") << "a step may leave its minutes out";
}

TEST(Lessons, TheFirstTwoTellTheirTeacherWhatToSayAndDoInEachStep) {
  for (const char* id : {"01", "02"}) {
    const auto lesson = lesson::find(id);
    ASSERT_TRUE(lesson) << base::render(lesson.error());
    for (const lesson::Step& step : lesson->steps) {
      const bool notes = std::ranges::any_of(
          step.blocks, [](const Block& block) { return block.is(fences::say) || block.is(fences::doing); });
      EXPECT_TRUE(notes) << id << ", " << step.title;
      EXPECT_GT(step.minutes, 0) << id << ", " << step.title;
    }
  }
}

/// "| 3 | 01, steps 1 to 3: ... | 6 |"
struct Row {
  int from = 0, minutes = 0;
  std::string words;
};

std::vector<Row> class_plan() {
  const auto text = base::read_file(base::program_file("lessons/AUTHORING.md"), std::int64_t{1} << 20);
  EXPECT_TRUE(text);
  std::string plan = text->substr(text->find("## A class of 50 minutes"));
  std::vector<Row> rows;
  const std::regex row(R"(\| (\d+) \| ([^|]+) \| (\d+) \|)");
  for (std::sregex_iterator at(plan.begin(), plan.end(), row), end; at != end; ++at) {
    rows.push_back({std::stoi(at->str(1)), std::stoi(at->str(3)), at->str(2)});
  }
  return rows;
}

TEST(Lessons, AClassOf50MinutesIsPlannedByTheStepsOwnMinutes) {
  const auto rows = class_plan();
  ASSERT_GE(rows.size(), 10u);
  int at = 0;
  std::map<std::string, std::size_t> told;  // steps so far, by lesson
  for (const Row& row : rows) {
    EXPECT_EQ(row.from, at) << row.words;
    at += row.minutes;
    std::smatch steps;
    if (!std::regex_search(row.words, steps, std::regex(R"(^(\d\d), steps (\d+) to (\d+):)"))) continue;
    const auto lesson = lesson::find(steps.str(1));
    ASSERT_TRUE(lesson);
    const auto first = std::stoul(steps.str(2)), last = std::stoul(steps.str(3));
    EXPECT_EQ(first, told[lesson->id] + 1) << row.words;
    int minutes = 0;
    for (std::size_t i = first; i <= last; ++i) minutes += lesson->steps.at(i - 1).minutes;
    EXPECT_EQ(row.minutes, minutes) << row.words;
    told[lesson->id] = last;
  }
  EXPECT_EQ(at, 50);
  for (const char* id : {"01", "02"}) EXPECT_EQ(told[id], lesson::find(id)->steps.size()) << id;
}

}  // namespace lessons_test
