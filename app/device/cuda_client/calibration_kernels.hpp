// The kernels of a calibration on their card: compiled, put into plans, timed.
#pragma once

#include "codegen/kernel_library.hpp"
#include "device/cuda_client/connection.hpp"

#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace device::cuda_client {

/// A loop of one op.
struct OpKernel {
  std::string op;  ///< empty: the loop around the ops
  wire::Kernel kernel;
  double applications = 0;  ///< of all threads
};

class CalibrationKernels {
 public:
  /// Compiles everything at once: the worker has several compilers. Throws DeviceError, Cancelled; so do all below.
  CalibrationKernels(Connection& link, const wire::Card& card, const std::stop_token& stop);

  [[nodiscard]] const std::vector<codegen::LibraryKernel>& library() const { return library_.kernels; }
  [[nodiscard]] const codegen::LibraryKernel& named(std::string_view name) const;
  /// Those that move bytes.
  [[nodiscard]] std::vector<const codegen::LibraryKernel*> roads() const;
  /// The first is the loop around the others' ops.
  [[nodiscard]] const std::vector<OpKernel>& ops() const { return ops_; }
  /// Of streams(), each over so many elements.
  [[nodiscard]] const std::vector<wire::Kernel>& stream_kernels() const { return stream_kernels_; }
  [[nodiscard]] std::int64_t stream_elements() const { return stream_elements_; }

  /// One run of it over so many elements of the buffers of `buffers`.
  [[nodiscard]] wire::Plan plan_of(const codegen::LibraryKernel& kernel, std::int64_t elements) const;
  [[nodiscard]] static std::vector<wire::Buffer> buffers(std::int64_t elements);
  /// Of a tensor, so that all fit into the card beside what else is there.
  [[nodiscard]] std::int64_t elements() const;

  static constexpr int usual_samples = 15;
  /// Median seconds of each plan of the job.
  [[nodiscard]] std::vector<double> times(const wire::Job& job, wire::Temperature temperature,
                                          int count = usual_samples) const;

 private:
  void ask(const std::string& prelude, const std::string& source, const std::vector<std::string>& options);
  void add_library();
  void add_op(std::optional<chain::Op> op);
  void add_streams();
  void compile();

  Connection& link_;
  const wire::Card& card_;
  const std::stop_token& stop_;
  const codegen::Target target_;
  codegen::KernelLibrary library_;
  std::vector<OpKernel> ops_;
  std::vector<wire::Kernel> stream_kernels_;
  std::int64_t stream_elements_;
  std::vector<wire::Body> requests_;  ///< until they are compiled: of the library, of the ops, of the streams
  std::map<std::string, std::string> cubins_;
};

}  // namespace device::cuda_client
