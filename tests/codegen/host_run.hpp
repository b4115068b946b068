// Runs generated kernels on this CPU: the same text, compiled by g++ with host_shim/shim.hpp.
#pragma once

#include "codegen/program.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace tests {

struct HostProgram {
  plan::FusionPlan plan;
  codegen::Program program;
};

/// Compiles all of them into one executable and runs it; tensors lie in FOLDER/P/tensorN.bin, program P, value N.
/// Gives what the compiler or the run had to say; empty = all went well.
[[nodiscard]] std::string run_on_host(const std::vector<HostProgram>& programs, const std::filesystem::path& folder);

/// The value's elements as doubles.
[[nodiscard]] std::vector<double> read_tensor(const chain::Chain& chain, int value, const std::filesystem::path& file);
void write_tensor(const chain::Chain& chain, int value, const std::vector<double>& elements,
                  const std::filesystem::path& file);

}  // namespace tests
