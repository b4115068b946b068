// The warehouse: the same moment the same marks, letters that can be read, meters that say what they are.
#include "charts/scene/warehouse.hpp"

#include "charts/cases.hpp"
#include "charts/ink.hpp"
#include "charts/looks.hpp"
#include "charts/scene/gift.hpp"
#include "charts/scene/words.hpp"
#include "golden.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

namespace warehouse_test {

using charts::Moment;
using charts::Pace;
using figure::Stage;
using ::testing::HasSubstr;
using ::testing::Not;

const char* const eight =
    "x: f32[8192, 8192]\nb: f32[8192]\nr: f32[8192, 8192]\n"
    "y = relu(tanh(gelu(x + b) * 2 + r) * x + 1) * 3\n";

std::vector<figure::Text> texts(const figure::Figure& figure) {
  std::vector<figure::Text> out;
  for (const figure::Mark& mark : figure.marks) {
    if (const auto* text = std::get_if<figure::Text>(&mark.shape)) out.push_back(*text);
  }
  return out;
}

TEST(Warehouse, StepNForwardAndBackIsTheSamePicture) {
  const auto data = tests::modelled(tests::bias_gelu);
  const auto script = charts::scene_script(data, Pace::model);
  std::vector<std::uint64_t> there, back;
  const auto seen = [&](double at) { return figure::hash(charts::warehouse(data, script, {at, false})); };
  double now = 0;
  for (there.push_back(seen(now)); now < script.end();) there.push_back(seen(now = charts::stop_after(script, now)));
  for (back.push_back(seen(now)); now > 0;) back.push_back(seen(now = charts::stop_before(script, now)));
  std::ranges::reverse(back);
  EXPECT_EQ(there, back);
  EXPECT_EQ(there.size(), script.stops.size());
  std::ranges::sort(there);
  EXPECT_EQ(std::ranges::unique(there).begin(), there.end()) << "every step shows something new";
}

TEST(Warehouse, OnANarrowWallItsCaptionsAreWhole) {
  auto data = tests::modelled(tests::bias_gelu);
  data.no_title = true;
  data.width = 659;  // of a class view at 1024x768
  data.height = 402;
  data.text_scale = 1.52;
  const auto script = charts::scene_script(data, Pace::equal);
  ASSERT_EQ(script.lanes.size(), 2u);
  for (double now = 0; now < script.end(); now = charts::stop_after(script, now)) {
    for (const figure::Text& text : texts(charts::warehouse(data, script, {now, false}))) {
      if (text.text.starts_with("Model:") || text.text.starts_with("model:")) continue;  // the sheet's small print
      EXPECT_THAT(text.text, Not(HasSubstr("\u2026"))) << now;
    }
  }
}

/// Lanes of a class view are low, and its letters large.
TEST(Warehouse, OnAWallEveryGiftHasItsNameAndOnAMapEveryBuilding) {
  for (const auto& [width, height] : {std::pair{900.0, 336.0}, {900.0, 314.0}, {900.0, 402.0}, {659.0, 336.0}}) {
    auto data = tests::modelled("x: f32[4096, 8192]\nb: f32[4096, 8192]\nt = x + b\ny = gelu(t)\n");
    data.no_title = true;
    data.width = width;
    data.height = height;
    data.text_scale = 1.52;
    const auto script = charts::scene_script(data, Pace::equal);
    for (const bool named : {false, true}) {
      const Moment moment{.seconds = script.end(), .named = named, .bytes = false};
      const auto figure = charts::warehouse(data, script, moment);
      const std::string what = fmt::format("{} x {}, {}", width, height, named);
      std::map<std::string, int> seen;
      for (const figure::Text& one : texts(figure)) ++seen[one.text];
      EXPECT_EQ(seen["unfused"], 1) << what << ": whole";
      EXPECT_EQ(seen["fused"], 1) << what;
      for (const char* sign : {named ? "slow memory" : "warehouse", named ? "chip" : "loading dock"})
        EXPECT_EQ(seen[sign], named ? 2 : 0) << what << ": " << sign << ", which would hide a roof";
      if (named) continue;
      for (const char* gift : {"x", "b", "y"}) EXPECT_EQ(seen[gift], 2) << what << ": " << gift;
      EXPECT_EQ(seen["t"], 1) << what;
      tests::expect_tidy(figure, what);
      tests::expect_words_clear(figure, what);
    }
  }
}

TEST(Warehouse, AFrameMuchHigherThanWideLeavesTheTownItsRoom) {
  auto data = tests::modelled(eight);
  data.no_title = true;
  data.width = 800;  // of a class view in a window of 480 x 1080
  data.height = 2350;
  data.text_scale = 4;
  const auto script = charts::scene_script(data, Pace::equal);
  int rects = 0;
  for (const figure::Mark& mark : charts::warehouse(data, script, {script.end() / 2, false}).marks) {
    const auto* rect = std::get_if<figure::Rect>(&mark.shape);
    if (rect == nullptr) continue;
    ++rects;
    EXPECT_GE(std::min(rect->width, rect->height), 0) << mark.id;
  }
  EXPECT_GT(rects, 20);
}

TEST(Warehouse, ReducedMotionCutsFromEndToEnd) {
  const auto data = tests::modelled(tests::bias_gelu);
  const auto script = charts::scene_script(data, Pace::equal);
  const auto seen = [&](double at, bool reduced) {
    return figure::hash(charts::warehouse(data, script, {at, reduced}));
  };
  EXPECT_EQ(seen(0.8, true), seen(2.2, true)) << "on the road: not seen";
  EXPECT_NE(seen(0.8, false), seen(2.2, false));
  EXPECT_NE(seen(2.2, true), seen(2.5, true)) << "there";
  EXPECT_EQ(seen(2.5, true), seen(2.5, false)) << "where nothing moves both are the same";
}

TEST(Warehouse, EveryLetterIsReadAndNothingCovers) {
  for (const char* text : {tests::bias_gelu, eight, "x: f32[4096, 4096]\ng: f32[4096]\ny = rmsnorm(x, g)\n"}) {
    for (const auto& [height, scale] : {std::pair{540.0, 1.0}, {540.0, 1.25}, {720.0, 1.0}}) {
      auto data = tests::whole_loop(text);
      data.height = height;
      data.text_scale = scale;
      const auto script = charts::scene_script(data, Pace::equal);
      for (const double share : {0.0, 0.13, 0.37, 0.5, 0.71, 1.0}) {
        const figure::Figure figure = charts::warehouse(data, script, {share * script.end(), false});
        tests::expect_tidy(figure, fmt::format("{} at {} of {}x{}", text, share, height, scale));
        double largest = 0;
        for (const figure::Text& one : texts(figure)) {
          EXPECT_GE(one.size, height / 40) << one.text;
          largest = std::max(largest, one.size);
        }
        const auto digits = std::ranges::find(figure.marks, largest, [](const figure::Mark& mark) {
          const auto* one = std::get_if<figure::Text>(&mark.shape);
          return one == nullptr ? 0.0 : one->size;
        });
        EXPECT_THAT(std::get<figure::Text>(digits->shape).text, testing::MatchesRegex("[0-9]+|\\?"))
            << "the meter is in the biggest type";
      }
      for (const figure::Text& one : texts(charts::warehouse_storyboard(data, script))) {
        EXPECT_GE(one.size, height / 40) << one.text;
      }
      tests::expect_tidy(charts::warehouse_storyboard(data, script), "storyboard");
    }
  }
}

/// A chain of so many kernels, all of whose tensors are full.
std::string chain_of(int kernels) {
  const char* const ops[] = {" + b", " * 2", " - 1", " * 3"};
  std::string out = "x: f32[8192, 8192]\nb: f32[8192]\ny = x";
  for (int i = 0; i < kernels; ++i) out += ops[i % 4];
  return out + "\n";
}

TEST(Warehouse, ItFillsAFrameOfAnySize) {
  const std::pair<double, double> sizes[] = {{300, 220},  {420, 300},  {560, 220}, {640, 480},  {800, 330},
                                             {880, 640},  {900, 300},  {960, 540}, {1200, 500}, {1150, 900},
                                             {1800, 400}, {1800, 900}, {1400, 220}};
  for (int kernels = 1; kernels <= 8; ++kernels) {
    const auto whole = tests::modelled(chain_of(kernels));
    for (const auto& [width, height] : sizes) {
      for (const std::size_t lanes : {1u, 2u}) {
        auto data = whole;
        data.no_title = true;
        data.width = width;
        data.height = height;
        data.plans.resize(lanes);
        const auto script = charts::scene_script(data, Pace::equal);
        for (const bool wordy : {false, true}) {
          const double share = 0.13 * (kernels % 8);  // another moment with every chain
          Moment moment{.seconds = share * script.end(), .plates = wordy, .bytes = wordy};
          const auto figure = charts::warehouse(data, script, moment);
          const std::string what = fmt::format("{} kernels, {} lanes, {}x{}, {}", kernels, lanes, width, height, wordy);
          tests::expect_tidy(figure, what);
          tests::expect_words_clear(figure, what);
          const auto [across, down] = tests::inked(figure);
          EXPECT_GE(std::max(across, down), 0.8) << what;
          EXPECT_GE(std::min(across, down), 0.6) << what;
          EXPECT_GE(tests::tallest_worker(figure), height / 9) << what;
          for (const figure::Text& one : texts(figure)) EXPECT_GE(one.size, height / 40 - 1e-9) << what << one.text;
        }
      }
    }
  }
}

/// A wall's page leaves a picture a low strip: one above the other lanes would be a few pixels high.
TEST(Warehouse, InALowFrameTwoLanesStandSideBySide) {
  auto data = tests::whole_loop(eight);
  data.no_title = true;
  data.text_scale = 1.25;
  const auto script = charts::scene_script(data, Pace::equal);
  const auto name_of = [](const figure::Figure& figure, const std::string& words) {
    for (const figure::Text& one : texts(figure)) {
      if (one.text == words) return one.at;
    }
    return figure::Point{-1, -1};
  };
  for (const bool named : {false, true}) {
    data.width = 1013, data.height = 250;
    Moment moment{.seconds = 0.3 * script.end(), .named = named, .plates = false, .bytes = false};
    const auto low = charts::warehouse(data, script, moment);
    const figure::Point left = name_of(low, "unfused"), right = name_of(low, "fused");
    EXPECT_DOUBLE_EQ(left.y, right.y);
    EXPECT_GT(right.x, data.width / 2);
    EXPECT_GE(tests::tallest_worker(low), data.height / (named ? 6.5 : 5));
    if (!named) continue;
    for (const char* sign : {"slow memory", "chip"}) EXPECT_GT(name_of(low, sign).y, 0) << sign;
    data.height = 540;
    const auto high = charts::warehouse(data, script, moment);
    EXPECT_LT(name_of(high, "unfused").y, name_of(high, "fused").y);
  }
}

TEST(Warehouse, AWiderFrameHasALongerRoadAndMoreHouses) {
  auto data = tests::modelled(tests::bias_gelu);
  data.no_title = true;
  const auto script = charts::scene_script(data, Pace::equal);
  const auto marks = [&](double width) {
    data.width = width;
    return charts::warehouse(data, script, {}).marks.size();
  };
  EXPECT_LT(marks(700), marks(1100));
  EXPECT_LT(marks(1100), marks(1700));
}

TEST(Warehouse, OneMoverIsLitAtATime) {
  auto data = tests::modelled(eight);
  data.no_title = true;
  data.plans.resize(1);
  const auto script = charts::scene_script(data, Pace::equal);
  const auto lit = [&](const Moment& moment) {  // skin-faced things in full colour: the cloth of caps and the cab
    int workers = 0, vehicles = 0;
    for (const figure::Mark& mark : charts::warehouse(data, script, moment).marks) {
      const auto* area = std::get_if<figure::Polygon>(&mark.shape);
      if (area == nullptr || area->fill != figure::Paint{figure::Role::unfused, figure::Shade::text}) continue;
      (area->points[0].x > 0.62 * data.width ? workers : vehicles) += area->points.size() >= 5 ? 1 : 0;
    }
    return std::pair{workers, vehicles};
  };
  for (const charts::SceneEvent& event : script.lanes[0].events) {
    const auto [workers, vehicles] = lit({.seconds = (event.begin + event.end) / 2});
    EXPECT_EQ(workers + vehicles, 1) << event.begin;
    EXPECT_EQ(vehicles == 1, is_run(event)) << event.begin;
  }
  const double end = script.end();
  EXPECT_EQ(lit({.seconds = end, .focus = "table"}).first, 1);
  EXPECT_EQ(lit({.seconds = end, .focus = "road"}).first, 0);
  EXPECT_EQ(lit({.seconds = end, .focus = "road"}).second, 1);
  EXPECT_EQ(lit({.seconds = end, .focus = "warehouse"}), std::pair(0, 0));
}

TEST(Warehouse, EachPartMayBeLit) {
  const auto data = tests::modelled(tests::bias_gelu);
  const auto script = charts::scene_script(data, Pace::equal);
  std::set<std::uint64_t> seen{figure::hash(charts::warehouse(data, script, {}))};
  for (const std::string_view part : charts::scene_parts()) {
    EXPECT_TRUE(seen.insert(figure::hash(charts::warehouse(data, script, {.focus = std::string(part)}))).second)
        << part;
  }
}

TEST(Warehouse, WithoutPlatesAndBytesNothingTellsThem) {
  auto data = tests::whole_loop();
  data.no_title = true;
  const auto script = charts::scene_script(data, Pace::equal);
  for (double now = 0; now <= script.end(); now += 0.3) {
    for (const figure::Text& one :
         texts(charts::warehouse(data, script, {.seconds = now, .plates = false, .bytes = false}))) {
      EXPECT_THAT(one.text, Not(testing::ContainsRegex("y\\.1|[MG]B|bytes counted")));
    }
  }
}

TEST(Warehouse, BeforeTheLessonOfBytesItsFootNamesTheMachineAndTheDayAlone) {
  auto data = tests::whole_loop();
  data.no_title = true;
  data.spec.reset();
  data.width = 1400;
  const auto script = charts::scene_script(data, Pace::truth);
  const auto foot = [&] { return texts(charts::warehouse(data, script, {})).back().text; };
  EXPECT_EQ(foot(), "measured (bytes by counters) on AMD EPYC, 2 threads, AVX3, 2026-11-21, seed 1");
  data.no_bytes = true;
  EXPECT_EQ(foot(), "measured on AMD EPYC, 2026-11-21");
}

TEST(Warehouse, TheDepotStandsWhereATruckTurns) {
  const auto signs = [](const char* text, bool named) {
    const auto data = tests::modelled(text);
    const auto script = charts::scene_script(data, Pace::equal);
    return tests::readable(charts::warehouse(data, script, {.named = named}), Stage::model);
  };
  EXPECT_THAT(signs(tests::bias_gelu, false), Not(HasSubstr("corner depot\n")));
  EXPECT_THAT(signs(tests::bias_gelu, true), Not(HasSubstr("L2 cache\n")));
  const char* const small = "x: f32[1024, 1024]\nb: f32[1024]\ny = gelu(x + b)\n";
  EXPECT_THAT(signs(small, false), HasSubstr("corner depot\n"));
  EXPECT_THAT(signs(small, true), HasSubstr("L2 cache\n"));
}

TEST(Warehouse, ItsSignsMayTellTheHardwaresNames) {
  const auto data = tests::modelled(tests::bias_gelu);
  const auto script = charts::scene_script(data, Pace::equal);
  const auto signs = [&](bool named) {
    return tests::readable(charts::warehouse(data, script, {0, false, named}), Stage::model);
  };
  for (const char* sign : {"slow memory\n", "\nchip\n"}) {
    EXPECT_THAT(signs(true), HasSubstr(sign));
    EXPECT_THAT(signs(false), Not(HasSubstr(sign)));
  }
}

/// A short tensor stands on a shelf too, and a shelf says what is what, as the trucks do.
TEST(Warehouse, ItsShelvesHoldEachInputUnderItsName) {
  const auto data = tests::modelled(tests::bias_gelu);
  const auto script = charts::scene_script(data, Pace::equal);
  const auto named = [&](bool plates) {
    std::multiset<std::string> all;
    for (const figure::Text& one : texts(charts::warehouse(data, script, {.plates = plates}))) {
      if (one.at.x < data.width / 3) all.insert(one.text);
    }
    return all;
  };
  EXPECT_GE(named(true).count("b"), 2u) << "one in each lane";
  EXPECT_GE(named(true).count("x"), 2u);
  EXPECT_EQ(named(false).count("b"), 0u);
}

TEST(Warehouse, ALongBiasIsTheSameJobAsAShortOne) {
  const auto put = [](const char* text) {
    const auto data = tests::modelled(text);
    return charts::name(charts::dressing_of(*data.chain, static_cast<int>(data.chain->inputs().size())));
  };
  EXPECT_EQ(put("x: f32[64, 64]\nb: f32[64]\nt = x + b\ny = gelu(t)\n"), "ribbon");
  EXPECT_EQ(put("x: f32[64, 64]\nb: f32[64, 64]\nt = x + b\ny = gelu(t)\n"), "ribbon");
  EXPECT_EQ(put("x: f32[64, 64]\nr: f32[64, 64]\nt = x + r\ny = gelu(t)\n"), "tissue");
}

TEST(Warehouse, TwoGiftsAreTiedTogether) {
  const auto told = [](const char* text) {
    const auto data = tests::modelled(text);
    const auto script = charts::scene_script(data, Pace::equal);
    std::string all;
    for (double at = 0; !script.lanes[0].over(at); at += 0.1)
      all += charts::caption(data, script.lanes[0], at, true) + "\n";
    return all;
  };
  EXPECT_THAT(told("x: f32[64, 64]\nb: f32[64]\nt = x + b\ny = gelu(t)\n"), HasSubstr("puts on the ribbon: x + b"));
  EXPECT_THAT(told("x: f32[64, 64]\nb: f32[64, 64]\nt = x + b\ny = gelu(t)\n"),
              HasSubstr("ties both gifts together: x + b"));
}

TEST(Warehouse, WhoWorksAloneHasNoNumber) {
  const auto data = tests::modelled(tests::bias_gelu);
  const auto script = charts::scene_script(data, Pace::equal);
  EXPECT_THAT(charts::caption(data, script.lanes[0], 0, true), testing::HasSubstr("Worker 1 reads"));
  EXPECT_THAT(charts::caption(data, script.lanes[1], 0, true), testing::HasSubstr("The worker reads"));
}

TEST(Warehouse, ALaneAloneHasNoName) {
  auto data = tests::modelled(tests::bias_gelu);
  data.no_title = true;
  data.plans.resize(1);
  const auto script = charts::scene_script(data, Pace::equal);
  for (const figure::Text& one : texts(charts::warehouse(data, script, {0, false}))) EXPECT_NE(one.text, "unfused");
}

TEST(Warehouse, OneAndManyAreNotToldApartBeforeTheAnswer) {
  const auto data = tests::modelled(tests::bias_gelu);
  const auto script = charts::scene_script(data, Pace::equal);
  const auto seen = [&](double at) {
    return tests::readable(charts::warehouse(data, script, {at, false}), Stage::guess);
  };
  EXPECT_THAT(seen(3.4), Not(testing::ContainsRegex("one-way trip[^s]"))) << "one crossing is over";
}

TEST(Warehouse, ALongSceneIsDrivenFaster) {
  const auto script = charts::scene_script(tests::modelled(eight), Pace::equal);
  EXPECT_NEAR(script.end(), 24, 1e-9);
  const auto short_one = charts::scene_script(tests::modelled(tests::bias_gelu), Pace::equal);
  EXPECT_LT(short_one.end(), 24);
}

TEST(Warehouse, AMissingCountIsAnEmptyPlaceNotAZero) {
  const auto at_end = [](const charts::ChartData& data) {
    const auto script = charts::scene_script(data, Pace::equal);
    return tests::readable(charts::warehouse(data, script, {script.end(), false}), Stage::truth);
  };
  EXPECT_THAT(at_end(tests::modelled(tests::bias_gelu)), HasSubstr("not run yet"));
  auto data = tests::modelled(tests::bias_gelu);
  data.measurements = {tests::measurement(data, {1e-3, 5e-4}, record::Tier::times_only)};
  EXPECT_THAT(at_end(data), HasSubstr("not counted"));
  data.measurements = {tests::measurement(data, {1e-3, 5e-4}, record::Tier::counted)};
  EXPECT_THAT(at_end(data), HasSubstr("worked out"));
  const std::string counted = at_end(tests::whole_loop());
  EXPECT_THAT(counted, HasSubstr("0.040% more"));
  EXPECT_THAT(counted, HasSubstr("within the counters' accuracy")) << "the difference is named, or called unexplained";
}

TEST(Warehouse, TheQuestionHasNoMeter) {
  const auto data = tests::whole_loop();
  const auto script = charts::scene_script(data, Pace::equal);
  const auto figure = charts::warehouse(data, script, {script.end(), false});
  for (const Stage stage : {Stage::question, Stage::guess}) {
    const std::string seen = tests::readable(figure, stage);
    EXPECT_THAT(seen, HasSubstr("?"));
    for (const char* told : {"1.07 GB", "1.074 GB", "1073", "537 MB", "536.9 MB", "so far:", " % more", "4 times"}) {
      EXPECT_THAT(seen, Not(HasSubstr(told))) << figure::name(stage);
    }
  }
  EXPECT_THAT(tests::readable(figure, Stage::model), HasSubstr("1.074 GB"));
}

TEST(Warehouse, EachKindOfOpPutsOnItsOwn) {
  using charts::Dressing;
  const auto chain = tests::parsed(
      "x: f32[64, 64]\nb: f32[64]\nr: f32[64, 64]\na = x + b\nl = gelu(a)\nt = l + r\ns = t * 2\nq = abs(s)\ny = "
      "rmsnorm(q)\n");
  const auto of = [&](const char* name) { return charts::dressing_of(*chain, chain->find(name)); };
  EXPECT_EQ(of("a"), Dressing::ribbon);
  EXPECT_EQ(of("l"), Dressing::label);
  EXPECT_EQ(of("t"), Dressing::tissue);
  EXPECT_EQ(of("s"), Dressing::stamp);
  EXPECT_EQ(of("q"), Dressing::seal);
  EXPECT_EQ(of("y"), Dressing::bow);
  EXPECT_EQ(charts::dressed(*chain, chain->find("x")), charts::Dressed{});
  EXPECT_EQ(charts::dressed(*chain, chain->find("t")), (charts::Dressed{1, 1, 1, 0, 0, 0}));
}

TEST(Warehouse, GoldenTwin) {
  const auto data = tests::whole_loop();
  const auto script = charts::scene_script(data, Pace::truth);
  tests::expect_golden("charts/warehouse.txt", tests::masked_twin(charts::warehouse(data, script, {3.3, false})));
}

}  // namespace warehouse_test
