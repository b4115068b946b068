// Keys of a person's own: what the file may ask for, what it is refused, and that pages show what was chosen.
#include "session/state/bindings.hpp"

#include "session/state/bindable.hpp"
#include "session/state/key_names.hpp"
#include "stage.hpp"

#include <gmock/gmock.h>

#include <set>

namespace bindings_test {

using session::parse_bindings;
using ::testing::HasSubstr;
using tests::Stage;

/// What is said of the only mistake of a file.
std::string refusal(const std::string& lines) {
  const auto loaded = parse_bindings("[keys]\n" + lines + "\n", "settings.toml");
  EXPECT_TRUE(loaded.bindings.empty()) << lines;
  return base::render(loaded.refused);
}

TEST(KeyNames, AreReadInAnyOrderAndAnyCase) {
  EXPECT_EQ(session::key_named("ctrl+k"), "Ctrl+K");
  EXPECT_EQ(session::key_named("Shift + Alt + Ctrl + p"), "Ctrl+Alt+Shift+P");
  EXPECT_EQ(session::key_named("Control++"), "Ctrl++");
  EXPECT_EQ(session::key_named("esc"), "Escape");
  EXPECT_EQ(session::key_named("f12"), "F12");
  EXPECT_EQ(session::key_named("pagedown"), "PageDown");
  EXPECT_EQ(session::key_named("\u00e9"), "\u00e9");
  for (const char* wrong : {"", "Ctrl+", "+Ctrl", "Ctrl+Ctrl+K", "Hyper+K", "F0", "F26", "Kk", "Ctrl+\n", "\xff"})
    EXPECT_EQ(session::key_named(wrong), std::nullopt) << wrong;
}

TEST(Bindings, OfAFileHold) {
  const auto loaded = parse_bindings(
      "[keys]\npalette.open = \"ctrl+shift+p\"\nnext = \"Alt+N\"\n\"window.theme\" = \"F12\"\n", "settings.toml");
  EXPECT_TRUE(loaded.refused.empty()) << base::render(loaded.refused);
  EXPECT_EQ(loaded.bindings,
            (session::Bindings{{"palette.open", "Ctrl+Shift+P"}, {"next", "Alt+N"}, {"window.theme", "F12"}}));
  EXPECT_TRUE(parse_bindings("", "settings.toml").refused.empty());
}

TEST(Bindings, TwoMayChangePlaces) {
  const auto loaded = parse_bindings("[keys]\nscene.play = \"F8\"\nscene.on = \"F7\"\n", "settings.toml");
  EXPECT_TRUE(loaded.refused.empty()) << base::render(loaded.refused);
}

TEST(Bindings, AClashIsRefusedAtItsPlaceAndTheUsualKeyKept) {
  const std::string clash = refusal("palette.open = \"F3\"");
  EXPECT_THAT(clash, HasSubstr("settings.toml:2:"));
  EXPECT_THAT(clash, HasSubstr("window.theme"));
  EXPECT_THAT(clash, HasSubstr("Ctrl+K"));
  const auto twice = parse_bindings("[keys]\nhint = \"F11\"\nskip = \"F11\"\n", "settings.toml");
  EXPECT_EQ(twice.bindings, (session::Bindings{{"hint", "F11"}})) << "the first of two lines gets it";
  EXPECT_THAT(base::render(twice.refused), HasSubstr("settings.toml:3:"));
}

/// A refused line gives its action the usual key back; a line that took that one must go too.
TEST(Bindings, WhatARefusalBringsBackClashesToo) {
  const auto loaded = parse_bindings("[keys]\nscene.play = \"F3\"\nscene.on = \"F7\"\n", "settings.toml");
  EXPECT_TRUE(loaded.bindings.empty());
  EXPECT_EQ(loaded.refused.size(), 2u) << base::render(loaded.refused);
}

TEST(Bindings, NobodyIsLockedOut) {
  EXPECT_THAT(refusal("next = \"Escape\""), HasSubstr("Escape alone"));
  EXPECT_THAT(refusal("next = \"Tab\""), HasSubstr("Tab alone"));
  EXPECT_THAT(refusal("palette.open = \"k\""), HasSubstr("K alone is a letter"));
  EXPECT_THAT(refusal("palette.open = \"Shift+K\""), HasSubstr("is a letter"));
  EXPECT_THAT(refusal("palette.open = \"7\""), HasSubstr("is a letter"));
  EXPECT_THAT(refusal("hint = \"Ctrl+C\""), HasSubstr("edits text"));
  EXPECT_THAT(refusal("hint = \"Alt+1\""), HasSubstr("cannot be changed"));
  EXPECT_THAT(refusal("palette.open = \"\""), HasSubstr("not the name of a key"));
  EXPECT_THAT(refusal("palette.open = 3"), HasSubstr("not the name of a key"));
  EXPECT_THAT(refusal("palete.open = \"F12\""), HasSubstr("palette.open"));
  for (const char* usual : {"next = \"Right\"", "lab.open = \"Ctrl+L\"", "lesson.back = \"Ctrl+L\""})
    EXPECT_TRUE(parse_bindings(std::string("[keys]\n") + usual, "f").refused.empty()) << usual;
}

TEST(Bindings, AFileThatIsNoneIsToldAndAllKeysStay) {
  for (const std::string& text : {std::string("[keys"), std::string("[colors]\nx = 1\n"), std::string("keys = 4\n"),
                                  std::string("\xff\xfe"), std::string(100, '\0')}) {
    const auto loaded = parse_bindings(text, "settings.toml");
    EXPECT_FALSE(loaded.refused.empty());
    EXPECT_TRUE(loaded.bindings.empty());
  }
}

/// The table of what can be chosen is what pages really have.
TEST(Bindings, TheTableHasTheKeysOfThePages) {
  std::set<std::string> seen;
  Stage stage;
  const auto look = [&] {
    for (const auto* node : session::all_nodes(stage->view())) {
      for (const auto& action : node->actions) {
        const auto& all = session::bindable_actions();
        const auto known = std::ranges::find(all, action.id, &session::Action::id);
        if (known == all.end() || action.keys.empty()) continue;
        for (const std::string& key : action.keys) {
          const bool confirms = key == "Enter";
          const bool usual = std::ranges::find(known->keys, key) != known->keys.end();
          EXPECT_TRUE(confirms || usual) << action.id << " has " << key;
        }
        seen.insert(action.id);
      }
    }
  };
  for (const char* id : {"01", "02"}) {
    ASSERT_TRUE(stage->open_lesson(id));
    for (int step = 1; step <= 10; ++step) {
      stage->go_to_step(step);
      look();
    }
  }
  stage->open_free_play("");
  stage->act("source.toggle");
  stage->act("inspector.toggle");
  look();
  for (const char* id : {"next", "back", "skip", "hint", "lab.open", "class.open", "course.open", "scene.play",
                         "source.next", "inspect.next", "hosts.open", "lesson.back"})
    EXPECT_TRUE(seen.contains(id)) << id;
}

TEST(Bindings, EveryUsualKeyIsItsActionsOwn) {
  std::map<std::string, std::string> owners;
  for (const auto& action : session::bindable_actions()) {
    for (const std::string& key : action.keys) {
      EXPECT_EQ(session::key_named(key), key);
      const auto [owner, fresh] = owners.emplace(key, action.id);
      // One key there and back.
      const bool never_together = (action.id == "lesson.back" && owner->second == "lab.open") ||
                                  (action.id == "recording.close" && owner->second == "recording.open");
      EXPECT_TRUE(fresh || never_together) << key << ": " << action.id << " and " << owner->second;
    }
  }
}

/// A session whose home has this settings.toml.
class Bound {
 public:
  explicit Bound(const std::string& lines)
      : stage([&](session::Services&) { base::write_file(session::bindings_path(), "[keys]\n" + lines); }) {}
  Stage stage;
};

TEST(Bindings, PagesTheWindowAndThePaletteShowThem) {
  Bound bound("course.open = \"Ctrl+B\"\nhint = \"F12\"\nwindow.keys = \"F11\"\npalette.open = \"Ctrl+Shift+P\"\n");
  Stage& stage = bound.stage;
  ASSERT_TRUE(stage->open_lesson("02"));
  EXPECT_THAT(stage.twin(), HasSubstr("Map (Ctrl+B)"));
  EXPECT_THAT(stage.twin(), testing::Not(HasSubstr("Ctrl+O")));
  const auto& window = stage->view().window;
  EXPECT_EQ(std::ranges::find(window, "window.keys", &session::Action::id)->keys, session::Keys{"F11"});
  EXPECT_EQ(std::ranges::find(window, "palette.open", &session::Action::id)->keys, session::Keys{"Ctrl+Shift+P"});
  ASSERT_TRUE(stage->act("palette.open"));
  EXPECT_THAT(stage.twin(), HasSubstr("(Ctrl+B)"));
  ASSERT_TRUE(stage->act("course.open"));
  EXPECT_THAT(stage.twin(), HasSubstr("Ctrl+B")) << "what closes the list is what opened it";
}

TEST(Bindings, TheFilledButtonKeepsEnter) {
  Bound bound("next = \"Alt+N\"\n");
  Stage& stage = bound.stage;
  ASSERT_TRUE(stage->open_lesson("01"));
  for (const auto* node : session::all_nodes(stage->view())) {
    for (const auto& action : node->actions) {
      if (action.id != "next") continue;
      const session::Keys with = {"Enter", "Alt+N"}, without = {"Alt+N"};
      EXPECT_TRUE(action.keys == with || action.keys == without);
    }
  }
}

TEST(Bindings, WhatIsRefusedStandsOnThePageUntilItIsRead) {
  Bound bound("hint = \"Ctrl+Q\"\n");
  Stage& stage = bound.stage;
  ASSERT_TRUE(stage->open_lesson("02"));
  ASSERT_NE(stage.node("keys.wrong"), nullptr);
  EXPECT_THAT(stage.twin(), HasSubstr("settings.toml:2:"));
  ASSERT_TRUE(stage->act("keys.dismiss"));
  EXPECT_EQ(stage.node("keys.wrong"), nullptr);
}

}  // namespace bindings_test
