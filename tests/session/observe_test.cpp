// After a run's reveal: what did the plot show? A tap, and a wrong one leads back to the plot.
#include "session/lesson/observe.hpp"

#include "session/state/lock_rule.hpp"
#include "stage.hpp"

#include <gmock/gmock.h>

namespace observe_test {

using session::Purpose;
using ::testing::HasSubstr;
using tests::Stage;

void run(Stage& stage, int step) {
  stage->go_to_step(step);
  ASSERT_TRUE(stage->act("run.start"));
  stage->wait();
}

void reveal(Stage& stage) {
  ASSERT_TRUE(stage->open_lesson("02"));
  for (const char* arrow : {"arrow:k1.read.x", "arrow:k1.write.t", "arrow:k2.read.t", "arrow:k2.write.y"}) {
    ASSERT_TRUE(stage->act(arrow));
  }
  stage->go_to_step(2);
  for (const char* act : {"arrow:k1.write.t", "arrow:k2.read.t", "guess.lock"}) ASSERT_TRUE(stage->act(act));
  stage->go_to_step(4);
  ASSERT_TRUE(stage->act("guess.set", "2") && stage->act("guess.lock"));
  run(stage, 5);
}

// The fake device's fused plan takes half the time.
constexpr const char *right_tap = "observe:share.about_same", *wrong_tap = "observe:share.less";

TEST(Observe, IsNotAskedBeforeThereIsAPlot) {
  Stage stage;
  ASSERT_TRUE(stage->open_lesson("02"));
  stage->go_to_step(5);
  EXPECT_EQ(stage.node("observe.share"), nullptr);
  EXPECT_FALSE(stage->act("observe:share.less"));
}

TEST(Observe, AWrongTapLeadsBackToThePlot) {
  Stage stage;
  reveal(stage);
  ASSERT_NE(stage.node("observe.share"), nullptr);
  EXPECT_EQ(stage.node("observe.bytes"), nullptr) << "the page tells it";
  EXPECT_FALSE(stage.node("figure.bytes")->selected);
  EXPECT_TRUE(stage->act(wrong_tap));
  EXPECT_TRUE(stage.node("figure.bytes")->selected) << "look here";
  ASSERT_NE(stage.node("task.look.share"), nullptr);
  EXPECT_THAT(stage.node("task.look.share")->label, HasSubstr("Look again"));
  EXPECT_TRUE(stage->act(right_tap));
  EXPECT_TRUE(stage.node("figure.bytes")->selected) << "nothing jumps back";
  EXPECT_EQ(stage.node("task.look.share"), nullptr);
  EXPECT_THAT(stage.node("task.saw.share")->label, HasSubstr(": bytes 2.00x, time "));
  EXPECT_FALSE(stage->act(right_tap)) << "seen is seen";
}

/// Of the stage's pictures, the one that is seen.
std::string seen(Stage& stage) {
  std::string all;
  for (const auto& child : stage.node("stage")->children) all += child.selected ? child.id + " " : "";
  return all;
}

TEST(Observe, AfterAWrongTapEveryTabStillOpens) {
  Stage stage;
  reveal(stage);
  ASSERT_TRUE(stage->act(wrong_tap));
  EXPECT_EQ(seen(stage), "figure.bytes ");
  std::vector<std::string> tabs;
  for (const auto& action : stage.node("stage")->actions) tabs.push_back(action.id);
  ASSERT_GE(tabs.size(), 2u);
  for (const auto& tab : tabs) {
    ASSERT_TRUE(stage->act(tab));
    EXPECT_EQ("stage:" + seen(stage), tab + " ");
  }
  ASSERT_TRUE(stage->act("source.toggle"));
  EXPECT_EQ(seen(stage), "source ");
}

TEST(Observe, AnotherRunIsLookedAtAnew) {
  Stage stage;
  reveal(stage);
  stage->act(right_tap);
  ASSERT_NE(stage.node("task.saw.share"), nullptr);
  run(stage, 5);
  EXPECT_EQ(stage.node("task.saw.share"), nullptr);
  EXPECT_NE(stage.node("observe.share"), nullptr);
}

TEST(Observe, NothingWaitsForIt) {
  Stage stage;
  reveal(stage);
  EXPECT_TRUE(stage->act("next"));
}

/// A run of two plans on a card: bytes as its counters told them, times with their quartiles.
session::Bench bench_of(std::int64_t unfused, std::int64_t fused, record::Tier tier, double slower = 1,
                        double between = 0.02) {
  session::Bench bench;
  bench.timed = true;
  record::Measurement measurement;
  measurement.tier = tier;
  for (const auto& [name, bytes, seconds] :
       {std::tuple("unfused", unfused, 1e-4 * slower), std::tuple("fused", fused, 1e-4)}) {
    record::PlanMeasurement plan;
    plan.plan = name;
    if (bytes > 0) {
      plan.dram_read = base::Bytes{bytes / 2};
      plan.dram_written = base::Bytes{bytes - bytes / 2};
    }
    plan.cold = record::Times{{seconds}, {seconds * (1 - between)}, {seconds * (1 + between)}, 25, between};
    measurement.plans.push_back(std::move(plan));
  }
  bench.keep(std::move(measurement), std::nullopt);
  return bench;
}

/// Whether the tap is taken for right.
bool takes(const session::Bench& bench, const std::string& tap) {
  session::Attempt attempt;
  session::observe(attempt, tap);
  return !session::looks_again(attempt, bench, session::LockRule::to_judge());
}

TEST(Observe, WhatTheCountersCannotTellApartIsTheSame) {
  using enum record::Tier;
  const auto one_op = bench_of(268'375'104, 268'431'808, counters);
  EXPECT_TRUE(takes(one_op, "bytes.same"));
  EXPECT_FALSE(takes(one_op, "bytes.fused"));
  EXPECT_FALSE(takes(one_op, "bytes.unfused"));
  session::Attempt attempt;
  session::observe(attempt, "bytes.same");
  EXPECT_EQ(session::observe_nodes(attempt, one_op, session::LockRule::to_judge()).size(), 2u)
      << "no question about the time of the same bytes";
  // By construction a row more is a row more; but no eye sees it in two bars.
  const auto row = bench_of(268'431'808, 268'375'104, counted);
  EXPECT_TRUE(takes(row, "bytes.fused"));
  EXPECT_TRUE(takes(row, "bytes.same"));
  EXPECT_FALSE(takes(row, "bytes.unfused"));
  auto untimed = bench_of(536'870'912, 268'435'456, counters);
  untimed.timed = false;
  EXPECT_FALSE(takes(untimed, "bytes.same"));
}

/// The bars differ to the eye, the counters cannot vouch for it: both answers are taken, and it is said why.
TEST(Observe, WhatIsTooNearForTheCountersIsSaidSo) {
  const auto token = bench_of(304'384, 167'424, record::Tier::counters);
  EXPECT_TRUE(takes(token, "bytes.same"));
  EXPECT_TRUE(takes(token, "bytes.fused"));
  EXPECT_FALSE(takes(token, "bytes.unfused"));
  session::Attempt attempt;
  session::observe(attempt, "bytes.fused");
  const auto nodes = session::observe_nodes(attempt, token, session::LockRule::to_judge());
  ASSERT_EQ(nodes.size(), 2u);
  EXPECT_EQ(nodes[1].label, "304 kB unfused, 167 kB fused: too close for the counters, good to 200 kB, to tell apart.");
}

TEST(Observe, WhatTheClockCannotTellApartIsTheSame) {
  const auto scattered = bench_of(0, 0, record::Tier::times_only, 1.08, 0.06);
  EXPECT_TRUE(takes(scattered, "time.same"));
  EXPECT_FALSE(takes(scattered, "time.fused"));
  const auto steady = bench_of(0, 0, record::Tier::times_only, 1.08, 0.01);
  EXPECT_TRUE(takes(steady, "time.fused"));
  EXPECT_TRUE(takes(steady, "time.same")) << "so small a difference";
  EXPECT_FALSE(takes(steady, "time.unfused"));
  EXPECT_FALSE(takes(bench_of(0, 0, record::Tier::times_only, 2, 0.01), "time.same"));
}

/// Where the quartiles leave it open whether the time fell as much as the bytes, nothing is asked.
TEST(Observe, WhatScatteredTimesLeaveOpenIsNotAsked) {
  const auto scattered = bench_of(536'870'912, 268'435'456, record::Tier::counters, 1.6, 0.06);
  EXPECT_TRUE(session::observe_nodes({}, scattered, session::LockRule::to_judge()).empty());
  EXPECT_FALSE(takes(bench_of(536'870'912, 268'435'456, record::Tier::counters, 1.6, 0.01), "share.about_same"));
}

}  // namespace observe_test
