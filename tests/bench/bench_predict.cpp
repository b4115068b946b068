// From the text of a chain of 64 ops to its figures: parse, cut, model, bytes bars and roofline. Goal: within 16 ms,
// one frame, so that a figure follows the typing.
#include "bench.hpp"
#include "charts/bars/bytes_bars.hpp"
#include "charts/roofline/roofline.hpp"
#include "machine/device_spec.hpp"

#include <array>
#include <chrono>

namespace {

/// Sixty-four ops on `rows` rows: five operands, a value used twice, and broadcast vectors.
std::string text_of_64_ops(std::int64_t rows) {
  const std::string size = std::to_string(rows);
  std::string text = "x: f32[" + size + ", 4096]\nr: f32[" + size + ", 4096]\nb: f32[4096]\nv0 = x + b\n";
  constexpr std::array ops{"gelu(v{})", "v{} * 1.01", "relu(v{})", "v{} + r", "silu(v{})", "v{} - b", "tanh(v{})"};
  constexpr int last = 63;
  for (int i = 1; i <= last; ++i) {
    std::string op = ops[static_cast<std::size_t>(i) % ops.size()];
    if (i == last) op = "v{} * v0";
    op.replace(op.find("{}"), 2, std::to_string(i - 1));
    text += "v" + std::to_string(i) + " = " + op + "\n";
  }
  return text;
}

struct Times {
  std::vector<double> parse, cut, model, bars, roofline, all;
};

class Stopwatch {
 public:
  double lap() {
    const auto before = std::exchange(begin_, std::chrono::steady_clock::now());
    return std::chrono::duration<double>(begin_ - before).count();
  }

 private:
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

/// Marks drawn, so that nothing is left out.
std::size_t once(const std::string& text, const machine::DeviceSpec& spec, Times& times) {
  const auto begin = std::chrono::steady_clock::now();
  Stopwatch watch;
  charts::ChartData data;
  data.spec = spec;
  auto parsed = chain::parse(text);
  if (!parsed) bench::fail(base::render(parsed.error()));
  data.chain = std::make_shared<const chain::Chain>(std::move(*parsed));
  times.parse.push_back(watch.lap());
  for (const plan::Cuts::Kind kind : {plan::Cuts::Kind::every, plan::Cuts::Kind::none}) {
    auto plan = plan::segment(data.chain, {kind, {}}, spec.limits());
    if (!plan) bench::fail(base::render(plan.error()));
    data.plans.push_back(std::move(*plan));
  }
  times.cut.push_back(watch.lap());
  for (const plan::FusionPlan& plan : data.plans) data.predictions.push_back(model::predict(plan, spec));
  times.model.push_back(watch.lap());
  const figure::Figure bars = charts::bytes_bars(data);
  times.bars.push_back(watch.lap());
  const figure::Figure roofline = charts::roofline(data);
  times.roofline.push_back(watch.lap());
  times.all.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  return bars.marks.size() + roofline.marks.size();
}

void print(const char* name, const std::vector<double>& times) {
  std::printf("%-10s first %6.2f ms, median %6.2f ms, worst but the first %6.2f ms\n", name, times[0] * 1e3,
              base::median(times) * 1e3, *std::max_element(times.begin() + 1, times.end()) * 1e3);
}

}  // namespace

int main() {
  constexpr int runs = 500;
  constexpr double limit = 16e-3;
  const machine::DeviceSpec spec = device::cpu::make_device()->calibrate({}, {});
  Times times;
  std::size_t marks = 0;
  for (int i = 0; i < runs; ++i) marks = once(text_of_64_ops(4096 + i), spec, times);
  std::printf("64 ops, %d chains of different sizes, %zu marks, the spec calibrated here\n", runs, marks);
  print("parse", times.parse);
  print("cut", times.cut);
  print("model", times.model);
  print("bars", times.bars);
  print("roofline", times.roofline);
  print("all", times.all);
  return *std::max_element(times.all.begin() + 1, times.all.end()) <= limit ? 0 : 1;
}
