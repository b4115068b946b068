// What a session needs from outside: a device, lessons, rules. Tests bring their own.
#pragma once

#include "device/registry.hpp"
#include "lesson/before.hpp"
#include "lesson/course_map.hpp"
#include "lesson/glossary.hpp"
#include "lesson/loader.hpp"
#include "measure/rules.hpp"
#include "publish/import_fence.hpp"

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace session {

/// Everything a session does not decide itself.
struct Services {
  std::shared_ptr<device::Device> device;  ///< runs the chains; null if none is live here
  std::string no_device;                   ///< then the reason, one sentence
  /// Looks for a card here; empty where there is none to look for. Takes its time. Throws DeviceError, Cancelled.
  std::function<std::shared_ptr<device::Device>(const std::stop_token&)> find_card;
  /// Connects to a card by the command that starts its worker; as patient. Throws DeviceError, Cancelled.
  std::function<std::shared_ptr<device::Device>(const std::string& id, const std::string& command,
                                                const std::stop_token&)>
      connect = [](const std::string& id, const std::string& command, const std::stop_token& stop) {
        return std::shared_ptr<device::Device>(device::connect(id, command, wire::Submit::stream, stop));
      };
  std::shared_ptr<device::Device> recorded;         ///< shows what ran on a card another day; null without recordings
  std::shared_ptr<device::Device> recorded_graphs;  ///< the same card with its kernels in a CUDA graph; null without
  std::function<base::Expected<lesson::Lesson>(std::string_view id)> find_lesson = lesson::find;
  std::function<base::Expected<std::vector<lesson::Listed>>()> course = lesson::course;
  std::function<base::Expected<lesson::CourseMap>()> course_map = lesson::course_map;
  std::function<base::Expected<lesson::Glossary>()> glossary = lesson::glossary;
  std::function<base::Expected<std::string>()> before_you_start = lesson::before_you_start;
  publish::FindImport import_of = record::import_of;  ///< what another program did with a chain
  bool keeps_answers = false;                         ///< of lessons, from one session to the next: the window does
  std::string student;                                ///< the name that goes into the file of answers; may be empty
  std::string opening;                                ///< a sentence for the first page; may be empty
  measure::Rules rules;
  /// What day it is, for cards that come back.
  std::function<std::chrono::system_clock::time_point()> date = std::chrono::system_clock::now;
  /// What scenes and the class's clock go by.
  std::function<std::chrono::steady_clock::time_point()> now = std::chrono::steady_clock::now;
};

/// The best live device of this machine and the course on disk.
[[nodiscard]] Services own_services(device::Wanted wanted = {});
/// The same for the window, which does not wait: what needs no driver now, a card when it is found.
[[nodiscard]] Services services_of_window();
/// The same with this device of the registry; null: with none that is live.
[[nodiscard]] Services services_of(std::shared_ptr<device::Registry> registry, device::Device* device);

}  // namespace session
