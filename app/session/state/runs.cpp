// The job of a run, and what its end does to the desk.
#include "session/state/runs.hpp"

#include "base/error.hpp"
#include "base/words.hpp"
#include "charts/bars/trips_and_time.hpp"
#include "lesson/kinds/kind.hpp"
#include "machine/probe.hpp"
#include "session/state/calibration.hpp"
#include "session/state/gate.hpp"
#include "session/state/kept_runs.hpp"
#include "session/state/kept_taps.hpp"
#include "session/state/lock_rule.hpp"
#include "session/state/open_quiz.hpp"
#include "session/state/recordings.hpp"
#include "study/run.hpp"

#include <algorithm>

namespace session {
namespace {

/// What the job brings home; a run that fails may still have measured the machine.
struct Outcome {
  std::optional<record::Measurement> measurement, beside;
  std::optional<machine::DeviceSpec> calibrated;
  std::string not_saved;  ///< why the calibration could not be kept
  std::string not_kept;   ///< why the run could not be kept for the next start
};

/// Of the progress bar: calibration takes the first half when it is needed.
constexpr double calibration_share = 0.5;

/// In the settings, of a run step that showed a recording.
constexpr std::string_view ran_recorded = "recorded";

Calibration calibrated(device::Device& device, FrameGate& frames, const JobQueue::Report& report,
                       const std::stop_token& stop) {
  const std::string measuring(base::text("session.run.calibrating"));
  const struct Timing {
    FrameGate& gate;
    explicit Timing(FrameGate& g) : gate(g) { gate.set_timing(true); }
    ~Timing() { gate.set_timing(false); }
  } timing(frames);
  return calibrate(
      device,
      [&](double share, std::string_view) {
        // Of what it measures just now no name would fit beside the picture. A word between two of its measurements:
        // the window may draw.
        frames.set_timing(false);
        report(share * calibration_share, measuring);
        frames.set_timing(true);
      },
      stop);
}

void work(device::Device& device, const std::vector<plan::FusionPlan>& plans, const study::RunRequest& request,
          FrameGate* calibrate, const JobQueue::Report& report, const std::stop_token& stop, Outcome& outcome) {
  double begin = 0;
  if (calibrate != nullptr) {
    begin = calibration_share;
    report(0, base::text("session.run.calibrating"));
    static_cast<void>(device.prepare({plans, request.seed}));  // what it cannot hold is refused before it is measured
    Calibration done = calibrated(device, *calibrate, report, stop);
    outcome.calibrated = std::move(done.spec);
    outcome.not_saved = std::move(done.not_kept);
  }
  outcome.measurement = run(
      device, plans, request, [&](const measure::Progress& p) { report(begin + p.share * (1 - begin), p.word); }, stop);
}

/// Where the run was started: the step it answers, if it was a lesson's.
struct Place {
  std::string lesson;
  std::size_t step = 0;
};

/// However the job ended: idle again, and what it learned of the machine stays.
void settle(Desk& desk, const Outcome& outcome) {
  desk.running.reset();
  desk.history.settle(outcome.measurement.has_value());
  desk.changed = true;
  if (!outcome.calibrated) return;
  desk.spec = outcome.calibrated;
  for (auto& [id, course] : desk.courses) {
    for (auto& [name, bench] : course.benches) bench->use(*desk.spec);
    calculate(desk, course);
  }
  if (desk.lab.bench) desk.lab.bench->use(*desk.spec);
  if (desk.quiz) {
    for (const auto& bench : desk.quiz->benches) {
      if (bench) bench->use(*desk.spec);
    }
  }
  if (!outcome.not_saved.empty()) {
    desk.say(base::say("session.run.calibration_not_saved", {{"why", outcome.not_saved}}));
  }
}

void close_run_task(Desk& desk, const Place& place) {
  const auto course = desk.courses.find(place.lesson);
  if (course == desk.courses.end()) return;
  const auto& task = course->second.lesson.steps[place.step].task;
  if (task && task->kind->is_run()) {
    Attempt& attempt = course->second.attempts[place.step];
    attempt.locked = true;
    attempt.seen.clear();  // the plot is another
    keep_taps(desk, course->second, place.step);
    if (!desk.services.keeps_answers) return;
    const auto& bench = course->second.benches.at(task->chain);
    const bool live = bench->is_of(record::Source::measured);
    desk.settings.ran[place.lesson][task->id] =
        live ? bench->measurement(LockRule::to_run()).provenance.device_id : std::string(ran_recorded);
    desk.remember();
  }
}

void finish(Desk& desk, const std::shared_ptr<Bench>& bench, const Place& place, Outcome& outcome) {
  if (desk.spec) bench->use(*desk.spec);  // a recording that was opened before had predictions for its own card
  bench->keep(*std::move(outcome.measurement), std::move(outcome.beside));
  close_run_task(desk, place);
  if (!outcome.not_kept.empty()) desk.say(std::move(outcome.not_kept));
  desk.scene.joined.reset();
  if (desk.scene.tab == warehouse_picture) desk.scene.tab_page.clear();  // what was run is seen, as after the first run
  if (desk.settings.reduced_motion) return;
  desk.scene.reveal = 0;
  desk.scene.reveal_end = charts::trips_end;
  desk.scene.shown = desk.services.now();
}

/// The chain over tensors with room to spare; nothing if its own are no large part of the free memory.
std::optional<chain::Chain> smaller(const Bench& bench) {
  const auto free = machine::probe().memory_free.value, needed = bench.memory().value;
  if (needed < free / 3) return std::nullopt;
  return fitting(bench, base::Bytes{std::min(free / 4, needed / 2)});
}

void failed(Desk& desk, const std::shared_ptr<Bench>& bench, const std::exception& e) {
  const auto* machine = dynamic_cast<const base::MachineError*>(&e);
  desk.fail(e.what(), machine != nullptr ? machine->remedy : std::string(base::text("session.run.remedy")));
  if (machine != nullptr && smaller(*bench)) desk.trouble->too_large = bench;
}

}  // namespace

void close_run_task(Desk& desk) {
  if (!desk.pages.has(PageKind::lab) && desk.course != nullptr)
    close_run_task(desk, Place{desk.course->lesson.id, desk.course->at});
}

namespace {

void start(Desk& desk, bool machine_anew) {
  const auto bench = bench_of_page(desk);
  if (!bench || desk.services.device == nullptr || desk.running) return;
  lock_guesses(desk, *bench);
  if (bench->device != desk.services.device->name()) replan(desk, *bench);
  desk.running = bench;
  if (desk.pages.has(PageKind::lab)) desk.history.wall();
  desk.trouble.reset();
  desk.changed = true;

  study::RunRequest request{
      .seed = 1, .rules = desk.services.rules, .command = bench->command() + desk.hosts.flag, .timing = {}};
  request.timing = [&frames = desk.frames](bool on) { frames.set_timing(on); };
  request.rules.disturbed = [&frames = desk.frames](measure::Instant begin, measure::Instant end) {
    return frames.overlaps(begin, end);
  };
  const bool calibrate = (!desk.spec || machine_anew) && desk.services.device->can_calibrate();
  const bool in_quiz = desk.pages.has(PageKind::quiz);
  const Place place = in_quiz || desk.pages.has(PageKind::lab) || desk.course == nullptr
                          ? Place{}
                          : Place{desk.course->lesson.id, desk.course->at};

  const auto outcome = std::make_shared<Outcome>();
  desk.jobs.start(
      std::string(base::text("session.run.starting")),
      [device = desk.services.device, recorded = desk.services.recorded, plans = bench->runnable(), request, calibrate,
       &desk, bench, copy = *bench, place, keeps = desk.services.keeps_answers && !place.lesson.empty(),
       outcome](const JobQueue::Report& tell, const std::stop_token& stop) -> JobQueue::Apply {
        const JobQueue::Report report = [&](double share, std::string_view word) {
          desk.frames.news();
          tell(share, word);
        };
        const auto runs = device->live() ? plans : lesson::held_by(*device, plans);
        work(*device, runs, request, calibrate ? &desk.frames : nullptr, report, stop, *outcome);
        if (keeps && device->live()) outcome->not_kept = keep_run(*device, *outcome->measurement);
        if (device->live()) outcome->beside = recording_of(recorded.get(), copy);
        return [outcome, &desk, bench, place] {
          settle(desk, *outcome);
          finish(desk, bench, place, *outcome);
        };
      },
      [&desk, bench, outcome](const std::exception& e) {
        settle(desk, *outcome);
        failed(desk, bench, e);
      },
      [&desk, outcome] {
        settle(desk, *outcome);
        desk.say(std::string(base::text("session.run.cancelled")));
      });
}

}  // namespace

void start_run(Desk& desk) {
  start(desk, false);
}

void measure_machine(Desk& desk) {
  start(desk, true);
}

void recall_runs(Desk& desk, Course& course) {
  const auto ran = desk.settings.ran.find(course.lesson.id);
  if (!desk.services.keeps_answers || ran == desk.settings.ran.end() || desk.services.device == nullptr) return;
  KeptRuns kept(*desk.services.device);
  for (std::size_t i = 0; i < course.attempts.size(); ++i) {
    const auto& task = course.lesson.steps[i].task;
    const auto done = task && task->kind->is_run() ? ran->second.find(task->id) : ran->second.end();
    const auto bench = task ? course.benches.find(task->chain) : course.benches.end();
    if (done == ran->second.end() || bench == course.benches.end()) continue;
    const bool live = done->second != ran_recorded;
    // What another device ran is shown when that device is there.
    if (live && done->second != desk.services.device->id()) continue;
    if (!bench->second->ran()) {
      const device::Device* recorded = desk.services.recorded.get();
      auto found =
          live ? kept.find(bench->second->runnable()) : recording_of(desk.services.recorded.get(), *bench->second);
      if (!found) continue;
      if (!live && recorded->spec()) bench->second->use(recorded->spec()->ordered(record::submit_of(*found)));
      bench->second->keep(*std::move(found),
                          live ? recording_of(desk.services.recorded.get(), *bench->second) : std::nullopt);
    }
    course.attempts[i].locked = true;
    recall_taps(desk, course, i);
  }
  if (!kept.said().empty()) desk.say(kept.said());
}

void forget_runs(Desk& desk, Course& course) {
  for (const auto& [name, bench] : course.benches) bench->forget_runs();
  desk.settings.ran.erase(course.lesson.id);
  desk.settings.observed.erase(course.lesson.id);
}

void make_smaller(Desk& desk) {
  if (!desk.trouble || !desk.trouble->too_large) return;
  const auto bench = desk.trouble->too_large;
  const auto chain = smaller(*bench);
  if (!chain) return;
  auto made = make_bench(bench->name, std::make_shared<chain::Chain>(*chain), desk.services.device.get(), desk.spec,
                         bench->named());
  if (!made) return;
  (*made)->smaller = true;
  if (!(*made)->cut(bench->cuts)) return;
  if (desk.lab.bench == bench) {
    // The lab's history may go back to the chain as it was.
    desk.lab.bench = *made;
    desk.lab.text = chain::expanded_text(*(*made)->chain);
  } else {
    *bench = std::move(**made);
  }
  desk.trouble.reset();
  desk.say(std::string(base::text("session.smaller.done")));
}

void replan(Desk& desk, Bench& bench) {
  auto made = make_bench(bench.name, bench.chain, desk.services.device.get(), desk.spec, bench.named());
  if (!made) return;  // as it is: its run will say why it cannot
  (*made)->smaller = bench.smaller;
  if (!(*made)->cut(bench.cuts)) return;
  bench = std::move(**made);
}

}  // namespace session
