// Weights of 8 and 4 bits: how they are written, refused, counted, filled and unpacked.
#include "chain/packing.hpp"

#include "base/diagnostic.hpp"
#include "base/random.hpp"
#include "chain/card_edits.hpp"
#include "chain/evaluate.hpp"
#include "chain/parser.hpp"
#include "golden.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <set>

namespace packing_test {

using chain::Dtype;

constexpr const char* linear = "x: bf16[4, 6]; w: i4[6, 5]; s: bf16[5]; y = x @ dequant(w, s)";

chain::Chain parsed(std::string_view text) {
  auto chain = chain::parse(text);
  if (!chain) throw std::runtime_error(base::render(chain.error()));
  return *std::move(chain);
}

std::vector<chain::Bounded> all_of(const chain::Chain& chain, int value, const std::vector<bool>& stored,
                                   const chain::InputElement& input) {
  std::vector<std::int64_t> all(static_cast<std::size_t>(chain.values[value].shape.elements()));
  std::iota(all.begin(), all.end(), 0);
  return chain::evaluate(chain, stored, input, value, all);
}

TEST(Packing, IsReadAndWrittenAsText) {
  const chain::Chain chain = parsed(linear);
  const chain::Value& unpacked = chain.values[3];
  EXPECT_EQ(unpacked.op, chain::Op::dequant);
  EXPECT_EQ(unpacked.dtype, Dtype::bf16) << "the scales' dtype";
  EXPECT_EQ(unpacked.shape, (chain::Shape{{6, 5}}));
  EXPECT_EQ(chain::expression(chain, 3), "dequant(w, s)");
  EXPECT_EQ(chain::canonical(parsed(chain::expanded_text(chain))), chain::canonical(chain));
  EXPECT_EQ(chain::resized(chain, 6, 8).values[1].shape, (chain::Shape{{8, 5}}));
}

TEST(Packing, SizesAreInBits) {
  const chain::Chain four = parsed(linear);
  EXPECT_EQ(four.values[1].bytes().value, 15);
  EXPECT_EQ(parsed("x: f16[4, 6]; w: i8[6, 5]; s: f16[5]; y = x @ dequant(w, s)").values[1].bytes().value, 30);
  EXPECT_EQ(chain::bits_of(Dtype::i4), 4);
  EXPECT_EQ(chain::size_of(Dtype::i8), 1);
  EXPECT_EQ(chain::dtype_of("i4"), Dtype::i4);
}

TEST(Packing, SaysWhatDoesNotFit) {
  std::string all;
  for (const char* text : {
           "x: bf16[4, 6]; w: i4[6, 5]; y = x @ w",
           "w: i8[6, 5]; y = relu(w)",
           "w: i8[6, 5]; y = transpose(w)",
           "w: i8[6, 5]; y = cast(w, f32)",
           "w: i8[6, 5]; y = softmax(w)",
           "x: f32[6, 5]; y = cast(x, i8)",
           "w: i4[5, 6]; s: f16[6]; y = dequant(w, s)",
           "w: i8[2, 5, 6]; s: f16[6]; y = dequant(w, s)",
           "w: i4[6, 5]; s: f16[6]; y = dequant(w, s)",
           "w: i4[6, 5]; s: f16[6, 5]; y = dequant(w, s)",
           "w: i4[6, 5]; s: i8[6, 5]; y = dequant(w, s)",
           "w: f16[6, 5]; s: f16[5]; y = dequant(w, s)",
           "w: i4[6, 5]; y = dequant(w, 2)",
           "w: i4[6, 5]; y = dequant(w)",
           "x: bf16[4, 6]; w: i4[6, 5]; s: f16[5]; y = x @ dequant(w, s)",
           "x: bf16[4, 6]; w: i4[6, 5]; s: i8[6, 5]; y = dequant(s, w)",
       }) {
    const auto chain = chain::parse(text);
    all += (chain ? "it was accepted" : base::render(chain.error())) + "\n";
  }
  tests::expect_golden("chain/packed.txt", all);
}

TEST(Packing, NeighboursAlongKShareAByte) {
  const chain::Shape shape{{6, 5}};
  EXPECT_EQ(chain::stored_at(shape, Dtype::i8, 17), 17);
  EXPECT_EQ(chain::stored_at(shape, Dtype::i4, 0), 0);
  EXPECT_EQ(chain::stored_at(shape, Dtype::i4, 5), 1) << "(1, 0): the upper half of byte 0";
  EXPECT_EQ(chain::stored_at(shape, Dtype::i4, 1), 2) << "(0, 1): the lower half of byte 1";
  EXPECT_EQ(chain::stored_at(shape, Dtype::i4, 3 * 5 + 2), (1 * 5 + 2) * 2 + 1);
  std::set<std::int64_t> places;
  for (std::int64_t e = 0; e < 30; ++e) places.insert(chain::stored_at(shape, Dtype::i4, e));
  EXPECT_EQ(places.size(), 30u);
  EXPECT_EQ(*places.rbegin(), 29);
}

TEST(Packing, RandomAndExactNumbersFillTheBits) {
  const chain::Chain chain = parsed("x: bf16[1, 200]; w: i4[200, 10]; s: bf16[10]; y = x @ dequant(w, s)");
  const auto random = chain::random_inputs(chain, 7), exact = chain::exact_inputs(chain, 7);
  std::set<double> seen, exactly;
  for (std::int64_t e = 0; e < 2000; ++e) {
    seen.insert(random(1, e));
    exactly.insert(exact(1, e));
  }
  EXPECT_EQ(seen.size(), 16u);
  EXPECT_EQ(*seen.begin(), -8);
  EXPECT_EQ(exactly, (std::set<double>{-1, 0, 1}));
  EXPECT_EQ(random(1, 10), base::random_integer(7, 1, 1, 4)) << "(1, 0) lies beside (0, 0)";
}

TEST(Packing, UnpackingIsExactForScalesOfSixteenBits) {
  const chain::Chain chain = parsed("x: f16[3, 8]; w: i8[8, 7]; s: f16[7]; y = x @ dequant(w, s)");
  const auto input = chain::random_inputs(chain, 3);
  const auto numbers = all_of(chain, 3, std::vector<bool>(chain.values.size(), false), input);
  for (std::size_t e = 0; e < numbers.size(); ++e) {
    const auto element = static_cast<std::int64_t>(e);
    EXPECT_EQ(numbers[e].value, input(1, element) * input(2, element % 7));
    EXPECT_EQ(numbers[e].error, 0);
  }
  std::vector<bool> stored(chain.values.size(), true);
  const auto written = all_of(chain, 3, stored, input);
  for (std::size_t e = 0; e < written.size(); ++e) {
    EXPECT_EQ(written[e].value, chain::rounded(numbers[e].value, Dtype::f16));
  }
}

TEST(Packing, EditsLeaveWeightsPacked) {
  const auto text = chain::with_dtype(parsed(linear), Dtype::f32);
  ASSERT_TRUE(text) << text.error();
  const chain::Chain edited = parsed(*text);
  EXPECT_EQ(edited.values[0].dtype, Dtype::f32);
  EXPECT_EQ(edited.values[1].dtype, Dtype::i4);
}

}  // namespace packing_test
