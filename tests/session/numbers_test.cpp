// The table of all numbers: beside counters the model says what they can see.
#include "session/state/numbers.hpp"

#include "cells.hpp"
#include "chain/parser.hpp"
#include "machine/cards.hpp"
#include "session/state/lock_rule.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace numbers_test {

using ::testing::StartsWith;

/// The model's row of bytes, beside a run whose bytes are known in this way.
std::string bytes_row(record::Tier tier) {
  auto chain = std::make_shared<const chain::Chain>(
      chain::parse(
          "x: f32[1, 8192]\nr: f32[1, 8192]\ns: f32[1, 8192]\nt: f32[1, 8192]\ny = relu(x + r + s + t) * 1.5\n")
          .value());
  session::Bench bench = **session::make_bench("", chain, nullptr, machine::device_named("h200").value());
  record::Measurement measurement;
  measurement.tier = tier;
  for (const auto& [name, bytes] : {std::pair("unfused", 304'384), std::pair("fused", 167'424)}) {
    record::PlanMeasurement plan;
    plan.plan = name;
    plan.dram_read = base::Bytes{bytes};
    plan.dram_written = base::Bytes{};
    measurement.plans.push_back(std::move(plan));
  }
  bench.keep(std::move(measurement), std::nullopt);
  for (const std::string& line : tests::lines(session::numbers_table(bench, session::LockRule::to_judge(), {}))) {
    if (line.starts_with("bytes\t")) return line;  // the model's comes first
  }
  return {};
}

TEST(Numbers, TheModelsBytesAreOfTheKindThatStandsBesideThem) {
  EXPECT_THAT(bytes_row(record::Tier::counters), StartsWith("bytes\t295 kB\t164 kB\t1.80x\tmodel"));
  EXPECT_THAT(bytes_row(record::Tier::counted), StartsWith("bytes\t426 kB\t164 kB\t2.60x\tmodel"));
}

}  // namespace numbers_test
