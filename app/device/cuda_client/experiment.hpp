// Plans of one chain, prepared on a card through a worker.
#pragma once

#include "device/cuda_client/connection.hpp"
#include "device/cuda_client/lowered.hpp"

#include <memory>

namespace device::cuda_client {

/// Gives the connection that works now; a broken one is replaced.
using Link = std::function<std::shared_ptr<Connection>()>;

class CudaExperiment final : public Experiment {
 public:
  /// Compiles everything, and lets the library choose how it does its calls. Throws DeviceError.
  CudaExperiment(Link link, RunSpec spec, Lowered lowered, wire::Capabilities host);

  [[nodiscard]] Evidence evidence(const Probe& probe) override;
  [[nodiscard]] Samples sample(const Batch& batch) override;
  [[nodiscard]] Counts count() override;
  [[nodiscard]] Trace trace() override;
  [[nodiscard]] std::string submit() const override;
  [[nodiscard]] std::string method() const override;
  [[nodiscard]] std::vector<std::vector<record::KernelCode>> code() const override;

 private:
  /// What the buffers of the job's inputs are filled with from now on.
  void fill(Inputs inputs);
  /// A call of the library, and the best of its ways.
  struct ChosenCall {
    int plan = 0, step = 0;
    std::string library;  ///< its version
    wire::Candidate by;
  };

  void compile();
  void choose();
  [[nodiscard]] record::KernelCode library_code(std::size_t plan, std::size_t step) const;
  [[nodiscard]] wire::Ran run(wire::Run request, const std::stop_token& stop);
  [[nodiscard]] double deadline() const;
  [[nodiscard]] bool same_clock() const;
  [[nodiscard]] bool keeps_local() const;
  [[nodiscard]] std::string add_runs(const wire::Traced& traced, Trace& trace) const;

  Link link_;
  RunSpec spec_;
  Lowered lowered_;
  std::vector<std::vector<wire::Resources>> resources_;  // of each source's entries
  wire::Capabilities host_;
  std::int64_t flushed_ = 0;
  std::vector<ChosenCall> chosen_;
  std::string searched_;  ///< why the worker did not take what was chosen, in a sentence
};

}  // namespace device::cuda_client
