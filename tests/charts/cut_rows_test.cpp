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

TEST(CutRows, ABusyGpuStandsBesideWhatItMoved) {
  record::Imported import = tests::import_of();
  import.ways[0].busy = record::Busy{100, 20, "nvidia-smi"};
  const figure::Figure figure = charts::cut_rows(both(import), &import, {});
  // 235 MB in 290 µs are 0.81 TB/s, of 4.8 TB/s.
  EXPECT_THAT(figure.description,
              HasSubstr("its GPU called itself 100 % busy, and moved 16.9 % of what its road carries"));
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
