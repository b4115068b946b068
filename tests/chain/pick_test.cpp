// An entry of each row picked by its number, and the loss made of it: how they are written, refused, filled, computed.
#include "base/diagnostic.hpp"
#include "chain/card_edits.hpp"
#include "chain/evaluate.hpp"
#include "chain/gather.hpp"
#include "chain/grad.hpp"
#include "chain/parser.hpp"
#include "chain/sweep.hpp"
#include "golden.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

namespace pick_test {

using chain::Shape;

chain::Chain parsed(std::string_view text) {
  auto chain = chain::parse(text);
  if (!chain) throw std::runtime_error(base::render(chain.error()));
  return *std::move(chain);
}

/// Not even where a product has as many rows of one number: numbers of entries are no tensor that crosses.
TEST(Pick, ItsTableIsNeverAFullTensor) {
  const chain::Chain chain = parsed("x: f32[8, 4]; w: f32[4, 1]; z: f32[8, 6]; t: i32[8]; y = x @ w + pick(z, t)");
  EXPECT_TRUE(chain.is_full(chain.find("y.1"))) << "the product";
  EXPECT_FALSE(chain.is_full(chain.find("t")));
}

TEST(Pick, IsReadAndWrittenAsText) {
  const chain::Chain chain = parsed("z: bf16[5, 7]; t: i32[5]; y = pick(z, t)");
  EXPECT_EQ(chain.values[2].op, chain::Op::pick);
  EXPECT_EQ(chain.values[2].dtype, chain::Dtype::bf16) << "that of what is picked from";
  EXPECT_EQ(chain.values[2].shape, (Shape{{5, 1}}));
  EXPECT_EQ(chain.values[1].shape, (Shape{{5, 1}})) << "one number a row, however it was written";
  EXPECT_EQ(chain::expression(chain, 2), "pick(z, t)");
  EXPECT_EQ(chain::canonical(parsed(chain::expanded_text(chain))), chain::canonical(chain));
  EXPECT_EQ(chain::canonical(parsed("z: bf16[5, 7]; t: i32[5, 1]; y = pick(z, t)")), chain::canonical(chain));
  EXPECT_EQ(parsed("z: f32[2, 3, 7]; t: i32[2, 3]; y = pick(z, t)").values[2].shape, (Shape{{2, 3, 1}}));
  EXPECT_FALSE(chain.is_full(1));
  EXPECT_FALSE(chain.is_pool(0)) << "its rows may be walked by others";
}

TEST(Pick, TellsWhichEntryOfEachRow) {
  for (const char* text :
       {"z: f32[40, 7]; t: i32[40]; y = pick(z, t)", "z: bf16[2, 3, 90]; t: i32[2, 3]; y = pick(z, t)"}) {
    const chain::Chain chain = parsed(text);
    const chain::InputElement input = chain::random_inputs(chain, 5);
    const std::int64_t columns = chain.values[0].shape.columns(), rows = chain.values[0].shape.rows();
    EXPECT_EQ(chain::slices(chain, 1), columns);
    std::vector<std::int64_t> all(static_cast<std::size_t>(rows));
    std::iota(all.begin(), all.end(), 0);
    const auto got = chain::evaluate(chain, std::vector<bool>(3, true), input, 2, all);
    for (const std::int64_t row : all) {
      const auto column = static_cast<std::int64_t>(input(1, row));
      ASSERT_TRUE(column >= 0 && column < columns);
      EXPECT_EQ(got[static_cast<std::size_t>(row)].value, input(0, row * columns + column));
      EXPECT_EQ(got[static_cast<std::size_t>(row)].error, 0) << "nothing is rounded";
    }
  }
}

TEST(CrossEntropy, IsTheTextbooksLoss) {
  const chain::Chain chain = parsed("z: f32[6, 50]; t: i32[6]; y = cross_entropy(z * 3, t)");
  const chain::InputElement input = chain::random_inputs(chain, 5);
  const int y = chain.find("y");
  const std::vector<std::int64_t> rows{0, 1, 2, 3, 4, 5};
  const auto got = chain::evaluate(chain, std::vector<bool>(chain.values.size(), false), input, y, rows);
  for (const std::int64_t row : rows) {
    double sum = 0;
    for (std::int64_t column = 0; column < 50; ++column) sum += std::exp(3 * input(0, row * 50 + column));
    const double right = 3 * input(0, row * 50 + static_cast<std::int64_t>(input(1, row)));
    EXPECT_NEAR(got[static_cast<std::size_t>(row)].value, std::log(sum) - right, 1e-9);
  }
  std::string ops;
  for (const int op : chain.ops()) ops += std::string(chain::info(chain.values[op].op).name) + " ";
  EXPECT_EQ(ops, "mul pick max sub exp sum log add sub ");
  ASSERT_EQ(chain.compositions.size(), 1u);
  EXPECT_EQ(chain.compositions[0].name, "cross_entropy");
}

TEST(Pick, FlowsThroughSweepsAndCards) {
  const chain::Chain chain = parsed("x: bf16[64, 8]; w: bf16[8, 90]; t: i32[64]; y = cross_entropy(x @ w, t)");
  const auto points = chain::sweep(chain, *chain::parse_axis("m=1..16"));
  ASSERT_TRUE(points) << base::render(points.error());
  EXPECT_EQ(points->back().chain.values[2].shape, (Shape{{16, 1}})) << "a number for each of the rows that are left";
  const chain::EditedText narrow = chain::with_dtype(chain, chain::Dtype::f16);
  ASSERT_TRUE(narrow) << narrow.error();
  EXPECT_EQ(parsed(*narrow).values[2].dtype, chain::Dtype::i32);
  const int pick = chain.find("y.2");
  ASSERT_EQ(chain.values[pick].op, chain::Op::pick);
  EXPECT_TRUE(chain::alternatives(chain, pick).empty()) << "no other op reads such numbers";
  EXPECT_TRUE(chain::operands_of(chain, pick).empty());
}

TEST(Pick, HasNoGradient) {
  const auto refused = [](std::string_view text) {
    const auto pass = chain::grad(parsed(text), {});
    return pass ? std::string("it has one") : pass.error().front().message;
  };
  EXPECT_EQ(refused("z: f32[6, 5]; t: i32[6]; y = z * pick(z, t)\nout y"), "t is i32: integers have no gradient");
  const chain::Chain picked = parsed("z: f32[6, 5]; t: i32[6]; y = z * pick(z, t)");
  const auto of_z = chain::grad(picked, {.of = {}, .to = {0}, .keep = {}});
  ASSERT_FALSE(of_z);
  EXPECT_EQ(of_z.error().front().message, "pick has no gradient here: it reads integers (y.1)");
  const chain::Chain loss =
      parsed("z: f32[6, 5]; b: f32[5]; t: i32[6]; a = cross_entropy(z, t); y = a * mean(z + b)\nout y");
  const auto of_loss = chain::grad(loss, {.of = {}, .to = {0}, .keep = {}});
  ASSERT_FALSE(of_loss);
  EXPECT_EQ(of_loss.error().front().message,
            "the gradient of a cross_entropy needs a 1 in each row, which no op here writes (a)");
  const auto beside = chain::grad(loss, {.of = {}, .to = {1}, .keep = {}});
  ASSERT_TRUE(beside) << base::render(beside.error());
  EXPECT_NE(chain::expanded_text(beside->chain).find("pick(z, t)"), std::string::npos)
      << "it is made again, as a factor";
}

TEST(Pick, SaysWhatDoesNotFit) {
  std::string all;
  for (const char* text : {
           "z: f32[4, 3]; y = pick(z, 2)",
           "z: f32[4, 3]; t: i32[4]; y = pick(2, t)",
           "z: f32[4, 3]; t: f32[4]; y = pick(z, t)",
           "z: f32[4, 3]; t: i32[4]; y = pick(t, z)",
           "z: f32[4]; t: i32[1]; y = pick(z, t)",
           "z: f32[4, 1]; t: i32[4]; y = pick(z, t)",
           "z: f32[4, 3]; t: i32[3]; y = pick(z, t)",
           "z: f32[4, 3]; t: i32[1, 4]; y = pick(z, t)",
           "z: f32[2, 4, 3]; t: i32[8]; y = pick(z, t)",
           "z: f32[2, 4294967296]; t: i32[2]; y = pick(z, t)",
           "z: f32[4, 3]; u: f32[4, 5]; t: i32[4]; y = pick(z, t) + pick(u, t)",
           "z: f32[4, 3]; t: i32[4, 1]; y = pick(z, t) + sum(gather(z, t))",
           "z: f32[4, 3]; t: i32[4]; y = sum(gather(z, t)) + pick(z, t)",
           "z: f32[4, 3]; t: i32[4]; y = pick(z, t) + t",
           "z: f32[4, 3]; y = pick(z)",
           "z: f32[4, 3]; t: i32[4]; y = take_along_axis(z, t)",
           "z: f32[4, 3]; t: i32[4]; y = nll(z, t)",
           "z: f32[4, 3]; y = cross_entropy(z)",
           "z: f32[4, 3]; t: f32[4]; y = cross_entropy(z, t)",
           "z: f32[4, 3]; t: i32[4]; y = cross_entropy(2, t)",
           "w: i8[4, 4]; t: i32[4]; y = cross_entropy(w, t)",
       }) {
    const auto chain = chain::parse(text);
    all += (chain ? "it was accepted" : base::render(chain.error())) + "\n";
  }
  tests::expect_golden("chain/pick.txt", all);
}

}  // namespace pick_test
