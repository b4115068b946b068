// Settings survive a restart; a broken file is moved aside, not lost and not fatal.
#include "session/settings.hpp"

#include "stage.hpp"

#include <fstream>

namespace {

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

}  // namespace
