// Runs of cheap ops in one loop: the same bits as the ops one by one, and only where that makes fewer loops.
#include "device/cpu/kernels.hpp"
#include "device/cpu/program.hpp"
#include "device/runs.hpp"
#include "device/targets.hpp"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace cpu_runs_test {

using chain::Op;
using device::cpu::Applied;
using device::cpu::Call;
using device::cpu::Format;
using device::cpu::Operand;

constexpr std::array<Op, 9> cheap = {Op::add,  Op::sub,    Op::mul,     Op::neg,    Op::abs,
                                     Op::relu, Op::square, Op::maximum, Op::minimum};

float number(std::size_t i) {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  constexpr std::array special{0.0f,   -0.0f,  infinity, -infinity, std::numeric_limits<float>::quiet_NaN(),
                               1e-41f, 3.4e38f};
  return i % 7 == 3 ? special[i / 7 % special.size()] : static_cast<float>(static_cast<int>(i * 37 % 101) - 50) / 7.0f;
}

/// `count` floats behind `shift` others, on a cache line.
struct Row {
  Row(std::size_t count, std::size_t shift) : room(count + shift + 64, -77.0f) {
    const std::size_t beyond = reinterpret_cast<std::uintptr_t>(room.data()) % 64 / 4;
    first = room.data() + (16 - beyond) % 16 + shift;
  }
  std::vector<float> room;
  float* first;
};

/// One after the other by the ops' own loops.
std::vector<float> one_by_one(std::vector<float> held, const std::vector<Applied>& ops) {
  held.resize(held.size() + device::cpu::splat_elements);
  for (const Applied& one : ops) {
    const std::vector<float> splat(device::cpu::splat_elements, one.number);
    std::vector<float> out(held.size());
    const Operand before{held.data(), 1, Format::f32}, beside{splat.data(), 0, Format::f32};
    Call call;
    const bool right = one.right && chain::info(one.op).arity == 2;
    call.a = right ? &beside : &before;
    call.b = right ? &before : &beside;
    call.out = out.data();
    call.count = static_cast<std::int64_t>(held.size());
    device::cpu::kernels().ops[static_cast<std::size_t>(one.op)].inner(call);
    held = std::move(out);
  }
  held.resize(held.size() - device::cpu::splat_elements);
  return held;
}

void expect_same(const std::vector<Applied>& ops, std::size_t count, std::size_t shift, bool stream) {
  Row in(count, shift), out(count, shift);
  for (std::size_t i = 0; i < count; ++i) in.first[i] = number(i);
  const Operand from{in.first, 1, Format::f32};
  Call call;
  call.a = call.b = call.c = &from;
  call.out = out.first;
  call.stream = stream;
  call.count = static_cast<std::int64_t>(count);
  call.applied = ops;
  (stream ? device::cpu::run_kernel().stream : device::cpu::run_kernel().inner)(call);
  const std::vector<float> wanted = one_by_one({in.first, in.first + count}, ops);
  for (std::size_t i = 0; i < count; ++i) {
    const bool both_nan = std::isnan(out.first[i]) && std::isnan(wanted[i]);
    ASSERT_TRUE(both_nan || std::bit_cast<std::uint32_t>(out.first[i]) == std::bit_cast<std::uint32_t>(wanted[i]))
        << i << " of " << count << ": " << out.first[i] << ", not " << wanted[i];
  }
  for (float* beyond = out.room.data(); beyond < out.room.data() + out.room.size(); ++beyond) {
    if (beyond < out.first || beyond >= out.first + count) {
      ASSERT_EQ(*beyond, -77.0f) << "a store beside the output";
    }
  }
}

TEST(CpuRuns, GiveTheBitsOfTheOpsOneByOne) {
  for (const tests::Target& target : tests::targets()) {
    const tests::UsedTarget used(target);
    SCOPED_TRACE(target.name);
    for (const Op op : cheap) {
      ASSERT_TRUE(device::cpu::joins_runs(op));
      for (const bool right : {false, true}) expect_same({{op, 1.7f, right}}, 300, 3, true);
    }
    std::vector<Applied> all;
    for (const Op op : cheap) all.push_back({op, op == Op::mul ? 0.25f : -1.5f, all.size() % 2 == 1});
    for (const bool stream : {false, true}) {
      for (const std::size_t shift : {0, 1, 5}) {
        for (std::size_t count = 1; count <= 140; ++count) expect_same(all, count, shift, stream);
        expect_same(all, 1021, shift, stream);
      }
    }
  }
  EXPECT_FALSE(device::cpu::joins_runs(Op::tanh));
  EXPECT_FALSE(device::cpu::joins_runs(Op::div));
}

/// Loops of the chain's one kernel.
std::size_t loops(const std::string& text) {
  const device::RunSpec spec = tests::run_spec(text, {"none"});
  const plan::FusionPlan& plan = spec.plans.at(0);
  const device::cpu::Program program = device::cpu::compile(plan, plan.groups.at(0), device::cpu::Fault::none);
  std::size_t sum = 0;
  for (const auto& stage : program.stages)
    for (const auto& phase : stage.phases) sum += phase.elements.size();
  return sum;
}

TEST(CpuRuns, AreMadeWhereTheySaveALoop) {
  EXPECT_EQ(loops("x: f32[64, 256]; y = abs(relu(x) * 2 + 1)"), 1u);
  EXPECT_EQ(loops("x: f32[64, 256]; y = abs(x + 1)"), 1u) << "no pair";
  EXPECT_EQ(loops("x: f32[64, 256]; y = tanh(abs(1 - relu(x) * 2))"), 2u);
  EXPECT_EQ(loops("x: f32[64, 256]; y = gelu(relu(x) * 2 + 1)"), 2u) << "two pairs";
  EXPECT_EQ(loops("x: f32[64, 256]; t = relu(x) * 2; y = abs(t + 1); out y, t"), 3u) << "t is written in between";
  EXPECT_EQ(loops("x: f32[64, 256]; b: f32[256]; y = abs((x * 2 + b) * 3 - 1)"), 2u) << "b is no number";
}

}  // namespace cpu_runs_test
