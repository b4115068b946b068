// Products by the real cuBLASLt, tensor maps, and data of every dtype on a real card; before `Gpu`, which ends the
// context.
#include "base/ragged.hpp"
#include "base/random.hpp"
#include "worker/gpu.hpp"
#include "worker/products.hpp"

#include <bit>
#include <cstdio>
#include <cstring>

namespace gpu_products_test {

class GpuProducts : public tests::OnCard {
 protected:
  void SetUp() override {
    tests::OnCard::SetUp();
    if (testing::Test::IsSkipped()) return;
    try {
      std::printf("cuBLASLt %s\n", worker::cublas::version().c_str());
    } catch (const worker::Failed& failed) {
      GTEST_SKIP() << failed.what();
    }
  }
};

const auto go_on = [] { return false; };

std::string all_of(worker::ReadyJob& ready, std::int64_t buffer, std::int64_t elements) {
  return ready.evidence({0, -1, {{buffer, -1, {{0, elements}}}}}).seen[0].elements;
}

TEST_F(GpuProducts, AreRightHoweverTheirOperandsLie) {
  for (const auto& [name, call] : tests::awkward_calls()) {
    const tests::ProductJob product(call);
    for (const wire::Submit submit : {wire::Submit::stream, wire::Submit::graph}) {
      worker::ReadyJob ready(product.job(submit), images_, card);
      EXPECT_LT(product.off(all_of(ready, 2, product.elements(2))), 1e-4) << name;
    }
  }
}

/// As one of `product`, in bf16.
wire::Job narrow(const tests::ProductJob& product) {
  wire::Job job = product.job();
  for (wire::Buffer& buffer : job.buffers) {
    buffer.bytes /= 2;
    buffer.dtype = wire::Dtype::bf16;
  }
  return job;
}

TEST_F(GpuProducts, ExactDataHaveOneAnswerInBf16) {
  wire::LibraryCall call = tests::dense_call(256, 384, 512);
  call.workspace = 32 << 20;
  const tests::ProductJob product(call, wire::Fill::exact);
  worker::ReadyJob ready(narrow(product), images_, card);
  const std::string got = all_of(ready, 2, 256 * 384);
  for (std::int64_t row = 0; row < 256; ++row) {
    for (std::int64_t column = 0; column < 384; ++column) {
      std::uint16_t bits = 0;
      std::memcpy(&bits, got.data() + 2 * (row * 384 + column), 2);
      const float value = std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16);
      ASSERT_EQ(static_cast<double>(value), product.at(0, 0, row, column)) << row << ", " << column;
    }
  }
}

TEST_F(GpuProducts, ChoicesAreTakenAgainAndLargeOnesAreFast) {
  wire::LibraryCall call = tests::dense_call(8192, 8192, 8192);
  call.workspace = 32 << 20;
  call.bias = 4;
  call.epilogue = wire::Epilogue::gelu_bias;
  wire::Job job = narrow(tests::ProductJob(call));
  std::string algorithm;
  {
    worker::ReadyJob ready(job, images_, card);
    const wire::Chosen chosen = ready.choose(0, 0, 8, go_on);
    ASSERT_FALSE(chosen.candidates.empty());
    for (const wire::Candidate& one : chosen.candidates) {
      std::printf("  %3d tile %s stages %s cluster %s split %d reduction %s workspace %lld: %.1f TFLOP/s\n", one.id,
                  one.tile.c_str(), one.stages.c_str(), one.cluster.c_str(), one.split_k, one.reduction.c_str(),
                  static_cast<long long>(one.workspace), call.flops() / one.seconds / 1e12);
      EXPECT_GT(one.seconds, 0);
    }
    algorithm = chosen.candidates[static_cast<std::size_t>(chosen.best)].algorithm;
  }
  std::get<wire::LibraryCall>(job.plans[0].steps[0]).algorithm = algorithm;
  for (const wire::Submit submit : {wire::Submit::stream, wire::Submit::graph}) {
    job.submit = submit;
    worker::ReadyJob ready(job, images_, card);
    EXPECT_EQ(ready.calls()[0].searched, "");
    EXPECT_EQ(ready.calls()[0].candidate.algorithm, algorithm);
    wire::Ran ran;
    ready.sample({wire::Temperature::cold, 5, 2}, go_on, ran);
    std::printf("  8192^3 bf16, gelu of a bias, cold: %.3f ms\n", ran.times[0].samples.back().seconds * 1e3);
  }
  std::get<wire::LibraryCall>(job.plans[0].steps[0]).algorithm = std::string(64, '\x5a');
  worker::ReadyJob ready(job, images_, card);
  EXPECT_NE(ready.calls()[0].searched, "") << "what is no algorithm is searched for again";
}

TEST_F(GpuProducts, TablesAreTheHosts) {
  constexpr std::int64_t entries = 10'000;
  wire::Job job;
  const std::vector<std::int64_t> all_slices = {1, 7, 4096, 9999, 1 << 20};
  for (const std::int64_t slices : all_slices)
    job.buffers.push_back({4 * entries, wire::Dtype::i32, wire::Fill::table, 3, 1, slices});
  job.buffers.push_back({4 * entries, wire::Dtype::i32, wire::Fill::drawn, 3, 1, 4096});
  add("none", "extern \"C\" __global__ void k() {}");
  job.plans = {{{wire::Kernel{"none", "k", {1, 1, 1}, {1, 1, 1}, 0, {}, {}}}}};
  worker::ReadyJob ready(job, images_, card);
  for (std::size_t buffer = 0; buffer < all_slices.size(); ++buffer) {
    const std::string got = all_of(ready, static_cast<std::int64_t>(buffer), entries);
    ASSERT_EQ(got.size(), 4 * entries);
    const auto slices = static_cast<std::uint64_t>(all_slices[buffer]);
    for (std::uint64_t i = 0; i < entries; ++i) {
      std::int32_t number = 0;
      std::memcpy(&number, got.data() + 4 * i, 4);
      ASSERT_EQ(static_cast<std::uint64_t>(number), base::shuffled(3 + i / slices, 1, i % slices, slices)) << i;
    }
  }
  const std::string drawn = all_of(ready, static_cast<std::int64_t>(all_slices.size()), entries);
  for (std::uint64_t i = 0; i < entries; ++i) {
    std::int32_t number = 0;
    std::memcpy(&number, drawn.data() + 4 * i, 4);
    ASSERT_EQ(static_cast<std::uint64_t>(number), base::random_bits(3, 1, i) % 4096) << i;
  }
}

TEST_F(GpuProducts, EndsOfGroupsAreTheHosts) {
  wire::Job job;
  constexpr std::int64_t rows = 16'384;
  const std::vector<std::int64_t> all_groups = {1, 3, 4, 32, 64, 500};
  for (const std::int64_t groups : all_groups)
    job.buffers.push_back({4 * groups, wire::Dtype::i32, wire::Fill::ends, 3, 1, rows + 1});
  add("none", "extern \"C\" __global__ void k() {}");
  job.plans = {{{wire::Kernel{"none", "k", {1, 1, 1}, {1, 1, 1}, 0, {}, {}}}}};
  worker::ReadyJob ready(job, images_, card);
  for (std::size_t buffer = 0; buffer < all_groups.size(); ++buffer) {
    const auto groups = static_cast<std::uint64_t>(all_groups[buffer]);
    const std::string got = all_of(ready, static_cast<std::int64_t>(buffer), all_groups[buffer]);
    for (std::uint64_t group = 0; group < groups; ++group) {
      std::int32_t end = 0;
      std::memcpy(&end, got.data() + 4 * group, 4);
      ASSERT_EQ(static_cast<std::uint64_t>(end), base::ragged_end(3, 1, group, groups, rows)) << group;
    }
  }
}

TEST_F(GpuProducts, IntegersAndExactNumbersAreTheHosts) {
  constexpr std::int64_t bytes = 100'003;
  wire::Job job;
  for (const wire::Fill fill : {wire::Fill::random, wire::Fill::exact}) {
    job.buffers.push_back({bytes, wire::Dtype::i8, fill, 3, 1});
    job.buffers.push_back({bytes, wire::Dtype::i4, fill, 3, 1});
    job.buffers.push_back({4 * bytes, wire::Dtype::f32, fill, 3, 1});
  }
  add("none", "extern \"C\" __global__ void k() {}");
  job.plans = {{{wire::Kernel{"none", "k", {1, 1, 1}, {1, 1, 1}, 0, {}, {}}}}};
  worker::ReadyJob ready(job, images_, card);
  for (std::int64_t buffer = 0; buffer < 6; ++buffer) {
    const wire::Dtype dtype = job.buffers[static_cast<std::size_t>(buffer)].dtype;
    const std::int64_t count = dtype == wire::Dtype::i4 ? 2 * bytes : bytes;
    const std::string got = all_of(ready, buffer, count);
    ASSERT_EQ(static_cast<std::int64_t>(got.size()), count * wire::bytes_seen(dtype));
    for (std::int64_t i = 0; i < count; ++i) {
      const auto at = static_cast<std::uint64_t>(i);
      const int bits = dtype == wire::Dtype::i4 ? 4 : 8;
      const double exact = base::exact_element(3, 1, at);
      float number = static_cast<float>(static_cast<signed char>(got[static_cast<std::size_t>(i)]));
      if (dtype == wire::Dtype::f32) std::memcpy(&number, got.data() + 4 * i, 4);
      const double drawn = dtype == wire::Dtype::f32 ? static_cast<double>(base::random_element(3, 1, at))
                                                     : base::random_integer(3, 1, at, bits);
      ASSERT_EQ(static_cast<double>(number), buffer < 3 ? drawn : exact) << "buffer " << buffer << ", " << i;
    }
  }
  const wire::Seen same = ready.evidence({0, -1, {{1, 1, {}}, {1, 4, {}}}}).seen[0];
  EXPECT_EQ(same.count, 2 * bytes);
  EXPECT_EQ(same.identical, 2 * bytes);
}

TEST_F(GpuProducts, ATensorMapBringsItsBox) {
  if (card.compute_capability < 90) GTEST_SKIP() << "before sm_90 there are no tensor maps";
  // Each block copies the box of 8 x 4 at its place of a tensor of 64 x 32; what lies beyond reads as 0.
  images_.push_back({"tma", compile(R"(struct alignas(64) Map { unsigned long long words[16]; };
extern "C" __global__ void k(const __grid_constant__ Map map, float* y) {
  __shared__ alignas(128) float box[4][8];
  __shared__ alignas(8) unsigned long long barrier;
  unsigned to = (unsigned)__cvta_generic_to_shared(box), at = (unsigned)__cvta_generic_to_shared(&barrier);
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"(at));
    asm volatile("fence.proxy.async.shared::cta;");
    asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], 128;" ::"r"(at));
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];"
                 ::"r"(to), "l"(&map), "r"(blockIdx.x * 8), "r"(blockIdx.y * 4), "r"(at) : "memory");
  }
  __syncthreads();
  unsigned done = 0;
  while (!done)
    asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared.b64 p, [%1], 0; selp.u32 %0, 1, 0, p; }"
                 : "=r"(done) : "r"(at) : "memory");
  int row = threadIdx.x / 8, column = threadIdx.x % 8;
  y[(blockIdx.y * 4 + row) * 64 + blockIdx.x * 8 + column] = box[row][column];
})",
                                    "a")});
  wire::Job job;
  job.buffers = {{64 * 32 * 4, wire::Dtype::f32, wire::Fill::random, 7, 2},
                 {64 * 32 * 4, wire::Dtype::f32, wire::Fill::poison, 0, 0}};
  wire::Kernel kernel{"tma", "k", {8, 8, 1}, {32, 1, 1}, 0, {}, {}};
  kernel.maps = {{0, wire::Dtype::f32, {64, 30}, {64 * 4}, {8, 4}, 0}};
  kernel.arguments = {{wire::Argument::Kind::tensor_map, 0}, {wire::Argument::Kind::buffer, 1}};
  job.plans = {{{kernel}}};
  wire::check(job);
  for (const wire::Submit submit : {wire::Submit::stream, wire::Submit::graph}) {
    job.submit = submit;
    worker::ReadyJob ready(job, images_, card);
    const std::string got = all_of(ready, 1, 64 * 32);
    for (std::int64_t i = 0; i < 64 * 32; ++i) {
      float value = -1;
      std::memcpy(&value, got.data() + 4 * i, 4);
      ASSERT_EQ(value, i < 64 * 30 ? base::random_element(7, 2, static_cast<std::uint64_t>(i)) : 0.0f) << i;
    }
  }
}

}  // namespace gpu_products_test
