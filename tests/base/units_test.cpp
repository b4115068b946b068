// Quantities as text.
#include "base/units.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace units_test {

using base::Bandwidth;
using base::Bytes;
using base::Seconds;

TEST(Show, BytesInDecimalUnits) {
  EXPECT_EQ(show(Bytes{0}), "0 B");
  EXPECT_EQ(show(Bytes{999}), "999 B");
  EXPECT_EQ(show(Bytes{268435456}), "268 MB");
  EXPECT_EQ(show(Bytes{4294967296}), "4.29 GB");
  EXPECT_EQ(show(Bytes{999600}), "1.00 MB") << "rounding carries into the next unit";
  EXPECT_EQ(show(Bytes{-2000}), "-2.00 kB");
  EXPECT_EQ(show(Bytes{std::numeric_limits<std::int64_t>::max()}), "9.22 EB");
}

TEST(Show, Seconds) {
  EXPECT_EQ(show(Seconds{0.00101}), "1.01 ms");
  EXPECT_EQ(show(Seconds{38.2e-6}), "38.2 µs");
  EXPECT_EQ(show(Seconds{3.05}), "3.05 s");
  EXPECT_EQ(show(Seconds{0}), "0 s");
  EXPECT_EQ(show(Seconds{2.5e-9}), "2.50 ns");
  EXPECT_EQ(show(Seconds{7200}), "7200 s");
  EXPECT_EQ(show(Seconds{std::nan("")}), "nan s") << "a missing number is never 0";
}

TEST(Show, Bandwidths) {
  EXPECT_EQ(show(Bandwidth{21.5e9}), "21.5 GB/s");
  EXPECT_EQ(show(Bandwidth{4.26e12}), "4.26 TB/s");
  EXPECT_EQ(show(Bandwidth{0}), "0 B/s");
}

TEST(ShowCount, GroupsFromFiveDigitsOn) {
  EXPECT_EQ(base::show_count(8192), "8192");
  EXPECT_EQ(base::show_count(-9999), "-9999");
  EXPECT_EQ(base::show_count(10000), "10\u202F000");
  EXPECT_EQ(base::show_count(-131072), "-131\u202F072");
}

TEST(GroupDigits, InThrees) {
  EXPECT_EQ(base::group_digits(67108864), "67\u202F108\u202F864");
  EXPECT_EQ(base::group_digits(999), "999");
  EXPECT_EQ(base::group_digits(-1000), "-1\u202F000");
  EXPECT_EQ(base::group_digits(std::numeric_limits<std::int64_t>::min()),
            "-9\u202F223\u202F372\u202F036\u202F854\u202F775\u202F808");
}

TEST(ShowNumber, SignificantFigures) {
  EXPECT_EQ(base::show_number(5.0 / 3), "1.67");
  EXPECT_EQ(base::show_number(3), "3.00");
  EXPECT_EQ(base::show_number(0.125), "0.125");
  EXPECT_EQ(base::show_number(9.999), "10.0");
  EXPECT_EQ(base::show_number(1024), "1024") << "a whole number is not rounded away";
  EXPECT_EQ(base::show_number(0), "0");
  EXPECT_EQ(base::show_number(-0.5, 2), "-0.50");
  EXPECT_EQ(base::show_number(1e-9), "1.00e-09");
  EXPECT_EQ(base::show_number(std::numeric_limits<double>::infinity()), "inf");
}

TEST(ExactNumber, ReadsBackTheSame) {
  EXPECT_EQ(base::exact_number(0.1), "0.1");
  EXPECT_EQ(base::exact_number(1e300), "1e+300");
  EXPECT_EQ(base::exact_number(-std::numeric_limits<double>::infinity()), "-inf");
  EXPECT_EQ(base::exact_number(-std::nan("")), "nan");
}

TEST(Quantities, DivideBytesByBandwidth) {
  EXPECT_DOUBLE_EQ((Bytes{100} / Bandwidth{50}).value, 2.0);
}

}  // namespace units_test
