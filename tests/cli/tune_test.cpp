// Knobs and tunings from the command line, as a process and without a GPU.
#include "chain/evaluate.hpp"
#include "chain/parser.hpp"
#include "cli/program.hpp"
#include "golden.hpp"
#include "places.hpp"
#include "record/tuning.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>
#include <numeric>
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
  EXPECT_EQ(plans[2]["crossings"], 2) << "its later sweeps find their rows in the L2";
  EXPECT_THAT(onetrip({"predict", softmax, "--spec", "h200", "--cuts", "every", "--knob", "block=64"}).out,
              HasSubstr("block=64"));
}

TEST_F(Tune, WhatIsRefusedSaysWhatIsAllowed) {
  EXPECT_THAT(refused({"emit", gelu, "--knob", "block=100"}, 2), HasSubstr("whole warps of 32"));
  EXPECT_THAT(refused({"emit", gelu, "--knob", "registers"}, 2), HasSubstr("16 to 255 registers"));
  EXPECT_THAT(refused({"emit", gelu, "--knob", "rows=4"}, 2), HasSubstr("has the knob: rows"));
  EXPECT_THAT(refused({"emit", "x: f32[64, 20000]; y = softmax(x)", "--sm", "75", "--knob", "keep=shared"}, 2),
              HasSubstr("536 bytes at most"));
  EXPECT_THAT(refused({"run", gelu, "--device", "cpu", "--knob", "block=64"}, 3),
              HasSubstr("These knobs are for a GPU"));
  EXPECT_THAT(refused({"predict", gelu, "--device", "cpu", "--spec", "h200", "--cuts", "t,t"}, 2),
              HasSubstr("named twice"));
  EXPECT_THAT(refused({"run", gelu, "--device", "recorded-h200", "--knob", "registers=24"}, 3),
              HasSubstr("run it on a host that has one"));
  EXPECT_THAT(refused({"tune", gelu, "-o", path("a.xyz")}, 2), HasSubstr(".svg, .pdf"));
  EXPECT_THAT(refused({"tune", gelu, "--theme", "pink"}, 2), HasSubstr("pink"));
  EXPECT_THAT(refused({"run", gelu, "--device", "cpu", "--tuned"}, 2), HasSubstr("needs a live GPU"));
  EXPECT_THAT(refused({"tune", gelu, "--device", "cpu"}, 3), HasSubstr("needs a live GPU"));
  EXPECT_THAT(refused({"tune", gelu, "--device", "recorded-h200"}, 3), HasSubstr("needs a live GPU"));
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
  ASSERT_EQ(onetrip({"figure", "tune", path("t.toml"), "-o", path("t.svg")}).exit, 0);
  std::ostringstream drawing;
  drawing << std::ifstream(path("t.svg")).rdbuf();
  EXPECT_THAT(drawing.str(), HasSubstr("from t.toml, not part of this release"));
  std::ofstream(path("bad.toml")) << "chain = 4";
  EXPECT_THAT(refused({"figure", "tune", path("bad.toml"), "-o", path("b.svg")}, 2), HasSubstr("bad.toml:1"));
}

/// A worker that knows what gelu(x + b) is, and whose later plans take longer: the usual kernels are the fastest.
std::string worker_that_knows(const std::string& file) {
  const auto chain = chain::parse(gelu).value();
  std::vector<std::int64_t> elements(64 * 32);
  std::iota(elements.begin(), elements.end(), 0);
  std::vector<bool> stored(chain.values.size(), false);
  const int y = chain.outputs().front();
  stored[static_cast<std::size_t>(y)] = true;
  std::ofstream out(file, std::ios::binary);
  for (const chain::Bounded& one : chain::evaluate(chain, stored, chain::random_inputs(chain, 1), y, elements)) {
    const auto value = static_cast<float>(one.value);
    out.write(reinterpret_cast<const char*>(&value), sizeof value);
  }
  return tests::fake_worker().string() + " answers " + file;
}

TEST_F(Tune, TriesTimesKeepsAndIsUsed) {
  const std::string worker = worker_that_knows(path("y"));
  EXPECT_THAT(refused({"run", gelu, "--worker", worker, "--tuned", "--quick"}, 2), HasSubstr("onetrip tune"));
  const auto tuned = onetrip({"tune", gelu, "--worker", worker, "--quick", "--json", "-o", path("surface.svg")});
  ASSERT_EQ(tuned.exit, 0) << tuned.err;
  const json answer = json::parse(tuned.out);
  EXPECT_TRUE(answer["finished"]);
  EXPECT_EQ(answer["chosen"], nullptr) << "the usual kernels are the first, and the first are the fastest";
  EXPECT_GT(answer["points"].size(), 10U);
  for (const json& point : answer["points"]) EXPECT_GE(point["time_us"], 1000) << point;
  EXPECT_EQ(answer["saved"].size(), 2U);
  EXPECT_THAT(tuned.err, HasSubstr("Saved: "));
  EXPECT_EQ(onetrip({"figure", "tune", gelu, "-o", path("again.svg")}).exit, 0) << "from what is kept";
  const auto run = onetrip({"run", gelu, "--worker", worker, "--tuned", "--quick"});
  EXPECT_EQ(run.exit, 0) << run.err;
  EXPECT_THAT(run.err, HasSubstr("nothing is added"));
}

TEST_F(Tune, ACardThatCannotSaysWhyAndKeepsNothing) {
  const std::string worker = tests::fake_worker().string() + " memory";
  EXPECT_THAT(refused({"tune", gelu, "--worker", worker, "--quick"}, 3), HasSubstr("This needs 2 TB."));
  EXPECT_FALSE(std::filesystem::exists(home_.path() / "data" / "tuned"));
}

TEST_F(Tune, AKnobRunsBesideTheOthersAndIsRefusedBeforeALaunch) {
  const std::string worker = worker_that_knows(path("y"));
  const auto run = onetrip({"run", gelu, "--worker", worker, "--quick", "--knob", "block=512", "--json"});
  ASSERT_EQ(run.exit, 0) << run.err;
  EXPECT_EQ(json::parse(run.out)["plans"][2]["name"], "none block=512");
  EXPECT_THAT(
      refused({"run", "x: f32[64, 200]; y = softmax(x)", "--worker", worker, "--knob", "rows=4", "--knob", "block=96"},
              2),
      HasSubstr("24 threads"));
}

}  // namespace tune_test
