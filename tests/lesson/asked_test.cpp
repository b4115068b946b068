// The lock rule by itself: forms of chains, families of quantities, what is given and what was answered.
#include "lesson/asked.hpp"

#include "chain/parser.hpp"
#include "lesson/kinds/kind.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace asked_test {

using lesson::Asked;

chain::Chain parsed(std::string_view text) {
  auto chain = chain::parse(text);
  EXPECT_TRUE(chain) << base::render(chain.error());
  return *chain;
}

const std::string bias_form = chain::form(parsed("x: f32[64, 32]\nb: f32[32]\ny = gelu(x + b)"));

lesson::Task asking(std::string quantity, std::vector<std::string> given = {}) {
  lesson::Task task;
  task.asked = std::move(quantity);
  task.given = std::move(given);
  return task;
}

TEST(Form, IsTheSameForOtherNamesAndSizes) {
  EXPECT_EQ(bias_form, chain::form(parsed("a: f32[4096, 8192]\nrow: f32[8192]\nt = a + row\nout_ = gelu(t)")));
}

TEST(Form, IsTheSameWhereOnlyTheOrderDiffers) {
  EXPECT_EQ(bias_form, chain::form(parsed("p: f32[64, 32]; q: f32[32]; z = gelu(q + p)")));
  EXPECT_EQ(bias_form, chain::form(parsed("q: f32[32]; p: f32[64, 32]; z = gelu(p + q)")));
  for (const std::string op : {"p * q", "maximum(p, q)", "minimum(p, q)"}) {
    std::string swapped = op;
    std::swap(swapped[swapped.find('p')], swapped[swapped.find('q')]);
    const std::string inputs = "p: f32[64, 32]; q: f32[32]; z = relu(";
    EXPECT_EQ(chain::form(parsed(inputs + op + ")")), chain::form(parsed(inputs + swapped + ")"))) << op;
  }
  const std::string two = "x: f32[64]; y: f32[64]; ";
  EXPECT_EQ(chain::form(parsed(two + "a = exp(x); b = abs(y); z = a * b")),
            chain::form(parsed(two + "b = abs(y); a = exp(x); z = b * a")));
  EXPECT_EQ(chain::form(parsed(two + "z = (x + y) * x")), chain::form(parsed(two + "z = (x + y) * y")));
}

TEST(Form, KeepsTheOrderThatMatters) {
  const std::string two = "x: f32[64, 32]; b: f32[32]; ";
  EXPECT_NE(chain::form(parsed(two + "y = gelu(x - b)")), chain::form(parsed(two + "y = gelu(b - x)")));
  EXPECT_NE(chain::form(parsed("x: f32[64]; y = x * x")), chain::form(parsed("x: f32[64]; y: f32[64]; z = x * y")));
  EXPECT_NE(chain::form(parsed("x: f32[64]; y = exp(x) + x")), chain::form(parsed("x: f32[64]; y = exp(x) + exp(x)")));
}

TEST(Form, DiffersWhereCrossingsDiffer) {
  EXPECT_NE(bias_form, chain::form(parsed("x: f32[64, 32]\nb: f32[64, 32]\ny = gelu(x + b)")));
  EXPECT_NE(bias_form, chain::form(parsed("x: f32[64, 32]\nb: f32[32]\nt = x + b\ny = gelu(t)\nout t, y")));
  EXPECT_NE(bias_form, chain::form(parsed("x: f32[64, 32]\nb: f32[32]\ny = relu(x + b)")));
}

TEST(Asked, HidesTheAskedAndItsFamily) {
  Asked asked;
  asked.open(bias_form, asking("ratio.crossings"));
  for (const auto* quantity :
       {"ratio.crossings", "crossings.unfused", "crossings.fused", "reads.unfused", "bytes.fused", "saved.crossings",
        "saved.crossings.percent", "ratio.bytes", "time.fused", "measured.bytes.unfused", "measured.ratio.time"}) {
    EXPECT_TRUE(asked.hides(bias_form, quantity)) << quantity;
  }
  for (const auto* quantity : {"kernels.unfused", "tensor.bytes"}) {
    EXPECT_FALSE(asked.hides(bias_form, quantity)) << quantity;
  }
}

TEST(Asked, KernelsAreAFamilyOfTheirOwn) {
  Asked asked;
  asked.open(bias_form, asking("kernels.unfused"));
  EXPECT_TRUE(asked.hides(bias_form, "kernels.unfused"));
  EXPECT_FALSE(asked.hides(bias_form, "crossings.unfused"));
}

TEST(Asked, LeavesOtherChainsAlone) {
  Asked asked;
  asked.open(bias_form, asking("crossings.unfused"));
  EXPECT_FALSE(asked.hides("another", "crossings.unfused"));
  EXPECT_TRUE(asked.hides_any(bias_form));
  EXPECT_FALSE(asked.hides_any("another"));
}

TEST(Asked, GivenStaysReadable) {
  Asked asked;
  asked.open(bias_form, asking("crossings.fused", {"crossings.unfused"}));
  EXPECT_FALSE(asked.hides(bias_form, "crossings.unfused"));
  EXPECT_TRUE(asked.hides(bias_form, "bytes.unfused"));
}

TEST(Asked, GivenByOneTaskIsStillHiddenByAnother) {
  Asked asked;
  asked.open(bias_form, asking("crossings.fused", {"crossings.unfused"}));
  asked.open(bias_form, asking("crossings.unfused"));
  EXPECT_TRUE(asked.hides(bias_form, "crossings.unfused"));
}

TEST(Asked, AnAnswerThatWasGivenStaysReadableUnlessItIsAskedAgain) {
  Asked asked;
  asked.answered(bias_form, asking("crossings.unfused"));
  asked.open(bias_form, asking("ratio.crossings"));
  EXPECT_FALSE(asked.hides(bias_form, "crossings.unfused"));
  EXPECT_TRUE(asked.hides(bias_form, "crossings.fused"));
  asked.open(bias_form, asking("crossings.unfused"));
  EXPECT_TRUE(asked.hides(bias_form, "crossings.unfused"));
}

TEST(Asked, MarkingAndStrikingAskWhatTheyComeTo) {
  lesson::Task task;
  task.kind = &lesson::kinds::count_arrows;
  EXPECT_EQ(lesson::asked_by(task), "crossings.unfused");
  task.kind = &lesson::kinds::strike;
  EXPECT_EQ(lesson::asked_by(task), "crossings.fused");
  task.kind = &lesson::kinds::words;
  EXPECT_EQ(lesson::asked_by(task), "");
}

TEST(Asked, HiddenNumbersBecomeNaN) {
  Asked asked;
  asked.open(bias_form, asking("crossings.unfused"));
  lesson::Quantities known = {{"crossings.unfused", 4}, {"kernels.unfused", 2}};
  asked.hide(known, bias_form);
  EXPECT_TRUE(std::isnan(known["crossings.unfused"]));
  EXPECT_EQ(known["kernels.unfused"], 2);
}

}  // namespace asked_test
