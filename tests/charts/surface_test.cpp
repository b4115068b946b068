// A tuner's surface: a cell a setting, the choice in the title, nothing told before the truth.
#include "charts/sweep/surface.hpp"

#include "chain/parser.hpp"
#include "charts/looks.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

namespace surface_test {

using testing::HasSubstr;
using testing::Not;

record::Times times(double median) {
  return {{median}, {median}, {median}, 25, 0.01};
}

record::Tuning tuning(bool rows) {
  record::Tuning made;
  made.chain = "x: f32[4096, 8192]; y = relu(x)";
  made.cuts = "none";
  made.rounds = made.wanted_rounds = 5;
  made.points.push_back({"", times(121e-6), "", 16, base::Bytes{0}});
  int count = 0;
  std::vector<std::string> settings{"elements=2", "elements=4", "elements=16"};
  if (rows) settings = {"keep=registers", "keep=shared", "keep=nowhere"};
  for (const char* cap : {"", "registers=32 "}) {
    for (const int block : {64, 128, 256, 512, 1024}) {
      for (const std::string& row : settings) {
        made.points.push_back(
            {fmt::format("{}block={} {}", cap, block, row), times((110 + 3 * count++) * 1e-6), "", 24, base::Bytes{0}});
      }
    }
  }
  made.points.back().cold.reset();
  made.points.back().failed = "Wrong outputs: y[0]";
  made.chosen = made.points[1].knobs;
  made.fresh = {{times(121e-6), times(110e-6)}};
  made.provenance = {"NVIDIA H200", "cuda", "580", "2026-11-26T01:02:03Z", "0.1.0", "onetrip tune", 1, "stream", "m"};
  return made;
}

charts::ChartData sheet() {
  charts::ChartData data;
  data.chain = std::make_shared<const chain::Chain>(chain::parse("x: f32[4096, 8192]\ny = relu(x)\n").value());
  data.command = "onetrip figure tune relu";
  return data;
}

TEST(Surface, ACellASettingAndTheChoiceInTheTitle) {
  const figure::Figure figure = charts::surface(sheet(), tuning(false));
  EXPECT_EQ(figure.title, "block=64 elements=2 is 1.10x as fast as the usual kernels, the best of 31 settings");
  const std::string words = tests::readable(figure, figure::Stage::truth);
  EXPECT_THAT(words, HasSubstr("The usual kernels take 121 µs."));
  EXPECT_THAT(words, HasSubstr("16 elements/thread"));
  EXPECT_THAT(words, HasSubstr("at most 32 registers"));
  EXPECT_THAT(words, HasSubstr("left out"));
  EXPECT_EQ(figure.table.rows.size(), 31u);
  EXPECT_THAT(tests::readable(charts::surface(sheet(), tuning(true)), figure::Stage::truth),
              HasSubstr("row in shared memory"));
}

TEST(Surface, TellsNothingBeforeTheTruth) {
  const std::string early = tests::readable(charts::surface(sheet(), tuning(false)), figure::Stage::model);
  EXPECT_THAT(early, Not(HasSubstr("µs")));
  EXPECT_THAT(early, Not(HasSubstr("block=")));
}

TEST(Surface, WhatIsNotFinishedSaysSo) {
  record::Tuning stopped = tuning(false);
  stopped.rounds = 1;
  stopped.chosen.clear();
  stopped.fresh.clear();
  for (std::size_t i = 10; i < stopped.points.size(); ++i) stopped.points[i].cold.reset();
  const figure::Figure figure = charts::surface(sheet(), stopped);
  EXPECT_THAT(figure.title, HasSubstr("stopped after 11 of 31 settings"));
  EXPECT_THAT(tests::readable(figure, figure::Stage::truth), HasSubstr("not tried"));
}

}  // namespace surface_test
