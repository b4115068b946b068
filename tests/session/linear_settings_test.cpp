// Settings that were written to keep their reader busy.
#include "linear.hpp"
#include "session/state/settings.hpp"
#include "stage.hpp"

#include <fstream>

namespace linear_settings_test {

TEST(LinearSettings, HostileFiles) {
  const tests::Home home;
  const std::string begin = "{\"onetrip_settings\":1,\"theme\":\"dark\",\"last_lesson\":\"\",\"last_step\":1,";
  const auto key = [](std::size_t i) { return "\"k" + std::to_string(i) + "\":1,"; };
  const std::vector<std::pair<std::string, std::function<std::string(std::size_t)>>> texts = {
      {"Keys", tests::counted(begin, key, "\"z\":1}")},
      {"Places", tests::counted(begin + "\"places\":{", key, "\"z\":1}}")},
      {"Controls", tests::filled(begin + "\"controls\":[", "\"a\",", "\"a\"]}")},
      {"Brackets", tests::filled("", "[")},
      {"Escapes", tests::filled("{\"onetrip_settings\":1,\"theme\":\"", "\\u202e", "\"}")},
  };
  for (const auto& [name, text] : texts) {
    tests::expect_linear(name, text, std::size_t{60} << 10, [](const std::string& one) {
      std::ofstream(base::user_config() / "settings.json", std::ios::binary) << one;
      (void)session::load_settings();
    });
  }
}

}  // namespace linear_settings_test
