// The file of answers: every broken place is named and the sound rest used; a cut at any byte loses the last line only.
#include "lesson/answers.hpp"

#include "base/hash.hpp"
#include "base/text.hpp"

#include <gmock/gmock.h>

namespace answers_test {

using lesson::Answer;
using lesson::AnswerEvent;
using lesson::Answers;
using testing::HasSubstr;
using Kind = AnswerEvent::Kind;

AnswerEvent number(const std::string& task, double guess, bool locked = true, const std::string& lesson = "02") {
  AnswerEvent event;
  event.lesson = lesson;
  event.task = task;
  event.at = "2026-11-22T06:00:00Z";
  event.answer.locked = locked;
  event.answer.typed = std::to_string(guess);
  event.answer.guess = guess;
  return event;
}

AnswerEvent other(Kind kind, const std::string& text) {
  AnswerEvent event;
  event.kind = kind;
  (kind == Kind::restarted ? event.lesson : event.text) = text;
  event.at = "2026-11-22T06:00:00Z";
  return event;
}

std::vector<std::string> lines_of(const std::vector<AnswerEvent>& events) {
  std::vector<std::string> lines;
  std::string seal;
  for (const AnswerEvent& event : events) {
    lines.push_back(lesson::sealed_line(event, seal));
    seal = lesson::seal_of(lines.back());
  }
  return lines;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line;
  return text;
}

std::vector<AnswerEvent> some() {
  AnswerEvent marks = number("arrows", 0);
  marks.answer = {.locked = true,
                  .hint = true,
                  .typed = {},
                  .guess = {},
                  .marks = {"k1.read.x"},
                  .struck = {"k2.read.t"},
                  .curve = {}};
  AnswerEvent words = number("teach", 0);
  words.answer = {.locked = true,
                  .skipped = true,
                  .typed = "Same \"math\",\n one trip \u2014 \xC3\xA9.",
                  .guess = {},
                  .marks = {},
                  .struck = {},
                  .curve = {}};
  AnswerEvent choice = number("why", 0);
  choice.answer = {.locked = false, .typed = {}, .guess = {}, .marks = {}, .struck = {}, .chosen = 2, .curve = {}};
  choice.answer.confidence = lesson::Confidence::likely;
  return {other(Kind::begun, "0123"),  other(Kind::named, "Ada"), number("ratio", 2.5), marks, words, choice,
          other(Kind::restarted, "02")};
}

TEST(Answers, ComeBackAsTheyWere) {
  const auto events = some();
  const Answers read = lesson::read_answers(joined(lines_of(events)), "a.jsonl");
  EXPECT_TRUE(read.flaws.empty()) << base::render(read.flaws);
  EXPECT_EQ(read.id, "0123");
  EXPECT_EQ(read.student, "Ada");
  EXPECT_EQ(read.sound, 7);
  EXPECT_EQ(read.torn, 0);
  ASSERT_EQ(read.events.size(), 5u);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(read.events[i].answer, events[i + 2].answer) << i;
    EXPECT_EQ(read.events[i].task, events[i + 2].task);
    EXPECT_EQ(read.events[i].at, "2026-11-22T06:00:00Z");
    EXPECT_EQ(read.events[i].line, static_cast<int>(i) + 3);
  }
  EXPECT_EQ(read.events[4].kind, Kind::restarted);
}

TEST(Answers, OfBeforeConfidenceWasAskedAreReadWithoutAny) {
  const AnswerEvent old = number("ratio", 2);
  const std::string line = lesson::sealed_line(old, "");
  EXPECT_THAT(line, testing::Not(HasSubstr("confidence")));
  const Answers read = lesson::read_answers(line, "a.jsonl");
  ASSERT_EQ(read.events.size(), 1u);
  EXPECT_EQ(read.events[0].answer.confidence, lesson::Confidence::unsaid);
}

TEST(Answers, AConfidenceThatIsNoneIsAFlaw) {
  AnswerEvent event = number("ratio", 2);
  event.answer.confidence = lesson::Confidence::sure;
  std::string body = lesson::sealed_line(event, "");
  const auto at = body.find("\"sure\"");
  ASSERT_NE(at, std::string::npos) << body;
  body = body.replace(at, 6, "\"very\"");
  body = body.substr(0, body.find(",\"sum\":")) + "}";
  const std::string sum = base::hex64(base::hash64(body));
  body.pop_back();
  const Answers read = lesson::read_answers(body + ",\"sum\":\"" + sum + "\"}\n", "a.jsonl");
  EXPECT_EQ(read.sound, 0);
  EXPECT_EQ(read.flaws.size(), 1u);
}

TEST(Answers, AreTheSameHoweverSureTheirStudentWas) {
  Answer one = number("ratio", 2).answer, other = one;
  other.confidence = lesson::Confidence::guess;
  EXPECT_TRUE(lesson::same_answer(one, other));
  other.guess = 3;
  EXPECT_FALSE(lesson::same_answer(one, other));
}

TEST(Answers, CutAtAnyByteLoseOnlyTheLineThatWasBeingWritten) {
  const auto lines = lines_of(some());
  const std::string text = joined(lines);
  std::size_t begin = 0;
  for (std::size_t n = 0; n < lines.size(); begin += lines[n++].size()) {
    for (std::size_t cut = 0; cut < lines[n].size(); ++cut) {
      const Answers read = lesson::read_answers(text.substr(0, begin + cut), "a.jsonl");
      EXPECT_TRUE(read.flaws.empty()) << base::render(read.flaws);
      const bool complete = cut == lines[n].size() - 1;  // all but the line end
      EXPECT_EQ(read.sound, static_cast<int>(n) + (complete ? 1 : 0));
      EXPECT_EQ(read.torn, cut == 0 || complete ? 0 : static_cast<int>(n) + 1);
      EXPECT_EQ(read.whole, complete ? begin + cut : begin) << n << ", " << cut;
    }
  }
}

TEST(Answers, AnyByteThatChangesIsSeenAndTheOtherLinesAreUsed) {
  const auto lines = lines_of(some());
  const std::string text = joined(lines);
  const std::size_t from = lines[0].size() + lines[1].size(), to = from + lines[2].size() - 1;
  for (std::size_t at = from; at < to; ++at) {
    std::string changed = text;
    changed[at] = changed[at] == '0' ? '1' : '0';
    const Answers read = lesson::read_answers(changed, "a.jsonl");
    ASSERT_EQ(read.flaws.size(), 1u) << at << base::render(read.flaws);
    EXPECT_EQ(read.flaws[0].line, 3);
    EXPECT_EQ(read.flaws[0].file, "a.jsonl");
    EXPECT_EQ(read.sound, 6);
  }
}

TEST(Answers, ALineThatIsGoneFromTheMiddleIsMissed) {
  for (std::size_t gone = 0; gone + 1 < some().size(); ++gone) {
    auto lines = lines_of(some());
    lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(gone));
    const Answers read = lesson::read_answers(joined(lines), "a.jsonl");
    ASSERT_EQ(read.flaws.size(), 1u) << gone;
    EXPECT_EQ(read.flaws[0].line, static_cast<int>(gone) + 1);
    EXPECT_THAT(read.flaws[0].message, HasSubstr("missing"));
    EXPECT_EQ(read.sound, 6) << "what is there is used";
  }
}

TEST(Answers, EachKindOfBrokenLineIsNamed) {
  const auto lines = lines_of(some());
  const auto sealed = [](std::string body) {
    const std::string sum = base::hex64(base::hash64(body));
    body.pop_back();
    return body + ",\"sum\":\"" + sum + "\"}\n";
  };
  const std::string head = R"({"onetrip_answers":1,"at":"x",)";
  const std::vector<std::pair<std::string, std::string>> broken = {
      {"hello\n", "not a line of answers"},
      {"{\"onetrip_answers\":\"1\"}\n", "not a line of answers"},
      {"{\"onetrip_answers\":2}\n", "another version"},
      {"{\"onetrip_answers\":1}\n", "no checksum"},
      {lines[2].substr(0, 60) + "\n", "no checksum"},
      {std::string(70000, 'x') + "\n", "longer than 64 KiB"},
      {sealed(head + R"("lesson":"02"})"), "a field"},
      {sealed(head + R"("lesson":"02","task":"a","locked":1,"before":""})"), "a field"},
      {sealed(head + R"("lesson":"02","task":"a","locked":true,"chosen":1e300,"before":""})"), "a field"},
      {sealed(head + R"("lesson":"02","task":"a","locked":true,"guess":1e999,"before":""})"), "a field"},
      {sealed(head + R"("lesson":"","task":"a","locked":true,"before":""})"), "a field"},
      {sealed(head + "\"student\":\"\xFF\",\"before\":\"\"}"), "a field"},
      {sealed(head + std::string(30000, '[') + "}"), "a field"},
  };
  for (const auto& [line, said] : broken) {
    const Answers read = lesson::read_answers(lines[0] + line + joined({lines.begin() + 1, lines.end()}), "a.jsonl");
    ASSERT_EQ(read.flaws.size(), 1u) << line.substr(0, 100) << base::render(read.flaws);
    EXPECT_THAT(base::render(read.flaws), testing::AllOf(HasSubstr("a.jsonl:2: "), HasSubstr(said)));
    EXPECT_EQ(read.sound, 7);
  }
}

TEST(Answers, FieldsOfALaterVersionArePassedOver) {
  std::string body = R"({"onetrip_answers":1,"at":"x","lesson":"02","task":"a","locked":true,"sure":0.7,"before":""})";
  const std::string sum = base::hex64(base::hash64(body));
  body.pop_back();
  const Answers read = lesson::read_answers(body + ",\"sum\":\"" + sum + "\"}\r\n", "a.jsonl");
  EXPECT_TRUE(read.flaws.empty()) << "and a line end of another system is none of our business";
  EXPECT_EQ(read.events.size(), 1u);
}

TEST(Answers, AThousandBrokenLinesAreNotNamedOneByOne) {
  std::string text = joined(lines_of(some()));
  for (int i = 0; i < 1000; ++i) text += "rubbish\n";
  const Answers read = lesson::read_answers(text, "a.jsonl");
  EXPECT_EQ(read.flaws.size(), 21u);
  EXPECT_THAT(read.flaws.back().message, HasSubstr("980 more"));
  EXPECT_EQ(read.sound, 7);
}

TEST(Answers, TheFirstLockStandsUntilTheLessonStartsOver) {
  std::vector<AnswerEvent> events = {other(Kind::begun, "1"), number("a", 1, false), number("a", 2),
                                     number("a", 3),          number("b", 4),        number("a", 9, true, "01")};
  const auto all = [](const std::string&, const Answer&) { return true; };
  const auto at = [&](const Answers& answers) { return *lesson::standing(answers, "02", all).at("a").guess; };
  EXPECT_EQ(at(lesson::read_answers(joined(lines_of(events)), "f")), 2);
  events.push_back(other(Kind::restarted, "02"));
  EXPECT_TRUE(lesson::standing(lesson::read_answers(joined(lines_of(events)), "f"), "02", all).empty());
  events.push_back(number("a", 7));
  const Answers again = lesson::read_answers(joined(lines_of(events)), "f");
  EXPECT_EQ(at(again), 7);
  EXPECT_EQ(*lesson::first_locks(again, "02", all).at("a").answer.guess, 2) << "made before the truth was seen";
  const auto not_two = [](const std::string&, const Answer& answer) { return answer.guess != 2; };
  EXPECT_EQ(*lesson::first_locks(again, "02", not_two).at("a").answer.guess, 3);
}

TEST(Answers, OfAnotherLessonNeitherStandNorStartThisOneOver) {
  const Answers read =
      lesson::read_answers(joined(lines_of({other(Kind::begun, "1"), number("a", 2), number("a", 9, true, "01"),
                                            number("b", 5, true, "01"), other(Kind::restarted, "01")})),
                           "f");
  const auto all = [](const std::string&, const Answer&) { return true; };
  const auto stands = lesson::standing(read, "02", all);
  ASSERT_EQ(stands.size(), 1u) << "'b' is a task of the other lesson";
  EXPECT_EQ(stands.at("a").guess, 2);
}

}  // namespace answers_test
