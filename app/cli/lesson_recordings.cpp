// From files to a device that shows them.
#include "cli/lesson_recordings.hpp"

#include "base/error.hpp"
#include "base/resources.hpp"
#include "base/words.hpp"
#include "charts/frame/provenance.hpp"
#include "cli/output.hpp"
#include "device/recorded/recorded_device.hpp"
#include "lesson/named.hpp"
#include "record/recording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace cli {
namespace {

namespace fs = std::filesystem;

/// The machine that a lesson's file was recorded on.
struct Origin {
  std::string card;  ///< its data sheet's id, else what it called itself
  std::optional<machine::DeviceSpec> spec;
};

/// Nothing for a file that cannot be used; it is said why. One of a machine that nobody knows would stand beside the
/// model of another.
std::optional<Origin> origin_of(const fs::path& lesson, const fs::path& file) {
  const auto measurements = record::load_beneath(lesson, fs::path("recordings") / file.filename());
  if (!measurements) print_error(base::render(measurements.error()));
  if (!measurements || measurements->empty()) return std::nullopt;
  const record::Measurement& first = measurements->front();
  for (const machine::DeviceSpec& known : machine::known_devices()) {
    if (charts::same_machine(known, first)) return Origin{known.id, known};
    const std::string processor = fmt::format("{}, {} thread", known.name, known.processors);
    if (known.kind == machine::Kind::cpu && first.provenance.device.starts_with(processor))
      return Origin{first.provenance.device_id, known};
  }
  if (device::recorded::is_known(first.provenance.device_id)) return Origin{first.provenance.device_id, {}};
  print_error(
      base::say("cli.recording.unknown_machine", {{"file", file.string()}, {"device", first.provenance.device}}) +
      "\n");
  return std::nullopt;
}

/// Empty of an id.
fs::path folder_of(const fs::path& lesson) {
  std::error_code failed;
  return fs::is_directory(lesson, failed) ? lesson : lesson.parent_path();
}

std::vector<fs::path> files_beside(const fs::path& folder) {
  std::vector<fs::path> files;
  if (folder.empty()) return files;
  std::error_code failed;
  for (fs::directory_iterator at(folder / "recordings", failed), end; !failed && at != end; at.increment(failed)) {
    if (at->path().extension() == ".json") files.push_back(at->path());
  }
  std::ranges::sort(files);
  return files;
}

}  // namespace

base::Diagnostics recording_mistakes(const fs::path& lesson) {
  base::Diagnostics all;
  const fs::path folder = folder_of(lesson);
  for (const fs::path& file : files_beside(folder)) {
    const auto read = record::load_beneath(folder, fs::path("recordings") / file.filename());
    if (!read) all.insert(all.end(), read.error().begin(), read.error().end());
  }
  return all;
}

std::shared_ptr<device::Device> recorded_beside(const fs::path& lesson) {
  const fs::path folder = folder_of(lesson);
  device::recorded::Options options;
  for (const fs::path& file : files_beside(folder)) {
    auto origin = origin_of(folder, file);
    if (!origin) continue;
    if (options.card.empty()) options.card = origin->card, options.spec = std::move(origin->spec);
    if (origin->card == options.card) options.folders.push_back(file);
  }
  if (options.card.empty()) return nullptr;
  try {
    options.folders.push_back(base::program_file("assets/recordings/" + options.card));
  } catch (const base::MachineError&) {
    // None of that card came with the program.
  }
  return device::recorded::make_device(std::move(options));
}

void take_lesson_folder(session::Services& services, const std::string& lesson) {
  services.find_lesson = lesson::named;
  auto own = recorded_beside(lesson);
  if (!own) return;
  if (services.device == services.recorded) services.device = own;
  services.recorded = std::move(own);
}

}  // namespace cli
