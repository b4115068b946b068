// Rows reduced in a product's kernel: what the processor really makes is verified, and faults planted there are found.
#include "chain/parser.hpp"
#include "device/cpu/cpu_device.hpp"
#include "measure/fed.hpp"
#include "measure/verify.hpp"

#include <gtest/gtest.h>

namespace measure_product_rows_test {

using device::cpu::Fault;

device::RunSpec spec_of(const std::string& text) {
  device::RunSpec spec;
  const auto chain = std::make_shared<const chain::Chain>(chain::parse(text).value());
  for (const auto kind : {plan::Cuts::Kind::every, plan::Cuts::Kind::none}) {
    spec.plans.push_back(plan::segment(chain, {kind, {}}, machine::Limits(64 * 1024)).value());
  }
  return spec;
}

record::Verdict verdict_of(const std::string& text, Fault fault) {
  static const std::unique_ptr<device::Device> device = device::cpu::make_device();
  const device::RunSpec spec = spec_of(text);
  EXPECT_EQ(spec.plans[1].groups.size(), 1u) << text;
  device::cpu::plant(fault);
  const auto experiment = device->prepare(spec);
  device::cpu::plant(Fault::none);
  return measure::verify(*experiment, spec, 1).verdict;
}

std::string rows_of(const std::string& dtype, const std::string& made) {
  return "x: " + dtype + "[40, 64]\nw: " + dtype + "[64, 3000]\nz = (x @ w) * 0.25\n" + made;
}

constexpr const char* log_sum_exp = "m = max(z)\ne = exp(z - m)\ns = sum(e)\nl = log(s) + m";

TEST(ProductRows, RightOnesPass) {
  for (const std::string dtype : {"f32", "f16", "bf16"}) {
    for (const char* made : {"y = sum(z)", "y = mean(abs(z))", "y = max(z)", log_sum_exp, "y = sum(z)\nout z, y"}) {
      const record::Verdict verdict = verdict_of(rows_of(dtype, made), Fault::none);
      EXPECT_TRUE(verdict.passed) << dtype << " " << made << ": " << verdict.worst;
    }
  }
}

TEST(ProductRows, ATileThatIsLeftOutOrTakenTwiceIsFound) {
  for (const std::string dtype : {"f32", "bf16"}) {
    for (const Fault fault : {Fault::dropped_tile, Fault::tile_twice}) {
      for (const char* made : {"y = sum(z)", "y = mean(abs(z))", log_sum_exp}) {
        EXPECT_FALSE(verdict_of(rows_of(dtype, made), fault).passed) << dtype << " " << made;
      }
    }
    EXPECT_FALSE(verdict_of(rows_of(dtype, "y = max(z)"), Fault::dropped_tile).passed) << dtype;
  }
}

TEST(ProductRows, AMaximumThatIsNotTheRowsIsFound) {
  for (const std::string dtype : {"f32", "bf16"}) {
    EXPECT_FALSE(verdict_of(rows_of(dtype, log_sum_exp), Fault::stale_maximum).passed) << dtype;
  }
}

TEST(ProductRows, AsManyRowsAsTheReferenceCanMultiply) {
  const std::string made = "z = x @ w\ny = sum(z)\nout z, y";
  const auto judged = [&](const std::string& operands) {
    const device::RunSpec spec = spec_of(operands + made);
    return measure::Fed(spec, 1).judged()[1];
  };
  EXPECT_EQ(judged("x: f32[100, 64]\nw: f32[64, 500]\n").size(), 32u);
  const auto few = judged("x: bf16[4096, 4096]\nw: bf16[4096, 128256]\n");
  EXPECT_EQ(few, (std::vector<std::int64_t>{0, 4095}));
}

}  // namespace measure_product_rows_test
