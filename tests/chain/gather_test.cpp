// Slices fetched through a table: how they are written, refused, counted, filled and found again.
#include "chain/gather.hpp"

#include "base/diagnostic.hpp"
#include "base/random.hpp"
#include "chain/card_edits.hpp"
#include "chain/evaluate.hpp"
#include "chain/form.hpp"
#include "chain/parser.hpp"
#include "chain/sweep.hpp"
#include "golden.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>

namespace gather_test {

using chain::Shape;

constexpr const char* paged = "pool: f32[5, 2, 4, 3]; pages: i32[2, 2]; k = gather(pool, pages); y = k * 2";

chain::Chain parsed(std::string_view text) {
  auto chain = chain::parse(text);
  if (!chain) throw std::runtime_error(base::render(chain.error()));
  return *std::move(chain);
}

Shape shape_of(std::string_view text) {
  const chain::Chain chain = parsed(text);
  return chain.values[chain.ops().front()].shape;
}

TEST(Gather, IsReadAndWrittenAsText) {
  const chain::Chain chain = parsed(paged);
  EXPECT_EQ(chain.values[2].op, chain::Op::gather);
  EXPECT_EQ(chain.values[2].dtype, chain::Dtype::f32) << "the pool's dtype";
  EXPECT_EQ(chain::expression(chain, 2), "gather(pool, pages)");
  EXPECT_EQ(chain::canonical(parsed(chain::expanded_text(chain))), chain::canonical(chain));
  EXPECT_EQ(chain.values[1].bytes().value, 16);
  const chain::EditedText narrow = chain::with_dtype(chain, chain::Dtype::f16);
  ASSERT_TRUE(narrow);
  EXPECT_EQ(parsed(*narrow).values[1].dtype, chain::Dtype::i32) << "a table stays whole numbers";
}

TEST(Gather, HasAShapeForEveryPool) {
  EXPECT_EQ(shape_of(paged), (Shape{{2, 2, 8, 3}}));
  EXPECT_EQ(shape_of("pool: f32[5, 2, 4, 3]; t: i32[6]; y = gather(pool, t)"), (Shape{{2, 24, 3}}));
  EXPECT_EQ(shape_of("pool: f32[5, 4, 3]; t: i32[2, 6]; y = gather(pool, t)"), (Shape{{2, 24, 3}}));
  EXPECT_EQ(shape_of("pool: f32[5, 4, 3]; t: i32[6]; y = gather(pool, t)"), (Shape{{24, 3}}));
  EXPECT_EQ(shape_of("rows: f32[5, 3]; t: i32[7]; y = gather(rows, t)"), (Shape{{7, 3}}));
  EXPECT_EQ(shape_of("rows: f32[5, 3]; t: i32[2, 7]; y = gather(rows, t)"), (Shape{{2, 7, 3}}));
}

TEST(Gather, FindsEveryElementWhereItsPageLies) {
  const Shape pool{{5, 2, 4, 3}}, table{{2, 2}};
  std::int64_t element = 0;
  for (std::int64_t batch = 0; batch < 2; ++batch) {
    for (std::int64_t head = 0; head < 2; ++head) {
      for (std::int64_t row = 0; row < 8; ++row) {
        for (std::int64_t column = 0; column < 3; ++column, ++element) {
          const chain::Fetched wanted{batch * 2 + row / 4, (head * 4 + row % 4) * 3 + column};
          ASSERT_EQ(chain::fetched(pool, table, element), wanted) << element;
        }
      }
    }
  }
}

/// The reference of all of y, and what it must be by the table and the pool.
void expect_fetched(const std::string& text) {
  const chain::Chain chain = parsed(text);
  const int y = chain.find("y"), pool = chain.find("pool"), table = chain.find("t");
  const chain::InputElement input = chain::random_inputs(chain, 7);
  std::vector<std::int64_t> all(static_cast<std::size_t>(chain.values[y].shape.elements()));
  std::iota(all.begin(), all.end(), 0);
  const auto got = chain::evaluate(chain, std::vector<bool>(chain.values.size(), true), input, y, all);
  const Shape &of = chain.values[pool].shape, &entries = chain.values[table].shape;
  for (const std::int64_t element : all) {
    const chain::Fetched place = chain::fetched(of, entries, element);
    const auto slice = static_cast<std::int64_t>(input(table, place.entry));
    const double wanted = input(pool, slice * (of.elements() / of.dims.front()) + place.inside);
    ASSERT_EQ(got[static_cast<std::size_t>(element)].value, wanted) << text << " at " << element;
    ASSERT_EQ(got[static_cast<std::size_t>(element)].error, 0);
  }
}

TEST(Gather, TheReferenceMovesAndNeverRounds) {
  expect_fetched("pool: f32[5, 2, 4, 3]; t: i32[2, 2]; y = gather(pool, t)");
  expect_fetched("pool: bf16[9, 4, 3]; t: i32[2, 3]; y = gather(pool, t)");
  expect_fetched("pool: f32[3, 5]; t: i32[8]; y = gather(pool, t)");
  expect_fetched("pool: f32[6, 1]; t: i32[4]; y = gather(pool, t)");
}

TEST(Gather, ATableNamesNoSliceTwiceBeforeEachWasThereOnce) {
  for (const std::int64_t slices : {1, 2, 3, 5, 64, 100, 1000}) {
    std::vector<std::int64_t> times(static_cast<std::size_t>(slices), 0);
    for (std::int64_t entry = 0; entry < slices; ++entry) {
      const std::int64_t named = chain::table_entry(3, 1, entry, slices);
      ASSERT_TRUE(named >= 0 && named < slices);
      ++times[static_cast<std::size_t>(named)];
    }
    EXPECT_EQ(std::ranges::count(times, 1), slices) << slices;
    for (std::int64_t entry = slices; entry < 2 * slices; ++entry)
      ++times[static_cast<std::size_t>(chain::table_entry(3, 1, entry, slices))];
    EXPECT_EQ(std::ranges::count(times, 2), slices) << "once more each";
  }
  std::vector<std::int64_t> one, other, again;
  for (std::int64_t entry = 0; entry < 100; ++entry) {
    one.push_back(chain::table_entry(3, 1, entry, 100));
    other.push_back(chain::table_entry(4, 1, entry, 100));
    again.push_back(chain::table_entry(3, 1, 100 + entry, 100));
  }
  EXPECT_NE(one, again) << "and the second time too";
  EXPECT_NE(one, other) << "another seed, another order";
  EXPECT_FALSE(std::ranges::is_sorted(one));
  EXPECT_EQ(chain::random_inputs(parsed(paged), 3)(1, 2), static_cast<double>(chain::table_entry(3, 1, 2, 5)));
  EXPECT_EQ(chain::exact_inputs(parsed(paged), 3)(1, 2), chain::random_inputs(parsed(paged), 3)(1, 2));
}

TEST(Gather, SweepsSayWhatTheyCannotScale) {
  const auto refused = [](std::string_view text, std::string_view axis) {
    const auto points = chain::sweep(parsed(text), *chain::parse_axis(axis));
    return points ? std::string("it was swept") : base::render(points.error());
  };
  EXPECT_NE(refused("e: f32[1000, 8]; t: i32[70]; y = gather(e, t) * 2", "size=64K..1M").find("y.1"), std::string::npos)
      << "not the pool, which is larger: what is fetched";
  // With more queries, the cache stays as it is.
  EXPECT_EQ(refused("q: f32[4, 8]; a: f32[9, 16, 8]; t: i32[5]; k = gather(a, t); o = softmax(q @ transpose(k)) @ k",
                    "m=1..16"),
            "it was swept");
}

TEST(Gather, CardsKnowWhatFlows) {
  const chain::Chain chain = parsed("e: f32[1000, 8]; t: i32[70]; k = gather(e, t); y = k * 2");
  const chain::EditedText tensor = chain::with_op_after(chain, chain.find("k"), "tensor");
  ASSERT_TRUE(tensor) << tensor.error();
  EXPECT_EQ(parsed(*tensor).values[parsed(*tensor).find("r")].shape, (Shape{{70, 8}})) << "not the pool's";
  const chain::EditedText without = chain::without_op(chain, chain.find("k"));
  ASSERT_TRUE(without) << without.error();
  EXPECT_EQ(parsed(*without).find("t"), -1) << "nobody reads the table any more";
}

TEST(Gather, CountsWhatIsFetched) {
  // The pool is far larger than what is fetched from it; the table counts no crossing.
  const chain::Chain chain = parsed("pool: f32[1000, 4, 3]; t: i32[2]; k = gather(pool, t); y = k * 2");
  EXPECT_EQ(chain.full_elements(), 24);
  EXPECT_TRUE(chain.is_pool(0));
  EXPECT_TRUE(chain.is_full(0));
  EXPECT_FALSE(chain.is_full(1));
  EXPECT_TRUE(chain.is_full(chain.find("k")));
  // Rows for a bias are no full tensor.
  const chain::Chain row = parsed("x: f32[8, 3]; pool: f32[5, 3]; t: i32[1]; y = x + gather(pool, t)");
  EXPECT_FALSE(row.is_full(row.find("pool")));
  // A tensor that others read as well is no pool.
  EXPECT_FALSE(parsed("e: f32[5, 3]; t: i32[7]; y = gather(e, t) @ transpose(e)").is_pool(0));
}

TEST(Gather, SaysWhatDoesNotFit) {
  std::string all;
  for (const char* text : {
           "k: f32[4, 3]; y = gather(k, 2)",
           "k: f32[4, 3]; y = gather(2, k)",
           "k: f32[4, 3]; t: f32[4]; y = gather(k, t)",
           "k: f32[4, 3]; t: i32[4]; y = gather(t, k)",
           "k: f32[4]; t: i32[4]; y = gather(k, t)",
           "k: f32[2, 2, 2, 4, 3]; t: i32[4]; y = gather(k, t)",
           "k: f32[4, 3]; t: i32[2, 2, 2]; y = gather(k, t)",
           "k: f32[4, 3]; v: f32[5, 3]; t: i32[2]; y = gather(k, t) + gather(v, t)",
           "k: f32[4, 3]; t: i32[4]; y = gather(k, t) + t",
           "t: i32[4]; y = relu(t)",
           "t: i32[4, 4]; x: f32[4, 4]; y = x @ t",
           "t: i32[4, 4]; y = transpose(t)",
           "t: i32[4, 4]; y = softmax(t)",
           "t: i32[4, 4]; s: f32[4]; y = dequant(t, s)",
           "t: i32[4]; y = cast(t, f32)",
           "x: f32[4]; y = cast(x, i32)",
           "w: i8[4, 4]; t: i32[4]; y = gather(w, t)",
           "k: f32[4, 3]; y = gather(k)",
           "k: f32[4, 3]; t: i32[4]; y = take(k, t)",
           "k: f32[4, 3]; t: int64[4]; y = gather(k, t)",
           "k: f32[0, 3]; t: i32[4]; y = gather(k, t)",
           "k: f32[4, 3]; t: i32[0]; y = gather(k, t)",
           "k: f32[4294967296, 2]; t: i32[4]; y = gather(k, t)",
           "k: f32[4, 1048576]; t: i32[1048577]; y = gather(k, t)",
           "k: f32[4, 3]; t: i32[4]; y = relu(k)",
       }) {
    const auto chain = chain::parse(text);
    all += (chain ? "it was accepted" : base::render(chain.error())) + "\n";
  }
  tests::expect_golden("chain/gather.txt", all);
}

}  // namespace gather_test
