// The machine's own figures, what-ifs, and ratios across chains.
#include "lesson/machine_values.hpp"

#include "base/text.hpp"
#include "lesson/judge.hpp"
#include "lesson/letters.hpp"
#include "lesson/loader.hpp"
#include "lesson/planned.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

namespace machine_values_test {

using lesson::Quantities;
using testing::HasSubstr;

constexpr const char* axpb = "x: f32[4096, 8192]; y = x * 1.5 + 0.25";

TEST(MachineValues, RoadHandsAndTheRidgeBetweenThem) {
  const Quantities q = tests::quantities_of(axpb);
  EXPECT_EQ(q.at("machine.bandwidth"), 1e12);
  EXPECT_EQ(q.at("machine.roof"), 50e12);
  EXPECT_EQ(q.at("machine.ridge"), 50);
  EXPECT_EQ(q.at("machine.ridge.tensor"), 500);
  EXPECT_EQ(q.at("machine.launch"), 1e-6);
  EXPECT_EQ(lesson::show_value("machine.bandwidth", 1e12), "1.00 TB/s");
  EXPECT_EQ(lesson::show_value("machine.roof", 66.9e12), "66.9 TFLOP/s");
}

TEST(MachineValues, InstructionsThatFitIntoTheWait) {
  // 8 bytes an element at 1 TB/s are 8 ps; half of 50 TFLOP/s are 25 instructions a picosecond.
  EXPECT_NEAR(tests::quantities_of(axpb).at("slots"), 200, 0.1);
  EXPECT_NEAR(tests::quantities_of("x: bf16[4096, 8192]; y = cos(x)").at("slots"), 100, 0.1);
  const Quantities q = tests::quantities_of(axpb);
  EXPECT_LT(q.at("h200.slots"), q.at("h100.slots")) << "the wider road leaves less time";
  EXPECT_LT(q.at("h200.ridge"), q.at("h100.ridge"));
}

TEST(MachineValues, HalfTheBytesAreHalfTheWaitAtEverySize) {
  for (const char* shape : {"[1024, 1024]", "[4096, 8192]", "[16384, 8192]"}) {
    const auto slots = [&](const char* dtype) {
      return tests::quantities_of(std::string("x: ") + dtype + shape + "; y = cos(x)").at("slots");
    };
    EXPECT_NEAR(slots("f32") / slots("bf16"), 2, 0.001) << shape << ": no cache has a share in it";
  }
}

TEST(MachineValues, ElementsAreNumbersOfAnyWidth) {
  constexpr double tensor = 4096.0 * 8192;
  const Quantities q = tests::quantities_of("x: bf16[4096, 8192]; t = cast(x, f32); y = cos(t)");
  EXPECT_EQ(q.at("elements.unfused"), 4 * tensor);
  EXPECT_EQ(q.at("elements.fused"), 2 * tensor);
  const auto wrong =
      lesson::usual_mistakes("bytes.unfused", tests::quantities_of("x: bf16[4096, 8192]; y = cos(x)"), "");
  EXPECT_TRUE(std::ranges::any_of(wrong, [](const auto& one) {
    return one.id == "elements" && one.value == 2 * tensor;
  })) << "half of the bytes, not a quarter";
}

TEST(MachineValues, AWiderRoadMovesBothPlansAndLeavesTheLaunches) {
  const Quantities q = tests::quantities_of(axpb);
  const double launches = 2e-6, launch = 1e-6;
  EXPECT_NEAR(q.at("wider.time.unfused") - launches, (q.at("time.unfused") - launches) / 2, 2e-5)
      << "what the cache serves got no faster";
  EXPECT_NEAR(q.at("wider.time.fused") - launch, (q.at("time.fused") - launch) / 2, 1e-9);
  EXPECT_NEAR(q.at("wider.ratio.time"), q.at("ratio.time"), 0.3);
  const Quantities row = tests::quantities_of("x: f32[1, 8192]; y = x * 1.5 + 0.25");
  EXPECT_GT(row.at("wider.time.unfused"), 0.97 * row.at("time.unfused")) << "a row pays for launches";
  EXPECT_LT(row.at("graph.unfused"), 0.5 * row.at("batch.unfused"));
}

TEST(MachineValues, AnotherProgramsTimesAreAFewTimesApart) {
  const Quantities q = tests::quantities_of(axpb);
  if (!q.contains("imported.attention.naive")) GTEST_SKIP() << "nothing imported came with the program";
  const double fastest = std::min(q.at("imported.attention.flash"), q.at("imported.attention.cudnn"));
  EXPECT_EQ(q.at("imported.attention.ratio"), q.at("imported.attention.naive") / fastest);
  EXPECT_LT(q.at("imported.attention.ratio"), 33 / 2) << "bytes are not time beyond the ridge";
  EXPECT_THAT(lesson::imported_from(), testing::StartsWith("Imported from PyTorch "));
}

TEST(MachineValues, ARatioOfTwoChains) {
  const Quantities q{{"two/time.fused", 3}, {"one/time.fused", 2}};
  EXPECT_EQ(lesson::value_of(q, "two", "time.fused.over.one"), 1.5);
  EXPECT_FALSE(lesson::value_of(q, "two", "time.fused.over.none"));
  EXPECT_EQ(lesson::unit_of("time.fused.over.one"), lesson::Unit::ratio);
  EXPECT_FALSE(lesson::unit_of("tiem.fused.over.one"));
  EXPECT_EQ(lesson::fill("{two: time.fused.over.one}", q), "1.5 times");
  EXPECT_EQ(lesson::fill("{two: measured.time.fused.over.one}", q), "(not measured yet)");
  const double hidden = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(lesson::fill("{two: time.fused.over.one}", {{"two/time.fused", 3}, {"one/time.fused", hidden}}), "?");
}

TEST(MachineValues, AChainBelowTheLineHasToBeThere) {
  const std::string text =
      "+++\nid = \"07\"\ntitle = \"T\"\nminutes = 5\ngoal = \"G\"\n+++\n## S\n```chain one\nx: f32[8, 8]\ny = "
      "cos(x)\n```\n";
  const auto wrong = lesson::parse(text + "{time.fused.over.two}\n", "l");
  ASSERT_FALSE(wrong);
  EXPECT_THAT(base::render(wrong.error()), HasSubstr("l:12:1: no chain of this lesson is named 'two'"));
  const auto task = lesson::parse(text +
                                      "```task\nid = \"a\"\nkind = \"number\"\nasked = \"time.fused.over.onne\"\n"
                                      "question = \"Q\"\n```\n",
                                  "l");
  ASSERT_FALSE(task);
  EXPECT_THAT(base::render(task.error()), HasSubstr("l:15:9: no chain of this lesson is named 'onne'"));
}

TEST(MachineValues, TheCrossingsOfOneTensor) {
  const Quantities q = tests::quantities_of("x: f32[512, 256]; w: f32[256, 128]; b: f32[128]; y = gelu(x @ w + b)");
  EXPECT_EQ(q.at("crossings.unfused.of.x"), 1);
  EXPECT_EQ(q.at("crossings.unfused.of.w"), 1);
  EXPECT_EQ(q.at("crossings.unfused.of.y"), 5) << "y.1 and y.2 out and in again, and y";
  EXPECT_EQ(q.at("crossings.fused.of.y"), 1);
  EXPECT_FALSE(q.contains("crossings.fused.of.b")) << "a row makes none";
  const Quantities named = tests::quantities_of("x: f32[512, 256]; t = relu(x); y = t + 1");
  EXPECT_EQ(named.at("crossings.unfused.of.t"), 2);
  EXPECT_EQ(named.at("crossings.fused.of.t"), 0) << "none is left of it, and that is known";
  EXPECT_EQ(lesson::unit_of("crossings.fused.of.t"), lesson::Unit::crossings);
  EXPECT_EQ(lesson::show_quantity("crossings.fused.of.t", 1), "1 crossing");
  for (const char* wrong : {"crossings.fused.of.", "time.fused.of.t", "crossings.of.t"}) {
    EXPECT_FALSE(lesson::unit_of(wrong)) << wrong;
  }
}

TEST(MachineValues, ATensorsNameSaysNothingOfItsQuantity) {
  EXPECT_FALSE(lesson::hangs_on_a_clock("crossings.fused.of.time"));
  EXPECT_TRUE(lesson::gives_away("crossings.fused.of.kernels", "crossings.fused"));
  EXPECT_TRUE(lesson::gives_away("bytes.fused", "crossings.fused.of.y"));
}

TEST(MachineValues, OfPlanEagerAsOfTheOtherTwo) {
  // The norm is one kernel there: x, n | n, y instead of the six kernels of the formula.
  const Quantities q = tests::quantities_of("x: f32[512, 256]; n = rmsnorm(x); t = relu(n); y = t + x");
  EXPECT_EQ(q.at("kernels.unfused"), 7);
  EXPECT_EQ(q.at("kernels.eager"), 3);
  EXPECT_EQ(q.at("crossings.eager"), 2 + 2 + 3);
  EXPECT_EQ(q.at("crossings.eager.of.n"), 2);
  EXPECT_DOUBLE_EQ(q.at("ratio.bytes.eager"), q.at("bytes.eager") / q.at("bytes.fused"));
  EXPECT_DOUBLE_EQ(q.at("saved.bytes.eager"), q.at("bytes.eager") - q.at("bytes.fused"));
  EXPECT_DOUBLE_EQ(q.at("h200.ratio.time.eager"), q.at("h200.time.eager") / q.at("h200.time.fused"));
  EXPECT_GT(q.at("h200.time.unfused"), q.at("h200.time.eager"));
  EXPECT_FALSE(q.contains("h200.products.eager")) << "it has none";
  EXPECT_EQ(lesson::unit_of("crossings.eager.of.n"), lesson::Unit::crossings);
  for (const char* known : {"bytes.eager", "ratio.bytes.eager", "crossings.eager.of.n", "h200.time.eager"}) {
    EXPECT_TRUE(lesson::gives_away(known, "crossings.eager")) << known;
    EXPECT_TRUE(lesson::gives_away("crossings.fused", known)) << known;
    EXPECT_TRUE(lesson::needs_no_machine(known)) << known;
  }
  for (const char* memory : {"memory.unfused", "memory.fused", "ratio.memory"}) {
    EXPECT_TRUE(lesson::needs_no_machine(memory)) << memory;
  }
  EXPECT_FALSE(lesson::needs_no_machine("time.eager"));
  EXPECT_FALSE(lesson::needs_no_machine("ratio.time.eager"));
  EXPECT_FALSE(lesson::gives_away("kernels.eager", "crossings.eager"));
}

TEST(MachineValues, TheShareOfProductsInAPlansTime) {
  const Quantities q = tests::quantities_of("x: bf16[512, 512]; w: bf16[512, 512]; y = gelu(relu(x @ w))");
  EXPECT_NEAR(q.at("h200.products.fused"), 100, 1e-9) << "one kernel, and it has the product";
  EXPECT_LT(q.at("h200.products.unfused"), 100);
  EXPECT_GT(q.at("h200.products.unfused"), 30);
  EXPECT_EQ(lesson::unit_of("h200.products.fused"), lesson::Unit::percent);
  EXPECT_TRUE(lesson::gives_away("h200.products.eager", "ratio.time"));
}

TEST(MachineValues, TheLargestNumberInDouble) {
  const char* plain = "x: f32[16, 64]; g: f32[64]; v: f32[32, 64]; p = rmsnorm(x, g) @ transpose(v)";
  const char* folded =
      "x: f32[16, 64]; g: f32[64]; v: f32[32, 64]; p = rmsnorm(x, g) @ transpose(v); f = v * g; "
      "q = (x @ transpose(f)) * rsqrt(mean(x * x) + 1e-6); d = abs(p - q); out d";
  const double size = tests::quantities_of(plain).at("largest.double");
  const double apart = tests::quantities_of(folded).at("largest.double");
  EXPECT_GT(size, 0.1);
  EXPECT_LT(apart, 1e-12 * size) << "the same numbers, but for rounding";
  const std::string unlike = std::string(folded).replace(std::string(folded).find("1e-6"), 4, "1e-1");
  EXPECT_GT(tests::quantities_of(unlike).at("largest.double"), 1e-3 * size) << "another formula";
  const double formulas =
      tests::quantities_of("x: f32[64, 64]; t = x * 2; a = gelu(t); c = gelu_erf(t); y = abs(a - c)")
          .at("largest.double");
  EXPECT_GT(formulas, 3e-4) << "two formulas of GELU";
  EXPECT_LT(formulas, 4.8e-4) << "and no product is needed to tell them apart";
  EXPECT_FALSE(tests::quantities_of(axpb).contains("largest.double")) << "too large to wait for";
  EXPECT_FALSE(lesson::gives_away("largest.double", "ratio.time"));
}

TEST(MachineValues, OnAGpuThatWeKnowEverywhereTheSame) {
  const Quantities q = tests::quantities_of(axpb);
  EXPECT_DOUBLE_EQ(q.at("h200.ratio.time"), q.at("h200.time.unfused") / q.at("h200.time.fused"));
  EXPECT_LT(q.at("h200.time.fused"), q.at("a100.time.fused"));
  EXPECT_FALSE(lesson::hangs_on_a_clock("h200.ratio.time")) << "no run tells it";
  EXPECT_TRUE(lesson::needs_no_machine("h200.ratio.time"));
  EXPECT_FALSE(lesson::needs_no_machine("ratio.time"));
  EXPECT_TRUE(lesson::gives_away("h200.time.fused", "ratio.time"));
  EXPECT_FALSE(lesson::gives_away("h200.bandwidth", "ratio.time"));
}

TEST(MachineValues, WhatGivesWhatAway) {
  EXPECT_TRUE(lesson::gives_away("time.fused", "time.fused.over.one"));
  EXPECT_TRUE(lesson::gives_away("machine.roof", "machine.ridge"));
  EXPECT_TRUE(lesson::gives_away("recorded.stream.fused", "ratio.time"));
  EXPECT_FALSE(lesson::gives_away("machine.launch", "machine.ridge"));
  EXPECT_FALSE(lesson::gives_away("machine.bandwidth", "bytes.fused"));
  EXPECT_FALSE(lesson::gives_away("bytes.fused", "machine.ridge"));
  EXPECT_FALSE(lesson::gives_away("crossings.fused", "imported.attention.ratio"));
}

TEST(MachineValues, WhatWasRecordedByStreamAndByGraph) {
  record::Measurement stream;
  for (const auto& [name, seconds] : {std::pair{"unfused", 10e-6}, {"fused", 2e-6}}) {
    record::PlanMeasurement plan;
    plan.plan = name;
    plan.batch = record::Times{.median = {seconds}, .q1 = {}, .q3 = {}, .n = 9, .noise = 0};
    stream.plans.push_back(plan);
  }
  stream.provenance.submit = "graph";
  EXPECT_TRUE(lesson::recorded_quantities(&stream, nullptr).empty()) << "recorded, but another way";
  stream.provenance.submit = "stream";
  const Quantities q = lesson::recorded_quantities(&stream, nullptr);
  EXPECT_EQ(q.at("recorded.stream.unfused"), 10e-6);
  EXPECT_DOUBLE_EQ(q.at("recorded.ratio.stream"), 5);
  EXPECT_FALSE(q.contains("recorded.graph.unfused"));
  EXPECT_EQ(lesson::fill("{recorded.graph.unfused}", q), "(not recorded)");
}

TEST(MachineValues, AdamOverManyTensors) {
  record::Measurement ladder;
  for (const auto& [name, seconds] :
       {std::pair{"v1_eight_for_each", 16e-3}, {"v2_one_for_each", 2e-3}, {"v3_one_for_all", 5e-5}}) {
    record::PlanMeasurement plan;
    plan.plan = name;
    plan.cold = record::Times{.median = {seconds}, .q1 = {}, .q3 = {}, .n = 9, .noise = 0};
    ladder.plans.push_back(plan);
  }
  const Quantities q = lesson::adam_quantities(ladder);
  EXPECT_EQ(q.at("recorded.adam.eight"), 16e-3);
  EXPECT_DOUBLE_EQ(q.at("recorded.adam.ratio"), 40);
  ladder.plans.pop_back();
  EXPECT_FALSE(lesson::adam_quantities(ladder).contains("recorded.adam.ratio"));
}

TEST(MachineValues, TheCostumeBesideTheHonestKernel) {
  record::Measurement ladder;
  for (const auto& [name, seconds] : {std::pair{"v1_a_few_at_a_time", 2e-6}, {"v2_costume", 3e-6}}) {
    record::PlanMeasurement plan;
    plan.plan = name;
    plan.cold = record::Times{.median = {seconds}, .q1 = {}, .q3 = {}, .n = 9, .noise = 0};
    ladder.plans.push_back(plan);
  }
  record::KernelCode kernel;
  kernel.spill_stores = kernel.spill_loads = base::Bytes{184};
  ladder.plans.back().code.push_back(kernel);
  const Quantities q = lesson::costume_quantities(ladder);
  EXPECT_DOUBLE_EQ(q.at("recorded.costume.ratio"), 1.5);
  EXPECT_EQ(q.at("recorded.costume.spilled"), 368);
  EXPECT_FALSE(q.contains("recorded.costume.local")) << "not counted";
  ladder.plans.pop_back();
  EXPECT_TRUE(lesson::costume_quantities(ladder).empty());
}

TEST(MachineValues, ATimelineTellsItsSpreadAndHowMuchOfItWasWork) {
  record::Measurement m;
  record::PlanMeasurement plan;
  plan.plan = "unfused";
  plan.timeline = record::Timeline{.submit = "stream", .kernels = {{"k1", 0, 100}, {"k2", 150, 200}}};
  m.plans.push_back(plan);
  const Quantities q = lesson::measured_quantities(m);
  EXPECT_EQ(q.at("measured.spread.unfused"), 2);
  EXPECT_DOUBLE_EQ(q.at("measured.busy.unfused"), 75);
}

}  // namespace machine_values_test
