// Reads them, line by line or as they were locked.
#include "cli/played_answers.hpp"

#include "base/resources.hpp"
#include "base/text.hpp"
#include "base/words.hpp"
#include "lesson/class_tally.hpp"
#include "lesson/kinds/kind.hpp"

#include <algorithm>

namespace cli {
namespace {

std::string task_ids(const lesson::Lesson& played) {
  std::string ids;
  for (const lesson::Step& step : played.steps) {
    if (step.task) ids += (ids.empty() ? "" : ", ") + step.task->id;
  }
  return ids;
}

/// As one would type it.
std::string typed(const lesson::Answer& answer, const lesson::TaskKind& kind) {
  std::string text = kind.typed == nullptr ? std::string() : kind.typed(answer);
  if (kind.takes_confidence && answer.confidence != lesson::Confidence::unsaid) {
    text += " " + std::string(base::text("session.confidence." + std::string(lesson::name(answer.confidence))));
  }
  return text;
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
    answers[step.task->id] = {typed(found->second, *step.task->kind), {file, 0, 0, 1, {}, {}, {}}};
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

}  // namespace cli
