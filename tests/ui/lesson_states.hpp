// The states that a step of a lesson can be in, each reached by what a student does, on a device that obeys.
#pragma once

#include "base/text.hpp"
#include "lesson/kinds/kind.hpp"
#include "session/lesson/kinds/task_page.hpp"
#include "session/stage.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace tests {

inline const lesson::Lesson& lesson_of(const std::string& id) {
  static std::map<std::string, lesson::Lesson> known;
  const auto found = known.find(id);
  return found != known.end() ? found->second : known.emplace(id, lesson::find(id).value()).first->second;
}

struct LessonStep {
  std::string lesson;
  int number;
  [[nodiscard]] const lesson::Task& task() const {
    return *lesson_of(lesson).steps.at(static_cast<std::size_t>(number) - 1).task;
  }
  [[nodiscard]] bool is_run() const { return task().kind->is_run(); }
  [[nodiscard]] std::string named(const char* state) const { return fmt::format("{}/{} {}", lesson, number, state); }
};

inline std::vector<LessonStep> all_steps(const std::vector<std::string>& lessons) {
  std::vector<LessonStep> all;
  for (const std::string& lesson : lessons) {
    for (std::size_t i = 1; i <= lesson_of(lesson).steps.size(); ++i) all.push_back({lesson, static_cast<int>(i)});
  }
  return all;
}
/// Of the whole course.
inline std::vector<LessonStep> all_steps() {
  std::vector<LessonStep> all;
  const auto course = lesson::course().value();
  for (const lesson::Listed& one : course) {
    for (int i = 1; i <= one.steps; ++i) all.push_back({one.id, i});
  }
  return all;
}

inline std::vector<std::string> all_lessons() {
  std::vector<std::string> all;
  const auto course = lesson::course().value();
  for (const lesson::Listed& one : course) all.push_back(one.id);
  return all;
}

/// "Lesson01Step3", of a test.
inline std::string test_name(const testing::TestParamInfo<LessonStep>& one) {
  return fmt::format("Lesson{}Step{}", one.param.lesson, one.param.number);
}

/// What the lesson itself would answer on the device of tests. What only a recording tells is not known there: 2.
inline std::string right_answer(const LessonStep& step) {
  session::Services services;
  services.device = std::make_shared<FakeDevice>(std::make_shared<Orders>());
  const auto key = session::page_of(step.task()).key(lesson_of(step.lesson), step.task(), services);
  return key.empty() && !step.is_run() ? "2" : key;
}

inline std::string wrong_answer(const LessonStep& step) {
  if (step.task().kind->by == lesson::By::letter) return step.task().right == 0 ? "B" : "A";
  if (step.task().kind->by != lesson::By::curve) return right_answer(step) == "7" ? "3" : "7";
  const std::string right = right_answer(step);
  std::string flat;
  for (const std::string_view point : base::split(right, ' '))
    flat += (flat.empty() ? "" : " ") + std::string(point.substr(0, point.find(':'))) + ":1";
  return flat;
}

/// Types, chooses, marks or draws it, or starts the run, and locks it.
inline void give(Stage& stage, const LessonStep& step, const std::string& answer) {
  ASSERT_EQ(session::page_of(step.task()).play(*stage, answer), "") << step.named("given ") << answer;
  (void)stage->act("guess.lock");
  stage->wait();
}

inline void answer_rightly(Stage& stage, const LessonStep& step) {
  stage->go_to_step(step.number);
  give(stage, step, right_answer(step));
  const auto nodes = session::all_nodes(stage->view());
  const bool open =
      std::ranges::any_of(nodes, [](const auto* node) { return node->purpose == session::Purpose::dock; });
  ASSERT_FALSE(open) << step.named("still asks");
}

/// The home of a student who has answered all steps before this one and closed the window. Made once: what a run of
/// those steps left is checked number by number.
inline const std::filesystem::path& answered_before(const LessonStep& step) {
  static std::map<std::string, std::vector<std::unique_ptr<TemporaryFolder>>> known;
  std::vector<std::unique_ptr<TemporaryFolder>>& left = known[step.lesson];
  if (left.empty()) left.push_back(std::make_unique<TemporaryFolder>());
  for (int answered = static_cast<int>(left.size()); answered < step.number; ++answered) {
    Stage stage(left.back()->path());
    EXPECT_TRUE(stage->open_lesson(step.lesson));
    answer_rightly(stage, {step.lesson, answered});
    left.push_back(std::make_unique<TemporaryFolder>());
    std::filesystem::copy(stage.home().path(), left.back()->path(), std::filesystem::copy_options::recursive);
  }
  return left.at(static_cast<std::size_t>(step.number) - 1)->path();
}

/// As that student comes back.
struct AtStep : Stage {
  explicit AtStep(const LessonStep& step) : Stage(answered_before(step)) {
    EXPECT_TRUE((*this)->open_lesson(step.lesson));
    (*this)->go_to_step(step.number);
  }
};

/// As long as an answer of its kind may come.
inline bool type_longest(Stage& stage, const LessonStep& step) {
  if (step.task().kind->by == lesson::By::curve) return stage->act("guess.set", right_answer(step));
  return stage->act("guess.set", "1234567.5") || stage->act("choice:A") ||
         stage->act(
             "words.set",
             "One worker makes one trip in and one trip out, because the gift never leaves the hands between one "
             "job and the next, and the road is slow.");
}

/// `seen` is given the stage and the state's name. Before the answer: as it opens, played, with its hint, with the
/// longest guess.
template <class Seen>
void asked_states(const LessonStep& step, const Seen& seen) {
  AtStep stage(step);
  seen(stage, step.named("asked"));
  if (stage->act("scene.seek", "1")) seen(stage, step.named("played"));
  if (stage->act("hint")) seen(stage, step.named("hint"));
  if (type_longest(stage, step)) seen(stage, step.named("longest guess"));
}

template <class Seen>
void wrong_states(const LessonStep& step, const Seen& seen) {
  if (step.is_run()) return;
  AtStep stage(step);
  if (step.task().kind->by == lesson::By::marks) {
    for (const char* arrow : {"arrow:k2.write.y", "arrow:k1.read.x"}) (void)stage->act(arrow);
    (void)stage->act("guess.lock");
  } else {
    give(stage, step, wrong_answer(step));
  }
  seen(stage, step.named("wrong"));
}

/// Every step just answered, one after the other, and come back to after the whole lesson: in one go, as its run is
/// checked number by number each time.
template <class Seen>
void right_states(const std::string& lesson, const Seen& seen) {
  Stage stage;
  ASSERT_TRUE(stage->open_lesson(lesson));
  const auto steps = all_steps(std::vector{lesson});
  for (const LessonStep& step : steps) {
    answer_rightly(stage, step);
    (void)stage->act("scene.seek", "1");
    seen(stage, step.named("right"));
  }
  for (const LessonStep& step : steps) {
    stage->go_to_step(step.number);
    seen(stage, step.named("come back to"));
  }
}

/// Under way, and every end that a run can come to.
template <class Seen>
void run_states(const LessonStep& step, const Seen& seen) {
  if (!step.is_run()) return;
  {
    AtStep stage(step);
    stage.orders().sampling = 0;
    stage.orders().hold = true;
    ASSERT_TRUE(stage->act("run.start"));
    while (stage.orders().sampling == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    (void)stage->poll();
    seen(stage, step.named("running"));
    stage.orders().hold = false;
    stage->wait();
  }
  const auto ran = [&](const char* state, auto order) {
    AtStep stage(step);
    order(stage.orders());
    ASSERT_TRUE(stage->act("run.start"));
    stage->wait();
    seen(stage, step.named(state));
  };
  ran("faster than guessed", [](Orders& orders) { orders.slow_down = 11; });
  ran("no faster", [](Orders& orders) { orders.slow_down = 0.9; });
  ran("noisy", [](Orders& orders) { orders.shake = 3; });
  ran("failed", [](Orders& orders) {
    orders.refuse_prepare = "The device has 2 GB of memory, and both plans together need 3.2 GB.";
    orders.remedy = "Close other programs, or take a smaller gift.";
  });
  ran("wrong result", [](Orders& orders) { orders.wrong_plan = 1; });
}

}  // namespace tests
