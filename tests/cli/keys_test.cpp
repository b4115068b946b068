// onetrip keys: what can be chosen, what was, and a file that is wrong in places.
#include "base/resources.hpp"
#include "cli/program.hpp"
#include "golden.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace keys_test {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;

class KeysCommand : public testing::Test {
 protected:
  tests::Outcome go(const std::vector<std::string>& arguments) {
    return tests::onetrip(arguments, {home_.path().string(), {}, {}});
  }
  /// Where the program says that its file is.
  std::filesystem::path file() { return json::parse(go({"keys", "--json"}).out)["file"].get<std::string>(); }
  void write(const std::string& text) {
    const auto path = file();
    std::filesystem::create_directories(path.parent_path());
    base::write_file(path, text);
  }
  tests::TemporaryFolder home_;
};

TEST_F(KeysCommand, ListsActionsWithTheirKeys) {
  const auto outcome = go({"keys"});
  EXPECT_EQ(outcome.exit, 0) << outcome.err;
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("palette.open"), HasSubstr("Ctrl+K"), HasSubstr(file().string())));
}

TEST_F(KeysCommand, TellsWhatWasChosen) {
  write("[keys]\npalette.open = \"f12\"\n");
  const json told = json::parse(go({"keys", "--json"}).out);
  for (const json& one : told["keys"]) {
    const bool chosen = one["action"] == "palette.open";
    EXPECT_EQ(one["chosen"], chosen) << one;
    if (chosen) {
      EXPECT_EQ(one["keys"], json({"F12"}));
      EXPECT_EQ(one["usual_keys"], json({"Ctrl+K"}));
    }
  }
}

TEST_F(KeysCommand, AWrongLineIsToldAtItsPlaceAndTheOthersHold) {
  write("[keys]\nhint = \"k\"\nskip = \"F11\"\n");
  const auto outcome = go({"keys"});
  EXPECT_EQ(outcome.exit, 2);
  EXPECT_THAT(outcome.err, AllOf(HasSubstr("settings.toml:2:"), HasSubstr("K alone"), HasSubstr("Ctrl+H")));
  EXPECT_THAT(outcome.out, HasSubstr("F11"));
  EXPECT_EQ(go({"keys", "more"}).exit, 2);
}

}  // namespace keys_test
