// Settings survive a restart; a broken file is moved aside, not lost and not fatal.
#include "session/state/settings.hpp"

#include "base/error.hpp"
#include "processes.hpp"
#include "stage.hpp"

#include <fstream>

namespace settings_test {

using session::load_settings;
using session::Settings;

void write_settings(const std::string& text) {
  std::ofstream(base::user_config() / "settings.json") << text;
}

TEST(Settings, AreWhatWasSaved) {
  const tests::Home home;
  EXPECT_EQ(load_settings().settings, Settings{});
  const Settings settings{.theme = figure::Theme::projector, .last_lesson = "02", .last_step = 4};
  session::save(settings);
  EXPECT_EQ(load_settings().settings, settings);
  EXPECT_EQ(load_settings().notice, "");
}

TEST(Settings, TwoWindowsKeepEachOthersChanges) {
  const tests::Home home;
  Settings known{.theme = figure::Theme::light, .last_lesson = "01", .last_step = 2};
  known.places = {{"01", 2}, {"02", 3}};
  known.ran["01"]["run"] = "cpu";
  session::save(known);
  Settings one = known, other = known;
  one.theme = figure::Theme::dark;
  one.places["01"] = 5;
  one.ran.erase("01");
  one.controls.insert("lab");
  other.last_lesson = "03";
  other.places["03"] = 1;
  other.controls.insert("class");
  session::save_changes(one, known);
  session::save_changes(other, known);
  const Settings kept = load_settings().settings;
  EXPECT_EQ(kept.theme, figure::Theme::dark);
  EXPECT_EQ(kept.last_lesson, "03");
  EXPECT_EQ(kept.places, (std::map<std::string, int>{{"01", 5}, {"02", 3}, {"03", 1}}));
  EXPECT_TRUE(kept.ran.empty()) << "taken away by the first, and unchanged by the other";
  EXPECT_EQ(kept.controls, (std::set<std::string>{"class", "lab"}));
}

TEST(Settings, EightWindowsThatSaveAtOnceLoseNothing) {
  const tests::Home home;
  constexpr int windows = 8, steps = 10;
  tests::in_processes(windows, [&](int window) {
    Settings own, known;
    for (int step = 1; step <= steps; ++step) {
      own.places["0" + std::to_string(window)] = step;
      for (int tries = 0; tries < 20; ++tries) {  // a disk may be slow for more than a second
        try {
          session::save_changes(own, known);
          break;
        } catch (const base::MachineError&) {
        }
      }
      known = own;
    }
    return 0;
  });
  const Settings kept = load_settings().settings;
  EXPECT_EQ(kept.places.size(), static_cast<std::size_t>(windows));
  for (const auto& [lesson, step] : kept.places) EXPECT_EQ(step, steps) << lesson;
}

TEST(Settings, ABrokenFileIsMovedAsideWithANotice) {
  for (const auto* text :
       {"{\"theme\": ", "[]", "{}", "{\"onetrip_settings\": 99, \"theme\": \"dark\"}",
        "{\"onetrip_settings\": 1, \"theme\": \"mauve\", \"last_lesson\": \"\", \"last_step\": 1}",
        "{\"onetrip_settings\": 1, \"theme\": \"dark\", \"last_lesson\": \"\", \"last_step\": -7}"}) {
    const tests::Home home;
    write_settings(text);
    const auto loaded = load_settings();
    EXPECT_EQ(loaded.settings, Settings{}) << text;
    const auto aside = base::user_config() / "settings.broken.json";
    EXPECT_NE(loaded.notice.find(aside.string()), std::string::npos) << loaded.notice;
    std::ifstream kept(aside);
    std::string all((std::istreambuf_iterator<char>(kept)), std::istreambuf_iterator<char>());
    EXPECT_EQ(all, text);
    EXPECT_EQ(load_settings().notice, "") << "said once";
  }
}

TEST(Settings, TheSecondBrokenFileDoesNotReplaceTheFirst) {
  const tests::Home home;
  write_settings("one");
  (void)load_settings();
  write_settings("two");
  EXPECT_NE(load_settings().notice.find("settings.broken-2.json"), std::string::npos);
  EXPECT_TRUE(std::filesystem::exists(base::user_config() / "settings.broken.json"));
}

TEST(Settings, ABrokenFileGivesWayToTheOneBefore) {
  const tests::Home home;
  const Settings first{.theme = figure::Theme::dark, .last_lesson = "01", .last_step = 2};
  Settings second = first;
  second.last_step = 3;
  session::save(first);
  session::save(second);
  session::save(second);  // nothing new: the one before stays the one before
  EXPECT_EQ(load_settings().settings, second);
  write_settings("{\"onetrip_settings\": 1, \"the");
  const auto loaded = load_settings();
  EXPECT_EQ(loaded.settings, first);
  EXPECT_NE(loaded.notice.find("settings.broken.json and the previous ones"), std::string::npos) << loaded.notice;
  EXPECT_EQ(load_settings().settings, Settings{}) << "the broken file is gone, and nothing stands in its place yet";
}

TEST(Settings, ABrokenFileIsNeverKeptAsTheOneBefore) {
  const tests::Home home;
  const Settings first{.theme = figure::Theme::dark, .last_lesson = "01", .last_step = 2};
  Settings second = first;
  second.last_step = 3;
  session::save(first);
  session::save(second);
  write_settings("broken while the window was open");
  session::save(second);
  EXPECT_TRUE(std::filesystem::exists(base::user_config() / "settings.broken.json"));
  write_settings("and again");
  EXPECT_EQ(load_settings().settings, first);
}

TEST(Settings, ACopyThatCannotBeKeptIsNoReasonNotToSave) {
  const tests::Home home;
  const Settings first{.theme = figure::Theme::dark, .last_lesson = "01", .last_step = 2};
  session::save(first);
  std::filesystem::create_directory(base::user_config() / "settings.previous.json");  // in the way of the second name
  Settings second = first;
  second.last_step = 3;
  session::save(second);
  EXPECT_EQ(load_settings().settings, second);
}

TEST(Settings, ThemeAndPlaceComeBackInTheNextSession) {
  const tests::Home home;
  const auto orders = std::make_shared<tests::Orders>();
  session::Services services;
  services.device = std::make_shared<tests::FakeDevice>(orders);
  {
    session::Session session(services);
    ASSERT_TRUE(session.open_lesson("02"));
    session.go_to_step(3);
    session.set_theme(figure::Theme::dark);
  }
  session::Session session(services);
  EXPECT_EQ(session.theme(), figure::Theme::dark);
  ASSERT_TRUE(session.open_last());
  EXPECT_NE(session::text_twin(session.view()).find("Step 3 of"), std::string::npos);
}

TEST(Settings, TheNoticeOfABrokenFileIsOnThePage) {
  const tests::Home home;
  write_settings("broken");
  session::Services services;
  session::Session session(services);
  ASSERT_TRUE(session.open_lesson("02"));
  EXPECT_NE(session::text_twin(session.view()).find("settings.broken.json"), std::string::npos);
}

}  // namespace settings_test
