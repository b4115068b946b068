// Every page in a language whose words are longer and accented: all of it stands in the window, on nothing else, and
// inside its figure.
#include "pseudo.hpp"

#include "base/words.hpp"
#include "charts/looks.hpp"
#include "headless.hpp"
#include "session/stage.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace pseudo_test {

using session::Purpose;
using tests::Headless;
using tests::Stage;

struct Screen {
  double width, height;
  figure::Theme theme;
};
constexpr Screen screens[] = {
    {1280, 720, figure::Theme::light}, {1920, 1080, figure::Theme::light}, {1920, 1080, figure::Theme::projector}};

bool fixed(Purpose role) {
  return role == Purpose::header || role == Purpose::step || role == Purpose::button || role == Purpose::progress;
}

/// How far something is drawn beyond the window's right edge.
double overhang(double width) {
  double right = width;
  const ImDrawData* drawn = ImGui::GetDrawData();
  for (int i = 0; i < drawn->CmdListsCount; ++i) {
    for (const ImDrawVert& vertex : drawn->CmdLists[i]->VtxBuffer) right = std::max<double>(right, vertex.pos.x);
  }
  return right - width;
}

void expect_whole(Headless& window, const session::View& view, double width, const std::string& what) {
  EXPECT_LE(overhang(width), 1) << what;
  const auto& placements = window.page.placements();
  const auto& parts = window.page.layout().regions;
  const auto seen = [&](const ui::Placement& placed) {  // what is scrolled away lies over nothing
    return placed.region < 0 ? placed.box : ui::meet(placed.box, parts.at(static_cast<std::size_t>(placed.region)).box);
  };
  for (std::size_t i = 0; i < placements.size(); ++i) {
    const ui::Placement& a = placements[i];
    EXPECT_GE(a.box.x, 0) << what << ": " << a.id;
    EXPECT_LE(a.box.right(), width + 0.5) << what << ": " << a.id;
    for (std::size_t j = i + 1; j < placements.size(); ++j) {
      const ui::Placement& b = placements[j];
      if (!a.leaf || !b.leaf || fixed(a.purpose) != fixed(b.purpose)) continue;
      const ui::Box both = ui::meet(seen(a), seen(b));
      EXPECT_FALSE(both.w > 0.5 && both.h > 0.5) << what << ": " << a.id << " and " << b.id;
    }
  }
  for (const session::Node* node : session::all_nodes(view)) {
    if (node->figure) tests::expect_tidy(*node->figure, what + ", " + node->id);
  }
}

/// The page as it is now, on every screen; with the list of keys over it, and with its text twin.
void look(Stage& stage, const std::string& what) {
  for (const Screen& screen : screens) {
    Headless window(*stage, screen.width, screen.height);
    window.page.theme.palette = screen.theme;
    const std::string where =
        fmt::format("{} at {}x{} {}", what, screen.width, screen.height, figure::name(screen.theme));
    for (const char* key : {"", "F1", "Ctrl+T"}) {
      if (*key != '\0') window.key(key);
      window.draw();
      expect_whole(window, stage->view(), screen.width, where + " " + key);
      if (*key != '\0') window.key("Escape");
    }
  }
}

/// Answers the open step by what is on the page: marks and choices in their order, a number, words, the run.
void answer(Stage& stage) {
  const auto every = [&](const std::string& prefix) {
    std::vector<std::string> ids;
    for (const session::Node* node : session::all_nodes(stage->view())) {
      for (const auto& action : node->actions) {
        if (action.enabled && action.id.starts_with(prefix)) ids.push_back(action.id);
      }
    }
    return ids;
  };
  for (const auto& id : every("arrow:")) (void)stage->act(id);
  if (const auto choices = every("choice:"); !choices.empty()) (void)stage->act(choices.front());
  if (!every("guess.set").empty()) (void)stage->act("guess.set", "3");
  if (!every("words.set").empty()) (void)stage->act("words.set", "One trip.");
  (void)stage->act("guess.lock");
  if (stage->act("run.start")) stage->wait();
}

class Pseudo : public testing::Test {
 protected:
  tests::PseudoLocale locale_;
};

TEST_F(Pseudo, TheLanguageIsAnother) {
  EXPECT_EQ(base::text("session.run.start"), tests::pseudo("Run both"));
  EXPECT_EQ(base::say("session.verdict.wrong", {{"plan", "fused"}, {"worst", "y[3]"}}).find("{"), std::string::npos);
  base::speak({});
  EXPECT_EQ(base::text("session.run.start"), "Run both");
}

TEST_F(Pseudo, LessonsFromTheFirstPageToTheLast) {
  for (const char* lesson : {"01", "02"}) {
    Stage stage;
    ASSERT_TRUE(stage->open_lesson(lesson));
    const auto steps = stage.node("steps")->children.size();
    for (std::size_t step = 1; step <= steps; ++step) {
      stage->go_to_step(static_cast<int>(step));
      look(stage, fmt::format("{}, step {}, open", lesson, step));
      answer(stage);
      look(stage, fmt::format("{}, step {}, answered", lesson, step));
    }
  }
}

TEST_F(Pseudo, TheLabItsSourceItsErrorsAndTheHosts) {
  Stage stage;
  stage->open_free_play("x: f32[4096, 8192]\nb: f32[8192]\ny = gelu(x + b)\n");
  look(stage, "lab");
  (void)stage->act("source.toggle");
  look(stage, "source");
  (void)stage->act("source.toggle");
  ASSERT_TRUE(stage->act("run.start"));
  stage->wait();
  look(stage, "lab after its run");
  ASSERT_NE(stage.node("reveal.badge.model"), nullptr);
  EXPECT_EQ(stage.node("reveal.badge.model")->source, record::Source::model) << "its sign does not hang on its words";
  EXPECT_EQ(stage.node("reveal.badge.model")->label.find("model"), std::string::npos);
  (void)stage->act("chain.set", "x: f32[4096, 8192]\ny = gleu(x + q)\n");
  look(stage, "lab with mistakes");
  ASSERT_TRUE(stage->act("hosts.open"));
  look(stage, "hosts");
}

}  // namespace pseudo_test
