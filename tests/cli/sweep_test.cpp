// onetrip sweep and its figure, as a process.
#include "cli/program.hpp"
#include "golden.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <fstream>
#include <sstream>

namespace sweep_test {

using nlohmann::json;
using ::testing::HasSubstr;

class Sweep : public testing::Test {
 protected:
  tests::Outcome onetrip(const std::vector<std::string>& arguments) {
    return tests::onetrip(arguments, {home_.path().string(), "", {}});
  }
  [[nodiscard]] std::string path(const std::string& name) const { return (home_.path() / name).string(); }
  tests::TemporaryFolder home_;
};

const char* const copies = "x: f32[2048, 1024]; y = cos(x)";

TEST_F(Sweep, ModelOfEachSize) {
  const auto outcome = onetrip({"sweep", "bias-gelu", "--over", "size=64K..1G", "--model", "--spec", "h200", "--json"});
  ASSERT_EQ(outcome.exit, 0) << outcome.err;
  const json answer = json::parse(outcome.out);
  ASSERT_EQ(answer["points"].size(), 15U);
  EXPECT_EQ(answer["points"][0]["size_bytes"], 65536);
  EXPECT_EQ(answer["points"][0]["bound"], "launch");
  EXPECT_EQ(answer["points"][14]["bound"], "memory");
  EXPECT_EQ(answer["points"][14]["plans"][0]["crossings"], 4);
  EXPECT_GT(answer["points"][14]["ratio"]["time"], 1.9);
}

TEST_F(Sweep, TheModelAloneIsThatOfTheDeviceThatIsNamed) {
  const std::vector<std::string> sweep = {"sweep",   "bias-gelu", "--over",        "size=64K..1M",
                                          "--model", "--device",  "recorded-h200", "--json"};
  const auto swept = onetrip(sweep);
  ASSERT_EQ(swept.exit, 0) << swept.err;
  const json point = json::parse(swept.out)["points"][0];
  const auto predicted =
      onetrip({"predict", "x: f32[16, 1024]; b: f32[1024]; y = gelu(x + b)", "--device", "recorded-h200", "--json"});
  ASSERT_EQ(predicted.exit, 0) << predicted.err;
  EXPECT_EQ(json::parse(swept.out)["spec"], json::parse(predicted.out)["spec"]);
  const auto none = onetrip({"sweep", copies, "--over", "n=1..3", "--model", "--device", "cpu"});
  EXPECT_EQ(none.exit, 2);
  EXPECT_THAT(none.err, HasSubstr("was not calibrated and has no data sheet"));
  EXPECT_EQ(point["plans"].size(), 2U);
}

TEST_F(Sweep, AGraphsTimesStandBesideItsOwnModel) {
  const auto recorded = [&](const char* way) {
    const auto done = onetrip(
        {"sweep", "bias-gelu", "--over", "size=64K..256K", "--device", "recorded-h200", "--submit", way, "--json"});
    EXPECT_EQ(done.exit, 0) << done.err;
    return json::parse(done.out)["points"][0]["plans"][0]["batch_time_us"].get<double>();
  };
  EXPECT_LT(recorded("graph"), 0.8 * recorded("stream")) << "a graph's starts take less";
}

TEST_F(Sweep, MeasuresKeepsAndDraws) {
  tests::calibrate(home_.path());
  const auto outcome = onetrip({"sweep", copies, "--over", "n=1..3", "--device", "cpu", "--seconds", "0.05", "--json",
                                "-o", path("sweep.json")});
  ASSERT_EQ(outcome.exit, 0) << outcome.err;
  const json answer = json::parse(outcome.out);
  ASSERT_EQ(answer["points"].size(), 3U);
  for (const json& point : answer["points"]) {
    EXPECT_GT(point["plans"][1]["measured"]["time_us"]["median"], 0);
    EXPECT_TRUE(point["plans"][1]["verdict"]["passed"]);
  }
  EXPECT_EQ(answer["points"][2]["plans"][0]["crossings"], 6);
  // What was kept is drawn, and what it lacks is said.
  const auto figure = onetrip(
      {"figure", "sweep", copies, "--over", "n=1..4", "--recording", path("sweep.json"), "-o", path("sweep.json.csv")});
  ASSERT_EQ(figure.exit, 0) << figure.err;
  std::stringstream csv;
  csv << std::ifstream(path("sweep.json.csv")).rdbuf();
  EXPECT_THAT(csv.str(), HasSubstr("recorded"));
  EXPECT_THAT(csv.str(), HasSubstr("not in "));
}

TEST_F(Sweep, FigureIsTheSameTwice) {
  for (const char* y : {"time", "speedup", "growth"}) {
    std::vector<std::string> texts;
    for (const char* name : {"a.svg", "b.svg"}) {
      const auto outcome = onetrip(
          {"figure", "sweep", "bias-gelu", "--over", "size=64K..1G", "--y", y, "--spec", "h200", "-o", path(name)});
      ASSERT_EQ(outcome.exit, 0) << outcome.err;
      std::stringstream text;
      text << std::ifstream(path(name)).rdbuf();
      texts.push_back(text.str());
    }
    EXPECT_EQ(texts[0], texts[1]);
    EXPECT_THAT(texts[0], HasSubstr("launch-bound"));
    // Opened again from its own file it is the same picture.
    ASSERT_EQ(onetrip({"figure", path("a.svg"), "-o", path("c.csv")}).exit, 0);
    std::stringstream csv;
    csv << std::ifstream(path("c.csv")).rdbuf();
    EXPECT_THAT(csv.str(), HasSubstr("1073741824,fused,model"));
  }
}

TEST_F(Sweep, DrawsHowTheErrorGrowsWithTheRow) {
  tests::calibrate(home_.path());
  const auto drawn = onetrip({"figure", "sweep", "x: f32[8, 64]; y = sum(square(x), bf16)", "--over", "row=64..256",
                              "--y", "error", "--device", "cpu", "-o", path("e.csv")});
  ASSERT_EQ(drawn.exit, 0) << drawn.err;
  std::stringstream csv;
  csv << std::ifstream(path("e.csv")).rdbuf();
  EXPECT_THAT(csv.str(), HasSubstr("row,plan,source,device,output,dtype,elements,worst (ulp),rms (ulp)"));
  EXPECT_THAT(csv.str(), HasSubstr("256,fused,measured"));
}

TEST_F(Sweep, MistakesHaveTheirPlace) {
  const auto refused = [&](const std::vector<std::string>& arguments) {
    const auto outcome = onetrip(arguments);
    EXPECT_EQ(outcome.exit, 2) << outcome.out;
    return outcome.err;
  };
  EXPECT_THAT(refused({"sweep", copies}), HasSubstr("add --over size=64K..1G"));
  EXPECT_THAT(refused({"sweep", copies, "--over", "rows=1..2"}), HasSubstr("rows=1..2\n  ^~~~"));
  EXPECT_THAT(refused({"sweep", "rmsnorm", "--over", "n=1..4"}), HasSubstr("y = rmsnorm(x, g)\n      ^"));
  EXPECT_THAT(refused({"sweep", copies, "--over", "n=1..4", "--device", "toaster"}), HasSubstr("toaster"));
  EXPECT_THAT(refused({"figure", "bytes", copies, "--over", "n=1..4", "-o", path("a.svg")}),
              HasSubstr("belongs to figure sweep"));
  EXPECT_THAT(refused({"figure", "sweep", copies, "--over", "n=1..4", "--y", "x", "-o", path("a.svg")}),
              HasSubstr("write time, speedup, growth or error"));
  EXPECT_THAT(refused({"figure", "sweep", copies, "--over", "n=1..4", "--y", "error", "-o", path("a.svg")}),
              HasSubstr("the model does not predict rounding"));
}

TEST_F(Sweep, NothingRecordedIsTheMachinesAnswer) {
  const auto outcome = onetrip({"sweep", "x: f32[7, 77]; y = cos(x)", "--over", "n=1..3", "--device", "recorded"});
  EXPECT_EQ(outcome.exit, 3) << outcome.out;
  EXPECT_THAT(outcome.err, HasSubstr("Not recorded on the H200."));
}

TEST_F(Sweep, HoldsFusedAgainstAnotherPlan) {
  const auto outcome = onetrip({"sweep", "x: f32[512, 512]; g: f32[512]; w: f32[512, 512]; y = rmsnorm(x, g) @ w",
                                "--over", "m=1..64", "--model", "--spec", "h200", "--cuts", "eager"});
  EXPECT_EQ(outcome.exit, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("eager, model"));
  EXPECT_THAT(outcome.out, testing::Not(HasSubstr("unfused")));
}

}  // namespace sweep_test
