// What a lesson becomes on disk: pages, figures, new lessons and their own recordings; as a teacher calls it.
#include "base/resources.hpp"
#include "base/text.hpp"
#include "cli/program.hpp"
#include "golden.hpp"
#include "record/recording.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <vector>

namespace lesson_files_test {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

class LessonFiles : public testing::Test {
 protected:
  tests::Outcome go(const std::vector<std::string>& arguments, int seconds = 120) {
    return tests::onetrip(arguments, {home_.path().string(), "", {}}, seconds);
  }
  std::string path(const std::string& name) { return (home_.path() / name).string(); }
  std::string read(const std::string& name) { return base::read_file(path(name), 1 << 26).value_or(""); }
  std::string page(const std::string& lesson, bool answers = false) {
    std::vector<std::string> arguments{"lesson", "page", lesson, "-o", path("page.html")};
    if (answers) arguments.emplace_back("--answers");
    const auto outcome = go(arguments);
    EXPECT_EQ(outcome.exit, 0) << outcome.err;
    return read("page.html");
  }
  tests::TemporaryFolder home_;
};

/// A step of the page: what stands before its reveal, and in it.
struct Step {
  std::string open, reveal;
};
std::vector<Step> steps_of(const std::string& html) {
  constexpr std::string_view step = "<details class=\"step\"", reveal = "<details class=\"reveal\"", end = "</details>";
  std::vector<Step> steps;
  for (std::size_t at = html.find(step); at != std::string::npos; at = html.find(step, at + 1)) {
    const std::size_t next = std::min(html.find(step, at + 1), html.find("</main>"));
    const std::string all = html.substr(at, next - at);
    const std::size_t begin = std::min(all.find(reveal), all.size());
    const std::size_t closing = std::min(all.find(end, begin), all.size());
    steps.push_back({all.substr(0, begin) + all.substr(closing), all.substr(begin, closing - begin)});
  }
  return steps;
}

int count(const std::string& text, const std::string& part) {
  int n = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
  return n;
}

TEST_F(LessonFiles, ARevealTellsAnAnswerThatIsRunInTheNextStep) {
  const std::vector<Step> steps = steps_of(page("03"));
  ASSERT_GT(steps.size(), 3U);
  const std::string& reveal = steps[2].reveal;
  EXPECT_THAT(reveal, Not(HasSubstr("not known here")));
  std::smatch told, run;
  const std::regex finding("Two kernels took ([0-9.]+) times");
  ASSERT_TRUE(std::regex_search(reveal, told, finding)) << reveal;
  ASSERT_TRUE(std::regex_search(steps[3].reveal, run, finding)) << steps[3].reveal;
  EXPECT_EQ(told.str(1), run.str(1));
}

TEST_F(LessonFiles, APageIsOneStaticFileWithoutAScript) {
  const std::string html = page("02");
  EXPECT_EQ(html, page("02")) << "the same bytes twice";
  EXPECT_THAT(html, HasSubstr("<html lang=\"en\">"));
  EXPECT_THAT(html, HasSubstr("prefers-color-scheme: dark"));
  EXPECT_THAT(html, HasSubstr("recorded (bytes by counters), NVIDIA H200"));
  EXPECT_GT(count(html, "<svg"), 6);
  EXPECT_THAT(html, Not(HasSubstr("<script")));
  for (const char* from : {"src=", "@import", "<link", "url(http", "href=\"http"})
    EXPECT_THAT(html, Not(HasSubstr(from)));
  std::set<std::string> ids;
  const std::regex id(" id=\"([^\"]+)\"");
  for (std::sregex_iterator at(html.begin(), html.end(), id), end; at != end; ++at) {
    EXPECT_TRUE(ids.insert(at->str(1)).second) << at->str(1);
  }
}

TEST_F(LessonFiles, ASweepStandsInTheRevealThatTellsIt) {
  const auto steps = steps_of(page("03"));
  const auto holds = [](const std::string& text) { return text.find("copies of the op") != std::string::npos; };
  int shown = 0;
  for (const Step& step : steps) {
    const bool open = holds(step.open) && step.open.find("recorded") != std::string::npos;
    EXPECT_TRUE(!open || shown > 0) << "nobody has sketched it yet";
    shown += holds(step.reveal) ? 1 : 0;
  }
  EXPECT_EQ(shown, 2) << "the sketch, and the run below it";
}

TEST_F(LessonFiles, WhatWasRecordedInAGraphIsOnThePage) {
  EXPECT_THAT(page("06"), Not(HasSubstr("not recorded")));
}

TEST_F(LessonFiles, TheTimelineStandsInItsStepAndTheWiderRoadBelowWhatAsksForIt) {
  EXPECT_THAT(page("06"),
              testing::ContainsRegex("5 kernels in [0-9.]+ .?.s; for [0-9.]+ .?.s of that, no kernel runs"));
  const std::string roofline = page("04");
  const std::size_t road = roofline.find("A road 4 times as wide: fused is");
  EXPECT_LT(roofline.find("On the wider road, according to the model"), road);
  EXPECT_NE(road, std::string::npos);
  EXPECT_GT(roofline.find("Fused goes from"), road) << "the dots, once nothing asks where they are";
  EXPECT_NE(roofline.find("Fused goes from"), std::string::npos);
}

TEST_F(LessonFiles, TheWiderRoadIsAmongTheFigures) {
  ASSERT_EQ(go({"lesson", "figures", "04", "-o", path("four"), "--as", "svg"}).exit, 0);
  EXPECT_THAT(read("four/2-axpb-bandwidth.svg"), HasSubstr("--times 4"));
}

TEST_F(LessonFiles, BeforeARevealIsOpenedItsAnswerIsNotShown) {
  for (const char* lesson : {"01", "02"}) {
    const std::string html = page(lesson);
    EXPECT_EQ(count(html, " open>"), 1) << "only the first step stands open: later ones tell its answer";
    int answers = 0;
    for (const Step& step : steps_of(html)) {
      constexpr std::string_view strong = "<p><strong>";
      const std::size_t at = step.reveal.find(strong);
      if (at == std::string::npos) continue;
      const std::size_t begin = at + strong.size();
      const std::string answer = step.reveal.substr(begin, step.reveal.find("</strong>", begin) - begin);
      ++answers;
      EXPECT_THAT(step.open, Not(HasSubstr("If you said")));
      // A choice's sentence is one of those that can be chosen; its letter is not told.
      if (answer[1] == '.') continue;
      EXPECT_THAT(step.open, Not(HasSubstr(answer))) << lesson;
    }
    EXPECT_GT(answers, 5);
  }
}

TEST_F(LessonFiles, TheTeachersPageStandsOpenWithItsNotes) {
  const std::string student = page("02"), teacher = page("02", true);
  EXPECT_EQ(count(teacher, "<details class=\"reveal\" open>"), count(student, "<details class=\"reveal\">"));
  EXPECT_THAT(teacher, HasSubstr("class=\"notes\""));
  EXPECT_THAT(student, Not(HasSubstr("class=\"notes\"")));
}

TEST_F(LessonFiles, EveryFigureAndOnePdfOfThem) {
  const auto outcome = go({"lesson", "figures", "02", "-o", path("deck"), "--as", "svg"});
  ASSERT_EQ(outcome.exit, 0) << outcome.err;
  int svgs = 0;
  for (const auto& entry : fs::directory_iterator(path("deck"))) svgs += entry.path().extension() == ".svg";
  EXPECT_GE(svgs, 10);
  EXPECT_TRUE(fs::exists(path("deck/1-bias-roofline.svg")));
  const std::string pdf = read("deck/lesson-02.pdf");
  EXPECT_TRUE(pdf.starts_with("%PDF"));
  EXPECT_EQ(count(pdf, "/Type /Page %"), svgs);
  EXPECT_THAT(read("deck/1-bias-bytes.svg"), HasSubstr("580."));
  ASSERT_EQ(go({"lesson", "figures", "02", "-o", path("again"), "--as", "svg"}).exit, 0);
  EXPECT_EQ(pdf, read("again/lesson-02.pdf"));
}

TEST_F(LessonFiles, ANewLessonPassesItsCheckAndPlays) {
  ASSERT_EQ(go({"lesson", "new", path("mine")}).exit, 0);
  EXPECT_EQ(go({"lesson", "check", path("mine")}).exit, 0);
  EXPECT_THAT(
      go({"lesson", "check", "01", "--findings"}).out,
      AllOf(HasSubstr("clock (four)"), HasSubstr("  when {measured.ratio.time} >= 1.1\n    The one worker was "),
            HasSubstr("  otherwise\n"), HasSubstr("  noisy\n"), testing::Not(HasSubstr("not known"))));
  EXPECT_EQ(go({"lesson", "new", path("mine")}).exit, 2) << "what is there is not overwritten";
  ASSERT_EQ(go({"lesson", "new", path("95-other"), "--from", "02"}).exit, 0);
  const auto check = go({"lesson", "check", path("95-other")});
  EXPECT_EQ(check.exit, 0) << check.err;
  EXPECT_THAT(check.out, HasSubstr("95 Count the crossings, a copy"));
  EXPECT_EQ(go({"lesson", "new", path("none"), "--from", "77"}).exit, 2);
  EXPECT_FALSE(fs::exists(path("none")));
}

TEST_F(LessonFiles, AnIdOfTheCourseIsRefusedByTheCheckAsByWhoeverOpensIt) {
  ASSERT_EQ(go({"lesson", "new", path("mine"), "--from", "02"}).exit, 0);
  base::write_file(path("mine/lesson.md"),
                   std::regex_replace(read("mine/lesson.md"), std::regex("id = \"90\""), "id = \"02\""));
  for (const char* verb : {"check", "show", "play"}) {
    const auto refused = go({"lesson", verb, path("mine")});
    EXPECT_EQ(refused.exit, 2) << verb;
    EXPECT_THAT(refused.err, HasSubstr("lesson.md:2:1: This lesson's id is '02'")) << verb;
  }
  EXPECT_EQ(go({"lesson", "check", "02"}).exit, 0);
}

TEST_F(LessonFiles, AScreenshotIsTakenOfAFolderToo) {
  ASSERT_EQ(go({"lesson", "new", path("mine")}).exit, 0);
  const auto refused = go({"screenshot", "--lesson", path("mine"), "--step", "99", "-o", path("x.png")});
  EXPECT_EQ(refused.exit, 2);
  EXPECT_THAT(refused.err, HasSubstr("mine has steps 1 to ")) << "it was found and read";
  EXPECT_EQ(go({"screenshot", "--lesson", path("nowhere"), "-o", path("x.png")}).exit, 2);
}

TEST_F(LessonFiles, AnActionThatAPageDoesNotDoIsToldWithThoseThatItDoes) {
  const auto with = [&](const std::string& action) {
    return go({"screenshot", "--lesson", "02", "--step", "5", "--act", action, "-o", path("x.png")});
  };
  EXPECT_EQ(with("foo.bar").exit, 2);
  EXPECT_THAT(with("foo.bar").err, HasSubstr("available here: "));
  EXPECT_THAT(with("foo.bar").err, HasSubstr("lab.open"));
  EXPECT_THAT(with("run.start").err, HasSubstr("'run.start' cannot be done yet. "));
}

TEST_F(LessonFiles, ALessonsOwnRecordingIsReadWhenItIsOpen) {
  tests::calibrate(home_.path());
  ASSERT_EQ(go({"lesson", "new", path("mine")}).exit, 0);
  std::string text = read("mine/lesson.md");
  text = std::regex_replace(text, std::regex("f32\\[4096, 8192\\]"), "f32[512, 513]");
  base::write_file(path("mine/lesson.md"), text);
  const auto made = go({"record", path("mine"), "-o", path("mine/recordings/x.json"), "--device", "cpu", "--quick"});
  ASSERT_EQ(made.exit, 0) << made.err;
  const auto played = go({"lesson", "play", path("mine"), "--device", "recorded"});
  EXPECT_EQ(played.exit, 0) << played.err;
  EXPECT_THAT(played.out, HasSubstr("recorded"));
  EXPECT_THAT(page(path("mine")), HasSubstr("recorded (bytes worked out)"));
  EXPECT_THAT(page(path("mine")), Not(HasSubstr("H200")));
}

/// Its bars would stand beside the model of another machine.
TEST_F(LessonFiles, ARecordingOfAMachineThatNobodyKnowsIsLeftOut) {
  ASSERT_EQ(go({"lesson", "new", path("mine")}).exit, 0);
  auto all = record::load(base::program_file("assets/recordings/h200/f32.json")).value();
  all.resize(1);
  all[0].provenance.device = "A stranger's processor";
  all[0].provenance.device_id = "stranger";
  fs::create_directory(path("mine/recordings"));
  record::save(all, path("mine/recordings/x.json"));
  const auto made = go({"lesson", "page", path("mine"), "-o", path("mine.html")});
  EXPECT_EQ(made.exit, 0) << made.err;
  EXPECT_THAT(made.err, HasSubstr("x.json was recorded on A stranger's processor. There is no data"));
  EXPECT_THAT(read("mine.html"), Not(HasSubstr("stranger")));
}

TEST_F(LessonFiles, ARecordingThatCannotBeIsAMistakeOfItsLesson) {
  ASSERT_EQ(go({"lesson", "new", path("mine")}).exit, 0);
  ASSERT_EQ(go({"lesson", "check", path("mine")}).exit, 0);
  fs::create_directory(path("mine/recordings"));
  base::write_file(path("mine/recordings/x.json"), "{\"onetrip_recording\": 3, \"sha256\": 1}");
  for (const auto& verb : {std::vector<std::string>{"lesson", "check", path("mine")},
                           {"lesson", "page", path("mine"), "-o", path("mine.html")},
                           {"lesson", "figures", path("mine"), "-o", path("figures")}}) {
    const auto refused = go(verb);
    EXPECT_EQ(refused.exit, 2) << verb[1];
    EXPECT_THAT(refused.err, HasSubstr("x.json")) << verb[1];
  }
  EXPECT_FALSE(fs::exists(path("mine.html")));
}

/// Every link of the course's pages leads to one of them, and to a step that is there.
TEST_F(LessonFiles, AllOfTheCourseIsAMapAndAPageForEachLesson) {
  const auto outcome = go({"lesson", "page", "all", "-o", path("course")});
  ASSERT_EQ(outcome.exit, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("index.html"));
  const std::string map = read("course/index.html");
  const std::regex link("href=\"(lesson-[0-9]+\\.html)(#(step-[0-9]+))?\"");
  std::map<std::string, std::string> pages;
  for (std::sregex_iterator at(map.begin(), map.end(), link), end; at != end; ++at) {
    const std::string file = (*at)[1], step = (*at)[3];
    std::string& page = pages[file];
    if (page.empty()) page = read("course/" + file);
    ASSERT_FALSE(page.empty()) << file;
    if (!step.empty()) {
      EXPECT_THAT(page, HasSubstr("id=\"" + step + "\"")) << file;
    }
  }
  EXPECT_GE(pages.size(), 23U);
  for (const auto& [file, page] : pages) {
    EXPECT_THAT(page, HasSubstr("href=\"index.html\"")) << file;
    EXPECT_THAT(page, Not(HasSubstr("<script"))) << file;
  }
}

TEST_F(LessonFiles, BadInputExitsWithTwo) {
  for (const std::vector<std::string>& bad :
       std::vector<std::vector<std::string>>{{"page"},
                                             {"page", "02"},
                                             {"page", "02", "-o", path("page.pdf")},
                                             {"page", "77", "-o", path("page.html")},
                                             {"page", "all"},
                                             {"page", "all", "-o", path("all.html")},
                                             {"figures", "02"},
                                             {"figures"},
                                             {"figures", "02", "-o", path("deck"), "--as", "gif"},
                                             {"figures", path("nowhere"), "-o", path("deck")},
                                             {"new"}}) {
    std::vector<std::string> arguments{"lesson"};
    arguments.insert(arguments.end(), bad.begin(), bad.end());
    const auto outcome = go(arguments);
    EXPECT_EQ(outcome.exit, 2) << testing::PrintToString(bad);
    EXPECT_FALSE(outcome.err.empty());
  }
}

}  // namespace lesson_files_test
