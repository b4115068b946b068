// Another program's kernels become a cut of the chain, or the file is refused at its place.
#include "record/imported_cut.hpp"

#include "base/resources.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <string>

namespace imported_cut_test {

using testing::AllOf;
using testing::HasSubstr;

constexpr auto layer = R"(x: bf16[8192, 8192]\nw: bf16[8192, 8192]\nb: bf16[8192]\ny = gelu(x @ w + b)\n)";

std::string file_with(const std::string& kernels, double median = 1700, const std::string& chain = layer,
                      const std::string& more = "") {
  return fmt::format(R"({{"onetrip_import": 2, "what": "a layer", "program": "PyTorch", "version": "2.11.0",
  "device": "NVIDIA H200", "driver": "580", "date": "2026-11-25", "command": "torch_blocks.py",{}
  "chain": "{}",
  "ways": [{{"name": "eager", "label": "an op a kernel", "max_abs_error": 0.001,
    "time_us": {{"median": {}, "q1": {}, "q3": {}, "n": 60}},
    "kernels": [{}]}}]}})",
                     more, chain, median, median * 0.99, median * 1.01, kernels);
}

std::string kernel(const std::string& name, const std::string& makes) {
  return fmt::format(R"(
      {{"name": "{}", "makes": [{}]}})",
                     name, makes);
}

std::string three() {
  return kernel("nvjet", R"("y.1")") + "," + kernel("add", R"("y.2")") + "," + kernel("gelu", R"("y")");
}

/// As a person reads it.
std::string refusal(const std::string& text) {
  const auto read = record::parse_imported(text, "a.json");
  return read ? std::string() : base::render(read.error());
}

TEST(ImportedCut, IsThePlanOfTheKernelsThatRan) {
  const auto read = record::parse_imported(file_with(three()), "a.json");
  ASSERT_TRUE(read) << base::render(read.error());
  ASSERT_NE(read->chain, nullptr);
  const plan::FusionPlan& cut = read->ways[0].cut;
  ASSERT_EQ(cut.groups.size(), 3u);
  EXPECT_EQ(cut.groups[0].engine, plan::Engine::library);
  EXPECT_EQ(cut, *plan::segment(read->chain, {plan::Cuts::Kind::every, {}}, machine::Limits(1 << 16)));
  const auto two = record::parse_imported(
      file_with(kernel("memset", "") + "," + kernel("nvjet", R"("y.1")") + "," + kernel("triton", R"("y.2", "y")")),
      "a");
  ASSERT_TRUE(two) << base::render(two.error());
  EXPECT_EQ(two->ways[0].cut.groups.size(), 2u) << "a helper makes no group";
  EXPECT_EQ(two->ways[0].kernels.size(), 3u) << "but it ran";
}

TEST(ImportedCut, WhatNobodyMadeAndWhatTwoMadeIsRefusedAtItsWay) {
  EXPECT_THAT(
      refusal(file_with(kernel("nvjet", R"("y.1")") + "," + kernel("gelu", R"("y")"))),
      AllOf(HasSubstr("a.json:6:"), HasSubstr("The kernels of 'eager' are not a cut of the chain: no kernel makes y.2"),
            HasSubstr("Every value of the chain but its inputs")));
  EXPECT_THAT(
      refusal(file_with(three() + "," + kernel("again", R"("y.2")"))),
      AllOf(HasSubstr("a.json:10:"), HasSubstr("y.2 is made by two kernels: 'add' and 'again'"), HasSubstr("^")));
}

TEST(ImportedCut, UnknownValuesInputsAndWrongOrderAreRefused) {
  EXPECT_THAT(refusal(file_with(three() + "," + kernel("more", R"("y.3")"))),
              AllOf(HasSubstr("there is no value y.3 in the chain"), HasSubstr("Did you mean y.")));
  EXPECT_THAT(refusal(file_with(three() + "," + kernel("copy", R"("x")"))), HasSubstr("no kernel makes x: it is an"));
  EXPECT_THAT(refusal(file_with(kernel("add", R"("y.2")") + "," + kernel("nvjet", R"("y.1")") + "," +
                                kernel("gelu", R"("y")"))),
              HasSubstr("y.2 reads y.1, which a later kernel makes"));
}

TEST(ImportedCut, WhatNoKernelCanDoIsRefusedWithItsReason) {
  const std::string two = R"(x: bf16[512, 512]\nw: bf16[512, 512]\nv: bf16[512, 512]\nh = x @ w\ny = h @ v\n)";
  EXPECT_THAT(refusal(file_with(kernel("both", R"("h", "y")"), 1700, two)),
              HasSubstr("its values cannot come from one kernel. "));
}

TEST(ImportedCut, ATimeThatTheArithmeticOrTheRoadCannotDoIsRefused) {
  // 2 x 8192^3 operations at 1.05 x 989 tera a second.
  EXPECT_EQ(refusal(file_with(three(), 1059)), "");
  EXPECT_THAT(refusal(file_with(three(), 1057)), HasSubstr("is too short: this takes at least 1.06 ms on NVIDIA H200"));
  // 2 x 2.15 GB at 1.05 x 4.8 TB/s, but for what the caches may keep.
  const std::string wide = R"(x: f32[65536, 8192]\ny = relu(x)\n)";
  EXPECT_EQ(refusal(file_with(kernel("relu", R"("y")"), 850, wide)), "");
  EXPECT_THAT(refusal(file_with(kernel("relu", R"("y")"), 830, wide)), HasSubstr("is too short"));
}

TEST(ImportedCut, AChainThatCannotBeReadOrIsToldTwiceIsRefused) {
  EXPECT_THAT(refusal(file_with(three(), 1700, R"(x: bf16[8]\ny = gelu(z)\n)")),
              AllOf(HasSubstr("a.json:3:"), HasSubstr("z")));
  EXPECT_THAT(refusal(file_with(three(), 1700, layer, R"( "shape": {"tokens": 1},)")),
              HasSubstr("the chain gives the shape"));
  EXPECT_THAT(refusal(file_with("")), HasSubstr("no kernel makes y.1"));
}

TEST(ImportedCut, AnotherProgramInTheFileIsNamedWithItsVersion) {
  std::string text = file_with(three());
  const std::string label = R"("label": "an op a kernel")";
  text.replace(text.find(label), label.size(), label + R"(, "program": "JAX", "version": "0.9.1")");
  const auto read = record::parse_imported(text, "a.json");
  ASSERT_TRUE(read) << base::render(read.error());
  EXPECT_EQ(record::way_words(*read, read->ways[0]), "eager (JAX 0.9.1)");
  text.erase(text.find(R"(, "version": "0.9.1")"), std::string(R"(, "version": "0.9.1")").size());
  EXPECT_THAT(refusal(text), HasSubstr("program and version go together"));
}

TEST(ImportedCut, WhatComesWithTheProgramIsWholeAndOfAKnownFormat) {
  for (const auto& file : std::filesystem::directory_iterator(base::program_file("assets/imported"))) {
    if (file.path().extension() != ".json") continue;
    const auto read = record::load_imported(file.path());
    EXPECT_TRUE(read) << base::render(read.error());
  }
}

}  // namespace imported_cut_test
