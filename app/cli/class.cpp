// onetrip class: the files that students hand in, counted together and drawn against the truth. No student is ranked.
#include "base/visible.hpp"
#include "base/words.hpp"
#include "charts/bars/class_cloud.hpp"
#include "charts/bars/cloud_words.hpp"
#include "charts/frame/provenance.hpp"
#include "cli/commands.hpp"
#include "cli/options.hpp"
#include "cli/output.hpp"
#include "cli/sheet.hpp"
#include "cli/study.hpp"
#include "figure/utf8.hpp"
#include "lesson/class_tally.hpp"
#include "lesson/judge.hpp"
#include "lesson/kinds/kind.hpp"
#include "lesson/loader.hpp"
#include "machine/device_spec.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <map>

namespace cli {
namespace {

using lesson::By;
using lesson::TaskTally;

constexpr Flag class_flags[] = {
    {"--lesson", "ID", "cli.flag.lesson.class"},
    output_flag,
    spec_flag,
    preset_flag,
    title_flag,
    text_flag,
    theme_flag,
    transparent_flag,
    json_flag,
};

/// The files that can be used, and what is wrong with them all.
struct Class {
  std::vector<std::string> labels;  ///< the student's name, or the file's
  std::vector<lesson::Answers> students;
  std::vector<std::string> files;
  base::Diagnostics mistakes;  ///< as base::Expected would have them
  std::vector<std::string> remarks;
};

/// A file that was handed in twice counts once: the sound one; if both are, or neither, the one that tells more.
void take(Class& all, lesson::Answers answers, const std::string& file) {
  const auto same = std::ranges::find_if(
      all.students, [&](const lesson::Answers& other) { return !answers.id.empty() && other.id == answers.id; });
  const std::string label =
      figure::clean_line(answers.student.empty() ? std::filesystem::path(file).filename().string() : answers.student);
  if (same == all.students.end()) {
    all.labels.push_back(label);
    all.files.push_back(file);
    all.students.push_back(std::move(answers));
    return;
  }
  const auto index = static_cast<std::size_t>(same - all.students.begin());
  std::string left_out = file;
  // A copy with lines missing or broken may tell more only because it tells the same twice.
  const bool sound = answers.flaws.empty(), other_sound = same->flaws.empty();
  if (sound == other_sound ? answers.events.size() > same->events.size() : sound) {
    std::swap(left_out, all.files[index]);
    all.labels[index] = label;
    *same = std::move(answers);
  }
  all.remarks.push_back(base::say(sound == other_sound ? "class.twice" : "class.flawed_twice",
                                  {{"file", left_out}, {"other", all.files[index]}}));
}

Class read(const std::vector<std::string>& files) {
  Class all;
  for (const std::string& named : files) {
    auto answers = lesson::load_answers(named);
    const std::string file = base::visible(named);  // a student's name for it, as the rest of what is said
    if (!answers) {
      all.mistakes.insert(all.mistakes.end(), answers.error().begin(), answers.error().end());
      continue;
    }
    all.mistakes.insert(all.mistakes.end(), answers->flaws.begin(), answers->flaws.end());
    if (answers->torn > 0) {
      all.remarks.push_back(base::say("class.torn", {{"place", fmt::format("{}:{}", file, answers->torn)}}));
    }
    take(all, std::move(*answers), file);
  }
  return all;
}

/// The lessons that were answered, or the one asked for.
base::Expected<std::vector<lesson::Lesson>> lessons_of(Class& all, const Options& options) {
  std::vector<lesson::Lesson> out;
  if (const auto id = options.value("--lesson")) {
    auto found = lesson::find(*id);
    if (!found) return std::unexpected(found.error());
    out.push_back(std::move(*found));
    return out;
  }
  std::map<std::string, std::string> answered;  // and where first
  for (std::size_t i = 0; i < all.students.size(); ++i) {
    for (const lesson::AnswerEvent& event : all.students[i].events) {
      answered.emplace(event.lesson, fmt::format("{}:{}", all.files[i], event.line));
    }
  }
  for (const auto& [id, place] : answered) {
    if (auto found = lesson::find(id)) {
      out.push_back(std::move(*found));
    } else {
      all.remarks.push_back(base::say("class.no_lesson", {{"place", place}, {"lesson", id}}));
    }
  }
  return out;
}

/// One lesson, counted.
struct Counted {
  lesson::Lesson lesson;
  std::vector<TaskTally> tasks;
  int students = 0;                 ///< who locked anything of it
  std::vector<std::string> handed;  ///< "Ada 9 of 10"
};

Counted count(const Class& all, lesson::Lesson lesson, const machine::DeviceSpec& spec) {
  Counted out;
  out.tasks = lesson::tally(lesson, all.students, lesson::lesson_quantities(lesson, study::machine_of(spec)));
  for (std::size_t i = 0; i < all.students.size(); ++i) {
    int locked = 0;
    for (const TaskTally& one : lesson::tally(lesson, {all.students[i]}, {})) locked += one.answered;
    out.students += locked > 0 ? 1 : 0;
    out.handed.push_back(base::say(
        "class.handed",
        {{"student", all.labels[i]}, {"n", std::to_string(locked)}, {"all", std::to_string(out.tasks.size())}}));
  }
  out.lesson = std::move(lesson);
  return out;
}

std::string truth_of(const TaskTally& one) {
  if (!one.truth) return {};
  const bool letter = one.task.kind->by == By::letter;
  return letter ? one.task.kind->shown(one.task, *one.truth)
                : lesson::show_answer(one.task, one.task.asked, *one.truth);
}

/// Of a quantity's plain number: "crossings", "B"; a ratio has none.
std::string unit_name(const std::string& quantity) {
  const auto unit = lesson::unit_of(quantity);
  if (!unit) return {};
  if (lesson::is_count(*unit) || *unit == lesson::Unit::own) return std::string(lesson::noun_of(quantity));
  switch (*unit) {
    case lesson::Unit::bytes:
      return "B";
    case lesson::Unit::seconds:
      return "s";
    case lesson::Unit::percent:
      return "%";
    default:
      return {};
  }
}

/// A bar as long as the share of them all: the shape of a distribution in a terminal.
std::string bar(int students, int of) {
  constexpr int longest = 30;
  return std::string(static_cast<std::size_t>(of == 0 ? 0 : (students * longest + of - 1) / of), '#');
}

/// How many said that they were sure, and were right or wrong.
int sure_of(const TaskTally& one, bool right) {
  int sure = 0;
  for (const lesson::SameAnswer& answer : one.answers) sure += answer.right == right ? answer.sure : 0;
  return sure;
}

std::string report(const TaskTally& one) {
  const auto shown = [&](double value) { return lesson::show_value(one.task.asked, value); };
  std::string out = fmt::format("\n{} ({})\n", one.step, one.task.id);
  std::string counts = base::say("class.answered", {{"n", std::to_string(one.answered)}});
  if (one.judged) counts += base::say("class.right", {{"n", std::to_string(one.right)}});
  if (one.skipped > 0) counts += base::say("class.skipped", {{"n", std::to_string(one.skipped)}});
  out += "  " + counts + "\n";
  if (one.task.kind->by == By::number) {
    out += "  " +
           (one.truth ? base::say(one.judged ? "class.truth" : "class.truth_of_run", {{"truth", truth_of(one)}})
                      : std::string(base::text("class.no_truth"))) +
           "\n";
    if (!one.guesses.empty()) {
      const lesson::Spread spread = lesson::spread_of(one.guesses);
      out += "  " +
             base::say("class.guesses", {{"median", shown(spread.median)},
                                         {"q1", shown(spread.q1)},
                                         {"q3", shown(spread.q3)},
                                         {"least", shown(one.guesses.front())},
                                         {"most", shown(one.guesses.back())}}) +
             "\n";
    }
  }
  std::vector<std::vector<std::string>> rows{{"", "", "", ""}};
  for (const lesson::SameAnswer& answer : one.answers) {
    const std::string note = answer.right ? std::string(base::text("class.is_right")) : answer.mistake;
    rows.push_back({"  " + answer.shown, std::to_string(answer.students), bar(answer.students, one.answered), note});
  }
  if (rows.size() > 1) {
    const std::string table = text_table(rows);
    out += table.substr(table.find('\n') + 1);
  }
  const int wrong = sure_of(one, false);
  if (const int sure = wrong + sure_of(one, true); one.judged && sure > 0) {
    out += "  " + base::say("class.sure", {{"n", std::to_string(sure)}, {"wrong", std::to_string(wrong)}}) + "\n";
  }
  if (!one.causes.empty() && one.answered > one.right) {
    const lesson::Cause& first = one.causes.front();
    out += "  " +
           base::say("class.cause", {{"name", first.name},
                                     {"n", std::to_string(first.students)},
                                     {"wrong", std::to_string(one.answered - one.right)},
                                     {"why", first.explanation}}) +
           "\n";
  }
  return out;
}

std::string report(const Counted& counted, const machine::DeviceSpec& spec) {
  std::string out = base::say("class.head", {{"id", counted.lesson.id},
                                             {"title", counted.lesson.title},
                                             {"students", charts::students_words(counted.students)}}) +
                    "\n";
  out += base::say("class.handed_in", {{"list", fmt::format("{}", fmt::join(counted.handed, ", "))}}) + "\n";
  out += base::say("class.model", {{"spec", charts::spec_words(spec)}}) + "\n";
  for (const TaskTally& one : counted.tasks) out += report(one);
  return out + "\n";
}

nlohmann::ordered_json json_of(const TaskTally& one) {
  nlohmann::ordered_json out = {{"id", one.task.id},
                                {"title", one.step},
                                {"kind", one.task.kind->name},
                                {"answered", one.answered},
                                {"skipped", one.skipped}};
  out["right"] = one.judged ? nlohmann::ordered_json(one.right) : nullptr;
  if (!one.task.asked.empty()) out["asked"] = one.task.asked;
  const bool number = one.task.kind->by == By::number;
  if (number) {
    out["truth"] = {{"source", "model"}, {"value", one.truth ? nlohmann::ordered_json(*one.truth) : nullptr}};
    if (!one.guesses.empty()) {
      const lesson::Spread spread = lesson::spread_of(one.guesses);
      out["guess"] = {{"source", "guess"}, {"median", spread.median},      {"q1", spread.q1},
                      {"q3", spread.q3},   {"least", one.guesses.front()}, {"most", one.guesses.back()}};
    }
  } else if (one.task.kind->by == By::letter) {
    out["truth"] = {{"source", "lesson"}, {"value", truth_of(one)}};
  }
  out["answers"] = nlohmann::ordered_json::array();
  for (const lesson::SameAnswer& answer : one.answers) {
    nlohmann::ordered_json same = {{"source", "guess"}};
    same["value"] = number ? nlohmann::ordered_json(answer.value) : nlohmann::ordered_json(answer.shown);
    same["students"] = answer.students;
    same["sure"] = answer.sure;
    if (one.judged) same["right"] = answer.right;
    if (!answer.mistake.empty()) same["mistake"] = answer.mistake;
    out["answers"].push_back(std::move(same));
  }
  return out;
}

charts::Cloud cloud_of(const Counted& counted) {
  charts::Cloud cloud{counted.lesson.title, counted.students, {}};
  for (const TaskTally& one : counted.tasks) {
    const bool letters = one.task.kind->by == By::letter;
    if (one.answered == 0 || (!letters && one.task.kind->by != By::number)) continue;
    charts::CloudRow& row = cloud.rows.emplace_back();
    row.task = one.task.id;
    row.name = one.step;
    row.letters = letters;
    row.truth = one.truth;
    row.truth_shown = truth_of(one);
    row.judged = one.judged;
    if (!letters) row.unit = unit_name(one.task.asked);
    for (const lesson::SameAnswer& answer : one.answers) {
      row.answers.push_back({answer.shown, answer.value, answer.students, answer.right, answer.mistake});
    }
  }
  return cloud;
}

base::Expected<void> draw(const Counted& counted, const machine::DeviceSpec& spec, const std::string& file,
                          const Options& options) {
  const auto written = export_options(options);
  if (!written) return std::unexpected(written.error());
  charts::ChartData sheet;
  if (auto set = set_sheet(sheet, options, written->theme); !set) return set;
  sheet.spec = spec;
  // Not the files: their names are most often the students'.
  sheet.command = fmt::format("onetrip class merge FILES --lesson {} -o FILE", counted.lesson.id);
  return exporter::write(charts::class_cloud(sheet, cloud_of(counted)), file, *written);
}

Exit merge(const Options& options) {
  const auto spec = spec_of(options);
  if (!spec) return bad_input(spec.error());
  const std::vector<std::string> files(options.words.begin() + 1, options.words.end());
  if (files.empty()) return bad_input(base::wrong(std::string(base::text("class.no_files"))).error());
  Class all = read(files);
  const auto lessons = lessons_of(all, options);
  if (!lessons) return bad_input(lessons.error());
  const auto file = options.value(output_flag.name);
  if (file && lessons->size() > 1) {
    return bad_input(base::wrong(base::say("class.one_figure", {{"lesson", lessons->back().id}})).error());
  }
  std::vector<Counted> counted;
  for (const lesson::Lesson& lesson : *lessons) {
    for (std::size_t i = 0; i < all.students.size(); ++i) {
      const auto misfits = lesson::misfits(lesson, all.students[i], all.files[i]);
      all.mistakes.insert(all.mistakes.end(), misfits.begin(), misfits.end());
    }
    counted.push_back(count(all, lesson, *spec));
  }
  for (const std::string& remark : all.remarks) print_error(remark + "\n");
  const Exit exit = all.mistakes.empty() ? Exit::done : bad_input(all.mistakes);
  if (all.students.empty()) return Exit::bad_input;
  if (counted.empty())
    return bad_input(
        base::wrong(std::string(base::text("class.nothing")), std::string(base::text("class.nothing.hint"))).error());
  if (options.has(json_flag.name)) {
    nlohmann::ordered_json out = {{"students", all.students.size()}, {"spec", spec->id}};
    for (const Counted& one : counted) {
      nlohmann::ordered_json tasks = nlohmann::ordered_json::array();
      for (const TaskTally& task : one.tasks) tasks.push_back(json_of(task));
      out["lessons"].push_back(
          {{"id", one.lesson.id}, {"title", one.lesson.title}, {"students", one.students}, {"tasks", tasks}});
    }
    out["malformed"] = nlohmann::ordered_json::array();
    for (const base::Diagnostic& mistake : all.mistakes) {
      out["malformed"].push_back({{"file", mistake.file}, {"line", mistake.line}, {"message", mistake.message}});
    }
    print_json(out);
  } else {
    for (const Counted& one : counted) print(report(one, *spec));
  }
  if (file) {
    if (const auto done = draw(counted.front(), *spec, *file, options); !done) return bad_input(done.error());
  }
  return exit;
}

}  // namespace

Exit run_class(const std::vector<std::string>& arguments) {
  constexpr std::size_t most_files = 1000;
  const auto options =
      begin(arguments, {"class merge FILES... [options]", base::text("class.help"), class_flags, 1, most_files + 1});
  if (!options) return options.error();
  if (options->words[0] == "merge") return merge(*options);
  return bad_input(base::wrong(base::say("cli.class.unknown", {{"verb", options->words[0]}}),
                               base::say("cli.write", {{"usage", "class merge FILES"}}))
                       .error());
}

}  // namespace cli
