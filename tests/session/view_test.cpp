// The view as data: rebuilt only after a change; every role can be read.
#include "session/state/view.hpp"

#include "session/state/page.hpp"
#include "stage.hpp"

#include <gmock/gmock.h>

#include <set>

namespace view_test {

using session::Node;
using session::Purpose;
using ::testing::HasSubstr;
using tests::Stage;

TEST(View, IsRebuiltOnlyAfterAChange) {
  Stage stage;
  ASSERT_TRUE(stage->open_lesson("02"));
  const auto first = stage->view().revision;
  EXPECT_EQ(stage->view().revision, first);
  EXPECT_FALSE(stage->poll());
  stage->act("no.such.action");
  stage->set_theme(stage->theme());
  EXPECT_EQ(stage->view().revision, first);
  stage->act("arrow:k1.read.x");
  EXPECT_GT(stage->view().revision, first);
}

TEST(View, FiguresTakeTheWindowsFrameAndFilesTheirOwn) {
  Stage stage;
  stage->open_free_play("x: f32[64, 32]\ny = exp(x)\n");
  const auto first = stage->view().revision;
  stage->set_figure_frame(960, 540);
  EXPECT_EQ(stage->view().revision, first);
  stage->set_figure_frame(700, 420);
  EXPECT_GT(stage->view().revision, first);
  EXPECT_EQ(stage.node("figure.bytes")->figure->width, 700);
  const auto path = stage.home().path() / "bars.svg";
  ASSERT_TRUE(stage->export_figure("bytes", path));
  const auto svg = base::read_file(path, 1 << 20);
  ASSERT_TRUE(svg);
  EXPECT_THAT(*svg, HasSubstr("960"));
  for (const double side : {0.0, -5.0, 1.0, 1e9}) {
    stage->set_figure_frame(side, side);
    EXPECT_NE(stage.node("figure.bytes"), nullptr);
  }
}

TEST(View, UnknownAndDisabledActionsDoNothing) {
  Stage stage;
  EXPECT_FALSE(stage->act("next")) << "no lesson is open";
  ASSERT_TRUE(stage->open_lesson("02"));
  const auto before = stage.twin();
  for (const auto* action :
       {"", ":", "next", "back", "guess.lock", "run.start", "choice:Z", "step:99", "arrow:", "export:"}) {
    EXPECT_FALSE(stage->act(action)) << action;
  }
  EXPECT_EQ(stage.twin(), before);
}

TEST(View, IdsAreUniqueOnEveryPage) {
  Stage stage;
  ASSERT_TRUE(stage->open_lesson("02"));
  for (int step = 1; step <= 11; ++step) {
    if (step == 11) {
      stage->open_free_play("");
    } else {
      stage->go_to_step(step);
    }
    std::set<std::string> ids;
    for (const auto* node : session::all_nodes(stage->view())) {
      EXPECT_TRUE(ids.insert(node->id).second) << node->id << " twice on step " << step;
    }
  }
}

TEST(View, EveryTextOfThePageIsInTheTable) {
  Stage stage;
  ASSERT_TRUE(stage->open_lesson("02"));
  stage->open_free_play("");
  EXPECT_EQ(stage.twin().find("session."), std::string::npos) << stage.twin();
}

TEST(View, GoingOutOfTheLessonStaysAtItsEnds) {
  Stage stage;
  ASSERT_TRUE(stage->open_lesson("02"));
  stage->go_to_step(-5);
  EXPECT_THAT(stage.twin(), HasSubstr("Step 1 of 10"));
  stage->go_to_step(500);
  EXPECT_THAT(stage.twin(), HasSubstr("Step 10 of 10"));
}

TEST(View, AnUnknownLessonIsAPersonsMistake) {
  Stage stage;
  EXPECT_FALSE(stage->open_lesson("99"));
}

TEST(TextTwin, ReadsEveryRole) {
  session::View view;
  view.title = "Title";
  const auto add = [&](Purpose role, std::string label, std::string value, std::vector<std::string> lines) -> Node& {
    Node node;
    node.id = std::string(session::name(role));
    node.purpose = role;
    node.label = std::move(label);
    node.value = std::move(value);
    node.lines = std::move(lines);
    view.root.children.push_back(std::move(node));
    return view.root.children.back();
  };
  add(Purpose::header, "02 Count", "Step 1 of 9", {});
  add(Purpose::chain, "Chain", "x: f32[2]\ny = exp(x)", {});
  add(Purpose::number, "Guess", "", {});
  add(Purpose::words, "Sentence", "One trip.", {});
  Node& first = add(Purpose::choice, "A", "", {});
  first.selected = true;
  first.paragraphs = lesson::paragraphs("Nobody needs `t`.");
  add(Purpose::choice, "B", "", {}).paragraphs = lesson::paragraphs(
      "A sentence that is longer than a line of the terminal goes on below its own first word, not its letter.");
  add(Purpose::progress, "cold 3 of 12", "", {}).share = 0.25;
  add(Purpose::headline, "", "", {}).headline = {{{"by hand", "4", {}}, {"counted", "4", {}}}, "the same"};
  add(Purpose::badge, "measured (bytes worked out)", "", {});
  add(Purpose::verdict, "", "", {"all identical"});
  add(Purpose::notice, "Cancelled.", "", {});
  add(Purpose::error, "No room.", "Take less.", {});
  add(Purpose::table, "Numbers", "", {}).rows = {tests::row("plan\tcrossings"), tests::row("unfused\t4", "-n")};
  add(Purpose::source, "fused 1: k1_exp", "It did not run.", {"// one trip", "", "void k1_exp() {}"});
  Node& slider = add(Purpose::slider, "Scene", "2 of 11", {});
  slider.slider = session::Slider{0.2, {0, 0.2, 1}};
  slider.actions.push_back(session::labelled("scene.play", "Play the scene", {"F7"}));
  Node& next = add(Purpose::button, "Next", "", {});
  next.primary = true;
  next.actions.push_back(session::labelled("next", "Next", {"Right", "PageDown"}));
  Node& back = add(Purpose::button, "Back", "", {});
  back.actions.push_back(session::disabled(session::labelled("back", "Back"), "This is the first step."));
  tests::expect_golden("session/every_role.txt", session::text_twin(view));
}

}  // namespace view_test
