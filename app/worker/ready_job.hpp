// One job on the card: its kernels loaded, its buffers allocated and filled, ready to be looked at and timed.
#pragma once

#include "wire/messages.hpp"
#include "worker/blas_call.hpp"
#include "worker/device_memory.hpp"
#include "worker/kernel_launch.hpp"
#include "worker/tools.hpp"

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace worker {

using ReadyStep = std::variant<KernelLaunch, BlasCall>;

/// Asked between samples: true ends them.
using Stop = std::function<bool()>;

class ReadyJob {
 public:
  /// Throws Failed; memory is refused before anything is allocated.
  ReadyJob(const wire::Job& job, const std::vector<wire::Image>& images, const wire::Card& card);
  ~ReadyJob();
  ReadyJob(const ReadyJob&) = delete;
  ReadyJob& operator=(const ReadyJob&) = delete;

  [[nodiscard]] const wire::Job& job() const { return job_; }
  [[nodiscard]] wire::Ran evidence(const wire::Evidence& asked);
  void sample(const wire::Sampling& asked, const Stop& stop, wire::Ran& into);
  [[nodiscard]] std::vector<wire::Loaded> loaded() const;
  /// What the library's calls are done by.
  [[nodiscard]] const std::vector<wire::CallUsed>& calls() const { return calls_; }
  /// Times the library's first ways to do one call; the job goes on with what it had.
  [[nodiscard]] wire::Chosen choose(std::size_t plan, std::size_t step, int most, const Stop& stop);
  [[nodiscard]] std::int64_t flush_bytes() const { return tools_->flush_bytes(); }
  /// Puts one run of a plan, or of one of its steps, into the stream.
  void run(std::size_t plan);
  void run(std::size_t plan, std::size_t step);
  /// Flushes the caches and puts a run of a plan behind that, so that the card never waits for its first kernel.
  void run_cold(std::size_t plan);
  /// Flushes the caches, runs the first steps of a plan and waits for them: what stands before the next one.
  void lead_up_to(std::size_t plan, std::size_t step);
  void flush();
  void flush_again();
  void wait();

 private:
  struct Prepared {
    std::vector<ReadyStep> steps;
    cuda::GraphExec graph = nullptr;
    std::int64_t repetitions = 0;  ///< of a batch sample; 0 = not known yet
    bool ran = false;
  };
  /// A way of the library to do a call, and how long it takes.
  struct Trial {
    cublas::Heuristic how;
    double seconds = 0;
  };

  void refuse_if_too_large(const wire::Card& card) const;
  void load(const std::vector<wire::Image>& images);
  void settle_calls();
  void settle(BlasCall& call, std::size_t plan, std::size_t step);
  [[nodiscard]] std::vector<Trial> trials(const BlasCall& call, int most, const Stop& stop);
  [[nodiscard]] double timed(const BlasCall& call, const cublas::Heuristic& how, std::int64_t repetitions);
  void capture(Prepared& plan);
  void put(const Prepared& plan);
  [[nodiscard]] double elapsed(std::int64_t repetitions);
  void poison(std::size_t plan);
  [[nodiscard]] double timed(std::size_t plan, std::int64_t repetitions);
  [[nodiscard]] wire::Timed sample_of(std::size_t plan, wire::Temperature temperature);

  wire::Job job_;
  cuda::Stream stream_ = nullptr;
  cuda::Event begin_ = nullptr, end_ = nullptr;
  std::unique_ptr<Tools> tools_;
  std::map<std::string, std::unique_ptr<Module>> modules_;
  std::vector<DeviceMemory> buffers_;
  DeviceMemory workspace_;  ///< of the library; its calls run one behind the other
  std::vector<Prepared> plans_;
  std::vector<wire::CallUsed> calls_;
  std::map<std::pair<std::size_t, std::size_t>, std::vector<Trial>> searched_;  ///< [plan, step], of calls told nothing
};

}  // namespace worker
