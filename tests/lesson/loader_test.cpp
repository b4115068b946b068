// Loading lessons: what is read, and every mistake at its line with a sentence that helps.
#include "lesson/loader.hpp"

#include "base/resources.hpp"
#include "base/text.hpp"
#include "golden.hpp"
#include "lesson/fences/fence.hpp"
#include "lesson/kinds/kind.hpp"
#include "lesson/stage.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

namespace loader_test {

using lesson::parse;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr std::string_view front = "+++\nid = \"07\"\ntitle = \"T\"\nminutes = 5\ngoal = \"G\"\n+++\n";
constexpr std::string_view bias = "```chain bias\nx: f32[64, 64]\nb: f32[64]\nt = x + b\ny = gelu(t)\n```\n";

/// A whole lesson around a body; the body's first line is line 7.
std::string with_front(std::string_view body) {
  return std::string(front) + std::string(body);
}

/// A lesson of one step with the chain `bias`, then the body; the body's first line is line 14.
std::string with_chain(std::string_view body) {
  return with_front("## S\n" + std::string(bias) + std::string(body));
}

/// A lesson with one task; the task's first line is line 15.
std::string with_task(std::string_view toml) {
  return with_chain("```task\n" + std::string(toml) + "```\n");
}

base::Diagnostics mistakes(std::string_view text) {
  const auto found = parse(text, "lesson.md");
  EXPECT_FALSE(found) << "the lesson loads, though it should not:\n" << text;
  return found ? base::Diagnostics{} : found.error();
}

/// "LINE:COLUMN message" of each mistake.
std::vector<std::string> brief(const base::Diagnostics& diagnostics) {
  std::vector<std::string> out;
  for (const auto& d : diagnostics)
    out.push_back(std::to_string(d.line) + ":" + std::to_string(d.column) + " " + d.message);
  return out;
}

/// The one mistake of a text.
base::Diagnostic only(std::string_view text) {
  const auto found = mistakes(text);
  EXPECT_EQ(found.size(), 1u) << base::render(found);
  return found.empty() ? base::Diagnostic{} : found.front();
}

TEST(Loader, ReadsEveryPart) {
  const auto found = parse(with_front(R"(
## By hand (3 min)

First, *look*. {fact 3.35 TB/s; source NVIDIA H100 data sheet}

```chain bias
x: f32[64, 64]
b: f32[64]
t = x + b
y = gelu(t)
```

```say
Say this.
```

```task
id = "guess"
kind = "number"
asked = "ratio.bytes"
given = ["crossings.unfused", "crossings.fused"]
tolerance = 0.25
question = "How much?"
hint = "Look."
because = "It is {ratio.bytes}."

[[misconception]]
id = "half"
value = "{ratio.bytes} / 2"
explanation = "Half of it."
```

It was {measured.ratio.bytes}.

```do
Do that.
```

## Choose

```task
id = "choose"
kind = "choice"
question = "Which?"
choices = ["This.", "That."]
right = "B"

[[misconception]]
id = "this"
choice = "A"
explanation = "Not this."
```
)"),
                           "lessons/07-seven/lesson.md");
  ASSERT_TRUE(found) << base::render(found.error());
  EXPECT_EQ(found->id, "07");
  EXPECT_EQ(found->folder, "07-seven");
  EXPECT_EQ(found->title, "T");
  EXPECT_EQ(found->minutes, 5);
  EXPECT_EQ(found->goal, "G");
  ASSERT_EQ(found->steps.size(), 2u);
  const lesson::Step& hand = found->steps[0];
  EXPECT_EQ(hand.title, "By hand");
  EXPECT_EQ(hand.minutes, 3);
  EXPECT_EQ(hand.line, 8);
  namespace fences = lesson::fences;
  ASSERT_EQ(hand.blocks.size(), 6u);
  const lesson::Fence* all[] = {nullptr, &fences::chain, &fences::say, &fences::task, nullptr, &fences::doing};
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_EQ(hand.blocks[i].fence, all[i]) << i;
    EXPECT_EQ(hand.blocks[i].after_task, i > 3) << i;
  }
  EXPECT_EQ(hand.blocks[0].line, 10);
  EXPECT_EQ(hand.blocks[0].chain, "bias") << "prose above the chain is about the task's chain";
  EXPECT_EQ(hand.blocks[1].name, "bias");
  EXPECT_EQ(hand.blocks[2].text, "Say this.");
  EXPECT_EQ(hand.blocks[3].name, "guess");
  EXPECT_EQ(found->chains.at("bias")->ops().size(), 2u);
  ASSERT_EQ(found->facts.size(), 1u);
  EXPECT_EQ(found->facts[0].text, "3.35 TB/s");
  EXPECT_EQ(found->facts[0].source, "NVIDIA H100 data sheet");
  EXPECT_EQ(found->facts[0].line, 10);
  ASSERT_TRUE(hand.task);
  EXPECT_EQ(hand.task->kind, &lesson::kinds::number);
  EXPECT_EQ(hand.task->chain, "bias");
  EXPECT_EQ(hand.task->asked, "ratio.bytes");
  EXPECT_THAT(hand.task->given, ElementsAre("crossings.unfused", "crossings.fused"));
  EXPECT_EQ(hand.task->tolerance, 0.25);
  EXPECT_EQ(hand.task->question, "How much?");
  EXPECT_EQ(hand.task->hint, "Look.");
  EXPECT_EQ(hand.task->right_text, "It is {ratio.bytes}.");
  ASSERT_EQ(hand.task->misconceptions.size(), 1u);
  EXPECT_EQ(hand.task->misconceptions[0].value, "{ratio.bytes} / 2");
  const lesson::Step& choose = found->steps[1];
  EXPECT_EQ(choose.minutes, 0);
  EXPECT_EQ(choose.task->right, 1);
  EXPECT_EQ(choose.task->misconceptions[0].choice, 0);
}

TEST(Loader, ArrowTasksAskWhatTheyComeTo) {
  const auto count = parse(with_task("id = \"a\"\nkind = \"count_arrows\"\nquestion = \"q\"\n"), "l");
  const auto strike = parse(with_task("id = \"a\"\nkind = \"strike\"\nquestion = \"q\"\n"), "l");
  ASSERT_TRUE(count && strike);
  EXPECT_EQ(count->steps[0].task->asked, "crossings.unfused");
  EXPECT_EQ(strike->steps[0].task->asked, "crossings.fused");
}

TEST(Loader, CodeToReadStaysProse) {
  const auto found =
      parse(with_front("## S\nBefore.\n```cuda\nif (x) { y = {0}; }\n## not a step\n```\nAfter.\n"), "l");
  ASSERT_TRUE(found) << base::render(found.error());
  ASSERT_EQ(found->steps.size(), 1u);
  ASSERT_EQ(found->steps[0].blocks.size(), 1u);
  EXPECT_EQ(found->steps[0].blocks[0].text, "Before.\n```cuda\nif (x) { y = {0}; }\n## not a step\n```\nAfter.");
}

TEST(Loader, LineEndsAndByteOrderMarkOfOtherSystems) {
  std::string text = with_chain("Prose.\nMore.\n");
  const auto plain = parse(text, "l");
  for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos; at += 2) text.insert(at, "\r");
  const auto windows = parse("\xEF\xBB\xBF" + text, "l");
  ASSERT_TRUE(plain && windows) << base::render(windows.error());
  EXPECT_EQ(windows->steps[0].blocks.back().text, plain->steps[0].blocks.back().text);
  EXPECT_EQ(*windows->chains.at("bias"), *plain->chains.at("bias"));
}

// --- mistakes ---

struct Mistake {
  const char* name;
  std::string text;
  int line, column;
  const char* message;
  const char* hint;
};

void PrintTo(const Mistake& mistake, std::ostream* out) {
  *out << mistake.name;
}

class Mistakes : public testing::TestWithParam<Mistake> {};

TEST_P(Mistakes, IsSaidAtItsPlace) {
  const Mistake& expected = GetParam();
  const base::Diagnostic found = only(expected.text);
  EXPECT_EQ(found.line, expected.line);
  EXPECT_EQ(found.column, expected.column);
  EXPECT_THAT(found.message, HasSubstr(expected.message));
  EXPECT_THAT(found.hint, HasSubstr(expected.hint));
  EXPECT_EQ(found.file, "lesson.md");
  const auto lines = base::split_lines(expected.text);
  EXPECT_EQ(found.source_line, lines.at(static_cast<std::size_t>(found.line - 1)));
}

std::string number_task(std::string_view more) {
  return with_task("id = \"a\"\nkind = \"number\"\nasked = \"crossings.fused\"\nquestion = \"q\"\n" +
                   std::string(more));
}

std::string choice_task(std::string_view more) {
  return with_task("id = \"a\"\nkind = \"choice\"\nquestion = \"q\"\nchoices = [\"A\", \"B\"]\n" + std::string(more));
}

INSTANTIATE_TEST_SUITE_P(
    Text, Mistakes,
    testing::Values(
        Mistake{"nul", with_front("## S\nab") + std::string(1, '\0') + "c\n", 8, 3, "NUL", "plain text"},
        Mistake{"control", with_front("## S\nab\x07 c\n"), 8, 3, "control character", "plain text"},
        Mistake{"lone_return", with_front("## S\nab\rc\n"), 8, 3, "0x0d", ""},
        Mistake{"utf8", with_front("## S\n\xC3\xA4 \xFF\n"), 8, 3, "not UTF-8", "save the file"},
        Mistake{"utf16", std::string("\xFF\xFE+\0+\0", 6), 1, 1, "not UTF-8", "UTF-16"},
        Mistake{"no_front", "## S\nText.\n", 1, 1, "+++", "id, title, minutes"},
        Mistake{"open_front", "+++\nid = \"07\"\n\n## S\nText.\n", 1, 1, "not closed", "+++"},
        Mistake{"no_step", with_front(""), 1, 1, "needs a step", "##"},
        Mistake{"before_step", with_front("Text.\n## S\nText.\n"), 7, 1, "before the first step", "##"},
        Mistake{"level_1", with_front("## S\nText.\n# Title\n"), 9, 1, "level-1", "##"},
        Mistake{"no_title", with_front("##\nText.\n"), 7, 1, "no title", ""},
        Mistake{"empty_step", with_front("## S\n\n## S2\nText.\n"), 7, 1, "empty", ""},
        Mistake{"open_fence", with_front("## S\n```say\nText.\n"), 8, 1, "not closed", "```"},
        Mistake{"open_code", with_front("## S\n```cpp\nText.\n"), 8, 1, "not closed", "```"},
        Mistake{"fence_in_fence", with_front("## S\n```say\nText.\n```do\nThis.\n```\n"), 8, 1, "not closed",
                "before line 10"},
        Mistake{"open_before_step", with_front("## S\n```say\nText.\n## S2\nText.\n"), 8, 1, "not closed",
                "before line 10"},
        Mistake{"sweep_of_nothing", with_chain("```sweep\n```\n"), 14, 9, "names no chain", "sweep NAME"},
        Mistake{"sweep_of_no_chain", with_chain("```sweep bais over n=1..4\n```\n"), 14, 10, "no chain 'bais'",
                "sweep NAME"},
        Mistake{"sweep_over_nothing", with_chain("```sweep bias\n```\n"), 14, 10, "what it goes over", "n=1..32"},
        Mistake{"sweep_over_what", with_chain("```sweep bias over size=64K..3M\n```\n"), 14, 10, "'3M' is not a size",
                "64K"},
        Mistake{"sweep_of_two_ops", with_chain("```sweep bias over n=1..4\n```\n"), 14, 10, "2 ops",
                "repeats the one op"},
        Mistake{"sweep_of_what", with_chain("```sweep bias over size=1K..1M slow\n```\n"), 14, 10, "has no 'slow'",
                "speedup"},
        Mistake{"sweep_that_holds", with_chain("```sweep bias over size=1K..1M\nx\n```\n"), 15, 1, "must be empty",
                "```"},
        Mistake{"scene_of_nothing", with_chain("```scene\n```\n"), 14, 9, "names no chain", "scene NAME"},
        Mistake{"scene_of_no_chain", with_chain("```scene bais\n```\n"), 14, 10, "no chain 'bais'",
                "where NAME is a chain in this lesson"},
        Mistake{"scene_of_what", with_chain("```scene bias slow\n```\n"), 14, 10, "has no 'slow'",
                "'unfused', 'jobs', 'names', 'eager', 'eager-alone', 'products' or 'library'"},
        Mistake{"scene_of_more", with_chain("```scene bias eager beside\n```\n"), 14, 10, "has no 'beside'",
                "'eager-alone'"},
        Mistake{"scene_that_holds", with_chain("```scene bias\nx\n```\n"), 15, 1, "must be empty", "```"},
        Mistake{"unknown_fence", with_front("## S\n```chian bias\nx\n```\nText.\n"), 8, 4, "no fence 'chian'",
                "did you mean 'chain'?"},
        Mistake{"foreign_fence", with_front("## S\n```python\nx\n```\nText.\n"), 8, 4, "no fence 'python'",
                "chain, plan, task, scene, sweep, bandwidth, ladder, roofline, timeline, levels, imported, refusal, "
                "calculator, stage, finding, class, say, do and recall"},
        Mistake{"named_say", with_front("## S\n```say loud\nx\n```\n"), 8, 8, "has no name", ""}),
    [](const auto& test) { return test.param.name; });

INSTANTIATE_TEST_SUITE_P(
    Front, Mistakes,
    testing::Values(
        Mistake{"syntax", "+++\nid = \"07\"\ntitle = \n+++\n## S\nText.\n", 3, 9, "", "TOML"},
        Mistake{"missing", "+++\nid = \"07\"\ntitle = \"T\"\nminutes = 5\n+++\n## S\nText.\n", 1, 1, "needs 'goal'",
                "one sentence"},
        Mistake{"bad_id", "+++\nid = \"7\"\ntitle = \"T\"\nminutes = 5\ngoal = \"G\"\n+++\n## S\nText.\n", 2, 6, "'7'",
                "two digits"},
        Mistake{"id_type", "+++\nid = 7\ntitle = \"T\"\nminutes = 5\ngoal = \"G\"\n+++\n## S\nText.\n", 2, 6,
                "should be text, but is a whole number", "quotation marks"},
        Mistake{"minutes_type", "+++\nid = \"07\"\ntitle = \"T\"\nminutes = \"5\"\ngoal = \"G\"\n+++\n## S\nText.\n", 4,
                11, "should be a whole number, but is text", ""},
        Mistake{"minutes_range", "+++\nid = \"07\"\ntitle = \"T\"\nminutes = 0\ngoal = \"G\"\n+++\n## S\nText.\n", 4,
                11, "1 to 240", ""},
        Mistake{"empty_title", "+++\nid = \"07\"\ntitle = \" \"\nminutes = 5\ngoal = \"G\"\n+++\n## S\nText.\n", 3, 9,
                "'title' is empty", ""},
        Mistake{"value_in_goal",
                "+++\nid = \"07\"\ntitle = \"T\"\nminutes = 5\ngoal = \"{bytes.fused}\"\n+++\n## S\nText.\n", 5, 8,
                "'goal' cannot hold values", "in words"},
        Mistake{"unknown_key",
                "+++\nid = \"07\"\ntitel = \"T\"\ntitle = \"T\"\nminutes = 5\ngoal = \"G\"\n+++\n## S\nText.\n", 3, 1,
                "no key 'titel'", "did you mean 'title'?"}),
    [](const auto& test) { return test.param.name; });

INSTANTIATE_TEST_SUITE_P(
    Chain, Mistakes,
    testing::Values(Mistake{"no_name", with_front("## S\n```chain\nx: f32[4]\ny = relu(x)\n```\n"), 8, 9, "no name",
                            "```chain NAME"},
                    Mistake{"bad_name", with_front("## S\n```chain A/B\nx: f32[4]\ny = relu(x)\n```\n"), 8, 10,
                            "'A/B' cannot name", "hyphens"},
                    Mistake{"twice", with_chain(bias), 14, 10, "'bias' above", ""},
                    Mistake{"unknown_op", with_front("## S\n```chain c\nx: f32[4]\ny = rellu(x)\n```\n"), 10, 5,
                            "rellu", "relu"},
                    Mistake{"value_unknown", with_chain("It has {crossings.unfuzed} of them.\n"), 14, 8,
                            "no quantity 'crossings.unfuzed'", "did you mean 'crossings.unfused'?"},
                    Mistake{"value_after_wide", with_chain("\xC3\xA4\xC3\xB6 {nonsense}\n"), 14, 4,
                            "no quantity 'nonsense'", "\\{"},
                    Mistake{"value_chain", with_chain("It has {biass: crossings.fused}.\n"), 14, 8,
                            "no chain of this lesson is named 'biass'", "did you mean 'bias'?"},
                    Mistake{"value_no_chain", with_front("## S\nIt has {crossings.fused}.\n"), 8, 8,
                            "there is no chain above", "{CHAIN: crossings.fused}"},
                    Mistake{"value_open", with_chain("It has {crossings.fused\n"), 14, 8, "not closed", ""},
                    Mistake{"value_form", with_chain("It has {a b}.\n"), 14, 8, "a value is written", ""},
                    Mistake{"fact_source", with_chain("It has {fact 3.35 TB/s}.\n"), 14, 8, "source NVIDIA", ""},
                    Mistake{"value_in_say", with_chain("```say\nOne\ntwo {crossings.fusd}\n```\n"), 16, 5,
                            "crossings.fusd", "crossings.fused"}),
    [](const auto& test) { return test.param.name; });

INSTANTIATE_TEST_SUITE_P(
    Task, Mistakes,
    testing::Values(
        Mistake{"syntax", with_task("id = \"a\"\nkind = number\n"), 16, 9, "", "TOML"},
        Mistake{"no_id", with_task("kind = \"run\"\nquestion = \"q\"\n"), 14, 1, "a task needs 'id'", ""},
        Mistake{"no_kind", with_task("id = \"a\"\nquestion = \"q\"\n"), 14, 1, "a task needs 'kind'",
                "count_arrows, strike"},
        Mistake{"kind", with_task("id = \"a\"\nkind = \"nubmer\"\nquestion = \"q\"\n"), 16, 8, "kind 'nubmer'",
                "did you mean 'number'?"},
        Mistake{"no_question", with_task("id = \"a\"\nkind = \"run\"\n"), 14, 1, "a task needs 'question'", ""},
        Mistake{"empty_question", with_task("id = \"a\"\nkind = \"run\"\nquestion = \" \"\n"), 17, 12,
                "'question' is empty", ""},
        Mistake{"unknown_key", with_task("id = \"a\"\nkind = \"run\"\nquestion = \"q\"\nhnit = \"h\"\n"), 18, 1,
                "a task has no key 'hnit'", "did you mean 'hint'?"},
        Mistake{"foreign_key", with_task("id = \"a\"\nkind = \"run\"\nquestion = \"q\"\nright = \"A\"\n"), 18, 1,
                "no key 'right'", "it may have"},
        Mistake{"type", with_task("id = \"a\"\nkind = \"run\"\nquestion = [\"q\"]\n"), 17, 12,
                "'question' should be text, but is a list", ""},
        Mistake{"chain", with_task("id = \"a\"\nkind = \"run\"\nchain = \"bais\"\nquestion = \"q\"\n"), 17, 9,
                "named 'bais'", "did you mean 'bias'?"},
        Mistake{"no_chain", with_front("## S\n```task\nid = \"a\"\nkind = \"run\"\nquestion = \"q\"\n```\n"), 8, 1,
                "needs 'chain'", "above"},
        Mistake{"no_asked", with_task("id = \"a\"\nkind = \"number\"\nquestion = \"q\"\n"), 14, 1, "needs 'asked'",
                "ratio.crossings"},
        Mistake{"asked", with_task("id = \"a\"\nkind = \"number\"\nasked = \"crossing.fused\"\nquestion = \"q\"\n"), 17,
                9, "no quantity 'crossing.fused'", "did you mean 'crossings.fused'?"},
        Mistake{"given", number_task("given = [\"bytes.fused\", \"bytes.sharp\"]\n"), 19, 25,
                "no quantity 'bytes.sharp'", ""},
        Mistake{"given_asked", number_task("given = [\"crossings.fused\"]\n"), 19, 10, "both asked for and given",
                "remove"},
        Mistake{"given_type", number_task("given = [4]\n"), 19, 10, "should hold strings, but this is a whole number",
                ""},
        Mistake{"value_in_question", with_task("id = \"a\"\nkind = \"run\"\nquestion = \"is {bytes.fusd} much?\"\n"),
                17, 16, "no quantity 'bytes.fusd'", "bytes.fused"},
        Mistake{"value_on_later_line",
                with_task("id = \"a\"\nkind = \"run\"\nquestion = \"\"\"one\n two {bytes.fusd}\"\"\"\n"), 18, 6,
                "no quantity 'bytes.fusd'", "bytes.fused"},
        Mistake{"tolerance", number_task("tolerance = -1\n"), 19, 13, "between 0 and 1", "within 10%"},
        Mistake{"tolerance_infinite", number_task("tolerance = inf\n"), 19, 13, "between 0 and 1", ""},
        Mistake{"tolerance_in_percent", number_task("tolerance = 2.5\n"), 19, 13,
                "a tolerance of 2.5 accepts 3.5 times the right number as right", "for 2.5%, write 0.025"},
        Mistake{"tolerance_type", number_task("tolerance = \"1\"\n"), 19, 13, "should be a number, but is text", ""},
        Mistake{"no_answer", with_task("id = \"a\"\nkind = \"words\"\nquestion = \"q\"\n"), 14, 1, "needs 'answer'",
                "beside"},
        Mistake{"no_choices", with_task("id = \"a\"\nkind = \"choice\"\nquestion = \"q\"\nright = \"A\"\n"), 14, 1,
                "needs 'choices'", ""},
        Mistake{"one_choice",
                with_task("id = \"a\"\nkind = \"choice\"\nquestion = \"q\"\nchoices = [\"A\"]\nright = \"A\"\n"), 18,
                11, "2 to 8", ""},
        Mistake{"no_right", choice_task(""), 14, 1, "needs 'right'", "letter"},
        Mistake{"right_range", choice_task("right = \"C\"\n"), 19, 9, "'C' is not one of the choices", "A to B"},
        Mistake{"right_letter", choice_task("right = \"b\"\n"), 19, 9, "'b' is not one of the choices", "A to B"},
        Mistake{"right_type", choice_task("right = 1\n"), 19, 9, "should be text", ""},
        Mistake{"misconception_id", number_task("[[misconception]]\nvalue = \"1\"\nexplanation = \"e\"\n"), 19, 1,
                "a misconception needs 'id'", ""},
        Mistake{"misconception_twice",
                number_task("[[misconception]]\nid = \"m\"\nvalue = \"1\"\nexplanation = \"e\"\n"
                            "[[misconception]]\nid = \"m\"\nvalue = \"7\"\nexplanation = \"e\"\n"),
                24, 6, "'m' is already the id of another", ""},
        Mistake{"misconception_value", number_task("[[misconception]]\nid = \"m\"\nexplanation = \"e\"\n"), 19, 1,
                "a misconception needs 'value'", "{reads.unfused}"},
        Mistake{"misconception_sum",
                number_task("[[misconception]]\nid = \"m\"\nvalue = \"2 * (3\"\nexplanation = \"e\"\n"), 21, 9,
                "'2 * (3' cannot be computed", "parentheses"},
        Mistake{"misconception_name",
                number_task("[[misconception]]\nid = \"m\"\nvalue = \"2 * {raeds.fused}\"\nexplanation = \"e\"\n"), 21,
                14, "no quantity 'raeds.fused'", "reads.fused"},
        Mistake{"misconception_choice",
                choice_task("right = \"A\"\n[[misconception]]\nid = \"m\"\nchoice = \"A\"\nexplanation = \"e\"\n"), 22,
                10, "this is the right choice", "because"},
        Mistake{"misconception_key",
                number_task("[[misconception]]\nid = \"m\"\nvalue = \"1\"\nexplanation = \"e\"\nexplain = \"e\"\n"), 23,
                1, "a misconception has no key 'explain'", ""},
        Mistake{"misconception_table", number_task("[misconception]\nid = \"m\"\n"), 19, 1,
                "should be a list of tables", "two brackets"},
        Mistake{"two_tasks",
                with_task("id = \"a\"\nkind = \"run\"\nquestion = \"q\"\n") +
                    "```task\nid = \"b\"\nkind = \"run\"\nquestion = \"q\"\n```\n",
                19, 1, "has a task", "##"},
        Mistake{"same_id",
                with_task("id = \"a\"\nkind = \"run\"\nquestion = \"q\"\n") +
                    "## S2\n```task\nid = \"a\"\nkind = \"run\"\nquestion = \"q\"\n```\n",
                20, 1, "the task at line 14 already has the id 'a'", "its own"}),
    [](const auto& test) { return test.param.name; });

TEST(Loader, TenMistakesAtOnce) {
  const auto path = tests::folder() / "lessons/ten-mistakes.md";
  const auto text = base::read_file(path, lesson::max_lesson_bytes);
  ASSERT_TRUE(text);
  const auto found = mistakes(*text);
  EXPECT_GE(found.size(), 10u);
  tests::expect_golden("lesson/ten-mistakes.txt", base::render(parse(*text, "ten-mistakes.md").error()));
}

TEST(Loader, TooLongIsSaidWithoutReading) {
  const auto found = mistakes(std::string(lesson::max_lesson_bytes + 1, '#'));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_THAT(found[0].message, HasSubstr("at most 1024 KiB"));
}

TEST(Loader, AThousandMistakesAreCut) {
  std::string body = "## S\n";
  for (int i = 0; i < 3000; ++i) body += "{nonsense}\n";
  const auto found = mistakes(with_front(body));
  ASSERT_EQ(found.size(), 101u);
  EXPECT_EQ(found.back().line, 0);
  EXPECT_THAT(found.back().message, HasSubstr("2900 more mistakes"));
}

TEST(Loader, MoreThanALessonHoldsIsRefusedAtItsPlace) {
  const auto line = only(with_front("## S\nshort\n" + std::string(5000, 'a') + "\n"));
  EXPECT_EQ(line.line, 9);
  EXPECT_THAT(line.message, HasSubstr("longer than 4096 bytes"));
  std::string braces = "## S\n";
  for (int i = 0; i < 4097; ++i) braces += "\\{\n";
  const auto brace = only(with_front(braces));
  EXPECT_EQ(brace.line, 7 + 4097);
  EXPECT_EQ(brace.column, 2);
  EXPECT_THAT(brace.message, HasSubstr("more than 4096 braces"));
  std::string steps;
  for (int i = 0; i < 251; ++i) steps += "## S\na\n";
  const auto step = only(with_front(steps));
  EXPECT_EQ(step.line, 7 + 2 * 250 - 1);
  EXPECT_THAT(step.message, HasSubstr("at most 500 headings"));
  std::string prose = "## S\n";
  for (int i = 0; i < 10'000; ++i) prose += "seven words\n";
  const auto text = only(with_front("## S\na\n" + prose));
  EXPECT_EQ(text.line, 10);
  EXPECT_THAT(text.message, HasSubstr("117 KiB of text begins here; at most 64"));
}

TEST(Loader, DeepTomlIsRefusedAtItsLine) {
  const auto found = only(with_task("id = \"a\"\nkind = " + std::string(4'000, '[') + "\n"));
  EXPECT_EQ(found.line, 16);
  EXPECT_EQ(found.column, 8 + 16);
  const auto dotted = only(with_task(std::string(4'000, 'a') + "\n" + [] {
    std::string key = "a";
    for (int i = 0; i < 1'000; ++i) key += ".a";
    return key + " = 1\n";
  }()));
  EXPECT_THAT(dotted.message, HasSubstr("16 dots"));
}

// --- the course ---

/// A program folder of its own with the lessons that a test writes.
class Course : public testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::create_directory_symlink(std::filesystem::absolute(tests::folder() / "../assets"),
                                              folder_.path() / "assets");
    base::set_places({.data = folder_.path(), .home = folder_.path()});
  }
  void TearDown() override { base::set_places({}); }

  void write(const std::string& name, const std::string& text) {
    const auto path = folder_.path() / "lessons" / name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << text;
  }

 private:
  tests::TemporaryFolder folder_;
};

TEST_F(Course, ListsInItsOrder) {
  write("course.toml", "lessons = [\"07-seven\", \"02-two\"]\n");
  write("07-seven/lesson.md", with_chain("Text.\n"));
  write("02-two/lesson.md",
        "+++\nid = \"02\"\ntitle = \"Two\"\nminutes = 9\ngoal = \"G\"\n+++\n## A\nText.\n## B\nText.\n");
  const auto listed = lesson::course();
  ASSERT_TRUE(listed) << base::render(listed.error());
  ASSERT_EQ(listed->size(), 2u);
  EXPECT_EQ((*listed)[0].id, "07");
  EXPECT_EQ((*listed)[1].title, "Two");
  EXPECT_EQ((*listed)[1].minutes, 9);
  EXPECT_EQ((*listed)[1].steps, 2);
  EXPECT_TRUE(lesson::find("02"));
  EXPECT_TRUE(lesson::find("02-two"));
  for (const char* unknown : {"", "0", "2", "02-", "02-tw", "two", "../02-two"})
    EXPECT_FALSE(lesson::find(unknown)) << unknown;
  EXPECT_THAT(lesson::find("02-tow").error()[0].hint, HasSubstr("did you mean '02-two'?"));
  EXPECT_THAT(lesson::find("nothing").error()[0].hint, HasSubstr("07-seven and 02-two"));
}

TEST_F(Course, ABrokenLessonDoesNotHideAnother) {
  write("course.toml", "lessons = [\"07-seven\", \"02-two\"]\n");
  write("07-seven/lesson.md", with_chain("{nonsense}\n"));
  write("02-two/lesson.md", "+++\nid = \"03\"\ntitle = \"Two\"\nminutes = 9\ngoal = \"G\"\n+++\n## A\nText.\n");
  const auto listed = lesson::course();
  ASSERT_FALSE(listed);
  ASSERT_EQ(listed.error().size(), 2u);
  EXPECT_THAT(listed.error()[0].message, HasSubstr("nonsense"));
  EXPECT_THAT(listed.error()[1].message, HasSubstr("id is '03', but its folder is '02-two'"));
  write("02-two/lesson.md", "+++\nid = \"02\"\ntitle = \"Two\"\nminutes = 9\ngoal = \"G\"\n+++\n## A\nText.\n");
  EXPECT_TRUE(lesson::find("02"));
}

TEST_F(Course, MistakesInTheList) {
  const auto brief_of = [&](const std::string& text) {
    write("course.toml", text);
    const auto listed = lesson::course();
    return listed ? std::vector<std::string>{} : brief(listed.error());
  };
  EXPECT_THAT(brief_of("lessons = [\"07\", \"../x\", \"07\"]\n"),
              ElementsAre("1:18 '../x' is not a folder beside this file", "1:26 '07' is listed twice"));
  EXPECT_THAT(brief_of("lesson = []\n"),
              ElementsAre("1:1 the course has no key 'lesson'", "1:1 the course needs 'lessons'"));
  EXPECT_THAT(brief_of("lessons = [1]\n"), ElementsAre(HasSubstr("1:12 'lessons' should hold strings")));
  write("course.toml", "lessons = [\"gone\"]\n");
  EXPECT_THAT(lesson::course().error().at(0).file, HasSubstr("gone/lesson.md"));
  EXPECT_THAT(brief_of("lessons = [\xFF]\n"), ElementsAre("1:12 this is not UTF-8"));
}

TEST_F(Course, ALessonIntroducesTabs) {
  write("course.toml",
        "lessons = [\n  { folder = \"07-seven\", introduces = [\"trips\", \"scene\"] },\n  { folder = \"02-two\" "
        "},\n]\n");
  write("07-seven/lesson.md", with_chain("Text.\n"));
  write("02-two/lesson.md", "+++\nid = \"02\"\ntitle = \"Two\"\nminutes = 9\ngoal = \"G\"\n+++\n## A\nText.\n");
  const auto listed = lesson::course();
  ASSERT_TRUE(listed) << base::render(listed.error());
  EXPECT_THAT((*listed)[0].introduces, ElementsAre("trips", "scene"));
  EXPECT_THAT(lesson::introduced(*listed, "07"), ElementsAre("scene", "trips"));
  EXPECT_THAT(lesson::introduced(*listed, "02"), ElementsAre("scene", "trips"));
  EXPECT_EQ(lesson::introduced(*listed, "90").size(), std::size(lesson::stage_tabs));
  EXPECT_TRUE(lesson::find("02"));
}

TEST_F(Course, MistakesInWhatALessonIntroduces) {
  const auto mistake_of = [&](const std::string& text) {
    write("course.toml", text);
    return lesson::course().error().at(0);
  };
  const auto unknown = mistake_of("lessons = [\n  { folder = \"07\", introduces = [\"trips\", \"smells\"] },\n]\n");
  EXPECT_EQ(brief({unknown})[0], "2:43 the stage has no tab 'smells'");
  EXPECT_EQ(unknown.hint, "it has scene, trips, bytes, kernels, numbers, roofline, timeline, errors and depot");
  EXPECT_THAT(brief({mistake_of("lessons = [{ introduces = [] }]\n")}),
              ElementsAre("1:12 a lesson of the course needs 'folder'"));
  EXPECT_THAT(brief({mistake_of("lessons = [{ folder = \"07\", tabs = [] }]\n")}),
              ElementsAre("1:29 a lesson of the course has no key 'tabs'"));
  EXPECT_THAT(brief({mistake_of("lessons = [{ folder = \"../x\" }]\n")}),
              ElementsAre("1:23 '../x' is not a folder beside this file"));
}

TEST(Loader, AStageFenceKeepsThePicture) {
  const auto lesson = parse(with_chain("```stage keep focus=table\n```\n## T\n```stage keep\n```\n"), "lesson.md");
  ASSERT_TRUE(lesson) << base::render(lesson.error());
  EXPECT_TRUE(lesson->steps[0].blocks.back().is(lesson::fences::stage));
  EXPECT_EQ(lesson->steps[0].blocks.back().focus, "table");
  EXPECT_EQ(lesson->steps[1].blocks.back().focus, "");
  EXPECT_FALSE(lesson->stage);
  EXPECT_EQ(only(with_chain("```stage keep focus=tabel\n```\n")).hint, "did you mean 'table'?");
  EXPECT_EQ(only(with_chain("```stage keep focus=sky\n```\n")).hint, "it has table, road, warehouse, dock and meter");
  for (const char* wrong : {"", " drop", " keep table", " keep focus=dock now", " show", " show=kernels now"}) {
    EXPECT_THAT(brief({only(with_chain("```stage" + std::string(wrong) + "\n```\n"))}),
                ElementsAre(HasSubstr("a stage fence keeps the last picture")));
  }
}

TEST(Loader, AStageFenceSaysWhichOfARunsPicturesIsSeenFirst) {
  const auto lesson = parse(with_chain("```stage show=roofline\n```\n"), "lesson.md");
  ASSERT_TRUE(lesson) << base::render(lesson.error());
  EXPECT_EQ(lesson->steps[0].blocks.back().tab, "roofline");
  EXPECT_EQ(only(with_chain("```stage show=kernel\n```\n")).hint, "did you mean 'kernels'?");
  EXPECT_EQ(only(with_chain("```stage show=trips\n```\n")).message, "a run has no tab 'trips'");
  EXPECT_EQ(only(with_chain("```stage show=trips\n```\n")).hint, "it has bytes, roofline, kernels and errors");
}

}  // namespace loader_test
