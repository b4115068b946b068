// The card behind a fake worker: translation, answers that do not fit, recovery.
#include "device/cuda_client/cuda_device.hpp"
#include "device/runs.hpp"
#include "places.hpp"

#include <gmock/gmock.h>

#include <malloc.h>

namespace cuda_client_test {

using device::cuda_client::Lowered;
using testing::HasSubstr;

/// One kernel a group, touching what the group touches, and a scratch buffer.
codegen::Program fake_lower(const plan::FusionPlan& plan, const codegen::Target&) {
  codegen::Program program;
  program.scratch = {static_cast<std::int64_t>(64 * plan.groups.size())};
  for (std::size_t g = 0; g < plan.groups.size(); ++g) {
    codegen::Kernel kernel;
    kernel.group = static_cast<int>(g);
    kernel.entry = "k" + std::to_string(g);
    kernel.source = "// " + std::to_string(g);
    using Kind = codegen::Argument::Kind;
    for (const int v : plan.groups[g].reads) kernel.arguments.push_back({Kind::tensor, v, 0});
    for (const int v : plan.groups[g].writes) kernel.arguments.push_back({Kind::tensor, v, 0});
    kernel.arguments.push_back({Kind::scratch, 0, 0});
    kernel.arguments.push_back({Kind::integer, 0, 12});
    program.kernels.push_back(std::move(kernel));
  }
  return program;
}

std::unique_ptr<device::Device> card(const std::string& scenario, device::cuda_client::Lower lower = fake_lower) {
  device::cuda_client::Options options;
  options.command = "exec " + tests::fake_worker().string() + " " + scenario;
  options.patience = {30, 30, 30, 0.3};
  options.lower = std::move(lower);
  options.limits = [](const codegen::Target&) { return machine::Limits(64 * 1024); };
  return device::cuda_client::make_device(std::move(options));
}

const char* const text = "x: f32[64, 32]; b: f32[32]; y = relu(x + b)";

template <class Action>
std::string refusal(Action action) {
  try {
    action();
  } catch (const device::DeviceError& error) {
    return error.what();
  }
  return "nothing was refused";
}

device::Probe probe(const device::RunSpec& spec, int plan, std::vector<std::int64_t> elements) {
  return {plan, {{spec.plans[0].chain->outputs().front(), std::move(elements)}}};
}

TEST(Lowered, SharesInputsAndIntermediatesAndKeepsTheFirstPlansOutputs) {
  const device::RunSpec spec = tests::run_spec(text);
  Lowered lowered = device::cuda_client::lower(spec, {}, wire::Submit::graph, fake_lower);
  for (wire::Plan& plan : lowered.job.plans) {
    for (wire::Step& step : plan.steps) std::get<wire::Kernel>(step).cubin = "compiled";
  }
  EXPECT_NO_THROW(wire::check(lowered.job));
  const chain::Chain& chain = *spec.plans[0].chain;
  const int x = chain.find("x"), b = chain.find("b"), y = chain.find("y");
  EXPECT_EQ(lowered.buffer_of[0][x], lowered.buffer_of[1][x]);
  EXPECT_NE(lowered.buffer_of[0][y], lowered.buffer_of[1][y]);
  const auto& buffers = lowered.job.buffers;
  EXPECT_EQ(buffers[lowered.buffer_of[0][x]], (wire::Buffer{64 * 32 * 4, wire::Dtype::f32, wire::Fill::random, 1, 0}));
  EXPECT_EQ(buffers[lowered.buffer_of[0][b]], (wire::Buffer{32 * 4, wire::Dtype::f32, wire::Fill::random, 1, 1}));
  EXPECT_EQ(buffers[lowered.buffer_of[1][y]].fill, wire::Fill::poison);
  ASSERT_EQ(lowered.job.plans.size(), 2u);
  EXPECT_EQ(lowered.job.plans[0].steps.size(), 2u);
  EXPECT_EQ(lowered.job.plans[1].steps.size(), 1u);
  EXPECT_EQ(lowered.sources.size(), 2u) << "equal sources are compiled once";
  const auto scratch = std::get<wire::Kernel>(lowered.job.plans[0].steps[0]).arguments.end()[-2];
  EXPECT_EQ(buffers[scratch.value], (wire::Buffer{128, wire::Dtype::bytes, wire::Fill::zero, 0, 0}));
  EXPECT_EQ(scratch, std::get<wire::Kernel>(lowered.job.plans[1].steps[0]).arguments.end()[-2])
      << "plans share scratch";
}

TEST(CudaDevice, GivesItsKernelsTextsForRecordings) {
  const auto device = card("good", [](const plan::FusionPlan& plan, const codegen::Target& target) {
    codegen::Program program = fake_lower(plan, target);
    program.kernels.front().entry = "k";  // what the fake worker says that it compiled
    program.kernels.front().launch.dynamic_shared = 64;
    return program;
  });
  const auto code = device->prepare(tests::run_spec(text))->code();
  ASSERT_EQ(code.size(), 2u);
  ASSERT_EQ(code[0].size(), 2u);
  EXPECT_EQ(code[0][0].source, "// 0");
  EXPECT_EQ(code[0][0].registers, 32);
  EXPECT_EQ(code[0][0].shared, base::Bytes{64});
  EXPECT_EQ(code[0][1].group, 1);
  EXPECT_EQ(code[0][1].registers, std::nullopt) << "nothing was said of it";
  EXPECT_EQ(device->target().compute_capability, 90);
}

TEST(CudaDevice, TellsWhoIsThere) {
  const auto device = card("good");
  EXPECT_EQ(device->id(), "cuda");
  EXPECT_EQ(device->name(), "NVIDIA H200 on gpu7");
  EXPECT_EQ(device->driver(), "580.159.04");
  EXPECT_EQ(device->tier(), record::Tier::counters);
  EXPECT_EQ(card("no-rights")->tier(), record::Tier::times_only);
  ASSERT_TRUE(device->spec().has_value());
  EXPECT_EQ(device->spec()->id, "h200");
}

TEST(CudaDevice, NoDriverIsTheWorkersOwnSentence) {
  EXPECT_THAT(refusal([] { (void)card("no-driver"); }), HasSubstr("gpu7 says: There is no NVIDIA driver"));
}

TEST(CudaExperiment, EvidenceInTheOrderAsked) {
  const device::RunSpec spec = tests::run_spec(text);
  const auto device = card("good");
  const auto experiment = device->prepare(spec);
  const device::Evidence evidence = experiment->evidence(probe(spec, 1, {5, 6, 7, 3, 2047}));
  ASSERT_EQ(evidence.outputs.size(), 1u);
  EXPECT_THAT(evidence.outputs[0].got, testing::ElementsAre(5, 6, 7, 3, 2047));
  EXPECT_EQ(evidence.outputs[0].elements, 2048);
  EXPECT_EQ(evidence.outputs[0].identical, 2048);
}

TEST(CudaExperiment, NanComesThrough) {
  const device::RunSpec spec = tests::run_spec(text);
  const auto device = card("nan");
  const device::Evidence evidence = device->prepare(spec)->evidence(probe(spec, 0, {1}));
  EXPECT_TRUE(std::isnan(evidence.outputs[0].got[0]));
  EXPECT_EQ(evidence.outputs[0].nan, 2048);
}

TEST(CudaExperiment, AnswersThatDoNotFitAreRefused) {
  const device::RunSpec spec = tests::run_spec(text);
  for (const char* scenario : {"short", "boast"}) {
    const auto device = card(scenario);
    const auto experiment = device->prepare(spec);
    EXPECT_THAT(refusal([&] {
                  (void)experiment->evidence(probe(spec, 0, {1, 2, 3, 4}));
                }),
                HasSubstr("does not match the request"))
        << scenario;
  }
  const auto device = card("zero-time");
  const auto experiment = device->prepare(spec);
  EXPECT_THAT(refusal([&] { (void)experiment->sample({}); }), HasSubstr("does not match the request"));
}

TEST(CudaExperiment, SamplesOfEveryPlan) {
  const device::RunSpec spec = tests::run_spec(text);
  const auto device = card("good");
  device::Batch batch;
  batch.count = 4;
  const device::Samples samples = device->prepare(spec)->sample(batch);
  ASSERT_EQ(samples.plans.size(), 2u);
  EXPECT_EQ(samples.plans[1].size(), 4u);
  EXPECT_DOUBLE_EQ(samples.plans[1][0].time.value, 2e-3);
  EXPECT_EQ(samples.plans[0][0].begin, std::chrono::steady_clock::time_point()) << "another host's clock says nothing";
}

TEST(CudaExperiment, CountsByPlanAndKernel) {
  const device::RunSpec spec = tests::run_spec(text);
  const auto device = card("good");
  const device::Counts counts = device->prepare(spec)->count();
  EXPECT_EQ(counts.tier, record::Tier::counters);
  ASSERT_EQ(counts.plans.size(), 2u);
  EXPECT_EQ(counts.plans[0].read.value, 2000);
  EXPECT_EQ(counts.plans[0].kernels[1].written.value, 400);
  EXPECT_EQ(counts.plans[1].kernels[0].read.value, 1000);
  EXPECT_EQ(counts.plans[0].clocks, (record::Clocks{1.9e9, 3.2e9}));
}

TEST(CudaExperiment, ColdBytesHaveTheirTailAndBatchBytesAreApart) {
  const auto device = card("good");
  const device::Counts counts = device->prepare(tests::run_spec(text))->count();
  ASSERT_EQ(counts.plans.size(), 2u) << counts.refusal;
  const device::PlanCount& unfused = counts.plans[0];
  EXPECT_EQ(unfused.written.value, 1000);
  EXPECT_EQ(unfused.tail, base::Bytes{200}) << "what a flush behind the plan drove out";
  EXPECT_EQ(unfused.l2, (base::Moved{{3000}, {1200}}));
  EXPECT_EQ(unfused.issued, std::nullopt) << "not counted";
  EXPECT_EQ(unfused.batch.dram, (base::Moved{{200}, {100}}));
  EXPECT_EQ(unfused.kernels[0].l2, (base::Moved{{1500}, {600}}));
}

TEST(CudaExperiment, CountsThatAreNoneSayWhy) {
  const std::pair<const char*, const char*> cases[] = {
      {"no-rights", "Only administrators"},
      {"lost-range", "are incomplete"},
      {"deaf-control", "a flush of 105 MB was counted as 94.4 MB read"}};
  for (const auto& [scenario, sentence] : cases) {
    const auto device = card(scenario);
    const device::Counts counts = device->prepare(tests::run_spec(text))->count();
    EXPECT_EQ(counts.tier, record::Tier::times_only) << scenario;
    EXPECT_TRUE(counts.plans.empty()) << scenario;
    EXPECT_THAT(counts.refusal, HasSubstr(sentence)) << scenario;
  }
}

TEST(CudaExperiment, ACapabilityLostAfterAskingIsToldAndTimesGoOn) {
  const auto device = card("loses-rights");
  ASSERT_EQ(device->tier(), record::Tier::counters) << "so it said when it was asked";
  const auto experiment = device->prepare(tests::run_spec(text));
  const device::Counts counts = experiment->count();
  EXPECT_EQ(counts.tier, record::Tier::times_only);
  EXPECT_TRUE(counts.plans.empty());
  EXPECT_THAT(counts.refusal, HasSubstr("Only administrators"));
  device::Batch batch;
  batch.count = 3;
  const device::Samples samples = experiment->sample(batch);
  ASSERT_EQ(samples.plans.size(), 2u);
  EXPECT_EQ(samples.plans[0].size(), 3u) << "times are taken all the same";
}

TEST(CudaExperiment, WithoutSpillsNoLocalMemoryIsCounted) {
  const auto device = card("good");
  const device::Counts counts = device->prepare(tests::run_spec(text))->count();
  EXPECT_TRUE(counts.plans[0].local.empty()) << "no kernel keeps local memory, so none was counted";
}

TEST(CudaExperiment, RecordsEveryKernelOfThreeRuns) {
  const auto device = card("good");
  const device::Trace trace = device->prepare(tests::run_spec(text))->trace();
  EXPECT_EQ(trace.refusal, "");
  EXPECT_EQ(trace.submit, "stream");
  ASSERT_EQ(trace.runs.size(), 2u);
  ASSERT_EQ(trace.runs[0].size(), 3u);
  const device::KernelTimes& run = trace.runs[0][0];
  ASSERT_EQ(run.size(), 2u);
  EXPECT_EQ(run[0], (record::KernelTime{"k0", 0, 498000}));
  EXPECT_EQ(run[1], (record::KernelTime{"k1", 500000, 998000}));
  EXPECT_EQ(trace.runs[1][2].at(0), (record::KernelTime{"k0", 0, 1997800}));
}

TEST(CudaExperiment, KernelRecordsThatDoNotFitAreNone) {
  const device::RunSpec spec = tests::run_spec(text);
  const std::pair<const char*, const char*> cases[] = {{"no-records", "No kernel records arrived."},
                                                       {"lost-record", "do not match what was run"},
                                                       {"foreign-record", "do not match what was run"},
                                                       {"nan-record", "traced.records"},
                                                       {"endless-record", "traced.records"}};
  for (const auto& [scenario, sentence] : cases) {
    const auto device = card(scenario);
    const auto experiment = device->prepare(spec);
    const device::Trace trace = experiment->trace();
    EXPECT_THAT(trace.refusal, HasSubstr(sentence)) << scenario;
    EXPECT_TRUE(trace.runs.empty()) << scenario;
    EXPECT_NO_THROW((void)experiment->sample({})) << "and the next request goes through";
  }
}

TEST(CudaExperiment, LocalMemoryIsCountedWhereTheCompilerSaysThatThereIsSome) {
  const device::RunSpec spec = tests::run_spec(text);
  const auto spilling = card("spill");
  const device::Counts counts = spilling->prepare(spec)->count();
  EXPECT_EQ(counts.no_local, "");
  ASSERT_EQ(counts.plans.at(0).local.size(), 2u);
  EXPECT_EQ(counts.plans[0].local[1]->read, base::Bytes{4096});
  EXPECT_EQ(counts.plans[1].local.at(0)->written, base::Bytes{2048});
  const std::pair<const char*, const char*> cases[] = {{"no-spill", "local memory are not there"},
                                                       {"huge-spill", "incomplete or impossible"}};
  for (const auto& [scenario, sentence] : cases) {
    const auto device = card(scenario);
    const device::Counts without = device->prepare(spec)->count();
    EXPECT_EQ(without.tier, record::Tier::counters) << scenario;
    EXPECT_THAT(without.no_local, HasSubstr(sentence)) << scenario;
    EXPECT_TRUE(without.plans[0].local.empty()) << scenario;
  }
}

TEST(CudaExperiment, TensorsThatStayInTheCacheMayMoveNothing) {
  const auto device = card("zero-bytes");
  const device::Counts counts = device->prepare(tests::run_spec(text))->count();
  ASSERT_EQ(counts.plans.size(), 2u) << counts.refusal;
  EXPECT_EQ(counts.plans[0].read.value, 0);
}

TEST(CudaExperiment, FailuresOfTheWorkerAndTheNextRequest) {
  const device::RunSpec spec = tests::run_spec(text);
  EXPECT_THAT(refusal([&] { (void)card("compiler")->prepare(spec); }), HasSubstr("compiler refused"));
  const auto small = card("memory");
  const auto large = small->prepare(spec);
  EXPECT_THAT(refusal([&] { (void)large->sample({}); }), HasSubstr("This needs 2 TB"));
  const auto device = card("fault-once");
  const auto experiment = device->prepare(spec);
  EXPECT_THAT(refusal([&] { (void)experiment->sample({}); }), HasSubstr("illegal address"));
  EXPECT_EQ(experiment->sample({}).plans.size(), 2u) << "the next request goes through";
  const auto forgetful = card("forgets");
  EXPECT_EQ(forgetful->prepare(spec)->sample({}).plans.size(), 2u) << "compiled again, and run";
}

TEST(CudaExperiment, ManyRunsLeaveNothingBehindHereAndOneSetOfBuffersThere) {
  const device::RunSpec spec = tests::run_spec(text);
  const auto device = card("one-job");  // it refuses a job whose buffers are not those that are open
  const auto experiment = device->prepare(spec);
  const auto run = [&](int times) {
    for (int i = 0; i < times; ++i) {
      (void)experiment->evidence(probe(spec, i % 2, {1, 2, 3}));
      (void)experiment->sample({});
    }
  };
  run(25);
  const std::size_t before = ::mallinfo2().uordblks;
  run(250);
  const std::size_t after = ::mallinfo2().uordblks;
  EXPECT_LT(after, before + 16 * 1024) << "of 500 requests";
}

TEST(CudaExperiment, ADeadWorkerIsReplacedAtTheNextRun) {
  const device::RunSpec spec = tests::run_spec(text);
  const auto device = card("dies-at-run");
  const auto experiment = device->prepare(spec);
  EXPECT_THAT(refusal([&] { (void)experiment->sample({}); }), HasSubstr("link to the worker broke"));
  EXPECT_NO_THROW((void)device->prepare(spec)) << "a new worker compiles";
}

}  // namespace cuda_client_test
