// The headline: digits under digits, disagreeing ones named.
#include "charts/frame/headline.hpp"

#include "base/text.hpp"
#include "charts/cases.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace headline_test {

using ::testing::AllOf;
using ::testing::HasSubstr;

charts::Headline of(const charts::ChartData& data, const record::Measurement& measurement, std::size_t plan = 0) {
  const auto headline = charts::headline(data.plans[plan], measurement);
  EXPECT_TRUE(headline);
  return headline.value_or(charts::Headline{{{}, {}}, ""});
}

std::string with_spaces(std::string text) {
  for (std::size_t at; (at = text.find("\u202F")) != std::string::npos;) text.replace(at, 3, " ");
  return text;
}

TEST(Headline, ByHandIsCrossingsTimesBytes) {
  const auto data = tests::modelled("x: f32[16384, 16384]\nz: f32[16384, 16384]\ny = relu(x + z)\n");
  const auto headline = of(data, tests::measurement(data, {1, 1}), 1);
  EXPECT_EQ(headline.lines[0].name, "by hand");
  EXPECT_EQ(with_spaces(headline.lines[0].number), "3 x 1 073 741 824 = 3 221 225 472 bytes");
  EXPECT_EQ(headline.lines[1].name, "worked out");
  EXPECT_EQ(with_spaces(headline.lines[1].number), "                    3 221 225 472 bytes");
  for (const auto& line : headline.lines) EXPECT_TRUE(line.differing.empty());
  EXPECT_THAT(headline.difference, HasSubstr("worked out"));
}

TEST(Headline, SmallOperandsAndOtherWidthsAreAdded) {
  const auto data = tests::modelled("x: f32[1024, 1024]\nb: f32[1024]\nt = x + b\ny = cast(t, bf16)\n");
  const auto headline = of(data, tests::measurement(data, {1, 1}), 1);
  EXPECT_THAT(with_spaces(headline.lines[0].number),
              HasSubstr("1 x 4 194 304 + 1 x 2 097 152 + 4 096 = 6 295 552 bytes"));
}

TEST(Headline, DisagreeingDigitsAreNamedInTheirPlaces) {
  auto data = tests::modelled("x: f32[16384, 16384]\ny = relu(x)\n");
  auto measured = tests::measurement(data, {1, 1}, record::Tier::counters);
  measured.plans[0].dram_read = base::Bytes{1'073'741'824};
  measured.plans[0].dram_written = base::Bytes{1'073'741'824 - 1000};
  const auto headline = of(data, measured);
  EXPECT_THAT(with_spaces(headline.lines[1].name), HasSubstr("AMD EPYC counted"));
  EXPECT_EQ(base::count_characters(headline.lines[0].number), base::count_characters(headline.lines[1].number));
  std::string digits;
  for (const std::size_t at : headline.lines[1].differing) digits += headline.lines[1].number[at];
  EXPECT_EQ(digits, "2") << "2 147 483 648 against 2 147 482 648";
  EXPECT_THAT(headline.difference, HasSubstr("0.000047% fewer"));
}

TEST(Headline, TheDifferenceIsTakenApart) {
  auto data = tests::modelled("x: f32[4096, 8192]\nb: f32[8192]\nt = x + b\ny = gelu(t)\n");
  auto measured = tests::measurement(data, {1, 1}, record::Tier::counters);
  constexpr std::int64_t tensor = 4096LL * 8192 * 4;
  record::PlanMeasurement& unfused = measured.plans[0];
  unfused.dram_read = base::Bytes{2 * tensor + 32'768 - 50'000'000};
  unfused.dram_written = base::Bytes{2 * tensor + 9'000'000};
  unfused.dram_tail = base::Bytes{30'000'000};
  const std::string told = of(data, measured).difference;
  EXPECT_THAT(told, HasSubstr("7.6% fewer than counted by hand"));
  EXPECT_THAT(told, HasSubstr("\u221250.0 MB read from the cache, where an earlier kernel had left them"));
  EXPECT_THAT(told, HasSubstr("+9.00 MB unexplained."));
  EXPECT_THAT(told, HasSubstr("32.8 kB of rows and row statistics"));
  EXPECT_THAT(told, HasSubstr("30.0 MB were written after the clock had stopped"));
}

TEST(Headline, ANumberOfMoreDigitsDiffersInFrontToo) {
  auto data = tests::modelled("x: f32[1024, 1024]\ny = relu(x)\n");
  auto measured = tests::measurement(data, {1, 1}, record::Tier::counters, record::Source::measured, 2);
  const auto headline = of(data, measured);  // 8 388 608 and 16 777 216
  EXPECT_EQ(base::count_characters(headline.lines[0].number), base::count_characters(headline.lines[1].number));
  EXPECT_EQ(headline.lines[1].differing.size(), 8u);
  EXPECT_THAT(headline.difference, HasSubstr("100% more"));
}

TEST(Headline, SeveralCountsStandInOneSetOfColumns) {
  auto data = tests::modelled("x: f32[16384, 16384]\ny = relu(x)\n");
  auto card = tests::measurement(data, {1, 1}, record::Tier::counters);
  card.plans[0].dram_read = base::Bytes{1'073'741'824};
  card.plans[0].dram_written = base::Bytes{1'073'741'824 - 1000};
  const auto loops = tests::measurement(data, {1, 1}),
             without = tests::measurement(data, {1, 1}, record::Tier::times_only);
  const auto headline = charts::headline(data.plans[0], {&card, &without, &loops});
  ASSERT_TRUE(headline);
  ASSERT_EQ(headline->lines.size(), 3u);
  for (const auto& line : headline->lines) {
    EXPECT_EQ(base::count_characters(line.number), base::count_characters(headline->lines[0].number)) << line.number;
  }
  EXPECT_THAT(headline->lines[0].name, HasSubstr("by hand"));
  EXPECT_THAT(headline->lines[1].name, HasSubstr("AMD EPYC counted"));
  EXPECT_THAT(headline->lines[2].name, HasSubstr("worked out"));
  EXPECT_EQ(headline->lines[1].differing.size(), 1u);
  EXPECT_TRUE(headline->lines[2].differing.empty());
  EXPECT_THAT(headline->difference, AllOf(HasSubstr("% fewer"), HasSubstr("worked out")));
}

TEST(Headline, NothingWithoutCountedBytes) {
  const auto data = tests::modelled(tests::bias_gelu);
  EXPECT_FALSE(charts::headline(data.plans[0], tests::measurement(data, {1, 1}, record::Tier::times_only)));
  EXPECT_FALSE(charts::headline(data.plans[1], tests::measurement(data, {1})));
}

}  // namespace headline_test
