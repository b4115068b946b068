// Devices found on this machine, best first; each that is not there says why.
#include "device/registry.hpp"

#include "base/resources.hpp"
#include "base/words.hpp"
#include "codegen/program.hpp"
#include "device/cpu/cpu_device.hpp"
#include "device/cuda_client/cuda_device.hpp"

#include <algorithm>
#include <filesystem>

namespace device {
namespace {

std::string text(std::string_view key) {
  return std::string(base::text(key));
}

/// Recordings that came with the program.
std::size_t recordings_installed() {
  try {
    const std::filesystem::path folder = base::program_file("assets/recordings");
    std::error_code error;
    std::size_t count = 0;
    for (std::filesystem::recursive_directory_iterator at(folder, error), end; !error && at != end;
         at.increment(error)) {
      if (at->path().extension() == ".json") ++count;
    }
    return count;
  } catch (const base::MachineError&) {
    return 0;  // no such folder
  }
}

}  // namespace

void Registry::try_cuda(const std::string& worker) {
  if (worker.empty() && !cuda_client::driver_here()) {
    refused_.push_back({"cuda", text("worker.no_driver"), text("worker.no_driver.remedy")});
    return;
  }
  cuda_client::Options options;
  options.command = worker;
  options.lower = codegen::lower;
  options.limits = codegen::limits;
  try {
    devices_.push_back(cuda_client::make_device(std::move(options)));
  } catch (const base::MachineError& error) {
    refused_.push_back({"cuda", error.what(), error.remedy});
  } catch (const std::exception& error) {
    refused_.push_back({"cuda", error.what(), {}});
  }
}

Registry::Registry(const std::string& worker) {
  try_cuda(worker);
  try {
    devices_.push_back(cpu::make_device());
  } catch (const base::MachineError& error) {
    refused_.push_back({"cpu", error.what(), error.remedy});
  } catch (const std::exception& error) {
    refused_.push_back({"cpu", error.what(), {}});
  }
  if (recordings_installed() == 0) {
    refused_.push_back({"recorded-h200", text("device.no_recordings"), text("device.no_recordings.remedy")});
  } else {
    refused_.push_back({"recorded-h200", text("device.no_replay"), text("device.no_recordings.remedy")});
  }
}

Registry::~Registry() = default;

base::Expected<Device*> Registry::find(std::string_view id) const {
  const auto wanted = [&](const auto& device) { return id.empty() ? device->live() : device->id() == id; };
  const auto found = std::ranges::find_if(devices_, wanted);
  if (found != devices_.end()) return found->get();
  const auto refusal = std::ranges::find_if(refused_, [&](const Refused& refused) { return refused.id == id; });
  if (refusal != refused_.end()) return base::wrong(refusal->reason, refusal->remedy);
  if (id.empty()) return base::wrong(text("device.none"), refused_.front().reason);
  std::string known;
  for (const auto& device : devices_) known += (known.empty() ? "" : ", ") + device->id();
  return base::wrong(base::say("device.unknown", {{"id", id}}), base::say("device.unknown.hint", {{"known", known}}));
}

}  // namespace device
