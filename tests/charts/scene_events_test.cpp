// The scene's script: one truck run a crossing, the counting rule at its end, and whose time it keeps.
#include "charts/cases.hpp"
#include "charts/scene/events.hpp"
#include "charts/scene/warehouse.hpp"
#include "model/traffic.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace scene_events_test {

using charts::Pace;
using charts::SceneEvent;
using charts::SceneLane;
using charts::SceneScript;
using ::testing::ElementsAre;

const char* const chains[] = {
    tests::bias_gelu,
    "x: f32[4096, 4096]\nb: f32[4096]\nr: f32[4096, 4096]\ny = gelu(x + b) + r\n",
    "x: f32[4096, 4096]\ng: f32[4096]\ny = rmsnorm(x, g)\n",
    "x: f32[2048, 8192]\ny = softmax(x)\n",
    "x: f32[512, 131072]\ny = softmax(x)\n",
    "x: f32[256, 256]\ny = relu(x)\n",
    "x: f32[512, 512]\nt = x * 2\na = relu(t)\nb = t + a\nout a\nout b\n",
};

TEST(SceneEvents, TheMeterEndsWhereTheCountingRuleSays) {
  for (const char* text : chains) {
    const auto data = tests::modelled(text);
    const SceneScript script = charts::scene_script(data, Pace::equal);
    ASSERT_EQ(script.lanes.size(), 2u);
    for (const SceneLane& lane : script.lanes) {
      const model::Traffic all = model::traffic(data.plans[lane.plan]);
      EXPECT_EQ(lane.events.back().crossings, all.crossings) << text;
      EXPECT_EQ(lane.events.back().bytes, all.bytes()) << text;
      const auto runs = std::ranges::count_if(lane.events, [](const SceneEvent& e) { return is_run(e) && e.full; });
      EXPECT_EQ(runs, all.crossings) << "a truck run a crossing: " << text;
      const auto work = std::ranges::count(lane.events, SceneEvent::Kind::work, &SceneEvent::kind);
      EXPECT_EQ(static_cast<std::size_t>(work), data.chain->ops().size()) << text;
    }
  }
}

TEST(SceneEvents, ASecondSweepFetchesOnceTheRowsNumbersAreThere) {
  const auto data = tests::modelled("x: f32[512, 131072]\ny = softmax(x)\n");
  const SceneLane lane = charts::scene_script(data, Pace::equal).lanes.at(1);
  std::vector<SceneEvent::Kind> kinds;
  for (const SceneEvent& event : lane.events) kinds.push_back(event.kind);
  using Kind = SceneEvent::Kind;
  EXPECT_THAT(kinds, ElementsAre(Kind::order, Kind::fetch, Kind::work, Kind::work, Kind::work, Kind::work, Kind::fetch,
                                 Kind::work, Kind::deliver));
}

TEST(SceneEvents, BeforeTheRevealEveryCrossingTakesAsLong) {
  const SceneScript script = charts::scene_script(tests::modelled(chains[1]), Pace::equal);
  EXPECT_EQ(script.slow_down, 0);
  for (const SceneLane& lane : script.lanes) {
    double before = 0;
    for (const SceneEvent& event : lane.events) {
      EXPECT_DOUBLE_EQ(event.begin, before);
      before = event.end;
      if (is_run(event) && event.full) {
        EXPECT_NEAR(event.end - event.begin, 2, 1e-9);
      }
    }
  }
}

TEST(SceneEvents, AfterItTheLanesKeepTheTimesThatAreKnown) {
  const auto data = tests::whole_loop();
  for (const Pace pace : {Pace::model, Pace::truth}) {
    const SceneScript script = charts::scene_script(data, pace);
    EXPECT_EQ(script.pace, pace);
    for (const SceneLane& lane : script.lanes) {
      const double is = pace == Pace::model ? data.predictions[lane.plan].cold.value
                                            : data.measurements[0].plans[lane.plan].cold->median.value;
      EXPECT_NEAR(lane.end() / script.slow_down, is, 1e-9 * is);
    }
  }
}

TEST(SceneEvents, ATimeThatNobodyKnowsIsNotMadeUp) {
  auto data = tests::whole_loop();
  data.measurements[0].plans[1].cold.reset();
  EXPECT_EQ(charts::scene_script(data, Pace::truth).pace, Pace::equal);
  data.predictions.clear();
  EXPECT_EQ(charts::scene_script(data, Pace::model).pace, Pace::equal);
}

TEST(SceneEvents, StepsForwardAndBackMeetTheSameStops) {
  const SceneScript script = charts::scene_script(tests::modelled(chains[2]), Pace::model);
  std::vector<double> there{0}, back{script.end()};
  while (there.back() < script.end()) there.push_back(charts::stop_after(script, there.back()));
  while (back.back() > 0) back.push_back(charts::stop_before(script, back.back()));
  EXPECT_EQ(there, script.stops);
  std::ranges::reverse(back);
  EXPECT_EQ(back, there);
  EXPECT_EQ(charts::stop_after(script, script.end()), script.end());
  EXPECT_EQ(charts::stop_before(script, 0), 0);
}

TEST(SceneEvents, KeyMomentsAreInTheOrderOfTime) {
  std::vector<charts::ChartData> all{tests::whole_loop()};
  for (const char* text : chains) all.push_back(tests::modelled(text));
  all.push_back(tests::modelled("x: f32[4096, 4096]\ny = sum(x)\n"));  // delivers no full tensor
  for (const auto& data : all) {
    for (const Pace pace : {Pace::equal, Pace::model, Pace::truth}) {
      const SceneScript script = charts::scene_script(data, pace);
      const auto moments = charts::key_moments(script);
      ASSERT_EQ(moments.size(), 4u);
      EXPECT_TRUE(std::ranges::is_sorted(moments, {}, &charts::KeyMoment::seconds)) << data.plans[0].name;
      EXPECT_EQ(moments.front().name, "start");
      const auto delivery = std::ranges::find(moments, "delivery", &charts::KeyMoment::name);
      const auto delivered = [&](double seconds) {
        return std::ranges::any_of(script.lanes, [&](const SceneLane& lane) {
          return std::ranges::any_of(lane.events, [&](const SceneEvent& event) {
            return event.kind == SceneEvent::Kind::deliver && event.end <= seconds;
          });
        });
      };
      EXPECT_TRUE(delivered(delivery->seconds)) << "nothing is delivered then";
      EXPECT_FALSE(delivered(delivery->seconds - 1e-9)) << "it was not the first";
    }
  }
  const auto named = [](const char* text) {
    std::vector<std::string_view> names;
    for (const auto& moment : charts::key_moments(charts::scene_script(tests::modelled(text), Pace::equal)))
      names.push_back(moment.name);
    return names;
  };
  EXPECT_THAT(named(chains[0]), ElementsAre("start", "load", "delivery", "end")) << "half of 11.4 s is near 6.1 s";
  EXPECT_THAT(named("x: f32[4096, 4096]\ny = relu(relu(relu(relu(x))))\n"),
              ElementsAre("start", "delivery", "halfway", "end"));
}

TEST(SceneEvents, WhatTheCacheServesTurnsAtTheDepot) {
  const auto depots = [](const char* text) {
    const SceneScript script = charts::scene_script(tests::modelled(text), Pace::equal);
    return std::ranges::count_if(script.lanes[0].events, &SceneEvent::depot);
  };
  EXPECT_EQ(depots(tests::bias_gelu), 0) << "256 MiB in a cache of 50 MB";
  EXPECT_GT(depots("x: f32[1024, 1024]\nb: f32[1024]\ny = gelu(x + b)\n"), 0) << "4 MiB stay in it";
}

TEST(SceneEvents, CountOneLinesTripsWhereThoseAreAsked) {
  const auto data = tests::modelled("x: f32[64, 32]; w: f32[32, 128]; b: f32[128]; y = gelu(x @ w + b)");
  const SceneScript all = charts::scene_script(data, Pace::equal), of_y = charts::scene_script(data, Pace::equal, "y");
  EXPECT_EQ(all.lanes[0].events.back().crossings, 7);
  EXPECT_EQ(of_y.lanes[0].events.back().crossings, 5) << "the product, the sum, and y";
  EXPECT_EQ(of_y.lanes[0].events.back().bytes.value, 5 * 64 * 128 * 4);
  EXPECT_EQ(of_y.lanes[1].events.back().crossings, 1);
  EXPECT_EQ(of_y.stops, all.stops) << "the trucks drive as ever";
  const auto figure = charts::warehouse(data, of_y, {.seconds = of_y.end()});
  EXPECT_THAT(figure.description, testing::HasSubstr("One-way trips of y so far: 5"));
  EXPECT_THAT(figure.description, testing::Not(testing::HasSubstr("ounted")));
  EXPECT_THAT(charts::warehouse(data, all, {.seconds = all.end()}).description,
              testing::HasSubstr("One-way trips so far: 7"));
}

}  // namespace scene_events_test
