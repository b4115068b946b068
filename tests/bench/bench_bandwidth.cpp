// Fused memory-bound chains: bandwidth reached / calibrated bandwidth of the same mix and store kind. Goal >= 0.9 where
// memory clearly bounds the chain: arithmetic under 0.85 of the road, the margin of model::arithmetic_first. Beyond it
// the road is not what the chain runs out of, or not alone.
#include "bench.hpp"
#include "model/predict.hpp"

#include <map>

namespace {

constexpr bench::Case cases[] = {
    {"relu(x + b)", "x: f32[R, C]; b: f32[C]; y = relu(x + b)"},
    {"gelu(x + b)", "x: f32[R, C]; b: f32[C]; y = gelu(x + b)"},
    {"gelu(x + full b)", "x: f32[R, C]; b: f32[R, C]; y = gelu(x + b)"},
    {"silu(g) * u", "g: f32[R, C]; u: f32[R, C]; y = silu(g) * u"},
    {"gelu(x + b) + r", "x: f32[R, C]; b: f32[C]; r: f32[R, C]; y = gelu(x + b) + r"},
    {"dropout(x + b) + r", "x: f32[R, C]; b: f32[C]; r: f32[R, C]; y = dropout(x + b, 0.1, 7) + r"},
    {"(relu(1.1 x + 0.3) + r)^2", "x: f32[R, C]; r: f32[R, C]; y = square(relu(x * 1.1 + 0.3) + r)"},
    {"sigmoid(relu(x) * 2 + 1)", "x: f32[R, C]; y = sigmoid(relu(x) * 2 + 1)"},
    {"rmsnorm(x)", "x: f32[R, C]; y = rmsnorm(x)"},
    {"softmax(x)", "x: f32[R, C]; y = softmax(x)"},
    {"sum(x * x)", "x: f32[R, C]; y = sum(x * x)"},
    {"bf16 gelu(x + b)", "x: bf16[R, C]; b: bf16[C]; y = gelu(x + b)"},
    {"f16 relu(x + b)", "x: f16[R, C]; b: f16[C]; y = relu(x + b)"},
};

struct Figures {
  std::vector<double> reached, possible, ratio, arithmetic;
  std::map<model::Bound, int> bounds;
};

void round(device::Device& device, const machine::DeviceSpec& spec, const bench::Case& chain, Figures& figures) {
  const std::int64_t columns = 4096;
  const bool narrow = std::string_view(chain.text).find("f16[") != std::string_view::npos;
  const std::int64_t rows = 4 * bench::cache_bytes(spec) / (narrow ? 2 : 4) / columns;
  auto subject = bench::prepare(device, chain.name, bench::sized(chain.text, rows, columns), {plan::Cuts::Kind::none});
  const device::PlanCount count = subject.experiment->count().plans[0];
  const double time = bench::cold_medians(subject, 9)[0];
  const auto read = static_cast<double>(count.read.value), written = static_cast<double>(count.written.value);
  const auto store = written > spec.last_level_cache.value ? machine::Store::streaming : machine::Store::cached;
  const model::Prediction prediction = model::predict(subject.spec.plans[0], spec);
  figures.reached.push_back((read + written) / time);
  figures.possible.push_back(spec.bandwidth(read / (read + written), store).value);
  figures.ratio.push_back(figures.reached.back() / figures.possible.back());
  figures.arithmetic.push_back(prediction.arithmetic.value / prediction.road.value);
  ++figures.bounds[prediction.bound];
}

}  // namespace

int main() {
  const auto device = device::cpu::make_device();
  std::printf("%s, %d rounds\n%-28s %12s %12s %7s %15s %18s\n", device->name().c_str(), bench::rounds, "", "reached",
              "calibrated", "ratio", "of all rounds", "arithmetic / road");
  std::vector<Figures> all(std::size(cases));
  for (int i = 0; i < bench::rounds; ++i) {
    const machine::DeviceSpec spec = device->calibrate({}, {});
    for (std::size_t c = 0; c < std::size(cases); ++c) round(*device, spec, cases[c], all[c]);
  }
  for (std::size_t c = 0; c < std::size(cases); ++c) {
    const Figures& figures = all[c];
    const auto [least, most] = std::ranges::minmax(figures.ratio);
    const double arithmetic = base::median(figures.arithmetic);
    std::printf("%-28s %7.1f GB/s %7.1f GB/s %7.2f %7.2f to %.2f %12.2f  ", cases[c].name,
                base::median(figures.reached) / 1e9, base::median(figures.possible) / 1e9, base::median(figures.ratio),
                least, most, arithmetic);
    for (const auto& [bound, times] : figures.bounds) {
      std::printf(" %s-bound", std::string(model::name(bound)).c_str());
      if (times < bench::rounds) std::printf(" (%d of %d)", times, bench::rounds);
    }
    std::printf("\n");
  }
  return 0;
}
