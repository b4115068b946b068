// Devices found on this machine, best first; each that is not there says why.
#include "device/registry.hpp"

#include "base/resources.hpp"
#include "base/words.hpp"
#include "device/cpu/cpu_device.hpp"
#include "device/cuda_client/cuda_device.hpp"
#include "device/recorded/recorded_device.hpp"
#include "machine/cards.hpp"
#include "record/recording_store.hpp"

#include <algorithm>
#include <filesystem>

namespace device {
namespace {

/// Where recordings may lie: the program's own, and those beside a lesson.
std::vector<std::filesystem::path> recording_places() {
  std::vector<std::filesystem::path> places;
  try {
    places.push_back(base::program_file("assets/recordings").parent_path());
  } catch (const base::MachineError&) {
    // None came with the program.
  }
  try {
    std::error_code failed;
    const std::filesystem::path lessons = base::program_file("lessons");
    for (std::filesystem::directory_iterator at(lessons, failed), end; !failed && at != end; at.increment(failed)) {
      places.push_back(at->path());
    }
  } catch (const base::MachineError&) {
    // Whoever needs the lessons says so.
  }
  return places;
}

}  // namespace

std::unique_ptr<Device> connect(const std::string& id, const std::string& worker, wire::Submit submit,
                                const std::stop_token& stop, cuda_client::Lower lower) {
  cuda_client::Options options;
  options.id = id;
  options.command = worker;
  options.submit = submit;
  options.lower = std::move(lower);
  options.limits = codegen::limits;
  return cuda_client::make_device(std::move(options), stop);
}

std::vector<Part> parts_of(const std::string& worker) {
  return cuda_client::parts_of(worker);
}

bool card_here() {
  return cuda_client::driver_here();
}

void Registry::try_cuda() {
  if (wanted_.worker.empty()) {
    if (!wanted_.own_card) return;
    if (!card_here()) {
      refused_.push_back(
          {std::string(own_gpu_id), base::say("worker.no_driver"), base::say("worker.no_driver.remedy"), {}});
      return;
    }
  }
  try {
    devices_.push_back(connect(std::string(own_gpu_id), wanted_.worker, wanted_.submit, {}, wanted_.lower));
  } catch (const NotReady& error) {
    refused_.push_back({std::string(own_gpu_id), error.what(), error.remedy, error.parts});
  } catch (const base::MachineError& error) {
    refused_.push_back({std::string(own_gpu_id), error.what(), error.remedy, {}});
  } catch (const std::exception& error) {
    refused_.push_back({std::string(own_gpu_id), error.what(), {}, {}});
  }
}

void Registry::try_recorded() {
  for (auto& [card, folders] : record::recorded_devices(recording_places())) {
    if (!recorded::is_known(card)) {
      refused_.push_back({recorded::id_of(card),
                          base::say("device.recorded.unknown_card", {{"card", card}}),
                          base::say("device.recorded.unknown_card.remedy", {{"card", card}}),
                          {}});
      continue;
    }
    recorded::Options options;
    options.card = card;
    options.folders = std::move(folders);
    options.preferred_submit = wanted_.submit == wire::Submit::graph ? "graph" : "stream";
    devices_.push_back(recorded::make_device(std::move(options)));
  }
  if (devices_.empty() || devices_.back()->live()) {
    refused_.push_back(
        {std::string(recorded_id), base::say("device.no_recordings"), base::say("device.no_recordings.remedy"), {}});
  }
}

Registry::Registry(Wanted wanted) : wanted_(std::move(wanted)) {
  try_cuda();
  try {
    devices_.push_back(cpu::make_device());
  } catch (const base::MachineError& error) {
    refused_.push_back({"cpu", error.what(), error.remedy, {}});
  } catch (const std::exception& error) {
    refused_.push_back({"cpu", error.what(), {}, {}});
  }
  try_recorded();
  hosts_ = device::hosts();
}

Registry::~Registry() = default;

std::vector<Device*> Registry::recorded() const {
  std::vector<Device*> all;
  for (const auto& device : devices_) {
    if (!device->live()) all.push_back(device.get());
  }
  return all;
}

Device* Registry::course_recorded() const {
  const auto all = recorded();
  const auto of_course = std::ranges::find(all, recorded::id_of(machine::course_card), &Device::id);
  if (of_course != all.end()) return *of_course;
  return all.size() == 1 ? all.front() : nullptr;
}

std::unique_ptr<Device> Registry::course_graphs() const {
  const Device* recorded = course_recorded();
  return recorded == nullptr ? nullptr : recorded::preferring(*recorded, "graph");
}

base::Expected<Device*> Registry::find(std::string_view id) const {
  if (id == recorded_id) {
    const auto all = recorded();
    if (all.size() == 1) return all.front();
    if (all.size() > 1) {
      std::string ids;
      for (const Device* device : all) ids += (ids.empty() ? "" : ", ") + device->id();
      return base::wrong(base::say("device.recorded.which", {{"ids", ids}}),
                         base::say("device.recorded.which.hint", {{"id", all.front()->id()}}));
    }
  }
  const auto wanted = [&](const auto& device) { return id.empty() ? device->live() : device->id() == id; };
  const auto found = std::ranges::find_if(devices_, wanted);
  if (found != devices_.end()) return found->get();
  const auto refusal = std::ranges::find(refused_, id, &Refused::id);
  if (refusal != refused_.end()) return base::wrong(refusal->reason, refusal->remedy);
  if (id.empty()) return base::wrong(base::say("device.none"), refused_.front().reason);
  if (!hosts_) return std::unexpected(hosts_.error());
  if (const auto host = std::ranges::find(*hosts_, id, &Host::name); host != hosts_->end()) {
    const auto before = std::ranges::find_if(connected_, [&](const auto& device) { return device->id() == id; });
    if (before != connected_.end()) return before->get();
    connected_.push_back(connect(host->name, host->command, wanted_.submit, {}, wanted_.lower));
    return connected_.back().get();
  }
  std::string known;
  for (const auto& device : devices_) known += (known.empty() ? "" : ", ") + device->id();
  for (const Host& host : *hosts_) known += (known.empty() ? "" : ", ") + host.name;
  return base::wrong(base::say("device.unknown", {{"id", id}}), base::say("device.unknown.hint", {{"known", known}}));
}

}  // namespace device
