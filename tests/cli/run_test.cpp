// onetrip run, figure and demo, as processes: real work, verified.
#include "base/resources.hpp"
#include "cli/program.hpp"
#include "golden.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <set>

namespace run_test {

using nlohmann::json;
using testing::HasSubstr;
using tests::onetrip;

class Run : public testing::TestWithParam<std::string> {
 protected:
  tests::Outcome go(const std::vector<std::string>& arguments, const std::string& input = {}) {
    return onetrip(arguments, {home_.path().string(), input, {}});
  }
  std::string path(const std::string& name) { return (home_.path() / name).string(); }
  std::string read(const std::string& name) {
    std::stringstream out;
    out << std::ifstream(path(name), std::ios::binary).rdbuf();
    return out.str();
  }
  tests::TemporaryFolder home_;
};

TEST_P(Run, IsVerifiedInBothPlansAndCounted) {
  const auto outcome = go({"run", GetParam(), "--quick", "--spec", "h200", "--json"});
  ASSERT_EQ(outcome.exit, 0) << outcome.err << outcome.out;
  const json answer = json::parse(outcome.out);
  ASSERT_GE(answer["plans"].size(), 2u);
  for (const json& plan : answer["plans"]) {
    EXPECT_TRUE(plan["verdict"]["passed"]) << plan.dump(1);
    EXPECT_GT(plan["verdict"]["checked"], 0);
    EXPECT_EQ(plan["measured"]["tier"], "counted");
    EXPECT_EQ(plan["measured"]["source"], "measured");
    EXPECT_GT(plan["measured"]["time_us"]["median"], 0);
    EXPECT_EQ(plan["measured"]["dram_read_bytes"].get<std::int64_t>() +
                  plan["measured"]["dram_write_bytes"].get<std::int64_t>(),
              plan["bytes"].get<std::int64_t>());
  }
}

INSTANTIATE_TEST_SUITE_P(
    TwentyChainsAndAwkwardSizes, Run,
    testing::Values(
        "x: f32[512, 1024]; b: f32[1024]; y = gelu(x + b)", "x: f32[512, 1024]; b: f32[512, 1024]; y = gelu(x + b)",
        "x: f32[512, 1024]; b: f32[1024]; y = relu(x + b)", "x: f32[1]; y = exp(x)", "x: f32[1, 1]; y = softmax(x)",
        "x: f32[1048579]; y = tanh(x) * 2 + 1", "x: f32[1048579]; y = sum(x * x)", "x: f32[349525, 3]; y = softmax(x)",
        "x: f32[349525, 3]; g: f32[3]; b: f32[3]; y = layernorm(x, g, b)",
        "x: f32[97, 1009]; g: f32[1009]; y = rmsnorm(x, g)", "x: f32[7919]; y = sigmoid(x)",
        "x: f32[31, 37, 41]; b: f32[41]; y = silu(x + b)", "x: f32[257, 263]; r: f32[257, 263]; y = cos(cos(x + r))",
        "x: f16[256, 300]; y = gelu_erf(x) + x", "x: bf16[256, 300]; g: bf16[256, 300]; y = silu(g) * x",
        "x: bf16[256, 301]; a = cast(x, f32); c = exp(a); y = cast(c, bf16)",
        "x: f32[300, 301]; r: f32[300, 301]; b: f32[301]; y = dropout(x + b, 0.1, 7) + r",
        "x: f32[128, 256]; a = exp(x); y = sin(a); z = cos(a); out y, z", "x: f32[128, 257]; y = x - mean(x)",
        "x: f32[64, 513]; m = max(abs(x)); y = x / maximum(m, 0.5)",
        "a: f32[4096]; x: f32[4096]; b: f32[4096]; y = a * x + b",
        "x: f32[511, 513]; y = sqrt(abs(x)) + rsqrt(square(x) + 1) - reciprocal(minimum(x, -3))",
        "x: f32[17, 2, 64]; y = log(abs(x) + 1) - neg(x)"));

TEST_F(Run, AFigureIsTheSameBytesTwice) {
  for (const std::string ending : {"svg", "pdf", "png", "csv", "json"}) {
    for (const std::string kind : {"bytes", "roofline", "chain", "warehouse"}) {
      for (const char* name : {"a.", "b."}) {
        const auto outcome = go({"figure", kind, "bias-gelu", "--spec", "h200", "-o", path(name + ending)});
        ASSERT_EQ(outcome.exit, 0) << outcome.err;
      }
      EXPECT_FALSE(read("a." + ending).empty());
      EXPECT_EQ(read("a." + ending), read("b." + ending)) << kind << " " << ending;
    }
  }
}

TEST_F(Run, WhatOverflowedIsNotCalledRight) {
  const auto outcome = go({"run", "x: f16[4, 700]; t = x * 60000; u = t * 2; y = u / 4", "--quick", "--spec", "h200"});
  EXPECT_EQ(outcome.exit, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("checked elements overflowed where double precision does not"));
  EXPECT_THAT(outcome.out, testing::Not(HasSubstr("unfused: outputs right")));
  EXPECT_THAT(outcome.out, HasSubstr("fused: outputs right")) << "nothing between its ops is stored in f16";
}

TEST_F(Run, OneElementIsNotElements) {
  const auto outcome = go({"run", "x: f32[1]; y = exp(x)", "--quick", "--device", "cpu", "--spec", "h200"});
  ASSERT_EQ(outcome.exit, 0) << outcome.err;
  EXPECT_THAT(outcome.out, testing::HasSubstr("outputs right at the only element"));
}

TEST_F(Run, SubmitIsRefusedOnAProcessorAndToldOfACard) {
  const std::string chain = "x: f32[64, 64]; y = relu(x) + 1";
  for (const std::vector<std::string>& command :
       {std::vector<std::string>{"run", chain}, {"sweep", chain, "--over", "size=64K..256K"}}) {
    auto words = command;
    words.insert(words.end(), {"--device", "cpu", "--submit", "graph"});
    const auto refused = go(words);
    EXPECT_EQ(refused.exit, 2) << refused.out;
    EXPECT_THAT(refused.err, testing::AllOf(testing::HasSubstr("--submit graph is for a GPU"),
                                            testing::HasSubstr("leave --submit out")));
  }
  const auto graph = go({"run", "bias-gelu", "--device", "recorded", "--submit", "graph"});
  ASSERT_EQ(graph.exit, 0) << graph.err;
  EXPECT_THAT(graph.out, testing::HasSubstr("kernels in a CUDA graph (graph)"));
  const auto stream = go({"run", "bias-gelu", "--device", "recorded"});
  EXPECT_THAT(stream.out, testing::HasSubstr("kernels one by one (stream)"));
}

TEST_F(Run, AFileThatCannotBeWrittenIsToldBeforeTheMeasurement) {
  const auto outcome = go({"run", "bias-gelu", "-o", path("nowhere/a.json")});
  EXPECT_EQ(outcome.exit, 3);
  EXPECT_THAT(outcome.err, HasSubstr("nowhere does not exist"));
  EXPECT_THAT(outcome.err, testing::Not(HasSubstr("ceilings"))) << "it calibrated first";
  EXPECT_EQ(outcome.out, "");
}

TEST_F(Run, StagesAreFilesOfOneFrame) {
  ASSERT_EQ(go({"figure", "bytes", "bias-gelu", "--spec", "h200", "--stage", "all", "-o", path("f.svg")}).exit, 0);
  std::set<std::string> frames;
  for (const char* name : {"f-1-question.svg", "f-2-guess.svg", "f-3-model.svg", "f-4-truth.svg"}) {
    const std::string svg = read(name);
    ASSERT_THAT(svg, HasSubstr("viewBox"));
    const std::size_t at = svg.find("viewBox");
    frames.insert(svg.substr(at, svg.find('"', at + 10) - at));
  }
  EXPECT_EQ(frames.size(), 1u);
}

TEST_F(Run, TheWarehouseAtAnEventOrASecondAndAsAStoryboard) {
  const auto draw = [&](std::vector<std::string> more, const std::string& file) {
    std::vector<std::string> all{"figure", "warehouse", "bias-gelu", "--spec", "h200", "--pace", "equal"};
    all.insert(all.end(), more.begin(), more.end());
    all.insert(all.end(), {"-o", path(file)});
    return go(all);
  };
  ASSERT_EQ(draw({"--at", "4.8s"}, "road.svg").exit, 0);
  std::string svg = read("road.svg");
  const std::string version = base::version();
  for (std::size_t at = svg.find(version); at != std::string::npos; at = svg.find(version, at)) {
    svg.replace(at, version.size(), "VERSION");
  }
  tests::expect_golden("cli/warehouse.svg", svg);
  ASSERT_EQ(draw({"--at", "3"}, "event.csv").exit, 0);
  EXPECT_THAT(read("event.csv"), HasSubstr("unfused,5,K1,deliver,y.1,"));
  ASSERT_EQ(draw({"--storyboard"}, "board.svg").exit, 0);
  EXPECT_THAT(read("board.svg"), HasSubstr("First delivery"));
  const auto outcome = draw({"--at", "99"}, "never.svg");
  EXPECT_EQ(outcome.exit, 2);
  EXPECT_THAT(outcome.err, HasSubstr("not a moment in this scene"));
  EXPECT_EQ(go({"figure", "bytes", "bias-gelu", "--storyboard", "-o", path("f.svg")}).exit, 2);
}

TEST_F(Run, DemoFromAPipeUsesALabelledExampleGuessAndWritesFigures) {
  tests::calibrate(home_.path());
  const auto outcome = go({"demo", "--quick", "--out", path("demo")});
  ASSERT_EQ(outcome.exit, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("an example guess"));
  EXPECT_THAT(outcome.out, HasSubstr("The example guess of 3 crossings unfused is wrong: it is 4. "));
  const std::string svg = read("demo/bias-bytes.svg");
  EXPECT_THAT(svg, testing::AllOf(HasSubstr("example guess"), testing::Not(HasSubstr("you guessed"))))
      << "nobody was asked";
  EXPECT_THAT(outcome.out, HasSubstr("worked out")) << "bytes that nobody counted";
  int figures = 0;
  for (const auto& entry : std::filesystem::directory_iterator(path("demo"))) figures += entry.file_size() > 1000;
  EXPECT_GE(figures, 12) << "and as many of a recorded card, where there is one";
}

TEST_F(Run, CalibrationIsKeptAndUsedByPredict) {
  ASSERT_EQ(go({"devices", "--calibrate"}).exit, 0);
  const auto outcome = go({"predict", "bias-gelu", "--json"});
  ASSERT_EQ(outcome.exit, 0) << outcome.err;
  EXPECT_EQ(json::parse(outcome.out)["spec"], "here");
}

}  // namespace run_test
