// onetrip class merge: forty files, the malformed named and the rest counted; one file; a file handed in twice.
#include "base/resources.hpp"
#include "cli/program.hpp"
#include "golden.hpp"
#include "lesson/answers.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <fstream>
#include <sstream>

namespace class_test {

using lesson::AnswerEvent;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using tests::onetrip;

class ClassMerge : public testing::Test {
 protected:
  static AnswerEvent said(const std::string& task, const std::string& lesson = "02") {
    AnswerEvent event;
    event.lesson = lesson;
    event.task = task;
    event.at = "2026-11-22T06:00:00Z";
    event.answer.locked = true;
    return event;
  }
  static AnswerEvent number(const std::string& task, const std::string& typed, const std::string& lesson = "02") {
    AnswerEvent event = said(task, lesson);
    event.answer.typed = typed;
    event.answer.guess = std::stod(typed);
    return event;
  }
  static AnswerEvent letter(const std::string& task, char of) {
    AnswerEvent event = said(task);
    event.answer.chosen = of - 'A';
    return event;
  }
  static std::string text_of(std::vector<AnswerEvent> events, const std::string& id, const std::string& name = {}) {
    AnswerEvent begun, named;
    begun.kind = AnswerEvent::Kind::begun;
    begun.text = id;
    named.kind = AnswerEvent::Kind::named;
    named.text = name;
    if (!name.empty()) events.insert(events.begin(), named);
    events.insert(events.begin(), begun);
    std::string text, seal;
    for (const AnswerEvent& event : events) {
      text += lesson::sealed_line(event, seal);
      seal = lesson::seal_of(text);
    }
    return text;
  }
  std::string keep(const std::string& name, const std::string& text) {
    const auto path = folder_.path() / name;
    std::ofstream(path, std::ios::binary) << text;
    return path.string();
  }
  /// Forty students: 1 to 20 say 2, the others 4, 1, ... to ratio; letters A, B, C by turns.
  std::vector<std::string> forty() {
    std::vector<std::string> files;
    for (int i = 0; i < 40; ++i) {
      const std::string guess = i < 20 ? "2" : i % 2 == 0 ? "4" : "1";
      files.push_back(keep(
          "student" + std::to_string(i) + ".jsonl",
          text_of({number("ratio", guess), letter("why", static_cast<char>('A' + i % 3))}, "id" + std::to_string(i))));
    }
    return files;
  }
  tests::Outcome merge(std::vector<std::string> files, const std::vector<std::string>& more = {}) {
    files.insert(files.begin(), {"class", "merge"});
    files.insert(files.end(), more.begin(), more.end());
    files.insert(files.end(), {"--spec", "h200"});
    return onetrip(files, {folder_.path().string(), "", {}});
  }
  [[nodiscard]] std::string read(const std::string& name) const {
    std::stringstream out;
    out << std::ifstream(folder_.path() / name, std::ios::binary).rdbuf();
    return out.str();
  }
  tests::TemporaryFolder folder_;
};

TEST_F(ClassMerge, CountsFortyFilesAgainstTheModel) {
  const auto outcome = merge(forty());
  EXPECT_EQ(outcome.exit, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  EXPECT_THAT(outcome.out,
              AllOf(HasSubstr("Lesson 02, Count the crossings: 40 students"), HasSubstr("40 answered, 20 right"),
                    HasSubstr("truth: 2 times (model)"), HasSubstr("the model for NVIDIA H200"),
                    HasSubstr("median 2.00x, half of them from"), HasSubstr("student7.jsonl 2 of ")));
  EXPECT_THAT(outcome.out, HasSubstr("most common mistake, 10 of 20 wrong"));
}

TEST_F(ClassMerge, SaysHowManyWereSureAndWrong) {
  std::vector<std::string> files = forty();
  for (int i = 0; i < 3; ++i) {
    AnswerEvent sure = number("ratio", i == 0 ? "2" : "4");
    sure.answer.confidence = lesson::Confidence::sure;
    files.push_back(keep("sure" + std::to_string(i) + ".jsonl", text_of({sure}, "sure" + std::to_string(i))));
  }
  EXPECT_THAT(merge(files).out, HasSubstr("3 said they were sure; 2 of them were wrong"));
  const auto json = nlohmann::json::parse(merge(files, {"--json"}).out);
  const auto& tasks = json.at("lessons").at(0).at("tasks");
  const auto ratio = std::ranges::find_if(tasks, [](const auto& task) { return task.at("id") == "ratio"; });
  int sure = 0;
  for (const auto& answer : ratio->at("answers")) sure += answer.at("sure").get<int>();
  EXPECT_EQ(sure, 3);
}

TEST_F(ClassMerge, NamesTheMalformedAndGoesOn) {
  auto files = forty();
  std::string text = read("student3.jsonl");
  text[text.find("\"ratio\"") + 1] = 'R';
  keep("student3.jsonl", text);
  keep("student4.jsonl", "not answers at all\n");
  keep("student5.jsonl", "");
  text = read("student6.jsonl");
  keep("student6.jsonl", text.substr(0, text.size() - 30));
  keep("student7.jsonl", text_of({number("no-such-task", "1"), number("ratio", "2")}, "id7"));
  files.push_back((folder_.path() / "nobody.jsonl").string());
  files.push_back(folder_.path().string());
  const auto outcome = merge(files);
  EXPECT_EQ(outcome.exit, 2);
  EXPECT_THAT(outcome.err, AllOf(HasSubstr("student3.jsonl:2: the line does not match its checksum"),
                                 HasSubstr("student4.jsonl:1: this is not a file of answers"),
                                 HasSubstr("student5.jsonl: there is nothing in this file"),
                                 HasSubstr("student6.jsonl:3: the last line was cut off"),
                                 HasSubstr("student7.jsonl:2: lesson 02 has no task 'no-such-task'"),
                                 HasSubstr("nobody.jsonl: cannot be read"), HasSubstr("is a folder")));
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("38 students"), HasSubstr("37 answered, 17 right")));
}

TEST_F(ClassMerge, AFileThatWasOnlyCutOffIsNoMistake) {
  const std::string text = text_of({number("ratio", "2"), letter("why", 'A')}, "x");
  const auto outcome = merge({keep("cut.jsonl", text.substr(0, text.size() - 9))});
  EXPECT_EQ(outcome.exit, 0);
  EXPECT_THAT(outcome.err, HasSubstr("cut.jsonl:3: the last line was cut off"));
  EXPECT_THAT(outcome.out, HasSubstr("1 answered, 1 right"));
}

TEST_F(ClassMerge, HandedInTwiceCountsOnceTheLongerOne) {
  const std::vector<AnswerEvent> all = {number("ratio", "2"), letter("why", 'A')};
  const auto one = keep("one.jsonl", text_of({all[0]}, "same", "Ada"));
  const auto other = keep("other.jsonl", text_of(all, "same", "Ada"));
  const auto outcome = merge({one, other});
  EXPECT_EQ(outcome.exit, 0) << outcome.err;
  EXPECT_THAT(outcome.err, AllOf(HasSubstr("one.jsonl: handed in twice"), HasSubstr("other.jsonl")));
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("Ada 2 of "), HasSubstr(": 1 student\n")));
}

TEST_F(ClassMerge, HandedInTwiceTheSoundFileCountsWhicheverComesFirst) {
  const std::string text = text_of({number("ratio", "2"), letter("why", 'A')}, "same", "Ada");
  const auto sound = keep("sound.jsonl", text);
  const auto damaged = keep("damaged.jsonl", text + text);
  for (const auto& files : {std::vector{sound, damaged}, std::vector{damaged, sound}}) {
    const auto outcome = merge(files);
    EXPECT_EQ(outcome.exit, 2) << "the damaged one is named all the same";
    EXPECT_THAT(outcome.err,
                HasSubstr("damaged.jsonl: handed in twice; some of its lines are missing or broken, so only"));
    EXPECT_THAT(outcome.err, HasSubstr("sound.jsonl counts"));
    EXPECT_THAT(outcome.out, HasSubstr(": 1 student\n"));
  }
}

TEST_F(ClassMerge, JsonSaysWhoseEachNumberIs) {
  const auto outcome = merge(forty(), {"--json"});
  ASSERT_EQ(outcome.exit, 0) << outcome.err;
  const auto json = nlohmann::json::parse(outcome.out);
  EXPECT_EQ(json.at("students"), 40);
  const auto& tasks = json.at("lessons").at(0).at("tasks");
  const auto ratio = std::ranges::find_if(tasks, [](const auto& task) { return task.at("id") == "ratio"; });
  ASSERT_NE(ratio, tasks.end());
  EXPECT_EQ(ratio->at("right"), 20);
  EXPECT_EQ(ratio->at("truth").at("source"), "model");
  EXPECT_EQ(ratio->at("guess").at("source"), "guess");
  EXPECT_EQ(ratio->at("guess").at("median"), 2.0);
  EXPECT_EQ(json.at("malformed").size(), 0u);
  EXPECT_THAT(outcome.out, Not(HasSubstr("student7"))) << "no student is named";
}

TEST_F(ClassMerge, DrawsTheCloudInEveryFormAndNamesNobody) {
  for (const char* ending : {"svg", "pdf", "png", "csv", "json"}) {
    const std::string name = std::string("cloud.") + ending;
    const auto outcome = merge(forty(), {"-o", (folder_.path() / name).string()});
    EXPECT_EQ(outcome.exit, 0) << outcome.err;
    EXPECT_GT(read(name).size(), 200u) << name;
    EXPECT_THAT(read(name), Not(HasSubstr("student7"))) << name;
  }
  EXPECT_THAT(read("cloud.svg"), AllOf(HasSubstr("guess.ratio.40"), HasSubstr("truth.ratio")));
  EXPECT_THAT(read("cloud.csv"), HasSubstr("ratio,Compare the two counts,guess,4,,10,no,"));
}

TEST_F(ClassMerge, TwoLessonsNeedANameForTheirFigure) {
  const auto file = keep("both.jsonl", text_of({number("ratio", "2"), number("one", "2", "01")}, "x"));
  const std::string out = (folder_.path() / "cloud.svg").string();
  const auto both = merge({file}, {"-o", out});
  EXPECT_EQ(both.exit, 2);
  EXPECT_THAT(both.err, HasSubstr("--lesson"));
  EXPECT_EQ(merge({file}, {"-o", out, "--lesson", "01"}).exit, 0);
  const auto text = merge({file});
  EXPECT_EQ(text.exit, 0);
  EXPECT_THAT(text.out, AllOf(HasSubstr("Lesson 01, The warehouse"), HasSubstr("Lesson 02, Count the crossings")));
}

TEST_F(ClassMerge, BadUsageIsTold) {
  EXPECT_EQ(onetrip({"class"}, {folder_.path().string(), "", {}}).exit, 2);
  EXPECT_EQ(onetrip({"class", "merge"}, {folder_.path().string(), "", {}}).exit, 2);
  EXPECT_EQ(onetrip({"class", "divide"}, {folder_.path().string(), "", {}}).exit, 2);
  const auto unknown = onetrip({"class", "merge", "x", "--lesson", "99"}, {folder_.path().string(), "", {}});
  EXPECT_EQ(unknown.exit, 2);
  EXPECT_THAT(unknown.err, HasSubstr("99"));
}

TEST_F(ClassMerge, LessonPlayReadsAStudentsFile) {
  AnswerEvent arrows = said("arrows");
  arrows.answer.marks = {"k1.read.x", "k1.write.t", "k2.read.t", "k2.write.y"};
  const auto file = keep("mine.jsonl", text_of({arrows, letter("why", 'C'), number("ratio", "3")}, "x"));
  const auto outcome =
      onetrip({"lesson", "play", "02", "--quick", "--answers", file}, {folder_.path().string(), "", {}});
  EXPECT_EQ(outcome.exit, 0) << outcome.err;
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("> k1.read.x k1.write.t k2.read.t k2.write.y"), HasSubstr("4 trips:"),
                                 HasSubstr("(*) C"), HasSubstr("You guessed 3")));
  const auto broken = keep("broken.jsonl", text_of({number("no-such", "3")}, "x"));
  const auto refused = onetrip({"lesson", "play", "02", "--answers", broken}, {folder_.path().string(), "", {}});
  EXPECT_EQ(refused.exit, 2);
  EXPECT_THAT(refused.err, HasSubstr("broken.jsonl:2: lesson 02 has no task 'no-such'"));
}

}  // namespace class_test
