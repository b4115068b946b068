// The lock rule in every shipped lesson: no number that a task asks can be read before its lock, wherever one looks:
// page, text twin, files of its figures, inspector, kernels' sources.
#include "base/text.hpp"
#include "base/units.hpp"
#include "base/words.hpp"
#include "charts/frame/source_words.hpp"
#include "lesson/kinds/kind.hpp"
#include "lesson/letters.hpp"
#include "lesson/loader.hpp"
#include "lesson/values.hpp"
#include "machine/device_spec.hpp"
#include "stage.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace all_lessons_lock_test {

using tests::Stage;

/// A number that some step asks, as it would be shown.
struct Asked {
  std::size_t step = 0;
  std::string quantity, chain;
  std::set<std::string> forms;
};

/// Forms of which one is a proof: "2" stands everywhere.
void add_form(Asked& asked, const std::string& form) {
  const auto digits = std::ranges::count_if(form, [](unsigned char c) { return std::isdigit(c) != 0; });
  if (form.size() >= 4 && (digits >= 2 || form.find(' ') != std::string::npos)) asked.forms.insert(form);
}

std::vector<Asked> asked_in(const lesson::Lesson& lesson, const std::vector<machine::DeviceSpec>& specs) {
  std::vector<Asked> all;
  for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
    const auto& task = lesson.steps[i].task;
    if (!task || task->kind != &lesson::kinds::number) continue;
    Asked asked{i + 1, task->asked, task->chain, {}};
    for (const auto& spec : specs) {
      const auto value =
          lesson::value_of(lesson::lesson_quantities(lesson, study::machine_of(spec)), task->chain, task->asked);
      if (!value) continue;
      add_form(asked, lesson::show_quantity(task->asked, *value));
      add_form(asked, lesson::show_value(task->asked, *value));
      if (lesson::unit_of(task->asked) != lesson::Unit::bytes) continue;
      add_form(asked, std::to_string(std::llround(*value)));
      add_form(asked, base::group_digits(std::llround(*value)));
    }
    if (!asked.forms.empty()) all.push_back(std::move(asked));
  }
  return all;
}

/// What the lesson's author wrote into a step, its {values} left out: that is given.
std::string written(const lesson::Step& step) {
  std::string all = step.title;
  for (const auto& block : step.blocks) all += block.text + "\n";
  if (step.task) {
    all += step.task->question + "\n" + step.task->hint + "\n";
    for (const auto& choice : step.task->choices) all += choice + "\n";
  }
  return all;
}

/// Whether the step has to do with a chain. Of another one a small number may well be the same.
bool is_about(const lesson::Step& step, const std::string& chain) {
  return (step.task && step.task->chain == chain) || std::ranges::any_of(step.blocks, [&](const auto& block) {
           return block.name == chain || block.chain == chain;
         });
}

/// All that the inspector says of anything, one after the other.
std::string inspected(Stage& stage) {
  std::string all;
  if (!stage->act("inspector.toggle")) return all;
  const auto said = [&] {
    std::string now;
    for (const auto* node : session::all_nodes(stage->view())) {
      if (!node->id.starts_with("inspect")) continue;
      now += node->label + "\n" + node->value + "\n";
      for (const auto& line : node->lines) now += line + "\n";
      now += tests::told(*node);
    }
    return now;
  };
  const std::string first = said();
  all = first;
  for (int i = 0; i < 200 && stage->act("inspect.next"); ++i) {
    const std::string now = said();
    if (now == first) break;
    all += now;
  }
  stage->act("inspector.toggle");
  return all;
}

std::string read_everywhere(Stage& stage) {
  std::string all = stage.everything() + inspected(stage);
  if (stage->act("source.toggle")) {
    all += stage.everything();
    stage->act("source.toggle");
  }
  return all;
}

/// Where the form stands, not as a part of a longer number: a coordinate of a drawing has many digits.
std::size_t stands_at(const std::string& all, const std::string& form) {
  const auto is_digit = [&](std::size_t at) {
    return at < all.size() && std::isdigit(static_cast<unsigned char>(all[at])) != 0;
  };
  for (std::size_t at = all.find(form); at != std::string::npos; at = all.find(form, at + 1)) {
    const bool goes_on = is_digit(at + form.size()) && std::isdigit(static_cast<unsigned char>(form.back())) != 0;
    if (!goes_on && (at == 0 || !is_digit(at - 1))) return at;
  }
  return std::string::npos;
}

class EveryLesson : public testing::TestWithParam<const char*> {};

TEST_P(EveryLesson, TellsNoAskedNumberBeforeItsLock) {
  Stage stage;
  ASSERT_TRUE(stage->open_lesson(GetParam()));
  const auto found = lesson::find(GetParam());
  ASSERT_TRUE(found);
  const lesson::Lesson& lesson = *found;
  const auto asked = asked_in(lesson, {tests::fake_spec(), tests::fake_spec(true)});
  // What only a recording tells is nowhere known here.
  const bool of_recording = std::ranges::any_of(
      lesson.steps, [](const auto& step) { return step.task && lesson::is_seen(step.task->asked); });
  EXPECT_TRUE(!asked.empty() || of_recording);
  for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
    stage->go_to_step(static_cast<int>(i) + 1);
    const std::string all = read_everywhere(stage), given = written(lesson.steps[i]);
    for (const Asked& one : asked) {
      for (const std::string& form : one.forms) {
        const std::size_t at = stands_at(all, form);
        if (at == std::string::npos || given.find(form) != std::string::npos) continue;
        const auto digits = std::ranges::count_if(form, [](unsigned char c) { return std::isdigit(c) != 0; });
        if (digits < 5 && !is_about(lesson.steps[i], one.chain)) continue;
        ADD_FAILURE() << one.quantity << " = '" << form << "', asked at step " << one.step << ", stands on step "
                      << i + 1 << ":\n"
                      << all.substr(at < 160 ? 0 : at - 160, 300);
      }
    }
  }
}

/// What the inspector says of one thing after the other.
template <class Visit>
void each_subject(Stage& stage, Visit visit) {
  std::string first;
  for (int i = 0; i < 200; ++i) {
    const auto* told = stage.node("inspect.told");
    if (told == nullptr || told->label == first) return;
    if (first.empty()) first = told->label;
    visit(*told);
    if (!stage->act("inspect.next")) return;
  }
}

/// Labels of the inspector's rows that, put together, tell a quantity of one plan: by tensor, by op, by level.
std::set<std::string> adds_up_to(std::string_view family, const std::string& plan) {
  const auto of_plan = [&](std::string_view key) { return base::say(key, {{"plan", plan}}); };
  if (family == "kernels") return {of_plan("session.inspector.done_by"), base::say("session.inspector.schedule")};
  std::set<std::string> rows{of_plan("session.inspector.in_plan"),    of_plan("session.inspector.crossings_in"),
                             of_plan("session.inspector.written_by"), of_plan("session.inspector.read_by"),
                             base::say("session.inspector.reads"),    base::say("session.inspector.writes"),
                             base::say("session.row.crossings")};
  if (family == "bytes") {
    rows = {base::say("session.inspector.read"), base::say("session.inspector.written"),
            base::say("session.inspector.issued"), base::say("session.inspector.l2"),
            base::say("session.inspector.dram")};
  }
  return rows;
}

/// "Kernel 1 of unfused" does not speak of the plan "fused".
bool speaks_of(const std::string& text, const std::string& plan) {
  return text.starts_with(plan) || text.find(" " + plan) != std::string::npos;
}

/// The total is not told in parts either: no list by tensor, by op, by kernel or by level of what is asked.
TEST_P(EveryLesson, TellsNoListThatAddsUpToIt) {
  const auto found = lesson::find(GetParam());
  ASSERT_TRUE(found);
  int held = 0, asked = 0;
  for (std::size_t i = 0; i < found->steps.size(); ++i) {
    const auto& task = found->steps[i].task;
    const std::string quantity = task ? asked_by(*task) : std::string();
    const auto dot = quantity.find('.');
    const std::string family = quantity.substr(0, dot), plan = dot == std::string::npos ? "" : quantity.substr(dot + 1);
    if ((family != "crossings" && family != "bytes" && family != "kernels") || (plan != "unfused" && plan != "fused"))
      continue;
    ++asked;
    Stage stage;
    ASSERT_TRUE(stage->open_lesson(GetParam()));
    stage->go_to_step(static_cast<int>(i) + 1);
    if (!stage->act("inspector.toggle")) continue;
    const std::string words = charts::plan_words(plan);
    const auto rows = adds_up_to(family, words);
    each_subject(stage, [&](const session::Node& told) {
      for (const session::Row& row : told.rows) {
        const bool of_other_kernel = !speaks_of(told.label, words) && !speaks_of(row[0].text, words);
        if (!rows.contains(row[0].text) || of_other_kernel) continue;
        EXPECT_EQ(row[1].text, "?") << quantity << " at step " << i + 1 << ", " << told.label << ": " << row[0].text;
        ++held;
      }
    });
  }
  EXPECT_TRUE(asked == 0 || held > 0) << "nothing was looked at";
}

/// Each step opened first: what its question says of another plan than the one that is asked is not closed by a task
/// that the student jumped over, unless that asks the very number.
TEST_P(EveryLesson, AsksWholeQuestionsInWhateverOrder) {
  const auto found = lesson::find(GetParam());
  ASSERT_TRUE(found);
  const auto asks = [&](const std::string& name) {
    return std::ranges::any_of(found->steps, [&](const auto& step) {
      return step.task && (step.task->asked == name || step.task->chain + "/" + step.task->asked == name);
    });
  };
  Stage stage;
  ASSERT_TRUE(stage->open_lesson(GetParam()));
  for (std::size_t i = 0; i < found->steps.size(); ++i) {
    const auto& task = found->steps[i].task;
    if (!task) continue;
    const auto names = lesson::names_in(task->question);
    if (names.empty() || std::ranges::any_of(names, asks)) continue;
    stage->go_to_step(static_cast<int>(i) + 1);
    const auto* question = stage.node("task.question");
    ASSERT_NE(question, nullptr);
    for (const auto& paragraph : question->paragraphs) {
      std::string text;
      for (const auto& run : paragraph.runs) text += run.text;
      EXPECT_EQ((" " + text).find(" ? "), std::string::npos) << "step " << i + 1 << ": " << text;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Shipped, EveryLesson,
                         testing::Values("01", "02", "03", "04", "05", "06", "07", "08", "09", "10", "11", "12", "13",
                                         "14", "15", "16", "17", "19", "20", "21", "22", "23"));

}  // namespace all_lessons_lock_test
