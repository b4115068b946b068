// Lifetimes by hand.
#include "model/memory.hpp"

#include "plan/plans.hpp"

#include <gtest/gtest.h>

namespace {

using tests::plan_of;

TEST(MemoryPeak, AValueLivesFromItsKernelToItsLastReader) {
  const std::string chain = "x: f32[1000, 1000]; y = exp(sqrt(relu(x)))";
  EXPECT_EQ(model::memory_peak(plan_of(chain, "none")).value, 8'000'000);    // x and y
  EXPECT_EQ(model::memory_peak(plan_of(chain, "every")).value, 16'000'000);  // and the two values that sqrt has
  EXPECT_EQ(model::memory_peak(plan_of("x: f32[1000, 1000]; y = exp(sqrt(abs(relu(x))))", "every")).value, 16'000'000);
  EXPECT_EQ(model::memory_peak(plan_of("x: f32[1000, 1000]; t = relu(x); y = exp(t) + t", "every")).value, 16'000'000);
}

TEST(MemoryPeak, AttentionNeverHasTheSquare) {
  const std::string heads = "q: bf16[4, 16, 4096, 128]; k: bf16[4, 16, 4096, 128]; v: bf16[4, 16, 4096, 128]; ";
  const std::string chain = heads + "o = softmax(q @ transpose(k)) @ v";
  constexpr std::int64_t tensor = 4LL * 16 * 4096 * 128 * 2, square = 4LL * 16 * 4096 * 4096 * 2;
  EXPECT_EQ(model::memory_peak(plan_of(chain, "none")).value, 4 * tensor);
  EXPECT_EQ(model::memory_peak(plan_of(chain, "eager")).value, 4 * tensor + 2 * square);  // scores and weights
}

}  // namespace
