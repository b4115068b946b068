// Stages hide nothing: what is later is gone; the text twin; the hash; the walk.
#include "figure/figure.hpp"

#include "figure/renderer.hpp"

#include <gtest/gtest.h>

namespace figure_test {

using namespace figure;

Figure small_figure() {
  Figure figure;
  figure.id = "small";
  figure.title = "Fused moves half the bytes";
  figure.description = "Two bars; the fused one is half as long.";
  figure.question = "How many bytes does each plan move?";
  figure.question_description = "Two empty bars.";
  figure.marks = {
      {Text{{10, 20}, "?"}, "asked", Stage::question, Stage::guess},
      {Rect{{10, 30}, 80, 12, 0, Paint{Role::unfused}}, "bar.unfused", Stage::model},
      {Circle{{50, 36}, 4, Paint{Role::launch}, {}}, "dot", Stage::truth},
  };
  figure.table.columns = {{"plan", ""}, {"bytes", "B"}, {"time", "s"}};
  figure.table.rows = {{{"unfused", "4\u202F294", "0.5"}, Stage::model}, {{"fused", "2\u202F147", ""}, Stage::truth}};
  figure.provenance = {{"device", "none\nat all"}};
  return figure;
}

TEST(Figure, AStageKeepsNothingOfLaterOnes) {
  const Figure question = at(small_figure(), Stage::question);
  ASSERT_EQ(question.marks.size(), 1u);
  EXPECT_EQ(question.marks[0].id, "asked");
  EXPECT_TRUE(question.table.rows.empty());
  EXPECT_EQ(question.title, "How many bytes does each plan move?");
  EXPECT_EQ(question.description, "Two empty bars.");
  EXPECT_EQ(text_twin(question).find("half"), std::string::npos);
  EXPECT_EQ(text_twin(question).find("(B)"), std::string::npos) << "no head of a table without rows";

  const Figure model = at(small_figure(), Stage::model);
  ASSERT_EQ(model.marks.size(), 1u);
  EXPECT_EQ(model.marks[0].id, "bar.unfused") << "the '?' ended at guess";
  EXPECT_EQ(model.table.rows.size(), 1u);

  const Figure truth = at(small_figure(), Stage::truth);
  EXPECT_EQ(truth.marks.size(), 2u);
  EXPECT_EQ(truth.title, "Fused moves half the bytes");
  EXPECT_EQ(truth.width, question.width);
}

TEST(Figure, TheTwinSaysEverythingInAlignedColumns) {
  EXPECT_EQ(text_twin(small_figure()),
            "Fused moves half the bytes\n"
            "\n"
            "Two bars; the fused one is half as long.\n"
            "\n"
            "plan     bytes (B)  time (s)\n"
            "unfused      4\u202F294       0.5\n"
            "fused        2\u202F147         -\n"
            "\n"
            "device: none at all\n");
}

TEST(Figure, TheTwinSpeaksOfItsStageOnly) {
  Figure figure = small_figure();
  figure.stage = Stage::question;
  EXPECT_EQ(text_twin(figure), text_twin(at(figure, Stage::question)));
  EXPECT_EQ(text_twin(figure).find("unfused"), std::string::npos);
}

TEST(Figure, ShortRowsAndNoTableAreNoAccident) {
  Figure figure = small_figure();
  figure.table.rows = {{{"alone"}}};
  EXPECT_NE(text_twin(figure).find("alone  -          -\n"), std::string::npos) << text_twin(figure);
  figure.table = {};
  EXPECT_EQ(text_twin(figure).find("plan"), std::string::npos);
}

TEST(Figure, EqualPicturesHashEqually) {
  const Figure figure = small_figure();
  Figure other = figure;
  other.title = "another title";
  other.marks[1].id = "another id";
  EXPECT_EQ(hash(figure), hash(other));
  EXPECT_EQ(hash(figure), hash(at(figure, Stage::truth)));

  other = figure;
  std::get<Rect>(other.marks[1].shape).width += 1e-9;
  EXPECT_NE(hash(figure), hash(other));
  other = figure;
  std::get<Rect>(other.marks[1].shape).hatched = true;
  EXPECT_NE(hash(figure), hash(other));
  other = figure;
  other.stage = Stage::question;
  EXPECT_NE(hash(figure), hash(other));
  std::swap(other.marks[1], other.marks[2]);
  EXPECT_EQ(hash(other), hash(at(figure, Stage::question))) << "marks that are not seen do not count";
}

/// Notes what was drawn.
struct Notes : Renderer {
  std::string order;
  std::optional<Stroke> circle_stroke;
  void polyline(const Polyline&, const std::string&) override { order += 'l'; }
  void rect(const Rect&, const std::string& id) override { order += "r(" + id + ")"; }
  void circle(const Circle& circle, const std::string&) override {
    order += 'o';
    circle_stroke = circle.stroke;
  }
  void polygon(const Polygon&, const std::string&) override { order += 'p'; }
  void text(const Text& text, const std::string&) override { order += text.text; }
  void clip_begin(const ClipBegin&) override { order += '['; }
  void clip_end() override { order += ']'; }
};

TEST(Draw, WalksTheMarksOfTheStageInOrder) {
  Figure figure = small_figure();
  figure.marks.insert(figure.marks.begin(), Mark{ClipBegin{{0, 0}, 10, 10}});
  figure.marks.push_back(Mark{ClipEnd{}});
  Notes truth;
  draw(figure, truth);
  EXPECT_EQ(truth.order, "[r(bar.unfused)o]");
  figure.stage = Stage::guess;
  Notes guess;
  draw(figure, guess);
  EXPECT_EQ(guess.order, "[?]");
}

TEST(Draw, OutlinesWhatIsTooPaleForThePage) {
  Notes notes;
  draw(small_figure(), notes);
  ASSERT_TRUE(notes.circle_stroke);
  EXPECT_EQ(notes.circle_stroke->paint, (Paint{Role::launch, Shade::text}));

  Figure figure = small_figure();
  std::get<Circle>(figure.marks[2].shape).stroke = Stroke{{Role::ink}, 3, 0};
  draw(figure, notes);
  EXPECT_EQ(notes.circle_stroke->width, 3) << "a stroke of its own is kept";
  std::get<Circle>(figure.marks[2].shape) = {{0, 0}, 3, Paint{Role::fused}, {}};
  draw(figure, notes);
  EXPECT_FALSE(notes.circle_stroke);
}

TEST(Draw, BalancesClips) {
  Figure figure = small_figure();
  figure.marks.insert(figure.marks.begin(), Mark{ClipEnd{}});
  figure.marks.push_back(Mark{ClipBegin{{0, 0}, 10, 10}});
  Notes notes;
  draw(figure, notes);
  EXPECT_EQ(notes.order, "r(bar.unfused)o[]");
}

}  // namespace figure_test
