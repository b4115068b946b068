// Fused chains: bytes by the counting rule per second, as a share of what relu(x) in f32 reaches between its samples,
// cold and batch. Goal >= 0.95 where memory clearly bounds the chain: arithmetic under 0.87 of the road, the margin of
// model::arithmetic_first. Beyond it the road is not what the chain runs out of, or not alone.
#include "bench.hpp"
#include "model/predict.hpp"

namespace {

constexpr double goal = 0.95;
constexpr bench::Case relu = {"relu(x)", "x: f32[R, C]; y = relu(x)"};
constexpr bench::Case cases[] = {
    {"relu(x + row)", "x: f32[R, C]; b: f32[C]; y = relu(x + b)"},
    {"relu(x + column)", "x: f32[R, C]; b: f32[R, 1]; y = relu(x + b)"},
    {"relu(x + number)", "x: f32[R, C]; b: f32[1]; y = relu(x + b)"},
    {"x * 1.5 + 0.25", "x: f32[R, C]; y = x * 1.5 + 0.25"},
    {"x + r", "x: f32[R, C]; r: f32[R, C]; y = x + r"},
    {"x * 1.5 + r", "x: f32[R, C]; r: f32[R, C]; y = x * 1.5 + r"},
    {"(a + b) * c", "a: f32[R, C]; b: f32[R, C]; c: f32[R, C]; y = (a + b) * c"},
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
    {"f16 relu(x + row)", "x: f16[R, C]; b: f16[C]; y = relu(x + b)"},
    {"f16 x + r", "x: f16[R, C]; r: f16[R, C]; y = x + r"},
    {"f16 gelu(x + b)", "x: f16[R, C]; b: f16[C]; y = gelu(x + b)"},
    {"bf16 relu(x + row)", "x: bf16[R, C]; b: bf16[C]; y = relu(x + b)"},
    {"bf16 x + r", "x: bf16[R, C]; r: bf16[R, C]; y = x + r"},
    {"bf16 gelu(x + b)", "x: bf16[R, C]; b: bf16[C]; y = gelu(x + b)"},
};

/// A chain ready to run fused, and the bytes that cross by the rule.
struct Fused {
  bench::Subject subject;
  double bytes = 0;
};

Fused prepare(device::Device& device, const machine::DeviceSpec& spec, const bench::Case& chain) {
  const std::int64_t columns = 8192;
  const bool narrow = std::string_view(chain.text).find("f16[") != std::string_view::npos;
  const std::int64_t rows = 4 * bench::cache_bytes(spec) / (narrow ? 2 : 4) / columns;
  Fused fused{bench::prepare(device, chain.name, bench::sized(chain.text, rows, columns), {plan::Cuts::Kind::none})};
  const device::PlanCount count = fused.subject.experiment->count().plans[0];
  fused.bytes = static_cast<double>(count.read.value + count.written.value);
  return fused;
}

/// Bytes per second, once.
double speed(Fused& fused, device::Temperature temperature) {
  device::Batch batch;
  batch.count = 1;
  batch.temperature = temperature;
  batch.budget = {60};
  return fused.bytes / fused.subject.experiment->sample(batch).plans[0][0].time.value;
}

/// Each sample of the chain against the mean of relu(x)'s before and after it; their median.
double share(Fused& relus, Fused& chain, device::Temperature temperature) {
  std::vector<double> shares;
  double before = speed(relus, temperature);
  for (int i = 0; i < 9; ++i) {
    const double here = speed(chain, temperature), after = speed(relus, temperature);
    shares.push_back(here / ((before + after) / 2));
    before = after;
  }
  return base::median(shares);
}

struct Figures {
  std::vector<double> cold, batch, arithmetic;
};

void show(const char* what, const std::vector<double>& shares) {
  const auto [least, most] = std::ranges::minmax(shares);
  std::printf("  %s %.2f (%.2f to %.2f)", what, base::median(shares), least, most);
}

}  // namespace

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? std::max(1, std::atoi(argv[1])) : bench::rounds;  // fewer where a machine is lent
  const auto device = device::cpu::make_device();
  std::printf("%s, %d rounds; share of relu(x), goal %.2f where memory bounds the chain\n", device->name().c_str(),
              rounds, goal);
  std::vector<Figures> all(std::size(cases));
  for (int i = 0; i < rounds; ++i) {
    const machine::DeviceSpec spec = device->calibrate({}, {});
    Fused relus = prepare(*device, spec, relu);
    for (std::size_t c = 0; c < std::size(cases); ++c) {
      Fused chain = prepare(*device, spec, cases[c]);
      const model::Prediction prediction = model::predict(chain.subject.spec.plans[0], spec);
      all[c].cold.push_back(share(relus, chain, device::Temperature::cold));
      all[c].batch.push_back(share(relus, chain, device::Temperature::batch));
      all[c].arithmetic.push_back(prediction.arithmetic.value / prediction.road.value);
    }
  }
  bool met = true;
  for (std::size_t c = 0; c < std::size(cases); ++c) {
    const double arithmetic = base::median(all[c].arithmetic);
    const bool bound = arithmetic * model::arithmetic_margin < 1;
    const bool reached = base::median(all[c].cold) >= goal && base::median(all[c].batch) >= goal;
    met = met && (!bound || reached);
    std::printf("%-26s", cases[c].name);
    show("cold", all[c].cold);
    show("batch", all[c].batch);
    std::printf("  arithmetic / road %.2f  %s\n", arithmetic, !bound ? "not memory's" : reached ? "ok" : "MISSED");
  }
  return met ? 0 : 1;
}
