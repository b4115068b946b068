// Predicts and looks up; then cuts to the stage that may be seen.
#include "session/lesson/lesson_sweep.hpp"

#include "base/error.hpp"
#include "base/words.hpp"
#include "chain/form.hpp"
#include "charts/frame/drawing.hpp"
#include "lesson/fences/fence.hpp"
#include "lesson/kinds/kind.hpp"
#include "publish/sweep_fence.hpp"
#include "session/lesson/chart_data.hpp"
#include "study/sweep.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace session {
namespace {

/// True while a curve of this sweep is to be drawn by hand.
bool is_sketched(const Desk& desk, const std::string& key) {
  const Course& course = *desk.course;
  for (std::size_t i = 0; i < course.lesson.steps.size(); ++i) {
    const auto& task = course.lesson.steps[i].task;
    const bool asks = task && task->kind->by == lesson::By::curve && publish::sweep_key(task->chain, task->over) == key;
    if (asks && !is_answered(desk, course, i)) return true;
  }
  return false;
}

/// Of the open step's task; in the class view the room is what counts.
bool is_told(const Desk& desk) {
  return desk.pages.has(PageKind::room) ? stage_in_class(desk) == ClassStage::truth : desk.course->attempt().locked;
}

/// Nothing of it while a time of one of its chains is asked, or the step's own task about it is open; a task that runs
/// the chain has the model beside it.
figure::Stage sweep_stage(const Desk& desk, const lesson::Block& block, const charts::SweepData& data) {
  if (is_sketched(desk, publish::key_of(block))) return figure::Stage::question;
  if (publish::hides_sweep(asked(desk), data)) return figure::Stage::question;
  const auto& task = desk.course->step().task;
  const auto form_of = [&](const std::string& chain) { return chain::form(*desk.course->lesson.chains.at(chain)); };
  const bool about = task && (task->chain.empty() || form_of(task->chain) == form_of(block.name));
  if (!about || is_told(desk) || task->kind->by == lesson::By::sentence) return figure::Stage::truth;
  return task->kind->is_run() ? figure::Stage::model : figure::Stage::question;
}

/// The key of the same sweep as the device at hand did it.
std::string here(const std::string& key) {
  return key + " here";
}

Node sweep_node(const Desk& desk, const lesson::Block& block, const charts::SweepData& data, std::string id) {
  figure::Figure figure = publish::sweep_figure(data, block.height, sweep_sheet(desk, block.name));
  figure.id = std::move(id);
  return figure_node(figure::at(figure, sweep_stage(desk, block, data)));
}

/// Of the open step: those that may be seen whole, and are not measured here yet.
std::vector<const lesson::Block*> to_measure(const Desk& desk) {
  std::vector<const lesson::Block*> all;
  const Course& course = *desk.course;
  const bool open = course.step().task && !course.attempt().locked;
  for (const lesson::Block& block : course.step().blocks) {
    if (!block.is(lesson::fences::sweep) || (open && block.after_task)) continue;
    if (course.sweeps.contains(here(publish::key_of(block)))) continue;  // measured
    const auto found = course.sweeps.find(publish::key_of(block));
    if (found != course.sweeps.end() && sweep_stage(desk, block, *found->second) == figure::Stage::truth) {
      all.push_back(&block);
    }
  }
  return all;
}

}  // namespace

std::optional<study::Machine> machine_of_recordings(const Services& services,
                                                    const std::optional<machine::DeviceSpec>& live) {
  const auto& recorded = services.recorded;
  const auto& device = recorded ? recorded : services.device;
  auto spec = recorded ? recorded->spec() : live;
  if (!spec) {
    auto any = machine::device_named({});
    if (!any) return std::nullopt;
    spec = std::move(*any);
  }
  return study::machine_of(device.get(), *spec);
}

std::shared_ptr<const charts::SweepData> sweep_with(const Services& services,
                                                    const std::optional<machine::DeviceSpec>& live,
                                                    const std::shared_ptr<const chain::Chain>& chain,
                                                    const chain::SweepAxis& axis, const plan::Cuts& first) {
  const auto machine = machine_of_recordings(services, live);
  return machine ? publish::sweep_of(chain, axis, services.recorded.get(), *machine, first) : nullptr;
}

charts::ChartData sweep_sheet(const Desk& desk, const std::string& chain) {
  charts::ChartData sheet = chart_data(desk, *desk.course->benches.at(chain), {}, figure::Stage::question);
  sheet.no_title = desk.pages.has(PageKind::room);  // the room has its own words above it
  keep_room(desk, sheet, Needs::axes);
  return sheet;
}

std::map<std::string, std::shared_ptr<const charts::SweepData>> sweeps_of(const Desk& desk,
                                                                          const lesson::Lesson& lesson) {
  std::map<std::string, std::shared_ptr<const charts::SweepData>> sweeps;
  for (const lesson::Block* block : blocks_of(lesson, lesson::fences::sweep)) {
    if (sweeps.contains(publish::key_of(*block))) continue;
    if (auto made = sweep_with(desk.services, desk.spec, lesson.chains.at(block->name), block->over,
                               publish::first_of(*block))) {
      sweeps.emplace(publish::key_of(*block), std::move(made));
    }
  }
  return sweeps;
}

std::vector<Node> sweep_nodes(const Desk& desk, const lesson::Block& block, int number) {
  const Course& course = *desk.course;
  std::vector<Node> nodes;
  for (const std::string& key : {publish::key_of(block), here(publish::key_of(block))}) {
    const auto found = course.sweeps.find(key);
    if (found == course.sweeps.end()) continue;
    std::string id = number == 1 ? "sweep" : fmt::format("sweep-{}", number);
    if (key != publish::key_of(block)) id += "-here";
    nodes.push_back(sweep_node(desk, block, *found->second, std::move(id)));
  }
  return nodes;
}

bool is_sweep_for_class(const Desk& desk, const lesson::Block& block) {
  const auto found = desk.course->sweeps.find(publish::key_of(block));
  if (found == desk.course->sweeps.end()) return false;
  return !block.after_task || sweep_stage(desk, block, *found->second) == figure::Stage::truth;
}

std::optional<Action> sweep_action(const Desk& desk) {
  const auto& device = desk.services.device;
  if (device == nullptr || !device->live() || to_measure(desk).empty()) return std::nullopt;
  Action measure = action("sweep.measure", "session.sweep.measure");
  if (desk.running) return disabled(std::move(measure), std::string(base::text("session.run.busy")));
  if (!desk.spec) return disabled(std::move(measure), std::string(base::text("session.sweep.run_first")));
  return measure;
}

void measure_sweeps(Desk& desk) {
  const auto action = sweep_action(desk);
  if (!action || !action->enabled) return;
  Course& course = *desk.course;
  const auto made = std::make_shared<std::map<std::string, charts::SweepData>>();
  const auto device = desk.services.device;
  for (const lesson::Block* block : to_measure(desk)) {
    auto data = study::swept(course.lesson.chains.at(block->name), block->over,
                             study::machine_of(device.get(), *desk.spec), publish::first_of(*block));
    if (data) made->emplace(here(publish::key_of(*block)), std::move(*data));
  }
  study::SweepRequest request;
  request.timing = [&frames = desk.frames](bool on) { frames.set_timing(on); };
  request.rules.disturbed = [&frames = desk.frames](measure::Instant begin, measure::Instant end) {
    return frames.overlaps(begin, end);
  };
  request.longest = base::Seconds{0.5};  // a class waits for it
  request.command = [flag = desk.hosts.flag](const chain::Chain& chain) {
    return fmt::format("onetrip run '{}'{}", chain::one_line(chain), flag);
  };
  desk.running = course.benches.at(to_measure(desk).front()->name);
  desk.trouble.reset();
  desk.jobs.start(
      std::string(base::text("session.run.starting")),
      [&desk, device, request, made, id = course.lesson.id](const JobQueue::Report& tell,
                                                            const std::stop_token& stop) -> JobQueue::Apply {
        for (auto& [key, data] : *made) {
          const auto progress = [&](const measure::Progress& now) {
            desk.frames.news();
            tell(now.share, now.word);
          };
          study::measure_sweep(data, *device, request, progress, stop);
          publish::lighten(data);
        }
        return [&desk, made, id] {
          desk.running.reset();
          for (auto& [key, data] : *made) {
            desk.courses.at(id).sweeps[key] = std::make_shared<const charts::SweepData>(std::move(data));
          }
          desk.changed = true;
        };
      },
      [&desk](const std::exception& e) {
        desk.running.reset();
        const auto* machine = dynamic_cast<const base::MachineError*>(&e);
        desk.fail(e.what(), machine != nullptr ? machine->remedy : std::string(base::text("session.run.remedy")));
      },
      [&desk] {
        desk.running.reset();
        desk.say(std::string(base::text("session.run.cancelled")));
      });
}

}  // namespace session
