// What cuBLASLt does with a product in one call, and what it does not.
#include "plan/library_epilogue.hpp"

#include "chain/parser.hpp"

#include <gmock/gmock.h>

#include <regex>

namespace library_epilogue_test {

using plan::LibraryEpilogue;
using testing::HasSubstr;

/// Declares those that the ops name: an input that nobody reads is refused.
std::string inputs(const std::string& ops) {
  std::string out;
  for (const auto& [name, type] :
       {std::pair("x", "bf16[64, 32]"), std::pair("w", "bf16[32, 128]"), std::pair("b", "bf16[128]"),
        std::pair("r", "bf16[64, 128]"), std::pair("c", "bf16[64, 1]")}) {
    if (std::regex_search(ops, std::regex(std::string("\\b") + name + "\\b")))
      out += std::string(name) + ": " + type + "; ";
  }
  return out;
}

struct Asked {
  chain::Chain chain;
  std::expected<LibraryEpilogue, std::string> told;
};

Asked asked(const std::string& ops) {
  chain::Chain chain = chain::parse(inputs(ops) + ops).value();
  const auto plan =
      plan::segment(std::make_shared<const chain::Chain>(chain), {plan::Cuts::Kind::none, {}}, machine::Limits(4096));
  return {chain, plan::library_epilogue(chain, plan->groups.front())};
}

/// "b r gelu": the names of its parts, or the refusal.
std::string parts(const std::string& ops) {
  const auto [chain, told] = asked(ops);
  if (!told) return told.error();
  std::string out;
  for (const int value : {told->bias, told->residual}) out += value < 0 ? "- " : chain.values[value].name + " ";
  return out + (told->act == chain::Op::input ? "-" : std::string(chain::info(told->act).name));
}

TEST(LibraryEpilogue, ABiasAResidualAndAnActivation) {
  EXPECT_EQ(parts("y = x @ w"), "- - -");
  EXPECT_EQ(parts("y = x @ w + b"), "b - -");
  EXPECT_EQ(parts("y = b + x @ w"), "b - -");
  EXPECT_EQ(parts("y = relu(x @ w)"), "- - relu");
  EXPECT_EQ(parts("y = gelu(x @ w + b)"), "b - gelu");
  EXPECT_EQ(parts("y = x @ w + r"), "- r -");
  EXPECT_EQ(parts("y = relu(x @ w + r + b)"), "b r relu");
  EXPECT_EQ(parts("y = relu(r + (x @ w + b))"), "b r relu");
}

TEST(LibraryEpilogue, WhatItDoesNotDoSaysWhy) {
  EXPECT_THAT(parts("y = silu(x @ w)"), HasSubstr("adds a row, adds a matrix"));
  EXPECT_THAT(parts("y = x @ w * r"), HasSubstr("adds a row, adds a matrix"));
  EXPECT_THAT(parts("y = x @ w + 1"), HasSubstr("adds a row, adds a matrix"));
  EXPECT_THAT(parts("y = x @ w + c"), HasSubstr("adds a row, adds a matrix"));
  EXPECT_THAT(parts("y = x @ w + b + b"), HasSubstr("adds a row, adds a matrix"));
  EXPECT_THAT(parts("y = gelu(x @ w) + r"), HasSubstr("ends with its activation"));
  EXPECT_THAT(parts("t = x @ w + b; y = gelu(t); out t, y"), HasSubstr("writes one tensor"));
  EXPECT_THAT(parts("y = cast(x @ w, f32)"), HasSubstr("dtype"));
}

/// A product of one column, spread over what is added: found by fuzzing, where no kernel was found for the joined part.
TEST(LibraryEpilogue, AProductSpreadOverWhatIsAddedIsACallOfItsOwn) {
  for (const char* added : {"bf16[64, 128]", "bf16[128]"}) {
    const std::string text = std::string("x: bf16[64, 32]; w: bf16[32, 1]; r: ") + added + "\ny = x @ w + r";
    const auto plan = plan::segment(std::make_shared<const chain::Chain>(chain::parse(text).value()),
                                    {plan::Cuts::Kind::library, {}}, machine::Limits(4096));
    ASSERT_TRUE(plan) << text;
    EXPECT_EQ(plan->groups.size(), 2U) << text;
    EXPECT_EQ(plan->groups.front().engine, plan::Engine::library) << text;
  }
}

/// d_x of a SwiGLU's backward pass: one of the two products has the sum for its epilogue, the other is a call alone.
TEST(LibraryEpilogue, ASumOfTwoProductsIsAnEpilogueOfOne) {
  const auto plan = plan::segment(
      std::make_shared<const chain::Chain>(chain::parse("x: bf16[64, 32]; w: bf16[32, 128]; v: bf16[32, 128]\n"
                                                        "y = x @ w + x @ v")
                                               .value()),
      {plan::Cuts::Kind::library, {}}, machine::Limits(4096));
  ASSERT_TRUE(plan);
  ASSERT_EQ(plan->groups.size(), 2U);
  EXPECT_EQ(std::ranges::count(plan->groups, plan::Engine::library_epilogue, &plan::Group::engine), 1);
  EXPECT_EQ(std::ranges::count(plan->groups, plan::Engine::library, &plan::Group::engine), 1);
}

}  // namespace library_epilogue_test
