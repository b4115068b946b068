// What a structure says that must move.
#include "record/by_rule.hpp"

#include "record/samples.hpp"

namespace by_rule_test {

TEST(ByRule, ARowThatIsSweptTwiceIsReadTwice) {
  const auto chain = tests::chain_of("x: f32[512, 131072]; y = softmax(x)");
  const auto stream = record::by_rule(*chain, "streaming(1 2 3 4 5)", 132);
  ASSERT_TRUE(stream);
  EXPECT_EQ(stream->crossings, 3);
  EXPECT_EQ(stream->read.value, 2 * chain->values[0].bytes().value);
  EXPECT_EQ(stream->kernels[0].read, stream->read);
  const auto kept = record::by_rule(*chain, "inner-persistent(1 2 3 4 5)", 132);
  ASSERT_TRUE(kept);
  EXPECT_EQ(kept->crossings, 2);
  EXPECT_FALSE(record::by_rule(*chain, "streaming(1 2) pointwise(3) reduction(4) pointwise(5)", 132));
}

TEST(ByRule, WhatEveryReaderMakesIsReadNowhere) {
  const auto chain = tests::chain_of("x: f32[512, 1024]; t = exp(x); y = relu(t); z = abs(t); out y, z");
  const auto again = record::by_rule(*chain, "pointwise(1 2) pointwise(1 3)", 132);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->crossings, 4);
  EXPECT_EQ(again->kernels[1].ops, "exp, abs");
  EXPECT_TRUE(again->own.empty()) << "nothing lies between the kernels";
  // Made by two kernels and still read by a third; an output made twice; an op twice in one kernel.
  EXPECT_FALSE(record::by_rule(*chain, "pointwise(1) pointwise(1 2) pointwise(3)", 132));
  EXPECT_FALSE(record::by_rule(*chain, "pointwise(1 2) pointwise(1 2 3)", 132));
  EXPECT_FALSE(record::by_rule(*chain, "pointwise(1 1 2) pointwise(1 3)", 132));
}

}  // namespace by_rule_test
