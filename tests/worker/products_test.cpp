// Calls of cuBLASLt by a worker on a machine of stubs: every way that operands may lie, choices, refusals, records.
#include "worker/products.hpp"

#include "worker/stub_worker.hpp"

#include <gmock/gmock.h>

namespace products_test {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using tests::ProductJob;
using tests::StubMachine;
using tests::StubWorker;
using Kind = wire::Failure::Kind;

wire::Run look(const wire::Job& job) {
  wire::Run run;
  run.job = job;
  run.evidence = wire::Evidence{0, -1, {{2, -1, {{0, job.buffers[2].bytes / 4}}}}};
  return run;
}

wire::Job product(wire::Submit submit = wire::Submit::stream) {
  return ProductJob(tests::dense_call(4, 3, 5)).job(submit);
}

class Products : public testing::TestWithParam<std::pair<std::string, wire::LibraryCall>> {};

TEST_P(Products, AreRightHoweverTheirOperandsLie) {
  const StubMachine machine;
  StubWorker worker;
  const ProductJob product(GetParam().second);
  for (const wire::Submit submit : {wire::Submit::stream, wire::Submit::graph}) {
    const auto ran = worker.ran(look(product.job(submit)));
    ASSERT_TRUE(ran);
    EXPECT_LT(product.off(ran->seen[0].elements), 1e-4);
    EXPECT_TRUE(ran->guards_whole);
    EXPECT_THAT(ran->kernels, SizeIs(1));
  }
}

std::string plain(const testing::TestParamInfo<Products::ParamType>& info) {
  std::string name = info.param.first;
  std::erase_if(name, [](char c) { return c == ','; });
  std::ranges::replace(name, ' ', '_');
  return name;
}
INSTANTIATE_TEST_SUITE_P(, Products, testing::ValuesIn(tests::awkward_calls()), plain);

TEST(Choices, TheFastestOfTheFirstIsTakenAndSaid) {
  const StubMachine machine;
  StubWorker worker;
  const auto ran = worker.ran(look(product()));
  ASSERT_TRUE(ran);
  ASSERT_THAT(ran->calls, SizeIs(1));
  const wire::CallUsed& used = ran->calls[0];
  EXPECT_THAT(used.searched, HasSubstr("No algorithm was given"));
  EXPECT_EQ(used.candidate.algorithm[8], 1) << "the stub's second is the fastest";
  EXPECT_EQ(used.candidate.tile, "128x256");
  EXPECT_EQ(used.candidate.stages, "64x4");
  EXPECT_EQ(used.candidate.cluster, "2x1x1");
  EXPECT_EQ(used.candidate.reduction, "none");
  EXPECT_NEAR(used.candidate.seconds, 1e-5, 1e-9);
}

TEST(Choices, AreAskedForApartAndThenTold) {
  const StubMachine machine("proposals = 20");
  StubWorker worker;
  wire::Job job = product();
  const wire::Body body = worker.ask(wire::Choose{job, 0, 0, 8, 20, {}});
  const auto* chosen = std::get_if<wire::Chosen>(&body);
  ASSERT_NE(chosen, nullptr) << std::get<wire::Failure>(body).sentence;
  EXPECT_EQ(chosen->library, "13.1.0");
  ASSERT_THAT(chosen->candidates, SizeIs(8));
  EXPECT_EQ(chosen->best, 1);
  EXPECT_GT(chosen->candidates[0].seconds, chosen->candidates[1].seconds);
  std::get<wire::LibraryCall>(job.plans[0].steps[0]).algorithm = chosen->candidates[3].algorithm;
  const auto ran = worker.ran(look(job));
  ASSERT_TRUE(ran);
  EXPECT_THAT(ran->calls[0].searched, IsEmpty());
  EXPECT_EQ(ran->calls[0].candidate.algorithm, chosen->candidates[3].algorithm) << "the one that was told";
}

TEST(Choices, OneOfAnotherVersionIsSearchedForAgainAndSaid) {
  wire::Job job = product();
  {
    const StubMachine machine("cublas = 120805");
    StubWorker worker;
    EXPECT_EQ(worker.hello().cublas, "12.8.5");
    const auto ran = worker.ran(look(job));
    ASSERT_TRUE(ran);
    std::get<wire::LibraryCall>(job.plans[0].steps[0]).algorithm = ran->calls[0].candidate.algorithm;
  }
  const StubMachine machine;
  StubWorker worker;
  const auto ran = worker.ran(look(job));
  ASSERT_TRUE(ran);
  EXPECT_THAT(ran->calls[0].searched, AllOf(HasSubstr("cuBLASLt 13.1.0"), HasSubstr("searched for")));
  EXPECT_LT(ProductJob(tests::dense_call(4, 3, 5)).off(ran->seen[0].elements), 1e-4);
}

TEST(Choices, SumsInALowerTypeAndMoreMemoryThanToldAreNotTaken) {
  const StubMachine machine("reduction.1 = 4\nreduction.2 = 1\nworkspace.0 = 2000000");
  StubWorker worker;
  EXPECT_THAT(worker.refusal(look(product())).sentence, HasSubstr("sums in f32"));
  machine.play("reduction.1 = 4\nreduction.2 = 2");
  const auto ran = worker.ran(look(product()));
  ASSERT_TRUE(ran);
  EXPECT_NE(ran->calls[0].candidate.algorithm[8], 1) << "the fastest adds in the output's type";
  wire::Job told = product();
  std::string& algorithm = std::get<wire::LibraryCall>(told.plans[0].steps[0]).algorithm;
  algorithm = ran->calls[0].candidate.algorithm;
  algorithm[8] = 1;
  const auto again = worker.ran(look(told));
  ASSERT_TRUE(again);
  EXPECT_THAT(again->calls[0].searched, HasSubstr("searched for")) << "nor is one that a program tells";
}

TEST(Choices, WhatIsRefusedWhenItRunsIsPassedOver) {
  const StubMachine machine("refuses = 1");
  StubWorker worker;
  const auto ran = worker.ran(look(product()));
  ASSERT_TRUE(ran);
  EXPECT_EQ(ran->calls[0].candidate.algorithm[8], 0);
  machine.play("cublasLtMatmul = 13");
  StubWorker other;
  const wire::Failure failed = other.refusal(look(product()));
  EXPECT_EQ(failed.kind, Kind::library);
  EXPECT_THAT(failed.sentence, HasSubstr("could not do a product"));
}

TEST(Library, AMissingOneIsASentenceAndNothingElseBreaks) {
  const StubMachine machine({}, {"libcublasLt"});
  StubWorker worker;
  const wire::RoleState library = worker.role("library");
  EXPECT_FALSE(library.ready);
  EXPECT_THAT(library.reason, HasSubstr("cuBLASLt was not found: "));
  EXPECT_THAT(library.remedy, HasSubstr("cuBLAS package"));
  EXPECT_THAT(library.remedy_admin, HasSubstr("libcublas-13-0"));
  EXPECT_THAT(worker.hello().cublas, IsEmpty());
  const wire::Failure failed = worker.refusal(look(product()));
  EXPECT_EQ(failed.kind, Kind::library);
  EXPECT_EQ(failed.sentence, library.reason);
  EXPECT_EQ(worker.refusal(wire::Choose{product(), 0, 0, 8, 20, {}}).sentence, library.reason);
  EXPECT_TRUE(worker.role("run").ready);
  EXPECT_TRUE(worker.ran(StubWorker::look(worker.job()))) << "kernels of our own run";
}

TEST(Library, ATooOldOneIsNamedByWhatItLacks) {
  const StubMachine machine;
  machine.stand_in("libcublasLt.so.13");
  StubWorker worker;
  EXPECT_THAT(worker.role("library").reason, AllOf(HasSubstr("has no cublasLtGetVersion"), HasSubstr("too old")));
}

TEST(Library, OneThatDoesNotStartOrRefusesSaysSo) {
  const StubMachine machine("cublasLtCreate = 1");
  StubWorker worker;
  EXPECT_THAT(worker.refusal(look(product())).sentence, HasSubstr("could not start"));
  machine.play("cublasLtMatmulAlgoGetHeuristic = 15");
  EXPECT_THAT(worker.refusal(look(product())).sentence, HasSubstr("has no way"));
  machine.play("cublasLtMatrixLayoutCreate = 7");
  EXPECT_THAT(worker.refusal(look(product())).sentence, HasSubstr("description of a product"));
  machine.play("cublasLtMatmul = hang");
  StubWorker hanging("0.05");
  EXPECT_EQ(hanging.refusal(look(product())).kind, Kind::deadline);
  machine.play("");
  EXPECT_TRUE(worker.ran(look(product()))) << "and is asked again";
}

TEST(Library, ItsWorkspaceIsCountedInWhatIsRefused) {
  const StubMachine machine("memory = 2e8");
  StubWorker worker;
  ProductJob asks(tests::dense_call(4, 3, 5));
  asks.call.workspace = std::int64_t{1} << 30;
  const wire::Failure failed = worker.refusal(look(asks.job()));
  EXPECT_EQ(failed.kind, Kind::memory);
  EXPECT_THAT(failed.sentence, HasSubstr("Nothing was allocated"));
}

TEST(Library, AStepOfSeveralKernelsIsCountedAndRecordedAsOne) {
  const StubMachine machine("gemm_kernels = 3\nrecords = 1");
  StubWorker worker;
  wire::Job job = worker.job(12);
  const ProductJob product(tests::dense_call(4, 3, 5));
  const auto shift = static_cast<std::int64_t>(job.buffers.size());
  for (const wire::Buffer& buffer : product.job().buffers) job.buffers.push_back(buffer);
  wire::LibraryCall call = product.call;
  call.left.buffer += shift, call.right.buffer += shift, call.result.buffer += shift;
  job.plans[0].steps.emplace_back(call);
  job.plans[0].steps.push_back(job.plans[1].steps[0]);
  const wire::Body body = worker.ask(wire::Trace{job, 2, 20, {}});
  const auto* traced = std::get_if<wire::Traced>(&body);
  ASSERT_NE(traced, nullptr) << std::get<wire::Failure>(body).sentence;
  std::vector<std::string> told;
  for (const wire::Record& one : traced->records)
    told.push_back(std::to_string(one.plan) + std::to_string(one.run) + std::to_string(one.step) + one.kernel);
  EXPECT_THAT(told, testing::ElementsAre("000copy", "001gemm", "001gemm", "001gemm", "002copy", "100copy", "010copy",
                                         "011gemm", "011gemm", "011gemm", "012copy", "110copy"));
  const wire::Body counted = worker.ask(wire::Count{job, false, 4, 1, 20, {}});
  const auto* ranges = std::get_if<wire::Counted>(&counted);
  ASSERT_NE(ranges, nullptr) << std::get<wire::Failure>(counted).sentence;
  const auto steps = std::ranges::count_if(ranges->ranges, [](const wire::Range& one) { return one.kernel >= 0; });
  EXPECT_EQ(steps, 3) << "each step of the plan that has several";
}

}  // namespace products_test
