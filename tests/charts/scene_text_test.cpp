// The scene that a figure's file holds, as somebody else may have written it: it ends soon, with a sentence.
#include "base/diagnostic.hpp"
#include "charts/frame/reopen.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ctime>

namespace scene_text_test {

using ::testing::HasSubstr;

std::string scene_of(std::size_t plans, std::size_t guesses = 0) {
  std::string text = R"json({"onetrip_scene": 1, "kind": "bytes", "chain": "x: f32[64]\ny = relu(x)", "plans": [)json";
  for (std::size_t i = 0; i < plans; ++i) text += std::string(i > 0 ? "," : "") + R"({"name": "p", "cuts": ["y"]})";
  text += "], \"guesses\": {";
  for (std::size_t i = 0; i < guesses; ++i) text += fmt::format("{}\"g{}\": 1", i > 0 ? "," : "", i);
  return text + "}}";
}

TEST(SceneText, HoldsAsManyPlansAsAFigureCanShow) {
  const auto scene = charts::parse_scene(scene_of(16, 64));
  ASSERT_TRUE(scene) << base::render(scene.error());
  EXPECT_EQ(scene->cuts.size(), 14u) << "beyond unfused and fused";
  EXPECT_EQ(scene->guesses.size(), 64u);
}

TEST(SceneText, MoreOfThemAreRefusedSoon) {
  const auto begin = std::clock();
  for (const auto& [text, key] :
       {std::pair(scene_of(17), "'plans'"), std::pair(scene_of(100'000), "'plans'"),
        std::pair(scene_of(2, 65), "'guesses'"), std::pair(scene_of(2, 100'000), "'guesses'")}) {
    const auto scene = charts::parse_scene(text);
    ASSERT_FALSE(scene);
    ASSERT_EQ(scene.error().size(), 1u);
    EXPECT_THAT(scene.error()[0].message, HasSubstr(key));
    EXPECT_LT(scene.error()[0].message.size(), 200u);
  }
  EXPECT_LT(static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC, 60) << "unoptimised, with sanitizers";
}

}  // namespace scene_text_test
