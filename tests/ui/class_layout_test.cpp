// The class view's page: from the back row every letter can be read, and nothing is cut off.
#include "ui/class_layout.hpp"

#include "headless.hpp"
#include "session/stage.hpp"
#include "ui/overlay.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace class_layout_test {

using session::Purpose;
using tests::Headless;

/// A window on a class, its figures made for its size as the application has them made.
struct ClassRoom {
  ClassRoom(const char* lesson, double wide, double high) : width(wide), height(high) {
    if (!stage->open_lesson(lesson)) throw std::runtime_error("no lesson");
    if (!stage->act("class.open")) throw std::runtime_error("no class view");
    const auto frame = ui::class_figure_frame(ui::class_theme({}, 1, width, height), width, height);
    stage->set_figure_frame(frame.width, frame.height);
    window = std::make_unique<Headless>(*stage, width, height);
  }

  [[nodiscard]] std::string place() { return stage.node("header")->value; }
  [[nodiscard]] bool over() {
    for (const auto& action : stage->view().root.actions) {
      if (action.id == "class.next") return place() == "10 of 10" && action.label != "Show the answer";
    }
    return true;
  }
  void key(const std::string& name) {
    window->key(name);
    stage->wait();
    window->draw();
  }

  double width, height;
  tests::Stage stage;
  std::unique_ptr<Headless> window;
};

class BackRow : public testing::TestWithParam<std::tuple<const char*, std::pair<int, int>>> {};

TEST_P(BackRow, ReadsEveryLetterOfEveryStepAndStage) {
  const auto [lesson, size] = GetParam();
  ClassRoom room(lesson, size.first, size.second);
  for (int clicks = 0; clicks < 60; ++clicks) {
    const std::string where = room.place() + "\n" + room.stage.twin();
    EXPECT_GE(room.window->smallest_type(), size.second / 30.0) << where;
    for (const auto* node : session::all_nodes(room.stage->view())) {
      const ui::Placement* placed = room.window->placement(node->id);
      ASSERT_NE(placed, nullptr) << node->id << " " << where;
      EXPECT_GE(placed->box.x, 0) << node->id << " " << where;
      EXPECT_GE(placed->box.y, 0) << node->id << " " << where;
      EXPECT_LE(placed->box.right(), size.first + 0.5) << node->id << " " << where;
      EXPECT_LE(placed->box.bottom(), size.second + 0.5) << node->id << " " << where;
    }
    const auto& all = room.window->page.placements();
    for (std::size_t i = 0; i < all.size(); ++i) {
      for (std::size_t j = i + 1; j < all.size(); ++j) {
        const bool foot = all[i].id == "header" && (all[j].id == "class.said" || all[j].purpose == Purpose::progress);
        if (!all[i].leaf || !all[j].leaf || foot) continue;
        const ui::Box both = ui::meet(all[i].box, all[j].box);
        EXPECT_FALSE(both.w > 0.5 && both.h > 0.5) << all[i].id << " and " << all[j].id << " " << where;
      }
    }
    if (room.over()) break;
    // Hands for half of the steps, so that tallies are seen too.
    if (clicks % 2 == 0 && room.stage->act("class.type")) {
      std::string hands;
      for (const auto* node : session::all_nodes(room.stage->view())) {
        if (node->purpose == Purpose::choice) hands += "12 ";
      }
      room.stage->act("class.hands", hands.empty() ? "3" : hands);
    }
    room.key("PageDown");
  }
  EXPECT_EQ(room.place(), "10 of 10") << room.stage.twin();
}

INSTANTIATE_TEST_SUITE_P(LessonsAndSizes, BackRow,
                         testing::Combine(testing::Values("01", "02"),
                                          testing::Values(std::pair(1280, 720), std::pair(1920, 1080))));

TEST(ClassPage, IsAProjectorsWhateverTheThemeAndItsTypeGrowsAtWill) {
  ClassRoom room("01", 1280, 720);
  EXPECT_EQ(room.window->page.shown().palette, figure::Theme::projector);
  const double before = room.window->page.shown().scale;
  room.key("Ctrl++");
  EXPECT_GT(room.window->page.shown().scale, before);
}

TEST(ClassPage, InAWindowHigherThanWideItsTypeIsThatOfAWallOfItsWidth) {
  const auto frame_in = [](double width, double height) {
    return ui::class_figure_frame(ui::class_theme({}, 1, width, height), width, height);
  };
  EXPECT_NEAR(frame_in(480, 1080).width, frame_in(1024, 768).width, 1) << "charts have the room that they know";
  ClassRoom room("04", 480, 1080);
  EXPECT_GE(room.window->smallest_type(), 0.75 * 480 / 30);
}

TEST(ClassPage, ClickerSpaceAndArrowsGoOnAndBackAndEscapeLeaves) {
  ClassRoom room("01", 1280, 720);
  for (const char* on : {"PageDown", "Space", "Right"}) room.key(on);
  EXPECT_EQ(room.place(), "2 of 10");
  for (const char* back : {"PageUp", "Left", "PageUp"}) room.key(back);
  EXPECT_EQ(room.place(), "1 of 10");
  room.key("Escape");
  EXPECT_FALSE(room.stage->view().in_class);
  room.key("F5");
  EXPECT_TRUE(room.stage->view().in_class);
  room.key("F5");
  EXPECT_FALSE(room.stage->view().in_class) << "a clicker's one button for both";
}

/// A clicker has a key for it; which one depends on who made it.
TEST(ClassPage, ABlankScreenShowsNothingUntilAnyKey) {
  for (const char* blank : {"B", ".", "W", ","}) {
    for (const char* any : {"PageDown", "Space", "Left", "B", "Escape", "F1", "Z"}) {
      ClassRoom room("01", 1280, 720);
      for (const char* once : {"B", "B"}) room.key(once);  // what the class begins with was read
      const std::string before = room.stage.twin();
      room.key(blank);
      EXPECT_NE(room.stage->view().blank, session::Blank::no) << blank;
      ASSERT_EQ(room.window->page.placements().size(), 1u) << "the page alone";
      room.key(any);
      EXPECT_EQ(room.stage->view().blank, session::Blank::no) << any;
      EXPECT_EQ(room.stage.twin(), before) << any << " did nothing else";
      EXPECT_TRUE(room.stage->view().in_class);
    }
  }
  ClassRoom typing("01", 1280, 720);
  typing.key("T");
  typing.key("B");
  EXPECT_EQ(typing.stage->view().blank, session::Blank::no) << "in a field it is a letter";
}

TEST(ClassPage, TypesTheHandsInTheirFieldAndEnterLocksThem) {
  ClassRoom room("01", 1280, 720);
  room.key("T");
  room.window->type("12");
  room.key("Tab");
  room.window->type("30 7");
  EXPECT_EQ(room.stage.node("class.hands")->value, "12 30 7") << "Tab goes on to the next letter";
  EXPECT_EQ(room.place(), "1 of 10") << "a blank is a blank in the field";
  room.key("Enter");
  ASSERT_NE(room.stage.node("class.said"), nullptr);
  EXPECT_EQ(room.stage.node("class.said")->label, "Guessing is over: 49 answers. Space shows the tally.");
}

TEST(ClassPage, HandsTypedWhereNoFieldOpensClickNothing) {
  ClassRoom room("01", 1280, 720);
  room.key("PageDown");
  room.key("PageDown");
  room.key("T");
  const std::string before = room.stage.twin();
  room.window->type("12 30 7");
  room.key("Enter");
  EXPECT_EQ(room.place(), "1 of 10");
  EXPECT_EQ(room.stage.twin(), before);
  room.key("Space");
  EXPECT_NE(room.stage.twin(), before) << "the clicker's key is itself again";
  ClassRoom other("01", 1280, 720);
  other.key("PageDown");
  other.key("T");
  const std::string locked = other.stage.twin();
  other.key("Space");
  EXPECT_NE(other.stage.twin(), locked) << "no figure was typed: a click is a click";
}

TEST(ClassPage, EscapeClosesTheFieldFirst) {
  ClassRoom room("01", 1280, 720);
  room.key("T");
  room.key("Escape");
  EXPECT_TRUE(room.stage->view().in_class);
  EXPECT_EQ(room.stage.node("class.hands"), nullptr);
  room.key("Space");
  EXPECT_NE(room.stage.node("class.said"), nullptr) << "the keys are the page's again";
}

TEST(ClassPage, ItsKeysAreListed) {
  ClassRoom room("01", 1280, 720);
  std::string all;
  for (const auto& line : ui::key_lines(room.stage->view())) all += line.key + " " + line.label + "\n";
  for (const char* key : {"PageDown", "Esc, F5", "T ", "P ", "B, .", "W, ,"})
    EXPECT_THAT(all, testing::HasSubstr(key)) << all;
  EXPECT_EQ(all.find("Space"), all.rfind("Space")) << "one meaning a key: " << all;
}

TEST(ClassPage, AnswersThatAreNotOnTheDiskStandBesideTheRest) {
  for (const auto& [width, height] : {std::pair(1280, 720), std::pair(1024, 768)}) {
    ClassRoom room("02", width, height);
    for (int clicks = 0; clicks < 60; ++clicks) {
      session::View view = room.stage->view();
      session::Node unkept;
      unkept.id = "answers.unkept";
      unkept.said = session::Said::lasting;
      unkept.purpose = Purpose::notice;
      unkept.label = "Answers not on the disk yet";
      view.root.children.push_back(unkept);
      Headless window(view, width, height);
      const ui::Placement* placed = window.placement("answers.unkept");
      ASSERT_NE(placed, nullptr) << room.place();
      for (const ui::Placement& other : window.page.placements()) {
        if (!other.leaf || other.id == placed->id) continue;
        const ui::Box both = ui::meet(other.box, placed->box);
        EXPECT_FALSE(both.w > 0.5 && both.h > 0.5) << other.id << " " << room.place();
      }
      if (room.over()) break;
      room.key("Space");
    }
    EXPECT_EQ(room.place(), "10 of 10");
  }
}

/// A key that opens a field comes as a key and, at once, as its letter.
TEST(ClassField, TheLetterThatOpensItIsNotTypedIntoIt) {
  ClassRoom room("01", 1280, 720);
  room.stage->go_to_step(2);
  room.window->draw();
  room.window->type("t");
  room.window->draw();
  ASSERT_NE(room.stage.node("class.hands"), nullptr);
  EXPECT_EQ(room.stage.node("class.hands")->value, "");
  room.window->type("1 2 3");
  room.window->draw();
  EXPECT_EQ(room.stage.node("class.hands")->value, "1 2 3");
}

TEST(ClassLayout, HandsAreTypedOnOneLineBelowTheWholePicture) {
  ClassRoom room("02", 1280, 720);
  room.stage->go_to_step(6);
  room.window->draw();
  room.key("T");
  const double empty = room.window->placement("class.hands")->box.h;
  for (const char* key : {"1", "2", "Space", "3", "0", "Space", "1", "7", "Space", "1", "4", "Space", "1", "9"})
    room.key(key);
  const ui::Placement* field = room.window->placement("class.hands");
  ASSERT_NE(field, nullptr);
  EXPECT_EQ(field->box.h, empty) << "five counts need no second line";
  const ui::Placement* picture = room.window->placement("figure.warehouse");
  const ui::Placement* letter = room.window->placement("class.letter.A");
  ASSERT_NE(picture, nullptr);
  ASSERT_NE(letter, nullptr);
  EXPECT_LE(picture->box.bottom(), letter->box.y);
  EXPECT_LE(letter->box.bottom(), field->box.y);
}

TEST(ClassLayout, ThePictureFillsTheWindowByAKey) {
  ClassRoom room("02", 1280, 720);
  room.key("F10");
  EXPECT_EQ(room.window->page.overlay(), ui::Overlay::picture);
}

}  // namespace class_layout_test
