// The glossary: opened from a word of the prose, at the words of the step, by typing; and the page before the course.
#include "stage.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <set>

namespace glossary_page_test {

using ::testing::HasSubstr;
using ::testing::Not;
using tests::Stage;

std::vector<std::string> words_of(const session::Node* node) {
  std::vector<std::string> out;
  if (node == nullptr) return out;
  for (const auto& action : node->actions) out.push_back(action.label);
  return out;
}

TEST(GlossaryPage, OpensAtTheWordsOfTheStep) {
  Stage stage;
  ASSERT_TRUE(stage->open_lesson("02"));
  ASSERT_TRUE(stage->act("glossary.open"));
  EXPECT_FALSE(words_of(stage.node("glossary.step")).empty());
  EXPECT_GE(words_of(stage.node("glossary.all")).size(), 30u);
  ASSERT_NE(stage.node("glossary.word"), nullptr);
  EXPECT_EQ(stage.node("glossary.word")->label, words_of(stage.node("glossary.step")).front());
  ASSERT_TRUE(stage->act("word:kernel"));
  EXPECT_EQ(stage.node("glossary.word")->label, "kernel");
  EXPECT_THAT(stage.twin(), HasSubstr("In the warehouse: one shift of the worker"));
  EXPECT_THAT(stage.twin(), HasSubstr("In a kitchen it would be:"));
  EXPECT_THAT(stage.twin(), HasSubstr("Counter:"));
  EXPECT_THAT(stage.twin(), HasSubstr("Where the warehouse misleads."));
  ASSERT_TRUE(stage->act("glossary.close"));
  EXPECT_NE(stage.node("steps"), nullptr) << "the step is seen again";
}

TEST(GlossaryPage, IsSearchedByTyping) {
  Stage stage;
  ASSERT_TRUE(stage->open_lesson("01"));
  ASSERT_TRUE(stage->act("glossary.open"));
  ASSERT_TRUE(stage->act("glossary.find", "spilled"));
  EXPECT_EQ(stage.node("glossary.word")->label, "spill");
  EXPECT_EQ(stage.node("glossary.all"), nullptr);
  ASSERT_TRUE(stage->act("glossary.find", "no such word"));
  EXPECT_EQ(stage.node("glossary.word"), nullptr);
  EXPECT_THAT(stage.node("glossary.none")->label, HasSubstr("no such word"));
  ASSERT_TRUE(stage->act("glossary.find", ""));
  EXPECT_NE(stage.node("glossary.all"), nullptr);
}

TEST(GlossaryPage, AWordOfTheProseLeadsThere) {
  Stage stage;
  ASSERT_TRUE(stage->open_lesson("02"));
  const session::Node* prose = stage.node("prose.1");
  ASSERT_NE(prose, nullptr);
  const auto link = std::ranges::find(prose->actions, session::Gesture::word, &session::Action::gesture);
  ASSERT_NE(link, prose->actions.end());
  EXPECT_THAT(stage.twin(), Not(HasSubstr(link->label))) << "the text says it in the prose itself";
  const std::string id = link->id;
  ASSERT_TRUE(stage->act(id));
  EXPECT_EQ("word:" + stage.node("glossary.word")->label, id);
}

TEST(GlossaryPage, AWordOfAnExplanationLeadsThere) {
  Stage stage;
  ASSERT_TRUE(stage->open_lesson("02"));
  stage->go_to_step(3);
  ASSERT_TRUE(stage->act("choice:A") && stage->act("guess.lock"));
  std::vector<std::string> links;
  for (const auto* node : session::all_nodes(stage->view())) {
    if (node->purpose != session::Purpose::explanation) continue;
    for (const auto& action : node->actions) {
      if (action.gesture == session::Gesture::word) links.push_back(action.id);
    }
  }
  ASSERT_FALSE(links.empty()) << stage.twin();
  EXPECT_EQ(std::set(links.begin(), links.end()).size(), links.size()) << "each word once";
  ASSERT_TRUE(stage->act(links.front()));
  EXPECT_EQ("word:" + stage.node("glossary.word")->label, links.front());
}

TEST(GlossaryPage, AGlossaryThatCannotBeReadIsTold) {
  Stage stage([](session::Services& services) {
    services.glossary = [] { return base::Expected<lesson::Glossary>(base::wrong("no word has letters")); };
    services.before_you_start = [] { return base::Expected<std::string>(base::wrong("no such page")); };
  });
  ASSERT_TRUE(stage->open_lesson("02"));
  ASSERT_TRUE(stage->act("glossary.open"));
  EXPECT_THAT(stage.twin(), HasSubstr("no word has letters"));
  ASSERT_TRUE(stage->act("glossary.close"));
  ASSERT_TRUE(stage->act("course.open"));
  ASSERT_TRUE(stage->act("before.open"));
  EXPECT_THAT(stage.twin(), HasSubstr("no such page"));
}

TEST(GlossaryPage, TheMapLeadsToItAndToThePageBeforeTheCourse) {
  Stage stage;
  ASSERT_TRUE(stage->open_lesson("01"));
  ASSERT_TRUE(stage->act("course.open"));
  ASSERT_TRUE(stage->act("before.open"));
  EXPECT_THAT(stage.twin(), HasSubstr("32 threads"));
  ASSERT_NE(stage.node("figure.teams"), nullptr);
  ASSERT_TRUE(stage->act("word:kernel"));
  EXPECT_EQ(stage.node("glossary.word")->label, "kernel");
  ASSERT_TRUE(stage->act("glossary.close"));
  EXPECT_NE(stage.node("before.words"), nullptr) << "back to where it was opened";
  ASSERT_TRUE(stage->act("before.close"));
  EXPECT_NE(stage.node("course.map"), nullptr);
  ASSERT_TRUE(stage->act("glossary.open"));
  EXPECT_NE(stage.node("glossary.all"), nullptr);
}

}  // namespace glossary_page_test
