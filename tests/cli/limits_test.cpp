// A row too long for the chip is cut the same way whoever is asked: a data sheet, a recorded GPU, a figure, `best`.
#include "cli/program.hpp"
#include "golden.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <fstream>
#include <map>
#include <sstream>

namespace limits_test {

using nlohmann::json;
using tests::onetrip;

constexpr const char* long_rows = "x: f32[64, 60000]; y = layernorm(x)";

class LongRows : public testing::Test {
 protected:
  /// Of each plan the ops of its kernels.
  std::map<std::string, std::vector<json>> plans(const std::vector<std::string>& more) {
    std::vector<std::string> arguments{"predict", long_rows, "--json", "--cuts", "best"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const auto outcome = onetrip(arguments, {home_.path().string(), "", {}});
    EXPECT_EQ(outcome.exit, 0) << outcome.err;
    std::map<std::string, std::vector<json>> plans;
    const json answer = json::parse(outcome.out);
    for (const json& plan : answer["plans"]) {
      for (const json& kernel : plan["kernels"]) plans[plan["name"]].push_back(kernel["ops"]);
    }
    return plans;
  }
  tests::TemporaryFolder home_;
};

TEST_F(LongRows, SheetAndRecordedGpuCutAlike) {
  const auto sheet = plans({"--spec", "h200"}), recorded = plans({"--device", "recorded"});
  EXPECT_EQ(sheet.at("unfused"), recorded.at("unfused"));
  EXPECT_EQ(sheet.at("fused"), recorded.at("fused"));
  EXPECT_EQ(sheet.at("best").size(), recorded.at("best").size());
  EXPECT_GT(sheet.at("fused").size(), 1u) << "57 856 elements at most stay on an H200's chip";
}

/// The counting rule knows the shape alone, so what a figure draws and a claim says of the chain is the same too.
TEST_F(LongRows, FiguresAreOfTheSamePlans) {
  const std::string sheet = (home_.path() / "sheet.csv").string(), recorded = (home_.path() / "recorded.csv").string();
  const auto drawn = [&](const std::string& how, const std::string& id, const std::string& file) {
    const auto made = onetrip({"figure", "bytes", long_rows, how, id, "-o", file}, {home_.path().string(), "", {}});
    EXPECT_EQ(made.exit, 0) << made.err;
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    std::vector<std::string> crossings;
    std::istringstream lines(text.str());
    for (std::string line; std::getline(lines, line);) {
      if (line.find("crossings") != std::string::npos) crossings.push_back(line);
    }
    return crossings;
  };
  const auto of_sheet = drawn("--spec", "h200", sheet);
  EXPECT_FALSE(of_sheet.empty());
  EXPECT_EQ(of_sheet, drawn("--spec", "recorded-h200", recorded));
}

TEST_F(LongRows, BestIsNeverOverTheLimit) {
  for (const char* spec : {"h200", "h100", "a100"}) {
    EXPECT_GT(plans({"--spec", spec}).at("best").size(), 1u) << spec;
  }
  EXPECT_GT(plans({"--device", "recorded"}).at("best").size(), 1u);
}

}  // namespace limits_test
