// A chain's two sizes: which one a lesson has, and what may differ between them.
#include "lesson/sizes.hpp"

#include "base/diagnostic.hpp"
#include "base/text.hpp"
#include "chain/parser.hpp"
#include "lesson/fences/fence.hpp"
#include "lesson/lint.hpp"
#include "lesson/loader.hpp"
#include "machine/device_spec.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sizes_test {

constexpr const char* text = R"(+++
id = "90"
title = "T"
minutes = 5
goal = "G"
+++

## By hand (5 min)

```chain jobs
x: f32[64, 64]
b: f32[64]
t = x + b
y = gelu(t)
```

```chain jobs gpu
x: bf16[8192, 512]
b: bf16[512]
t = x + b
y = gelu(t)
```

```task
id = "count"
kind = "number"
asked = "bytes.unfused"
question = "How many?"

[[misconception]]
id = "as-fused"
value = "%s"
explanation = "One kernel."
```
)";

std::string with(const std::string& misconception) {
  std::string out = text;
  return out.replace(out.find("%s"), 2, misconception);
}

std::string input_of(const lesson::Lesson& lesson) {
  return std::string(base::split_lines(lesson.chains.at("jobs")->text).front());
}

TEST(Sizes, TheProcessorsIsShownUntilAGpuIsThere) {
  auto read = lesson::parse(with("{bytes.fused}"), "l");
  ASSERT_TRUE(read) << base::render(read.error());
  EXPECT_EQ(input_of(*read), "x: f32[64, 64]");
  EXPECT_EQ(lesson::blocks_of(*read, lesson::fences::chain).size(), 1u) << "the second size is no block of its own";
  EXPECT_EQ(read->steps[0].task->chain, "jobs");
  lesson::size_for(*read, true);
  EXPECT_EQ(input_of(*read), "x: bf16[8192, 512]");
  EXPECT_THAT(lesson::blocks_of(*read, lesson::fences::chain)[0]->text, testing::StartsWith("x: bf16[8192, 512]"));
  lesson::size_for(*read, true);
  EXPECT_EQ(input_of(*read), "x: bf16[8192, 512]") << "asked twice, it stays";
  lesson::size_for(*read, false);
  EXPECT_EQ(input_of(*read), "x: f32[64, 64]");
}

TEST(Sizes, AnswersAreCheckedInBoth) {
  const auto h200 = machine::device_named("h200").value();
  const auto sound = lesson::parse(with("{bytes.fused}"), "l");
  ASSERT_TRUE(sound);
  EXPECT_EQ(base::render(lesson::lint(*sound, h200)), "");
  // In the GPU's size, and only there, this is the right number.
  const auto flawed = lesson::parse(with("4 * 8192 * 512 * 2 + 512 * 2"), "l");
  ASSERT_TRUE(flawed);
  EXPECT_THAT(base::render(lesson::lint(*flawed, h200)), testing::HasSubstr("as-fused"));
}

TEST(Sizes, OnlySizesAndDtypesMayDiffer) {
  const auto of = [](const char* chain) { return chain::parse(chain).value(); };
  const auto one = of("x: f32[8, 4]; t = relu(x); y = t * 2");
  EXPECT_TRUE(lesson::only_sizes_differ(one, of("x: bf16[800, 400]; t = relu(x); y = t * 2")));
  EXPECT_FALSE(lesson::only_sizes_differ(one, of("x: f32[8, 4]; t = relu(x); y = t * 3")));
  EXPECT_FALSE(lesson::only_sizes_differ(one, of("x: f32[8, 4]; t = abs(x); y = t * 2")));
  EXPECT_FALSE(lesson::only_sizes_differ(one, of("z: f32[8, 4]; t = relu(z); y = t * 2")));
  EXPECT_FALSE(lesson::only_sizes_differ(one, of("x: f32[8, 4]; t = relu(x); y = t * 2; out t, y")));
}

}  // namespace sizes_test
