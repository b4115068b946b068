// Every bit pattern of the 16-bit dtypes, and rounding by an independent rule.
#include "chain/dtype.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <random>

namespace dtype_test {

using chain::Dtype;

/// The value of a 16-bit pattern from its fields, by the definition.
double by_definition(unsigned bits, int exponent_bits, int fraction_bits) {
  const unsigned fraction = bits & ((1u << fraction_bits) - 1);
  const unsigned exponent = bits >> fraction_bits & ((1u << exponent_bits) - 1);
  const int bias = (1 << (exponent_bits - 1)) - 1;
  const double sign = bits >> 15 ? -1 : 1;
  const double share = std::ldexp(static_cast<double>(fraction), -fraction_bits);
  if (exponent == (1u << exponent_bits) - 1) {
    return fraction != 0 ? std::numeric_limits<double>::quiet_NaN() : sign * std::numeric_limits<double>::infinity();
  }
  return sign *
         (exponent == 0 ? std::ldexp(share, 1 - bias) : std::ldexp(1 + share, static_cast<int>(exponent) - bias));
}

TEST(Dtype, AllPatternsReadByDefinitionAndWriteBack) {
  for (unsigned bits = 0; bits < 65536; ++bits) {
    const auto pattern = static_cast<std::uint16_t>(bits);
    const float f16 = chain::from_f16(pattern), bf16 = chain::from_bf16(pattern);
    if (std::isnan(by_definition(bits, 5, 10))) {
      ASSERT_TRUE(std::isnan(f16) && std::isnan(chain::from_f16(chain::to_f16(f16)))) << bits;
    } else {
      ASSERT_EQ(static_cast<double>(f16), by_definition(bits, 5, 10)) << bits;
      ASSERT_EQ(chain::to_f16(f16), pattern) << bits;
    }
    if (std::isnan(by_definition(bits, 8, 7))) {
      ASSERT_TRUE(std::isnan(bf16) && std::isnan(chain::from_bf16(chain::to_bf16(bf16)))) << bits;
    } else {
      ASSERT_EQ(static_cast<double>(bf16), by_definition(bits, 8, 7)) << bits;
      ASSERT_EQ(chain::to_bf16(bf16), pattern) << bits;
    }
  }
}

/// Between two neighbours: below the middle down, above it up, on it to the even pattern.
template <class From, class To>
void check_middles(From from, To to, unsigned largest_finite) {
  for (unsigned bits = 0; bits < largest_finite; ++bits) {
    const float low = from(static_cast<std::uint16_t>(bits)), high = from(static_cast<std::uint16_t>(bits + 1));
    const auto middle = static_cast<float>((static_cast<double>(low) + static_cast<double>(high)) / 2);
    ASSERT_EQ(to(middle), bits + (bits & 1)) << bits;
    ASSERT_EQ(to(std::nextafter(middle, 0.0f)), bits) << bits;
    ASSERT_EQ(to(std::nextafter(middle, high)), bits + 1) << bits;
    ASSERT_EQ(to(-middle), (bits + (bits & 1)) | 0x8000) << bits;
  }
}

TEST(Dtype, MiddlesGoToEven) {
  check_middles(chain::from_f16, chain::to_f16, 0x7BFF);
  check_middles(chain::from_bf16, chain::to_bf16, 0x7F7F);
}

TEST(Dtype, OverflowsToInfinity) {
  const float infinity = std::numeric_limits<float>::infinity();
  EXPECT_EQ(chain::to_f16(65519.996f), 0x7BFF);
  EXPECT_EQ(chain::to_f16(65520.0f), 0x7C00);
  EXPECT_EQ(chain::to_f16(-1e30f), 0xFC00);
  EXPECT_EQ(chain::to_f16(infinity), 0x7C00);
  EXPECT_EQ(chain::to_bf16(std::numeric_limits<float>::max()), 0x7F80);
  EXPECT_EQ(chain::to_bf16(-infinity), 0xFF80);
}

TEST(Dtype, ASignallingNanStaysNan) {
  for (const std::uint32_t bits : {0x7F800001u, 0xFF800001u, 0x7FFFFFFFu}) {
    const auto nan = std::bit_cast<float>(bits);
    EXPECT_TRUE(std::isnan(chain::from_f16(chain::to_f16(nan))));
    EXPECT_TRUE(std::isnan(chain::from_bf16(chain::to_bf16(nan))));
    EXPECT_EQ(chain::to_bf16(nan) >> 15, bits >> 31) << "sign kept";
  }
}

TEST(Rounded, AgreesWithTheBitPatterns) {
  std::mt19937 random(1);
  for (int i = 0; i < 300000; ++i) {
    const auto x = std::bit_cast<float>(static_cast<std::uint32_t>(random()));
    if (std::isnan(x)) continue;
    const auto exact = static_cast<double>(x);
    ASSERT_EQ(chain::rounded(exact, Dtype::f16), static_cast<double>(chain::from_f16(chain::to_f16(x)))) << x;
    ASSERT_EQ(chain::rounded(exact, Dtype::bf16), static_cast<double>(chain::from_bf16(chain::to_bf16(x)))) << x;
  }
}

TEST(Rounded, F32AgreesWithTheProcessor) {
  std::mt19937_64 random(2);
  for (int i = 0; i < 300000; ++i) {
    const auto x = std::bit_cast<double>(random());
    if (std::isnan(x)) continue;
    if (std::abs(x) > 1e300) continue;
    ASSERT_EQ(chain::rounded(x, Dtype::f32), static_cast<double>(static_cast<float>(x))) << x;
  }
  EXPECT_EQ(chain::rounded(1e39, Dtype::f32), std::numeric_limits<double>::infinity());
  EXPECT_TRUE(std::isnan(chain::rounded(std::nan(""), Dtype::f16)));
}

TEST(Rounded, FromDoubleRoundsOnce) {
  // Rounded to f32 first, this would land on the middle of two bf16 numbers and go to even, up.
  EXPECT_EQ(chain::rounded(1 + 3 * 0x1p-8 - 0x1p-40, Dtype::bf16), 1 + 0x1p-7);
}

TEST(Ulp, IsTheDistanceToTheNextNumber) {
  EXPECT_EQ(chain::ulp(1, Dtype::f32), 0x1p-23);
  EXPECT_EQ(chain::ulp(-1.99, Dtype::f16), 0x1p-10);
  EXPECT_EQ(chain::ulp(256, Dtype::bf16), 2);
  EXPECT_EQ(chain::ulp(0, Dtype::f32), 0x1p-149);
  EXPECT_EQ(chain::ulp(1e-30, Dtype::f16), 0x1p-24);
}

TEST(Dtype, NamesReadBack) {
  for (const Dtype dtype : {Dtype::f32, Dtype::f16, Dtype::bf16}) EXPECT_EQ(chain::dtype_of(chain::name(dtype)), dtype);
  EXPECT_FALSE(chain::dtype_of("float"));
  EXPECT_EQ(chain::size_of(Dtype::f32), 4);
  EXPECT_EQ(chain::size_of(Dtype::bf16), 2);
}

}  // namespace dtype_test
