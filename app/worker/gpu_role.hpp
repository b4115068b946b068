// Roles run, count and trace: a job on the card, looked at and timed, or counted, or recorded kernel by kernel.
#pragma once

#include "worker/counters.hpp"
#include "worker/ready_job.hpp"
#include "worker/role.hpp"
#include "worker/tracer.hpp"

#include <memory>
#include <span>

namespace worker {

/// What all need: a card and the last job, kept ready.
class GpuRole : public Role {
 public:
  [[nodiscard]] std::string confine() override;

 protected:
  [[nodiscard]] ReadyJob& prepared(const wire::Job& job, const std::vector<wire::Image>& images);

  wire::Card card_;
  std::unique_ptr<ReadyJob> ready_;
};

class RunRole final : public GpuRole {
 public:
  void open(const wire::Hello& hello, wire::Capabilities& into) override;
  [[nodiscard]] wire::Body answer(const wire::Body& request, const Caller& caller) override;
};

class CountRole final : public GpuRole {
 public:
  void open(const wire::Hello& hello, wire::Capabilities& into) override;
  [[nodiscard]] wire::Body answer(const wire::Body& request, const Caller& caller) override;
  void rest() override;

 private:
  [[nodiscard]] wire::Counted count(const wire::Count& asked, const Caller& caller);
  void count_spills(const wire::Count& asked, wire::Counted& into);

  std::unique_ptr<Counters> counters_;
};

class TraceRole final : public GpuRole {
 public:
  void open(const wire::Hello& hello, wire::Capabilities& into) override;
  [[nodiscard]] wire::Body answer(const wire::Body& request, const Caller& caller) override;

 private:
  [[nodiscard]] wire::Traced trace(const wire::Trace& asked);
  [[nodiscard]] std::vector<std::vector<std::size_t>> kernels_of(const wire::Job& job, ReadyJob& ready);

  std::unique_ptr<Tracer> tracer_;
};

}  // namespace worker
