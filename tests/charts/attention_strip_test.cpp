// One head of attention: tensors to scale, arrows by the counting rule, nothing struck before its stage.
#include "charts/strips/attention_strip.hpp"

#include "charts/looks.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <map>

namespace attention_strip_test {

using figure::Stage;
using testing::HasSubstr;
using testing::Not;

const model::Attention head{4096, 128, 2};

std::map<std::string, figure::Rect> boxes(const figure::Figure& figure) {
  std::map<std::string, figure::Rect> found;
  for (const figure::Mark& mark : figure.marks) {
    const auto* rect = std::get_if<figure::Rect>(&mark.shape);
    if (rect != nullptr && mark.id.starts_with("tensor.")) found.emplace(mark.id, *rect);
  }
  return found;
}

TEST(AttentionStrip, TensorsAreDrawnToScale) {
  const auto drawn = boxes(figure::at(charts::attention_strip({}, head), Stage::question));
  ASSERT_EQ(drawn.size(), 6u);
  const figure::Rect& scores = drawn.at("tensor.S");
  EXPECT_DOUBLE_EQ(scores.width, scores.height) << "a row and a column for each token";
  for (const char* side : {"tensor.Q", "tensor.K", "tensor.V", "tensor.O"}) {
    EXPECT_DOUBLE_EQ(drawn.at(side).height, scores.height);
    EXPECT_NEAR(drawn.at(side).width, scores.width * 128 / 4096, 1e-9);
  }
}

TEST(AttentionStrip, TheTableIsTheCountingRule) {
  const figure::Figure figure = charts::attention_strip({}, head);
  std::int64_t sum = 0;
  std::map<std::string, std::int64_t> told;
  for (const figure::Row& row : figure.table.rows) {
    const std::int64_t bytes = std::stoll(row.cells.at(3));
    if (row.from == Stage::question) sum += bytes;
    if (row.from == Stage::model) told[row.cells.at(0)] = bytes;
  }
  EXPECT_EQ(sum, head.naive().value) << "eight arrows";
  EXPECT_EQ(told.at("K1 K2 K3"), head.naive().value);
  EXPECT_EQ(told.at("one"), head.flash().value);
}

TEST(AttentionStrip, NothingIsStruckBeforeTheModel) {
  const figure::Figure figure = charts::attention_strip({}, head);
  for (const Stage stage : {Stage::question, Stage::guess}) {
    const std::string told = text_twin(figure::at(figure, stage)) + tests::shapes_at(figure, stage);
    for (const char* early : {"33.0x", "4.19 MB", "138 MB", "never", "one kernel"})
      EXPECT_THAT(told, Not(HasSubstr(early)));
  }
  const figure::Figure told = figure::at(figure, Stage::model);
  for (const char* id : {"struck.S", "struck.P", "one"}) {
    EXPECT_TRUE(std::ranges::any_of(told.marks, [&](const figure::Mark& mark) { return mark.id == id; })) << id;
  }
  EXPECT_THAT(figure.title, HasSubstr("33.0x fewer"));
}

TEST(AttentionStrip, IsTidyOnEverySheet) {
  for (const auto& [width, height, scale] :
       {std::tuple{960.0, 540.0, 1.0}, {960.0, 720.0, 1.2}, {1280.0, 720.0, 1.5}, {700.0, 500.0, 1.0}}) {
    charts::ChartData sheet;
    sheet.width = width;
    sheet.height = height;
    sheet.text_scale = scale;
    const figure::Figure figure = charts::attention_strip(sheet, head);
    for (const Stage stage : tests::stages) tests::expect_tidy(figure::at(figure, stage), "attention");
  }
}

TEST(AttentionStrip, InAClassOnANarrowScreenOpAndSizesAreTold) {
  charts::ChartData sheet;
  sheet.width = 440;
  sheet.height = 380;
  sheet.text_scale = 1.52;
  sheet.no_title = true;
  const std::string read = tests::readable(charts::attention_strip(sheet, head), Stage::truth);
  EXPECT_THAT(read, HasSubstr("\nsoftmax\n"));
  EXPECT_THAT(read, HasSubstr("\n33.6 MB\n"));
}

}  // namespace attention_strip_test
