// A wider road by hand: the model alone moves, nothing of it while it is asked, and it opens again from its file.
#include "session/lesson/wider_road.hpp"

#include "charts/frame/reopen.hpp"
#include "lesson/machine_values.hpp"
#include "stage.hpp"

#include <gmock/gmock.h>

namespace wider_road_test {

using ::testing::HasSubstr;
using ::testing::Not;
using tests::Stage;

constexpr auto lesson_text = R"(+++
id = "77"
title = "Road"
minutes = 5
goal = "g"
+++
## Buy

```chain pair
x: f32[4096, 64]
y = cos(relu(x))
```

```bandwidth pair
```

```task
id = "faster"
kind = "number"
asked = "wider.ratio.time"
question = "How many times faster on a wider road?"
```
)";

void with_lesson(session::Services& services) {
  services.find_lesson = [](std::string_view) { return lesson::parse(lesson_text, "lesson.md"); };
  services.course = [] { return base::Expected<std::vector<lesson::Listed>>(); };
}

TEST(WiderRoad, NothingOfItWhileItIsAsked) {
  Stage stage(with_lesson);
  ASSERT_TRUE(stage->open_lesson("77"));
  EXPECT_NE(stage.node("road.closed"), nullptr);
  EXPECT_EQ(stage.node("figure.road"), nullptr);
  EXPECT_EQ(stage.node("road.width"), nullptr);
  EXPECT_THAT(stage.everything(), Not(HasSubstr("fusing gives")));
  EXPECT_FALSE(stage->act("road.more"));
}

TEST(WiderRoad, MovesByStopsAndByHandAndSaysThatItIsTheModel) {
  Stage stage(with_lesson);
  ASSERT_TRUE(stage->open_lesson("77"));
  stage->act("guess.set", "2");
  stage->act("guess.lock");
  ASSERT_NE(stage.node("road.width"), nullptr) << stage.twin();
  EXPECT_THAT(stage.node("road.width")->value, HasSubstr("today's road"));
  EXPECT_EQ(stage.node("road.numbers")->rows.size(), 2u) << "the names, and today's road";
  EXPECT_FALSE(stage->act("road.less"));
  ASSERT_TRUE(stage->act("road.more"));
  EXPECT_THAT(stage.node("road.width")->value, HasSubstr("1.5x as wide"));
  ASSERT_TRUE(stage->act("road.move", "1"));
  EXPECT_EQ(stage.node("road.width")->value, "8x as wide");
  ASSERT_EQ(stage.node("road.numbers")->rows.size(), 3u);
  EXPECT_THAT(tests::line(stage.node("road.numbers")->rows[2]), HasSubstr("pair, 8x as wide\t"));
  EXPECT_THAT(stage.twin(), HasSubstr("pair, 8x as wide"));
  EXPECT_FALSE(stage->act("road.more"));
  EXPECT_THAT(stage.node("figure.road")->figure->title, HasSubstr("(model)"));
  EXPECT_THAT(stage.node("road.numbers")->label, HasSubstr("Modeled, not measured"));
  const auto scene = charts::parse_scene(stage.node("figure.road")->figure->scene);
  ASSERT_TRUE(scene);
  EXPECT_EQ(scene->bandwidth, "8");
}

TEST(WiderRoad, OnlyTheRoadGrows) {
  const machine::DeviceSpec h200 = machine::device_named("h200").value();
  const machine::DeviceSpec wide = lesson::with_wider_road(h200, 4);
  EXPECT_DOUBLE_EQ(wide.dram_bandwidth.value, 4 * h200.dram_bandwidth.value);
  EXPECT_EQ(wide.roofs, h200.roofs);
  EXPECT_EQ(wide.launch, h200.launch);
}

TEST(WiderRoad, InClassItFollowsTheTruthAndMovesByKey) {
  Stage stage(with_lesson);
  ASSERT_TRUE(stage->open_lesson("77"));
  ASSERT_TRUE(stage->act("class.open"));
  EXPECT_EQ(stage.node("figure.road"), nullptr);
  EXPECT_FALSE(stage->act("road.more"));
  while (stage.node("figure.road") == nullptr) ASSERT_TRUE(stage->act("class.next")) << stage.twin();
  const std::string before = stage.node("figure.road")->figure->title;
  ASSERT_TRUE(stage->act("road.more"));
  EXPECT_NE(stage.node("figure.road")->figure->title, before);
}

}  // namespace wider_road_test
