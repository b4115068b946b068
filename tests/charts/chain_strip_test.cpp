// The chain strip: arrows in order, their states, and what has no room.
#include "charts/strips/chain_strip.hpp"

#include "charts/cases.hpp"
#include "charts/looks.hpp"
#include "charts/strips/strip_layout.hpp"
#include "figure/hit_test.hpp"
#include "golden.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace chain_strip_test {

using charts::Arrow;
using figure::Stage;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

std::vector<std::string> ids(const plan::FusionPlan& plan) {
  std::vector<std::string> out;
  for (const Arrow& arrow : charts::arrows(plan)) out.push_back(arrow.id);
  return out;
}

TEST(ChainStrip, ArrowsPerKernelReadsThenWrites) {
  const auto data = tests::modelled("x: f32[4096, 4096]\nb: f32[4096]\nt = x + b\ny = relu(t)\n");
  EXPECT_THAT(ids(data.plans[0]), ElementsAre("k1.read.x", "k1.read.b", "k1.write.t", "k2.read.t", "k2.write.y"));
  EXPECT_THAT(ids(data.plans[1]), ElementsAre("k1.read.x", "k1.read.b", "k1.write.y"));
  const auto arrows = charts::arrows(data.plans[0]);
  EXPECT_TRUE(arrows[0].full);
  EXPECT_FALSE(arrows[1].full) << "a vector is no crossing";
  EXPECT_EQ(arrows[3].label, "K2 reads t");
  EXPECT_EQ(arrows[3].kernel, 2);
}

TEST(ChainStrip, ASecondSweepHasAnArrowOfItsOwn) {
  const auto data = tests::modelled("x: f32[512, 131072]\ny = softmax(x)\n");
  EXPECT_THAT(ids(data.plans[1]), ElementsAre("k1.read.x", "k1.again.x", "k1.write.y"));
  EXPECT_EQ(charts::arrows(data.plans[1])[1].label, "K1 reads x again");
}

TEST(ChainStrip, FullArrowsAreTheCrossings) {
  for (const char* text :
       {tests::bias_gelu, "x: f32[512, 8192]\ny = softmax(x)\n", "x: f32[512, 131072]\ny = softmax(x)\n",
        "x: f32[64, 64]\ng: f32[64]\ny = rmsnorm(x, g)\n"}) {
    const auto data = tests::modelled(text);
    for (const auto& plan : data.plans) {
      const auto arrows = charts::arrows(plan);
      const auto full = std::count_if(arrows.begin(), arrows.end(), [](const Arrow& arrow) { return arrow.full; });
      EXPECT_EQ(full, model::traffic(plan).crossings) << text << plan.name;
    }
  }
}

TEST(ChainStrip, LongNamesThatDifferAtTheirEndStayApart) {
  const std::string name(57, 'v');
  const auto data = tests::modelled(name + "_in: f32[64, 64]\n" + name + "_b: f32[64]\n" + name + "_t = " + name +
                                    "_in + " + name + "_b\n" + name + "_out = gelu(" + name + "_t)\n");
  const auto figure = charts::chain_strip(data, data.plans[0], {});
  std::set<std::string> shown;
  for (const figure::Mark& mark : figure.marks) {
    const auto* text = std::get_if<figure::Text>(&mark.shape);
    if (text != nullptr && text->text.starts_with("vvv") && text->anchor == figure::Anchor::middle) {
      shown.insert(text->text);
    }
  }
  EXPECT_EQ(shown.size(), 4u) << "x, b, t and y";
  for (const char* end : {"_in", "_b", "_t", "_out"}) {
    EXPECT_TRUE(std::ranges::any_of(shown, [&](const std::string& text) { return text.ends_with(end); })) << end;
  }
}

TEST(ChainStrip, StatesAreSeenAndSaid) {
  const auto data = tests::modelled(tests::bias_gelu);
  const std::string plain = tests::shapes_at(charts::chain_strip(data, data.plans[0], {}), Stage::truth);
  const std::map<std::string, charts::ArrowState> states = {
      {"k1.read.x", {"7", false, false}}, {"k1.write.y.1", {"", true, false}}, {"k2.read.y.1", {"", false, true}}};
  const figure::Figure figure = charts::chain_strip(data, data.plans[0], states);
  EXPECT_THAT(plain, Not(HasSubstr("'7'")));
  EXPECT_THAT(tests::shapes_at(figure, Stage::truth), HasSubstr("'7'"));
  const auto mark = [&](int row) { return figure.table.rows[row].cells[4]; };
  EXPECT_EQ(mark(0), "7");
  EXPECT_EQ(mark(2), "\u00b7, removed");
  EXPECT_EQ(mark(3), "\u00b7");
  EXPECT_EQ(mark(4), "");
  EXPECT_THAT(figure.description, HasSubstr("K1 reads b (0 trips, bytes only)."));
}

TEST(ChainStrip, NoStateGivesTheCountAway) {
  auto data = tests::whole_loop();
  const std::string all = tests::readable(charts::chain_strip(data, data.plans[0], {}), Stage::truth);
  EXPECT_THAT(all, Not(HasSubstr("1073774592")));
  EXPECT_THAT(all, Not(HasSubstr("4 crossings")));
  EXPECT_THAT(all, Not(HasSubstr("measured")));
}

TEST(ChainStrip, EveryArrowCanBeHit) {
  const auto data = tests::modelled("x: f32[4096, 4096]\ng: f32[4096]\ny = rmsnorm(softmax(x), g)\n");
  const figure::Figure figure = charts::chain_strip(data, data.plans[0], {});
  std::size_t found = 0;
  for (const figure::Mark& mark : figure.marks) {
    const auto* column = std::get_if<figure::Rect>(&mark.shape);
    if (column == nullptr || !mark.id.starts_with("k") || mark.id.find('.') == std::string::npos) continue;
    const figure::Point middle{column->at.x + column->width / 2, column->at.y + column->height / 2};
    EXPECT_EQ(figure::hit(figure, middle, 0), mark.id);
    ++found;
  }
  EXPECT_EQ(found, charts::arrows(data.plans[0]).size());
}

TEST(ChainStrip, ItsArrowsPointTheRightWayInASheetThatIsTooLow) {
  for (const double scale : {1.0, 1.25, 1.5}) {
    auto data = tests::modelled(tests::bias_gelu);
    data.width = 480, data.height = 60, data.text_scale = scale;
    const auto figure = charts::chain_strip(data, data.plans[0], {});
    int arrows = 0;
    for (const figure::Mark& mark : figure.marks) {
      const auto* place = std::get_if<figure::Rect>(&mark.shape);
      if (place == nullptr) continue;
      ++arrows;
      EXPECT_GE(place->height, 0) << mark.id << " at " << scale;
      EXPECT_LE(place->at.y + place->height, figure.height) << mark.id << " at " << scale;
    }
    EXPECT_GT(arrows, 4);
  }
}

TEST(ChainStrip, ChipAndMemoryStandApartInTheLowestSheet) {
  const auto data = tests::modelled(tests::bias_gelu);
  const charts::Body body{0, 900, 0, charts::least_strip};
  for (const plan::FusionPlan& plan : data.plans) {
    const charts::StripLayout layout = charts::strip_layout(plan, charts::arrows(plan), body, 1);
    for (const charts::StripBand& band : layout.bands) {
      EXPECT_GE(band.memory_top - band.chip_bottom, 10) << plan.name;
      EXPECT_GE(band.bottom - band.memory_top, 36) << "the tensors' names, and its own below them";
    }
  }
}

/// Which way they point is what is counted: a shaft twice as long as the head, and no number on top of it.
TEST(ChainStrip, InALowFrameArrowsHaveShaftsAndNumbersStandBeside) {
  auto data = tests::modelled(tests::bias_gelu);
  data.width = 1013, data.height = 240, data.text_scale = 1.25;
  const std::map<std::string, charts::ArrowState> states = {{"k1.read.x", {"1", false, false}},
                                                            {"k2.write.y", {"4", true, false}}};
  const auto figure = charts::chain_strip(data, data.plans[0], states, charts::Fullness::asked);
  std::vector<double> middles;
  int numbers = 0;
  for (const figure::Mark& mark : figure.marks) {
    const auto* column = std::get_if<figure::Rect>(&mark.shape);
    if (column != nullptr && mark.id.find('.') != std::string::npos) {
      EXPECT_GE(column->height, 3 * 9 * data.text_scale) << mark.id;
      middles.push_back(column->at.x + column->width / 2);
    }
    const auto* disc = std::get_if<figure::Circle>(&mark.shape);
    if (disc == nullptr) continue;
    ++numbers;
    for (const double x : middles) EXPECT_GT(std::abs(disc->center.x - x), disc->radius);
  }
  EXPECT_EQ(middles.size(), 5u);
  EXPECT_EQ(numbers, 2);
  EXPECT_THAT(tests::shapes_at(figure, Stage::truth), HasSubstr("'y = gelu(y.1)'"));
}

TEST(ChainStrip, WhatHasNoRoomIsCountedInWords) {
  std::string nested = "x";
  for (int i = 0; i < 64; ++i) nested = "relu(" + nested + ")";
  const auto data = tests::modelled("x: f32[1048576]\ny = " + nested + "\n");
  const figure::Figure figure = charts::chain_strip(data, data.plans[0], {});
  int kernels = 0;
  for (int i = 1; i <= 64; ++i) {
    kernels += std::any_of(figure.marks.begin(), figure.marks.end(),
                           [&](const figure::Mark& mark) { return mark.id == "k" + std::to_string(i); })
                   ? 1
                   : 0;
  }
  EXPECT_GE(kernels, 8);
  EXPECT_THAT(tests::shapes_at(figure, Stage::truth),
              HasSubstr(fmt::format("{} more kernels do not fit", 64 - kernels)));
  EXPECT_EQ(figure.table.rows.size(), 128u) << "the table leaves nothing out";
  const std::string fused = tests::shapes_at(charts::chain_strip(data, data.plans[1], {}), Stage::truth);
  EXPECT_THAT(fused, HasSubstr("more ops'"));
}

TEST(ChainStrip, ThreeKernelsHaveRoomBesideAClasssLetters) {
  auto data = tests::modelled("x: f32[64, 64]\nb: f32[64]\nr: f32[64, 64]\nt = x + b\nu = gelu(t)\ny = u + r\n");
  data.text_scale = 1.52;
  data.height = 290;
  data.no_title = true;
  for (const double width : {500.0, 560.0, 640.0}) {
    data.width = width;
    const auto drawn = charts::chain_strip(data, data.plans[0], {});
    for (const char* kernel : {"k1", "k2", "k3"}) {
      EXPECT_TRUE(std::ranges::any_of(drawn.marks, [&](const auto& mark) { return mark.id == kernel; }))
          << kernel << " at " << width;
    }
  }
}

TEST(ChainStrip, ATensorThatWaitsAloneIsNamedAsOneWhereThereIsRoom) {
  const auto strip = [](const char* text, std::size_t plan) {
    const auto data = tests::modelled(text);
    return tests::shapes_at(charts::chain_strip(data, data.plans[plan], {}), Stage::truth);
  };
  const char* bias = "x: f32[64, 64]\nb: f32[64]\nt = x + b\ny = gelu(t)\n";
  EXPECT_THAT(strip(bias, 0), HasSubstr("'the same t'"));
  EXPECT_THAT(strip(bias, 1), Not(HasSubstr("the same"))) << "nothing waits";
  const char* two = "x: f32[64, 64]\nt = relu(x)\nu = gelu(t)\ny = abs(u)\n";
  EXPECT_THAT(strip(two, 0), Not(HasSubstr("the same"))) << "whose line is whose could not be read";
}

TEST(ChainStrip, OneKernelWithoutRoomIsToldInTheSingular) {
  bool met = false;
  std::string nested = "x";
  for (int i = 1; i <= 32; ++i) {
    nested = "relu(" + nested + ")";
    const auto data = tests::modelled("x: f32[1048576]\ny = " + nested + "\n");
    const std::string shapes = tests::shapes_at(charts::chain_strip(data, data.plans[0], {}), Stage::truth);
    met = met || shapes.find("1 more kernel does not fit") != std::string::npos;
    EXPECT_EQ(shapes.find("'1 more kernels"), std::string::npos) << i;
  }
  EXPECT_TRUE(met);
}

TEST(ChainStrip, GoldenTwinAndMarks) {
  const auto data = tests::modelled(tests::bias_gelu);
  const figure::Figure figure = charts::chain_strip(data, data.plans[0], {{"k1.read.x", {"1", true, true}}});
  tests::expect_golden("charts/chain_strip.txt", tests::masked_twin(figure));
  tests::expect_golden("charts/chain_strip.marks", tests::dump(figure));
}

}  // namespace chain_strip_test
