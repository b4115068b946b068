// Fusing: a box a kernel before, a box a fused kernel after, and the tensor between in the worker's hands.
#include "charts/scene/fusing.hpp"

#include "charts/cases.hpp"
#include "charts/looks.hpp"
#include "golden.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace fusing_test {

const char* const five = "x: f32[8192, 8192]\nb: f32[8192]\nr: f32[8192, 8192]\ny = relu(abs(x + b) * 2 + r)\n";

std::vector<figure::Rect> boxes(const figure::Figure& figure, std::string_view prefix) {
  std::vector<figure::Rect> out;
  for (const figure::Mark& mark : figure.marks) {
    if (mark.id.starts_with(prefix)) out.push_back(std::get<figure::Rect>(mark.shape));
  }
  return out;
}

std::vector<charts::ChartData> cases() {
  std::vector<charts::ChartData> out{
      tests::modelled(tests::bias_gelu), tests::modelled(five), tests::modelled(five),
      tests::modelled("x: f32[64, 64]\ny = relu(x)\n"),
      tests::modelled("x: f32[64, 64]\nt = exp(x)\ny = relu(t)\nz = abs(t)\nout y, z\n")};
  out[4].plans[1] = tests::cut(out[4].chain, "~t", "~t");
  out[2].plans[1] = tests::cut(out[2].chain, "y.2", "y.2");
  return out;
}

TEST(Fusing, BoxesOfTheOnePlanBecomeBoxesOfTheOther) {
  for (const charts::ChartData& data : cases()) {
    EXPECT_EQ(boxes(charts::fusing(data, 0), "before.").size(), data.plans[0].groups.size());
    EXPECT_TRUE(boxes(charts::fusing(data, 0), "after.").empty());
    EXPECT_EQ(boxes(charts::fusing(data, 1), "after.").size(), data.plans[1].groups.size());
    EXPECT_TRUE(boxes(charts::fusing(data, 1), "before.").empty());
  }
}

TEST(Fusing, AnInputThatRidesAlongIsThereAndSaysSo) {
  const figure::Figure figure = charts::fusing(tests::modelled(tests::bias_gelu), 1);
  EXPECT_THAT(figure.description, testing::HasSubstr("b is small and rides along: no trip of its own."));
  EXPECT_THAT(figure.description, testing::HasSubstr("x goes by truck."));
  EXPECT_EQ(figure.table.rows.size(), 4u) << "x, b, the value between and y";
}

TEST(Fusing, NothingEverMovesBack) {
  for (const charts::ChartData& data : cases()) {
    const auto last = [&] { return boxes(charts::fusing(data, 0.999), "before."); }();
    auto before = boxes(charts::fusing(data, 0), "before.");
    for (double t = 0.05; t < 1; t += 0.05) {
      const auto now = boxes(charts::fusing(data, t), "before.");
      ASSERT_EQ(now.size(), before.size());
      for (std::size_t i = 0; i < now.size(); ++i) {
        EXPECT_LE(std::abs(last[i].at.x - now[i].at.x), std::abs(last[i].at.x - before[i].at.x) + 1e-9)
            << i << " " << t;
        EXPECT_LT(std::abs(now[i].at.x - before[i].at.x), 0.1 * data.width) << "no jump";
      }
      before = now;
    }
  }
}

TEST(Fusing, TheEndMeetsWhatComesJustBefore) {
  const auto data = tests::modelled(five);
  const auto pieces = boxes(charts::fusing(data, 0.9999), "before.");
  const auto whole = boxes(charts::fusing(data, 1), "after.");
  ASSERT_EQ(whole.size(), 1u);
  EXPECT_NEAR(pieces.front().at.x, whole[0].at.x, 0.1);
  EXPECT_NEAR(pieces.back().at.x + pieces.back().width, whole[0].at.x + whole[0].width, 0.1);
}

TEST(Fusing, NoLabelIsCut) {
  charts::ChartData data = tests::modelled(
      "x: f32[1024, 1024]\na: f32[1024, 1024]\ng: f32[1024]\nwg: f32[1024, 2048]\nwu: f32[1024, 2048]\n"
      "wd: f32[2048, 1024]\nh = x + a\nn = rmsnorm(h, g)\ny = silu(n @ wg) * (n @ wu)\no = y @ wd + h\n");
  for (const auto& [width, height, scale] :
       {std::tuple{730.0, 530.0, 1.0}, {846.0, 600.0, 1.11}, {912.0, 350.0, 1.25}}) {
    data.width = width, data.height = height, data.text_scale = scale;
    for (const double t : {0.0, 0.6, 1.0}) {
      const figure::Figure figure = charts::fusing(data, t);
      EXPECT_THAT(tests::shapes_at(figure, figure::Stage::truth), testing::Not(testing::HasSubstr("\u2026")))
          << width << " " << t;
      tests::expect_tidy(figure, "many kernels");
    }
  }
}

TEST(Fusing, EveryOpOfAKernelIsNamedHoweverLowItsBox) {
  charts::ChartData data = tests::modelled(five);
  data.plans[0] = tests::cut(data.chain, "y.2", "y.2");
  for (const double height : {540.0, 320.0, 260.0}) {
    data.width = 700, data.height = height;
    std::string all;
    for (const figure::Mark& mark : charts::fusing(data, 0).marks) {
      if (const auto* text = std::get_if<figure::Text>(&mark.shape)) all += text->text + "\n";
    }
    for (const char* op : {"x + b|add", "abs", "* 2|mul", "+ r|add", "relu"}) {
      const std::string_view either(op);
      const auto bar = either.find('|');
      const bool there = all.find(either.substr(0, bar)) != std::string::npos ||
                         (bar != std::string_view::npos && all.find(either.substr(bar + 1)) != std::string::npos);
      EXPECT_TRUE(there) << op << " at " << height << ":\n" << all;
    }
  }
}

TEST(Fusing, NoTextCoversAnotherAtAnySize) {
  for (charts::ChartData data : cases()) {
    for (const bool untitled : {false, true}) {
      for (const auto& [width, height] :
           {std::pair{960.0, 540.0}, {300.0, 220.0}, {880.0, 640.0}, {900.0, 300.0}, {1800.0, 900.0}}) {
        if (!untitled && width != 960) continue;
        data.no_title = untitled;
        data.width = width;
        data.height = height;
        const std::string what = fmt::format("{} kernels, {}x{}", data.plans[0].groups.size(), width, height);
        for (const double t : {0.0, 0.25, 0.5, 0.75, 1.0}) {
          tests::expect_tidy(charts::fusing(data, t), fmt::format("{} at {}", what, t));
        }
      }
    }
    tests::expect_tidy(charts::fusing_storyboard(tests::modelled(tests::bias_gelu)), "storyboard");
  }
}

TEST(Fusing, TheWordsSayWhatIsHeld) {
  const auto twin = [](const charts::ChartData& data) { return figure::text_twin(charts::fusing(data, 1)); };
  EXPECT_THAT(twin(cases()[0]), testing::HasSubstr("stays in the worker's hands"));
  EXPECT_THAT(twin(tests::modelled("x: f32[64, 64]\nt = exp(x)\ny = abs(t)\nout t, y\n")),
              testing::HasSubstr("none stays in hand"));
  EXPECT_THAT(twin(cases()[2]),
              testing::AllOf(testing::HasSubstr("3 tensors stay"), testing::HasSubstr("y.2 goes by truck")));
}

TEST(Fusing, GoldenMarks) {
  const auto data = tests::modelled(tests::bias_gelu);
  std::string all;
  for (const double t : {0.0, 0.5, 1.0}) all += fmt::format("t = {}\n", t) + tests::dump(charts::fusing(data, t));
  tests::expect_golden("charts/fusing.txt", all);
}

}  // namespace fusing_test
