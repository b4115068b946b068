// Plans of one chain, prepared on this processor.
#pragma once

#include "device/cpu/engine.hpp"
#include "device/cpu/executor.hpp"
#include "device/cpu/product/room.hpp"

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
    bool is_long = false;          ///< one run of it fills the caches many times over: it needs no other before it
  };

  [[nodiscard]] std::vector<Program> compile_all(const plan::FusionPlan& plan, Fault fault) const;
  /// The inputs, if they are not filled so already.
  void fill(Inputs inputs);
  void refuse_if_too_large(const std::vector<std::vector<Program>>& programs) const;
  void prepare(const plan::FusionPlan& plan, std::vector<Program> programs, Fault fault);
  [[nodiscard]] Buffer& buffer_of(std::size_t plan, int value);
  void run(std::size_t plan, const std::stop_token& stop);
  [[nodiscard]] double timed(std::size_t plan, const std::stop_token& stop);
  [[nodiscard]] std::int64_t warmed_up(std::size_t plan, const std::stop_token& stop);
  [[nodiscard]] Sample sample_of(std::size_t plan, Temperature temperature, const std::stop_token& stop);
  [[nodiscard]] OutputEvidence look_at(std::size_t plan, const ProbedOutput& output);

  std::shared_ptr<Engine> engine_;
  RunSpec spec_;
  const chain::Chain& chain_;
  const Fault fault_;
  std::vector<Buffer> shared_;      ///< by value: inputs, and what lies between kernels
  std::vector<Buffer> outputs_[2];  ///< by value: plan 0's, kept to compare with, and everybody else's
  ProductRoom room_;
  std::vector<Prepared> plans_;
  bool multiplies_ = false;  ///< a plan has a product
  bool first_ran_ = false;   ///< plan 0's outputs are there
  std::optional<Inputs> filled_;
};

}  // namespace device::cpu
