// Another program's times beside ours: always called imported, and never drawn as what was measured.
#include "charts/frame/overlay.hpp"

#include "charts/bars/bytes_bars.hpp"
#include "charts/bars/way_bars.hpp"
#include "charts/cases.hpp"
#include "charts/frame/bar_look.hpp"
#include "charts/frame/provenance.hpp"
#include "charts/imports.hpp"
#include "charts/looks.hpp"
#include "charts/roofline/roofline.hpp"

#include <gmock/gmock.h>

namespace overlay_test {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

TEST(Overlay, AddsEachWayAsAPlanWithOurBytesAndTheirTime) {
  const record::Imported import = tests::import_of();
  charts::ChartData data = tests::plans_of(import);
  ASSERT_TRUE(charts::lay_over(data, import));
  ASSERT_EQ(data.plans.size(), 5u);
  EXPECT_EQ(data.plans[3].name, "PyTorch compiled");
  EXPECT_EQ(data.plans[4].name, "JAX jit");
  EXPECT_EQ(data.predictions[3].crossings, 5) << "x, w, the product out and in, y";
  ASSERT_EQ(data.measurements.size(), 1u);
  EXPECT_EQ(data.measurements[0].source, record::Source::imported);
  EXPECT_DOUBLE_EQ(data.measurements[0].plans[1].cold->median.value, 250e-6);
}

TEST(Overlay, EveryFigureCallsItImportedWithProgramAndVersion) {
  const record::Imported import = tests::import_of();
  charts::ChartData data = tests::plans_of(import);
  ASSERT_TRUE(charts::lay_over(data, import));
  for (const figure::Figure& figure :
       {charts::bytes_bars(data, charts::Quantity::all, charts::Axes::told), charts::roofline(data)}) {
    EXPECT_THAT(tests::readable(figure, figure::Stage::truth), HasSubstr("imported, PyTorch 2.11.0, JAX 0.9.1"));
    EXPECT_THAT(tests::readable(figure, figure::Stage::truth), Not(HasSubstr("measured")));
    const figure::Figure early = figure::at(figure, figure::Stage::model);
    for (const figure::Mark& mark : early.marks) {
      const auto* text = std::get_if<figure::Text>(&mark.shape);
      EXPECT_TRUE(text == nullptr || text->text.find("290") == std::string::npos) << "their times wait for the truth";
    }
    EXPECT_THAT(figure.scene, Not(HasSubstr("JAX"))) << "its file is not in the figure, so it cannot come back";
  }
  const std::string twin = text_twin(charts::bytes_bars(data, charts::Quantity::time, charts::Axes::told));
  EXPECT_THAT(twin, AllOf(HasSubstr("imported"), HasSubstr("0.00025"), HasSubstr("times only")));
}

TEST(Overlay, AnImportedBarNeverLooksMeasured) {
  using record::Source;
  for (const bool hatched : {false, true}) {
    const auto imported = charts::bar_of({Source::imported, figure::Role::fused, hatched}, {0, 0}, 100, 20);
    for (const Source other : {Source::measured, Source::recorded, Source::model, Source::guess}) {
      const auto bar = charts::bar_of({other, figure::Role::fused, hatched}, {0, 0}, 100, 20);
      EXPECT_FALSE(imported.fill == bar.fill && imported.stroke == bar.stroke) << record::name(other);
      EXPECT_NE(imported.fill, bar.fill) << record::name(other);
    }
  }
}

TEST(Overlay, AnotherChainOrAnotherCardIsRefused) {
  const record::Imported import = tests::import_of();
  charts::ChartData data = tests::plans_of(
      tests::import_of("x: bf16[4096, 4096]\\nw: bf16[4096, 2048]\\nb: bf16[2048]\\ny = gelu(x @ w + b)\\n"));
  const auto chain = charts::lay_over(data, import);
  ASSERT_FALSE(chain);
  EXPECT_THAT(base::render(chain.error()), AllOf(HasSubstr("The import is for another chain: a small layer"),
                                                 HasSubstr("x: bf16[4096, 4096]; w: bf16[4096, 4096]")));
  EXPECT_EQ(data.plans.size(), 2u) << "nothing was added";

  data = tests::plans_of(import);
  data.measurements.emplace_back().provenance.device = "NVIDIA A100-SXM4-80GB";
  const auto card = charts::lay_over(data, import);
  ASSERT_FALSE(card);
  EXPECT_THAT(base::render(card.error()),
              HasSubstr("The import is from NVIDIA H200, but this figure's run is from NVIDIA A100"));
  data.measurements.front().provenance.device = "NVIDIA H200 on gpu7";
  EXPECT_TRUE(charts::lay_over(data, import));
}

TEST(Overlay, TheModelsMachineIsNamedBesideTheImport) {
  const record::Imported import = tests::import_of();
  charts::ChartData data = tests::plans_of(import);
  ASSERT_TRUE(data.spec);
  ASSERT_TRUE(charts::lay_over(data, import));
  const charts::ProvenanceLine line = charts::provenance_line(data);
  ASSERT_EQ(line.truth.size(), 2u);
  EXPECT_THAT(line.truth[1], HasSubstr(data.spec->name));
}

TEST(Overlay, AWayIsHeldAgainstTheFirstInWords) {
  record::Imported import = tests::import_of();
  import.ways.resize(2);
  const figure::Figure figure = charts::way_bars({}, charts::chain_ways(import), import);
  const std::string seen = tests::readable(figure, figure::Stage::truth);
  EXPECT_THAT(seen,
              AllOf(HasSubstr("Who fused what in PyTorch"), HasSubstr("x fewer"), HasSubstr("250 \u00b5s, 1.16x less"),
                    HasSubstr("helper: fills"), HasSubstr("fewer, less: compared with eager")));
  EXPECT_THAT(figure.title, testing::StartsWith("PyTorch: compiled took"));
}

TEST(Overlay, ChainsWaysTellWhatEachFused) {
  const record::Imported import = tests::import_of();
  const auto ways = charts::chain_ways(import);
  ASSERT_EQ(ways.size(), 3u);
  EXPECT_EQ(ways[1].kernels, 2u);
  EXPECT_EQ(ways[1].helpers, 1u);
  EXPECT_THAT(ways[1].label, HasSubstr("2 kernels: matmul | add, gelu; 1 helper"));
  EXPECT_GT(ways[0].bytes, ways[1].bytes);
  const figure::Figure figure = charts::way_bars({}, ways, import);
  EXPECT_THAT(figure.title, AllOf(HasSubstr("JAX jit took 240 µs with 1 kernel"),
                                  HasSubstr("PyTorch eager took 290 µs with 3 kernels")));
  const std::string twin = text_twin(figure);
  EXPECT_THAT(twin, AllOf(HasSubstr("imported, PyTorch 2.11.0, JAX 0.9.1 on NVIDIA H200"),
                          HasSubstr("autotuned is missing: no time was left"), HasSubstr("PyTorch compiled")));
  const std::string question = tests::readable(figure, figure::Stage::question);
  EXPECT_THAT(question, AllOf(Not(HasSubstr("matmul |")), Not(HasSubstr("240")), Not(HasSubstr("1 kernel"))));
  for (const figure::Stage stage : tests::stages) tests::expect_tidy(figure::at(figure, stage), "imported");
  charts::ChartData wall;
  wall.text_scale = 2, wall.height = 480, wall.width = 1120;
  record::Imported many = import;
  for (const record::ImportedWay& way : import.ways) many.ways.push_back(way), many.ways.back().name += " again";
  const figure::Figure low = charts::way_bars(wall, charts::chain_ways(many), many);
  for (const figure::Stage stage : tests::stages) tests::expect_tidy(figure::at(low, stage), "imported, on a wall");
}

}  // namespace overlay_test
