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
  const std::string doubt = "measured here, on a busy machine: calibrate again (it got 40% of the processors)";
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
  EXPECT_THAT(out, testing::ContainsRegex("slow memory, 50% read, cached stores +[0-9.]+ .B/s  \\[1\\]\n"));
  EXPECT_THAT(out, HasSubstr("reported by the system")) << "a short one stays in its row";
}

TEST(Devices, ABrokenCalibrationStopsNobodyAndIsTold) {
  const tests::TemporaryFolder home;
  const auto file = home.path() / "data" / "devices" / "here.toml";
  std::filesystem::create_directories(file.parent_path());
  const auto run = [&](std::vector<std::string> arguments) {
    std::ofstream(file) << "id = \"here\"\n";  // anew: what runs on this processor calibrates it, and keeps that
    return tests::onetrip(arguments, {home.path().string(), "", {}});
  };
  for (const std::vector<std::string>& command : std::vector<std::vector<std::string>>{
           {"predict", "bias-gelu"}, {"sweep", "bias-gelu", "--over", "size=1M..2M"}, {"lesson", "check", "01"}}) {
    const auto done = run(command);
    EXPECT_EQ(done.exit, 0) << command.front();
    EXPECT_THAT(done.err, testing::AllOf(HasSubstr("here.toml:1"), HasSubstr("calibrate this machine again")))
        << command.front();
  }
  EXPECT_EQ(run({"predict", "bias-gelu", "--spec", "here"}).exit, 2);
  EXPECT_EQ(run({"predict", "bias-gelu", "--spec", "h200"}).err, "");
}

}  // namespace devices_test
