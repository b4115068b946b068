// One small JSON object a lesson, answers by their task's id.
#include "session/kept_answers.hpp"

#include "base/error.hpp"
#include "base/resources.hpp"
#include "base/text.hpp"
#include "base/words.hpp"
#include "session/arrow_marks.hpp"
#include "session/aside.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <fcntl.h>
#include <sys/file.h>
#include <thread>
#include <unistd.h>
#include <utility>

namespace session {
namespace {

using lesson::TaskKind;
using nlohmann::json;

constexpr int answers_version = 1;
constexpr std::int64_t max_answers_bytes = 1024 * 1024;

std::filesystem::path answers_path(const Course& course) {
  return base::user_data() / "lessons" / (course.lesson.id + ".json");
}

/// Only one window at a time reads and writes a lesson's answers: a lock on their folder, which goes with the program.
class Turn {
 public:
  explicit Turn(const std::filesystem::path& folder)
      : folder_(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
    constexpr int most_tries = 200;  // a second in all: whoever holds it longer hangs
    for (int tried = 0; folder_ >= 0 && ::flock(folder_, LOCK_EX | LOCK_NB) != 0; ++tried) {
      if (errno != EWOULDBLOCK && errno != EINTR) return;  // a file system without locks is no reason to wait
      if (tried == most_tries) {
        ::close(folder_);
        throw base::MachineError(base::say("session.answers.busy", {{"path", folder.string()}}));
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
  }
  ~Turn() {
    if (folder_ >= 0) ::close(folder_);
  }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;

 private:
  int folder_;
};

/// What a program that was killed while it wrote has left. Only in our turn: nobody else is writing then.
void sweep(const std::filesystem::path& path) {
  std::error_code problem;
  const std::string begin = "." + path.filename().string() + ".";
  for (const auto& entry : std::filesystem::directory_iterator(path.parent_path(), problem)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with(begin) && name.ends_with(".tmp")) std::filesystem::remove(entry.path(), problem);
  }
}

/// Out of the way of the next one; what to say about it.
std::string put_aside(const std::filesystem::path& path) {
  const auto kept = move_aside(path);
  const auto key = kept ? "session.answers.broken" : "session.answers.broken_stays";
  return base::say(key, {{"path", kept.value_or(path).string()}});
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

/// What of it the student answered: not how often they asked for a hint, or skipped it first.
json answer_of(json kept) {
  kept.erase("hint");
  kept.erase("skipped");
  return kept;
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

/// Whether the file has an answer of this task that stays as it is.
bool locked_in(const Course& course, const lesson::Task& task, const json& kept) {
  try {
    const Attempt attempt = read(kept);
    return attempt.locked && fits(course, task, attempt);
  } catch (const json::exception&) {
    return false;
  }
}

}  // namespace

std::string recall_answers(Course& course) {
  const auto path = answers_path(course);
  std::error_code problem;
  if (!std::filesystem::exists(path, problem)) return {};
  const auto answers = answers_in(path);
  if (!answers) return put_aside(path);
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

std::string keep_answers(Course& course) {
  const auto path = answers_path(course);
  std::error_code problem;  // what the disk refuses here, it refuses again below, with a sentence
  std::filesystem::create_directories(path.parent_path(), problem);
  const Turn turn(path.parent_path());
  sweep(path);
  std::string said;
  auto there = answers_in(path);
  if (!there && std::filesystem::exists(path, problem)) said = put_aside(path);
  if (!there) there = json::object();
  json answers = *there;  // also those of tasks that this lesson has no more
  int others = 0;
  for (std::size_t i = 0; i < course.attempts.size(); ++i) {
    const auto& task = course.lesson.steps[i].task;
    if (!task || task->kind == TaskKind::run) continue;
    const Attempt& mine = course.attempts[i];
    json& kept = answers[task->id];
    if (!locked_in(course, *task, kept)) {
      kept = written(mine);
    } else if (mine.locked && answer_of(kept) != answer_of(written(mine))) {
      ++others;
    }
  }
  const json all = {{"onetrip_answers", answers_version}, {"lesson", course.lesson.id}, {"answers", answers}};
  base::write_file(path, all.dump(2, ' ', false, json::error_handler_t::replace) + "\n");
  if (std::exchange(course.others, others) < others)
    said = base::say("session.answers.others", {{"n", std::to_string(others)}});
  return said;
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
