// Bytes of what is fetched through a table: by rule, through the cache, and what no kernel can leave out.
#include "model/memory.hpp"
#include "model/predict.hpp"
#include "model/specs.hpp"
#include "model/traffic.hpp"
#include "plan/plans.hpp"
#include "plan/reads.hpp"

namespace gather_test {

std::string paged(int pool, int pages) {
  return "q: bf16[1, 64, 1, 128]; keys: bf16[" + std::to_string(pool) + ", 8, 16, 128]; values: bf16[" +
         std::to_string(pool) + ", 8, 16, 128]; t: i32[1, " + std::to_string(pages) +
         "]; k = gather(keys, t); v = gather(values, t); o = softmax(q @ transpose(k) * 0.0884) @ v";
}

constexpr std::int64_t page = 8 * 16 * 128 * 2, query = 64 * 128 * 2;

TEST(GatherTraffic, IsThatOfWhatIsFetched) {
  const plan::FusionPlan fused = tests::plan_of(paged(4096, 512), "none");
  const model::Traffic all = model::traffic(fused);
  EXPECT_EQ(all.crossings, 4);
  EXPECT_EQ(all.read.value, 2 * 512 * page + 512 * 4 + query) << "whatever the pool's size; a table once";
  EXPECT_EQ(all.written.value, query);
  const model::Traffic unfused = model::traffic(tests::plan_of(paged(4096, 512), "every"));
  EXPECT_EQ(unfused.transfers[0].bytes.value, 512 * page);
  EXPECT_EQ(unfused.transfers[1].bytes.value, 512 * 4);
  EXPECT_FALSE(unfused.transfers[1].full);
}

TEST(GatherTraffic, PagesThatAreNamedAgainCountAgain) {
  const plan::FusionPlan fused = tests::plan_of(paged(100, 512), "none");
  const model::Traffic all = model::traffic(fused);
  EXPECT_EQ(all.read.value, 2 * 512 * page + 512 * 4 + query);
  EXPECT_EQ(plan::bytes_needed(*fused.chain, fused.chain->find("keys")).value, 100 * page);
  EXPECT_EQ(all.transfers[0].named_again.value, 412 * page);
  // The DRAM is asked for each of them once: they find room in the L2.
  const model::Prediction cold = model::predict(fused, tests::round_gpu());
  ASSERT_TRUE(cold.cold_levels.dram);
  EXPECT_GE(cold.cold_levels.dram->read.value, 200 * page);
  EXPECT_LT(cold.cold_levels.dram->read.value, 202 * page);
}

TEST(GatherTraffic, ThePoolIsInMemoryWhole) {
  const plan::FusionPlan fused = tests::plan_of(paged(4096, 512), "none");
  EXPECT_EQ(model::memory_peak(fused).value, 2 * 4096 * page + 512 * 4 + 2 * query);
}

}  // namespace gather_test
