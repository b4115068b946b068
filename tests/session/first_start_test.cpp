// First start: lesson 01, one filled button, and no control before a lesson needs it; then it stays.
#include "session/state/settings.hpp"
#include "stage.hpp"

#include <gmock/gmock.h>

#include <fstream>
#include <set>

namespace first_start_test {

using ::testing::HasSubstr;
using ::testing::Not;
using tests::Stage;

/// Ids of the actions that can be seen, of those that are no part of a step's own work.
std::set<std::string> seen(Stage& stage) {
  const std::set<std::string> controls = {"next",       "back",     "lesson.export", "source.toggle",   "course.open",
                                          "class.open", "lab.open", "skip",          "inspector.toggle"};
  std::set<std::string> ids;
  for (const auto* node : session::all_nodes(stage->view())) {
    for (const auto& action : node->actions) {
      const bool save = action.id.starts_with("export:");
      if (!action.tucked && (save || controls.contains(action.id))) ids.insert(save ? "export" : action.id);
    }
  }
  return ids;
}

int filled(Stage& stage) {
  const auto nodes = session::all_nodes(stage->view());
  return static_cast<int>(std::ranges::count_if(nodes, [](const auto* node) { return node->primary; }));
}

using Ids = std::set<std::string>;

TEST(FirstStart, IsLessonOneWithOneFilledButton) {
  Stage stage;
  ASSERT_TRUE(stage->open_last());
  EXPECT_THAT(stage.node("header")->label, HasSubstr("01"));
  EXPECT_EQ(filled(stage), 1);
  EXPECT_EQ(seen(stage), Ids{"skip"});
  EXPECT_EQ(stage.node("course.keys"), nullptr) << "the list is closed";
  EXPECT_EQ(stage.node("inspector"), nullptr);
  EXPECT_THAT(stage.twin(), Not(HasSubstr("Ctrl+L"))) << "the twin shows what the screen does";
}

TEST(FirstStart, AControlAppearsWhereALessonFirstNeedsItAndStays) {
  Stage stage;
  ASSERT_TRUE(stage->open_last());
  ASSERT_TRUE(stage->act("guess.set", "2"));
  ASSERT_TRUE(stage->act("guess.lock"));
  EXPECT_EQ(seen(stage), Ids{"next"}) << "and it is the filled one";
  ASSERT_TRUE(stage->act("next"));
  EXPECT_EQ(seen(stage), (Ids{"back", "skip"})) << "nor is a way on there while it is shut";
  ASSERT_TRUE(stage->act("skip"));
  ASSERT_TRUE(stage->act("back"));
  EXPECT_EQ(seen(stage), (Ids{"next", "back"})) << "it stays, now that it was skipped";
  for (const int step : {3, 4, 5}) {
    stage->go_to_step(step);
    ASSERT_TRUE(stage->act("guess.set", "3"));
    ASSERT_TRUE(stage->act("guess.lock"));
  }
  stage->go_to_step(6);
  ASSERT_TRUE(stage->act("run.start"));
  stage->wait();
  EXPECT_EQ(seen(stage), (Ids{"next", "back", "export", "lesson.export"}));
  stage->go_to_step(10);
  EXPECT_TRUE(seen(stage).contains("lab.open")) << "where to go from here";
  stage->go_to_step(1);
  EXPECT_EQ(seen(stage), (Ids{"next", "back", "export", "course.open", "class.open", "lab.open"}))
      << "a way back keeps its place";
}

TEST(FirstStart, KeysWorkBeforeTheirControlsAreThere) {
  Stage stage;
  ASSERT_TRUE(stage->open_last());
  ASSERT_TRUE(stage->act("class.open"));
  ASSERT_TRUE(stage->act("class.leave"));
  EXPECT_EQ(seen(stage), Ids{"skip"}) << "a class view is the teacher's";
  ASSERT_TRUE(stage->act("lab.open"));
  EXPECT_TRUE(seen(stage).contains("source.toggle"));
  ASSERT_TRUE(stage->act("lesson.back"));
  EXPECT_TRUE(seen(stage).contains("class.open")) << "the lab opens all";
}

TEST(FirstStart, AProjectorKeepsToTheStep) {
  Stage stage;
  ASSERT_TRUE(stage->open_lesson("02"));
  EXPECT_TRUE(seen(stage).contains("inspector.toggle"));
  stage->set_theme(figure::Theme::projector);
  EXPECT_EQ(seen(stage), (Ids{"next", "back", "skip", "class.open", "export"}));
  ASSERT_TRUE(stage->act("inspector.toggle")) << "its key is there";
  EXPECT_TRUE(seen(stage).contains("inspector.toggle")) << "to close it";
}

TEST(FirstStart, WhatWasUsedIsThereAtTheNextStart) {
  const tests::Home home;
  {
    session::Session first{session::Services{}};
    ASSERT_TRUE(first.open_lesson("01"));
    first.go_to_step(2);
    (void)first.view();
  }
  EXPECT_TRUE(session::load_settings().settings.controls.contains("back"));
  EXPECT_FALSE(session::load_settings().settings.controls.contains("lab"));
  {
    session::Session other{session::Services{}};
    ASSERT_TRUE(other.open_lesson("02"));
    (void)other.view();
  }
  EXPECT_TRUE(session::load_settings().settings.controls.contains("lab"))
      << "a later lesson comes after all of the first";
}

TEST(FirstStart, WhoComesFromAnOlderVersionMissesNothing) {
  const tests::Home home;
  session::Settings settings;
  settings.last_lesson = "01";
  session::save(settings);
  const auto path = base::user_config() / "settings.json";
  auto text = *base::read_file(path, 4096);
  const auto at = text.find(",\n  \"controls\"");
  ASSERT_NE(at, std::string::npos);
  std::ofstream(path) << text.substr(0, at) << "\n}\n";
  EXPECT_TRUE(session::load_settings().settings.controls.contains("lab"));
}

}  // namespace first_start_test
