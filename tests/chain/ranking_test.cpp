// The largest entries of each row and their numbers: how they are written, refused, computed.
#include "chain/ranking.hpp"

#include "base/diagnostic.hpp"
#include "chain/card_edits.hpp"
#include "chain/evaluate.hpp"
#include "chain/grad.hpp"
#include "chain/parser.hpp"
#include "golden.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace ranking_test {

using chain::Shape;

chain::Chain parsed(std::string_view text) {
  auto chain = chain::parse(text);
  if (!chain) throw std::runtime_error(base::render(chain.error()));
  return *std::move(chain);
}

/// All of value `value`, of a chain whose first input is these numbers.
std::vector<double> of_row(const chain::Chain& chain, const std::vector<double>& row, int value) {
  std::vector<std::int64_t> all(static_cast<std::size_t>(chain.values[value].shape.elements()));
  std::iota(all.begin(), all.end(), 0);
  const chain::InputElement input = [&](int, std::int64_t element) { return row[static_cast<std::size_t>(element)]; };
  std::vector<double> got;
  for (const chain::Bounded& number :
       chain::evaluate(chain, std::vector<bool>(chain.values.size(), true), input, value, all)) {
    got.push_back(number.value);
  }
  return got;
}

TEST(Ranking, IsReadAndWrittenAsText) {
  const chain::Chain chain = parsed("z: bf16[5, 7]; v = topk(z, 3); i = topk_index(z, 3); a = argmax(z)\nout v, i, a");
  EXPECT_EQ(chain.values[1].dtype, chain::Dtype::bf16) << "that of the row";
  EXPECT_EQ(chain.values[1].shape, (Shape{{5, 3}}));
  EXPECT_EQ(chain.values[2].dtype, chain::Dtype::i32);
  EXPECT_EQ(chain.values[2].shape, (Shape{{5, 3}}));
  EXPECT_EQ(chain.values[3].dtype, chain::Dtype::i32);
  EXPECT_EQ(chain.values[3].shape, (Shape{{5, 1}}));
  EXPECT_EQ(chain::expression(chain, 1), "topk(z, 3)");
  EXPECT_EQ(chain::expression(chain, 2), "topk_index(z, 3)");
  EXPECT_EQ(chain::expression(chain, 3), "argmax(z)");
  EXPECT_EQ(chain::canonical(parsed(chain::expanded_text(chain))), chain::canonical(chain));
  EXPECT_NE(chain::canonical(parsed("z: f32[5, 7]; v = topk(z, 3)")),
            chain::canonical(parsed("z: f32[5, 7]; v = topk(z, 4)")));
  EXPECT_EQ(parsed("z: f32[2, 3, 7]; a = argmax(z)").values[1].shape, (Shape{{2, 3, 1}}));
  EXPECT_EQ(parsed("z: f32[64]; v = topk(z, 64)").values[1].shape, (Shape{{64}}));
  for (const int value : {1, 2, 3}) EXPECT_FALSE(chain.is_full(value));
}

TEST(Ranking, TheLargestComesFirstAndOfEqualOnesTheLowerNumber) {
  const chain::Chain chain = parsed("z: f32[2, 4]; v = topk(z, 3); i = topk_index(z, 3); a = argmax(z)\nout v, i, a");
  const std::vector<double> rows = {1, 3, 2, 3, -5, -5, -7, -5};
  EXPECT_EQ(of_row(chain, rows, 1), (std::vector<double>{3, 3, 2, -5, -5, -5}));
  EXPECT_EQ(of_row(chain, rows, 2), (std::vector<double>{1, 3, 2, 0, 1, 3}));
  EXPECT_EQ(of_row(chain, rows, 3), (std::vector<double>{1, 0}));
  // Zeros of both signs are equal.
  EXPECT_EQ(of_row(chain, {-0.0, 0.0, -1, -0.0, 0.0, -0.0, 0.0, -1}, 2), (std::vector<double>{0, 1, 3, 0, 1, 2}));
}

TEST(Ranking, NotANumberIsLargerThanAnyNumber) {
  const chain::Chain chain = parsed("z: f32[1, 5]; v = topk(z, 4); i = topk_index(z, 4); a = argmax(z)\nout v, i, a");
  constexpr double nan = std::numeric_limits<double>::quiet_NaN(), infinity = HUGE_VAL;
  const std::vector<double> row = {infinity, nan, 7, nan, -infinity};
  EXPECT_EQ(of_row(chain, row, 2), (std::vector<double>{1, 3, 0, 2}));
  EXPECT_EQ(of_row(chain, row, 3), std::vector<double>{1});
  EXPECT_TRUE(std::isnan(of_row(chain, row, 1)[1]));
  EXPECT_EQ(of_row(chain, row, 1)[2], infinity);
}

TEST(Ranking, IsWhatSortingGives) {
  const chain::Chain chain = parsed("z: f16[3, 5000]; v = topk(z, 64); i = topk_index(z, 64)\nout v, i");
  const chain::InputElement input = chain::random_inputs(chain, 3);
  for (const std::int64_t row : {0, 2}) {
    std::vector<chain::Entry> sorted;
    for (std::int64_t column = 0; column < 5000; ++column) sorted.push_back({column, input(0, row * 5000 + column)});
    std::ranges::sort(sorted, chain::ranks_before);
    std::vector<std::int64_t> elements(64);
    std::iota(elements.begin(), elements.end(), row * 64);
    const std::vector<bool> stored(3, true);
    const auto values = chain::evaluate(chain, stored, input, 1, elements);
    const auto numbers = chain::evaluate(chain, stored, input, 2, elements);
    for (std::size_t i = 0; i < 64; ++i) {
      EXPECT_EQ(values[i].value, sorted[i].value);
      EXPECT_EQ(numbers[i].value, static_cast<double>(sorted[i].number));
      EXPECT_EQ(numbers[i].error, 0) << "of numbers that are as they are read no other may be chosen";
    }
  }
}

TEST(Ranking, AnErrorOfTheEntriesIsOneOfTheChoice) {
  const chain::Chain chain = parsed("x: f32[2, 50]; z = exp(x); i = topk_index(z, 2); v = topk(z, 2)\nout i, v");
  const std::vector<std::int64_t> first = {0};
  const auto input = chain::random_inputs(chain, 1);
  const std::vector<bool> stored = {false, false, true, true};
  const auto number = chain::evaluate(chain, stored, input, 2, first).front();
  const auto value = chain::evaluate(chain, stored, input, 3, first).front();
  EXPECT_GT(number.error, 0);
  EXPECT_GE(value.error, number.error);
  EXPECT_LT(number.error, 1e-5) << "of the entries, not of their numbers";
}

TEST(Ranking, NumbersAreJudgedByWhatTheyPointAt) {
  const chain::Chain chain = parsed("z: f32[1, 4]; i = topk_index(z, 2)"),
                     made = parsed("x: f32[1, 4]; z = exp(x); i = topk_index(z, 2)");
  const std::vector<std::int64_t> elements = {0, 1};
  const auto apart = [&](const chain::Chain& of, const std::vector<double>& row, const std::vector<double>& got) {
    const chain::InputElement input = [&](int, std::int64_t e) { return row[static_cast<std::size_t>(e)]; };
    const int value = of.find("i");
    const std::vector<bool> stored(of.values.size(), false);
    const auto references = chain::evaluate(of, stored, input, value, elements);
    std::vector<bool> right;
    for (const auto& one : chain::chosen_apart(of, stored, input, {value, elements, got, references}))
      right.push_back(one.value <= one.error);
    return right;
  };
  const std::vector<double> row = {5, 7, 7, 1}, near = {1, 2, 2 + 1e-9, 0};
  using Right = std::vector<bool>;
  EXPECT_EQ(apart(chain, row, {1, 2}), (Right{true, true}));
  EXPECT_EQ(apart(chain, row, {2, 1}), (Right{false, false})) << "of equal ones the lower number comes first";
  EXPECT_EQ(apart(chain, row, {1, 1}), (Right{true, false})) << "twice";
  EXPECT_EQ(apart(chain, row, {1, -3}), (Right{true, false}));
  EXPECT_EQ(apart(chain, row, {4, 2}), (Right{false, true})) << "there is no such program";
  EXPECT_EQ(apart(made, near, {2, 1}), (Right{true, true}));
  EXPECT_EQ(apart(made, near, {1, 2}), (Right{true, true})) << "nearer than the error of exp";
  EXPECT_EQ(apart(made, near, {2, 0}), (Right{true, false}));
  EXPECT_EQ(apart(made, near, {2, 2}), (Right{true, false})) << "twice, whatever its value";
}

TEST(Ranking, HasNoGradient) {
  const chain::Chain chain = parsed("z: f32[6, 5]; v = topk(z, 2); y = v * 3");
  const auto pass = chain::grad(chain, {});
  ASSERT_FALSE(pass);
  EXPECT_EQ(pass.error().front().message,
            "topk has no gradient here: it jumps when other entries of a row become the largest (v)");
}

TEST(Ranking, SaysWhatDoesNotFit) {
  std::string all;
  for (const char* text : {
           "z: f32[4, 64]; v = topk(z, 100)",
           "z: f32[4, 6]; v = topk(z, 7)",
           "z: f32[4, 600]; v = topk(z, 65)",
           "z: f32[4, 6]; v = topk(z, 0)",
           "z: f32[4, 6]; v = topk(z, 2.5)",
           "z: f32[4, 6]; v = topk(z)",
           "z: f32[4, 6]; v = topk()",
           "z: f32[4, 6]; k: f32[1]; v = topk(z, k)",
           "z: f32[4, 6]; v = topk_index(z, -1)",
           "z: f32[4, 1]; a = argmax(z)",
           "z: f32[4, 6]; a = argmax(z, 2)",
           "z: f32[4, 6]; a = argmax(2) + z",
           "z: f32[4, 6]; a = topk(2, 1) + z",
           "z: f32[2, 4294967296]; a = argmax(z)",
           "w: i8[4, 4]; a = argmax(w)",
           "t: i32[4]; z: f32[4, 6]; a = argmax(t); y = pick(z, t)\nout a, y",
           "z: f32[4, 6]; a = argmax(z); y = pick(z, a)",
           "z: f32[4, 6]; y = gather(z, topk_index(z, 2))",
           "z: f32[4, 6]; a = argmax(z); y = a + 1",
           "z: f32[4, 6]; y = cast(argmax(z), f32)",
           "z: f32[4, 6]; y = softmax(topk_index(z, 3))",
           "z: f32[4, 6]; y = arg_max(z)",
           "z: f32[4, 6]; y = top_k(z, 2)",
       }) {
    const auto chain = chain::parse(text);
    all += (chain ? "it was accepted" : base::render(chain.error())) + "\n";
  }
  tests::expect_golden("chain/ranking.txt", all);
}

}  // namespace ranking_test
