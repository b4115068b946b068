// The course's words: read with every mistake at its place, found by any spelling, cut out of prose at their first
// mention; and links of lessons to words that are missing.
#include "lesson/glossary.hpp"

#include "lesson/before.hpp"
#include "lesson/loader.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace glossary_test {

using lesson::Glossary;
using testing::ElementsAre;
using testing::HasSubstr;

const Glossary& small() {
  static const Glossary words({{"trip", {"trips"}, "One way.", "a truck", "", "bytes", "", "", ""},
                               {"round trip", {}, "There and back.", "", "", "", "", "", "01"},
                               {"compute-bound", {}, "Arithmetic decides.", "", "", "", "", "", ""}});
  return words;
}

/// "text|WORD:text|..." of the runs.
std::string marked(std::string_view markdown) {
  auto prose = lesson::paragraphs(markdown);
  std::set<std::string> met;
  small().mark(prose, met);
  std::string out;
  for (const auto& paragraph : prose) {
    for (const auto& run : paragraph.runs) {
      out += (out.empty() ? "" : "|") + (run.word.empty() ? "" : run.word + ":") + run.text;
    }
  }
  return out;
}

std::vector<std::string> mistakes(std::string_view text) {
  std::vector<std::string> out;
  const auto read = lesson::read_glossary(text, "glossary.toml");
  EXPECT_FALSE(read);
  if (read) return out;
  for (const auto& d : read.error())
    out.push_back(std::to_string(d.line) + ":" + std::to_string(d.column) + " " + d.message);
  return out;
}

TEST(Glossary, FindsAWordByAnySpelling) {
  ASSERT_NE(small().find("Trips"), nullptr);
  EXPECT_EQ(small().find("Trips")->word, "trip");
  EXPECT_EQ(small().find("round-trip")->word, "round trip") << "as a link writes it";
  EXPECT_EQ(small().find("compute bound")->word, "compute-bound");
  EXPECT_EQ(small().find("tri"), nullptr);
  EXPECT_THAT(small().hint("tripp"), HasSubstr("did you mean 'trip'?"));
}

TEST(Glossary, SearchPutsTheWordItselfFirst) {
  const auto found = small().search("TRUCK");
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0]->word, "trip");
  EXPECT_EQ(small().search("way").size(), 1u);
  EXPECT_EQ(small().search("  ").size(), 3u);
  EXPECT_TRUE(small().search("nothing of this").empty());
}

TEST(Glossary, MarksTheFirstMentionAlone) {
  EXPECT_EQ(marked("Two trips, then a trip."), "Two |trip:trips|, then a trip.");
  EXPECT_EQ(marked("A round trip is two trips."), "A |round trip:round trip| is two |trip:trips|.");
  EXPECT_EQ(marked("A tripod, a road-trip and `trip`."), "A tripod, a road-trip and |trip|.");
  EXPECT_EQ(marked("It is compute-bound."), "It is |compute-bound:compute-bound|.");
  EXPECT_EQ(marked("Trip"), "trip:Trip");
  EXPECT_EQ(marked("*trips*"), "trip:trips") << "emphasis stays a run of its own";
}

TEST(Glossary, ALinkNamesItsWord) {
  EXPECT_EQ(marked("Each [drive](word:trip) and trip."), "Each |trip:drive| and trip.");
  EXPECT_EQ(marked("Each [drive](word:nothing)."), "Each |drive|.");
  const auto prose = lesson::paragraphs("Each [drive](word:trip).");
  EXPECT_EQ(lesson::plain_text(prose, 80), "Each drive.\n") << "where it leads is not printed";
}

TEST(Glossary, MistakesStandAtTheirPlaces) {
  EXPECT_THAT(
      mistakes("[[words]]\nword = \"a\"\nsays = \"x\"\n[[words]]\nword = \"b\"\nalso = [\"c\", \"A\"]\nsays = \"x\"\n"),
      ElementsAre("6:14 'A' is already listed under 'a'"));
  EXPECT_THAT(mistakes("[[words]]\nword = \"\"\n"),
              ElementsAre("1:1 a word in the glossary needs 'says'", "2:8 a word in the glossary needs letters"));
  EXPECT_THAT(mistakes("[[words]]\nword = \"a\"\nsays = \"x\"\nkichen = \"y\"\n"),
              ElementsAre("4:1 a word in the glossary has no key 'kichen'"));
  EXPECT_THAT(mistakes("words = 3\n"), ElementsAre(HasSubstr("1:9 ")));
  EXPECT_THAT(mistakes("x = \"\xFF\"\n"), ElementsAre("1:6 this is not UTF-8"));
}

TEST(Glossary, OfTheCourseIsWholeAndInOrder) {
  const auto words = lesson::glossary();
  ASSERT_TRUE(words) << base::render(words.error());
  EXPECT_GE(words->words().size(), 30u);
  for (const auto& word : words->words()) {
    EXPECT_FALSE(word.says.empty()) << word.word;
    EXPECT_FALSE(word.hardware.empty()) << word.word;
    EXPECT_LE(lesson::count_words(word.says), 40u) << word.word;
  }
  for (const char* needed : {"kernel", "launch", "thread", "warp", "block", "stream", "crossing", "HBM", "spill"}) {
    EXPECT_NE(words->find(needed), nullptr) << needed;
  }
}

TEST(Glossary, ThePageBeforeTheCourseNamesItsWords) {
  const auto page = lesson::before_you_start();
  ASSERT_TRUE(page) << base::render(page.error());
  for (const char* needed : {"## Kernel", "## Launch", "## Thread", "## Warp", "## Block", "## Stream"}) {
    EXPECT_THAT(*page, HasSubstr(needed));
  }
}

/// A lesson's mistakes about its links.
base::Diagnostics link_mistakes(const std::string& prose) {
  const auto lesson = lesson::parse(
      "+++\nid = \"07\"\ntitle = \"T\"\nminutes = 5\ngoal = \"G\"\n+++\n## S\n" + prose + "\n", "lesson.md");
  return lesson ? base::Diagnostics{} : lesson.error();
}

TEST(Glossary, ALinkToAMissingWordIsAMistakeWithItsPlace) {
  EXPECT_TRUE(link_mistakes("A [drive](word:crossing), [back](<word:round trip>).").empty());
  const auto found = link_mistakes("A [drive](word:crossng).");
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].line, 8);
  EXPECT_EQ(found[0].column, 16);
  EXPECT_EQ(found[0].length, 7);
  EXPECT_EQ(found[0].message, "the glossary has no word 'crossng'");
  EXPECT_EQ(found[0].hint, "did you mean 'crossing'?");
  EXPECT_THAT(base::render(found), HasSubstr("^~~~~~~"));
  EXPECT_EQ(link_mistakes("[a](word:)").size(), 1u);
  EXPECT_EQ(link_mistakes("[a](word:no such").size(), 1u) << "a link that does not end";
}

}  // namespace glossary_test
