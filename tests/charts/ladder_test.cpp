// Ladders: a rung that leaks is held against the one before it; what was not reported has a word and no bar.
#include "charts/bars/ladder.hpp"

#include "chain/parser.hpp"
#include "charts/looks.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <stdexcept>

namespace ladder_test {

using testing::HasSubstr;
using testing::Not;

record::PlanMeasurement plan(const char* name, double seconds, std::int64_t bytes, std::int64_t local) {
  record::PlanMeasurement one;
  one.plan = name;
  one.verdict.passed = true;
  record::Times times;
  times.median = times.q1 = times.q3 = base::Seconds{seconds};
  times.n = 50;
  one.cold = times;
  one.dram_read = one.dram_written = base::Bytes{bytes / 2};
  record::KernelCode code;
  code.entry = name;
  code.local_read = code.local_written = base::Bytes{local / 2};
  one.code = {code};
  return one;
}

charts::ChartData sheet() {
  charts::ChartData data;
  data.chain =
      std::make_shared<const chain::Chain>(chain::parse("x: f32[4096, 8192]\nb: f32[8192]\ny = gelu(x + b)\n").value());
  record::Measurement measurement;
  measurement.source = record::Source::recorded;
  measurement.tier = record::Tier::counters;
  measurement.provenance.device = "NVIDIA H200";
  measurement.provenance.date = "2026-11-22T11:28:22Z";
  measurement.plans = {plan("unfused", 2.0e-4, 940'000'000, 0), plan("v1_honest", 1.0e-4, 403'000'000, 0),
                       plan("v2_costume", 1.9e-4, 733'000'000, 386'000'000), plan("fused", 0.9e-4, 403'000'000, 0)};
  data.measurements = {measurement};
  data.command = "onetrip figure ladder costume";
  return data;
}

std::vector<charts::Rung> rungs() {
  return {{"unfused", "one kernel an op", false},
          {"v1_honest", "Four elements at a time: fetched, finished, set down.", true},
          {"v2_costume", "All 32 elements at once under a cap of 32 registers, and scraps that leave by the back door.",
           true},
          {"fused", "one kernel for the whole chain", false}};
}

TEST(LadderFigure, AnswersWhatALeakCosts) {
  const figure::Figure figure = charts::ladder(sheet(), "costume", rungs());
  EXPECT_EQ(figure.title, "The rung that spills takes 1.9 times as long and sends 386 MB through local memory");
  EXPECT_THAT(figure.description, HasSubstr("v2_costume: time 190 µs, DRAM 733 MB, local memory 386 MB."));
  EXPECT_EQ(figure.table.rows.size(), 4U);
  EXPECT_EQ(figure.table.rows[2].cells[8], "386000000");
}

TEST(LadderFigure, WithoutALeakTheFastestRungIsHeldAgainstTheGeneratedKernel) {
  charts::ChartData data = sheet();
  data.measurements[0].plans[2] = plan("v2_costume", 0.8e-4, 403'000'000, 0);
  const figure::Figure figure = charts::ladder(data, "costume", rungs());
  EXPECT_THAT(figure.title, HasSubstr("v2_costume, is 1.12 times as fast as the generated kernel"));
  EXPECT_THAT(tests::readable(figure, figure::Stage::truth), Not(HasSubstr("Local memory")));
}

TEST(LadderFigure, WhereNothingIsGeneratedTheFastestRungIsHeldAgainstTheFirst) {
  charts::ChartData data = sheet();
  auto& plans = data.measurements[0].plans;
  plans = {plan("v1_honest", 1.0e-4, 403'000'000, 0), plan("v2_costume", 0.8e-4, 403'000'000, 0)};
  std::vector<charts::Rung> by_hand{rungs()[1], rungs()[2]};
  EXPECT_EQ(charts::ladder(data, "costume", by_hand).title,
            "The fastest rung, v2_costume, is 1.25 times as fast as the first one");
  plans[1] = plan("v2_costume", 2.0e-4, 403'000'000, 0);
  EXPECT_EQ(charts::ladder(data, "costume", by_hand).title, "No rung is faster than the first one");
}

TEST(LadderFigure, NothingIsToldBeforeTheTruth) {
  const figure::Figure figure = charts::ladder(sheet(), "costume", rungs());
  const std::string before = tests::readable(figure, figure::Stage::question);
  for (const char* told : {"386", "190", "1.9"}) EXPECT_THAT(before, Not(HasSubstr(told)));
}

TEST(LadderFigure, WhatWasNotToldIsSaidAndHasNoBar) {
  charts::ChartData data = sheet();
  auto& costume = data.measurements[0].plans[2];
  costume.cold.reset();
  costume.dram_read.reset();
  costume.code.clear();
  const figure::Figure figure = charts::ladder(data, "costume", rungs());
  EXPECT_THAT(tests::readable(figure, figure::Stage::truth), HasSubstr("not reported"));
  EXPECT_THAT(figure.description,
              HasSubstr("v2_costume: time not reported, DRAM not reported, local memory not reported."));
}

figure::Rect bar(const figure::Figure& figure, std::string_view id) {
  const auto found = std::ranges::find(figure.marks, id, &figure::Mark::id);
  if (found == figure.marks.end()) throw std::runtime_error(fmt::format("no bar {}", id));
  return std::get<figure::Rect>(found->shape);
}

double baseline(const figure::Figure& figure, std::string_view words) {
  for (const figure::Mark& mark : figure.marks) {
    const auto* text = std::get_if<figure::Text>(&mark.shape);
    if (text != nullptr && text->text == words) return text->at.y;
  }
  throw std::runtime_error(fmt::format("no words {}", words));
}

TEST(LadderFigure, BytesOfDramAndOfLocalMemoryHaveOneScale) {
  const figure::Figure figure = charts::ladder(sheet(), "costume", rungs());
  const double dram = bar(figure, "bytes.v2_costume").width / 733, local = bar(figure, "local.v2_costume").width / 386;
  EXPECT_NEAR(dram, local, 1e-9);
}

TEST(LadderFigure, ANameStandsAtItsBars) {
  const figure::Figure figure = charts::ladder(sheet(), "costume", rungs());
  for (const charts::Rung& rung : rungs()) {
    const figure::Rect time = bar(figure, "time." + rung.plan);
    const double name = baseline(figure, rung.plan);
    EXPECT_GT(name, time.at.y - time.height) << rung.plan;
    EXPECT_LT(name, time.at.y + time.height) << rung.plan;
  }
}

TEST(LadderFigure, AnIdeaOfMoreLinesThanItsRowHasKeepsItsFirstClause) {
  std::vector<charts::Rung> long_ones = rungs();
  long_ones[2].idea =
      "First the whole idea in a line, then a second line of it, and then a third one with all the rest.";
  for (const double height : {720.0, 440.0, 360.0}) {
    charts::ChartData data = sheet();
    data.height = height;
    const std::string seen = tests::readable(charts::ladder(data, "costume", long_ones), figure::Stage::truth);
    EXPECT_THAT(seen, HasSubstr("First the whole")) << height;
    EXPECT_THAT(seen, Not(HasSubstr("\u2026"))) << height;
  }
}

TEST(LadderFigure, IsTidyAndWholeInEverySize) {
  for (const auto& [width, height, scale] : {std::tuple{960.0, 540.0, 1.0},
                                             {960.0, 720.0, 1.2},
                                             {960.0, 540.0, 1.52},
                                             {660.0, 343.0, 1.52},
                                             {640.0, 400.0, 1.0}}) {
    charts::ChartData data = sheet();
    data.width = width;
    data.height = height;
    data.text_scale = scale;
    const figure::Figure figure = charts::ladder(data, "costume", rungs());
    tests::expect_tidy(figure, "ladder");
    const std::string read = tests::readable(figure, figure::Stage::truth);
    // Whole or on two lines, but never cut.
    for (const char* word : {"Time\n", "DRAM\n", "memory\n", "386 MB\n"}) EXPECT_THAT(read, HasSubstr(word));
  }
}

}  // namespace ladder_test
