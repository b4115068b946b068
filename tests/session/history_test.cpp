// Undo and redo in the lab: words and pauses are steps, all of them lead back and on, none across a run.
#include "session/state/history.hpp"

#include "base/random.hpp"
#include "stage.hpp"

#include <gmock/gmock.h>

namespace history_test {

using namespace std::chrono_literals;
using session::History;
using session::Lab;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using tests::Stage;

/// A student at the keyboard, with a clock of our own.
class Typist {
 public:
  explicit Typist(std::string text = {}) { set(std::move(text)); }
  void set(std::string text) {
    lab.text = std::move(text);
    keep();
  }
  void type(std::string_view letters) {
    for (const char c : letters) set(lab.text + c);
  }
  void guess(std::string typed) {
    lab.typed = std::move(typed);
    keep();
  }
  void erase(int letters) {
    for (int i = 0; i < letters; ++i) set(lab.text.substr(0, lab.text.size() - 1));
  }
  void wait(std::chrono::milliseconds time) { now_ += time; }
  /// The texts on the way back to the beginning.
  std::vector<std::string> undo_all() {
    std::vector<std::string> texts;
    while (history.can_undo()) texts.push_back((lab = history.undo()).text);
    return texts;
  }

  Lab lab;
  History history;

 private:
  void keep() {
    now_ += 100ms;
    history.keep(lab, now_);
  }
  History::Instant now_{};
};

TEST(History, GoesBackWordByWord) {
  Typist typist;
  typist.type("y = gelu(x + b)");
  EXPECT_THAT(typist.undo_all(), ElementsAre("y = gelu(x + ", "y = gelu(", "y = ", ""));
}

TEST(History, APauseEndsAStep) {
  Typist typist;
  typist.type("ge");
  typist.wait(2s);
  typist.type("lu");
  EXPECT_THAT(typist.undo_all(), ElementsAre("ge", ""));
}

TEST(History, ErasingGoesOnUntilSomethingIsTyped) {
  Typist typist("gelu(x)");
  typist.erase(3);
  typist.type("2");
  EXPECT_THAT(typist.undo_all(), ElementsAre("gelu", "gelu(x)"));
}

TEST(History, APasteAndAGuessAreStepsOfTheirOwn) {
  Typist typist("y = x");
  typist.type("x");
  typist.set("y = relu(x)");
  typist.guess("2");
  typist.guess("2x");
  EXPECT_THAT(typist.undo_all(), ElementsAre("y = relu(x)", "y = xx", "y = x"));
  EXPECT_EQ(typist.lab.typed, "");
}

TEST(History, WhatIsDoneAfterGoingBackTakesThePlaceOfWhatWasUndone) {
  Typist typist;
  typist.type("one two");
  typist.lab = typist.history.undo();
  ASSERT_TRUE(typist.history.can_redo());
  typist.type("t");
  EXPECT_FALSE(typist.history.can_redo());
  EXPECT_THAT(typist.undo_all(), ElementsAre("one ", ""));
}

TEST(History, KeepsSoManyStepsAndNoMore) {
  Typist typist("0");
  for (int i = 1; i <= 1000; ++i) typist.set(std::to_string(i * 1'000'000));
  const auto texts = typist.undo_all();
  EXPECT_EQ(texts.size(), History::most);
  EXPECT_EQ(texts.back(), std::to_string(800 * 1'000'000));
}

TEST(History, ARunThatMeasuredNothingLocksNothing) {
  Typist typist("one");
  typist.set("another");
  typist.history.wall();
  EXPECT_FALSE(typist.history.can_undo());
  typist.set("the third, while it runs");
  typist.history.settle(false);
  EXPECT_THAT(typist.undo_all(), ElementsAre("another", "one"));
}

TEST(History, NothingGoesBackAcrossAMeasurement) {
  Typist typist("one");
  typist.guess("2");
  typist.set("another");
  typist.history.wall();
  typist.set("the third, while it runs");
  typist.history.settle(true);
  EXPECT_THAT(typist.undo_all(), ElementsAre("another"));
  EXPECT_EQ(typist.lab.typed, "2");
}

/// What is on the page that the student made, or that follows from it.
std::string made(Stage& stage) {
  std::string all;
  for (const char* id :
       {"lab.chain", "lab.wrong", "lab.guess", "lab.message", "lab.predictions", "cut.values", "cut.wrong", "cut.is"}) {
    const auto* node = stage.node(id);
    if (node == nullptr) continue;
    all.append(id).append(node->label).append(node->value);
    for (const auto& line : node->lines) all += line;
    all += tests::told(*node);
  }
  return all;
}

bool can(Stage& stage, std::string_view id) {
  for (const auto& action : stage.node("lab.chain")->actions) {
    if (action.id == id) return action.enabled;
  }
  return false;
}

std::string anything(std::uint64_t seed, std::uint64_t index, const std::string& now) {
  static constexpr const char* chains[] = {
      "x: f32[64, 32]\nb: f32[32]\ny = gelu(x + b)\n",
      "x: f16[64, 32]\nb: f16[32]\ny = gelu(x + b)\n",
      "x: f32[8, 32]\nb: f32[8, 32]\ny = relu(x * b)\n",
      "x: f32[64, 32]\ny = gelo(x)\n",
      "x: f32[64, 32]\ny = softmax(x)\n",
  };
  const auto bits = base::random_bits(seed, 1, index);
  const std::size_t at = now.empty() ? 0 : (bits >> 8) % now.size();
  switch (bits % 4) {
    case 0:
      return chains[(bits >> 8) % std::size(chains)];
    case 1:
      return now.substr(0, at) + now.substr(std::min(now.size(), at + 1));
    case 2:
      return now.substr(0, at) + static_cast<char>('a' + (bits >> 32) % 26) + now.substr(at);
    default:
      return now + "# a comment\n";
  }
}

TEST(LabHistory, AllUndoneIsTheBeginningAndAllDoneAgainIsTheEnd) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    Stage stage;
    stage->open_free_play("");
    const std::string begin = made(stage);
    for (std::uint64_t i = 0; i < 40; ++i) {
      const auto bits = base::random_bits(seed, 0, i);
      if (bits % 8 == 0) {
        stage->act(bits & 8 ? "lab.undo" : "lab.redo");
      } else if (bits % 8 == 1) {
        stage->act("guess.set", std::to_string((bits >> 8) % 100) + (bits & 8 ? "x" : " what"));
      } else if (bits % 8 == 2) {
        static constexpr const char* cuts[] = {"cut:every", "cut:none", "cut:best", "cut:by_hand"};
        stage->act(cuts[(bits >> 8) % std::size(cuts)]);
        stage->act("cut.set", (bits & 8) != 0 ? "y.1" : "no such value");
      } else {
        stage->act("chain.set", anything(seed, i, stage.node("lab.chain")->value));
      }
    }
    while (can(stage, "lab.redo")) stage->act("lab.redo");
    const std::string end = made(stage);
    std::vector<std::string> back{end}, on;
    while (can(stage, "lab.undo")) {
      ASSERT_TRUE(stage->act("lab.undo"));
      back.push_back(made(stage));
    }
    EXPECT_GT(back.size(), 10u);
    EXPECT_EQ(back.back(), begin) << "seed " << seed;
    on.push_back(back.back());
    while (can(stage, "lab.redo")) {
      ASSERT_TRUE(stage->act("lab.redo"));
      on.push_back(made(stage));
    }
    std::ranges::reverse(back);
    EXPECT_EQ(on, back) << "seed " << seed;
  }
}

constexpr auto bias = "x: f32[64, 32]\nb: f32[32]\ny = gelu(x + b)\n";
constexpr auto other = "x: f32[64, 32]\ny = exp(x)\n";

TEST(LabHistory, ALockedGuessStaysLockedAndItsMeasurementComesBack) {
  Stage stage;
  stage->open_free_play(bias);
  ASSERT_TRUE(stage->act("guess.set", "1.8"));
  ASSERT_TRUE(can(stage, "lab.undo"));
  ASSERT_TRUE(stage->act("run.start"));
  stage->wait();
  EXPECT_FALSE(can(stage, "lab.undo")) << "the guess is locked";
  EXPECT_FALSE(stage->act("lab.undo"));
  stage->act("chain.set", other);
  EXPECT_EQ(stage.node("reveal.numbers"), nullptr);
  ASSERT_TRUE(stage->act("lab.undo"));
  EXPECT_EQ(stage.node("lab.chain")->value, bias);
  EXPECT_NE(stage.node("reveal.numbers"), nullptr);
  EXPECT_EQ(stage.node("lab.guess"), nullptr);
  EXPECT_THAT(stage.twin(), HasSubstr("1.80x"));
  EXPECT_FALSE(can(stage, "lab.undo"));
}

TEST(LabHistory, AnOpenTasksChainIsClosedHoweverOneComesBackToIt) {
  Stage stage;
  ASSERT_TRUE(stage->open_lesson("02"));
  const auto nodes = session::all_nodes(stage->view());
  const auto chain = std::ranges::find(nodes, session::Purpose::chain, &session::Node::purpose);
  stage->open_free_play(chain == nodes.end() ? "x: f32[8192, 8192]\nb: f32[8192]\ny = gelu(x + b)\n" : (*chain)->value);
  ASSERT_NE(stage.node("lab.closed"), nullptr);
  stage->act("chain.set", other);
  ASSERT_EQ(stage.node("lab.closed"), nullptr);
  stage->act("lab.undo");
  EXPECT_NE(stage.node("lab.closed"), nullptr);
  EXPECT_EQ(stage.node("lab.predictions"), nullptr);
}

}  // namespace history_test
