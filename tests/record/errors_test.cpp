// Distances in ulps: bins, sums, and what a file may claim of them.
#include "record/errors.hpp"

#include "chain/parser.hpp"
#include "record/recording.hpp"
#include "samples.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace errors_test {

using chain::Dtype;
using testing::HasSubstr;

TEST(ErrorBins, AreAQuarterThenTwiceAsWideEachOnBothSides) {
  EXPECT_EQ(record::error_bin(0), record::error_bins_a_side);
  EXPECT_EQ(record::error_bin(0.25), record::error_bins_a_side);
  EXPECT_EQ(record::error_bin(0.26), record::error_bins_a_side + 1);
  EXPECT_EQ(record::error_bin(-0.1), record::error_bins_a_side - 1);
  EXPECT_EQ(record::error_bin(-0.6), record::error_bins_a_side - 3);
  EXPECT_EQ(record::error_bin(1e30), record::error_bins - 1);
  EXPECT_EQ(record::error_bin(-1e30), 0);
  EXPECT_EQ(record::error_bin_end(2), 1);
  EXPECT_EQ(record::error_bin_end(26), 0x1p24);
  EXPECT_TRUE(std::isinf(record::error_bin_end(27)));
}

TEST(Errors, AreCountedInStepsOfTheOutputsDtype) {
  // A bf16 beside 1 is 2^-7 away, one beside 4 2^-5.
  const std::vector<double> exact{1, 1, 4, 0}, got{1 + 0x1p-7, 1 - 0x1p-8, 4, 0};
  const record::Errors errors = record::errors_of("y", Dtype::bf16, got, exact);
  EXPECT_EQ(errors.count, 4);
  EXPECT_EQ(errors.not_finite, 0);
  EXPECT_DOUBLE_EQ(errors.worst, 1);
  EXPECT_DOUBLE_EQ(errors.bias, 0.125);
  EXPECT_DOUBLE_EQ(errors.rms, std::sqrt(1.25 / 4));
  EXPECT_DOUBLE_EQ(errors.worst_relative, 0x1p-7);
  EXPECT_EQ(errors.histogram[record::error_bins_a_side], 2);
  EXPECT_EQ(errors.histogram[record::error_bins_a_side + 2], 1);
  EXPECT_EQ(errors.histogram[record::error_bins_a_side - 2], 1);
}

TEST(Errors, OverflowStandsApartAndWhatDoubleCannotTellIsLeftOut) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const std::vector<double> exact{70000, 1, infinity, std::nan("")}, got{infinity, 1, infinity, std::nan("")};
  const record::Errors errors = record::errors_of("y", Dtype::f16, got, exact);
  EXPECT_EQ(errors.count, 2);
  EXPECT_EQ(errors.not_finite, 1);
  EXPECT_EQ(errors.worst, 0);
}

TEST(Errors, OfSeveralOutputsAddUpByTheirElements) {
  record::Errors few{.output = "a", .dtype = "f32", .count = 1, .worst = 4, .rms = 4, .bias = -4};
  record::Errors many{.output = "b", .dtype = "f32", .count = 4, .not_finite = 1, .worst = 1, .rms = 1, .bias = 1};
  const record::ErrorSummary all = record::summary({few, many});
  EXPECT_EQ(all.worst, 4);
  EXPECT_DOUBLE_EQ(all.bias, -0.25);
  EXPECT_DOUBLE_EQ(all.rms, std::sqrt(19.0 / 4));
  EXPECT_EQ(all.not_finite, 1);
}

/// A measurement of the samples with errors that a run could have.
record::Measurement with_errors() {
  record::Measurement measurement = tests::sample_of("x: bf16[512, 512]\nb: bf16[512]\ny = gelu(x + b)\n");
  const auto chain = chain::parse(measurement.chain);
  EXPECT_TRUE(chain);
  const chain::Value& output = chain->values[static_cast<std::size_t>(chain->outputs().front())];
  for (record::PlanMeasurement& plan : measurement.plans) {
    std::vector<double> exact(static_cast<std::size_t>(plan.verdict.checked), 1), got = exact;
    got.front() = 1 + 3 * chain::ulp(1, output.dtype);
    plan.errors = {record::errors_of(output.name, output.dtype, got, exact)};
  }
  return measurement;
}

TEST(Errors, AreKeptInRecordings) {
  const record::Measurement told = with_errors();
  const auto read = record::parse_recording(record::to_recording({told}), "a.json");
  ASSERT_TRUE(read) << base::render(read.error());
  EXPECT_EQ(read->front().plans[1].errors, told.plans[1].errors);
}

std::string refusal(const record::Measurement& told) {
  const auto read = record::parse_recording(record::to_recording({told}), "a.json");
  return read ? "accepted" : base::render(read.error());
}

TEST(Errors, ThatContradictThemselvesAreRefused) {
  const auto spoilt = [](auto&& spoil) {
    record::Measurement told = with_errors();
    spoil(told.plans[1].errors.front());
    return refusal(told);
  };
  EXPECT_THAT(spoilt([](record::Errors& e) { e.output = "nobody"; }), HasSubstr("no such output"));
  EXPECT_THAT(spoilt([](record::Errors& e) { e.count += 1000000; }), HasSubstr("more elements"));
  EXPECT_THAT(spoilt([](record::Errors& e) { ++e.histogram.back(); }), HasSubstr("bins hold"));
  EXPECT_THAT(spoilt([](record::Errors& e) { --*std::ranges::find_if(e.histogram, [](auto n) { return n > 0; }); }),
              HasSubstr("bins hold"));
  EXPECT_THAT(spoilt([](record::Errors& e) { e.rms = e.worst * 2; }), HasSubstr("cannot be"));
  EXPECT_THAT(spoilt([](record::Errors& e) { e.worst = 100; }), HasSubstr("outermost"));
  EXPECT_THAT(spoilt([](record::Errors& e) { e.bias = -0.5; }), HasSubstr("cannot be"));
}

}  // namespace errors_test
