// Products and views: shapes, sentences, text, and their numbers in double.
#include "base/diagnostic.hpp"
#include "chain/card_edits.hpp"
#include "chain/evaluate.hpp"
#include "chain/parser.hpp"
#include "chain/product_shape.hpp"

#include <gtest/gtest.h>

#include <numeric>

namespace {

chain::Chain parsed(std::string_view text) {
  auto chain = chain::parse(text);
  if (!chain) throw std::runtime_error(base::render(chain.error()));
  return *std::move(chain);
}

std::string refused(std::string_view text) {
  const auto chain = chain::parse(text);
  return chain ? "" : base::render(chain.error());
}

chain::Shape shape_of(const chain::Chain& chain, std::string_view name) {
  return chain.values[chain.find(name)].shape;
}

std::vector<double> numbers(const chain::Chain& chain, std::string_view name) {
  const int value = chain.find(name);
  std::vector<std::int64_t> all(static_cast<std::size_t>(chain.values[value].shape.elements()));
  std::iota(all.begin(), all.end(), 0);
  const std::vector<bool> stored(chain.values.size(), false);
  std::vector<double> found;
  // The input's element is its own number: what is moved shows where it came from.
  const auto input = [](int, std::int64_t element) { return static_cast<double>(element); };
  for (const chain::Bounded& x : chain::evaluate(chain, stored, input, value, all)) found.push_back(x.value);
  return found;
}

TEST(Product, MultipliesTheLastTwoDimensions) {
  const chain::Chain chain = parsed("x: f32[2, 3]; w: f32[3, 2]; y = x @ w");
  EXPECT_EQ(shape_of(chain, "y"), (chain::Shape{{2, 2}}));
  EXPECT_EQ(numbers(chain, "y"), (std::vector<double>{10, 13, 28, 40}));
}

TEST(Product, LeadingDimensionsAreEqualMissingOrGrouped) {
  const chain::Chain batched = parsed("x: f32[2, 1, 2]; w: f32[2, 2, 1]; y = x @ w");
  EXPECT_EQ(numbers(batched, "y"), (std::vector<double>{0 * 0 + 1 * 1, 2 * 2 + 3 * 3}));
  EXPECT_EQ(shape_of(parsed("x: f32[2, 3, 4]; w: f32[4, 5]; y = x @ w"), "y"), (chain::Shape{{2, 3, 5}}));
  // Four heads, two matrices on the right: heads 0 and 1 meet the first.
  const chain::Chain grouped = parsed("q: f32[4, 1, 1]; k: f32[2, 1, 1]; y = q @ k");
  EXPECT_EQ(numbers(grouped, "y"), (std::vector<double>{0, 0, 2, 3}));
  EXPECT_EQ(chain::right_matrix({{2, 4, 1, 1}}, {{2, 2, 1, 1}}, 6), 3);
}

TEST(Product, SaysWhatDoesNotFit) {
  EXPECT_NE(refused("x: f32[8, 4096]; w: f32[8192, 16]; y = x @ w").find("the inner dimensions are 4096 and 8192"),
            std::string::npos);
  EXPECT_NE(refused("x: f32[8, 4]; w: f32[16, 4]; y = x @ w").find("x @ transpose(w)"), std::string::npos);
  EXPECT_NE(refused("x: f32[6, 2, 4]; w: f32[4, 4, 2]; y = x @ w").find("the right"), std::string::npos);
  EXPECT_NE(refused("x: f32[2, 4]; w: f32[2, 4, 4]; y = x @ w").find("missing on the right"), std::string::npos);
  EXPECT_NE(refused("x: f32[4]; w: f32[4, 4]; y = x @ w").find("one row is declared [1, 4]"), std::string::npos);
  EXPECT_NE(refused("x: f32[1, 1, 1, 2, 4]; w: f32[4, 4]; y = x @ w").find("more than 4 dimensions"),
            std::string::npos);
  EXPECT_NE(refused("x: f32[4, 4]; y = x @ 2").find("this is a number"), std::string::npos);
  EXPECT_NE(refused("x: f16[4, 4]; w: f32[4, 4]; y = x @ w").find("f16"), std::string::npos);
  EXPECT_NE(refused("x: f32[2147483648, 1]; w: f32[1, 2]; y = x @ w").find("below 2^31"), std::string::npos);
  EXPECT_NE(refused("x: f32[4, 4]; y = matmul(x, x)").find("x @ w"), std::string::npos);
  EXPECT_NE(refused("x: f32[4]; y = transpose(x)").find("one dimension"), std::string::npos);
  EXPECT_NE(refused("x: f32[2, 6]; y = heads(x, 4)").find("the 6 columns of x do not divide evenly into 4 heads"),
            std::string::npos);
  EXPECT_NE(refused("x: f32[2, 6]; y = heads(x, 0)").find("0 heads"), std::string::npos);
  EXPECT_NE(refused("x: f32[2, 6]; y = merge(x)").find("no heads to merge"), std::string::npos);
}

TEST(Product, BindsAsStarDoes) {
  const chain::Chain chain = parsed("x: f32[2, 2]; w: f32[2, 2]; b: f32[2]; y = gelu(x @ w + b) * 2");
  EXPECT_EQ(chain::expression(chain, chain.find("y.1")), "x @ w");
  EXPECT_EQ(chain::canonical(parsed(chain::expanded_text(chain))), chain::canonical(chain));
  EXPECT_NE(chain::canonical(chain).find("%0 @ %1"), std::string::npos);
}

TEST(Views, ShowTheSameNumbersInAnotherOrder) {
  const chain::Chain chain = parsed("x: f32[2, 6]; t = transpose(x); h = heads(x, 3); m = merge(h); out t, h, m");
  EXPECT_EQ(numbers(chain, "t"), (std::vector<double>{0, 6, 1, 7, 2, 8, 3, 9, 4, 10, 5, 11}));
  EXPECT_EQ(shape_of(chain, "h"), (chain::Shape{{3, 2, 2}}));
  EXPECT_EQ(numbers(chain, "h"), (std::vector<double>{0, 1, 6, 7, 2, 3, 8, 9, 4, 5, 10, 11}));
  EXPECT_EQ(numbers(chain, "m"), (std::vector<double>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}));
  EXPECT_EQ(chain::canonical(parsed(chain::expanded_text(chain))), chain::canonical(chain));
}

TEST(Views, AreFreeWhereOnlyProductsReadThem) {
  const chain::Chain chain = parsed(
      "x: f32[4, 6]; k: f32[4, 6]; q = heads(x, 3); s = q @ transpose(heads(k, 3)); u = transpose(x); v = relu(u)\nout "
      "s, v");
  EXPECT_TRUE(chain.is_free_view(chain.find("q")));
  EXPECT_TRUE(chain.is_free_view(chain.find("s.1")));
  EXPECT_FALSE(chain.is_free_view(chain.find("u")));
  EXPECT_EQ(chain.in_memory(chain.find("s.2")), chain.find("k"));
  EXPECT_EQ(chain.readers(chain.find("k")), std::vector<int>{chain.find("s")});
}

TEST(Product, OperandsAndResultsAreFull) {
  const chain::Chain chain =
      parsed("x: bf16[16, 64]; w: bf16[64, 256]; b: bf16[256]; r: bf16[16, 1]; y = gelu((x @ w + b) * r)");
  for (const char* full : {"x", "w", "y", "y.1", "y.2"}) EXPECT_TRUE(chain.is_full(chain.find(full))) << full;
  for (const char* small : {"b", "r"}) EXPECT_FALSE(chain.is_full(chain.find(small))) << small;
  const chain::Chain one_row = parsed("x: bf16[1, 64]; w: bf16[64, 256]; b: bf16[256]; y = x @ w + b");
  EXPECT_TRUE(one_row.is_full(one_row.find("y")));
  EXPECT_FALSE(one_row.is_full(one_row.find("b")));
}

TEST(Product, BoundForgivesNoDroppedTerm) {
  const chain::Chain chain = parsed("x: f32[1, 8192]; w: f32[8192, 1]; y = x @ w");
  const std::vector<bool> stored(chain.values.size(), true);
  const std::int64_t first = 0;
  const auto random = chain::random_inputs(chain, 1);
  const chain::Bounded sum = chain::evaluate(chain, stored, random, chain.find("y"), {&first, 1})[0];
  EXPECT_GT(sum.error, 0);
  EXPECT_LT(4 * sum.error, 0.25);  // what a verdict allows, and the mean size of a term
  const auto exact = [](int, std::int64_t element) { return static_cast<double>(element % 3 - 1); };
  EXPECT_EQ(chain::evaluate(chain, stored, exact, chain.find("y"), {&first, 1})[0].error, 0);
}

TEST(ProductCards, EditKeepsTheSizesAroundAProduct) {
  const chain::Chain chain = parsed("x: f32[8, 16]; w: f32[16, 4]; b: f32[4]; y = relu(x @ w + b)");
  const int product = chain.find("y.1");
  const auto with_tensor = chain::with_op_after(chain, product, "tensor");
  ASSERT_TRUE(with_tensor) << with_tensor.error();
  EXPECT_NE(with_tensor->find("r: f32[8, 4]"), std::string::npos) << *with_tensor;
  const auto twice = chain::with_rows(chain, true);
  ASSERT_TRUE(twice) << twice.error();
  EXPECT_NE(twice->find("x: f32[16, 16]"), std::string::npos) << *twice;
  EXPECT_NE(twice->find("w: f32[16, 4]"), std::string::npos) << *twice;
  EXPECT_TRUE(chain::alternatives(chain, product).empty());
  EXPECT_TRUE(chain::operands_of(chain, product).empty());
  EXPECT_FALSE(chain::with_op_later(chain, product));
  const auto full = chain::with_operand(chain, chain.find("b"), true);
  ASSERT_TRUE(full) << full.error();
  EXPECT_NE(full->find("b: f32[8, 4]"), std::string::npos) << *full;
}

}  // namespace
