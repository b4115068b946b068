// Fused memory-bound chains: bandwidth reached / calibrated bandwidth of the same mix and store kind. Goal >= 0.9.
#include "bench.hpp"
#include "model/predict.hpp"

namespace {

struct Case {
  const char* name;
  const char* text;
};
constexpr Case cases[] = {
    {"relu(x + b)", "x: f32[R, C]; b: f32[C]; y = relu(x + b)"},
    {"gelu(x + b)", "x: f32[R, C]; b: f32[C]; y = gelu(x + b)"},
    {"gelu(x + full b)", "x: f32[R, C]; b: f32[R, C]; y = gelu(x + b)"},
    {"silu(g) * u", "g: f32[R, C]; u: f32[R, C]; y = silu(g) * u"},
    {"gelu(x + b) + r", "x: f32[R, C]; b: f32[C]; r: f32[R, C]; y = gelu(x + b) + r"},
    {"(relu(1.1 x + 0.3) + r)^2", "x: f32[R, C]; r: f32[R, C]; y = square(relu(x * 1.1 + 0.3) + r)"},
    {"sigmoid(relu(x) * 2 + 1)", "x: f32[R, C]; y = sigmoid(relu(x) * 2 + 1)"},
    {"rmsnorm(x)", "x: f32[R, C]; y = rmsnorm(x)"},
    {"softmax(x)", "x: f32[R, C]; y = softmax(x)"},
    {"sum(x * x)", "x: f32[R, C]; y = sum(x * x)"},
    {"bf16 gelu(x + b)", "x: bf16[R, C]; b: bf16[C]; y = gelu(x + b)"},
    {"f16 relu(x + b)", "x: f16[R, C]; b: f16[C]; y = relu(x + b)"},
};

}  // namespace

int main() {
  const auto device = device::cpu::make_device();
  std::printf("%s\n", device->name().c_str());
  machine::DeviceSpec spec = device->calibrate({}, {});
  const std::int64_t columns = 4096;
  for (const Case& chain : cases) {
    const bool narrow = std::string_view(chain.text).find("f16[") != std::string_view::npos;
    const std::int64_t rows = 4 * bench::cache_bytes(spec) / (narrow ? 2 : 4) / columns;
    auto subject =
        bench::prepare(*device, chain.name, bench::sized(chain.text, rows, columns), {plan::Cuts::Kind::none});
    const device::PlanCount count = subject.experiment->count().plans[0];
    const double time = bench::cold_medians(subject, 15)[0];
    const double read = static_cast<double>(count.read.value), written = static_cast<double>(count.written.value);
    const double reached = (read + written) / time;
    const auto store = written > spec.last_level_cache.value ? machine::Store::streaming : machine::Store::cached;
    const double possible = spec.bandwidth(read / (read + written), store).value;
    std::printf("%-28s %6.1f GB/s of %6.1f  ratio %.2f  (%s)\n", chain.name, reached / 1e9, possible / 1e9,
                reached / possible,
                std::string(model::name(model::predict(subject.spec.plans[0], spec).bound)).c_str());
  }
  return 0;
}
