// --safe-mode starts with defaults and touches nothing of the user's.
#include "cli/program.hpp"
#include "golden.hpp"

#include <gtest/gtest.h>

#include <fstream>

namespace safe_mode_test {

namespace fs = std::filesystem;

class SafeMode : public testing::Test {
 protected:
  void SetUp() override { fs::create_directory(temporary()); }
  [[nodiscard]] fs::path temporary() const { return folder_.path() / "tmp"; }
  [[nodiscard]] fs::path home() const { return folder_.path() / "home"; }
  [[nodiscard]] tests::Outcome run(std::vector<std::string> arguments) const {
    return tests::onetrip(arguments, {home().string(), "", {"TMPDIR=" + temporary().string()}}, 20);
  }
  tests::TemporaryFolder folder_;
};

TEST_F(SafeMode, WritesIntoAHomeThatGoesWithIt) {
  const auto kept = run({"devices", "add", "gpu7", "ssh gpu7", "--safe-mode"});
  EXPECT_EQ(kept.exit, 0) << kept.err;
  EXPECT_FALSE(fs::exists(home()));
  EXPECT_TRUE(fs::is_empty(temporary()));
}

TEST_F(SafeMode, ReadsNothingThatIsBroken) {
  fs::create_directories(home() / "config");
  std::ofstream(home() / "config" / "hosts.toml") << "broken = [";
  EXPECT_NE(run({"predict", "bias-gelu", "--spec", "h200", "--device", "gpu7"}).err.find("hosts.toml"),
            std::string::npos);
  const auto safe = run({"--safe-mode", "predict", "bias-gelu", "--spec", "h200", "--device", "gpu7"});
  EXPECT_EQ(safe.err.find("hosts.toml"), std::string::npos) << safe.err;
}

TEST_F(SafeMode, WithoutAFolderItSaysSo) {
  fs::remove(temporary());
  std::ofstream(temporary()) << "interfering";
  const auto refused = run({"--safe-mode", "devices"});
  EXPECT_EQ(refused.exit, 3) << refused.err;
  EXPECT_NE(refused.err.find("TMPDIR"), std::string::npos) << refused.err;
}

TEST_F(SafeMode, IsInTheHelp) {
  EXPECT_NE(run({"--help"}).out.find("--safe-mode"), std::string::npos);
}

}  // namespace safe_mode_test
