// Answers of this start, else those on file.
#include "session/course/progress.hpp"

#include "session/state/answer_file.hpp"

#include <algorithm>

namespace session {

Progress::Progress(const Desk& desk) : desk_(desk) {
  // Where the file cannot be read, opening a lesson says so.
  if (!desk.services.keeps_answers) return;
  if (auto read = lesson::load_answers(answers_path())) answers_ = std::move(*read);
}

LessonProgress Progress::of(const lesson::Listed& one) const {
  LessonProgress progress{0, one.tasks};
  if (const auto open = desk_.courses.find(one.id); open != desk_.courses.end()) {
    progress.answered = static_cast<int>(std::ranges::count(open->second.attempts, true, &Attempt::locked));
    return progress;
  }
  const auto any = [](const std::string&, const lesson::Answer&) { return true; };
  const auto there = lesson::standing(answers_, one.id, any);
  auto done = std::ranges::count_if(there, [](const auto& answer) { return answer.second.locked; });
  // Runs are no answers: what ran is in the settings.
  const auto ran = desk_.settings.ran.find(one.id);
  if (ran != desk_.settings.ran.end()) done += std::ssize(ran->second);
  // A lesson that was rewritten may have fewer tasks than were answered.
  progress.answered = std::min(static_cast<int>(done), one.tasks);
  return progress;
}

const lesson::Listed* Progress::next(const std::vector<lesson::Listed>& course) const {
  const std::string& last = desk_.course != nullptr ? desk_.course->lesson.id : desk_.settings.last_lesson;
  const auto here = std::ranges::find(course, last, &lesson::Listed::id);
  const auto is_open = [&](const lesson::Listed& one) { return !of(one).done(); };
  if (here != course.end() && is_open(*here)) return &*here;
  const auto after = here == course.end() ? course.begin() : here;
  auto found = std::find_if(after, course.end(), is_open);
  if (found == course.end()) found = std::find_if(course.begin(), after, is_open);
  return found == course.end() || !is_open(*found) ? nullptr : &*found;
}

}  // namespace session
