// Ways of another program: bytes are the model's, times are called imported, with program and version.
#include "charts/bars/way_bars.hpp"

#include "charts/looks.hpp"

#include <gmock/gmock.h>

namespace way_bars_test {

using testing::HasSubstr;
using testing::Not;

record::Imported imported() {
  record::Imported from;
  from.what = "softmax(QK)V";
  from.program = "PyTorch";
  from.version = "2.11.0";
  from.device = "NVIDIA H200";
  from.driver = "580.1";
  from.date = "2026-11-22";
  from.command = "attention.py";
  from.shape = {{"batch", 4}, {"heads", 16}, {"tokens", 4096}, {"dim", 128}, {"bytes_per_element", 2}};
  const auto way = [](const char* name, double seconds) {
    record::ImportedWay one;
    one.name = name;
    one.label = std::string("scaled_dot_product_attention, ") + name;
    one.time.median = one.time.q1 = one.time.q3 = base::Seconds{seconds};
    one.time.n = 60;
    return one;
  };
  from.ways = {way("naive", 4.6e-3), way("flash", 1.6e-3), way("cuDNN", 0.92e-3)};
  return from;
}

figure::Figure drawn() {
  const record::Imported from = imported();
  return charts::way_bars({}, charts::attention_ways(from), from);
}

TEST(WayBars, BytesAreOfAllHeads) {
  const auto ways = charts::attention_ways(imported());
  ASSERT_EQ(ways.size(), 3u);
  // 4 N^2 e + 4 N d e a head, against 4 N d e: one more than N / d.
  EXPECT_EQ(ways[0].bytes.value, 64ll * (4ll * 4096 * 4096 * 2 + 4ll * 4096 * 128 * 2));
  EXPECT_EQ(ways[1].bytes.value, 64ll * 4 * 4096 * 128 * 2);
  EXPECT_FALSE(ways[0].fused);
  EXPECT_TRUE(ways[2].fused);
}

TEST(WayBars, TheFindingIsBothRatiosOfTheFastest) {
  const figure::Figure figure = drawn();
  EXPECT_THAT(figure.title, HasSubstr("cuDNN: 33.0x fewer bytes, 5.00x less time"));
  const std::string twin = text_twin(figure);
  EXPECT_THAT(twin, HasSubstr("imported, PyTorch 2.11.0 on NVIDIA H200 (driver 580.1), 2026-11-22"));
  for (const figure::Stage stage : tests::stages) tests::expect_tidy(figure::at(figure, stage), "ways");
}

TEST(WayBars, SaysWhoseBytesAndTimesTheseAre) {
  const figure::Figure figure = drawn();
  for (const figure::Stage stage : tests::stages) {
    EXPECT_THAT(tests::readable(figure, stage), HasSubstr("64 heads")) << figure::name(stage);
  }
  const std::string twin = text_twin(figure);
  EXPECT_THAT(twin, HasSubstr("Of 64 heads (batch 4 x 16); one head, naive, is 138 MB by the model;"));
}

TEST(WayBars, NothingIsToldBeforeItsStage) {
  const figure::Figure figure = drawn();
  EXPECT_THAT(text_twin(figure::at(figure, figure::Stage::guess)), Not(HasSubstr("33")));
  const std::string model = text_twin(figure::at(figure, figure::Stage::model));
  EXPECT_THAT(model, Not(HasSubstr("imported,")));
  EXPECT_THAT(model, Not(HasSubstr("0.0046")));
}

TEST(WayBars, AnImportWithoutItsShapeIsRefused) {
  record::Imported from = imported();
  from.shape.erase("dim");
  EXPECT_THROW(static_cast<void>(charts::attention_ways(from)), std::exception);
}

}  // namespace way_bars_test
