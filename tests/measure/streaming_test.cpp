// Rows that stream: what the processor really makes is verified, and faults planted there are found.
#include "chain/parser.hpp"
#include "device/cpu/cpu_device.hpp"
#include "measure/verify.hpp"

#include <gtest/gtest.h>

namespace measure_streaming_test {

using device::cpu::Fault;

record::Verdict verdict_of(const std::string& dtype, const std::string& made, Fault fault) {
  static const std::unique_ptr<device::Device> device = device::cpu::make_device();
  device::RunSpec spec;
  const auto chain = std::make_shared<const chain::Chain>(chain::parse("x: " + dtype + "[40, 9000]\n" + made).value());
  for (const auto kind : {plan::Cuts::Kind::every, plan::Cuts::Kind::none}) {
    spec.plans.push_back(plan::segment(chain, {kind, {}}, machine::Limits(4096)).value());
  }
  EXPECT_EQ(spec.plans[1].groups[0].schedule, plan::Schedule::streaming) << made;
  device::cpu::plant(fault);
  const auto experiment = device->prepare(spec);
  device::cpu::plant(Fault::none);
  return measure::verify(*experiment, spec, 1).verdict;
}

constexpr const char* softmax = "y = softmax(x)";
constexpr const char* log_sum_exp = "m = max(x)\ny = log(sum(exp(x - m))) + m";

TEST(Streaming, RightOnesPass) {
  for (const char* dtype : {"f32", "f16", "bf16"}) {
    for (const char* made : {softmax, log_sum_exp, "y = softmax(x * 30)"}) {
      const record::Verdict verdict = verdict_of(dtype, made, Fault::none);
      EXPECT_TRUE(verdict.passed) << dtype << " " << made << ": " << verdict.worst;
    }
  }
}

TEST(Streaming, WrongNumbersOfARowAreFound) {
  for (const char* dtype : {"f32", "bf16"}) {
    for (const char* made : {softmax, log_sum_exp}) {
      const bool few_digits = std::string_view(dtype) == "bf16" && made == log_sum_exp;  // of a logarithm near 9
      for (const Fault fault : {Fault::dropped_tile, Fault::tile_twice, Fault::stale_maximum, Fault::short_tail}) {
        if (few_digits && fault != Fault::short_tail) continue;
        EXPECT_FALSE(verdict_of(dtype, made, fault).passed) << dtype << " " << made << " " << static_cast<int>(fault);
      }
    }
  }
}

}  // namespace measure_streaming_test
