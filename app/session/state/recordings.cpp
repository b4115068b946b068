// Looking up, opening, and the nearest one.
#include "session/state/recordings.hpp"

#include "base/error.hpp"
#include "base/words.hpp"
#include "lesson/machine_values.hpp"
#include "record/plausibility.hpp"
#include "session/state/gate.hpp"
#include "session/state/page.hpp"
#include "session/state/runs.hpp"
#include "study/recorded.hpp"

#include <algorithm>

namespace session {
namespace {

/// True if a text of the lesson says what was recorded of a chain.
bool tells_recorded(const lesson::Lesson& lesson) {
  const auto tells = [](std::string_view text) { return text.find("recorded.") != std::string_view::npos; };
  return std::ranges::any_of(lesson.steps, [&](const lesson::Step& step) {
    const bool told = std::ranges::any_of(step.blocks, [&](const lesson::Block& block) { return tells(block.text); });
    return told || (step.task && (tells(step.task->right_text) || tells(step.task->question)));
  });
}

/// Another result stands on the page.
void settle(Desk& desk) {
  close_run_task(desk);
  if (desk.pages.has(PageKind::lab)) {
    desk.history.wall();
    desk.history.settle(true);
  }
  desk.changed = true;
}

}  // namespace

RecordedLookup recorded_quantities(const Desk& desk, const std::shared_ptr<const chain::Chain>& chain,
                                   const std::vector<lesson::NamedPlan>& named) {
  return [recorded = desk.services.recorded, graphs = desk.services.recorded_graphs, strangers = desk.strangers, chain,
          named] {
    const auto stream = lesson::recorded_of(recorded.get(), chain, named),
               graph = study::recorded_of(graphs.get(), chain);
    for (const auto& told : {stream, graph}) {
      if (told && !told->stranger.empty()) *strangers = record::stranger_words(*told);
    }
    return lesson::recorded_quantities(stream ? &*stream : nullptr, graph ? &*graph : nullptr);
  };
}

void tell_strangers(const Desk& desk, std::vector<Node>& nodes) {
  if (desk.strangers->empty()) return;
  nodes.push_back(
      notice("recorded.from", Said::lasting, base::say("session.recorded_from", {{"from", *desk.strangers}})));
}

void tell_recordings(const Desk& desk, Course& course) {
  if (!tells_recorded(course.lesson)) return;
  for (const auto& [name, bench] : course.benches)
    bench->tell_recorded(recorded_quantities(desk, bench->chain, bench->named()));
}

std::optional<record::Measurement> recording_of(device::Device* recorded, const Bench& bench) {
  return lesson::recorded_of(recorded, bench.chain, bench.named());
}

std::optional<device::Missing> missing_recording(const Desk& desk, const Bench& bench) {
  const device::Device* recorded = desk.services.recorded.get();
  return recorded != nullptr ? study::missing_of(*recorded, bench.chain) : std::nullopt;
}

bool is_recorded(const Desk& desk, const Bench& bench) {
  return desk.services.recorded && !missing_recording(desk, bench);
}

std::string recorded_words(const Desk& desk) {
  return base::say("session.recorded", {{"device", desk.services.recorded->name()}});
}

void open_recording(Desk& desk) {
  const auto bench = bench_of_page(desk);
  if (!bench || desk.running) return;
  try {
    auto measurement = recording_of(desk.services.recorded.get(), *bench);
    if (!measurement) return;
    lock_guesses(desk, *bench);
    std::optional<machine::DeviceSpec> machine = desk.services.recorded->spec();
    if (machine) machine = machine->ordered(record::submit_of(*measurement));
    bench->show_recorded(*std::move(measurement), machine);
    settle(desk);
  } catch (const base::MachineError& e) {
    desk.fail(e.what(), e.remedy);
  }
}

void close_recording(Desk& desk) {
  const auto bench = bench_of_page(desk);
  if (!bench || !bench->has_own_aside() || desk.running) return;
  bench->show_own();
  settle(desk);
}

}  // namespace session
