// The states that a step of lessons 01 and 02 can be in, each reached by what a student does, on a device that obeys.
#pragma once

#include "session/right_answers.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <thread>
#include <vector>

namespace tests {

struct LessonStep {
  const char* lesson;
  int number;
  [[nodiscard]] bool is_run() const { return key_of(lesson, number).empty(); }
  [[nodiscard]] std::string named(const char* state) const { return fmt::format("{}/{} {}", lesson, number, state); }
};

inline std::vector<LessonStep> all_steps() {
  std::vector<LessonStep> all;
  for (const char* lesson : {"01", "02"}) {
    for (int number = 1; number <= 10; ++number) all.push_back({lesson, number});
  }
  return all;
}

/// "Lesson01Step3", of a test.
inline std::string test_name(const testing::TestParamInfo<LessonStep>& one) {
  return fmt::format("Lesson{}Step{}", one.param.lesson, one.param.number);
}

/// The lesson at this step, all before it answered.
inline void open(Stage& stage, const LessonStep& step) {
  ASSERT_TRUE(stage->open_lesson(step.lesson));
  for (int before = 1; before < step.number; ++before) ASSERT_TRUE(answer(stage, step.lesson, before)) << before;
  stage->go_to_step(step.number);
}

/// `seen` is given the stage and the state's name. Before the answer: as it opens, played, with its hint, with the
/// longest guess.
template <class Seen>
void asked_states(const LessonStep& step, const Seen& seen) {
  Stage stage;
  open(stage, step);
  seen(stage, step.named("asked"));
  if (stage->act("scene.seek", "1")) seen(stage, step.named("played"));
  if (stage->act("hint")) seen(stage, step.named("hint"));
  const bool typed = stage->act("guess.set", "1234567.5") || stage->act("choice:A") ||
                     stage->act("words.set",
                                "One worker makes one trip in and one trip out, because the gift never leaves the "
                                "hands between one job and the next, and the road is slow.");
  if (typed) seen(stage, step.named("longest guess"));
}

template <class Seen>
void wrong_states(const LessonStep& step, const Seen& seen) {
  if (step.is_run()) return;
  Stage stage;
  open(stage, step);
  for (const char* arrow : {"arrow:k2.write.y", "arrow:k1.read.x"}) (void)stage->act(arrow);
  if (!stage->act("choice:A")) (void)stage->act("guess.set", "7");
  (void)stage->act("guess.lock");
  seen(stage, step.named("wrong"));
}

/// Just answered, and come back to after the whole lesson.
template <class Seen>
void right_states(const LessonStep& step, const Seen& seen) {
  Stage stage;
  open(stage, step);
  ASSERT_TRUE(answer(stage, step.lesson, step.number));
  (void)stage->act("scene.seek", "1");
  seen(stage, step.named("right"));
  for (int after = step.number + 1; after <= 10; ++after) ASSERT_TRUE(answer(stage, step.lesson, after)) << after;
  stage->go_to_step(step.number);
  seen(stage, step.named("come back to"));
}

/// Under way, and every end that a run can come to.
template <class Seen>
void run_states(const LessonStep& step, const Seen& seen) {
  if (!step.is_run()) return;
  {
    Stage stage;
    open(stage, step);
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
    Stage stage;
    open(stage, step);
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
