// The page by keyboard and pointer, through the same queue as a window's.
#include "headless.hpp"
#include "session/stage.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace keyboard_test {

using testing::ElementsAre;
using tests::Headless;

TEST(Keyboard, TypesIntoTheFieldThatTheViewPutsTheFocusOn) {
  Headless window;
  EXPECT_EQ(window.page.focused_node(), "task.guess");
  window.type("42");
  EXPECT_THAT(window.acts, ElementsAre("guess.set=4", "guess.set=42"));
  window.key("Backspace");
  EXPECT_EQ(window.acts.back(), "guess.set=4");
  window.key("Enter");
  EXPECT_EQ(window.acts.back(), "guess.lock");
}

TEST(Keyboard, AFigureTypedAfterASliderWasMovedReachesTheQuestion) {
  tests::Stage stage;
  ASSERT_TRUE(stage->open_lesson("01"));
  stage->go_to_step(7);
  Headless window(*stage);
  for (int i = 0; i < 40 && window.page.focused_node() != "scene.jobs"; ++i) window.key("Tab");
  ASSERT_EQ(window.page.focused_node(), "scene.jobs");
  window.key("Left");
  window.type("12");
  EXPECT_EQ(window.page.focused_node(), "task.guess");
  EXPECT_EQ(stage.node("task.guess")->value, "12");
}

TEST(Keyboard, KeysPressedAndReleasedInOnePollAreNotLost) {
  Headless window;
  for (const char* key : {"1", "2", "3"}) {
    ui::Event event;
    event.chord.key = key;
    window.input.push(event);
    event.kind = ui::Event::Kind::character;
    event.character = static_cast<char32_t>(*key);
    window.input.push(event);
  }
  window.key("Enter");  // all seven in one poll
  EXPECT_EQ(window.acts.back(), "guess.lock");
  EXPECT_EQ(window.node("task.guess").value, "123");
}

/// As a busy machine hands them over: the page that the first key opens has no frame yet when the next ones come.
TEST(Keyboard, KeysBeforeTheNextFrameGoToThePageThatIs) {
  const auto reached = [](const std::string& opens, bool draws) {
    tests::Stage stage;
    stage->open_free_play("x: f32[64]; y = relu(x)");
    Headless window(*stage);
    window.draws = draws;
    window.key(opens);
    for (int i = 0; i < 6; ++i) window.key("Tab");
    const std::string at = window.page.focused_node();
    window.draw();
    EXPECT_EQ(window.page.focused_node(), at) << opens;
    return at;
  };
  for (const char* opens : {"Ctrl+O", "Ctrl+G"}) {
    EXPECT_NE(reached(opens, true), "") << opens;
    EXPECT_EQ(reached(opens, false), reached(opens, true)) << opens << ": as with a frame after every key";
  }
}

TEST(Keyboard, AClickOnWhatHasGoneSinceTheLastFrameDoesNothing) {
  Headless window;
  const ui::Zone button = window.zone("button.primary");
  ASSERT_GT(button.box.w, 0);
  const double x = button.box.x + button.box.w / 2, y = button.box.y + button.box.h / 2;
  auto& actions = window.node("button.primary").actions;
  const auto kept = actions;
  window.draws = false;
  actions.clear();
  window.click(x, y);
  EXPECT_THAT(window.acts, testing::IsEmpty());

  actions = kept;
  window.press(x, y);
  actions.clear();
  window.release(x, y);
  EXPECT_THAT(window.acts, testing::IsEmpty()) << "pressed while it was there, let go when it was not";

  actions = kept;
  window.view.title = "another page";
  window.click(x, y);
  EXPECT_THAT(window.acts, testing::IsEmpty()) << "a button of the same name, on a page that was never shown";
  window.draw();
  window.click(x, y);
  EXPECT_THAT(window.acts, ElementsAre("guess.lock"));
}

TEST(Keyboard, TabReachesEveryEnabledActionAndComesBack) {
  Headless window;
  std::set<std::string> reached;
  window.key("Tab");
  const std::string first = window.page.focused_node();
  for (int i = 0; i < 100; ++i) {
    reached.insert(window.page.focused_node());
    window.key("Tab");
  }
  for (const session::Node* node : session::all_nodes(window.view)) {
    for (const session::Action& action : node->actions) {
      if (action.id == "guess.drag" || !action.enabled) continue;
      EXPECT_TRUE(reached.contains(node->id)) << node->id;
    }
  }
  EXPECT_EQ(first, "task.guess") << "the first Tab shows where the keyboard is";
}

TEST(Keyboard, EnterStrikesAnArrowUntilThereIsSomethingToLock) {
  tests::Stage stage;
  ASSERT_TRUE(stage->open_lesson("02"));
  stage->go_to_step(2);
  Headless window(*stage, 1280, 720);
  const auto reach_mark = [&] {
    for (int i = 0; i < 30; ++i) {
      window.key("Tab");
      for (const ui::Zone& zone : window.page.zones()) {
        if (zone.kind == ui::Zone::Kind::mark && window.page.focused_node() == zone.node) return true;
      }
    }
    return false;
  };
  ASSERT_TRUE(reach_mark());
  const auto button = [&] { return stage.node("button.primary")->actions.front(); };
  ASSERT_FALSE(button().enabled);
  window.key("Enter");
  EXPECT_TRUE(button().enabled) << "one arrow is struck";
  EXPECT_EQ(button().id, "guess.lock");
  ASSERT_EQ(stage.node("task.message"), nullptr);
  window.key("Enter");
  EXPECT_NE(stage.node("task.message"), nullptr) << "Enter is the button's: not all is struck that can be";
}

TEST(Keyboard, BackNamesAKeyThatGoesBackBesideAField) {
  tests::Stage stage;
  ASSERT_TRUE(stage->open_lesson("01"));
  stage->go_to_step(3);
  Headless window(*stage, 1280, 720);
  const auto back = [&] { return stage.node("button.back")->actions.front().keys.front(); };
  EXPECT_EQ(back(), "PageUp") << "it keeps its place when a guess comes";
  window.type("7");
  EXPECT_EQ(back(), "PageUp");
  window.key("Left");
  EXPECT_TRUE(stage.node("step.3")->selected) << "the caret moved";
  window.key("PageUp");
  EXPECT_TRUE(stage.node("step.2")->selected);
}

TEST(Keyboard, WhatWasReadBeforeTheAnswerIsNoMoreBelow) {
  tests::Stage stage;
  ASSERT_TRUE(stage->open_lesson("01"));
  ASSERT_TRUE(stage->act("guess.set", "2"));
  ASSERT_TRUE(stage->act("guess.lock"));
  Headless window(*stage, 1280, 720);
  const auto words = [&] { return window.page.layout().regions.front(); };
  for (int scale = 0; scale < 40 && !words().again; ++scale) {
    window.page.theme.scale *= 1.02;
    window.draw();
  }
  ASSERT_TRUE(words().again) << "which is said, or the page looks as if it ended";
  EXPECT_FALSE(words().more) << "the question and the words above it stand there";
  window.key("PageDown");
  EXPECT_TRUE(stage.node("step.2")->selected);
}

TEST(Keyboard, PageDownReadsToTheEndBeforeItGoesOn) {
  tests::Stage stage;
  ASSERT_TRUE(stage->open_lesson("01"));
  stage->go_to_step(2);
  Headless window(*stage, 1280, 720);
  stage->act("skip", {});
  stage->go_to_step(2);
  window.draw();
  const auto words = [&] { return window.page.layout().regions.front(); };
  for (int scale = 0; scale < 8 && !words().more; ++scale) {
    window.page.theme.scale *= 1.1;
    window.draw();
  }
  ASSERT_TRUE(words().more) << "or this test shows nothing";
  int pages = 0;
  while (words().more && ++pages < 20) {
    window.key("PageDown");
    window.draw();
    ASSERT_TRUE(stage.node("step.2")->selected);
  }
  window.key("PageUp");
  window.draw();
  EXPECT_TRUE(stage.node("step.2")->selected);
  EXPECT_TRUE(words().more) << "back to what was read";
  while (words().scroll > 0) {
    window.key("PageUp");
    window.draw();
  }
  window.key("PageUp");
  EXPECT_TRUE(stage.node("step.1")->selected);
}

TEST(Keyboard, ShiftTabGoesBack) {
  Headless window;
  window.key("Tab");
  window.key("Tab");
  const std::string second = window.page.focused_node();
  window.key("Shift+Tab");
  EXPECT_NE(window.page.focused_node(), second);
  EXPECT_EQ(window.page.focused_node(), "task.guess");
}

TEST(Keyboard, FocusScrollsIntoView) {
  Headless window(tests::sample_view(), 1024, 768);
  for (int i = 0; i < 100; ++i) {
    window.key("Tab");
    for (const ui::Zone& zone : window.page.zones()) {
      if (zone.node != window.page.focused_node() || zone.kind == ui::Zone::Kind::drag) continue;
      if (zone.box.h < 300) {
        EXPECT_GT(zone.seen.h, 0) << zone.node << " " << zone.action;
      }
      break;
    }
  }
}

TEST(Keyboard, SpaceMarksAndEnterGoesToTheFilledButton) {
  Headless window;
  window.key("Tab");
  while (window.page.focused_node() != "task.choice.A") window.key("Tab");
  window.key("Space");
  EXPECT_THAT(window.acts, ElementsAre("choice:A"));
  window.key("Enter");
  EXPECT_THAT(window.acts, ElementsAre("choice:A", "guess.lock"));
}

TEST(Keyboard, ASliderGoesFromStopToStopAndByAHundredth) {
  Headless window;
  window.key("Right");
  EXPECT_THAT(window.acts, ElementsAre()) << "the keyboard is elsewhere";
  window.key("Tab");
  while (window.page.focused_node() != "scene.place") window.key("Tab");
  for (const char* key : {"Right", "Left", "Shift+Right", "Shift+Left", "Home", "End"}) window.key(key);
  EXPECT_THAT(window.acts, ElementsAre("scene.seek=0.5", "scene.seek=0", "scene.seek=0.26", "scene.seek=0.24",
                                       "scene.seek=0", "scene.seek=1"));
  window.acts.clear();
  window.key("F7");
  window.key("Enter");
  EXPECT_THAT(window.acts, ElementsAre("scene.play", "guess.lock")) << "Enter is left to the filled button";
}

TEST(Pointer, DragsTheSliderAndStopsAtItsEnds) {
  Headless window(tests::sample_view(), 1280, 3000);
  const ui::Zone zone = window.zone("scene.place", "scene.seek");
  ASSERT_EQ(zone.kind, ui::Zone::Kind::slide);
  const double y = zone.seen.y + zone.seen.h / 2;
  window.press(zone.origin_x + zone.unit / 2, y);
  EXPECT_TRUE(window.page.dragging());
  window.move(zone.origin_x + zone.unit * 0.75, y + 300);
  window.move(zone.origin_x + zone.unit + 500, y);
  window.release(zone.origin_x - 500, y);
  window.move(zone.origin_x, y);
  EXPECT_THAT(window.acts, ElementsAre("scene.seek=0.5", "scene.seek=0.75", "scene.seek=1"));
}

TEST(Keyboard, EnterPressesTheButtonThatHasTheFocus) {
  Headless window;
  window.key("Tab");
  while (window.page.focused_node() != "button.back") window.key("Tab");
  window.key("Enter");
  window.key("Space");
  EXPECT_THAT(window.acts, ElementsAre("back", "back"));
}

TEST(Keyboard, LettersChooseButNotWhileTyping) {
  Headless window;
  window.type("B");
  EXPECT_EQ(window.acts.back(), "guess.set=B") << "typed into the field";
  window.click(window.zone("task.choice.A").seen.x + 4, window.zone("task.choice.A").seen.y + 4);
  window.acts.clear();
  Headless other;
  other.node("task.guess").editable = other.node("task.guess").focused = false;
  other.node("task.guess").actions.clear();
  other.draw();
  other.type("B");
  EXPECT_THAT(other.acts, ElementsAre("choice:B"));
}

TEST(Keyboard, DisabledActionsSayWhyAndDoNothing) {
  Headless window;
  window.key("PageDown");
  EXPECT_THAT(window.acts, ElementsAre());
  window.key("PageUp");
  EXPECT_THAT(window.acts, ElementsAre("back"));
}

TEST(Keyboard, AReasonIsSaidOnlyWhileItHolds) {
  const auto allow = [](Headless& window) {
    window.node("button.next").actions[0].enabled = true;
    window.node("button.next").actions[0].why_not.clear();
  };
  Headless never;
  allow(never);
  never.key("PageDown");
  never.draw();

  Headless window;
  window.key("PageDown");
  window.draw();
  EXPECT_GT(window.vertices, never.vertices) << "refused, with its reason";
  allow(window);
  window.draw();
  EXPECT_EQ(window.vertices, never.vertices);
}

TEST(Keyboard, EscapeCancelsAJobAndLosesNothing) {
  Headless window;
  window.type("17");
  window.acts.clear();
  window.key("Escape");
  EXPECT_THAT(window.acts, ElementsAre("run.cancel"));
  EXPECT_EQ(window.node("task.guess").value, "17");
}

TEST(Keyboard, WhatTheSessionMakesOfTypedTextDoesNotFightTheTypist) {
  Headless window;
  window.type("4");
  window.node("task.guess").value = "4 crossings";  // set from outside, as by a drag
  window.draw();
  window.type("!");
  EXPECT_EQ(window.acts.back(), "guess.set=4 crossings!");
}

TEST(Keyboard, ScalesAndChangesTheme) {
  Headless window;
  window.key("Ctrl++");
  EXPECT_DOUBLE_EQ(window.page.theme.scale, 1.25);
  for (int i = 0; i < 20; ++i) window.key("Ctrl+=");
  EXPECT_DOUBLE_EQ(window.page.theme.scale, 3);
  window.key("Ctrl+-");
  EXPECT_DOUBLE_EQ(window.page.theme.scale, 2.5);
  window.key("Ctrl+0");
  EXPECT_DOUBLE_EQ(window.page.theme.scale, 1);
  window.key("F3");
  EXPECT_EQ(window.page.theme.palette, figure::Theme::dark);
}

TEST(Keyboard, ExportsTheFigureOnCtrlE) {
  Headless window;
  window.key("Ctrl+E");
  EXPECT_THAT(window.acts, ElementsAre("export:bytes"));
}

TEST(Keyboard, CopiesTheCodeOfThePageOnCtrlC) {
  session::View view = tests::sample_view();
  session::Node node;
  node.id = "prose.commands";
  node.purpose = session::Purpose::prose;
  node.paragraphs = lesson::paragraphs("First:\n\n```text\nncu a \\\n  b\n```\n\nThen:\n\n```text\nncu c\n```\n");
  view.root.children = {node};  // no field, whose own text it would copy
  Headless window(view);
  window.key("Ctrl+C");
  EXPECT_EQ(window.copied, "ncu a \\\n  b\n\nncu c\n");
}

TEST(Pointer, PressesButtonsOnRelease) {
  Headless window;
  const ui::Box box = window.zone("button.primary").seen;
  window.press(box.x + 5, box.y + 5);
  EXPECT_TRUE(window.acts.empty());
  window.release(box.x + 5, box.y + 5);
  EXPECT_THAT(window.acts, ElementsAre("guess.lock"));
  window.press(box.x + 5, box.y + 5);
  window.release(5, 300);
  EXPECT_EQ(window.acts.size(), 1u) << "let go somewhere else";
}

TEST(Pointer, MarksArrowsOfTheStrip) {
  Headless window;
  for (const char* id : {"arrow:k1.read", "arrow:k2.write"}) {
    const ui::Box box = window.zone("task.strip", id).seen;
    ASSERT_GT(box.h, 0) << id;
    window.click(box.x + box.w / 2, box.y + box.h / 2);
  }
  EXPECT_THAT(window.acts, ElementsAre("arrow:k1.read", "arrow:k2.write"));
}

TEST(Pointer, DragsTheGuessInFigureUnits) {
  Headless window(tests::sample_view(), 1280, 2000);
  const ui::Zone zone = window.zone("figure.bytes", "guess.drag");
  ASSERT_GT(zone.unit, 0);
  window.move(zone.origin_x + 100 * zone.unit, zone.origin_y + 200 * zone.unit);
  window.press(zone.origin_x + 100 * zone.unit, zone.origin_y + 200 * zone.unit);
  window.move(zone.origin_x + 300 * zone.unit, zone.origin_y + 200 * zone.unit);
  ASSERT_FALSE(window.acts.empty());
  double x = 0, y = 0;
  ASSERT_EQ(std::sscanf(window.acts.back().c_str(), "guess.drag=%lf %lf", &x, &y), 2) << window.acts.back();
  EXPECT_NEAR(x, 300, 0.01);
  EXPECT_NEAR(y, 200, 0.01);
  window.release(0, 0);
  const auto count = window.acts.size();
  window.move(zone.origin_x + 400 * zone.unit, zone.origin_y + 200 * zone.unit);
  EXPECT_EQ(window.acts.size(), count) << "let go";
}

TEST(Pointer, MovesTheCaretAndSelects) {
  Headless window(tests::sample_view(), 1280, 2000);
  window.type("123 456");
  ui::Zone zone = window.zone("task.guess");
  const double digit = ui::text_width("0", zone.font), y = zone.origin_y + 5;
  window.press(zone.origin_x + 0.1, y);
  window.move(zone.origin_x + 3 * digit, y);
  window.release(zone.origin_x + 3 * digit, y);
  window.key("Ctrl+C");
  EXPECT_EQ(window.copied, "123");
  window.key("Backspace");
  EXPECT_EQ(window.acts.back(), "guess.set= 456");
}

TEST(Pointer, NeedsNoFrameWhileNothingUnderItChanges) {
  Headless window;
  ui::Event event;
  event.kind = ui::Event::Kind::move;
  event.x = 600;
  event.y = 100;
  window.page.handle(event);
  event.x = 601;
  EXPECT_FALSE(window.page.handle(event));
  const ui::Box button = window.zone("button.primary").seen;
  event.x = button.x + 3;
  event.y = button.y + 3;
  EXPECT_TRUE(window.page.handle(event)) << "a button lights up";
}

TEST(Pointer, WheelScrollsThePartUnderIt) {
  Headless window;
  const auto& regions = window.page.layout().regions;
  ASSERT_EQ(regions.size(), 2u);
  ASSERT_GT(regions[0].most(), 100);
  const double y = window.placement("prose.1")->box.y;
  const double figure = window.placement("task.strip")->box.y;
  window.move(regions[0].box.x + 50, regions[0].box.y + 50);
  ui::Event event;
  event.kind = ui::Event::Kind::wheel;
  event.y = -1;
  window.page.handle(event);
  window.draw();
  EXPECT_LT(window.placement("prose.1")->box.y, y);
  EXPECT_DOUBLE_EQ(window.placement("task.strip")->box.y, figure);
}

TEST(Field, ALongTextScrollsInItsOwnBox) {
  session::View view = tests::sample_view();
  std::erase_if(view.root.children, [](const session::Node& node) {
    using session::Purpose;
    return node.id != "lab.chain" && node.purpose != Purpose::header && node.purpose != Purpose::number &&
           node.figure == nullptr;
  });
  Headless window(std::move(view), 1280, 720);
  std::string chain = "x: f32[1024]";
  for (int i = 1; i <= 64; ++i) chain += "\nt" + std::to_string(i) + " = relu(x)";
  window.node("lab.chain").value = chain;
  window.draw();
  ui::Zone field = window.zone("lab.chain");
  EXPECT_LT(window.placement("task.guess")->box.bottom(), window.page.layout().regions[0].box.bottom());
  const auto line = [&](int n) { return field.origin_y + n * field.leading; };
  EXPECT_GE(line(0), field.box.y) << "it begins with its first line";

  window.click(field.box.x + 30, field.box.y + 12);
  window.key("Ctrl+End");
  window.type("#");
  field = window.zone("lab.chain");
  EXPECT_GE(line(64), field.box.y);
  EXPECT_LE(line(65), field.box.bottom()) << "the caret's line is seen";
  EXPECT_EQ(window.acts.back(), "chain.set=" + chain + "#");

  // A press lands on the line that is seen there.
  window.press(field.box.right() - 20, line(60) + 3);
  window.release(field.box.right() - 20, line(60) + 3);
  window.type("!");
  EXPECT_NE(window.acts.back().find("t60 = relu(x)!\n"), std::string::npos);

  const double page = window.placement("lab.chain")->box.y, before = window.zone("lab.chain").origin_y;
  ui::Event event;
  event.kind = ui::Event::Kind::wheel;
  event.y = 1;
  window.page.handle(event);
  window.draw();
  EXPECT_GT(window.zone("lab.chain").origin_y, before) << "the text goes";
  EXPECT_DOUBLE_EQ(window.placement("lab.chain")->box.y, page) << "the page stays";
}

TEST(Keyboard, GoesToWhatTheViewOpensAndScrollsThePartThatItIsIn) {
  Headless window;
  ASSERT_EQ(window.page.focused_node(), "task.guess");
  auto& nodes = window.view.root.children;
  const auto set = [&](const char* id, bool focused) {
    for (session::Node& node : nodes) {
      if (node.id == id) node.focused = focused;
    }
    window.draw();
  };
  set("task.guess", false);
  EXPECT_EQ(window.page.focused_node(), "task.guess") << "what goes on does not move the keyboard";
  set("source", true);
  EXPECT_EQ(window.page.focused_node(), "source");
  const double source = window.placement("source")->box.y, words = window.placement("prose.1")->box.y;
  window.key("Down");
  window.draw();
  EXPECT_LT(window.placement("source")->box.y, source);
  EXPECT_DOUBLE_EQ(window.placement("prose.1")->box.y, words);
}

/// A page begins with two parts that scroll; beside the inspector it has three, and the keyboard may start in the
/// third.
TEST(Keyboard, RevealsWhatLiesInAPartThatThePageBeforeDidNotHave) {
  tests::Stage stage;
  ASSERT_TRUE(stage->open_lesson("15"));
  Headless window(*stage);
  window.key("F9");
  ASSERT_EQ(window.zone(window.page.focused_node()).region, 2);
  window.draws = false;
  window.key("Tab");
  stage->go_to_step(2);
  window.draws = true;
  window.draw();
  EXPECT_EQ(window.page.focused_node(), "inspect.ops");
  EXPECT_EQ(window.zone("inspect.ops").region, 2);
}

TEST(Keyboard, ClosingAsksOnceWhereALockedAnswerIsNotKept) {
  Headless window;
  session::Node unkept;
  unkept.id = "answers.unkept";
  unkept.said = session::Said::lasting;
  unkept.purpose = session::Purpose::notice;
  unkept.label = "Locked answers are not on the disk yet";
  window.view.root.children.push_back(unkept);
  window.draw();
  ASSERT_NE(window.placement("answers.unkept"), nullptr);
  const ui::Box foot = window.placement("answers.unkept")->box;
  const ui::Box button = window.placement("button.primary")->box;
  EXPECT_LE(foot.y, button.y) << "beside the buttons, where nothing scrolls";
  EXPECT_GE(foot.bottom(), button.bottom());
  window.key("Ctrl+Q");
  EXPECT_FALSE(window.quit);
  window.key("Escape");
  window.key("Ctrl+Q");
  EXPECT_FALSE(window.quit) << "something was done between the two";
  window.key("Ctrl+Q");
  EXPECT_TRUE(window.quit);
}

TEST(Keyboard, ClosingAsksNothingWhereAllIsKept) {
  Headless window;
  window.key("Ctrl+Q");
  EXPECT_TRUE(window.quit);
}

}  // namespace keyboard_test
