// Findings: which case is said of what was measured, and what a text with one reads as.
#include "lesson/finding.hpp"

#include "lesson/asked.hpp"
#include "lesson/finding_lint.hpp"
#include "lesson/loader.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace finding_test {

using lesson::Quantities;
using Kind = lesson::FindingCase::Kind;

constexpr std::string_view text = R"(+++
id = "90"
title = "T"
minutes = 5
goal = "G"
+++
## S
```chain four
x: f32[64, 64]
y = abs(relu(x) * 2 + 1)
```
```finding clock four
when {measured.ratio.time} >= 0.8 * {ratio.crossings}
  {measured.ratio.time}: nearly all
  driving.
when {measured.ratio.time} >= 1.1 and {measured.ratio.time} < {ratio.crossings}
  {four: measured.ratio.time} of {ratio.crossings}.
otherwise
  Hardly helped: {factor ratio.crossings}-fold.
noisy
  Too noisy.
```
Read this: {finding clock} So it is.
)";

lesson::Lesson read() {
  auto found = lesson::parse(text, "lesson.md");
  EXPECT_TRUE(found) << base::render(found.error());
  return found ? *std::move(found) : lesson::Lesson{};
}

/// As a run would tell it: a ratio, and how well it is known.
Quantities measured(double ratio, double scatter) {
  return {{"four/ratio.crossings", 4},
          {"four/measured.ratio.time", ratio},
          {"four/" + lesson::scatter_of("measured.ratio.time"), scatter}};
}

Kind said(double ratio, double scatter) {
  const lesson::Lesson lesson = read();
  return lesson::finding_case(lesson.findings.at("clock"), measured(ratio, scatter))->kind;
}

std::string told(const Quantities& numbers, std::string_view unrun = {}) {
  const lesson::Lesson lesson = read();
  return lesson::fill("Read this: {finding clock} So it is.", lesson, numbers, "four", unrun);
}

TEST(Finding, TheFirstCaseThatHoldsIsSaid) {
  EXPECT_EQ(told(measured(3.9, 0.02)), "Read this: 3.9 times: nearly all driving. So it is.");
  EXPECT_EQ(told(measured(2, 0.02)), "Read this: 2 times of 4 times. So it is.");
  EXPECT_EQ(told(measured(0.5, 0.02)), "Read this: Hardly helped: 4-fold. So it is.");
}

TEST(Finding, AtLeastTakesInTheLimitItself) {
  // 0.8 * 4 and 3.2 are the same double; so are 1.1 and the text's 1.1.
  EXPECT_EQ(told(measured(3.2, 0)), "Read this: 3.2 times: nearly all driving. So it is.");
  EXPECT_EQ(told(measured(1.1, 0)), "Read this: 1.1 times of 4 times. So it is.");
  EXPECT_EQ(told(measured(std::nextafter(1.1, 0), 0)), "Read this: Hardly helped: 4-fold. So it is.");
}

TEST(Finding, AnIntervalOverTwoCasesIsNoisy) {
  EXPECT_EQ(said(3.3, 0.02), Kind::when);
  EXPECT_NE(said(3.3, 0.04), Kind::noisy) << "the page shows the number to three digits beside it";
  EXPECT_EQ(said(3.3, 0.05), Kind::noisy);  // 3.14 would be another case
  EXPECT_EQ(said(1.0, 0.05), Kind::otherwise);
  EXPECT_EQ(said(1.0, 0.15), Kind::noisy);
  EXPECT_EQ(said(std::numeric_limits<double>::infinity(), 0), Kind::noisy) << "too scattered to give a ratio";
  EXPECT_EQ(said(-std::numeric_limits<double>::infinity(), 0), Kind::noisy) << "too few samples";
}

TEST(Finding, WithoutItsRunItReadsAsAnyMissingValue) {
  const Quantities counted{{"four/ratio.crossings", 4}};
  EXPECT_EQ(told(counted), "Read this: What the run says: (not measured yet). So it is.");
  EXPECT_EQ(told(counted, "(run it)"), "Read this: What the run says: (run it). So it is.");
  const lesson::Lesson lesson = read();
  EXPECT_TRUE(lesson::lacks_run(lesson::with_findings("{finding clock}", lesson, counted), counted, "four"));
  EXPECT_EQ(lesson::finding_case(lesson.findings.at("clock"), counted), nullptr);
}

TEST(Finding, WhatIsAskedHidesIt) {
  Quantities hidden = measured(3.9, 0.02);
  hidden["four/ratio.crossings"] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(told(hidden), "Read this: What the run says: ?. So it is.");
}

TEST(Finding, TheLockHidesHowWellItIsKnownWithTheQuantity) {
  lesson::Task task;
  task.asked = "ratio.time";
  task.given = {"measured.ratio.bytes"};
  lesson::Asked asked;
  asked.open("form", task);
  Quantities numbers{{"measured.ratio.time", 2},
                     {lesson::scatter_of("measured.ratio.time"), 0.1},
                     {"measured.ratio.bytes", 2},
                     {lesson::scatter_of("measured.ratio.bytes"), 0.1}};
  asked.hide(numbers, "form");
  EXPECT_FALSE(lesson::value_of(numbers, "", lesson::scatter_of("measured.ratio.time")));
  EXPECT_TRUE(lesson::value_of(numbers, "", lesson::scatter_of("measured.ratio.bytes")));
}

TEST(Finding, EachCaseHasAnExample) {
  const lesson::Lesson lesson = read();
  const auto machine = study::machine_of(machine::device_named("h200").value());
  const auto all = lesson::examples(lesson, lesson.findings.at("clock"), machine);
  ASSERT_EQ(all.size(), 4u);
  EXPECT_EQ(all[0].told->kind, Kind::when);
  EXPECT_EQ(all[3].told->kind, Kind::noisy);
  EXPECT_EQ(lesson::with_longest_cases("{finding clock}", lesson), "{measured.ratio.time}: nearly all driving.");
}

}  // namespace finding_test
