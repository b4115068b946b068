// Kernel records in recordings: kept, absent in those of before, and refused where no card can have run like that.
#include "record/timeline.hpp"

#include "base/error.hpp"
#include "record/recording.hpp"
#include "record/samples.hpp"
#include "record/writer.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <functional>

namespace timeline_test {

using nlohmann::ordered_json;
using testing::HasSubstr;

/// A card's plan of two kernels, 2 ms in all, with the text of both.
record::Measurement told() {
  record::Measurement m = tests::sample_measurement();
  record::PlanMeasurement& plan = m.plans[0];
  for (const char* entry : {"k1_add", "k2_gelu"}) {
    record::KernelCode& code = plan.code.emplace_back();
    code.entry = entry;
    code.local_read = base::Bytes{64};
    code.local_written = base::Bytes{32};
  }
  plan.timeline = record::Timeline{"stream", 2, 3, {{"k1_add", 0, 990'000}, {"k2_gelu", 991'250, 1'980'000}}};
  return m;
}

std::string refusal(const std::function<void(ordered_json&)>& change) {
  ordered_json json = ordered_json::parse(record::to_recording({told()}));
  change(json["measurements"][0]["plans"][0]);
  json["sha256"] = record::checksum(json["measurements"]);
  const auto read = record::parse_recording(json.dump(), "a.json");
  return read ? "accepted" : base::render(read.error());
}

TEST(Timeline, IsKeptWithTheLocalBytes) {
  const auto read = record::parse_recording(record::to_recording({told()}), "a.json");
  ASSERT_TRUE(read) << base::render(read.error());
  EXPECT_EQ(read->at(0).plans, told().plans);
  EXPECT_DOUBLE_EQ(told().plans[0].timeline->length().value, 1.98e-3);
  EXPECT_DOUBLE_EQ(told().plans[0].timeline->busy().value, 1.97875e-3);
}

TEST(Timeline, TheReasonWhyThereIsNoneIsKept) {
  record::Measurement m = told();
  m.plans[0].timeline.reset();
  m.plans[0].no_timeline_because = "No kernel records arrived.";
  const auto read = record::parse_recording(record::to_recording({m}), "a.json");
  ASSERT_TRUE(read) << base::render(read.error());
  EXPECT_EQ(read->at(0).plans[0].no_timeline_because, "No kernel records arrived.");
}

TEST(Timeline, RecordingsOfBeforeItWasKeptAreRead) {
  EXPECT_EQ(refusal([](ordered_json& plan) {
              plan.erase("timeline");
              for (ordered_json& code : plan["code"]) {
                code.erase("local_read_bytes");
                code.erase("local_written_bytes");
              }
            }),
            "accepted");
}

TEST(Timeline, WhatNoCardCanHaveDoneIsRefusedWithTheReason) {
  const std::tuple<const char*, ordered_json, const char*> cases[] = {
      {"/timeline", nullptr, "timeline: must be an object"},
      {"/timeline/run", 0, "not one of the runs that were made"},
      {"/timeline/run", 4, "not one of the runs that were made"},
      {"/timeline/run", 1e300, "run: must be a whole number"},
      {"/timeline/kernels", ordered_json::array(), "0 kernels, but the plan starts 2"},
      {"/timeline/kernels/0", 7, "kernels[0]: must be an object"},
      {"/timeline/kernels/0/kernel", "miner", "kernel 1 is called miner"},
      {"/timeline/kernels/0/begin_ns", 10, "time does not begin with kernel 1"},
      {"/timeline/kernels/0/begin_ns", -5, "begin_ns: must be a whole number from 0"},
      {"/timeline/kernels/1/begin_ns", 0.5, "begin_ns: must be a whole number"},
      {"/timeline/kernels/1/begin_ns", "nan", "begin_ns: must be a whole number"},
      {"/timeline/kernels/0/end_ns", 0, "kernel 1 (k1_add) ends no later than it begins"},
      {"/timeline/kernels/1/end_ns", 991'250, "kernel 2 (k2_gelu) ends no later than it begins"},
      {"/timeline/kernels/1/begin_ns", 900'000, "runs before the one it waits for has ended"},
      {"/timeline/kernels/1/end_ns", std::int64_t{1} << 61, "end_ns: must be a whole number from 0"},
      {"/timeline/kernels/1/end_ns", std::int64_t{1} << 55, "takes longer than any run may take"},
      {"/timeline/kernels/1/end_ns", 9'000'000, "ran 9.00 ms, but the whole plan took 2.00 ms"},
  };
  for (const auto& [path, value, says] : cases) {
    const std::string words = refusal([&](ordered_json& plan) { plan[ordered_json::json_pointer(path)] = value; });
    EXPECT_THAT(words, HasSubstr(says)) << path << " " << value;
  }
}

TEST(Timeline, OutOfOrderAndOverTheRoofAreRefused) {
  EXPECT_THAT(refusal([](ordered_json& plan) {
                ordered_json& kernels = plan["timeline"]["kernels"];
                kernels[0]["end_ns"] = 5000;
                kernels.push_back({{"kernel", "k3"}, {"begin_ns", 2000}, {"end_ns", 4000}});
                plan["code"].push_back(plan["code"][0]);
                plan["code"][2]["entry"] = "k3";
              }),
              HasSubstr("kernel 3 (k3) begins before the one that it waits for"));
  EXPECT_THAT(
      refusal([](ordered_json& plan) {
        plan["dram_read_bytes"] = std::int64_t{1} << 30;
        plan["timeline"]["kernels"][0]["end_ns"] = 2000;
        plan["timeline"]["kernels"][1]["end_ns"] = 995'000;
      }),
      HasSubstr("in the 5.75 µs that its kernels ran is too much: a processor with 2 threads moves at most 2.40 TB/s"));
}

TEST(Timeline, AWrongPlanHasNone) {
  EXPECT_THAT(refusal([](ordered_json& plan) {
                plan["verdict"]["passed"] = false;
                plan["cold_seconds"] = plan["batch_seconds"] = nullptr;
              }),
              HasSubstr("never timed"));
}

}  // namespace timeline_test
