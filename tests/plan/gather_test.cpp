// What is fetched through a table: on the way into attention, or by a kernel of its own.
#include "plan/attention.hpp"
#include "plan/launches.hpp"
#include "plan/plans.hpp"
#include "plan/reads.hpp"
#include "plan/scheduler.hpp"

namespace {

using plan::Schedule;

const std::string cache =
    "q: bf16[2, 8, 1, 32]; keys: bf16[40, 2, 16, 32]; values: bf16[40, 2, 16, 32]; pages: i32[2, 12]; "
    "k = gather(keys, pages); v = gather(values, pages); s = q @ transpose(k) * 0.25; ";

TEST(Gather, GoesIntoAttention) {
  const plan::FusionPlan fused = tests::plan_of(cache + "p = softmax(s); o = p @ v", "none");
  EXPECT_EQ(tests::show(fused), "attention{k v s.2 s p.1 p.2 p.3 p.4 p o | keys pages values q -> o}");
  EXPECT_EQ(tests::crossings(fused), 4) << "queries, both pools, the result; a table is no full tensor";
  EXPECT_TRUE(fused.notes.empty());
  const plan::FusionPlan unfused = tests::plan_of(cache + "p = softmax(s); o = p @ v", "every");
  ASSERT_EQ(unfused.groups.size(), 10u);
  EXPECT_EQ(unfused.groups[0].schedule, Schedule::gather);
  EXPECT_EQ(plan::space(*fused.chain, fused.groups[0].ops), (chain::Shape{{2, 8, 1, 32}}));
}

TEST(Gather, TellsWhereALineOfAPageLies) {
  const plan::FusionPlan fused = tests::plan_of(cache + "p = softmax(s); o = p @ v", "none");
  const plan::Attention found = plan::attention(*fused.chain, fused.groups[0]);
  const chain::Chain& chain = *fused.chain;
  EXPECT_EQ(found.fetches, (std::vector{chain.find("k"), chain.find("v")}));
  EXPECT_EQ(found.scores.right, chain.find("keys"));
  EXPECT_EQ(found.values.right, chain.find("values"));
  EXPECT_EQ(found.scores.n, 192);
  EXPECT_EQ(found.scores.share, 4);
  const plan::Pages pages{chain.find("pages"), 16, 2 * 16 * 32, 40, 12, 0};
  EXPECT_EQ(found.scores.pages, pages);
  EXPECT_EQ(found.values.pages, pages);
  EXPECT_EQ(found.scores.right_at, (plan::Place{0, 16 * 32, 1, 32}));
  EXPECT_EQ(found.values.right_at, (plan::Place{0, 16 * 32, 32, 1}));
}

/// Tables and pools of every shape: strides of entries and of a slice.
TEST(Gather, KnowsWhichMatrixHasWhichPages) {
  struct Case {
    std::string q, pool, table;
    std::int64_t outer, inner, head;
  };
  for (const Case& one :
       {Case{"2, 8, 1, 32", "40, 2, 16, 32", "2, 12", 12, 0, 512}, Case{"8, 1, 32", "40, 2, 16, 32", "12", 0, 0, 512},
        Case{"6, 5, 32", "40, 16, 32", "6, 12", 0, 12, 0}, Case{"5, 32", "40, 16, 32", "12", 0, 0, 0},
        Case{"1, 8, 1, 32", "40, 1, 16, 32", "1, 12", 0, 0, 0}, Case{"6, 5, 32", "40, 32", "6, 192", 0, 192, 0}}) {
    const plan::FusionPlan fused =
        tests::plan_of("q: f32[" + one.q + "]; c: f32[" + one.pool + "]; t: i32[" + one.table +
                           "]; k = gather(c, t); o = softmax(q @ transpose(k)) @ k",
                       "none");
    ASSERT_EQ(fused.groups.size(), 1u) << one.pool;
    const plan::Product product = plan::attention(*fused.chain, fused.groups[0]).scores;
    EXPECT_EQ(product.pages.outer, one.outer) << one.pool;
    EXPECT_EQ(product.pages.inner, one.inner) << one.pool;
    EXPECT_EQ(product.right_at.inner, one.head) << one.pool;
    EXPECT_EQ(product.right_at.outer, 0);
    if (one.outer + one.inner > 0) {
      EXPECT_GT(product.matrices(), 1) << one.pool << ": a row of the table each, so they are not joined";
    }
  }
}

TEST(Gather, IsElsewhereAKernelOfItsOwn) {
  const auto schedules = [](const std::string& text) {
    std::string all;
    for (const plan::Group& group : tests::plan_of(text, "none").groups)
      all += std::string(plan::name(group.schedule)) + " ";
    return all;
  };
  EXPECT_EQ(schedules("e: f32[9, 4]; t: i32[7]; y = gather(e, t) * 2"), "gather pointwise ");
  EXPECT_EQ(schedules("x: f32[5, 4]; e: f32[9, 4]; t: i32[6]; y = x @ transpose(gather(e, t))"), "gather matmul ");
  // Kept, read by another kernel as well, or read across its lines: written first.
  EXPECT_EQ(schedules(cache + "o = softmax(s) @ v\nout k, o"), "gather attention ");
  EXPECT_EQ(schedules(cache + "o = softmax(s) @ v\nz = relu(v)\nout z, o"), "gather attention pointwise ");
  EXPECT_EQ(schedules("q: f32[5, 32]; c: f32[4, 8, 7]; d: f32[9, 8, 7]; t: i32[4]; u: i32[1]; "
                      "o = softmax(q @ gather(c, t)) @ transpose(gather(d, u))"),
            "gather gather attention ");
}

TEST(Gather, SaysWhyItStaysApart) {
  const plan::FusionPlan apart = tests::plan_of("e: f32[9, 4]; t: i32[7]; y = gather(e, t) * 2", "none");
  ASSERT_EQ(apart.notes.size(), 1u);
  EXPECT_EQ(apart.notes[0],
            "y.1 fetches through a table: it is a kernel of its own, or done on the way to attention's keys and values "
            "or to experts' rows.");
  const auto chain = std::make_shared<const chain::Chain>(*chain::parse(
      "q: f32[5, 32]; c: f32[4, 8, 7]; v: f32[7, 9]; t: i32[4]; k = gather(c, t); o = softmax(q @ k) @ v"));
  std::vector<int> ops = chain->ops();
  EXPECT_EQ(plan::why_not(*chain, ops, tests::roomy),
            "k is read across its pages by o.1: attention takes keys as transpose(pages) and values as pages, line by "
            "line.");
}

TEST(Gather, TakesWhatItFetches) {
  const plan::FusionPlan fused = tests::plan_of(
      "e: f32[100, 4]; t: i32[7]; u: i32[300]; y = gather(e, t) * 2; "
      "z = gather(e, u)\nout y, z",
      "none");
  const chain::Chain& chain = *fused.chain;
  ASSERT_EQ(fused.groups[0].schedule, Schedule::gather);
  EXPECT_EQ(plan::bytes_read(chain, fused.groups[0], chain.find("e")).value, 7 * 16);
  EXPECT_EQ(plan::bytes_read(chain, fused.groups[0], chain.find("t")).value, 7 * 4);
  EXPECT_EQ(plan::bytes_needed(chain, chain.find("e")).value, 100 * 16) << "300 rows, of a hundred";
  EXPECT_EQ(plan::bytes_needed(chain, chain.find("t")).value, 7 * 4);
  // Read as it is by another kernel: all of it.
  const plan::FusionPlan tied = tests::plan_of("e: f32[100, 4]; t: i32[7]; y = gather(e, t) @ transpose(e)", "none");
  EXPECT_EQ(plan::bytes_read(*tied.chain, tied.groups[1], tied.chain->find("e")).value, 1600);
  EXPECT_EQ(plan::bytes_needed(*tied.chain, tied.chain->find("e")).value, 1600);
}

TEST(Gather, CutsByHandAreKept) {
  const plan::FusionPlan cut = tests::plan_of(cache + "p = softmax(s); o = p @ v", "k,v");
  EXPECT_EQ(tests::show(cut),
            "gather{k | keys pages -> k} gather{v | values pages -> v} "
            "attention{s.2 s p.1 p.2 p.3 p.4 p o | q k v -> o}");
}

}  // namespace
