// Minutes are counted from words and actions: nobody was timed.
#include "cli/lesson_pace.hpp"

#include "base/words.hpp"
#include "cli/output.hpp"
#include "lesson/pace.hpp"

#include <fmt/format.h>

namespace cli {
namespace {

std::string shown(double minutes) {
  return fmt::format("{:.1f}", minutes);
}

}  // namespace

std::string pace_sheet(const lesson::Lesson& lesson, const machine::DeviceSpec& spec) {
  const auto steps = lesson::pace(lesson, study::machine_of(spec));
  std::vector<std::vector<std::string>> rows{{base::say("cli.column.step"), base::say("cli.column.title"),
                                              base::say("cli.column.minutes"), base::say("cli.column.alone"),
                                              base::say("cli.column.in_class")}};
  double alone = 0, in_class = 0;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const lesson::StepPace& one = steps[i];
    rows.push_back(
        {std::to_string(i + 1), one.title, std::to_string(one.minutes), shown(one.alone()), shown(one.in_class())});
    alone += one.alone();
    in_class += one.in_class();
  }
  rows.push_back(
      {"", base::say("cli.lesson.pace.whole"), std::to_string(lesson.minutes), shown(alone), shown(in_class)});
  std::string out = base::say("cli.lesson.pace", {{"id", lesson.id},
                                                  {"words", fmt::format("{}", lesson::words_a_minute)},
                                                  {"seconds", fmt::format("{}", lesson::seconds_an_action)}}) +
                    "\n" + text_table(rows);
  if (const auto minutes = lesson::minutes_to_run(steps))
    out += base::say("cli.lesson.pace.run", {{"minutes", shown(*minutes)}}) + "\n";
  return out;
}

}  // namespace cli
