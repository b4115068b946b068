// Knobs: what may be written, which kernel has which, and that plans without them stay what they were.
#include "plan/plans.hpp"
#include "plan/turned.hpp"

#include <gmock/gmock.h>

namespace knobs_test {

using plan::Knobs;
using testing::HasSubstr;
using tests::plan_of;
using tests::try_plan;

std::string refused(std::string_view words) {
  const auto knobs = plan::parse_knobs(words);
  EXPECT_FALSE(knobs.has_value()) << words;
  return knobs ? "" : base::render(knobs.error());
}

TEST(Knobs, AreReadInAnyOrderAndWrittenInOne) {
  const auto knobs = plan::parse_knobs("keep=shared block=512  registers=32 rows=4 elements=8");
  ASSERT_TRUE(knobs.has_value());
  EXPECT_EQ(plan::text(*knobs), "registers=32 block=512 elements=8 rows=4 keep=shared");
  EXPECT_EQ(plan::parse_knobs(plan::text(*knobs)), *knobs);
  EXPECT_FALSE(plan::parse_knobs("")->any());
  EXPECT_EQ(plan::text({}), "");
}

TEST(Knobs, WhatIsWrongIsSaidWithWhatIsAllowed) {
  EXPECT_THAT(refused("registers=15"), HasSubstr("16 to 255"));
  EXPECT_THAT(refused("registers=many"), HasSubstr("registers=many is not possible"));
  EXPECT_THAT(refused("block=100"), HasSubstr("whole warps of 32"));
  EXPECT_THAT(refused("block=2048"), HasSubstr("32 to 1024"));
  EXPECT_THAT(refused("elements=3"), HasSubstr("power of two"));
  EXPECT_THAT(refused("rows=6"), HasSubstr("power of two"));
  EXPECT_THAT(refused("keep=cache"), HasSubstr("keep=registers, keep=shared or keep=nowhere"));
  for (const char* tile :
       {"tile=128", "tile=100x64", "tile=8x64", "tile=512x64", "tile=64x", "tile=64x64x64", "tile=x"})
    EXPECT_THAT(refused(tile), HasSubstr("rows x columns, each a power of two from 16 to 256")) << tile;
  EXPECT_THAT(refused("tile=64x64 tile=64x64"), HasSubstr("set twice"));
  EXPECT_THAT(refused("blok=64"), HasSubstr("Did you mean 'block'?"));
  EXPECT_THAT(refused("warp_speed=9"), HasSubstr("registers, block, elements, rows, keep, tile"));
  EXPECT_THAT(refused("block"), HasSubstr("registers=32"));
  EXPECT_THAT(refused("block=64 block=128"), HasSubstr("set twice"));
  EXPECT_THAT(refused("block=64 rows=128"), HasSubstr("128 rows are more than the 64 threads"));
  EXPECT_THAT(refused("registers=128 block=1024"), HasSubstr("With block=1024 a thread can have 64 registers"));
  EXPECT_TRUE(plan::parse_knobs("registers=64 block=1024").has_value());
}

TEST(Knobs, StandBehindCuts) {
  const auto cuts = plan::parse_cuts("y.1, t registers=40 block=64");
  ASSERT_TRUE(cuts.has_value());
  EXPECT_EQ(cuts->values, (std::vector<std::string>{"y.1", "t"}));
  EXPECT_EQ(plan::text(cuts->knobs), "registers=40 block=64");
  EXPECT_EQ(plan::parse_cuts("block=64")->kind, plan::Cuts::Kind::none);
  EXPECT_TRUE(plan::parse_cuts("none block=64")->is_third());
  EXPECT_FALSE(plan::parse_cuts("none")->is_third());
  EXPECT_FALSE(plan::parse_cuts("t, y.1, t").has_value());
}

TEST(Knobs, ATileBelongsToProductsAndTransposes) {
  const auto plan =
      plan_of("x: f32[64, 32]; w: f32[32, 48]; y = relu(x @ w); z = transpose(y) * 2", "y,z.1 tile=64x64");
  ASSERT_EQ(plan.groups.size(), 3u);
  EXPECT_EQ(plan.name, "y,z.1 tile=64x64");
  EXPECT_EQ(plan.groups[0].knobs.tile, (plan::Tile{64, 64}));
  EXPECT_EQ(plan.groups[1].knobs.tile, (plan::Tile{64, 64})) << "the transpose";
  EXPECT_FALSE(plan.groups[2].knobs.any());
  EXPECT_FALSE(try_plan("x: f32[64, 32]; y = relu(x)", "none tile=64x64"));
  EXPECT_FALSE(try_plan("x: bf16[64, 32]; w: i8[32, 48]; s: bf16[48]; y = x @ dequant(w, s)", "none tile=64x64"));
}

TEST(Knobs, EachKernelTakesThoseThatItHas) {
  const auto plan = plan_of("x: f32[64, 32]; t = softmax(x); y = t * 2", "t block=64 elements=8 keep=nowhere");
  ASSERT_EQ(plan.groups.size(), 2u);
  EXPECT_EQ(plan.name, "t block=64 elements=8 keep=nowhere");
  EXPECT_EQ(plan::text(plan.groups[0].knobs), "block=64 keep=nowhere");
  EXPECT_EQ(plan::text(plan.groups[1].knobs), "block=64 elements=8");
}

TEST(Knobs, AreNotAskedOfWhoHasNone) {
  const auto refusal = [](std::string_view text, std::string_view cuts) {
    const auto plan = try_plan(text, cuts);
    EXPECT_FALSE(plan.has_value()) << text << " " << cuts;
    return plan ? "" : base::render(plan.error());
  };
  EXPECT_THAT(refusal("x: f32[8]; y = relu(x)", "none rows=2"), HasSubstr("has the knob: rows"));
  EXPECT_THAT(refusal("x: f32[64, 32]; y = sum(x)", "none keep=shared"), HasSubstr("has the knob: keep"));
  EXPECT_THAT(refusal("x: f32[64, 32]; y = softmax(x)", "none elements=4"), HasSubstr("has the knob: elements"));
  EXPECT_THAT(refusal("x: f32[8, 8]; w: f32[8, 8]; y = x @ w", "none block=64"), HasSubstr("library calls"));
  const auto some = plan_of("x: f32[8, 8]; w: f32[8, 8]; t = x @ w; y = relu(t)", "every block=64");
  EXPECT_FALSE(some.groups[0].knobs.any());
  EXPECT_THAT(some.notes.front(), HasSubstr("K1"));
}

TEST(Knobs, ARowThatIsKeptNowhereIsAskedForAgainAndNotDrivenAgain) {
  constexpr std::string_view softmax = "x: f32[64, 32]; y = softmax(x)";
  EXPECT_EQ(tests::crossings(plan_of(softmax, "none")), 2);
  EXPECT_EQ(tests::crossings(plan_of(softmax, "none keep=shared")), 2);
  const auto nowhere = plan_of(softmax, "none keep=nowhere");
  EXPECT_EQ(tests::crossings(nowhere), 2);
  EXPECT_EQ(plan::times_met(*nowhere.chain, nowhere.groups[0])[0], 3) << "largest, sum, shares";
}

}  // namespace knobs_test
