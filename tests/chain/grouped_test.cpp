// Experts: rows in groups, each by a matrix of its own, and rows added up again; what stands in their tables.
#include "chain/grouped.hpp"

#include "base/diagnostic.hpp"
#include "base/ragged.hpp"
#include "chain/card_edits.hpp"
#include "chain/evaluate.hpp"
#include "chain/parser.hpp"
#include "chain/sweep.hpp"
#include "chain/table_data.hpp"
#include "golden.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

namespace grouped_test {

using chain::Shape;

constexpr const char* experts = "x: f32[40, 6]; w: f32[5, 6, 3]; ends: i32[5]; y = grouped(x, w, ends)";

chain::Chain parsed(std::string_view text) {
  auto chain = chain::parse(text);
  if (!chain) throw std::runtime_error(base::render(chain.error()));
  return *std::move(chain);
}

std::vector<chain::Bounded> all_of(const chain::Chain& chain, std::string_view name, std::uint64_t seed) {
  const int value = chain.find(name);
  std::vector<std::int64_t> elements(static_cast<std::size_t>(chain.values[value].shape.elements()));
  std::iota(elements.begin(), elements.end(), 0);
  return chain::evaluate(chain, std::vector<bool>(chain.values.size(), true), chain::random_inputs(chain, seed), value,
                         elements);
}

TEST(Grouped, IsReadAndWrittenAsText) {
  const chain::Chain chain = parsed(experts);
  const chain::Value& y = chain.values[3];
  EXPECT_EQ(y.op, chain::Op::grouped);
  EXPECT_EQ(y.shape, (Shape{{40, 3}}));
  EXPECT_EQ(chain::expression(chain, 3), "grouped(x, w, ends)");
  EXPECT_EQ(chain::canonical(parsed(chain::expanded_text(chain))), chain::canonical(chain));
  EXPECT_TRUE(chain.has_product());
  const chain::Chain turned =
      parsed("x: f32[40, 6]; w: f32[5, 3, 6]; ends: i32[5]; y = grouped(x, transpose(w), ends)");
  EXPECT_TRUE(turned.is_free_view(turned.find("y.1"))) << "read in place";
  const chain::Chain left = parsed("x: f32[6, 40]; w: f32[5, 6, 3]; ends: i32[5]; y = grouped(transpose(x), w, ends)");
  EXPECT_FALSE(left.is_free_view(left.find("y.1"))) << "groups begin at any row";
}

TEST(Grouped, CountsRowsWeightsAndResult) {
  const chain::Chain chain = parsed(experts);
  EXPECT_TRUE(chain.is_full(0) && chain.is_full(1) && chain.is_full(3));
  EXPECT_FALSE(chain.is_full(2)) << "a table counts no crossing";
}

TEST(Grouped, TestDataAreRagged) {
  for (const std::uint64_t groups : {4u, 8u, 32u, 64u, 500u}) {
    for (const std::uint64_t rows : {100u, 16384u}) {
      std::vector<std::uint64_t> sizes;
      std::uint64_t before = 0;
      for (std::uint64_t group = 0; group < groups; ++group) {
        const std::uint64_t end = base::ragged_end(3, 1, group, groups, rows);
        ASSERT_GE(end, before);
        sizes.push_back(end - before);
        before = end;
      }
      EXPECT_EQ(before, rows) << "the last ends with the rows";
      std::ranges::sort(sizes);
      EXPECT_EQ(sizes.front(), 0u) << "an expert that nobody asked";
      EXPECT_TRUE(std::ranges::binary_search(sizes, 1u)) << "one with a single row";
      if (rows > 4 * groups) {
        EXPECT_GE(sizes.back() * groups, 2 * rows) << groups << ": some with much more than others";
      }
    }
  }
  EXPECT_EQ(base::ragged_end(3, 1, 0, 1, 77), 77u);
  EXPECT_EQ(base::ragged_end(3, 1, 2, 3, 5), 5u);
}

TEST(Grouped, ASeedMovesGroupsAndKeepsTheirSizes) {
  const chain::Chain chain = parsed("x: f32[1000, 6]; w: f32[16, 6, 3]; ends: i32[16]; y = grouped(x, w, ends)");
  const std::vector<std::int64_t> one = chain::group_ends(chain, 3, 1), other = chain::group_ends(chain, 3, 2);
  EXPECT_NE(one, other);
  const auto sizes = [](const std::vector<std::int64_t>& ends) {
    std::vector<std::int64_t> all;
    for (std::size_t e = 0; e < ends.size(); ++e) all.push_back(ends[e] - (e == 0 ? 0 : ends[e - 1]));
    std::ranges::sort(all);
    return all;
  };
  EXPECT_EQ(sizes(one), sizes(other));
  const chain::InputElement random = chain::random_inputs(chain, 1), exact = chain::exact_inputs(chain, 1);
  for (std::int64_t e = 0; e < 16; ++e) {
    EXPECT_EQ(random(2, e), static_cast<double>(one[static_cast<std::size_t>(e)]));
    EXPECT_EQ(exact(2, e), random(2, e));
  }
}

TEST(Grouped, FindsTheGroupOfARow) {
  const std::vector<std::int64_t> ends{2, 2, 3, 7};
  EXPECT_EQ(chain::group_of(ends, 0), 0);
  EXPECT_EQ(chain::group_of(ends, 1), 0);
  EXPECT_EQ(chain::group_of(ends, 2), 2) << "the second is empty";
  EXPECT_EQ(chain::group_of(ends, 3), 3);
  EXPECT_EQ(chain::group_of(ends, 6), 3);
}

TEST(Grouped, TheReferenceTakesEachRowsOwnMatrix) {
  const chain::Chain chain = parsed(experts);
  const std::vector<chain::Bounded> got = all_of(chain, "y", 7);
  const chain::InputElement input = chain::random_inputs(chain, 7);
  const std::vector<std::int64_t> ends = chain::group_ends(chain, 3, 7);
  for (std::int64_t row = 0; row < 40; ++row) {
    const std::int64_t expert = chain::group_of(ends, row);
    for (std::int64_t column = 0; column < 3; ++column) {
      double sum = 0;
      for (std::int64_t k = 0; k < 6; ++k) sum += input(0, row * 6 + k) * input(1, (expert * 6 + k) * 3 + column);
      const chain::Bounded& found = got[static_cast<std::size_t>(row * 3 + column)];
      EXPECT_NEAR(found.value, sum, found.error) << row;
    }
  }
}

TEST(ScatterAdd, IsReadAndWrittenAsText) {
  const chain::Chain chain = parsed("v: bf16[12, 4]; i: i32[12]; y = scatter_add(v, i, 5)");
  EXPECT_EQ(chain.values[2].shape, (Shape{{5, 4}}));
  EXPECT_EQ(chain.values[2].dtype, chain::Dtype::bf16);
  EXPECT_EQ(chain::expression(chain, 2), "scatter_add(v, i, 5)");
  EXPECT_EQ(chain::canonical(parsed(chain::expanded_text(chain))), chain::canonical(chain));
  EXPECT_TRUE(chain.is_full(0));
  EXPECT_TRUE(chain.is_full(2)) << "smaller than what is added up, and a full tensor all the same";
}

TEST(ScatterAdd, AddsInTheOrderOfTheTable) {
  const chain::Chain chain = parsed("v: f32[30, 4]; i: i32[30]; y = scatter_add(v, i, 20)");
  const std::vector<chain::Bounded> got = all_of(chain, "y", 7);
  const chain::InputElement input = chain::random_inputs(chain, 7);
  std::vector<double> wanted(80, 0);
  std::vector<int> times(20, 0);
  for (std::int64_t at = 0; at < 30; ++at) {
    const auto row = static_cast<std::int64_t>(input(1, at));
    ++times[static_cast<std::size_t>(row)];
    for (std::int64_t c = 0; c < 4; ++c) wanted[static_cast<std::size_t>(row * 4 + c)] += input(0, at * 4 + c);
  }
  EXPECT_GT(std::ranges::count_if(times, [](int n) { return n > 1; }), 0) << "rows that are named twice";
  EXPECT_GT(std::ranges::count(times, 0), 0) << "and some that nobody names";
  for (std::size_t e = 0; e < wanted.size(); ++e) {
    EXPECT_NEAR(got[e].value, wanted[e], got[e].error + 1e-12);
    const double terms = times[e / 4], step = chain::ulp(1, chain::Dtype::f32);
    // Three may meet in any order, where additions are atomic.
    if (terms > 2) {
      EXPECT_GT(got[e].error, (terms - 1) * step * std::abs(wanted[e]) / 4);
    }
    if (terms < 2) {
      EXPECT_EQ(got[e].error, 0);
    }
  }
}

TEST(ScatterAdd, SharesItsTableWithGather) {
  const chain::Chain chain = parsed("x: f32[20, 4]; i: i32[40]; v = gather(x, i); y = scatter_add(v * 2, i, 20)");
  EXPECT_EQ(chain::table_data(chain, 1).rule, chain::TableData::Rule::shuffled) << "each row twice";
  const std::vector<chain::Bounded> got = all_of(chain, "y", 7);
  const chain::InputElement input = chain::random_inputs(chain, 7);
  for (std::int64_t e = 0; e < 80; ++e) EXPECT_NEAR(got[static_cast<std::size_t>(e)].value, 4 * input(0, e), 1e-5);
}

TEST(Grouped, SweepsAddRows) {
  const auto points = chain::sweep(parsed(experts), *chain::parse_axis("m=8..32"));
  ASSERT_TRUE(points) << base::render(points.error());
  EXPECT_EQ(points->front().chain.values[0].shape.dims[0], 8);
  EXPECT_EQ(points->front().chain.values[1].shape, (Shape{{5, 6, 3}})) << "weights stay as they are";
}

TEST(Grouped, CardsKnowWhatFlows) {
  const chain::Chain chain =
      parsed("x: f32[40, 6]; w: f32[50, 6, 6]; ends: i32[50]; h = grouped(x, w, ends); y = relu(h)");
  const chain::EditedText without = chain::without_op(chain, chain.find("h"));
  ASSERT_TRUE(without) << without.error();
  EXPECT_EQ(parsed(*without).find("w"), -1)
      << "rows flow on; nobody reads the weights any more, though they are larger";
  EXPECT_GE(parsed(*without).find("x"), 0);
}

TEST(Grouped, SaysWhatDoesNotFit) {
  std::string all;
  for (const char* text : {
           "x: f32[4, 3]; w: f32[2, 3, 5]; e: i32[2]; y = grouped(x, w)",
           "x: f32[4, 3]; w: f32[2, 3, 5]; e: i32[2]; y = grouped(x, w, 2)",
           "x: f32[4, 3]; w: f32[2, 3, 5]; e: f32[2]; y = grouped(x, w, e)",
           "x: f32[4, 3]; w: f32[2, 3, 5]; e: i32[3]; y = grouped(x, w, e)",
           "x: f32[4, 3]; w: f32[2, 3, 5]; e: i32[2, 1]; y = grouped(x, w, e)",
           "x: f32[4, 3]; w: f32[2, 4, 5]; e: i32[2]; y = grouped(x, w, e)",
           "x: f32[4, 3]; w: f32[2, 5, 3]; e: i32[2]; y = grouped(x, w, e)",
           "x: f32[4, 3]; w: f32[3, 5]; e: i32[2]; y = grouped(x, w, e)",
           "x: f32[2, 4, 3]; w: f32[2, 3, 5]; e: i32[2]; y = grouped(x, w, e)",
           "x: bf16[4, 3]; w: f32[2, 3, 5]; e: i32[2]; y = grouped(x, w, e)",
           "x: f32[4, 3]; w: f32[2, 3, 5]; e: i32[2]; y = grouped(e, w, e)",
           "x: f32[4, 3]; w: f32[2, 3, 5]; e: i32[2]; y = grouped(x, w, e) + e",
           "x: f32[4, 3]; w: f32[2, 3, 5]; e: i32[2]; y = grouped(x, w, e); z = gather(x, e)\nout y, z",
           "x: f32[4, 3]; z: f32[9, 3]; w: f32[2, 3, 5]; e: i32[2]; y = grouped(x, w, e); v = grouped(z, w, e)\nout y, "
           "v",
           "x: f32[4, 3]; w: f32[5000, 3, 5]; e: i32[5000]; y = grouped(x, w, e)",
           "x: f32[4, 3]; w: f32[2, 3, 5]; e: i32[0]; y = grouped(x, w, e)",
           "x: f32[4, 3]; w: f32[2, 3, 5]; e: i32[2]; y = grouped_mm(x, w, e)",
           "v: f32[4, 3]; i: i32[4]; y = scatter_add(v, i)",
           "v: f32[4, 3]; i: i32[4]; y = scatter_add(v, i, n)",
           "v: f32[4, 3]; i: i32[4]; y = scatter_add(v, i, 0)",
           "v: f32[4, 3]; i: i32[4]; y = scatter_add(v, 4, 4)",
           "v: f32[4, 3]; i: i32[5]; y = scatter_add(v, i, 4)",
           "v: f32[4]; i: i32[4]; y = scatter_add(v, i, 4)",
           "v: f32[4, 3]; i: f32[4]; y = scatter_add(v, i, 4)",
           "v: f32[4, 3]; i: i32[4]; y = scatter_add(v, i, 4) + gather(v, i) ; z = scatter_add(v, i, 9)\nout y, z",
           "v: f32[4, 3]; i: i32[4]; p = pick(v, i); y = scatter_add(v, i, 3)\nout p, y",
           "v: f32[4, 3]; i: i32[4]; y = index_add(v, i, 3)",
       }) {
    const auto chain = chain::parse(text);
    all += (chain ? "it was accepted" : base::render(chain.error())) + "\n";
  }
  tests::expect_golden("chain/grouped.txt", all);
}

}  // namespace grouped_test
