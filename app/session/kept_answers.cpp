// One small JSON object a lesson, answers by their task's id.
#include "session/kept_answers.hpp"

#include "base/resources.hpp"
#include "base/text.hpp"
#include "base/words.hpp"
#include "session/arrow_marks.hpp"
#include "session/aside.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace session {
namespace {

using lesson::TaskKind;
using nlohmann::json;

constexpr int answers_version = 1;
constexpr std::int64_t max_answers_bytes = 1024 * 1024;

std::filesystem::path answers_path(const Course& course) {
  return base::user_data() / "lessons" / (course.lesson.id + ".json");
}

/// The answers of a file by task; nothing if it is not what we wrote.
std::optional<json> answers_in(const std::filesystem::path& path) {
  const auto text = base::read_file(path, max_answers_bytes);
  if (!text) return std::nullopt;
  const auto all = json::parse(*text, nullptr, false);
  if (!all.is_object() || all.value("onetrip_answers", json()) != answers_version) return std::nullopt;
  const auto answers = all.find("answers");
  if (answers == all.end() || !answers->is_object()) return std::nullopt;
  return *answers;
}

json written(const Attempt& attempt) {
  json out = {{"locked", attempt.locked}, {"skipped", attempt.skipped}, {"hint", attempt.hint},
              {"typed", attempt.typed},   {"marks", attempt.marks},     {"struck", attempt.struck},
              {"chosen", attempt.chosen}};
  if (attempt.guess) out["guess"] = *attempt.guess;
  return out;
}

/// Throws json::exception where a field is absent or of another type.
Attempt read(const json& from) {
  Attempt out;
  from.at("locked").get_to(out.locked);
  from.at("skipped").get_to(out.skipped);
  from.at("hint").get_to(out.hint);
  from.at("typed").get_to(out.typed);
  from.at("marks").get_to(out.marks);
  from.at("struck").get_to(out.struck);
  from.at("chosen").get_to(out.chosen);
  if (const auto guess = from.find("guess"); guess != from.end()) out.guess = guess->get<double>();
  return out;
}

/// Whether an answer is one that this task could have got: the lesson may have changed, or the file.
bool fits(const Course& course, const lesson::Task& task, const Attempt& attempt) {
  const bool choice = task.kind == TaskKind::choice;
  if (attempt.chosen < -1 || attempt.chosen >= (choice ? static_cast<int>(task.choices.size()) : 0)) return false;
  if (attempt.guess && !std::isfinite(*attempt.guess)) return false;
  if (!attempt.marks.empty() || !attempt.struck.empty()) {
    const auto bench = course.benches.find(task.chain);
    if (bench == course.benches.end()) return false;
    const auto arrows = charts::arrows(bench->second->unfused());
    const auto there = [&](const std::string& id) {
      return std::ranges::find(arrows, id, &charts::Arrow::id) != arrows.end();
    };
    if (!std::ranges::all_of(attempt.marks, there) || !std::ranges::all_of(attempt.struck, there)) return false;
  }
  if (!attempt.locked) return true;
  switch (task.kind) {
    case TaskKind::number:
      return attempt.guess.has_value();
    case TaskKind::choice:
      return attempt.chosen >= 0;
    case TaskKind::words:
      return !base::trim(attempt.typed).empty();
    case TaskKind::count_arrows:
      return all_marked(attempt, course.benches.at(task.chain)->unfused());
    case TaskKind::strike:
      return strike_mistake(attempt, *course.benches.at(task.chain)).empty();
    case TaskKind::run:
      break;
  }
  return true;
}

}  // namespace

std::string recall_answers(Course& course) {
  const auto path = answers_path(course);
  std::error_code problem;
  if (!std::filesystem::exists(path, problem)) return {};
  const auto answers = answers_in(path);
  if (!answers) {
    const auto kept = move_aside(path);
    const auto key = kept ? "session.answers.broken" : "session.answers.broken_stays";
    return base::say(key, {{"path", kept.value_or(path).string()}});
  }
  int left_out = 0;
  for (std::size_t i = 0; i < course.attempts.size(); ++i) {
    const auto& task = course.lesson.steps[i].task;
    if (!task || task->kind == TaskKind::run || !answers->contains(task->id)) continue;
    try {
      const Attempt attempt = read(answers->at(task->id));
      if (fits(course, *task, attempt)) {
        course.attempts[i] = attempt;
      } else {
        ++left_out;
      }
    } catch (const json::exception&) {
      ++left_out;
    }
  }
  return left_out == 0 ? std::string() : base::say("session.answers.left_out", {{"n", std::to_string(left_out)}});
}

void keep_answers(const Course& course) {
  const auto path = answers_path(course);
  const auto there = answers_in(path).value_or(json::object());
  json answers = json::object();
  for (std::size_t i = 0; i < course.attempts.size(); ++i) {
    const auto& task = course.lesson.steps[i].task;
    if (!task || task->kind == TaskKind::run) continue;
    const Attempt& mine = course.attempts[i];
    const auto other = there.find(task->id);
    const bool locked_there = other != there.end() && other->is_object() && other->value("locked", json()) == true;
    answers[task->id] = locked_there && !mine.locked ? *other : written(mine);
  }
  const json all = {{"onetrip_answers", answers_version}, {"lesson", course.lesson.id}, {"answers", answers}};
  std::error_code problem;  // what the disk refuses here, it refuses again below, with a sentence
  std::filesystem::create_directories(path.parent_path(), problem);
  base::write_file(path, all.dump(2, ' ', false, json::error_handler_t::replace) + "\n");
}

void forget_answers(const Course& course) {
  const auto path = answers_path(course);
  std::error_code problem;
  std::filesystem::remove(path, problem);
  if (problem) {
    throw base::MachineError(base::say("session.restart.stays", {{"path", path.string()}, {"why", problem.message()}}));
  }
}

}  // namespace session
