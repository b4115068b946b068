// Quantities, their names in braces, and how they are written.
#include "lesson/values.hpp"

#include "lesson/expression.hpp"
#include "lesson/planned.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace values_test {

using lesson::fill;
using lesson::Quantities;
using testing::ElementsAre;
using testing::HasSubstr;
using tests::quantities_of;

constexpr double mib = 1024 * 1024;

TEST(Quantities, BiasAsARow) {
  const Quantities q = quantities_of("x: f32[1024, 1024]\nb: f32[1024]\ny = gelu(x + b)");
  EXPECT_EQ(q.at("crossings.unfused"), 4);
  EXPECT_EQ(q.at("crossings.fused"), 2);
  EXPECT_EQ(q.at("reads.unfused"), 2);
  EXPECT_EQ(q.at("writes.unfused"), 2);
  EXPECT_EQ(q.at("rereads.unfused"), 1);
  EXPECT_EQ(q.at("rewrites.unfused"), 1);
  EXPECT_EQ(q.at("rereads.fused"), 0);
  EXPECT_EQ(q.at("vectors.unfused"), 1);
  EXPECT_EQ(q.at("vectors.fused"), 1);
  EXPECT_EQ(q.at("operands.extra"), 0);
  EXPECT_EQ(q.at("kernels.unfused"), 2);
  EXPECT_EQ(q.at("kernels.fused"), 1);
  EXPECT_EQ(q.at("tensor.bytes"), 4 * mib);
  EXPECT_EQ(q.at("bytes.unfused"), 16 * mib + 4096);
  EXPECT_EQ(q.at("bytes.fused"), 8 * mib + 4096);
  EXPECT_EQ(q.at("ratio.crossings"), 2);
  EXPECT_EQ(q.at("ratio.kernels"), 2);
  EXPECT_EQ(q.at("saved.crossings"), 2);
  EXPECT_EQ(q.at("saved.crossings.percent"), 50);
  EXPECT_EQ(q.at("saved.bytes"), 8 * mib);
  EXPECT_DOUBLE_EQ(q.at("ratio.time"), q.at("time.unfused") / q.at("time.fused"));
  EXPECT_DOUBLE_EQ(q.at("intensity.fused") / q.at("intensity.unfused"), q.at("ratio.bytes"));
}

TEST(Quantities, BiasAsATensor) {
  const Quantities q = quantities_of("x: f32[1024, 1024]\nb: f32[1024, 1024]\ny = gelu(x + b)");
  EXPECT_EQ(q.at("crossings.unfused"), 5);
  EXPECT_EQ(q.at("crossings.fused"), 3);
  EXPECT_EQ(q.at("operands.extra"), 1);
  EXPECT_EQ(q.at("vectors.fused"), 0);
  EXPECT_DOUBLE_EQ(q.at("ratio.crossings"), 5.0 / 3);
  EXPECT_EQ(q.at("saved.crossings.percent"), 40);
}

TEST(Quantities, EveryPredictedNameHasAValueAndEveryValueAName) {
  const Quantities q = quantities_of("x: f32[1024, 1024]\nb: f32[1024]\ny = gelu(x + b)");
  for (const auto name : lesson::quantity_names()) {
    if (name.starts_with("imported.") || name.starts_with("recorded.costume.") || name.starts_with("recorded.adam."))
      continue;  // there if it came with the program
    if (name == "largest.double" || name.find(".products") != std::string_view::npos || name.ends_with(".library"))
      continue;  // of a chain with a product
    EXPECT_NE(lesson::is_seen(name), q.contains(std::string(name))) << name;
  }
  for (const auto& [name, value] : q) EXPECT_TRUE(lesson::unit_of(name)) << name;
}

TEST(Quantities, MeasuredOnesAreThoseThatWereMeasured) {
  record::Measurement m;
  record::PlanMeasurement plan;
  plan.plan = "unfused";
  plan.cold = record::Times{.median = {4e-3}, .q1 = {}, .q3 = {}, .n = 9, .noise = 0};
  plan.dram_read = base::Bytes{300};
  plan.dram_written = base::Bytes{100};
  m.plans.push_back(plan);
  plan.plan = "y.1";
  m.plans.push_back(plan);
  plan.plan = "fused";
  plan.dram_read.reset();
  plan.cold->median = {2e-3};
  m.plans.push_back(plan);
  const Quantities q = lesson::measured_quantities(m);
  EXPECT_EQ(q, (Quantities{{"measured.bytes.unfused", 400},
                           {"measured.road.unfused", 400},
                           {"measured.ratio.time", 2},
                           {"measured.ratio.time.scatter", 0.02},
                           {"measured.scatter.fused", 0},
                           {"measured.scatter.unfused", 0},
                           {"measured.time.fused", 2e-3},
                           {"measured.time.unfused", 4e-3}}));
  m.plans.back().dram_read = base::Bytes{100};
  const Quantities whole = lesson::measured_quantities(m);
  EXPECT_EQ(whole.at("measured.ratio.bytes"), 2);
  EXPECT_EQ(whole.at("measured.saved.bytes"), 200);
  EXPECT_EQ(whole.at("measured.saved.bytes.percent"), 50);
  for (const auto& [name, value] : whole) EXPECT_TRUE(lesson::unit_of(lesson::without_scatter(name))) << name;
}

TEST(Quantities, ARatioOfNoiseIsKnownToBeNone) {
  record::Measurement m;
  for (const char* name : {"unfused", "fused"}) {
    record::PlanMeasurement plan;
    plan.plan = name;
    plan.cold = record::Times{.median = {1e-6}, .q1 = {1e-6}, .q3 = {2e-4}, .n = 9, .noise = 4};
    m.plans.push_back(plan);
  }
  const Quantities q = lesson::measured_quantities(m);
  EXPECT_FALSE(lesson::value_of(q, "", "measured.ratio.time")) << "nothing to judge a guess by";
  EXPECT_EQ(lesson::fill("By the clock: {measured.ratio.time}.", q, ""),
            "By the clock: (the times scatter too much to compare).");
  EXPECT_EQ(lesson::fill("{measured.ratio.bytes}", q, ""), "(not measured yet)");
  m.plans[0].cold->n = 2;
  EXPECT_EQ(lesson::fill("{measured.ratio.time}", lesson::measured_quantities(m), ""), "(too few samples to compare)");
}

TEST(Quantities, HowFarAMedianMayBeOffIsAShareOfIt) {
  record::Measurement m;
  record::PlanMeasurement plan;
  plan.plan = "fused";
  plan.cold = record::Times{.median = {1e-4}, .q1 = {9.8e-5}, .q3 = {1.02e-4}, .n = 100, .noise = 0.02};
  m.plans.push_back(plan);
  EXPECT_NEAR(lesson::measured_quantities(m).at("measured.scatter.fused"), 2, 1e-9) << "half of the quartiles' gap";
  EXPECT_EQ(lesson::fill("{measured.scatter.fused}", lesson::measured_quantities(m), ""), "2%");
  m.plans[0].cold->n = 2;
  EXPECT_EQ(lesson::fill("{measured.scatter.fused}", lesson::measured_quantities(m), ""),
            "(too few samples to compare)");
}

TEST(Show, AsPeopleWriteIt) {
  using lesson::show_quantity, lesson::show_value;
  EXPECT_EQ(show_value("crossings.unfused", 4), "4");
  EXPECT_EQ(show_quantity("crossings.unfused", 4), "4 crossings");
  EXPECT_EQ(show_quantity("crossings.fused", 1), "1 crossing");
  EXPECT_EQ(show_quantity("reads.fused", 1), "1 read");
  EXPECT_EQ(show_quantity("writes.fused", 2), "2 writes");
  EXPECT_EQ(show_quantity("kernels.fused", 1), "1 kernel");
  EXPECT_EQ(show_quantity("operands.extra", 1), "1 tensor");
  EXPECT_EQ(show_quantity("crossings.unfused", 1024), "1024 crossings");
  EXPECT_EQ(show_quantity("crossings.unfused", 2.5), "2.50 crossings");
  EXPECT_EQ(show_quantity("bytes.fused", 536'870'912), "537 MB");
  EXPECT_EQ(show_quantity("time.fused", 1.234e-3), "1.23 ms");
  EXPECT_EQ(show_quantity("ratio.crossings", 5.0 / 3), "1.67x");
  EXPECT_EQ(show_quantity("measured.ratio.time", 2), "2.00x");
  EXPECT_EQ(show_quantity("saved.crossings.percent", 40), "40%");
  EXPECT_EQ(show_quantity("saved.bytes.percent", 100.0 / 3), "33%");
  EXPECT_EQ(show_quantity("saved.bytes.percent", 100), "100%");
  EXPECT_EQ(show_quantity("intensity.fused", 0.125), "0.125");
  EXPECT_EQ(show_quantity("crossings.fused", std::numeric_limits<double>::quiet_NaN()), "?");
}

TEST(GivesAway, CrossingsBytesAndTimesTellEachOther) {
  using lesson::gives_away;
  EXPECT_TRUE(gives_away("bytes.unfused", "crossings.fused"));
  EXPECT_TRUE(gives_away("measured.time.fused", "ratio.crossings"));
  EXPECT_TRUE(gives_away("saved.crossings.percent", "saved.crossings"));
  EXPECT_FALSE(gives_away("kernels.unfused", "crossings.fused"));
  EXPECT_FALSE(gives_away("crossings.fused", "kernels.fused"));
  EXPECT_TRUE(gives_away("ratio.kernels", "kernels.fused"));
  EXPECT_FALSE(gives_away("tensor.bytes", "bytes.fused"));
  EXPECT_FALSE(gives_away("recorded.adam.eight", "crossings.fused")) << "a thousand small tensors, another day";
}

const Quantities some = {{"bias/crossings.unfused", 4},
                         {"full/crossings.unfused", 5},
                         {"bias/ratio.crossings", 2},
                         {"bytes.fused", 3e6},
                         {"bias/bytes.unfused", std::numeric_limits<double>::quiet_NaN()}};

TEST(Fill, NamesBecomeFigures) {
  EXPECT_EQ(fill("From {crossings.unfused}: {ratio.crossings}!", some, "bias"), "From 4: 2 times!");
  EXPECT_EQ(fill("By a factor of {factor ratio.crossings}.", some, "bias"), "By a factor of 2.");
  EXPECT_EQ(fill("{full: crossings.unfused}, {full/crossings.unfused}, { full : crossings.unfused }", some, "bias"),
            "5, 5, 5");
  EXPECT_EQ(fill("{predicted.crossings.unfused}", some, "full"), "5");
  EXPECT_EQ(fill("{bytes.fused}", some, "bias"), "3.00 MB") << "a quantity without a chain is everyone's";
  EXPECT_EQ(fill("no braces", some), "no braces");
}

TEST(Fill, AMissingNumberIsNeverZero) {
  EXPECT_EQ(fill("{ratio.crossings}", some, "full"), "(not known here)");
  EXPECT_EQ(fill("{measured.time.fused}", some, "bias"), "(not measured yet)");
  EXPECT_EQ(fill("{bytes.unfused}", some, "bias"), "?") << "hidden until the guess";
}

TEST(Fill, ARangeIsRoundedOutwards) {
  Quantities known{{"measured.ratio.time", 2.1}, {"measured.ratio.time.scatter", 0.1}, {"measured.time.fused", 2e-3}};
  EXPECT_EQ(fill("{range measured.ratio.time}", known), "1.8 to 2.4 times");
  known["measured.ratio.time"] = 21;
  EXPECT_EQ(fill("{range measured.ratio.time}", known), "18 to 24 times");
  EXPECT_EQ(fill("{range measured.time.fused}", known), "2.00 ms") << "nothing says how well it is known";
  known["measured.ratio.time"] = std::numeric_limits<double>::infinity();
  EXPECT_EQ(fill("{range measured.ratio.time}", known), "any number of times");
  known["measured.ratio.time"] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(fill("{range measured.ratio.time}", known), "?");
}

/// As a figure's title says it beside such a sentence.
TEST(Fill, ARatioThatIsRoughlyKnownHasTwoDigits) {
  Quantities known{{"measured.ratio.time", 2.017}, {"measured.ratio.time.scatter", 0.08}};
  EXPECT_EQ(fill("{measured.ratio.time} as fast", known), "about 2.0 times as fast");
  EXPECT_EQ(fill("by a factor of {factor measured.ratio.time}", known), "by a factor of about 2.0");
  EXPECT_EQ(lesson::fill_written("{measured.ratio.time}", known), "2.02x") << "a table has digits";
  known["measured.ratio.time.scatter"] = 0.06;
  EXPECT_EQ(fill("{measured.ratio.time} as fast", known), "2.02 times as fast");
}

TEST(Fill, FactsPrintAndFlawsStay) {
  EXPECT_EQ(fill("at {fact 3.35 TB/s; source NVIDIA H100 data sheet}.", some), "at 3.35 TB/s.");
  EXPECT_EQ(fill("a {fact 3; no} b { c", some), "a {fact 3; no} b { c");
}

TEST(Fill, CodeAndEscapedBracesAreLeftAlone) {
  EXPECT_EQ(fill("`{crossings.unfused}` and \\{crossings.unfused}", some, "bias"),
            "`{crossings.unfused}` and \\{crossings.unfused}");
  EXPECT_EQ(fill("```cpp\n{ x }\n```\n{crossings.unfused} ` {crossings.unfused}", some, "bias"),
            "```cpp\n{ x }\n```\n4 ` 4");
}

TEST(NamesIn, AsWritten) {
  EXPECT_THAT(lesson::names_in("{a.b} {full: c.d} {fact 3; source s} {e"), ElementsAre("a.b", "full/c.d"));
}

TEST(TellsOfRun, ByAQuantityOrAFindingAndNotByTheModelOrCode) {
  for (const char* text : {"{measured.time.fused}", "{full: measured.bytes.unfused}", "{factor measured.ratio.time}",
                           "so {finding clock}"}) {
    EXPECT_TRUE(lesson::tells_of_run(text)) << text;
  }
  for (const char* text : {"{time.fused}", "`{measured.time.fused}`", "\\{measured.time.fused\\}", "measured"}) {
    EXPECT_FALSE(lesson::tells_of_run(text)) << text;
  }
}

TEST(ValueOf, HiddenAndAbsentAreNothing) {
  EXPECT_EQ(lesson::value_of(some, "bias", "crossings.unfused"), 4);
  EXPECT_FALSE(lesson::value_of(some, "bias", "bytes.unfused"));
  EXPECT_FALSE(lesson::value_of(some, "", "crossings.unfused"));
}

TEST(Expression, IsComputed) {
  const auto value = [](std::string_view text) { return lesson::evaluate(text, some, "bias"); };
  EXPECT_EQ(value("2 + 3 * 4 - 10 / 4"), 11.5);
  EXPECT_EQ(value("(2 + 3) * -(4 - 5)"), 5);
  EXPECT_EQ(value(" {crossings.unfused} / 2 "), 2);
  EXPECT_EQ(value("{full: crossings.unfused} - {crossings.unfused}"), 1);
  EXPECT_FALSE(value("{crossings.fused}")) << "missing";
  EXPECT_FALSE(value("{bytes.unfused}")) << "hidden";
  EXPECT_FALSE(value("1 / 0"));
}

TEST(Expression, IsRefusedAtItsPlace) {
  const auto flaw = [](std::string_view text) {
    return lesson::check_expression(text).value_or(lesson::ExpressionFlaw{999, "none"});
  };
  EXPECT_EQ(flaw("2 +").offset, 3u);
  EXPECT_EQ(flaw("2 3").offset, 2u);
  EXPECT_EQ(flaw("(2").offset, 2u);
  EXPECT_EQ(flaw("").offset, 0u);
  EXPECT_EQ(flaw("reads").offset, 0u);
  EXPECT_EQ(flaw("1 + {reads").offset, 4u);
  EXPECT_EQ(flaw("1.2.3").offset, 0u);
  EXPECT_THAT(flaw("{fact 3; source s}").message, HasSubstr("{quantity}"));
  EXPECT_THAT(flaw(std::string(60'000, '(')).message, HasSubstr("too deep"));
  EXPECT_THAT(flaw(std::string(60'000, '-')).message, HasSubstr("too deep"));
  EXPECT_EQ(flaw("1 + 2").message, "none");
}

}  // namespace values_test
