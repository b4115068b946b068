// The recorded device: exact answers, refusals that name the nearest, kernels of before.
#include "base/hash.hpp"
#include "base/resources.hpp"
#include "device/recorded/nearest.hpp"
#include "device/recorded/recorded_device.hpp"
#include "device/registry.hpp"
#include "device/runs.hpp"
#include "golden.hpp"
#include "record/recording.hpp"
#include "record/samples.hpp"

#include <gmock/gmock.h>

namespace recorded_test {

using testing::HasSubstr;
using tests::run_spec;
using tests::sample_of;

constexpr auto bias = "x: f32[64, 32]; b: f32[32]; y = gelu(x + b)";

class Recorded : public testing::Test {
 protected:
  /// A device that recorded these.
  std::unique_ptr<device::Device> device(std::vector<record::Measurement> measurements,
                                         const std::string& made_on = "NVIDIA H200",
                                         const std::string& way = "stream") {
    for (auto& one : measurements) one.provenance.device = made_on;
    record::save(measurements, folder_.path() / "a.json");
    device::recorded::Options options;
    options.card = "h200";
    options.folders = {folder_.path()};
    options.preferred_submit = way;
    return device::recorded::make_device(std::move(options));
  }
  static std::string refusal(device::Device& device, std::string_view chain,
                             const std::vector<std::string>& cuts = {"every", "none"}) {
    try {
      static_cast<void>(device.prepare(run_spec(chain, cuts)));
    } catch (const device::NotRecorded& error) {
      return error.what();
    }
    return "answered";
  }
  tests::TemporaryFolder folder_;
};

TEST_F(Recorded, SaysWhatItIs) {
  record::Measurement m = sample_of(bias);
  m.provenance.device = "NVIDIA H200";
  m.tier = record::Tier::counters;
  m.target = record::Target{90, 132, 232448, 50'000'000, 12345};
  const auto h200 = device({m});
  EXPECT_EQ(h200->id(), "recorded-h200");
  EXPECT_EQ(h200->name(), "NVIDIA H200 (recorded 2026-11-21, from a.json, not part of this release)");
  EXPECT_FALSE(h200->live());
  EXPECT_EQ(h200->tier(), record::Tier::counters);
  EXPECT_EQ(h200->limits().persistent_row, 12345);
  ASSERT_TRUE(h200->spec());
  EXPECT_EQ(h200->spec()->id, "recorded-h200");
}

TEST_F(Recorded, AnswersWithTheMeasurementAndRunsNothing) {
  const auto h200 = device({sample_of(bias)});
  const auto experiment = h200->prepare(run_spec("u: f32[64, 32]; v: f32[32]; w = gelu(u + v)"));
  const auto answer = experiment->recorded();
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->source, record::Source::recorded);
  EXPECT_EQ(answer->provenance.device_id, "h200");
  EXPECT_EQ(answer->plans.at(0).cold->median.value, 2.0e-3);
  EXPECT_EQ(experiment->submit(), "stream");
  EXPECT_THROW(static_cast<void>(experiment->sample({})), device::DeviceError);
  EXPECT_THROW(static_cast<void>(experiment->evidence({})), device::DeviceError);
}

TEST_F(Recorded, TheStreamIsPreferredAndTheGraphWillDoAndSaysSo) {
  const auto says = [](device::Device& device) {
    const auto shown = device.prepare(run_spec(bias))->recorded().value();
    return shown.provenance.submit + ": " + (shown.remarks.empty() ? "" : shown.remarks.back());
  };
  const auto graph_run = sample_of(bias, {"every", "none"}, "graph");
  const auto unsaid = testing::Not(HasSubstr("there is no usable"));
  EXPECT_THAT(says(*device({graph_run, sample_of(bias)})), testing::AllOf(testing::StartsWith("stream: "), unsaid));
  EXPECT_THAT(says(*device({graph_run})),
              testing::StartsWith("graph: Recorded only as a CUDA graph: there is no usable"));
  EXPECT_THAT(says(*device({graph_run}, "NVIDIA H200", "graph")), unsaid);
  EXPECT_THAT(says(*device({sample_of(bias)}, "NVIDIA H200", "graph")),
              testing::StartsWith("stream: Recorded only with kernels started one by one: there is no usable"));
}

TEST_F(Recorded, RunsOfAnotherCardThanItsFolderSaysAreLeftOut) {
  const auto other = device({sample_of(bias), sample_of("x: f32[64, 512]; y = softmax(x)")}, "NVIDIA H100 80GB HBM3");
  EXPECT_THAT(refusal(*other, bias), HasSubstr("its runs are from NVIDIA H100 80GB HBM3, but its folder says h200"));
  EXPECT_EQ(other->notes().size(), 2u) << "a file is told once";
}

TEST_F(Recorded, RefusalsNameTheNearest) {
  const auto h200 = device({
      sample_of("x: f32[4096, 8192]; y = relu(x)"),
      sample_of("x: f32[4096, 8192]; b: f32[8192]; y = gelu(x + b)  # a remark"),
      sample_of("x: f32[512, 1024]\nb: f32[1024]\n\ny = gelu(x + b)"),
      sample_of("x: bf16[4096, 8192]; b: bf16[8192]; y = gelu(x + b)"),
      sample_of("x: f32[4096, 8192]; b: f32[4096, 8192]; y = gelu(x + b)"),
      sample_of("x: f32[64, 512]; y = softmax(x)"),
  });
  const std::vector<std::pair<std::string, std::vector<std::string>>> asked = {
      {"x: f32[4096, 4096]; b: f32[4096]; y = gelu(x + b)", {"every", "none"}},
      {"x: f32[256, 1024]; b: f32[1024]; y = gelu(x + b)", {"every", "none"}},
      {"x: bf16[8192, 8192]; b: bf16[8192]; y = gelu(x + b)", {"every", "none"}},
      {"x: f16[4096, 8192]; b: f16[8192]; y = gelu(x + b)", {"every", "none"}},
      {"x: f32[4096, 4096]; b: f32[4096, 4096]; y = gelu(x + b)", {"every", "none"}},
      {"x: f32[4096, 8192]; y = exp(x)", {"every", "none"}},
      {"x: f32[4096, 8192]; g: f32[4096, 8192]; y = silu(g) * x", {"every", "none"}},
      {"x: f32[64, 512]; g: f32[512]; y = rmsnorm(x, g)", {"every", "none"}},
      {"x: f32[64, 512]; y = softmax(x)", {"every", "y.1"}},
  };
  std::string all;
  for (const auto& [chain, cuts] : asked) all += chain + "\n  " + refusal(*h200, chain, cuts) + "\n";
  tests::expect_golden("device/not_recorded.txt", all);
}

TEST_F(Recorded, ChainsOfAnotherKindAreNotOfferedAsNearest) {
  const std::string row = "x: f32[64, 512]; y = sum(x * x)";
  const auto pointwise = device({sample_of(bias)});
  EXPECT_EQ(refusal(*pointwise, row), "Not recorded on the H200. No recorded chain resembles it.");
  const auto rows = device({sample_of("x: f32[64, 512]; y = softmax(x)")});
  EXPECT_EQ(refusal(*rows, bias), "Not recorded on the H200. No recorded chain resembles it.");
  EXPECT_THAT(refusal(*rows, row), testing::HasSubstr("y = softmax(x)"));
}

void forget_bytes(record::PlanMeasurement& plan) {
  plan.dram_read = plan.dram_written = plan.dram_tail = {};
  plan.l2 = plan.issued = {};
  plan.batch_levels = {};
  plan.no_bytes_because = "the counters are for administrators";
  for (auto& kernel : plan.kernels) kernel.dram_read = kernel.dram_written = {};
}

TEST_F(Recorded, TheTierIsTheBestOfItsRecordingsInAnyOrder) {
  using record::Tier;
  const auto tier_of = [&](Tier first, Tier second) {
    std::vector<record::Measurement> both = {sample_of(bias), sample_of("x: f32[64, 512]; y = softmax(x)")};
    for (const auto& [one, tier] : {std::pair(&both[0], first), {&both[1], second}}) {
      one->tier = tier;
      for (auto& plan : one->plans) {
        if (tier == Tier::times_only) forget_bytes(plan);
      }
    }
    return device(both)->tier();
  };
  EXPECT_EQ(tier_of(Tier::counters, Tier::times_only), Tier::counters);
  EXPECT_EQ(tier_of(Tier::times_only, Tier::counters), Tier::counters);
  EXPECT_EQ(tier_of(Tier::times_only, Tier::times_only), Tier::times_only);
}

TEST_F(Recorded, WithNothingOfUseItSaysSo) {
  std::ofstream(folder_.path() / "broken.json") << "{";
  device::recorded::Options options;
  options.card = "h200";
  options.folders = {folder_.path()};
  const auto h200 = device::recorded::make_device(std::move(options));
  EXPECT_EQ(h200->name(), "H200 (no recording can be used)");
  EXPECT_THAT(refusal(*h200, bias),
              testing::AllOf(testing::StartsWith("Not recorded on the H200. There is no usable recording of it. "),
                             testing::EndsWith("broken.json:1:2: the file ends in the middle: it was cut off")));
  ASSERT_EQ(h200->notes().size(), 2u);
  EXPECT_THAT(h200->notes()[1], HasSubstr("broken.json"));
}

/// A recording with the kernels of today's emitter.
record::Measurement with_kernels(std::string_view chain) {
  record::Measurement m = sample_of(chain);
  m.target = record::Target{90, 132, 232448, 50'000'000, 32768};
  const device::RunSpec spec = run_spec(chain);
  for (std::size_t p = 0; p < spec.plans.size(); ++p) {
    const codegen::Program program = codegen::lower(spec.plans[p], {90, 132, 232448});
    for (const codegen::Kernel& kernel : program.kernels) {
      m.plans[p].code.push_back({kernel.group,
                                 kernel.entry,
                                 kernel.source,
                                 base::hex64(base::hash64(program.prelude)),
                                 32,
                                 base::Bytes{0},
                                 base::Bytes{0},
                                 base::Bytes{0},
                                 {},
                                 {}});
    }
  }
  return m;
}

TEST_F(Recorded, EarlierKernelsAreCalledSo) {
  constexpr auto says = "Recorded with earlier kernels";
  const auto remarks = [&](const record::Measurement& m) {
    const auto said = device({m})->prepare(run_spec(bias))->recorded()->remarks;
    return said.empty() ? std::string() : said.back();
  };
  record::Measurement m = with_kernels(bias);
  EXPECT_THAT(remarks(m), testing::Not(HasSubstr(says)));
  EXPECT_THAT(remarks(sample_of(bias)), testing::Not(HasSubstr(says))) << "nothing is known of its kernels";
  m.plans[1].code[0].source += "// another\n";
  EXPECT_THAT(remarks(m), HasSubstr(says));
  m = with_kernels(bias);
  m.plans[0].code[0].prelude = "0000000000000000";
  EXPECT_THAT(remarks(m), HasSubstr(says));
  EXPECT_EQ(device({m})->prepare(run_spec(bias))->code().at(0), m.plans[0].code) << "shown are those that ran";
}

TEST_F(Recorded, WhatWasTheLibrarysIsNoEarlierKernel) {
  constexpr auto product = "x: f32[64, 32]; w: f32[32, 16]; y = relu(x @ w)";
  record::Measurement m = sample_of(product, {"every"});
  m.target = record::Target{90, 132, 232448, 50'000'000, 58000};
  record::KernelCode call;
  call.entry = "cublasLtMatmul";
  call.source = "// told of it\n";
  device::recorded::Options options;
  options.card = "h200";
  options.folders = {folder_.path()};
  options.lower = [](const plan::FusionPlan& plan, const codegen::Target&) {
    codegen::Program program;
    for (std::size_t g = 0; g < plan.groups.size(); ++g) {
      if (plan.groups[g].engine != plan::Engine::own) continue;
      codegen::Kernel kernel;
      kernel.group = static_cast<int>(g);
      kernel.entry = "k1_relu";
      kernel.source = "// its text\n";
      program.kernels.push_back(std::move(kernel));
    }
    return program;
  };
  record::KernelCode own{1, "k1_relu", "// its text\n", base::hex64(base::hash64("")), {}, {}, {}, {}, {}, {}};
  m.plans[0].code = {call, own};
  m.provenance.device = "NVIDIA H200";
  const auto remarks = [&] {
    record::save({m}, folder_.path() / "a.json");
    const auto said =
        device::recorded::make_device(options)->prepare(run_spec(product, {"every"}))->recorded()->remarks;
    return said.empty() ? std::string() : said.back();
  };
  EXPECT_THAT(remarks(), testing::Not(HasSubstr("earlier kernels")));
  m.plans[0].code[1].source = "// another\n";
  EXPECT_THAT(remarks(), HasSubstr("earlier kernels"));
}

TEST_F(Recorded, WhatCannotBeIsNotShownAndSaysWhy) {
  record::Measurement m = sample_of(bias);
  for (auto& plan : m.plans) plan.dram_read = base::Bytes{12'000'000'000};  // in 2 ms: 6 TB/s of 4.8
  const auto h200 = device({m});
  EXPECT_THAT(refusal(*h200, bias), HasSubstr("6.00 TB/s, but NVIDIA H200 SXM 141GB moves at most 4.80 TB/s"));
}

TEST_F(Recorded, TheRegistryListsThemAfterLiveOnes) {
  namespace fs = std::filesystem;
  const fs::path root = tests::folder() / "..";
  for (const char* name : {"lessons", "kernels"}) fs::create_directory_symlink(root / name, folder_.path() / name);
  fs::create_directories(folder_.path() / "assets/recordings/h200");
  fs::create_directory_symlink(root / "assets/devices", folder_.path() / "assets/devices");
  record::Measurement one = sample_of(bias);
  one.provenance.device = "NVIDIA H200";
  record::save({one}, folder_.path() / "assets/recordings/h200/a.json");
  base::set_places({folder_.path(), folder_.path() / "home"});
  const device::Registry registry;
  base::set_places({});
  ASSERT_GE(registry.devices().size(), 2u);
  EXPECT_TRUE(registry.devices().front()->live());
  EXPECT_EQ(registry.devices().back()->id(), "recorded-h200");
  EXPECT_EQ(registry.devices().back()->spec()->id, "h200") << "no calibration of another folder is beside these";
  EXPECT_THAT(registry.devices().back()->notes().at(1), HasSubstr("calibration of the H200"));
  EXPECT_EQ((*registry.find("recorded"))->id(), "recorded-h200");
  EXPECT_EQ((*registry.find("recorded-h200"))->id(), "recorded-h200");
  EXPECT_TRUE((*registry.find(""))->live());
}

}  // namespace recorded_test
