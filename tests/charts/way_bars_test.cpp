// Ways of another program: bytes are the model's, times are called imported, with program and version.
#include "charts/bars/way_bars.hpp"

#include "charts/looks.hpp"

#include <gmock/gmock.h>

namespace way_bars_test {

using testing::HasSubstr;
using testing::Not;

const record::Imported& imported() {
  return record::imported("attention");
}

figure::Figure drawn() {
  return charts::way_bars({}, charts::chain_ways(imported()), imported());
}

TEST(WayBars, BytesAreThoseOfEachCut) {
  const auto ways = charts::chain_ways(imported());
  ASSERT_EQ(ways.size(), 3u);
  // 4 N^2 e + 4 N d e a head, against 4 N d e: one more than N / d.
  EXPECT_EQ(ways[0].bytes.value, 64ll * (4ll * 4096 * 4096 * 2 + 4ll * 4096 * 128 * 2));
  EXPECT_EQ(ways[1].bytes.value, 64ll * 4 * 4096 * 128 * 2);
  EXPECT_EQ(ways[0].kernels, 3u);
  EXPECT_EQ(ways[2].kernels, 1u);
  EXPECT_TRUE(ways[2].fused);
}

TEST(WayBars, BytesFallByMoreThanTimes) {
  const auto ways = charts::chain_ways(imported());
  const auto times = [&](auto part) { return static_cast<double>(part(ways[0])) / static_cast<double>(part(ways[2])); };
  EXPECT_DOUBLE_EQ(times([](const charts::Way& way) { return way.bytes.value; }), 33);
  EXPECT_LT(times([](const charts::Way& way) { return way.time.median.value; }), 33 / 2) << "beyond the ridge";
}

TEST(WayBars, SaysWhoseBytesAndTimesTheseAre) {
  const figure::Figure figure = drawn();
  const std::string twin = text_twin(figure);
  EXPECT_THAT(twin, HasSubstr("imported, PyTorch 2.11.0+cu130 on NVIDIA H200 (driver 580.159.04), 2026-"));
  for (const figure::Stage stage : tests::stages) tests::expect_tidy(figure::at(figure, stage), "imported");
}

TEST(WayBars, InALowFrameLettersAreSmallerAndStandClear) {
  charts::ChartData sheet;
  sheet.text_scale = 1.25;
  for (const double height : {300.0, 240.0, 220.0}) {
    sheet.height = height;
    tests::expect_tidy(charts::way_bars(sheet, charts::chain_ways(imported()), imported()), "low ways");
  }
}

TEST(WayBars, NothingIsToldBeforeItsStage) {
  const figure::Figure figure = drawn();
  EXPECT_THAT(text_twin(figure::at(figure, figure::Stage::guess)), Not(HasSubstr("33")));
  const std::string model = text_twin(figure::at(figure, figure::Stage::model));
  EXPECT_THAT(model, Not(HasSubstr("imported,")));
  EXPECT_THAT(model, Not(HasSubstr("0.0046")));
}

}  // namespace way_bars_test
