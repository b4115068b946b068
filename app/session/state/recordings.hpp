// What another day's runs on another card add to a bench.
#pragma once

#include "session/state/desk.hpp"

#include <optional>

namespace session {

/// The bench's chain as the recorded device cut it. Nothing if there is no such device, or it never ran the chain.
[[nodiscard]] std::optional<record::Measurement> recording_of(device::Device* recorded, const Bench& bench);
/// recorded.* of a chain and of the plans that a lesson has named: what the recorded card did, by stream and by graph.
[[nodiscard]] RecordedLookup recorded_quantities(const Desk& desk, const std::shared_ptr<const chain::Chain>& chain,
                                                 const std::vector<lesson::NamedPlan>& named = {});
/// The same of each chain of a lesson whose texts tell it, to be looked up when a page first needs it: a window opens
/// while the recordings are read.
void tell_recordings(const Desk& desk, Course& course);
/// Where a page's texts may tell numbers of a recording that is not of this release: whose they are.
void tell_strangers(const Desk& desk, std::vector<Node>& nodes);
/// Why there is none, and what is nearest; nothing if there is one, or no recorded device at all.
[[nodiscard]] std::optional<device::Missing> missing_recording(const Desk& desk, const Bench& bench);
/// True if a recording of this bench can be opened.
[[nodiscard]] bool is_recorded(const Desk& desk, const Bench& bench);
/// "Recorded on the NVIDIA H200 (recorded 2026-11-21)", after a dot.
[[nodiscard]] std::string recorded_words(const Desk& desk);

/// Shows the recording of the open page's bench in place of a run: what a run locks is locked.
void open_recording(Desk& desk);
/// Shows the run again that was made here before.
void close_recording(Desk& desk);

}  // namespace session
