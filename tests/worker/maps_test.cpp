// Tensor maps of a worker on a machine of stubs: they lie right, say what was asked, and are refused in words.
#include "worker/stub_worker.hpp"

#include <gmock/gmock.h>

#include <cstring>

namespace maps_test {

using testing::HasSubstr;
using tests::StubMachine;
using tests::StubWorker;

/// A kernel that reads its first argument through a map, twice over: the second map is the one that it gets.
wire::Job mapped(StubWorker& worker) {
  wire::Job job = worker.job(64);
  job.buffers.push_back({256, wire::Dtype::f32, wire::Fill::zero, 0, 0});
  wire::Compile source = StubWorker::source();
  source.source = "extern \"C\" __global__ void tma(const float* x, float* y, long long n) {}";
  const wire::Body compiled = worker.ask(source);
  for (wire::Plan& plan : job.plans) {
    auto& kernel = std::get<wire::Kernel>(plan.steps[0]);
    kernel.cubin = std::get<wire::Compiled>(compiled).cubin;
    kernel.entry = "tma";
    kernel.maps = {{3, wire::Dtype::f32, {64}, {}, {8}, 0}, {0, wire::Dtype::f32, {8, 8}, {32}, {8, 4}, 32}};
    kernel.arguments[0] = {wire::Argument::Kind::tensor_map, 1};
  }
  return job;
}

TEST(Maps, AreGivenByValueInStreamsAndGraphs) {
  const StubMachine machine;
  StubWorker worker;
  wire::Job job = mapped(worker);
  for (const wire::Submit submit : {wire::Submit::stream, wire::Submit::graph}) {
    job.submit = submit;
    const auto ran = worker.ran(StubWorker::look(job));
    ASSERT_TRUE(ran);
    EXPECT_EQ(ran->seen[0].identical, 64);
    EXPECT_EQ(ran->seen[0].poison, 0) << "it was read through the map";
  }
}

TEST(Maps, ARefusalOfTheDriverIsASentence) {
  const StubMachine machine("cuTensorMapEncodeTiled = 1");
  StubWorker worker;
  EXPECT_THAT(worker.refusal(StubWorker::look(mapped(worker))).sentence, HasSubstr("description of a tensor"));
}

}  // namespace maps_test
