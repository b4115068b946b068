// The inspector: shut at first; tells of ops, kernels, tensors and marks in full, and nothing that a task still asks.
#include "base/text.hpp"
#include "base/units.hpp"
#include "figure/box.hpp"
#include "stage.hpp"

#include <gmock/gmock.h>

#include <map>

namespace inspector_test {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Key;
using ::testing::Not;
using tests::Stage;

constexpr const char* bias = "x: f32[64, 32]\nb: f32[32]\nt = x + b\ny = gelu(t)\n";

/// What the table says: what -> value, and whose it is.
using Told = std::map<std::string, std::pair<std::string, std::string>>;
Told told(Stage& stage) {
  Told rows;
  const auto* table = stage.node("inspect.told");
  if (table == nullptr) return rows;
  for (const session::Row& row : table->rows) {
    rows[row[0].text] = {row[1].text, row.size() > 2 ? row[2].text : std::string()};
  }
  return rows;
}

/// Every subject once, by its own key.
template <class Visit>
void each(Stage& stage, Visit visit) {
  std::string first;
  for (int i = 0; i < 200; ++i) {
    const std::string title = stage.node("inspect.told")->label;
    if (title == first) return;
    if (first.empty()) first = title;
    visit(title, told(stage));
    ASSERT_TRUE(stage->act("inspect.next"));
  }
  FAIL() << "it never comes back to the first";
}

TEST(Inspector, IsShutUntilItIsAskedFor) {
  Stage stage;
  stage->open_free_play(bias);
  EXPECT_EQ(stage.node("inspector"), nullptr);
  ASSERT_TRUE(stage->act("inspector.toggle"));
  ASSERT_NE(stage.node("inspector"), nullptr);
  EXPECT_THAT(stage.twin(), HasSubstr("t = x + b"));
  EXPECT_THAT(stage.twin(), HasSubstr("Alt+Right"));
  ASSERT_TRUE(stage->act("inspector.toggle"));
  EXPECT_EQ(stage.node("inspector"), nullptr);
}

TEST(Inspector, TellsAKernelWithWhoSaysWhat) {
  Stage stage;
  stage->open_free_play(bias);
  ASSERT_TRUE(stage->act("inspector.toggle"));
  ASSERT_TRUE(stage->act("inspect:kernel:unfused:0"));
  auto rows = told(stage);
  EXPECT_EQ(rows["trips"], std::pair(std::string("2"), std::string("model")));
  EXPECT_EQ(rows["Reads"].first, "x, b (no crossing)");
  EXPECT_EQ(rows["Writes"].first, "t");
  EXPECT_EQ(rows["Bytes read"].first, base::show(base::Bytes{(64 * 32 + 32) * 4}));
  EXPECT_EQ(rows["Schedule"].first, "pointwise");
  ASSERT_TRUE(stage->act("inspect:kernel:fused:0"));
  EXPECT_EQ(told(stage)["Writes"].first, "y");
  EXPECT_THAT(stage.node("inspect.ops_of")->value, HasSubstr("y = gelu(t)"));
  EXPECT_NE(stage.node("inspect.model"), nullptr) << "whose model it is";
}

TEST(Inspector, SaysWhatAnOpDoesByTheChainsOwnNames) {
  Stage stage;
  stage->open_free_play(bias);
  ASSERT_TRUE(stage->act("inspector.toggle"));
  ASSERT_TRUE(stage->act("inspect:op:t"));
  EXPECT_EQ(told(stage)["What it does"].first, "x + b");
  ASSERT_TRUE(stage->act("inspect:op:y"));
  EXPECT_EQ(told(stage)["What it does"].first, "0.5 * t * (1 + tanh(sqrt(2/pi) * (t + 0.044715 * t^3)))");
}

TEST(Inspector, TellsATensorInEveryPlan) {
  Stage stage;
  stage->open_free_play(bias);
  ASSERT_TRUE(stage->act("inspector.toggle"));
  ASSERT_TRUE(stage->act("inspect:tensor:t"));
  auto rows = told(stage);
  EXPECT_EQ(rows["Written in unfused by"].first, "unfused 1");
  EXPECT_EQ(rows["Read in unfused by"].first, "unfused 2");
  EXPECT_EQ(rows["Crossings in unfused"].first, "2");
  EXPECT_EQ(rows["In fused"].first, "it stays on the chip");
  EXPECT_EQ(rows["Crossings in fused"].first, "0");
  EXPECT_EQ(rows["Size"].first, base::show(base::Bytes{64 * 32 * 4}));
}

TEST(Inspector, GoesWithTheCardThatIsPickedUp) {
  Stage stage;
  stage->open_free_play(bias);
  ASSERT_TRUE(stage->act("inspector.toggle"));
  ASSERT_TRUE(stage->act("card:t"));
  EXPECT_EQ(stage.node("inspect.told")->label, "t = x + b");
  EXPECT_EQ(told(stage)["Done in fused by"].first, "fused 1");
}

TEST(Inspector, WalksThroughEverythingAndBack) {
  Stage stage;
  stage->open_free_play(bias);
  ASSERT_TRUE(stage->act("inspector.toggle"));
  ASSERT_TRUE(stage->act("stage:figure.bytes"));
  std::vector<std::string> titles;
  each(stage, [&](const std::string& title, const Told&) { titles.push_back(title); });
  EXPECT_THAT(titles, testing::IsSupersetOf({"t = x + b", "y = gelu(t)", "Kernel 2 of unfused", "Kernel 1 of fused",
                                             "The tensor b", "bytes unfused model"}));
  ASSERT_TRUE(stage->act("inspect.back"));
  EXPECT_EQ(stage.node("inspect.told")->label, titles.back());
}

TEST(Inspector, TellsTheMarkThatIsPointedAt) {
  Stage stage;
  stage->open_free_play(bias);
  ASSERT_TRUE(stage->act("inspector.toggle"));
  ASSERT_TRUE(stage->act("stage:figure.bytes"));
  const auto* node = stage.node("figure.bytes");
  ASSERT_NE(node, nullptr);
  const auto mark = std::ranges::find(node->figure->marks, "bar.bytes.fused.model", &figure::Mark::id);
  ASSERT_NE(mark, node->figure->marks.end());
  const auto box = figure::bounds(*mark);
  const std::string place =
      base::exact_number(box->x + box->width / 2) + " " + base::exact_number(box->y + box->height / 2);
  ASSERT_TRUE(stage->act("inspect.at:figure.bytes", place));
  auto rows = told(stage);
  EXPECT_EQ(rows["plan"].first, "fused");
  EXPECT_EQ(rows["source"].first, "model");
  EXPECT_EQ(rows["value"].first, base::show(base::Bytes{(2 * 64 * 32 + 32) * 4}));
  EXPECT_EQ(stage.node("figure.bytes")->inspected, "bar.bytes.fused.model");
  ASSERT_TRUE(stage->act("inspect.at:figure.bytes", "1 1"));
  EXPECT_EQ(stage.node("inspect.told")->label, "bytes fused model") << "nothing is there: it stays";
}

TEST(Inspector, TellsNothingThatATaskStillAsks) {
  Stage stage;
  ASSERT_TRUE(stage->open_lesson("02"));
  ASSERT_TRUE(stage->act("inspector.toggle"));
  const std::vector<std::string> asked = {"Reads",
                                          "Writes",
                                          "crossings",
                                          "Bytes read",
                                          "Bytes written",
                                          "time, cold",
                                          "In unfused",
                                          "In fused",
                                          "Work per byte (FLOP)",
                                          "Crossings in unfused",
                                          "Crossings in fused"};
  for (int step = 1; step <= 10; ++step) {
    stage->go_to_step(step);
    int hidden = 0;
    each(stage, [&](const std::string& title, const Told& rows) {
      EXPECT_THAT(rows, Not(Contains(Key(HasSubstr("Read in"))))) << title;
      EXPECT_THAT(rows, Not(Contains(Key(HasSubstr("Written in"))))) << title;
      for (const auto& what : asked) {
        const auto row = rows.find(what);
        if (row == rows.end()) continue;
        EXPECT_EQ(row->second, std::pair(std::string("?"), std::string("after your guess"))) << step << " " << title;
        ++hidden;
      }
      EXPECT_EQ(stage.node("inspect.why.1"), nullptr) << "what bounds it would tell the time";
      EXPECT_THAT(stage.twin(), Not(HasSubstr("(no crossing)")));
    });
    EXPECT_GT(hidden, 10) << step;
  }
}

TEST(Inspector, KeepsTheLabsChainShutWhileALessonAsksAboutIt) {
  Stage stage;
  ASSERT_TRUE(stage->open_lesson("02"));
  stage->open_free_play("p: f32[64, 32]\nq: f32[32]\nz = gelu(p + q)\n");
  ASSERT_TRUE(stage->act("inspector.toggle"));
  EXPECT_EQ(stage.node("inspect.told"), nullptr);
  EXPECT_THAT(stage.node("inspect.closed")->label, HasSubstr("after your guess"));
  EXPECT_FALSE(stage->act("inspect:kernel:fused:0")) << "nor how many kernels there are";
}

TEST(Inspector, TellsAnAnswerOnceItIsLocked) {
  Stage stage;
  ASSERT_TRUE(stage->open_lesson("02"));
  ASSERT_TRUE(stage->act("inspector.toggle"));
  for (const auto* arrow : {"arrow:k1.read.x", "arrow:k1.write.t", "arrow:k2.read.t", "arrow:k2.write.y"}) {
    ASSERT_TRUE(stage->act(arrow));
  }
  ASSERT_TRUE(stage->act("inspect:kernel:unfused:0"));
  EXPECT_EQ(told(stage)["trips"].first, "2");
  EXPECT_EQ(told(stage)["Bytes read"].first, "?") << "another step asks that";
  ASSERT_TRUE(stage->act("inspect:kernel:fused:0"));
  EXPECT_EQ(told(stage)["trips"].first, "?");
}

TEST(Inspector, PutsTheRunBesideTheModel) {
  Stage stage;
  stage->open_free_play(bias);
  ASSERT_TRUE(stage->act("inspector.toggle"));
  ASSERT_TRUE(stage->act("run.start"));
  stage->wait();
  ASSERT_TRUE(stage->act("inspect:kernel:fused:0"));
  const auto* table = stage.node("inspect.told");
  EXPECT_THAT(tests::lines(*table), Contains(HasSubstr("measured")));
  EXPECT_THAT(tests::lines(*table), Contains(HasSubstr("model")));
}

TEST(Inspector, IsNotInTheClassView) {
  Stage stage;
  ASSERT_TRUE(stage->open_lesson("02"));
  ASSERT_TRUE(stage->act("inspector.toggle"));
  ASSERT_TRUE(stage->act("class.open"));
  EXPECT_EQ(stage.node("inspector"), nullptr);
}

}  // namespace inspector_test
