// onetrip devices: what is known of this machine, and where from.
#include "cli/program.hpp"
#include "golden.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

namespace devices_test {

using testing::HasSubstr;

TEST(Devices, ALongSourceIsToldOnceBelowTheTable) {
  const tests::TemporaryFolder home;
  const auto run = [&](std::vector<std::string> arguments) {
    return tests::onetrip(arguments, {home.path().string(), "", {}});
  };
  tests::calibrate(home.path());
  // As a machine is told that had to share its processors meanwhile.
  const std::string doubt = "measured here, on a busy machine: calibrate again (it got 40 % of the processors)";
  const auto file = home.path() / "data" / "devices" / "here.toml";
  std::stringstream kept;
  kept << std::ifstream(file).rdbuf();
  const std::string changed = std::regex_replace(kept.str(), std::regex("measured here, [^\"]*"), doubt);
  ASSERT_NE(changed, kept.str());
  std::ofstream(file) << changed;

  const std::string out = run({"devices"}).out;
  const auto at = out.find(doubt);
  ASSERT_NE(at, std::string::npos) << out;
  EXPECT_EQ(out.find(doubt, at + 1), std::string::npos) << out;
  EXPECT_THAT(out, HasSubstr("  [1] " + doubt + "\n"));
  EXPECT_THAT(out, testing::ContainsRegex("slow memory, 50 % read, cached stores +[0-9.]+ .B/s  \\[1\\]\n"));
  EXPECT_THAT(out, HasSubstr("told by the system")) << "a short one stays in its row";
}

}  // namespace devices_test
