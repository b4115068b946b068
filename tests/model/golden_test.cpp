// Predictions for the shipped devices and presets as readable tables.
#include "golden.hpp"

#include "model/predict.hpp"
#include "plan/plans.hpp"
#include "plan/presets.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace golden_test {

std::string table(const machine::DeviceSpec& spec, const std::vector<plan::FusionPlan>& plans) {
  std::string out;
  for (const plan::FusionPlan& plan : plans) {
    const model::Prediction p = model::predict(plan, spec);
    out +=
        fmt::format("  {:<8} {:>2} crossings, {} read, {} written, cold {}, batch {}, {}-bound\n", p.plan, p.crossings,
                    base::show(p.read), base::show(p.written), base::show(p.cold), base::show(p.batch), name(p.bound));
    for (const model::KernelPrediction& kernel : p.kernels) out += fmt::format("           {}\n", kernel.because);
  }
  return out;
}

TEST(Golden, PresetsOnTheShippedDevices) {
  for (const char* id : {"h100", "h200", "a100"}) {
    const auto spec = machine::device_named(id);
    ASSERT_TRUE(spec) << base::render(spec.error());
    std::string out = spec->name + "\n";
    for (const std::string& name : plan::preset_names()) {
      const auto chain = std::make_shared<const chain::Chain>(*plan::preset(name));
      out += "\n" + name + "\n" +
             table(*spec, {*plan::segment(chain, {plan::Cuts::Kind::every, {}}, spec->limits()),
                           *plan::segment(chain, {plan::Cuts::Kind::none, {}}, spec->limits())});
    }
    tests::expect_golden(fmt::format("model/presets-{}.txt", id), out);
  }
}

TEST(Golden, SizesOnAnH200) {
  const auto spec = machine::device_named("h200");
  ASSERT_TRUE(spec);
  std::string out = spec->name + ": gelu(x + b) by size\n";
  for (const int columns : {16, 256, 1024, 4096, 8192, 16384, 65536}) {
    const std::string text = fmt::format("x: f32[4096, {0}]; b: f32[{0}]; y = gelu(x + b)", columns);
    out += fmt::format("\n{} columns\n", columns) +
           table(*spec, {tests::plan_of(text, "every"), tests::plan_of(text, "none")});
  }
  tests::expect_golden("model/sizes-h200.txt", out);
}

}  // namespace golden_test
