// onetrip predict, as a process: the counts the course stands on, and its JSON.
#include "cli/program.hpp"
#include "golden.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace predict_test {

using nlohmann::json;
using tests::onetrip;

class Predict : public testing::Test {
 protected:
  json predict(const std::string& chain, const std::vector<std::string>& more = {}) {
    std::vector<std::string> arguments{"predict", chain, "--json", "--spec", "h200"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const auto outcome = onetrip(arguments, {home_.path().string(), "", {}});
    EXPECT_EQ(outcome.exit, 0) << outcome.err;
    return json::parse(outcome.out);
  }
  static int crossings(const json& answer, const std::string& plan) {
    for (const json& one : answer["plans"]) {
      if (one["name"] == plan) return one["crossings"];
    }
    ADD_FAILURE() << "no plan " << plan;
    return -1;
  }
  tests::TemporaryFolder home_;
};

struct Count {
  const char* chain;
  int unfused, fused;
};

class Counts : public Predict, public testing::WithParamInterface<Count> {};

TEST_P(Counts, AreThoseOfTheCountingRule) {
  const json answer = predict(GetParam().chain);
  EXPECT_EQ(crossings(answer, "unfused"), GetParam().unfused);
  EXPECT_EQ(crossings(answer, "fused"), GetParam().fused);
}

INSTANTIATE_TEST_SUITE_P(
    Course, Counts,
    testing::Values(Count{"x: f32[64, 128]; b: f32[128]; y = gelu(x + b)", 4, 2},
                    Count{"x: f32[64, 128]; b: f32[64, 128]; y = gelu(x + b)", 5, 3},
                    Count{"x: f32[64, 128]; y = exp(cos(sin(neg(x))))", 8, 2},
                    Count{"x: f32[64, 128]; r: f32[64, 128]; s: f32[64, 128]; y = relu(cos(x + r) * s)", 10, 4},
                    Count{"x: f32[64, 128]; g: f32[128]; y = rmsnorm(x, g)", 7, 2},
                    Count{"x: f32[64, 128]; y = softmax(x)", 8, 2},
                    Count{"x: f32[64, 128]; a = exp(x); y = sin(a); z = cos(a); out y, z", 6, 3},
                    Count{"x: f32[64, 128]; a = exp(x); y = sin(a); out a, y", 4, 3},
                    Count{"x: f32[64, 128]; s = sum(x * x)", 3, 1}));

TEST_F(Predict, RmsnormInTwoKernelsCrossesThreeTimes) {
  const json literal = predict("rmsnorm");
  std::string rsqrt;
  for (const json& kernel : literal["plans"][0]["kernels"]) {
    if (kernel["ops"][0] == "rsqrt") rsqrt = kernel["writes"][0];
  }
  ASSERT_FALSE(rsqrt.empty());
  const json answer = predict("rmsnorm", {"--cuts", rsqrt});
  EXPECT_EQ(crossings(answer, rsqrt), 3);
}

TEST_F(Predict, BroadcastOperandsCountNoCrossingButTheirBytes) {
  const json answer = predict("x: f32[64, 128]; b: f32[128]; y = gelu(x + b)");
  const json& fused = answer["plans"][1];
  EXPECT_EQ(fused["bytes"], 2 * 64 * 128 * 4 + 128 * 4);
  EXPECT_EQ(fused["kernels"][0]["reads"], json::array({"x", "b"}));
}

TEST_F(Predict, SharedValueIsReadOnceAKernel) {
  const json answer = predict("x: f32[64, 128]; y = exp(x) + cos(x)");
  EXPECT_EQ(answer["plans"][1]["kernels"][0]["reads"], json::array({"x"}));
  EXPECT_EQ(crossings(answer, "fused"), 2);
}

TEST_F(Predict, NamesTheSpecAndItsRatios) {
  const json answer = predict("bias-gelu");
  EXPECT_EQ(answer["spec"], "h200");
  EXPECT_DOUBLE_EQ(answer["ratio"]["crossings"], 2.0);
  EXPECT_NEAR(answer["ratio"]["time"], 2.0, 0.1) << "a little more: the same last writes are not waited for in either";
  for (const json& plan : answer["plans"]) {
    EXPECT_GT(plan["time_us"], 0);
    EXPECT_FALSE(plan["bound"].get<std::string>().empty());
  }
}

/// The rule counts what a cache keeps between two kernels; the DRAM does not see it.
TEST_F(Predict, SaysWhatTheDramSeesWhereThatIsNotWhatTheRuleCounts) {
  const auto said = [&](const std::string& chain) {
    return onetrip({"predict", chain, "--spec", "h200"}, {home_.path().string(), "", {}}).out;
  };
  const char* line = "\nAt the DRAM: unfused 295 kB, fused 164 kB, 1.80x: the last-level cache keeps the rest.\n";
  const std::string rows = "x: f32[1, 8192]; r: f32[1, 8192]; s: f32[1, 8192]; t: f32[1, 8192]; ";
  EXPECT_THAT(said(rows + "y = relu(x + r + s + t) * 1.5"), testing::HasSubstr(line));
  EXPECT_THAT(said("bias-gelu"), testing::Not(testing::HasSubstr("At the DRAM")));
}

TEST_F(Predict, ACommaLocaleChangesNothing) {
  const std::string home = home_.path().string(), made = home + "/de_DE.UTF-8";
  const std::string make = "localedef -i de_DE -f UTF-8 '" + made + "' >/dev/null 2>&1";
  if (std::system(make.c_str()) != 0 || !std::filesystem::exists(made + "/LC_NUMERIC")) {
    GTEST_SKIP() << "localedef cannot make de_DE";
  }
  const std::vector<std::string> arguments{"predict", "bias-gelu", "--spec", "h200", "--json"};
  const auto plain = onetrip(arguments, {home, "", {"LC_ALL=C"}});
  const auto comma = onetrip(arguments, {home, "", {"LOCPATH=" + home, "LC_ALL=de_DE.UTF-8"}});
  EXPECT_EQ(plain.out, comma.out);
  EXPECT_EQ(comma.exit, 0);
}

TEST_F(Predict, EveryLegalCutIsAListTheQuickestFirst) {
  const auto said = [&](const std::string& chain) {
    return onetrip({"predict", chain, "--cuts", "all", "--spec", "h200"}, {home_.path().string(), "", {}});
  };
  const auto list = said("bias-gelu-residual");
  EXPECT_EQ(list.exit, 0) << list.err;
  EXPECT_THAT(list.out, testing::HasSubstr("4 legal cuts on NVIDIA H200"));
  EXPECT_LT(list.out.find("\nfused"), list.out.find("\nunfused")) << list.out;
  const auto many = said("gelu-backward");
  EXPECT_EQ(many.exit, 2);
  EXPECT_THAT(many.err, testing::HasSubstr("up to 6 values between its ops"));
  const auto json = json::parse(
      onetrip({"predict", "softmax", "--cuts", "all", "--spec", "h200", "--json"}, {home_.path().string(), "", {}})
          .out);
  EXPECT_GT(json["plans"].size(), 4u);
}

/// The strip is of the plan that --cuts asks for.
TEST_F(Predict, AChainFigureShowsThePlanAskedFor) {
  const std::string path = (home_.path() / "strip.json").string();
  const auto kernels = [&](const std::vector<std::string>& cuts) {
    std::vector<std::string> arguments{"figure", "chain", "softmax", "-o", path};
    arguments.insert(arguments.end(), cuts.begin(), cuts.end());
    EXPECT_EQ(onetrip(arguments, {home_.path().string(), "", {}}).exit, 0);
    std::string text;
    std::ifstream file(path);
    std::getline(file, text, '\0');
    return json::parse(text)["title"].get<std::string>();
  };
  using testing::HasSubstr;
  EXPECT_THAT(kernels({}), HasSubstr("5 kernels"));
  EXPECT_THAT(kernels({"--cuts", "none"}), HasSubstr("1 kernel"));
  EXPECT_THAT(kernels({"--cuts", "y.1"}), HasSubstr("2 kernels"));
  EXPECT_THAT(kernels({"--cuts", "every"}), HasSubstr("5 kernels"));
}

}  // namespace predict_test
