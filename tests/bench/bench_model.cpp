// Measured / modelled speed-up of fused over unfused, cold, at four times the last-level cache. Goal: within 15%.
#include "bench.hpp"

namespace {

constexpr bench::Case cases[] = {
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

struct Figures {
  std::vector<double> unfused, fused, unfused_model, fused_model, measured, modelled, ratio;
};

void round(device::Device& device, const machine::DeviceSpec& spec, const bench::Case& chain, Figures& figures) {
  const std::int64_t columns = 4096, rows = 4 * bench::cache_bytes(spec) / 4 / columns;
  auto subject = bench::prepare(device, chain.name, bench::sized(chain.text, rows, columns),
                                {plan::Cuts::Kind::every, plan::Cuts::Kind::none});
  const std::vector<double> times = bench::cold_medians(subject, 7);
  figures.unfused.push_back(times[0]);
  figures.fused.push_back(times[1]);
  figures.unfused_model.push_back(model::predict(subject.spec.plans[0], spec).cold.value);
  figures.fused_model.push_back(model::predict(subject.spec.plans[1], spec).cold.value);
  figures.measured.push_back(times[0] / times[1]);
  figures.modelled.push_back(figures.unfused_model.back() / figures.fused_model.back());
  figures.ratio.push_back(figures.measured.back() / figures.modelled.back());
}

}  // namespace

int main() {
  const auto device = device::cpu::make_device();
  std::printf("%s, %d rounds\n%-24s %9s %9s %9s %9s %9s %9s %7s %15s\n", device->name().c_str(), bench::rounds, "",
              "unfused", "model", "fused", "model", "speed-up", "model", "ratio", "of all rounds");
  std::vector<Figures> all(std::size(cases));
  for (int i = 0; i < bench::rounds; ++i) {
    const machine::DeviceSpec spec = device->calibrate({}, {});
    for (std::size_t c = 0; c < std::size(cases); ++c) round(*device, spec, cases[c], all[c]);
  }
  for (std::size_t c = 0; c < std::size(cases); ++c) {
    const Figures& figures = all[c];
    const auto [least, most] = std::ranges::minmax(figures.ratio);
    std::printf("%-24s %6.1f ms %6.1f ms %6.1f ms %6.1f ms %9.2f %9.2f %7.2f %7.2f to %.2f\n", cases[c].name,
                base::median(figures.unfused) * 1e3, base::median(figures.unfused_model) * 1e3,
                base::median(figures.fused) * 1e3, base::median(figures.fused_model) * 1e3,
                base::median(figures.measured), base::median(figures.modelled), base::median(figures.ratio), least,
                most);
  }
  return 0;
}
