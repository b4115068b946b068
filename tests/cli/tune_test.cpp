// Knobs and tunings from the command line, as a process and without a GPU.
#include "cli/program.hpp"
#include "golden.hpp"
#include "record/tuning.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <fstream>
#include <sstream>

namespace tune_test {

using nlohmann::json;
using testing::HasSubstr;

class Tune : public testing::Test {
 protected:
  tests::Outcome onetrip(const std::vector<std::string>& arguments) {
    return tests::onetrip(arguments, {home_.path().string(), "", {}});
  }
  /// What it says where it refuses.
  std::string refused(const std::vector<std::string>& arguments, int exit) {
    const auto outcome = onetrip(arguments);
    EXPECT_EQ(outcome.exit, exit) << outcome.err;
    return outcome.err;
  }
  [[nodiscard]] std::string path(const std::string& name) const { return (home_.path() / name).string(); }
  tests::TemporaryFolder home_;
};

const char* const gelu = "x: f32[64, 32]; b: f32[32]; y = gelu(x + b)";
const char* const softmax = "x: f32[64, 512]; y = softmax(x)";

TEST_F(Tune, KnobsGoBehindCutsOrAloneToTheFusedPlan) {
  const auto emitted = onetrip({"emit", gelu, "--knob", "registers=32", "--knob", "block=512"});
  ASSERT_EQ(emitted.exit, 0) << emitted.err;
  EXPECT_THAT(emitted.out, HasSubstr("fused, registers=32 block=512"));
  EXPECT_THAT(emitted.out, HasSubstr("nvcc -maxrregcount=32 -fmad=false"));
  EXPECT_THAT(emitted.out, HasSubstr("constexpr int width = 4, threads = 512;"));
  const auto predicted = onetrip({"predict", softmax, "--spec", "h200", "--knob", "keep=nowhere", "--json"});
  ASSERT_EQ(predicted.exit, 0) << predicted.err;
  const json plans = json::parse(predicted.out)["plans"];
  ASSERT_EQ(plans.size(), 3U);
  EXPECT_EQ(plans[2]["name"], "none keep=nowhere");
  EXPECT_EQ(plans[2]["crossings"], 4);
  EXPECT_THAT(onetrip({"predict", softmax, "--spec", "h200", "--cuts", "every", "--knob", "block=64"}).out,
              HasSubstr("block=64"));
}

TEST_F(Tune, WhatIsRefusedSaysWhatIsAllowed) {
  EXPECT_THAT(refused({"emit", gelu, "--knob", "block=100"}, 2), HasSubstr("whole warps of 32"));
  EXPECT_THAT(refused({"emit", gelu, "--knob", "rows=4"}, 2), HasSubstr("has the knob: rows"));
  EXPECT_THAT(refused({"emit", "x: f32[64, 40000]; y = softmax(x)", "--sm", "75", "--knob", "keep=shared"}, 2),
              HasSubstr("536 bytes at most"));
  EXPECT_THAT(refused({"run", gelu, "--device", "cpu", "--knob", "block=64"}, 3), HasSubstr("These knobs are a GPU's"));
  EXPECT_THAT(refused({"run", gelu, "--device", "cpu", "--tuned"}, 2), HasSubstr("needs a GPU"));
  EXPECT_THAT(refused({"tune", gelu, "--device", "cpu"}, 3), HasSubstr("needs a GPU"));
  EXPECT_THAT(refused({"tune", gelu, "--device", "recorded-h200"}, 3), HasSubstr("needs a GPU"));
  EXPECT_THAT(refused({"tune", gelu, "--device", "cpu", "--cuts", "none block=64"}, 2), HasSubstr("Leave them out"));
  EXPECT_THAT(refused({"figure", "tune", gelu, "-o", path("a.svg")}, 2), HasSubstr("onetrip tune CHAIN"));
}

TEST_F(Tune, ATuningsFileIsDrawn) {
  record::Tuning tuning;
  tuning.chain = gelu;
  tuning.cuts = "none";
  tuning.rounds = tuning.wanted_rounds = 5;
  const auto times = [](double median) { return record::Times{{median}, {median}, {median}, 25, 0.01}; };
  tuning.points = {{"", times(1e-4), "", 16, base::Bytes{0}}, {"block=512 elements=8", times(8e-5), "", 24, {}}};
  tuning.chosen = "block=512 elements=8";
  tuning.fresh = {{times(1e-4), times(8e-5)}};
  tuning.provenance = {"A card", "cuda", "580", "2026-11-26T01:02:03Z", "0.1.0", "onetrip tune", 1, "stream", "m"};
  std::ofstream(path("t.toml")) << record::to_toml(tuning);
  const auto drawn = onetrip({"figure", "tune", path("t.toml"), "-o", path("t.csv")});
  ASSERT_EQ(drawn.exit, 0) << drawn.err;
  std::ostringstream text;
  text << std::ifstream(path("t.csv")).rdbuf();
  EXPECT_THAT(text.str(), HasSubstr("block=512 elements=8"));
  std::ofstream(path("bad.toml")) << "chain = 4";
  EXPECT_THAT(refused({"figure", "tune", path("bad.toml"), "-o", path("b.svg")}, 2), HasSubstr("bad.toml:1"));
}

}  // namespace tune_test
