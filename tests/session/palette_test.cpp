// The command palette: it finds what can be done now, does it, and tells nothing that the page does not.
#include "session/palette/palette.hpp"

#include "plan/presets.hpp"
#include "right_answers.hpp"
#include "stage.hpp"

#include <gmock/gmock.h>

namespace palette_test {

using session::Node;
using session::Purpose;
using ::testing::HasSubstr;
using tests::Stage;

std::vector<const Node*> entries(Stage& stage) {
  std::vector<const Node*> found;
  for (const auto* node : session::all_nodes(stage->view())) {
    if (node->purpose == Purpose::command) found.push_back(node);
  }
  return found;
}

std::string first_label(Stage& stage, std::string_view typed) {
  stage->act("palette.set", typed);
  const auto found = entries(stage);
  return found.empty() ? std::string() : found.front()->label;
}

TEST(Palette, ListsWhatCanBeDonePagesStepsLessonsAndPresets) {
  Stage stage;
  ASSERT_TRUE(stage->open_lesson("02"));
  const auto page = stage->view().root.id;
  ASSERT_TRUE(stage->act("palette.open"));
  EXPECT_NE(stage->view().root.id, page);
  ASSERT_NE(stage->view().beneath, nullptr);
  EXPECT_EQ(stage->view().beneath->root.id, page);
  const std::string twin = stage.twin();
  for (const char* label : {"Chain lab", "Map", "Class view", "[Lesson]", "[Preset]", "[Step]", "[Window]"})
    EXPECT_THAT(twin, HasSubstr(label));
  for (const std::string& name : plan::preset_names()) EXPECT_THAT(twin, HasSubstr(name));
}

TEST(Palette, EnterDoesTheChosenLineAndTheArrowsChoose) {
  Stage stage;
  ASSERT_TRUE(stage->open_lesson("02"));
  ASSERT_TRUE(stage->act("palette.open"));
  EXPECT_EQ(first_label(stage, "softm"), "softmax");
  const auto found = entries(stage);
  ASSERT_TRUE(found.front()->selected);
  EXPECT_EQ(found.front()->actions.front().keys, session::Keys{"Enter"});
  ASSERT_TRUE(stage->act("palette.back"));
  EXPECT_TRUE(entries(stage).back()->selected) << "before the first comes the last";
  ASSERT_TRUE(stage->act("palette.on"));
  EXPECT_TRUE(entries(stage).front()->selected);
  ASSERT_TRUE(stage->act(entries(stage).front()->actions.front().id));
  EXPECT_EQ(stage->view().beneath, nullptr);
  ASSERT_NE(stage.node("lab.chain"), nullptr);
  EXPECT_THAT(stage.node("lab.chain")->value, HasSubstr("softmax"));
}

TEST(Palette, ItClosesAndThePageIsAsItWas) {
  Stage stage;
  ASSERT_TRUE(stage->open_lesson("02"));
  const std::string before = stage.twin();
  for (const char* closes : {"palette.close", "palette.open"}) {
    ASSERT_TRUE(stage->act("palette.open"));
    ASSERT_TRUE(stage->act("palette.set", "relu"));
    ASSERT_TRUE(stage->act(closes));
    EXPECT_EQ(stage.twin(), before);
  }
}

TEST(Palette, GoesToAStepFromAnyPage) {
  Stage stage;
  ASSERT_TRUE(stage->open_lesson("02"));
  stage->open_free_play("");
  ASSERT_TRUE(stage->act("palette.open"));
  ASSERT_TRUE(stage->act("palette.step:3"));
  EXPECT_EQ(stage.node("lab.chain"), nullptr);
  ASSERT_NE(stage.node("step.3"), nullptr);
  EXPECT_TRUE(stage.node("step.3")->selected);
}

TEST(Palette, EveryLineDoesSomething) {
  Stage first;
  ASSERT_TRUE(first->open_lesson("02"));
  ASSERT_TRUE(first->act("palette.open"));
  std::vector<std::string> all;
  for (const Node* entry : entries(first)) all.push_back(entry->actions.front().id);
  ASSERT_GT(all.size(), 40u);
  for (const std::string& id : all) {
    if (id.starts_with("export:") || id.starts_with("lesson:") || id == "lesson.export") continue;
    Stage stage;
    ASSERT_TRUE(stage->open_lesson("02"));
    ASSERT_TRUE(stage->act("palette.open"));
    EXPECT_TRUE(stage->act(id)) << id;
    EXPECT_EQ(stage->view().beneath, nullptr) << id;
  }
}

TEST(Palette, TenThousandLettersAreCutAndFitNothing) {
  Stage stage;
  ASSERT_TRUE(stage->open_lesson("02"));
  ASSERT_TRUE(stage->act("palette.open"));
  ASSERT_TRUE(stage->act("palette.set", std::string(10'000, 'x')));
  EXPECT_EQ(stage.node("palette.field")->value.size(), session::most_palette_letters);
  EXPECT_TRUE(entries(stage).empty());
  EXPECT_NE(stage.node("palette.none"), nullptr);
  EXPECT_TRUE(stage->act("palette.on")) << "nothing to choose, and nothing breaks";
  ASSERT_TRUE(stage->act("palette.set", std::string("\xff\xfe\xc3", 3) + "lab"));
  EXPECT_EQ(stage.node("palette.field")->value, "lab") << "bytes that are no letters are left out";
  std::string long_letters;
  for (int i = 0; i < 200; ++i) long_letters += "\u00e9";
  ASSERT_TRUE(stage->act("palette.set", long_letters));
  EXPECT_EQ(stage.node("palette.field")->value.size(), 2 * session::most_palette_letters);
}

TEST(Palette, IsNotForTheRoom) {
  Stage stage;
  ASSERT_TRUE(stage->open_lesson("02"));
  ASSERT_TRUE(stage->act("palette.open"));
  ASSERT_TRUE(stage->act("class.open"));
  EXPECT_EQ(stage->view().beneath, nullptr);
  EXPECT_TRUE(stage->view().in_class);
  EXPECT_FALSE(stage->act("palette.open"));
  ASSERT_TRUE(stage->act("class.leave"));
  EXPECT_TRUE(stage->act("palette.open"));
}

/// Its lines are labels of the page, of pages, and of lessons: no number that is asked.
TEST(Palette, TellsNoMoreThanThePageDoes) {
  Stage stage;
  ASSERT_TRUE(stage->open_lesson("02"));
  const auto steps = stage.node("steps")->children.size();
  for (std::size_t i = 1; i <= steps; ++i) {
    stage->go_to_step(static_cast<int>(i));
    const std::string page = stage.everything();
    ASSERT_TRUE(stage->act("palette.open"));
    for (const Node* entry : entries(stage)) {
      if (entry->value.empty()) {
        EXPECT_THAT(page, HasSubstr(entry->label));
      }
    }
    const auto& nodes = stage->view().root.children;
    EXPECT_TRUE(std::ranges::none_of(nodes, [](const Node& node) { return node.figure != nullptr; }));
    ASSERT_TRUE(stage->act("palette.close"));
  }
}

TEST(Palette, LeavesOutWhatCannotBeDoneNow) {
  Stage stage;
  ASSERT_TRUE(stage->open_lesson("02"));
  ASSERT_TRUE(stage->act("palette.open"));
  const auto is = [](const char* id) { return [id](const Node* entry) { return entry->actions.front().id == id; }; };
  EXPECT_TRUE(std::ranges::none_of(entries(stage), is("next"))) << "the task of this step is open";
  EXPECT_TRUE(std::ranges::any_of(entries(stage), is("skip")));
  stage->open_free_play("");
  EXPECT_TRUE(std::ranges::none_of(entries(stage), is("chain.set"))) << "it wants a text";
  EXPECT_TRUE(std::ranges::any_of(entries(stage), is("preset.pick")));
  EXPECT_TRUE(std::ranges::none_of(entries(stage), is("lab.undo"))) << "nothing was done yet";
}

TEST(Palette, DoesNotAnswerForTheStudent) {
  Stage stage;
  ASSERT_TRUE(stage->open_lesson("01"));
  for (int step = 1; step <= 10; ++step) {
    stage->go_to_step(step);
    ASSERT_TRUE(stage->act("palette.open"));
    for (const Node* entry : entries(stage)) {
      const std::string& id = entry->actions.front().id;
      EXPECT_FALSE(id.starts_with("choice:") || id.starts_with("arrow:") || id == "guess.set") << id;
    }
    ASSERT_TRUE(stage->act("palette.close"));
  }
}

}  // namespace palette_test
