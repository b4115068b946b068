// A curve on the axes of one of the lesson's sweeps.
#include "lesson/sketch.hpp"

#include "base/text.hpp"
#include "base/words.hpp"
#include "lesson/html.hpp"
#include "lesson/kinds/kind.hpp"
#include "lesson/kinds/task_block.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace lesson {
namespace {

/// The sweep it is drawn on may stand below: its chain is the task's.
void read_sketch(TaskBlock& block, Task& task) {
  TomlReader& toml = block.toml;
  if (!toml.has("sweep")) toml.missing("sweep");
  task.sweep = toml.string("sweep").value_or("");
  const std::vector<std::string_view> words = base::split(task.sweep, ' ');
  if (toml.has("sweep") && !block.names.sweeps.contains(task.sweep)) {
    const std::vector<std::string_view> sweeps(block.names.sweeps.begin(), block.names.sweeps.end());
    block.findings.add(toml.place_of("sweep"), base::say("lesson.task.no_sweep", {{"sweep", task.sweep}}),
                       did_you_mean(task.sweep, sweeps, base::say("lesson.task.no_sweep.hint")));
  } else if (const auto axis = words.size() > 2 ? chain::parse_axis(words[2]) : base::Expected<chain::SweepAxis>();
             words.size() > 2 && axis) {
    task.over = *axis;
    task.height = height_named(words.size() > 3 ? words[3] : std::string_view());
    task.chain = block.names.last_chain = words.front();
  }
  const auto plan = toml.string("plan");
  task.unfused = plan == "unfused";
  if (plan && plan != "unfused" && plan != "fused") {
    block.findings.tell(toml.place_of("plan"), "lesson.task.no_plan", {{"plan", *plan}});
  }
  task.tolerance = block.tolerance();
}

void read_shape(TaskBlock& block, const Task& task, TomlReader& reader, Misconception& found) {
  const std::string shapes = listed(shape_names());
  if (!reader.has("shape")) reader.missing("shape", {{"shapes", shapes}});
  found.shape = reader.string("shape").value_or("");
  if (!found.shape.empty() && !shape_named(found.shape)) {
    block.findings.add(
        reader.place_of("shape"), base::say("lesson.task.no_shape", {{"shape", found.shape}}),
        did_you_mean(found.shape, shape_names(), base::say("lesson.task.no_shape.hint", {{"shapes", shapes}})));
  }
  if (std::ranges::any_of(task.misconceptions, [&](const auto& one) { return one.shape == found.shape; })) {
    block.findings.tell(reader.place_of("shape"), "lesson.task.shape_taken");
  }
}

/// Where it bends; how far it is off, only the student's own machine, or its recording, tells.
std::optional<double> bend_value(const Answer& answer, const Task& task) {
  if (!is_whole(answer.curve, task)) return std::nullopt;
  return static_cast<double>(judge_sketch(task, answer.curve, {}).bend);
}

}  // namespace

constinit const TaskKind kinds::sketch = {
    .name = "sketch",
    .by = By::curve,
    .takes_confidence = true,
    .lock_label = "session.lock.sketch",
    .not_yet = "session.lock.no_sketch",
    .next_first = "session.next.open_task",
    .read = read_sketch,
    .read_wrong = read_shape,
    .complete = [](const Answer& answer, const Task& task) { return is_whole(answer.curve, task); },
    .value = bend_value,
    .shown = [](const Task& task, double value) { return bend_words(task, static_cast<std::size_t>(value)); },
    .letters = [](const Task& task, const Quantities&,
                  const SketchTruth& truth) { return sketch_letters(task, truth); },
    .typed = [](const Answer& answer) { return answer.typed; },
    .field_html = [](const Task&, const Quantities&,
                     std::size_t) { return fmt::format("<p>{}</p>\n", escape_html(base::text("page.sketch"))); },
};

}  // namespace lesson
