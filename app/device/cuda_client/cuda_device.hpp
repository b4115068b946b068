// A card behind a worker: started beside this program, or by any command.
#pragma once

#include "device/cuda_client/connection.hpp"
#include "device/cuda_client/lowered.hpp"

#include <memory>

namespace device::cuda_client {

struct Options {
  std::string id = "cuda";
  std::string command;  ///< "ssh host onetrip-worker"; empty: the worker beside this program
  wire::Submit submit = wire::Submit::stream;
  Patience patience;
  Lower lower;                                                    ///< codegen::lower
  std::function<machine::Limits(const codegen::Target&)> limits;  ///< codegen::limits
};

/// Throws DeviceError with the reason why there is none: no driver, no card, no link, no compiler.
[[nodiscard]] std::unique_ptr<Device> make_device(Options options, const std::stop_token& stop = {});

/// The parts of the worker that this command starts (empty: the one beside this program). Throws DeviceError.
[[nodiscard]] std::vector<Part> parts_of(const std::string& command, Patience patience = {},
                                         const std::stop_token& stop = {});

/// A driver seems to be installed here: cheap, and without opening it.
[[nodiscard]] bool driver_here();

}  // namespace device::cuda_client
