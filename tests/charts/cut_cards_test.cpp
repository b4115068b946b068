// The cards with scissors: every value between two ops has a pair, and what is cut is told.
#include "charts/strips/cut_cards.hpp"

#include "base/words.hpp"
#include "charts/cases.hpp"
#include "charts/ink.hpp"
#include "charts/looks.hpp"
#include "figure/hit_test.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cut_cards_test {

using charts::Cutting;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::vector<std::string> marks(const figure::Figure& figure) {
  std::vector<std::string> ids;
  for (const figure::Mark& mark : figure.marks) {
    if (!mark.id.empty()) ids.push_back(mark.id);
  }
  return ids;
}

std::string row(const figure::Figure& figure, std::string_view value) {
  for (const auto& found : figure.table.rows) {
    if (found.cells.front() == value) return found.cells.back();
  }
  return "no such row";
}

constexpr auto diamond = "x: f32[64, 32]\nt = relu(x)\nu = exp(t)\ny = u + t\n";

TEST(CutCards, AValueBetweenTwoOpsHasScissorsAndAnOutputHasNone) {
  const auto data = tests::modelled(diamond);
  const auto figure = charts::cut_cards(data, {{}, {}, &data.plans[1]});
  EXPECT_THAT(marks(figure), ElementsAre("card.t", "cut.t", "card.u", "cut.u", "card.y"));
  EXPECT_THAT(figure.title, HasSubstr("1 kernel"));
  for (const figure::Mark& mark : figure.marks) {
    if (mark.id.empty()) continue;
    const auto box = figure::bounds(mark);
    EXPECT_EQ(figure::hit(figure, {box->x + box->width / 2, box->y + box->height / 2}), mark.id);
  }
}

TEST(CutCards, TellWhatIsCutJoinedOrCutInEveryPlan) {
  const auto data = tests::modelled(diamond);
  const int t = data.chain->find("t"), u = data.chain->find("u");
  const auto figure = charts::cut_cards(data, {{t, u}, {u}, nullptr});
  EXPECT_THAT(figure.title, HasSubstr("no plan"));
  EXPECT_EQ(row(figure, "t"), base::text("chart.cards.cut"));
  EXPECT_EQ(row(figure, "u"), base::text("chart.cards.fixed"));
  EXPECT_EQ(row(charts::cut_cards(data, {{}, {}, nullptr}), "t"), base::text("chart.cards.joined"));
}

TEST(CutCards, AnOutputThatIsReadAgainIsWrittenUncutToo) {
  const auto data = tests::modelled("x: f32[64, 32]\na = relu(x)\ny = exp(a)\nz = y * 2\nout y\nout z\n");
  const auto figure = charts::cut_cards(data, {{}, {}, &data.plans[1]});
  EXPECT_EQ(row(figure, "y"), base::text("chart.cards.kept"));
  EXPECT_EQ(row(figure, "a"), base::text("chart.cards.joined"));
}

TEST(CutCards, TellWhatIsMadeAgainAndByWhom) {
  auto data = tests::modelled("x: f32[64, 32]\nt = exp(x)\ny = relu(t)\nz = abs(t)\nout y\nout z\n");
  const auto plan = tests::cut(data.chain, "~t", "~t");
  const auto figure = charts::cut_cards(data, {{}, {}, &plan, -1, {data.chain->find("t")}});
  EXPECT_EQ(row(figure, "t"), base::text("chart.cards.again"));
  const auto says = [&](std::string_view words) {
    return std::ranges::any_of(figure.marks, [&](const figure::Mark& mark) {
      const auto* text = std::get_if<figure::Text>(&mark.shape);
      return text != nullptr && text->text == words;
    });
  };
  EXPECT_TRUE(says("K1, K2"));
  EXPECT_TRUE(says("~"));
}

TEST(CutCards, WhatKernelsLeaveForEachOtherIsParted) {
  const auto data = tests::modelled(diamond);
  EXPECT_THAT(charts::parted(data.plans[0]), ElementsAre(data.chain->find("t"), data.chain->find("u")));
  EXPECT_THAT(charts::parted(data.plans[1]), IsEmpty());
}

TEST(CutCards, AreAsLargeAsWidthAndHeightAllow) {
  auto data = tests::modelled("x: f32[64, 32]\nt = relu(x)\ny = exp(t)\n");
  const auto name_size = [&](double width, double height) {
    data.width = width;
    data.height = height;
    const auto figure = charts::cut_cards(data, {{}, {}, &data.plans[1]});
    EXPECT_LE(figure.height, height) << width;
    for (const figure::Mark& mark : figure.marks) {
      const auto* text = std::get_if<figure::Text>(&mark.shape);
      if (text != nullptr && text->text == "relu") return text->size;
    }
    return 0.0;
  };
  EXPECT_DOUBLE_EQ(name_size(960, 540), 24);
  EXPECT_LT(name_size(130, 540), 24) << "narrow";
  EXPECT_LT(name_size(960, 190), 20) << "low";
  EXPECT_GT(name_size(960, 190), 12) << "without the line below";
}

TEST(CutCards, ThirtyOpsFillAStageWithoutLeavingIt) {
  std::string many = "x: f32[1048576]\ny = ", ends;
  for (int i = 0; i < 31; ++i) many += "relu(", ends += ")";
  auto data = tests::modelled(many + "x" + ends + "\n");
  data.width = 790;
  data.height = 400;
  const auto figure = charts::cut_cards(data, {{}, {}, &data.plans[1]});
  EXPECT_LE(figure.height, data.height);
  EXPECT_GE(tests::reach(figure).first, 0.85);
  EXPECT_EQ(figure.title, "With this cut: 1 kernel") << "a list of 31 is no title";
}

TEST(CutCards, AreTidyInEverySizeHoweverManyOpsThereAre) {
  std::string many = "x: f32[1048576]\ny = ", ends;
  for (int i = 0; i < 64; ++i) many += "relu(", ends += ")";
  const std::string name(60, 'n');
  for (const std::string& text :
       {std::string(diamond), many + "x" + ends + "\n", std::string("x: f16[512, 8192]\ny = softmax(x)\n"),
        name + ": f32[64, 64]\n" + name + "_t = " + name + " * 0.000001\ny = exp(" + name + "_t)\n"}) {
    for (const auto& [width, scale] : {std::pair(960.0, 1.0), {640.0, 1.0}, {520.0, 1.0}, {960.0, 1.5}, {320.0, 1.0}}) {
      auto data = tests::modelled(text);
      data.width = width;
      data.text_scale = scale;
      const auto cut = charts::parted(data.plans[0]);
      for (const Cutting& cutting : {Cutting{cut, {}, &data.plans[0]}, Cutting{{}, {}, &data.plans[1]}}) {
        const auto figure = charts::cut_cards(data, cutting);
        tests::expect_tidy(figure, fmt::format("{} at {} x{}", text.substr(0, 30), width, scale));
        EXPECT_EQ(figure.table.rows.size(), cut.size()) << "what has no room is in the table";
      }
    }
  }
}

}  // namespace cut_cards_test
