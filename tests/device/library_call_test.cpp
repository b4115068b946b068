// Products of a chain as calls of cuBLASLt: where their operands lie, what is chosen, what is told of them.
#include "device/cuda_client/library_call.hpp"

#include "chain/parser.hpp"
#include "device/cuda_client/cuda_device.hpp"
#include "device/cuda_client/lowered.hpp"
#include "places.hpp"

#include <gmock/gmock.h>

namespace library_call_test {

using device::cuda_client::Lowered;
using testing::HasSubstr;
using testing::SizeIs;

/// One kernel for each group that is not the library's.
codegen::Program own_kernels(const plan::FusionPlan& plan, const codegen::Target&) {
  codegen::Program program;
  for (std::size_t g = 0; g < plan.groups.size(); ++g) {
    if (plan.groups[g].engine != plan::Engine::own) continue;
    codegen::Kernel kernel;
    kernel.group = static_cast<int>(g);
    kernel.entry = "k" + std::to_string(g);
    kernel.source = "// " + std::to_string(g);
    for (const int v : plan.groups[g].writes) kernel.arguments.push_back({codegen::Argument::Kind::tensor, v, 0});
    program.kernels.push_back(std::move(kernel));
  }
  return program;
}

device::RunSpec spec_of(const std::string& text, const char* cuts = "every") {
  const auto chain = std::make_shared<const chain::Chain>(chain::parse(text).value());
  return {{plan::segment(chain, plan::parse_cuts(cuts).value(), machine::Limits(4096)).value()}, 1};
}

Lowered lowered(const device::RunSpec& spec) {
  Lowered out = device::cuda_client::lower(spec, {}, wire::Submit::stream, own_kernels);
  for (wire::Plan& plan : out.job.plans) {
    for (wire::Step& step : plan.steps) {
      if (auto* kernel = std::get_if<wire::Kernel>(&step)) kernel->cubin = "compiled";
    }
  }
  wire::check(out.job);
  return out;
}

wire::LibraryCall first_call(const Lowered& of) {
  for (const wire::Step& step : of.job.plans[0].steps) {
    if (const auto* call = std::get_if<wire::LibraryCall>(&step)) return *call;
  }
  throw std::runtime_error("there is no such program");
}

TEST(LibraryCalls, StandInTheirPlaceAmongKernels) {
  const Lowered of = lowered(spec_of("x: bf16[64, 32]; w: bf16[32, 128]; b: bf16[128]; y = gelu(x @ w + b)"));
  ASSERT_THAT(of.job.plans[0].steps, SizeIs(3));
  EXPECT_EQ(of.kernel_of[0], (std::vector<int>{-1, 0, 1}));
  EXPECT_EQ(of.group_of[0], (std::vector<int>{0, 1, 2}));
  EXPECT_THAT(of.sources, SizeIs(2));
  EXPECT_EQ(of.flops, 2.0 * 64 * 32 * 128);
  const wire::LibraryCall call = first_call(of);
  EXPECT_EQ(call.m, 64);
  EXPECT_EQ(call.n, 128);
  EXPECT_EQ(call.k, 32);
  EXPECT_EQ(call.left.leading, 32);
  EXPECT_EQ(call.right.leading, 128);
  EXPECT_EQ(call.result.leading, 128);
  EXPECT_FALSE(call.left.transposed || call.right.transposed);
  EXPECT_EQ(call.epilogue, wire::Epilogue::none);
}

TEST(LibraryCalls, OperandsAreReadWhereTheyLie) {
  const auto call = [](const std::string& text) { return first_call(lowered(spec_of(text))); };
  const wire::LibraryCall right = call("x: f32[8, 4]; w: f32[6, 4]; y = x @ transpose(w)");
  EXPECT_TRUE(right.right.transposed);
  EXPECT_EQ(right.right.leading, 4);
  const wire::LibraryCall left = call("x: f32[4, 8]; w: f32[4, 6]; y = transpose(x) @ w");
  EXPECT_TRUE(left.left.transposed);
  EXPECT_EQ(left.left.leading, 8);
  const wire::LibraryCall heads = call("q: f32[2, 8, 12]; k: f32[2, 8, 12]; s = heads(q, 3) @ transpose(heads(k, 3))");
  EXPECT_EQ(heads.outer, 2);
  EXPECT_EQ(heads.inner, 3);
  EXPECT_EQ(heads.left.inner_stride, 4);
  EXPECT_EQ(heads.left.leading, 12);
  EXPECT_TRUE(heads.right.transposed);
  EXPECT_EQ(heads.result.outer_stride, 3 * 8 * 8);
  const wire::LibraryCall grouped = call("q: f32[8, 24]; k: f32[8, 12]; s = heads(q, 6) @ transpose(heads(k, 3))");
  EXPECT_EQ(grouped.share, 2);
  EXPECT_EQ(grouped.right.inner_stride, 4);
  EXPECT_EQ(call("x: f32[1, 4]; w: f32[4, 1]; y = x @ w").left.leading, 4);
  EXPECT_NO_THROW((void)call("x: f32[4, 1]; w: f32[4, 6]; y = transpose(x) @ w")) << "a column read as a row";
  EXPECT_NO_THROW((void)call("x: f32[5, 1]; w: f32[7, 1]; y = x @ transpose(w)")) << "a column as a row on the right";
}

TEST(LibraryCalls, AnEpilogueIsPartOfTheCall) {
  device::RunSpec spec =
      spec_of("x: bf16[64, 32]; w: bf16[32, 128]; b: bf16[128]; r: bf16[64, 128]; y = relu(x @ w + r + b)", "none");
  spec.plans[0].groups[0].engine = plan::Engine::library_epilogue;
  const Lowered of = lowered(spec);
  ASSERT_THAT(of.job.plans[0].steps, SizeIs(1));
  const wire::LibraryCall call = first_call(of);
  const chain::Chain& chain = *spec.plans[0].chain;
  EXPECT_EQ(call.epilogue, wire::Epilogue::relu_bias);
  EXPECT_EQ(call.bias, of.buffer_of[0][chain.find("b")]);
  ASSERT_THAT(call.residual, SizeIs(1));
  EXPECT_EQ(call.residual[0].buffer, of.buffer_of[0][chain.find("r")]);
  EXPECT_EQ(call.result.buffer, of.buffer_of[0][chain.find("y")]);
  device::RunSpec other = spec_of("x: bf16[64, 32]; w: bf16[32, 128]; y = silu(x @ w)", "none");
  other.plans[0].groups[0].engine = plan::Engine::library_epilogue;
  EXPECT_THROW((void)lowered(other), device::DeviceError);
}

std::unique_ptr<device::Device> card(const std::string& scenario) {
  device::cuda_client::Options options;
  options.command = "exec " + tests::fake_worker().string() + " " + scenario;
  options.patience = {30, 30, 30, 0.3};
  options.lower = own_kernels;
  options.limits = [](const codegen::Target&) { return machine::Limits(64 * 1024); };
  return device::cuda_client::make_device(std::move(options));
}

// The second product is the first one's twin, the third another one.
const char* const three = "x: f32[8, 8]; w: f32[8, 8]; v: f32[8, 4]; a = x @ w; b = a @ w; y = relu(b) @ v";

TEST(LibraryCalls, EqualOnesAreChosenOnceAndToldAsCode) {
  const auto device = card("good");
  const auto experiment = device->prepare(spec_of(three));
  const auto code = experiment->code();
  ASSERT_THAT(code[0], SizeIs(4));
  for (const std::size_t step : {0, 1, 3}) {
    EXPECT_EQ(code[0][step].entry, "cublasLtMatmul");
    EXPECT_THAT(code[0][step].source, HasSubstr("tile 128x256"));
  }
  EXPECT_THAT(code[0][0].source, HasSubstr("cuBLASLt 13.1.0: m 8, n 8, k 8"));
  EXPECT_THAT(code[0][3].source, HasSubstr("m 8, n 4, k 8"));
  EXPECT_EQ(code[0][2].entry, "k2");
  EXPECT_EQ(code[0][3].group, 3);
}

TEST(LibraryCalls, OfSeveralKernelsAreOneStepOfATimeline) {
  for (const char* scenario : {"good", "two-kernel-call"}) {
    const auto device = card(scenario);
    const device::Trace trace = device->prepare(spec_of(three))->trace();
    EXPECT_EQ(trace.refusal, "");
    ASSERT_THAT(trace.runs, SizeIs(1));
    for (const device::KernelTimes& run : trace.runs[0]) {
      ASSERT_THAT(run, SizeIs(4)) << scenario;
      EXPECT_EQ(run[1].kernel, "cublasLtMatmul");
      EXPECT_EQ(run[2].kernel, "k2");
      EXPECT_LE(run[0].end, run[1].begin);
    }
  }
}

TEST(LibraryCalls, WithoutTheLibraryItsSentenceIsTheAnswer) {
  const auto device = card("no-library");
  try {
    (void)device->prepare(spec_of(three));
    FAIL() << "it was prepared";
  } catch (const device::DeviceError& error) {
    EXPECT_EQ(std::string(error.what()), "cuBLASLt was not found: gone.");
    EXPECT_EQ(error.remedy, "Install it.");
  }
  EXPECT_NO_THROW((void)device->prepare(spec_of("x: f32[8]; y = relu(x)"))) << "what needs none goes on";
  EXPECT_THROW((void)card("nothing-to-choose")->prepare(spec_of(three)), device::DeviceError);
}

TEST(LibraryCalls, ASearchThatTheWorkerHadToRepeatIsSaid) {
  const auto device = card("another-library");
  const auto experiment = device->prepare(spec_of(three));
  (void)experiment->sample({device::Temperature::cold, 1, {0.1}, {}});
  EXPECT_THAT(experiment->method(), HasSubstr("searched for"));
}

}  // namespace library_call_test
