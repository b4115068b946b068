// Presets: all of them parse, say what they show, and keep their numbers.
#include "plan/presets.hpp"

#include "golden.hpp"
#include "plan/plans.hpp"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

namespace presets_test {

using testing::HasSubstr;

TEST(Presets, EachSaysWhatItShowsAndKeepsItsCrossings) {
  std::string table;
  for (const std::string& name : plan::preset_names()) {
    const auto chain = plan::preset(name);
    ASSERT_TRUE(chain) << base::render(chain.error());
    EXPECT_EQ(chain->text.front(), '#') << name << " must begin with a comment that says what it shows";
    const auto shared = std::make_shared<const chain::Chain>(*chain);
    const auto unfused = plan::segment(shared, {plan::Cuts::Kind::every, {}}, tests::roomy);
    const auto fused = plan::segment(shared, {plan::Cuts::Kind::none, {}}, tests::roomy);
    ASSERT_TRUE(unfused && fused) << name;
    // Two products, or a norm and a product, are two kernels; a norm and two products are three.
    // What is made of the largest entries of rows is another kernel than they are.
    // Of rows that do not stay on the chip a mean is known at their end only: one kernel more for each.
    const bool two = name == "ffn" || name == "qkv" || name == "expensive-row" || name == "router";
    const bool three = name.starts_with("block") || name == "long-layernorm";
    EXPECT_EQ(fused->groups.size(), three ? 3u : two ? 2u : 1u) << name;
    table += name + ": " + std::to_string(tests::crossings(*unfused)) + " crossings in " +
             std::to_string(unfused->groups.size()) + " kernels -> " + std::to_string(tests::crossings(*fused)) +
             " in " + std::to_string(fused->groups.size()) + ", " + std::string(plan::name(fused->groups[0].schedule)) +
             "\n";
  }
  tests::expect_golden("plan/presets.txt", table);
}

TEST(ReadChain, FileThenPresetThenText) {
  const tests::TemporaryFolder folder;
  const std::string file = (folder.path() / "softmax").string();
  std::ofstream(file) << "x: f32[8]\ny = relu(x)\n";
  EXPECT_EQ(plan::read_chain(file)->values.size(), 2u);
  EXPECT_EQ(plan::read_chain("softmax")->values.size(), 6u);
  EXPECT_EQ(plan::read_chain("x: f32[8]; y = exp(relu(x))")->values.size(), 3u);
}

TEST(ReadChain, AFolderNamedLikeAPresetDoesNotHideIt) {
  namespace fs = std::filesystem;
  const tests::TemporaryFolder folder;
  fs::create_directory(folder.path() / "softmax");
  fs::create_directory(folder.path() / "other");
  const fs::path before = fs::current_path();
  const auto preset = plan::preset("softmax");
  fs::current_path(folder.path());
  const auto given = plan::read_chain("softmax");
  const auto other = plan::read_chain("other");
  fs::current_path(before);
  ASSERT_TRUE(preset && given);
  EXPECT_EQ(given->text, preset->text);
  ASSERT_FALSE(other);
  EXPECT_THAT(base::render(other.error()), HasSubstr("is a folder"));
}

std::string refusal(std::string_view given) {
  const auto chain = plan::read_chain(given);
  return chain ? "accepted" : base::render(chain.error());
}

TEST(ReadChain, Refusals) {
  EXPECT_THAT(refusal("sofmax"), HasSubstr("there is no chain file or preset 'sofmax'"));
  EXPECT_THAT(refusal("sofmax"), HasSubstr("Did you mean 'softmax'?"));
  EXPECT_THAT(refusal("no/such.chain"), HasSubstr("Presets: adam, add-mul, "));
  EXPECT_THAT(refusal("  "), HasSubstr("no chain was given"));
  EXPECT_THAT(refusal("x: f32[8]; y = rellu(x)"), HasSubstr("<chain>:1:"));
  EXPECT_THAT(refusal("/"), HasSubstr("/"));
  EXPECT_NE(refusal(std::string("x\0y", 3)), "accepted");
  EXPECT_NE(refusal(std::string(10'000, 'x')), "accepted");
  const tests::TemporaryFolder folder;
  const std::string file = (folder.path() / "bad.chain").string();
  std::ofstream(file) << "x: f32[8]\ny = rellu(x)\n";
  EXPECT_THAT(refusal(file), HasSubstr(file + ":2:5:"));
}

}  // namespace presets_test
