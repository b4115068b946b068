// The lab's chain by hand: every card edit is a text that reads, is undone like any other, and says why when it cannot.
#include "chain/card_edits.hpp"
#include "chain/parser.hpp"
#include "stage.hpp"

#include <gmock/gmock.h>

namespace cards_test {

using ::testing::HasSubstr;
using tests::Stage;

constexpr auto bias = "x: f32[64, 32]\nb: f32[32]\nt = x + b\ny = gelu(t)\n";

std::string text(Stage& stage) {
  return stage.node("lab.chain")->value;
}

const session::Action* find(Stage& stage, std::string_view id) {
  for (const auto* node : session::all_nodes(stage->view())) {
    for (const auto& action : node->actions) {
      if (action.id == id) return &action;
    }
  }
  return nullptr;
}

TEST(Cards, ArePickedUpAndTheOpIsChanged) {
  Stage stage;
  stage->open_free_play(bias);
  EXPECT_EQ(stage.node("card.op")->value, "gelu") << "the last one, before any is picked up";
  ASSERT_TRUE(stage->act("card:t"));
  EXPECT_EQ(stage.node("card.op")->value, "add");
  ASSERT_TRUE(stage->act("edit:op.mul"));
  EXPECT_EQ(text(stage), "x: f32[64, 32]\nb: f32[32]\nt = x * b\ny = gelu(t)\n");
  EXPECT_EQ(stage.node("card.op")->value, "mul") << "the hand stays";
  ASSERT_TRUE(stage->act("card:y"));
  ASSERT_TRUE(stage->act("edit:op.relu"));
  EXPECT_THAT(text(stage), HasSubstr("y = relu(t)"));
  ASSERT_TRUE(stage->act("edit:op.softplus"));
  EXPECT_THAT(text(stage), HasSubstr("y = softplus(t)"));
}

TEST(Cards, AnOperandIsARowOrAFullTensor) {
  Stage stage;
  stage->open_free_play(bias);
  stage->act("card:t");
  const auto operand = [&] { return stage.node("card.operand.1"); };
  ASSERT_NE(operand(), nullptr);
  EXPECT_EQ(stage.node("card.operand.0"), nullptr) << "x decides how large all is";
  EXPECT_EQ(operand()->value, "A row");
  ASSERT_TRUE(stage->act("edit:operand.1.full"));
  EXPECT_THAT(text(stage), HasSubstr("b: f32[64, 32]"));
  EXPECT_EQ(operand()->value, "Full tensor");
  ASSERT_TRUE(stage->act("edit:operand.1.row"));
  EXPECT_EQ(text(stage), bias);
}

TEST(Cards, AreAddedAndRemoved) {
  Stage stage;
  stage->open_free_play(bias);
  stage->act("card:t");
  ASSERT_TRUE(stage->act("edit:add.relu"));
  EXPECT_EQ(text(stage), "x: f32[64, 32]\nb: f32[32]\nt = x + b\nt2 = relu(t)\ny = gelu(t2)\n");
  EXPECT_EQ(stage.node("card.op")->value, "relu") << "the new card is in hand";
  ASSERT_TRUE(stage->act("edit:remove"));
  EXPECT_EQ(text(stage), bias);
  stage->act("card:t");
  ASSERT_TRUE(stage->act("edit:remove"));
  EXPECT_EQ(text(stage), "x: f32[64, 32]\ny = gelu(x)\n") << "b has gone with its reader";
  EXPECT_FALSE(stage->act("edit:remove"));
  EXPECT_THAT(find(stage, "edit:remove")->why_not, HasSubstr("at least one op"));
}

TEST(Cards, AfterTheLastOneTheOutputKeepsItsName) {
  Stage stage;
  stage->open_free_play(bias);
  ASSERT_TRUE(stage->act("edit:add.tensor"));
  EXPECT_EQ(text(stage), "x: f32[64, 32]\nb: f32[32]\nt = x + b\nt2 = gelu(t)\nr: f32[64, 32]\ny = t2 + r\n");
  ASSERT_TRUE(stage->act("edit:remove"));
  EXPECT_EQ(text(stage), bias);
}

TEST(Cards, ChangePlaces) {
  Stage stage;
  stage->open_free_play(bias);
  stage->act("card:t");
  ASSERT_TRUE(stage->act("edit:later"));
  EXPECT_EQ(text(stage), "x: f32[64, 32]\nb: f32[32]\nt = gelu(x)\ny = t + b\n");
  EXPECT_EQ(stage.node("card.op")->value, "add") << "still in hand";
  EXPECT_FALSE(stage->act("edit:later")) << "it is the last";
}

TEST(Cards, SizeAndDtypeOfAll) {
  Stage stage;
  stage->open_free_play(bias);
  ASSERT_TRUE(stage->act("edit:rows.twice"));
  EXPECT_THAT(text(stage), HasSubstr("x: f32[128, 32]\nb: f32[32]"));
  ASSERT_TRUE(stage->act("edit:rows.half"));
  ASSERT_TRUE(stage->act("edit:dtype.f16"));
  EXPECT_EQ(text(stage), "x: f16[64, 32]\nb: f16[32]\nt = x + b\ny = gelu(t)\n");
  EXPECT_EQ(stage.node("card.dtype")->value, "f16");
}

TEST(Cards, TheBackwardPassIsAChainLikeAnyOther) {
  Stage stage;
  stage->open_free_play(bias);
  const std::string before = text(stage);
  ASSERT_TRUE(stage->act("edit:backward"));
  EXPECT_THAT(text(stage), testing::AllOf(HasSubstr("d_y: f32[64, 32]\n"), HasSubstr("out d_x, d_b")));
  ASSERT_TRUE(stage->act("lab.undo"));
  EXPECT_EQ(text(stage), before);
}

TEST(Cards, EveryEditIsUndoneAndDoneAgain) {
  Stage stage;
  stage->open_free_play(bias);
  std::vector<std::string> texts = {text(stage)};
  for (const char* edit : {"edit:add.row", "edit:op.mul", "edit:later", "edit:rows.twice", "edit:dtype.bf16"}) {
    if (!stage->act(edit)) continue;
    texts.push_back(text(stage));
  }
  ASSERT_GE(texts.size(), 5u);
  for (std::size_t i = texts.size() - 1; i-- > 0;) {
    ASSERT_TRUE(stage->act("lab.undo"));
    EXPECT_EQ(text(stage), texts[i]);
  }
  for (std::size_t i = 1; i < texts.size(); ++i) {
    ASSERT_TRUE(stage->act("lab.redo"));
    EXPECT_EQ(text(stage), texts[i]);
  }
}

TEST(Cards, OfEveryPresetEveryEnabledEditIsAChain) {
  int edits = 0;
  for (const auto& entry : std::filesystem::directory_iterator(base::program_file("lessons/presets"))) {
    const auto preset = base::read_file(entry.path(), 1 << 16);
    ASSERT_TRUE(preset);
    const auto chain = chain::parse(*preset);
    ASSERT_TRUE(chain);
    for (const int op : chain->ops()) {
      const auto expect_chain = [&](const chain::EditedText& edited) {
        if (!edited) {
          EXPECT_FALSE(edited.error().empty());
          return;
        }
        ++edits;
        EXPECT_TRUE(chain::parse(*edited)) << entry.path() << "\n" << *edited;
      };
      expect_chain(chain::without_op(*chain, op));
      expect_chain(chain::with_op_later(*chain, op));
      for (const char* what : {"relu", "row", "tensor", "number", "sum"}) {
        expect_chain(chain::with_op_after(*chain, op, what));
      }
      for (const auto name : chain::alternatives(*chain, op)) {
        expect_chain(chain::with_op_instead(*chain, op, name));
      }
      for (const int input : chain::operands_of(*chain, op)) {
        expect_chain(chain::with_operand(*chain, input, true));
        expect_chain(chain::with_operand(*chain, input, false));
      }
    }
  }
  EXPECT_GT(edits, 300);
}

TEST(Cards, LieClosedWhileALessonAsksAboutTheChain) {
  Stage stage;
  ASSERT_TRUE(stage->open_lesson("02"));
  stage->open_free_play("x: f32[4096, 8192]\nb: f32[8192]\nt = x + b\ny = gelu(t)\n");
  EXPECT_EQ(stage.node("card.op"), nullptr);
  EXPECT_FALSE(stage->act("edit:op.relu"));
}

TEST(Cards, KeepWhatWasWrittenBesideTheChain) {
  Stage stage;
  stage->open_free_play(
      "# mine\nx: f32[64, 32]  # in\nb: f32[32]\n# first\nt = x + b  # bias\n# then\ny = gelu(t)\n# end\n");
  ASSERT_TRUE(stage->act("card:t"));
  ASSERT_TRUE(stage->act("edit:op.mul"));
  EXPECT_EQ(text(stage),
            "# mine\nx: f32[64, 32]  # in\nb: f32[32]\n# first\nt = x * b  # bias\n# then\ny = gelu(t)\n# end\n");
  ASSERT_TRUE(stage->act("edit:remove"));
  EXPECT_EQ(text(stage), "# mine\nx: f32[64, 32]  # in\n# first\n# then\ny = gelu(x)\n# end\n")
      << "what stood behind an op goes with it";
  ASSERT_TRUE(stage->act("lab.undo"));
  EXPECT_THAT(text(stage), HasSubstr("# bias"));
}

}  // namespace cards_test
