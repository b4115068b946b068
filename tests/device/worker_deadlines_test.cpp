// Whatever a worker does, an answer or a sentence comes in the time that is promised.
#include "device/cuda_client/cuda_device.hpp"
#include "device/runs.hpp"
#include "places.hpp"

#include <gmock/gmock.h>

#include <chrono>
#include <future>

namespace worker_deadlines_test {

using device::cuda_client::Patience;

/// What the program adds to its patience before a person reads: as much as the promise leaves it, and not a busy
/// machine's share more.
const double grace_of_the_promise = wire::Deadline::answer - wire::Deadline::program;

const Patience real, brief{0.5, 0.5, 0.5, 0.2, 0.5};

std::unique_ptr<device::Device> card(const std::string& scenario, const Patience& patience) {
  device::cuda_client::Options options;
  options.command = "exec " + tests::fake_worker().string() + " " + scenario;
  options.patience = patience;
  options.lower = [](const plan::FusionPlan& plan, const codegen::Target&) {
    codegen::Program program;
    for (std::size_t g = 0; g < plan.groups.size(); ++g) {
      codegen::Kernel kernel;
      kernel.group = static_cast<int>(g);
      kernel.entry = "k";
      kernel.source = "// " + std::to_string(g);
      program.kernels.push_back(std::move(kernel));
    }
    return program;
  };
  options.limits = [](const codegen::Target&) { return machine::Limits(64 * 1024); };
  return device::cuda_client::make_device(std::move(options));
}

/// Seconds until the action is refused in a sentence.
template <class Action>
double refused_in(Action action) {
  const auto begin = std::chrono::steady_clock::now();
  std::string sentence;
  try {
    action();
  } catch (const device::DeviceError& error) {
    sentence = error.what();
  }
  EXPECT_FALSE(sentence.empty()) << "nothing was refused";
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// All ways to misbehave at a place, at once: each must be refused within the patience and the grace of the promise.
template <class Action>
void misbehave(const std::string& place, double patience, Action action) {
  std::vector<std::future<double>> all;
  for (const char* way : {"hang", "flood", "trickle", "garbage"}) {
    const std::string scenario = std::string(way) + "-at-" + place;
    all.push_back(
        std::async(std::launch::async, [&action, scenario] { return refused_in([&] { action(scenario); }); }));
  }
  for (std::future<double>& one : all) EXPECT_LT(one.get(), patience + grace_of_the_promise) << place;
}

/// What is only said in a result is a refusal as well.
void require_no(const std::string& refusal) {
  if (!refusal.empty()) throw device::DeviceError(refusal);
}

const Patience only_with_work{30, 30, 30, 0.2, 0.5};
const char* const text = "x: f32[64]; t = relu(x); y = exp(t)";

TEST(WorkerDeadlines, AtItsIntroduction) {
  misbehave("hello", brief.hello, [](const std::string& scenario) { (void)card(scenario, brief); });
}

TEST(WorkerDeadlines, WhileItCompiles) {
  const device::RunSpec spec = tests::run_spec(text);
  misbehave("compile", only_with_work.most,
            [&](const std::string& scenario) { (void)card(scenario, only_with_work)->prepare(spec); });
}

TEST(WorkerDeadlines, WhileItRunsCountsOrRecords) {
  const device::RunSpec spec = tests::run_spec(text);
  const auto prepared = [&](const std::string& scenario, const auto& action) {
    const auto device = card(scenario, only_with_work);
    action(*device->prepare(spec));
  };
  misbehave("run", only_with_work.most, [&](const std::string& scenario) {
    prepared(scenario, [](device::Experiment& experiment) { (void)experiment.sample({}); });
  });
  misbehave("count", only_with_work.most, [&](const std::string& scenario) {
    prepared(scenario, [](device::Experiment& experiment) { require_no(experiment.count().refusal); });
  });
  misbehave("trace", only_with_work.most, [&](const std::string& scenario) {
    prepared(scenario, [](device::Experiment& experiment) { require_no(experiment.trace().refusal); });
  });
}

TEST(WorkerDeadlines, AWordWithoutEndIsNoBeginning) {
  for (const char* scenario : {"silent", "trickle"}) {
    EXPECT_LT(refused_in([&] { (void)card(scenario, brief); }), brief.begin + grace_of_the_promise) << scenario;
  }
}

TEST(WorkerDeadlines, ASlowBeginningLeavesLessForTheIntroduction) {
  // It speaks after 0.4 s and then hangs: of the 0.6 s until it knows its card, 0.2 are left.
  device::cuda_client::Options options;
  options.command = "sleep 0.4; exec " + tests::fake_worker().string() + " hang-at-hello";
  options.patience = {30, 30, 0.6, 0.1, 30};
  EXPECT_LT(refused_in([&] { (void)device::cuda_client::make_device(std::move(options)); }),
            0.6 + grace_of_the_promise);
}

TEST(WorkerDeadlines, TheRealOnesKeepThePromise) {
  // Each test above bears out that a refusal takes a patience and at most the grace of the promise.
  for (const double patience : {real.begin, real.hello, real.most}) {
    EXPECT_LE(patience + grace_of_the_promise, wire::Deadline::answer);
  }
  EXPECT_GT(real.hello, 2 * wire::Deadline::start) << "the worker's own sentence comes first";
  EXPECT_GT(real.most, wire::Deadline::role);
}

}  // namespace worker_deadlines_test
