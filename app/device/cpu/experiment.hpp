// Plans of one chain, prepared on this processor.
#pragma once

#include "device/cpu/engine.hpp"
#include "device/cpu/executor.hpp"

#include <memory>
#include <vector>

namespace device::cpu {

class CpuExperiment final : public Experiment {
 public:
  /// Throws DeviceError when memory is short; nothing is allocated then.
  CpuExperiment(std::shared_ptr<Engine> engine, const RunSpec& spec, Fault fault);

  [[nodiscard]] Evidence evidence(const Probe& probe) override;
  [[nodiscard]] Samples sample(const Batch& batch) override;
  [[nodiscard]] Counts count() override;
  [[nodiscard]] std::string submit() const override { return "threads"; }
  [[nodiscard]] std::string method() const override;

 private:
  /// One plan with its kernels in order.
  struct Prepared {
    std::vector<Tensor> tensors;  ///< by value of the chain
    std::vector<Buffer> between;  ///< small values between the stages of a kernel
    std::vector<Executor> kernels;
    std::int64_t repetitions = 0;  ///< of a batch sample; 0 = not known yet
  };

  [[nodiscard]] std::vector<Program> compile_all(const plan::FusionPlan& plan, Fault fault) const;
  void refuse_if_too_large(const std::vector<std::vector<Program>>& programs) const;
  void prepare(const plan::FusionPlan& plan, std::vector<Program> programs, Fault fault);
  [[nodiscard]] Buffer& buffer_of(std::size_t plan, int value);
  void run(std::size_t plan);
  [[nodiscard]] double timed(std::size_t plan, std::int64_t repetitions);
  [[nodiscard]] Sample sample_of(std::size_t plan, Temperature temperature);
  [[nodiscard]] OutputEvidence look_at(std::size_t plan, const ProbedOutput& output);

  std::shared_ptr<Engine> engine_;
  RunSpec spec_;
  const chain::Chain& chain_;
  std::vector<Buffer> shared_;      ///< by value: inputs, and what lies between kernels
  std::vector<Buffer> outputs_[2];  ///< by value: plan 0's, kept to compare with, and everybody else's
  std::vector<Prepared> plans_;
  bool first_ran_ = false;  ///< plan 0's outputs are there
};

}  // namespace device::cpu
