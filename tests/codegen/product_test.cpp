// Kernels of products: which one is taken, how it is launched, what its tensor maps say; all compile for every card.
#include "codegen/nvrtc.hpp"
#include "codegen/plans.hpp"
#include "codegen/prelude.hpp"
#include "codegen/product_cases.hpp"
#include "codegen/product_work.hpp"
#include "golden.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace product_test {

using chain::Dtype;
using codegen::Kernel;
using testing::HasSubstr;
using tests::ProductCase;

codegen::Target card(int capability) {
  codegen::Target target;
  target.compute_capability = capability;
  target.shared_per_block = 1024 * (capability == 75                            ? 64
                                    : capability == 80                          ? 163
                                    : capability / 10 == 9 || capability == 100 ? 227
                                                                                : 99);
  return target;
}

Kernel lowered(const ProductCase& one, int capability = 90) {
  return codegen::lower_product(one.plan, 0, one.products, card(capability));
}

class ProductCompiles : public testing::TestWithParam<int> {};

TEST_P(ProductCompiles, SpillsNothingAndSaysNothing) {
  std::string reason;
  const auto nvrtc = tests::Nvrtc::open(reason);
  if (nvrtc == nullptr) GTEST_SKIP() << reason;
  std::vector<ProductCase> all = tests::small_products(Dtype::bf16);
  for (ProductCase& one : tests::small_products(Dtype::f32)) {
    if (one.name.starts_with("bias") || one.name.starts_with("gate")) all.push_back(std::move(one));
  }
  all.push_back(tests::plain_product(Dtype::f16, 264, 776, 328));
  const std::size_t small = all.size();
  all.push_back(tests::bias_gelu(Dtype::bf16, 8192, 8192, 8192, true));
  all.push_back(tests::bias_gelu(Dtype::f32, 8192, 8192, 8192, true));
  for (const tests::Turned turned : {tests::Turned{}, {true, false}, {false, true}, {true, true}}) {
    all.push_back(tests::plain_product(Dtype::f32, 4096, 4096, 4096, turned));
    all.push_back(tests::plain_product(Dtype::bf16, 4096, 4095, 4096, turned));
    all.push_back(tests::plain_product(Dtype::f16, 4096, 4096, 4096, turned));
  }
  const bool leading = GetParam() == 80 || GetParam() == 90;  // the others: every third, for the suite's time
  for (std::size_t i = 0; i < all.size(); i += leading || i >= small ? 1 : 3) {
    const Kernel kernel = lowered(all[i], GetParam());
    EXPECT_LE(kernel.launch.dynamic_shared, card(GetParam()).shared_per_block) << all[i].name;
    const std::string architecture = kernel.architecture.empty() ? std::to_string(GetParam()) : kernel.architecture;
    const auto compiled = nvrtc->compile(codegen::prelude_for(kernel.source) + "\n" + kernel.source,
                                         "sm_" + architecture, kernel.options);
    ASSERT_TRUE(compiled.ok) << all[i].name << "\n" << compiled.log;
    EXPECT_EQ(compiled.log.find("warning"), std::string::npos) << all[i].name << "\n" << compiled.log;
    EXPECT_EQ(compiled.log.find("C75"), std::string::npos) << "wgmma is held up: " << all[i].name << "\n"
                                                           << compiled.log;
    EXPECT_EQ(tests::spills(compiled.log), "") << all[i].name << "\n" << compiled.log;
  }
}

INSTANTIATE_TEST_SUITE_P(Cards, ProductCompiles, testing::Values(75, 80, 86, 89, 90, 100, 120),
                         [](const auto& capability) { return fmt::format("sm_{}", capability.param); });

TEST(Product, SomeRowsStreamToEveryMultiprocessor) {
  const auto sums = [](int m, int n) {
    const std::string source = lowered(tests::plain_product(Dtype::bf16, m, n, 8192)).source;
    const std::size_t at = source.find("MmaSums<");
    return source.substr(at, source.find('>', at) - at);
  };
  EXPECT_EQ(sums(17, 28672), "MmaSums<Left, true, Right, false, 1, 4");
  EXPECT_EQ(sums(64, 28672), "MmaSums<Left, true, Right, false, 2, 4");
  EXPECT_EQ(sums(32, 8192), "MmaSums<Left, true, Right, false, 2, 2") << "64 tiles of 128 columns, for 132 of them";
  EXPECT_EQ(sums(64, 8192), "MmaSums<Left, true, Right, false, 4, 2");
}

TEST(Product, HoppersKernelIsTakenWhereTheCopyEngineCan) {
  EXPECT_EQ(lowered(tests::plain_product(Dtype::bf16, 4096, 4096, 4096)).architecture, "90a");
  EXPECT_EQ(lowered(tests::plain_product(Dtype::f16, 72, 8, 8)).architecture, "90a");
  for (const auto& [name, one] : std::map<std::string, ProductCase>{
           {"f32 has no tensor cores here", tests::plain_product(Dtype::f32, 4096, 4096, 4096)},
           {"lines of 4095 elements are not aligned", tests::plain_product(Dtype::bf16, 4096, 4095, 4096)},
           {"few rows", tests::plain_product(Dtype::bf16, 64, 8192, 8192)}}) {
    EXPECT_EQ(lowered(one).architecture, "") << name;
    EXPECT_TRUE(lowered(one).maps.empty()) << name;
  }
  EXPECT_EQ(lowered(tests::plain_product(Dtype::bf16, 4096, 4096, 4096), 100).architecture, "") << "wgmma is Hopper's";
}

TEST(Product, TensorMapsAreWhatTheDriverTakes) {
  for (const ProductCase& one : tests::small_products(Dtype::bf16)) {
    const Kernel kernel = lowered(one);
    for (const codegen::TensorMap& map : kernel.maps) {
      ASSERT_EQ(map.dims.size(), map.box.size()) << one.name;
      ASSERT_EQ(map.dims.size(), map.strides.size() + 1) << one.name;
      EXPECT_LE(map.dims.size(), 5u);
      EXPECT_EQ(map.box[0] * chain::size_of(map.dtype), map.swizzle) << "a line of the box is the swizzle's";
      std::int64_t last = (map.dims[0] - 1) * chain::size_of(map.dtype);
      for (std::size_t d = 1; d < map.dims.size(); ++d) {
        EXPECT_EQ(map.strides[d - 1] % 16, 0) << one.name;
        EXPECT_GT(map.strides[d - 1], 0) << one.name;
        EXPECT_LE(map.box[d], 256) << one.name;
        last += (map.dims[d] - 1) * map.strides[d - 1];
      }
      EXPECT_LT(last, one.plan.chain->values[map.value].bytes().value) << one.name << ": inside of the tensor";
    }
    int maps = 0;
    for (const codegen::Argument& argument : kernel.arguments) {
      if (argument.kind != codegen::Argument::Kind::tensor_map) continue;
      EXPECT_EQ(argument.index, maps++) << one.name;
    }
    EXPECT_EQ(maps, static_cast<int>(kernel.maps.size())) << one.name;
  }
}

TEST(Product, BlocksCoverTheResult) {
  const Kernel general = lowered(tests::plain_product(Dtype::bf16, 1000, 1000, 100), 80);
  EXPECT_EQ(general.launch.grid[0], 16 * 8) << "64 x 128: there are few";
  EXPECT_EQ(lowered(tests::plain_product(Dtype::bf16, 4096, 4096, 4096), 80).launch.grid[0], 32 * 32);
  EXPECT_EQ(lowered(tests::plain_product(Dtype::bf16, 4096, 4096, 4096)).launch.grid[0], 132) << "one an SM";
  EXPECT_EQ(lowered(tests::plain_product(Dtype::bf16, 16, 8192, 8192)).launch.grid[0], 128) << "64 columns each";
  EXPECT_EQ(lowered(tests::plain_product(Dtype::bf16, 1, 4096, 8192)).launch.grid[0], 128) << "32 columns each";
}

/// The families of siblings: "3,4 | 7".
std::string families(const std::string& text, const std::string& cuts) {
  const plan::FusionPlan plan = tests::planned(tests::parsed(text), cuts);
  const codegen::ProductWork work(*plan.chain, plan.groups[0], 0, plan::products(*plan.chain, plan.groups[0]));
  std::string out;
  for (const codegen::Family& family : work.families) {
    if (!out.empty()) out += " | ";
    for (const plan::Product& product : family.products)
      out += (out.empty() || out.back() == ' ' ? "" : ",") + plan.chain->values[product.op].name;
  }
  return out;
}

TEST(Product, AnOpOfSeveralSumsJoinsSiblings) {
  const std::string inputs = "x: bf16[64, 32]; a: bf16[32, 48]; b: bf16[32, 48]; c: bf16[32, 16]; ";
  EXPECT_EQ(families(inputs + "g = x @ a; u = x @ b; y = silu(g) * u; v = x @ c; out y, v", "y+v"), "g,u | v");
  EXPECT_EQ(families(inputs + "g = x @ a; u = x @ b; v = x @ c; out g, u, v", "g+u+v"), "g | u | v");
}

TEST(Product, TheElementFunctionIsTheChain) {
  const std::string text = lowered(tests::bias_gelu(Dtype::bf16, 256, 256, 256, true)).source;
  EXPECT_THAT(text, HasSubstr("const f32 v5 = v4 + v2;\n  const f32 v6 = gelu(v5);\n  const f32 v7 = v6 + v3;"));
  EXPECT_THAT(text, HasSubstr("const __grid_constant__ TensorMap in3")) << "the residual comes through the ring";
  EXPECT_THAT(text, HasSubstr("auto* const bias2"));
}

TEST(Product, TextsAsTheyWere) {
  const auto text = [](const std::string& chain, int capability) {
    const plan::FusionPlan plan = tests::planned(tests::parsed(chain), "none");
    return codegen::lower(plan, card(capability)).kernels[0].source;
  };
  const std::string mlp =
      "x: bf16[4096, 1024]; w: bf16[1024, 4096]; b: bf16[4096]; r: bf16[4096, 4096]; y = gelu(x @ w + b) + r";
  tests::expect_golden("codegen/matmul.hopper.cu", text(mlp, 90));
  tests::expect_golden("codegen/matmul.general.cu", text(mlp, 80));
  tests::expect_golden("codegen/matmul.few-rows.cu",
                       text("x: bf16[8, 4096]; w: bf16[4096, 4096]; y = relu(x @ w)", 90));
  tests::expect_golden("codegen/matmul.f32.cu",
                       text("x: f32[512, 512]; w: f32[512, 512]; y = relu(x @ transpose(w))", 80));
}

}  // namespace product_test
