// Minutes by words and actions: counted by hand for a small lesson, and held against the headings of the course.
#include "lesson/pace.hpp"

#include "lesson/loader.hpp"
#include "machine/device_spec.hpp"

#include <gtest/gtest.h>

namespace pace_test {

constexpr const char* text = R"(+++
id = "90"
title = "Small"
minutes = 3
goal = "Count."
+++

## Count (2 min)

One two three four five six seven eight.

```chain small
x: f32[1048576]
t = relu(x)
y = abs(t)
```

```say
Say these four words.
```

```task
id = "count"
kind = "count_arrows"
question = "How many trips are there?"
because = "Four of them."
```

## Run (1 min)

Now run it.

```task
id = "run"
kind = "run"
question = "Run both."
```
)";

lesson::Lesson small() {
  auto parsed = lesson::parse(text, "lesson.md");
  EXPECT_TRUE(parsed) << base::render(parsed.error());
  return *std::move(parsed);
}

TEST(Pace, CountsWordsAndActionsOfAStep) {
  const auto steps = lesson::pace(small(), study::machine_of(*machine::device_named("h200")));
  ASSERT_EQ(steps.size(), 2U);
  EXPECT_EQ(steps[0].read, 8U + 5U + 3U) << "prose, question, answer";
  EXPECT_EQ(steps[0].said, 4U + 5U);
  EXPECT_EQ(steps[0].pressed, 4 + 1 + 1) << "four arrows, the lock, the way on";
  EXPECT_FALSE(steps[0].runs);
  EXPECT_DOUBLE_EQ(steps[0].alone(), 16.0 / 180 + 6 * 8.0 / 60);
  EXPECT_TRUE(steps[1].runs);
  EXPECT_EQ(steps[1].pressed, 2);
  EXPECT_DOUBLE_EQ(lesson::minutes_to_run(steps).value(), steps[0].alone() + steps[1].alone());
}

/// The first measured surprise is at most ten minutes away, and no lesson takes twice what it says.
TEST(Pace, TheCourseKeepsItsMinutes) {
  const auto machine = study::machine_of(*machine::device_named("h200"));
  const auto course = lesson::course();
  ASSERT_TRUE(course);
  for (const lesson::Listed& one : *course) {
    const auto loaded = lesson::load(one.path);
    ASSERT_TRUE(loaded) << one.id;
    const auto steps = lesson::pace(*loaded, machine);
    double alone = 0, in_class = 0;
    for (const auto& step : steps) {
      alone += step.alone();
      in_class += step.in_class();
    }
    EXPECT_LE(alone, 1.1 * loaded->minutes) << one.id;
    EXPECT_LE(in_class, loaded->minutes) << one.id;
    if (one.id != "01") continue;
    EXPECT_LE(lesson::minutes_to_run(steps).value(), 9.0);
  }
}

}  // namespace pace_test
