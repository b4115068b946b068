// Where chains are cut, and how often that crosses the road: the numbers lessons teach.
#include "plan/plans.hpp"

#include <gmock/gmock.h>

namespace segment_test {

using testing::HasSubstr;
using tests::plan_of;
using tests::show;
using tests::try_plan;

constexpr std::string_view bias_gelu = "x: f32[64, 32]; b: f32[32]; y = gelu(x + b)";
constexpr std::string_view rmsnorm = "x: f32[64, 32]; g: f32[32]; y = rmsnorm(x, g)";
constexpr std::string_view softmax = "x: f32[64, 32]; y = softmax(x)";
constexpr std::string_view layernorm = "x: f32[64, 32]; g: f32[32]; b: f32[32]; y = layernorm(x, g, b)";

struct Expectation {
  std::string text, cuts;
  int crossings;
  std::size_t kernels;
};
void PrintTo(const Expectation& e, std::ostream* out) {
  *out << e.text << " --cuts " << e.cuts;
}

class Counts : public testing::TestWithParam<Expectation> {};

TEST_P(Counts, CrossingsAndKernels) {
  const auto plan = plan_of(GetParam().text, GetParam().cuts);
  EXPECT_EQ(tests::crossings(plan), GetParam().crossings) << show(plan);
  EXPECT_EQ(plan.groups.size(), GetParam().kernels) << show(plan);
}

INSTANTIATE_TEST_SUITE_P(
    Lessons, Counts,
    testing::Values(
        Expectation{std::string(bias_gelu), "every", 4, 2}, Expectation{std::string(bias_gelu), "none", 2, 1},
        Expectation{"x: f32[64, 32]; b: f32[64, 32]; y = gelu(x + b)", "every", 5, 2},
        Expectation{"x: f32[64, 32]; b: f32[64, 32]; y = gelu(x + b)", "none", 3, 1},
        Expectation{std::string(rmsnorm), "every", 7, 6}, Expectation{std::string(rmsnorm), "y.4", 3, 2},
        Expectation{std::string(rmsnorm), "none", 2, 1}, Expectation{std::string(softmax), "every", 8, 5},
        Expectation{std::string(softmax), "none", 2, 1}, Expectation{std::string(layernorm), "every", 12, 9},
        Expectation{std::string(layernorm), "none", 2, 1}, Expectation{"x: f32[64, 32]; y = sum(x * x)", "every", 3, 2},
        Expectation{"x: f32[64, 32]; y = sum(x * x)", "none", 1, 1},
        // n unary ops: 2n -> 2; m extra full operands: (2n + m) -> (2 + m)
        Expectation{"x: f32[64, 32]; y = sigmoid(relu(x) * 2 + 1)", "every", 8, 4},
        Expectation{"x: f32[64, 32]; y = sigmoid(relu(x) * 2 + 1)", "none", 2, 1},
        Expectation{"x: f32[8]; a: f32[8]; b: f32[8]; y = relu((x + a) * b)", "every", 8, 3},
        Expectation{"x: f32[8]; a: f32[8]; b: f32[8]; y = relu((x + a) * b)", "none", 4, 1},
        // two consumers: t is read once a kernel, and not at all where it is made
        Expectation{"x: f32[8]; t = relu(x); y = t * t", "every", 4, 2},
        Expectation{"x: f32[8]; t = relu(x); y = exp(t) + t", "every", 7, 3},
        Expectation{"x: f32[8]; t = relu(x); y = exp(t) + t", "none", 2, 1},
        Expectation{"x: f32[8]; t = relu(x); y = exp(t) + t", "t", 4, 2},
        // kept outputs are written whatever the cuts
        Expectation{"x: f32[8]; t = relu(x); y = exp(t); out t; out y", "none", 3, 1},
        // readers of one full input share its crossing
        Expectation{"x: f32[8]; y = relu(x); z = exp(x); out y, z", "every", 4, 2},
        Expectation{"x: f32[8]; y = relu(x); z = exp(x); out y, z", "none", 3, 1}));

TEST(Segment, NamesSchedulesReadsAndWrites) {
  EXPECT_EQ(show(plan_of(bias_gelu, "every")), "pointwise{y.1 | x b -> y.1} pointwise{y | y.1 -> y}");
  EXPECT_EQ(show(plan_of(bias_gelu, "none")), "pointwise{y.1 y | x b -> y}");
  EXPECT_EQ(show(plan_of("x: f32[4, 8]; y = mean(x * x)", "none")), "reduction{y.1 y | x -> y}");
  EXPECT_EQ(show(plan_of("x: f32[4, 8]; m = mean(x); y = x - m", "none")), "inner-persistent{m y | x -> y}");
  EXPECT_EQ(plan_of(bias_gelu, "every").name, "unfused");
  EXPECT_EQ(plan_of(bias_gelu, "none").name, "fused");
  EXPECT_EQ(plan_of(bias_gelu, " y.1 ").name, "y.1");
}

TEST(Segment, StoredAndIntermediates) {
  const auto plan = plan_of("x: f32[8]; t = relu(x); u = exp(t); y = u + 1; out t; out y", "u");
  EXPECT_EQ(plan.stored(), (std::vector<bool>{false, true, true, true}));
  EXPECT_EQ(plan.intermediates(), std::vector<int>{2});
}

TEST(Segment, LongRowsAreCutAfterTheReduction) {
  const machine::Limits limits(16);
  const auto norm = plan_of(rmsnorm, "none", limits);
  EXPECT_EQ(norm.groups.size(), 2u) << show(norm);
  EXPECT_EQ(tests::crossings(norm), 3);
  ASSERT_EQ(norm.notes.size(), 1u);
  EXPECT_THAT(norm.notes[0], HasSubstr("A row of 32 elements cannot stay on chip (16 at most)"));
  EXPECT_TRUE(plan_of(rmsnorm, "none").notes.empty());
  EXPECT_EQ(plan_of(softmax, "none", limits).groups.size(), 1u);  // a running maximum and sum: streaming_test.cpp
  EXPECT_EQ(tests::crossings(plan_of(layernorm, "none", limits)), 5);
  // a reduction alone takes rows of any length
  EXPECT_EQ(plan_of("x: f32[4, 100]; y = sum(x * x)", "none", limits).groups.size(), 1u);
}

TEST(Segment, AllRowsThatMustStayAtOnceAreCounted) {
  const char* const two = "x: f32[4, 32]; z: f32[4, 32]; y = (x - mean(x)) * (z - mean(z))";
  EXPECT_EQ(plan_of(two, "none", machine::Limits(64)).groups.size(), 1u);
  const auto parted = plan_of(two, "none", machine::Limits(63));
  EXPECT_GT(parted.groups.size(), 1u) << show(parted);
  ASSERT_FALSE(parted.notes.empty());
  EXPECT_THAT(parted.notes[0], HasSubstr("2 rows of 32 elements cannot stay on chip together (63 elements at most)"));
  // What one kernel does to a row, and then to what it made of it, lies in one place.
  EXPECT_EQ(plan_of(softmax, "none", machine::Limits(32)).groups.size(), 1u);
  EXPECT_EQ(plan_of(layernorm, "none", machine::Limits(32)).groups.size(), 1u);
  EXPECT_EQ(plan_of("x: f32[4, 32]; r: f32[4, 32]; y = layernorm(x) + r", "none", machine::Limits(32)).groups.size(),
            1u);
}

TEST(Segment, ARowThatAllRowsShareNeedsNoPlaceOnChip) {
  // b is read in both sweeps, as x is, but it is one row for all: it comes from the caches, and only x has to stay.
  const char* const shared = "x: f32[4, 32]; b: f32[32]; m = mean(x * b); y = (x - m) * b";
  EXPECT_EQ(show(plan_of(shared, "none", machine::Limits(32))), "inner-persistent{m.1 m y.1 y | x b -> y}");
  // Of a full b a row has to stay as well.
  const char* const full = "x: f32[4, 32]; b: f32[4, 32]; m = mean(x * b); y = (x - m) * b";
  EXPECT_GT(plan_of(full, "none", machine::Limits(32)).groups.size(), 1u);
}

TEST(Segment, ReductionOfARowStatisticIsAKernelOfItsOwn) {
  const auto plan = plan_of("x: f32[4, 8]; m = mean(x); n = sum(m); y = x * n", "none");
  EXPECT_EQ(show(plan), "reduction{m | x -> m} reduction{n | m -> n} pointwise{y | x n -> y}");
  EXPECT_EQ(plan.notes.size(), 1u);
}

TEST(Segment, SmallOperandsArePreparedInTheKernelUnlessTheyAreWritten) {
  EXPECT_EQ(show(plan_of("x: f32[4, 8]; b: f32[8]; c = b + 1; y = x * c", "none")), "pointwise{c y | b x -> y}");
  const auto kept = plan_of("x: f32[4, 8]; b: f32[8]; c = b + 1; y = x * c; out c; out y", "none");
  EXPECT_EQ(show(kept), "pointwise{c | b -> c} pointwise{y | x c -> y}");
  EXPECT_THAT(kept.notes.at(0), HasSubstr("c [8] is written"));
  const auto reduced = plan_of("x: f32[4, 8]; b: f32[8]; c = sum(b); y = x * c", "none");
  EXPECT_EQ(reduced.groups.size(), 2u) << show(reduced);
}

TEST(Segment, ASmallOperandOfTwoKernelsJoinsThemOrStaysApart) {
  EXPECT_EQ(plan_of("x: f32[4, 8]; b: f32[8]; c = b + 1; y = x * c; z = x - c; out y, z", "none").groups.size(), 1u);
}

TEST(Segment, AJoinThatALaterJoinMakesLegalIsMade) {
  // c cannot join y and z while t is a kernel between them, nor one of them alone: it would be written for the other.
  const auto plan = plan_of("x: f32[4, 8]; b: f32[8]; c = b + 1; y = x * c; t = relu(y); z = t * c", "none");
  EXPECT_EQ(show(plan), "pointwise{c y t z | b x -> z}");
  EXPECT_TRUE(plan.notes.empty()) << plan.notes.at(0);
}

TEST(Segment, EagerHasOneKernelForSoftmaxAndOneForEachNorm) {
  // torch.nn.functional has a kernel of its own for these; everything else is a kernel an op.
  EXPECT_EQ(plan_of(softmax, "eager").groups.size(), 1u);
  EXPECT_EQ(plan_of(layernorm, "eager").groups.size(), 1u);
  EXPECT_EQ(plan_of(rmsnorm, "eager").groups.size(), 1u);
  EXPECT_EQ(plan_of("x: f32[64, 32]; r = rsqrt(mean(x * x) + 1e-5); y = x * r", "eager").groups.size(), 5u)
      << "by hand";
  EXPECT_EQ(plan_of("x: f32[64, 32]; r: f32[64, 32]; y = relu(layernorm(x) + r)", "eager").groups.size(), 3u);
}

TEST(Segment, GroupsRunInOrderAndOpsInSsaOrder) {
  const auto plan = plan_of("x: f32[8]; a = relu(x); b = exp(x); c = a + 1; y = c * b", "c");
  EXPECT_EQ(show(plan), "pointwise{a c | x -> c} pointwise{b y | x c -> y}");
}

std::string refusal(std::string_view text, std::string_view cuts,
                    const machine::Limits& limits = machine::Limits(64 * 1024)) {
  const auto plan = try_plan(text, cuts, limits);
  return plan ? "a plan: " + show(*plan) : base::render(plan.error());
}

TEST(Refusal, UnknownAndInputNamesAllAtOnce) {
  const std::string words = refusal("x: f32[8]; total = relu(x); y = exp(total)", "totl,x,total");
  EXPECT_THAT(words, HasSubstr("There is no value totl in this chain."));
  EXPECT_THAT(words, HasSubstr("Did you mean total?"));
  EXPECT_THAT(words, HasSubstr("x is an input"));
}

TEST(Refusal, EmptyNames) {
  EXPECT_THAT(refusal("x: f32[8]; y = relu(x)", "y,,"), HasSubstr("a cut has no name"));
  EXPECT_THAT(refusal("x: f32[8]; y = relu(x)", ""), HasSubstr("a cut has no name"));
}

TEST(Refusal, ACutThatPartsNothingNamesTheOtherWayAndWhatElseToCut) {
  const std::string text = "x: f32[4, 8]; e = exp(x); t = sum(e); y = e / t";
  const std::string words = refusal(text, "t");
  EXPECT_THAT(
      words,
      HasSubstr("Cutting t separates nothing: y needs it, and also reads e, which is made in the same kernel as t."));
  EXPECT_THAT(words, HasSubstr("Also cut e."));
  EXPECT_EQ(plan_of(text, "t,e").groups.size(), 3u);
}

TEST(Refusal, ALeakThroughALaterOp) {
  const std::string text = "x: f32[8]; p = relu(x); v = exp(p); c = v + 1; y = c * p";
  EXPECT_THAT(refusal(text, "v"), HasSubstr("Also cut p."));
  EXPECT_EQ(plan_of(text, "v,p").groups.size(), 3u);
}

TEST(Refusal, KernelsThatWaitForEachOther) {
  // Kernel {p, a, d} makes a for c and needs b; kernel {q, b, c} makes b for d and needs a.
  const std::string text = "x: f32[8]; p = relu(x); a = p + 1; q = exp(x); b = q * 2; c = a * q; d = b * p; out c, d";
  const std::string words = refusal(text, "a,b");
  EXPECT_THAT(words,
              HasSubstr("The kernel that makes a would have to run both before and after the kernel that makes b."));
  EXPECT_THAT(words, HasSubstr("Also cut p."));
  EXPECT_EQ(plan_of(text, "a,b,p").groups.size(), 4u);
}

TEST(Refusal, LongRowByHand) {
  EXPECT_THAT(refusal("x: f32[4, 32]; m = mean(x); y = x - m", "y", machine::Limits(16)),
              HasSubstr("m has to be written before the row is read again"));
}

TEST(Refusal, AKernelThatCannotBeNamesWhatElseToCut) {
  struct Case {
    std::string text, cuts, said, also;
    machine::Limits limits;
  };
  const Case cases[] = {
      {"x: f32[4, 8]; b: f32[8]; c = b + 1; y = x * c; out c; out y", "y", "c [8] is written", "c", tests::roomy},
      {"x: f32[4, 8]; b: f32[8]; c = sum(b); y = x * c", "y", "c reduces rows of [8]", "c", tests::roomy},
      {"x: f32[4, 32]; m = mean(x); y = x - m", "y", "m has to be written", "m", machine::Limits(16)},
      {"x: f32[4, 32]; s = square(x); m = mean(s); d = x - m; n = mean(square(d)); y = d * n", "s",
       "m has to be written", "m, d, n", machine::Limits(16)},
  };
  for (const Case& one : cases) {
    const auto plan = try_plan(one.text, one.cuts, one.limits);
    ASSERT_FALSE(plan) << one.text;
    EXPECT_THAT(plan.error()[0].message, HasSubstr(one.said)) << one.text;
    // The whole hint: "m, d, n." also begins "m, d, n.1, n.", which cuts what could be spared.
    EXPECT_EQ(plan.error()[0].hint, "Also cut " + one.also + ".") << one.text;
    EXPECT_TRUE(try_plan(one.text, one.cuts + "," + one.also, one.limits)) << one.text << ": that is no way out";
  }
}

TEST(Refusal, WhyNotOfChosenOps) {
  const auto chain = tests::chain_of("x: f32[8]; a = relu(x); b = exp(a); y = b * a");
  EXPECT_EQ(plan::why_not(*chain, {1, 2, 3}, tests::roomy), "");
  EXPECT_THAT(plan::why_not(*chain, {1, 3}, tests::roomy), HasSubstr("both before and after the one that makes b"));
}

TEST(Cuts, OutputsMayBeNamed) {
  EXPECT_EQ(plan_of(bias_gelu, "y").groups.size(), 1u);
  const auto plan = plan_of("x: f32[8]; t = relu(x); y = exp(t); out t; out y", "t");
  EXPECT_EQ(show(plan), "pointwise{t | x -> t} pointwise{y | t -> y}");
}

}  // namespace segment_test
