// Fused and unfused chains on a real card through a real worker. Skipped where there is none.
#include "codegen/kernel_library.hpp"
#include "device/cuda_client/cuda_device.hpp"
#include "device/runs.hpp"
#include "places.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <optional>
#include <thread>
#include <tuple>

namespace cuda_live_test {

class CudaLive : public testing::TestWithParam<const char*> {
 protected:
  static void SetUpTestSuite() {
    device::cuda_client::Options options;
    options.command = "exec '" + tests::worker().string() + "'";
    options.lower = codegen::lower;
    options.limits = codegen::limits;
    try {
      card = device::cuda_client::make_device(std::move(options));
    } catch (const base::MachineError& error) {
      reason = error.what();
    }
  }
  static void TearDownTestSuite() { card.reset(); }
  void SetUp() override {
    if (!card) GTEST_SKIP() << reason;
  }

  static inline std::unique_ptr<device::Device> card;
  static inline std::string reason;
};

TEST_P(CudaLive, EveryPlanIsRightAndTimed) {
  const device::RunSpec spec = tests::run_spec(GetParam(), {"every", "none"}, card->limits());
  const auto experiment = card->prepare(spec);
  for (int plan = 0; plan < 2; ++plan) EXPECT_EQ(tests::check(*experiment, spec, plan).wrong, "");
  device::Batch batch;
  batch.count = 9;
  const device::Samples samples = experiment->sample(batch);
  for (std::size_t plan = 0; plan < 2; ++plan) {
    ASSERT_FALSE(samples.plans[plan].empty());
    std::printf("%s: %.1f us\n", spec.plans[plan].name.c_str(), samples.plans[plan].back().time.value * 1e6);
  }
  const device::Counts counts = experiment->count();
  if (counts.plans.empty()) {
    std::printf("bytes: %s\n", counts.refusal.c_str());
  } else {
    for (const device::PlanCount& plan : counts.plans)
      std::printf("read %lld, written %lld\n", static_cast<long long>(plan.read.value),
                  static_cast<long long>(plan.written.value));
  }
}

/// A plan's kernels replaced by one that breaks.
std::unique_ptr<device::Device> broken_card(const std::string& body) {
  device::cuda_client::Options options;
  options.command = "exec '" + tests::worker().string() + "'";
  options.limits = codegen::limits;
  options.lower = [body, turn = std::make_shared<int>(0)](const plan::FusionPlan& plan, const codegen::Target& target) {
    codegen::Program program = codegen::lower(plan, target);
    if ((*turn)++ > 0) return program;
    program.prelude = {};
    program.kernels.resize(1);
    program.kernels[0].entry = "broken";
    program.kernels[0].source = "extern \"C\" __global__ void broken(float* x, float* y) { " + body + " }";
    return program;
  };
  return device::cuda_client::make_device(std::move(options));
}

TEST_F(CudaLive, KernelRecordsAgreeWithTheEvents) {
  const device::RunSpec spec =
      tests::run_spec("x: f32[8192, 8192]; b: f32[8192]; y = relu(gelu(x + b))", {"every", "none"}, card->limits());
  const auto experiment = card->prepare(spec);
  device::Batch batch;
  batch.count = 9;
  const device::Samples samples = experiment->sample(batch);
  const device::Trace trace = experiment->trace();
  ASSERT_EQ(trace.refusal, "");
  for (std::size_t plan = 0; plan < 2; ++plan) {
    std::vector<double> events;
    for (const device::Sample& sample : samples.plans[plan]) events.push_back(sample.time.value);
    std::ranges::nth_element(events, events.begin() + 4);
    ASSERT_EQ(trace.runs[plan].size(), 3u);
    for (const device::KernelTimes& run : trace.runs[plan]) {
      ASSERT_EQ(run.size(), experiment->code()[plan].size());
      EXPECT_EQ(run[0].begin, 0);
      double busy = 0, gaps = 0;
      for (std::size_t i = 0; i < run.size(); ++i) {
        EXPECT_EQ(run[i].kernel, experiment->code()[plan][i].entry);
        EXPECT_GT(run[i].end, run[i].begin);
        if (i > 0) {
          EXPECT_GE(run[i].begin, run[i - 1].end) << "one waits for the other";
        }
        if (i > 0) gaps += static_cast<double>(run[i].begin - run[i - 1].end) / 1e9;
        busy += static_cast<double>(run[i].end - run[i].begin) / 1e9;
      }
      std::printf("%s: kernels %.1f us, gaps %.2f us, by events %.1f us\n", spec.plans[plan].name.c_str(), busy * 1e6,
                  gaps * 1e6, events[4] * 1e6);
      // The events also hold the start of each kernel, 1 to 3 µs whatever its length.
      const double starts = 3e-6 * static_cast<double>(run.size());
      if (busy > 1e-4 * static_cast<double>(run.size())) {
        EXPECT_NEAR(busy, events[4], 0.01 * events[4] + starts);
      }
    }
  }
}

TEST_F(CudaLive, BytesAreCountedAgainAfterARest) {
  device::cuda_client::Options options;
  options.command = "ONETRIP_WORKER_REST=500 exec '" + tests::worker().string() + "'";
  options.limits = codegen::limits;
  options.lower = codegen::lower;
  const auto rested = device::cuda_client::make_device(std::move(options));
  const auto experiment = rested->prepare(tests::run_spec("x: f32[8192, 8192]; y = relu(x)", {"none"}));
  const device::Counts before = experiment->count();
  if (before.plans.empty()) GTEST_SKIP() << before.refusal;
  std::this_thread::sleep_for(std::chrono::seconds(1));
  const device::Counts after = experiment->count();
  ASSERT_EQ(after.refusal, "");
  EXPECT_NEAR(static_cast<double>(after.plans[0].read.value), static_cast<double>(before.plans[0].read.value),
              0.01 * static_cast<double>(before.plans[0].read.value));
}

TEST_F(CudaLive, LocalMemoryIsCounted) {
  const device::RunSpec spec = tests::run_spec("x: f32[1024, 1024]; y = relu(x)", {"none"});
  const auto device = broken_card(
      "float a[64]; for (int i = 0; i < 64; ++i) a[(int)(x[i] * 63) & 63] = x[i]; "  // no register has an index
      "y[threadIdx.x] = a[(int)(x[threadIdx.x] * 63) & 63];");
  const device::Counts counts = device->prepare(spec)->count();
  if (counts.plans.empty()) GTEST_SKIP() << counts.refusal;
  ASSERT_EQ(counts.no_local, "");
  ASSERT_EQ(counts.plans[0].local.size(), 1u);
  ASSERT_TRUE(counts.plans[0].local[0]);
  std::printf("local memory: read %s, written %s\n", base::show(counts.plans[0].local[0]->read).c_str(),
              base::show(counts.plans[0].local[0]->written).c_str());
  EXPECT_GT(counts.plans[0].local[0]->written.value, 0);
}

/// MiB in use on the card, as the driver's own tool tells; of the first one where there are several.
std::optional<int> memory_in_use() {
  FILE* const tool = ::popen("nvidia-smi --query-gpu=memory.used --format=csv,noheader,nounits 2>/dev/null", "r");
  if (tool == nullptr) return std::nullopt;
  int used = 0;
  const bool told = std::fscanf(tool, "%d", &used) == 1;
  return ::pclose(tool) == 0 && told ? std::optional(used) : std::nullopt;
}

/// Each of `texts` in turn, fused and unfused, the first time checked: so many runs leave the card's memory as it was.
void expect_no_growth(device::Device& card, const std::vector<std::string>& texts, int runs) {
  const int all = static_cast<int>(texts.size());
  const auto run = [&](int i) {
    const device::RunSpec spec = tests::run_spec(texts[i % all], {"every", "none"}, card.limits());
    const auto experiment = card.prepare(spec);
    if (i < all) {
      EXPECT_EQ(tests::check(*experiment, spec, 1).wrong, "") << texts[i];
    }
    EXPECT_FALSE(experiment->sample({}).plans[1].empty());
    if (i % 50 < all) {
      EXPECT_EQ(experiment->count().refusal, "");
    }
  };
  for (int i = 0; i < 2 * all; ++i) run(i);
  const auto before = memory_in_use();
  if (!before) GTEST_SKIP() << "no nvidia-smi";
  for (int i = 0; i < runs; ++i) run(i);
  const auto after = memory_in_use();
  ASSERT_TRUE(after);
  std::printf("memory in use: %d MiB before, %d MiB after %d runs\n", *before, *after, runs);
  EXPECT_LE(*after, *before + 4)
      << "the counting role, idle, may have been put to rest meanwhile; nothing may be added";
}

TEST_F(CudaLive, FiveHundredRunsLeaveMemoryAsItWas) {
  expect_no_growth(*card,
                   {"x: f32[1024, 1024]; y = relu(x)", "x: f32[512, 2048]; y = softmax(x)",
                    "x: bf16[2048, 2048]; b: bf16[2048]; y = gelu(x + b)"},
                   500);
}

TEST_F(CudaLive, TwoHundredRunsOfAttentionLeaveMemoryAsItWas) {
  expect_no_growth(
      *card,
      {"q: bf16[1, 8, 512, 128]; k: bf16[1, 8, 512, 128]; v: bf16[1, 8, 512, 128]; "
       "o = softmax(causal(q @ transpose(k) * 0.09)) @ v",
       "q: f32[1, 4, 200, 64]; k: f32[1, 2, 300, 64]; v: f32[1, 2, 300, 64]; o = softmax(q @ transpose(k) * 0.125) @ v",
       "q: bf16[2, 32, 1, 128]; a: bf16[1200, 8, 16, 128]; b: bf16[1200, 8, 16, 128]; t: i32[2, 300]; "
       "k = gather(a, t); v = gather(b, t); o = softmax(q @ transpose(k) * 0.09) @ v"},
      200);
}

TEST_F(CudaLive, PlantedFaultsAreNamedAndTheNextRequestSucceedsSoon) {
  const std::tuple<const char*, const char*, double> faults[] = {
      {"x[1ll << 42] = 1;", "ILLEGAL_ADDRESS", 2.0},
      {"*(float*)((char*)y + 1) = 1;", "MISALIGNED_ADDRESS", 2.0},
      {"asm(\"trap;\");", "The kernel broke", 2.0},
      {"for (volatile int i = 0;; ++i) {}", "was killed", 10.0},
  };
  const device::RunSpec spec = tests::run_spec("x: f32[1024, 1024]; y = relu(x)", {"none"});
  for (const auto& [body, sentence, seconds] : faults) {
    const auto device = broken_card(body);
    const auto experiment = device->prepare(spec);
    const auto clock = [] { return std::chrono::steady_clock::now(); };
    const auto begin = clock();
    try {
      static_cast<void>(experiment->sample({}));
      ADD_FAILURE() << body << " went through";
    } catch (const device::DeviceError& error) {
      EXPECT_THAT(error.what(), testing::HasSubstr(sentence));
    }
    const auto failed = clock();
    EXPECT_EQ(tests::check(*device->prepare(spec), spec, 0).wrong, "");
    const std::chrono::duration<double> all = clock() - begin, next = clock() - failed;
    std::printf("%s: next request done %.2f s after the failure, %.2f s in all\n", body, next.count(), all.count());
    EXPECT_LT(next.count(), 2.0) << body;
    EXPECT_LT(all.count(), seconds + 2) << body;
  }
}

TEST_F(CudaLive, EveryRungOfTheLaddersIsRight) {
  for (const std::string& name : codegen::ladder_names()) {
    if (name == "cross-entropy") continue;  // minutes a rung here, seconds by `onetrip ladder`, which checks it too
    const auto library = codegen::load_library(name);
    ASSERT_TRUE(library.has_value()) << base::render(library.error());
    device::cuda_client::Options options;
    options.command = "exec '" + tests::worker().string() + "'";
    options.limits = codegen::limits;
    options.lower = [&](const plan::FusionPlan& plan, const codegen::Target&) {
      return *codegen::program_of(*library->find(plan.name), *plan.chain);
    };
    const auto by_hand = device::cuda_client::make_device(std::move(options));
    const std::int64_t length = library->length > 0 ? library->length : 4096;
    const auto chain = std::make_shared<const chain::Chain>(chain::resized(*chain::parse(library->chain), length, 304));
    device::RunSpec spec;
    for (const codegen::LibraryKernel& rung : library->kernels) {
      if (!rung.why_not_on(by_hand->target().compute_capability).empty()) continue;
      if (codegen::program_of(rung, *chain)) spec.plans.push_back(*codegen::plan_of(rung, chain));
    }
    const auto experiment = by_hand->prepare(spec);
    for (int rung = 0; rung < static_cast<int>(spec.plans.size()); ++rung) {
      EXPECT_EQ(tests::check(*experiment, spec, rung).wrong, "") << name << " " << spec.plans[rung].name;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Chains, CudaLive,
                         testing::Values("x: f32[8192, 8192]; b: f32[8192]; y = gelu(x + b)",
                                         "x: bf16[4096, 8192]; r: bf16[4096, 8192]; y = relu(x * 1.5) + r",
                                         "x: f16[1023, 4097]; y = tanh(sigmoid(x)) * x",
                                         "x: f32[4096, 4096]; y = softmax(x)", "x: bf16[2048, 32768]; y = rmsnorm(x)",
                                         "x: f32[1, 2097155]; y = exp(x) - 1", "x: f32[4096, 4096]; y = sum(x * x)"));

}  // namespace cuda_live_test
