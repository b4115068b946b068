// The supervisor over roles that play a card: jobs that wait for the worker's own kernels, and many jobs in a row.
#include "wire/samples.hpp"
#include "worker/child.hpp"

#include <gmock/gmock.h>

#include <fstream>
#include <iterator>

namespace {

using testing::HasSubstr;

class Crew : public testing::TestWithParam<const char*> {
 protected:
  explicit Crew(const char* fault = "") : worker_(fault, "1", tests::fake_worker().parent_path() / "fake_roles") {}
  /// Its kernels are compiled; `elements` of the first buffer are looked at.
  static wire::Run job(std::int64_t elements = 4) {
    wire::Run run;
    run.job = tests::sample_job();
    run.job.buffers[0].bytes = 4 * elements;
    for (wire::Plan& plan : run.job.plans) {
      for (wire::Step& step : plan.steps) {
        if (auto* kernel = std::get_if<wire::Kernel>(&step)) kernel->cubin = "k";
      }
    }
    run.evidence = wire::Evidence{0, -1, {{0, -1, {{0, elements}}}}};
    return run;
  }
  void compile(std::uint64_t id) {
    worker_.send(id, wire::Compile{"kernel", "90", {}});
    const auto compiled = worker_.next();
    ASSERT_TRUE(compiled);
    EXPECT_EQ(compiled->id, id);
    EXPECT_TRUE(std::holds_alternative<wire::Compiled>(compiled->body));
  }
  tests::Worker worker_;
};

class CrewWithoutItsKernels : public Crew {
 protected:
  CrewWithoutItsKernels() : Crew(GetParam()) {}
};

TEST_P(CrewWithoutItsKernels, EverybodyWhoWaitsForThemHearsWhyAndTheRestGoesOn) {
  compile(1);
  for (const std::uint64_t id : {2, 3}) worker_.send(id, job());
  for (const std::uint64_t id : {2, 3}) {
    const auto message = worker_.next();
    ASSERT_TRUE(message) << "nobody is left waiting";
    EXPECT_EQ(message->id, id);
    const auto* failed = std::get_if<wire::Failure>(&message->body);
    ASSERT_NE(failed, nullptr);
    EXPECT_EQ(failed->kind, wire::Failure::Kind::set_aside);
    EXPECT_THAT(failed->sentence, HasSubstr("3"));
  }
  worker_.send(4, job());
  EXPECT_EQ(worker_.failure().kind, wire::Failure::Kind::set_aside) << "and who comes later, at once";
  compile(5);
}

INSTANTIATE_TEST_SUITE_P(KilledThree, CrewWithoutItsKernels, testing::Values("own-dies", "own-hangs"));

std::int64_t resident_bytes(int pid) {
  std::int64_t pages = 0, resident = 0;
  std::ifstream("/proc/" + std::to_string(pid) + "/statm") >> pages >> resident;
  return resident * ::sysconf(_SC_PAGESIZE);
}

std::ptrdiff_t open_files(int pid) {
  const std::filesystem::directory_iterator files("/proc/" + std::to_string(pid) + "/fd");
  return std::distance(begin(files), end(files));
}

TEST_F(Crew, ManyJobsLeaveTheSupervisorAsItWas) {
  constexpr std::int64_t elements = 10'000;
  compile(1);
  std::uint64_t id = 1;
  const auto run = [&](int times) {
    for (int i = 0; i < times; ++i) {
      worker_.send(++id, job(elements));
      const auto message = worker_.next();
      ASSERT_TRUE(message);
      ASSERT_EQ(message->id, id);
      const auto* ran = std::get_if<wire::Ran>(&message->body);
      ASSERT_NE(ran, nullptr);
      ASSERT_EQ(ran->seen.at(0).elements.size(), elements * sizeof(float));
    }
  };
  run(50);
  const std::int64_t memory = resident_bytes(worker_.pid());
  const std::ptrdiff_t files = open_files(worker_.pid());
  run(500);
  // Five hundred answers kept would be 20 MB.
  EXPECT_LT(resident_bytes(worker_.pid()) - memory, 2 << 20);
  EXPECT_EQ(open_files(worker_.pid()), files);
}

}  // namespace
