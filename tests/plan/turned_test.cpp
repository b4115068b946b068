// Transposes that are read in place, in the kernel of what is made of them: by hand, never by `none`.
#include "plan/plans.hpp"

#include <gmock/gmock.h>

namespace turned_test {

using testing::HasSubstr;
using tests::plan_of;
using tests::show;

constexpr std::string_view bias = "a: f32[64, 32]; b: f32[64]; t = transpose(a); y = relu(t + b)";

std::string refusal(std::string_view text, std::string_view cuts) {
  const auto plan = tests::try_plan(text, cuts);
  return plan ? "a plan: " + show(*plan) : plan.error().at(0).message;
}

TEST(Turned, FusedMovesItTileByTile) {
  EXPECT_EQ(show(plan_of(bias, "none")), "view{t | a -> t} pointwise{y.1 y | t b -> y}");
  EXPECT_THAT(plan_of(bias, "none").notes, testing::Contains(HasSubstr("t moves elements")));
}

TEST(Turned, ByHandItIsReadInPlace) {
  const auto plan = plan_of("a: f32[64, 32]; b: f32[64]; t = transpose(a); s = t + b; y = relu(s)", "s");
  EXPECT_EQ(show(plan), "pointwise{t s | a b -> s} pointwise{y | s -> y}");
  EXPECT_EQ(tests::crossings(plan), 4);
  EXPECT_EQ(show(plan_of("x: f32[32, 32]; t = transpose(x); y = x + t; z = y * 2", "y")),
            "pointwise{t y | x -> y} pointwise{z | y -> z}");
  EXPECT_EQ(show(plan_of("x: f32[64, 32]; u = exp(x); t = transpose(u); y = t * 2; z = t + 1; out y, z", "u,~t")),
            "pointwise{u | x -> u} pointwise{t y | u -> y} pointwise{t z | u -> z}")
      << "made again it is read in place by both";
}

TEST(Turned, IsRefusedWhereItWouldNotBeReadFromMemoryElementByElement) {
  const std::string_view made = "x: f32[64, 32]; u = exp(x); t = transpose(u); y = t * 2; z = y + 1";
  EXPECT_THAT(refusal(made, "y"), HasSubstr("t moves elements to other places"));
  const std::string_view summed = "x: f32[64, 32]; t = transpose(x); s = sum(t); y = s * 2";
  EXPECT_THAT(refusal(summed, "s"), HasSubstr("t moves elements to other places"));
  const std::string_view kept = "x: f32[64, 32]; t = transpose(x); y = t * 2; z = y + 1; out t, z";
  EXPECT_THAT(refusal(kept, "y"), HasSubstr("t moves elements to other places"));
}

}  // namespace turned_test
