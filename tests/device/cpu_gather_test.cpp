// Pages fetched through a table: by a kernel of their own, and on their way into attention; planted faults; a table
// that leaves its pool.
#include "chain/gather.hpp"
#include "device/runs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cpu_gather_test {

using device::cpu::Fault;
using tests::check_all;

TEST(CpuGather, EveryPoolAndDtype) {
  for (const std::string dtype : {"f32", "f16", "bf16"}) {
    for (const std::string text : {"[5, 2, 4, 3]; t: i32[2, 2]; ", "[40, 3, 16, 8]; t: i32[30]; ",
                                   "[9, 5, 7]; t: i32[3, 4]; ", "[300, 33]; t: i32[1000]; ", "[7, 1]; t: i32[3]; "}) {
      EXPECT_EQ(check_all("pool: " + dtype + text + "y = gather(pool, t)").wrong, "") << dtype << text;
      EXPECT_EQ(check_all("pool: " + dtype + text + "y = gather(pool, t) * 2").wrong, "") << dtype << text;
    }
  }
}

TEST(CpuGather, CountsWhatIsFetched) {
  const device::RunSpec spec = tests::run_spec("pool: f32[100, 4, 8]; t: i32[2, 3]; y = gather(pool, t) * 2");
  const device::Counts counts = tests::cpu().prepare(spec)->count();
  const std::int64_t fetched = 6 * 4 * 8 * 4, table = 6 * 4;
  EXPECT_EQ(counts.plans[0].kernels[0].read.value, fetched + table);
  EXPECT_EQ(counts.plans[0].kernels[0].written.value, fetched);
  EXPECT_EQ(model::traffic(spec.plans[0]).read.value, counts.plans[0].read.value);
}

struct Sizes {
  int batch, heads, shared, queries, page, pages, pool, head, width;
};

std::string paged(const Sizes& of, const std::string& dtype) {
  const auto list = [](std::initializer_list<int> sizes) {
    std::string out;
    for (const int size : sizes) out += (out.empty() ? "[" : ", ") + std::to_string(size);
    return out + "]; ";
  };
  return "q: " + dtype + list({of.batch, of.heads, of.queries, of.head}) + "kp: " + dtype +
         list({of.pool, of.shared, of.page, of.head}) + "vp: " + dtype + list({of.pool, of.shared, of.page, of.width}) +
         "t: i32" + list({of.batch, of.pages}) + "k = gather(kp, t); v = gather(vp, t); ";
}

std::string right(const std::string& text) {
  const device::RunSpec spec = tests::run_spec(text);
  EXPECT_EQ(spec.plans[1].groups.size(), 1u) << text;
  return check_all(text).wrong;
}

/// Pages shorter and longer than a tile of keys, one query and many, grouped heads, batches with tables of their own.
TEST(CpuGather, IsReadByAttention) {
  for (const Sizes& of : {Sizes{1, 1, 1, 1, 1, 5, 9, 4, 4},
                          {2, 8, 2, 1, 16, 70, 200, 64, 64},
                          {2, 4, 2, 70, 16, 20, 50, 16, 24},
                          {1, 2, 1, 400, 7, 90, 100, 8, 40},
                          {3, 2, 2, 9, 600, 2, 8, 32, 32},
                          {1, 4, 4, 200, 64, 12, 5, 40, 16}}) {
    for (const std::string dtype : {"f32", "f16", "bf16"}) {
      const std::string text = paged(of, dtype);
      SCOPED_TRACE(text);
      EXPECT_EQ(right(text + "o = softmax(q @ transpose(k) * 0.2) @ v"), "");
      EXPECT_EQ(right(text + "o = softmax(causal(q @ transpose(k))) @ v"), "");
    }
  }
}

TEST(CpuGather, KeysAndValuesMayLieDifferently) {
  const std::string rest = "o = softmax(q @ transpose(k) * 0.2) @ v";
  EXPECT_EQ(right("q: f32[6, 5, 32]; kp: f32[40, 16, 32]; t: i32[6, 3]; v: f32[6, 48, 8]; k = gather(kp, t); " + rest),
            "");
  EXPECT_EQ(right("q: f32[6, 5, 32]; k: f32[6, 48, 32]; vp: f32[40, 16, 8]; t: i32[6, 3]; v = gather(vp, t); " + rest),
            "");
  EXPECT_EQ(check_all("q: f32[8, 60, 32]; kp: f32[40, 16, 32]; vp: f32[9, 2, 24, 8]; t: i32[3]; u: i32[2]; "
                      "k = gather(kp, t); v = merge(gather(vp, u)); o = softmax(q @ transpose(k)) @ v")
                .wrong,
            "");
  // One cache is keys and values at once.
  EXPECT_EQ(right("q: bf16[2, 8, 1, 32]; c: bf16[40, 1, 16, 32]; t: i32[2, 30]; k = gather(c, t); "
                  "o = softmax(q @ transpose(k)) @ k"),
            "");
}

TEST(CpuGather, PlantedFaultsAreFound) {
  const std::string alone = "pool: f32[50, 4, 8]; t: i32[20]; y = gather(pool, t)";
  const std::string one = paged({2, 2, 1, 1, 16, 20, 50, 16, 16}, "f32") + "o = softmax(q @ transpose(k)) @ v";
  const std::string many = paged({1, 2, 1, 200, 16, 20, 50, 16, 16}, "f32") + "o = softmax(q @ transpose(k)) @ v";
  for (const std::string& text : {alone, one, many}) {
    const device::RunSpec spec = tests::run_spec(text);
    for (const Fault fault :
         {Fault::none, Fault::wrong_page, Fault::wrong_op, Fault::short_tail, Fault::skipped_thread}) {
      device::cpu::plant(fault);
      const auto experiment = tests::cpu().prepare(spec);
      device::cpu::plant(Fault::none);
      const tests::Finding found = tests::check(*experiment, spec, 1, 6400);
      EXPECT_EQ(found.wrong.empty(), fault == Fault::none) << text << ", fault " << static_cast<int>(fault);
    }
  }
}

TEST(CpuGather, ATableThatLeavesItsPoolIsRefusedBeforeItIsRead) {
  for (const std::string& text :
       {std::string("pool: f32[50, 4, 8]; t: i32[20]; y = gather(pool, t)"),
        paged({1, 2, 1, 1, 16, 20, 50, 16, 16}, "f32") + "o = softmax(q @ transpose(k)) @ v"}) {
    const device::RunSpec spec = tests::run_spec(text);
    device::cpu::plant(Fault::no_such_page);
    const auto experiment = tests::cpu().prepare(spec);
    device::cpu::plant(Fault::none);
    try {
      std::ignore = experiment->evidence({1, {}});
      FAIL() << text;
    } catch (const device::DeviceError& e) {
      EXPECT_THAT(e.what(), testing::HasSubstr("names page -1")) << text;
    }
  }
}

}  // namespace cpu_gather_test
