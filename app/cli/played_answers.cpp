// Reads them, line by line or as they were locked; works the others out.
#include "cli/played_answers.hpp"

#include "base/resources.hpp"
#include "base/text.hpp"
#include "base/units.hpp"
#include "base/words.hpp"
#include "charts/strips/chain_strip.hpp"
#include "lesson/class_tally.hpp"
#include "lesson/values.hpp"
#include "session/lesson/sketch.hpp"
#include "study/plans.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace cli {
namespace {

using lesson::TaskKind;

std::string task_ids(const lesson::Lesson& played) {
  std::string ids;
  for (const lesson::Step& step : played.steps) {
    if (step.task) ids += (ids.empty() ? "" : ", ") + step.task->id;
  }
  return ids;
}

/// As one would type it.
std::string typed(const lesson::Answer& answer, TaskKind kind) {
  std::string sure;
  if (answer.confidence != lesson::Confidence::unsaid) {
    sure = " " + std::string(base::text("session.confidence." + std::string(lesson::name(answer.confidence))));
  }
  switch (kind) {
    case TaskKind::choice:
      return static_cast<char>('A' + answer.chosen) + sure;
    case TaskKind::count_arrows:
      return fmt::format("{}", fmt::join(answer.marks, " "));
    case TaskKind::strike:
      return fmt::format("{}", fmt::join(answer.struck, " "));
    case TaskKind::number:
    case TaskKind::sketch:
      return answer.typed + sure;
    case TaskKind::words:
    case TaskKind::run:
      break;
  }
  return answer.typed;
}

/// A student's file: what is locked in it now.
base::Expected<PlayedAnswers> handed_in(const std::string& file, const lesson::Lesson& played) {
  const auto read = lesson::load_answers(file);
  if (!read) return std::unexpected(read.error());
  base::Diagnostics mistakes = lesson::misfits(played, *read, file);
  mistakes.insert(mistakes.begin(), read->flaws.begin(), read->flaws.end());
  if (!mistakes.empty()) return std::unexpected(std::move(mistakes));
  PlayedAnswers answers;
  const auto any = [](const std::string&, const lesson::Answer&) { return true; };
  const auto stands = lesson::standing(*read, played.id, any);
  for (const lesson::Step& step : played.steps) {
    const auto found = step.task ? stands.find(step.task->id) : stands.end();
    if (found == stands.end() || !found->second.locked) continue;
    answers[step.task->id] = {typed(found->second, step.task->kind), {file, 0, 0, 1, {}, {}, {}}};
  }
  return answers;
}

}  // namespace

base::Expected<PlayedAnswers> read_answers(const std::string& file, const lesson::Lesson& played) {
  const auto text = base::read_file(file, lesson::max_answers_bytes);
  if (!text) return std::unexpected(text.error());
  if (lesson::looks_like_answers(*text)) return handed_in(file, played);
  PlayedAnswers answers;
  base::Diagnostics mistakes;
  int number = 0;
  for (const std::string_view line : base::split_lines(*text)) {
    ++number;
    const std::string_view content = base::trim(line);
    if (content.empty() || content[0] == '#') continue;
    base::Diagnostic mistake{file, number, 1, 1, {}, {}, std::string(line)};
    const std::size_t equals = content.find('=');
    const std::string task(base::trim(content.substr(0, equals)));
    const bool known = std::ranges::any_of(played.steps, [&](const auto& s) { return s.task && s.task->id == task; });
    if (equals == std::string_view::npos) {
      mistake.message = base::text("cli.answers.no_answer");
    } else if (!known) {
      mistake.message = base::say("cli.answers.no_task", {{"lesson", played.id}, {"task", task}});
      mistake.hint = base::say("cli.answers.no_task.hint", {{"tasks", task_ids(played)}});
      mistake.length = static_cast<int>(base::count_characters(task));
    } else {
      answers[task] = {std::string(base::trim(content.substr(equals + 1))), std::move(mistake)};
      continue;
    }
    mistakes.push_back(std::move(mistake));
  }
  if (!mistakes.empty()) return std::unexpected(mistakes);
  return answers;
}

std::string own_key(const lesson::Lesson& played, const lesson::Task& task, const session::Services& services) {
  if (task.kind == TaskKind::choice) return std::string(1, static_cast<char>('A' + task.right));
  if (task.kind == TaskKind::words) return std::string(base::text("play.our_words"));
  if (task.kind == TaskKind::run) return {};
  if (task.kind == TaskKind::sketch) return session::sketch_key(played, task, services);
  const auto known = machine::device_named("");
  if (!known) return {};
  std::optional<machine::DeviceSpec> spec = services.device ? services.device->spec() : std::nullopt;
  const auto machine = study::machine_of(services.device.get(), spec ? *spec : *known);
  const auto plans = study::plans_of(played.chains.at(task.chain), {}, machine.limits);
  // A lesson that loaded has plans; if this device refuses them the task is skipped like any other without an answer.
  if (!plans) return {};
  std::string out;
  if (task.kind == TaskKind::number) {
    // What a run will measure is not known before it: the model's is the best that can be said.
    constexpr std::string_view measured = "measured.";
    std::string_view asked = task.asked;
    if (asked.starts_with(measured)) asked.remove_prefix(measured.size());
    const auto answer = lesson::value_of(lesson::lesson_quantities(played, machine), task.chain, asked);
    return answer ? base::exact_number(*answer) : out;
  }
  const std::vector<int> intermediates = plans->front().intermediates();
  for (const charts::Arrow& arrow : charts::arrows(plans->front())) {
    const bool between = std::ranges::find(intermediates, arrow.value) != intermediates.end();
    if (arrow.full && (task.kind == TaskKind::count_arrows || between)) out += arrow.id + " ";
  }
  return out;
}

}  // namespace cli
