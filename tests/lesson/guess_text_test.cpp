// Numbers as people type them.
#include "lesson/guess_text.hpp"

#include <gtest/gtest.h>

#include <clocale>
#include <cmath>

namespace guess_text_test {

using lesson::parse_guess;
using lesson::Unit;

double meant(std::string_view text, Unit unit) {
  const auto value = parse_guess(text, unit);
  EXPECT_TRUE(value) << text << ": " << value.error();
  return value.value_or(-1);
}

TEST(GuessText, ReadsNumbersWithTheirUnits) {
  EXPECT_EQ(meant("4", Unit::crossings), 4);
  EXPECT_EQ(meant(" 4 ", Unit::crossings), 4);
  EXPECT_EQ(meant("1.67", Unit::ratio), 1.67);
  EXPECT_EQ(meant("2x", Unit::ratio), 2);
  EXPECT_EQ(meant("2 \u00d7", Unit::ratio), 2);
  EXPECT_EQ(meant("50 %", Unit::percent), 50);
  EXPECT_EQ(meant("537 MB", Unit::bytes), 537e6);
  EXPECT_EQ(meant("512MiB", Unit::bytes), 512. * 1024 * 1024);
  EXPECT_EQ(meant("4\u202f294\u202f967\u202f296", Unit::bytes), 4294967296.);
  EXPECT_EQ(meant("4 294 967 296 bytes", Unit::bytes), 4294967296.);
  EXPECT_DOUBLE_EQ(meant("38 µs", Unit::seconds), 38e-6);
  EXPECT_DOUBLE_EQ(meant("38 \u00b5s", Unit::seconds), 38e-6);
  EXPECT_DOUBLE_EQ(meant("1.5 ms", Unit::seconds), 1.5e-3);
  EXPECT_EQ(meant("0", Unit::crossings), 0);
}

TEST(GuessText, SaysWhatIsWrong) {
  const auto wrong = [](std::string_view text, Unit unit) {
    const auto value = parse_guess(text, unit);
    EXPECT_FALSE(value) << text;
    return value ? std::string() : value.error();
  };
  EXPECT_NE(wrong("four", Unit::crossings).find("not a number"), std::string::npos);
  EXPECT_NE(wrong("", Unit::crossings).find("Type a number"), std::string::npos);
  EXPECT_NE(wrong("-1", Unit::crossings).find("less than zero"), std::string::npos);
  EXPECT_FALSE(std::signbit(meant("-0", Unit::crossings))) << "or a verdict would say \"-0 trips\"";
  EXPECT_NE(wrong("3.5", Unit::crossings).find("Whole"), std::string::npos);
  EXPECT_NE(wrong("1,5", Unit::ratio).find("point"), std::string::npos);
  EXPECT_NE(wrong("1e30", Unit::ratio).find("more than"), std::string::npos);
  for (const auto* text : {"nan", "inf", "0x10", "4 crossings extra", "4x4", "MB", "%"}) {
    EXPECT_FALSE(parse_guess(text, Unit::ratio)) << text;
  }
}

TEST(GuessText, WhatADragWritesReadsBackAsThat) {
  EXPECT_EQ(lesson::guess_text(3.6, Unit::crossings), "4");
  EXPECT_EQ(lesson::guess_text(-2, Unit::crossings), "0");
  EXPECT_EQ(meant(lesson::guess_text(536870912, Unit::bytes), Unit::bytes), 540e6);
  EXPECT_DOUBLE_EQ(meant(lesson::guess_text(0.0123, Unit::seconds), Unit::seconds), 0.012);
}

}  // namespace guess_text_test
