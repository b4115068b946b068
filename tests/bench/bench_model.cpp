// Measured / modelled speed-up of fused over unfused, cold, at four times the last-level cache. Goal: within 15 %.
#include "bench.hpp"

#include <cmath>

namespace {

struct Case {
  const char* name;
  const char* text;
};
constexpr Case cases[] = {
    {"relu(x + b)", "x: f32[R, C]; b: f32[C]; y = relu(x + b)"},
    {"gelu(x + b)", "x: f32[R, C]; b: f32[C]; y = gelu(x + b)"},
    {"gelu(x + full b)", "x: f32[R, C]; b: f32[R, C]; y = gelu(x + b)"},
    {"a * x + b", "a: f32[R, C]; x: f32[R, C]; b: f32[R, C]; y = a * x + b"},
    {"relu, x2, +1, sigmoid", "x: f32[R, C]; y = sigmoid(relu(x) * 2 + 1)"},
    {"gelu(x + b) + r", "x: f32[R, C]; b: f32[C]; r: f32[R, C]; y = gelu(x + b) + r"},
    {"silu(g) * u", "g: f32[R, C]; u: f32[R, C]; y = silu(g) * u"},
    {"sum(x * x)", "x: f32[R, C]; y = sum(x * x)"},
    {"rmsnorm(x)", "x: f32[R, C]; y = rmsnorm(x)"},
    {"softmax(x)", "x: f32[R, C]; y = softmax(x)"},
};

}  // namespace

int main() {
  const auto device = device::cpu::make_device();
  std::printf("%s\n", device->name().c_str());
  const machine::DeviceSpec spec = device->calibrate({}, {});
  const std::int64_t columns = 4096, rows = 4 * bench::cache_bytes(spec) / 4 / columns;
  std::printf("%-24s %9s %9s %9s %9s %9s %9s %7s\n", "", "unfused", "model", "fused", "model", "speed-up", "model",
              "ratio");
  for (const Case& chain : cases) {
    auto subject = bench::prepare(*device, chain.name, bench::sized(chain.text, rows, columns),
                                  {plan::Cuts::Kind::every, plan::Cuts::Kind::none});
    const std::vector<double> times = bench::cold_medians(subject, 11);
    const double unfused = model::predict(subject.spec.plans[0], spec).cold.value;
    const double fused = model::predict(subject.spec.plans[1], spec).cold.value;
    std::printf("%-24s %6.1f ms %6.1f ms %6.1f ms %6.1f ms %9.2f %9.2f %7.2f\n", chain.name, times[0] * 1e3,
                unfused * 1e3, times[1] * 1e3, fused * 1e3, times[0] / times[1], unfused / fused,
                times[0] / times[1] / (unfused / fused));
  }
  return 0;
}
