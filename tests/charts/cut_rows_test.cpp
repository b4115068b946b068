// One chain as each program cuts it: theirs first, ours below, and no number without who says it.
#include "charts/strips/cut_rows.hpp"

#include "charts/cases.hpp"
#include "charts/frame/overlay.hpp"
#include "charts/imports.hpp"
#include "charts/looks.hpp"

#include <gmock/gmock.h>

namespace cut_rows_test {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

charts::ChartData both(const record::Imported& import) {
  charts::ChartData data = tests::plans_of(import);
  EXPECT_TRUE(charts::lay_over(data, import));
  return data;
}

TEST(CutRows, TheirsComeFirstThenOursEachWithWhoSaysIt) {
  const record::Imported import = tests::import_of();
  const figure::Figure figure = charts::cut_rows(both(import), &import, charts::not_here(&import));
  std::vector<std::string> rows;
  for (const auto& row : figure.table.rows) rows.push_back(row.cells[0] + "/" + row.cells[1] + "/" + row.cells[5]);
  EXPECT_THAT(rows,
              testing::ElementsAre("PyTorch eager/3/imported", "PyTorch compiled/2/imported", "JAX jit/1/imported",
                                   "Onetrip unfused/3/model", "Onetrip fused/1/model", "autotuned//"));
  EXPECT_EQ(figure.title, "PyTorch eager runs 3 kernels, JAX jit 1");
}

TEST(CutRows, TimesWaitForTheTruthAndKernelsForTheModel) {
  const record::Imported import = tests::import_of();
  const figure::Figure figure = charts::cut_rows(both(import), &import, {});
  EXPECT_THAT(
      tests::readable(figure, figure::Stage::question),
      AllOf(HasSubstr("PyTorch eager"), Not(HasSubstr("matmul")), Not(HasSubstr("290")), Not(HasSubstr("runs"))));
  EXPECT_THAT(tests::readable(figure, figure::Stage::model), AllOf(HasSubstr("matmul"), Not(HasSubstr("290 µs"))));
  EXPECT_THAT(tests::readable(figure, figure::Stage::truth),
              AllOf(HasSubstr("290 µs"), HasSubstr("imported, PyTorch 2.11.0")));
}

TEST(CutRows, AProgramsOwnWordsAreCalledItsLog) {
  record::Imported import = tests::import_of();
  import.ways[1].said = {"cannot fuse op0 with op1: node1 is extern or nop"};
  const figure::Figure figure = charts::cut_rows(both(import), &import, {});
  EXPECT_THAT(figure.description, HasSubstr("its log: cannot fuse op0 with op1: node1 is extern or nop"));
}

TEST(CutRows, ANarrowSheetCutsNoSourceAndLeavesNoBoxEmpty) {
  const record::Imported import = tests::import_of();
  charts::ChartData data = both(import);
  data.width = 720, data.text_scale = 1.25;
  const figure::Figure figure = charts::cut_rows(data, &import, {});
  const std::string words = tests::readable(figure, figure::Stage::truth);
  EXPECT_THAT(words, AllOf(HasSubstr("imported"), HasSubstr("Bytes (model)"), Not(HasSubstr("impo\u2026"))));
  int boxes = 0, said = 0;
  for (const figure::Mark& mark : figure.marks) {
    const auto* rect = std::get_if<figure::Rect>(&mark.shape);
    if (rect == nullptr || mark.id.find(".k") == std::string::npos) continue;
    ++boxes;
    said += std::ranges::any_of(figure.marks, [&](const figure::Mark& other) {
      const auto* text = std::get_if<figure::Text>(&other.shape);
      return text != nullptr && text->at.x >= rect->at.x && text->at.x <= rect->at.x + rect->width &&
             text->at.y >= rect->at.y && text->at.y <= rect->at.y + rect->height;
    });
  }
  EXPECT_GT(boxes, 5);
  EXPECT_EQ(said, boxes);
}

TEST(CutRows, InALowFrameLettersAreSmallerAndStandClear) {
  const record::Imported import = tests::import_of();
  charts::ChartData data = both(import);
  data.width = 1024;
  for (const double height : {400.0, 300.0, 250.0, 230.0}) {
    data.height = height;
    const figure::Figure figure = charts::cut_rows(data, &import, charts::not_here(&import));
    tests::expect_tidy(figure, "low cuts");
    const std::string words = tests::readable(figure, figure::Stage::truth);
    EXPECT_THAT(words, AllOf(HasSubstr("290 µs"), HasSubstr("PyTorch compiled"), Not(HasSubstr("\u2026")))) << height;
  }
}

TEST(CutRows, OfALogThatIsTooLongItsFirstClauseIsSaid) {
  record::Imported import = tests::import_of();
  import.ways[1].said = {"cannot fuse op0 with op1: only few ops may come before a product, and never two products"};
  charts::ChartData data = both(import);
  data.width = 760;
  const std::string words = tests::readable(charts::cut_rows(data, &import, {}), figure::Stage::truth);
  EXPECT_THAT(words, AllOf(HasSubstr("its log: cannot fuse op0 with op1"), Not(HasSubstr("\u2026"))));
}

TEST(CutRows, AWayThatIsCalledLikeItsProgramIsNamedOnce) {
  record::Imported import = tests::import_of();
  import.ways[1].program = import.ways[1].name = "Triton";
  EXPECT_EQ(charts::way_name(import, import.ways[1]), "Triton");
  EXPECT_EQ(charts::way_name(import, import.ways[0]), "PyTorch eager");
}

TEST(CutRows, ABusyGpuStandsBesideWhatItMoved) {
  record::Imported import = tests::import_of();
  import.ways[0].busy = record::Busy{100, 20, "nvidia-smi"};
  const figure::Figure figure = charts::cut_rows(both(import), &import, {});
  // 235 MB in 290 µs are 0.81 TB/s, of 4.8 TB/s.
  EXPECT_THAT(figure.description,
              HasSubstr("its GPU reported itself 100% busy, and moved 16.9% of what its road can carry"));
}

TEST(CutRows, WhatNobodyImportedIsSaidAndNotDrawnAsZero) {
  const record::Imported import = tests::import_of();
  const figure::Figure figure = charts::cut_rows(tests::plans_of(import), nullptr, charts::not_here(nullptr));
  EXPECT_THAT(tests::readable(figure, figure::Stage::truth),
              AllOf(HasSubstr("not imported yet"), Not(HasSubstr("imported,")), HasSubstr("model")));
  EXPECT_EQ(figure.table.rows.back().cells[4], "");
}

TEST(CutRows, IsTidyWithFewRowsAndMany) {
  const record::Imported import = tests::import_of();
  for (const double scale : {1.0, 1.3}) {
    charts::ChartData data = both(import);
    data.text_scale = scale;
    const figure::Figure figure = charts::cut_rows(data, &import, charts::not_here(&import));
    tests::expect_tidy(figure, "cuts");
    tests::expect_clear_type(figure, "cuts");
    for (int i = 0; i < 8; ++i) {
      data.plans.push_back(data.plans[1]);
      data.plans.back().name = "y." + std::to_string(i);
    }
    tests::expect_tidy(charts::cut_rows(data, &import, charts::not_here(&import)), "many cuts");
  }
}

}  // namespace cut_rows_test
