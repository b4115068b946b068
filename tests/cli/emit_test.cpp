// onetrip emit: the kernels of a plan as one text, or what was wrong with the question.
#include "cli/program.hpp"
#include "golden.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace emit_test {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using tests::onetrip;

class Emit : public testing::Test {
 protected:
  tests::Outcome emit(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), "emit");
    return onetrip(arguments, {home_.path().string(), "", {}}, 20);
  }
  tests::TemporaryFolder home_;
};

TEST_F(Emit, FusedIsOneKernelWithItsPrelude) {
  const auto outcome = emit({"bias-gelu"});
  ASSERT_EQ(outcome.exit, 0) << outcome.err;
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("struct alignas"), HasSubstr(" k1_add_gelu("), Not(HasSubstr("#include"))));
  EXPECT_THAT(outcome.out, Not(HasSubstr(" k2_")));
}

TEST_F(Emit, UnfusedAndCutsByHandAreSeveral) {
  EXPECT_THAT(emit({"bias-gelu", "--plan", "unfused"}).out, AllOf(HasSubstr(" k1_add("), HasSubstr(" k2_gelu(")));
  EXPECT_THAT(emit({"unary4", "--cuts", "y.1"}).out, AllOf(HasSubstr(" k1_relu("), HasSubstr(" k2_mul_add_sigmoid(")));
}

TEST_F(Emit, CountsKernelsAndLaunchesAsPredictDoes) {
  const std::string chain = "x: f32[2, 1048576]; y = layernorm(x)";
  EXPECT_THAT(emit({chain}).out, HasSubstr("fused, 3 kernels in 5 launches."));
  EXPECT_THAT(emit({"bias-gelu"}).out, HasSubstr("fused, 1 kernel. "));
  const auto predicted = onetrip({"predict", chain, "--spec", "h200"}, {home_.path().string(), "", {}}, 20);
  EXPECT_THAT(predicted.out, AllOf(HasSubstr("reduction, 2 launches"), HasSubstr("K2 takes 2 launches"),
                                   Not(HasSubstr("K3 takes 2 launches"))));
}

TEST_F(Emit, MistakesEndWithTwoAndSayWhatIsPossible) {
  const auto refused = [&](const std::vector<std::string>& arguments, const char* words) {
    const auto outcome = emit(arguments);
    EXPECT_EQ(outcome.exit, 2);
    EXPECT_EQ(outcome.out, "");
    EXPECT_THAT(outcome.err, HasSubstr(words));
  };
  refused({"bias-gelu", "--sm", "12"}, "Known: 75");
  refused({"bias-gelu", "--sm", "90; rm"}, "no such compute capability");
  refused({"bias-gelu", "--plan", "half"}, "fused or unfused");
  refused({"bias-gelu", "--plan", "fused", "--cuts", "none"}, "both say where to cut");
  refused({"bias-gelu", "--cuts", "nowhere"}, "nowhere");
  refused({"x: f32[8]; y = gleu(x)"}, "gelu");
}

}  // namespace emit_test
