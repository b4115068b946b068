// Recordings and imports that were written to keep their reader busy.
#include "linear.hpp"

#include "record/imported.hpp"
#include "record/recording.hpp"

namespace record_linear_test {

constexpr std::size_t mebibyte = std::size_t{1} << 20;

TEST(LinearRecords, HostileJson) {
  const std::string recording = "{\"onetrip_recording\":2,\"checksum\":\"0\",\"measurements\":[";
  const std::string import = "{\"onetrip_import\":1,\"ways\":[";
  const auto key = [](std::size_t i) { return "\"k" + std::to_string(i) + "\":1,"; };
  const std::vector<std::pair<std::string, std::function<std::string(std::size_t)>>> texts = {
      {"KeysOfOneObject", tests::counted("{", key, "\"z\":1}")},
      {"KeysBehindOurs", tests::counted("{\"onetrip_recording\":2,\"onetrip_import\":1,", key, "\"z\":1}")},
      {"OneKeyAgainAndAgain", tests::filled("{", "\"k\":1,", "\"z\":1}")},
      {"Numbers", tests::filled(recording, "1,", "1]}")},
      {"Objects", tests::filled(recording, "{},", "{}]}")},
      {"Ways", tests::filled(import, "{},", "{}]}")},
      {"Brackets", tests::filled("", "[")},
      {"Pairs", tests::filled("[", "[],", "[]]")},
      {"Quotes", tests::filled("[", "\"\",", "\"\"]")},
      {"Escapes", tests::filled("[\"", "\\u202e\\\\", "\"]")},
      {"OneString", tests::filled("[\"", "a")},
      {"Lines", tests::filled("[", "1,\n")},
      {"BadBytes", tests::filled("[\"", "\xFF")},
  };
  for (const auto& [name, text] : texts) {
    tests::expect_linear(name, text, mebibyte, [](const std::string& one) { (void)record::parse_recording(one, "r"); });
    tests::expect_linear(name, text, mebibyte, [](const std::string& one) { (void)record::parse_imported(one, "i"); });
  }
}

}  // namespace record_linear_test
