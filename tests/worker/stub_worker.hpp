// A worker on a machine of stub libraries: what its roles say, a copy compiled and run there.
#pragma once

#include "stubs/machine.hpp"
#include "worker/child.hpp"

#include <algorithm>

namespace tests {

/// A worker on such a machine. Its deadlines are as they are but for `patience`.
class StubWorker {
 public:
  explicit StubWorker(const char* patience = "1") : worker_({}, patience) {}

  wire::Capabilities hello(bool counters = false, const std::string& card = {}) {
    worker_.send(++id_, wire::Hello{"0.1.0", card, counters});
    const auto message = worker_.next(30);
    const auto* told = message ? std::get_if<wire::Capabilities>(&message->body) : nullptr;
    EXPECT_NE(told, nullptr) << "no introduction came";
    return told == nullptr ? wire::Capabilities() : *told;
  }
  wire::RoleState role(const std::string& name, bool counters = false) {
    const wire::Capabilities told = hello(counters);
    const auto found = std::ranges::find(told.roles, name, &wire::RoleState::role);
    return found == told.roles.end() ? wire::RoleState{name, false, "not told of", {}, {}} : *found;
  }

  /// The answer to any request, or a failure that says that none came.
  wire::Body ask(wire::Body request) {
    worker_.send(++id_, std::move(request));
    const auto message = worker_.next(30);
    if (!message || message->id != id_) return wire::Failure{wire::Failure::Kind::bad_request, "no answer", {}, {}, {}};
    return message->body;
  }
  template <class Request>
  wire::Failure refusal(Request request) {
    const wire::Body body = ask(std::move(request));
    const auto* failed = std::get_if<wire::Failure>(&body);
    return failed == nullptr ? wire::Failure{wire::Failure::Kind::bad_request, "it was done", {}, {}, {}} : *failed;
  }

  static wire::Compile source(int architecture = 90) {
    return {"extern \"C\" __global__ void copy(const float* x, float* y, long long n) {}",
            std::to_string(architecture),
            {}};
  }
  /// Random data copied by one kernel, twice: plan 1 is held against plan 0. The kernel is compiled first.
  wire::Job job(std::int64_t elements = 1000) {
    const wire::Body compiled = ask(source());
    const auto* known = std::get_if<wire::Compiled>(&compiled);
    EXPECT_NE(known, nullptr) << "the kernel was not compiled";
    using Kind = wire::Argument::Kind;
    const auto plan = [&](std::int64_t to) {
      wire::Kernel kernel{known == nullptr ? "" : known->cubin, "copy", {1, 1, 1}, {256, 1, 1}, 0, {}, {}};
      kernel.arguments = {{Kind::buffer, 0}, {Kind::buffer, to}, {Kind::integer, elements}};
      return wire::Plan{{kernel}};
    };
    wire::Job job;
    job.buffers = {{elements * 4, wire::Dtype::f32, wire::Fill::random, 7, 2},
                   {elements * 4, wire::Dtype::f32, wire::Fill::poison, 0, 0},
                   {elements * 4, wire::Dtype::f32, wire::Fill::poison, 0, 0}};
    job.plans = {plan(1), plan(2)};
    return job;
  }
  static wire::Run look(wire::Job job) {
    wire::Run run;
    run.job = std::move(job);
    run.evidence = wire::Evidence{1, 0, {{2, 1, {{0, 10}}}}};
    return run;
  }
  /// What is seen of the copy; nothing if it was refused.
  std::optional<wire::Ran> ran(wire::Run run) {
    const wire::Body body = ask(std::move(run));
    const auto* ran = std::get_if<wire::Ran>(&body);
    return ran == nullptr ? std::nullopt : std::optional(*ran);
  }
  [[nodiscard]] Worker& child() { return worker_; }

 private:
  Worker worker_;
  std::uint64_t id_ = 0;
};

}  // namespace tests
