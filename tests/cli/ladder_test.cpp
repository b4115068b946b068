// onetrip ladder over a fake worker: what is verified, left out, timed, told and kept.
#include "chain/evaluate.hpp"
#include "chain/parser.hpp"
#include "cli/program.hpp"
#include "golden.hpp"
#include "places.hpp"
#include "record/recording.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <fstream>
#include <numeric>

namespace ladder_test {

using nlohmann::json;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

class LadderCommand : public testing::Test {
 protected:
  tests::Outcome go(const std::vector<std::string>& arguments) {
    return tests::onetrip(arguments, {home_.path().string(), {}, {}});
  }
  /// On a worker that knows what rmsnorm of these rows is, and gives it for every kernel but `wrong`.
  tests::Outcome climb(std::int64_t rows, std::int64_t columns, std::vector<std::string> more,
                       const std::string& wrong = {}) {
    const auto chain = chain::parse("x: f32[" + std::to_string(rows) + ", " + std::to_string(columns) + "]; g: f32[" +
                                    std::to_string(columns) + "]; y = rmsnorm(x, g)");
    std::vector<std::int64_t> elements(static_cast<std::size_t>(rows * columns));
    std::iota(elements.begin(), elements.end(), 0);
    std::vector<bool> stored(chain->values.size(), false);
    const int y = chain->outputs().front();
    stored[static_cast<std::size_t>(y)] = true;
    std::ofstream file(path("y"), std::ios::binary);
    for (const chain::Bounded& one : chain::evaluate(*chain, stored, chain::random_inputs(*chain, 1), y, elements)) {
      const auto value = static_cast<float>(one.value);
      file.write(reinterpret_cast<const char*>(&value), sizeof value);
    }
    file.close();
    more.insert(more.begin(),
                {"ladder", "rmsnorm", "--size", std::to_string(rows) + "x" + std::to_string(columns), "--quick",
                 "--worker", tests::fake_worker().string() + " answers " + path("y") + " " + wrong});
    return go(more);
  }
  [[nodiscard]] std::string path(const std::string& name) const { return (home_.path() / name).string(); }
  tests::TemporaryFolder home_;
};

std::vector<std::string> names(const json& plans) {
  std::vector<std::string> all;
  for (const json& plan : plans) all.push_back(plan["name"]);
  return all;
}

TEST_F(LadderCommand, EveryRungIsVerifiedAndTimedBesideTheGeneratedKernels) {
  const auto outcome = climb(2, 8192, {"--json", "-o", path("ladder.json")});
  ASSERT_EQ(outcome.exit, 0) << outcome.err;
  const json answer = json::parse(outcome.out);
  EXPECT_THAT(names(answer["plans"]), ElementsAre("unfused", "v1_one_thread_a_row", "v2_one_block_a_row",
                                                  "v3_vectors_and_shuffles", "v4_row_in_registers", "fused"));
  int index = 0;  // the fake worker's plan 0 takes 1 ms, plan 1 takes 2 ms, ...
  for (const json& plan : answer["plans"]) {
    EXPECT_TRUE(plan["verdict"]["passed"]);
    EXPECT_GT(plan["verdict"]["checked"], 0);
    EXPECT_EQ(plan["measured"]["tier"], "counters");
    EXPECT_EQ(plan["measured"]["dram_read_bytes"], index == 0 ? 6000 : 1000) << "unfused are six kernels";
    ++index;
    EXPECT_DOUBLE_EQ(plan["measured"]["time_us"]["median"], 1000 * index);
    EXPECT_DOUBLE_EQ(plan["speed_of_fused"], 6.0 / index);
    EXPECT_EQ(plan["by_hand"], index > 1 && index < 6);
  }
  EXPECT_THAT(answer["plans"][4]["idea"], HasSubstr("The row is read once"));
  EXPECT_TRUE(answer["left_out"].empty());

  const auto kept = record::load(path("ladder.json"));
  ASSERT_TRUE(kept.has_value()) << base::render(kept.error());
  const auto& plans = kept->front().plans;
  EXPECT_EQ(plans[4].structure, "by hand v4_row_in_registers") << "never found as the generated kernel's";
  EXPECT_NE(plans[5].structure, plans[4].structure);
  EXPECT_THAT(plans[4].code.front().source, HasSubstr("rmsnorm_v4("));
}

TEST_F(LadderCommand, AWrongRungIsNotTimedAndTheOthersAre) {
  const auto outcome = climb(2, 8192, {"--json"}, "rmsnorm_v2");
  ASSERT_EQ(outcome.exit, 1) << outcome.err;
  const json answer = json::parse(outcome.out);
  ASSERT_EQ(answer["plans"].size(), 6u);
  for (const json& plan : answer["plans"]) {
    const bool right = plan["name"] != "v2_one_block_a_row";
    EXPECT_EQ(plan["verdict"]["passed"], right) << plan["name"];
    EXPECT_EQ(plan["measured"]["time_us"].is_null(), !right) << plan["name"];
    EXPECT_EQ(plan["speed_of_fused"].is_null(), !right) << plan["name"];
  }
  const auto text = climb(2, 8192, {}, "rmsnorm_v2");
  EXPECT_THAT(text.out, AllOf(HasSubstr("v2_one_block_a_row: the outputs are wrong, so it was not timed."),
                              HasSubstr("not timed"), Not(HasSubstr("No plan was timed"))));
}

TEST_F(LadderCommand, ARungThatCannotTakeTheRowIsLeftOutWithTheReason) {
  const auto outcome = climb(8192, 10, {"--json"});
  ASSERT_EQ(outcome.exit, 0) << outcome.err;
  const json answer = json::parse(outcome.out);
  EXPECT_THAT(names(answer["plans"]), ElementsAre("unfused", "v1_one_thread_a_row", "v2_one_block_a_row", "fused"));
  EXPECT_EQ(answer["left_out"][0]["why"],
            "v3_vectors_and_shuffles takes only rows whose number of columns is a multiple of 4");
  EXPECT_THAT(climb(2, 10, {}).out, HasSubstr("v4_row_in_registers takes only rows of 8192 columns"));
}

TEST_F(LadderCommand, TellsOfEachKernelInOneTable) {
  const auto outcome = climb(1, 8192, {});
  ASSERT_EQ(outcome.exit, 0) << outcome.err;
  EXPECT_THAT(outcome.out,
              AllOf(HasSubstr("RMSNorm: x: f32[1, 8192]; g: f32[8192]; y = rmsnorm(x, g)"),
                    HasSubstr("DRAM read (counters)"), HasSubstr("A block shares a row"),
                    HasSubstr("generated: one kernel for the whole chain"), HasSubstr("measured on NVIDIA H200")));
}

TEST_F(LadderCommand, IsListedWithoutAGpuAndSaysWhatIsNotRecorded) {
  const auto outcome = go({"ladder", "attention", "--list"});
  ASSERT_EQ(outcome.exit, 0) << outcome.err;
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("Causal attention: q: bf16[4, 16, 4096, 128]"), HasSubstr("v6_causal_order"),
                                 HasSubstr("90a only"), HasSubstr("time (recorded)")));
  EXPECT_THAT(go({"ladder", "matmul", "--list"}).out,
              AllOf(HasSubstr("not recorded"), HasSubstr("On a GPU: onetrip ladder matmul -o F.json")));
  const auto told = go({"ladder", "decode", "--list", "--json", "--size", "131072"});
  ASSERT_EQ(told.exit, 0) << told.err;
  const json answer = json::parse(told.out);
  EXPECT_THAT(std::string(answer["chain"]), HasSubstr("k: bf16[1, 8, 131072, 128]"));
  ASSERT_EQ(answer["rungs"].size(), 3u);
  EXPECT_EQ(answer["rungs"][1]["kernels"], 2);
  EXPECT_TRUE(answer["rungs"][1]["recorded_time_us"].is_null());
  const json kept = json::parse(go({"ladder", "costume", "--list", "--json"}).out);
  EXPECT_FALSE(kept["rungs"][1]["recorded_time_us"].is_null()) << "this one came with a recording";
  EXPECT_THAT(go({"ladder", "decode", "--list", "--size", "16x16"}).err,
              HasSubstr("Write one number, at least 1: --size 8192."));
}

TEST_F(LadderCommand, LaunchesOfRoundsAndOfEachExpertAreCounted) {
  const auto launches = [&](const std::string& name, const std::string& size) {
    const auto outcome = go({"ladder", name, "--list", "--json", "--size", size});
    EXPECT_EQ(outcome.exit, 0) << outcome.err;
    std::vector<int> all;
    const json told = json::parse(outcome.out);
    for (const json& rung : told["rungs"]) all.push_back(rung["kernels"]);
    return all;
  };
  EXPECT_THAT(launches("cross-entropy", "600"), ElementsAre(5, 2, 2 * 3, 2)) << "three rounds of two kernels";
  EXPECT_THAT(launches("experts", "1000"), ElementsAre(1 + 32, 2, 2, 1));
  EXPECT_THAT(launches("combine", "1000"), ElementsAre(2, 1, 5));
}

TEST_F(LadderCommand, WhatCannotBeIsSaid) {
  const std::string worker = tests::fake_worker().string() + " good";
  const auto refused = [&](const std::vector<std::string>& more, int exit, const std::string& sentence) {
    std::vector<std::string> arguments = {"ladder"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const auto outcome = go(arguments);
    EXPECT_EQ(outcome.exit, exit) << outcome.out;
    EXPECT_THAT(outcome.err, HasSubstr(sentence));
  };
  refused({"calibration", "--worker", worker}, 2,
          "Ladders: adam, attention, combine, costume, cross-entropy, decode, experts, matmul, rmsnorm, softmax.");
  refused({"../kernels/softmax", "--worker", worker}, 2, "there is no ladder");
  for (const char* size : {"8192", "0x8192", "4x", "4x4x4", "-4x4", "1099511627776x8192"})
    refused({"softmax", "--worker", worker, "--size", size}, 2, size);
  refused({"softmax", "--worker", worker, "--size", "8x999999999999"}, 2, "choose a smaller size");
  refused({"softmax", "--device", "cpu"}, 2, "its kernels need a GPU");
  refused({"costume", "--device", "cpu"}, 2, "onetrip figure ladder costume -o FILE.svg");
  refused({"softmax", "--device", "recorded"}, 2, "its kernels need a GPU");
  refused({"softmax", "--worker", tests::fake_worker().string() + " no-driver"}, 3, "There is no NVIDIA driver here");
}

}  // namespace ladder_test
