// From an edited chain to its measured bytes and times, on a card whose worker is up: text, plans, kernels (each chain
// is new to the compiler and to its cache), verification, times, bytes. Goal: median <= 500 ms. Needs a card:
//   bench_edit [WORKER COMMAND]
#include "base/error.hpp"
#include "base/median.hpp"
#include "chain/parser.hpp"
#include "device/registry.hpp"
#include "study/plans.hpp"
#include "study/run.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <random>

namespace {

using Clock = std::chrono::steady_clock;

double milliseconds_since(Clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

/// Where the time goes, by the first word of what the run says of itself.
class Parts {
 public:
  explicit Parts(Clock::time_point begin) : since_(begin) {}
  void begin(const std::string& words) {
    const std::string word = words.substr(0, words.find(' '));
    if (word == word_) return;
    const auto now = Clock::now();
    told_ += (told_.empty() ? "" : ", ") + word_ + " " +
             std::to_string(std::lround(std::chrono::duration<double, std::milli>(now - since_).count()));
    word_ = word;
    since_ = now;
  }
  [[nodiscard]] const std::string& told() const { return told_; }

 private:
  std::string word_ = "kernels", told_;
  Clock::time_point since_;
};

/// A chain that no cache has met: its constant is another one each time.
std::string edited(int turn, unsigned salt) {
  static const char* const bodies[] = {"gelu(x * {} + b)",    "relu(x + b) * {}",    "sigmoid(x * {}) + b",
                                       "tanh(x + {}) * b",    "square(x - {}) + b",  "exp(x * {}) + b",
                                       "silu(x + b) - {}",    "maximum(x, b) * {}",  "sqrt(abs(x) + {}) + b",
                                       "softmax(x * {} + b)", "rmsnorm(x + b) * {}", "sum(x * {} + b)"};
  std::string body = bodies[static_cast<std::size_t>(turn) % std::size(bodies)];
  body.replace(body.find("{}"), 2, std::to_string(1.0 + (salt % 100000) * 1e-5));
  return "x: f32[8192, 8192]; b: f32[8192]; y = " + body;
}

}  // namespace

int main(int argc, char** argv) try {
  const auto device = device::connect("cuda", argc > 1 ? argv[1] : "");
  std::printf("%s; f32[8192, 8192], unfused and fused, verified first\n", device->name().c_str());
  std::mt19937 random(std::random_device{}());
  std::vector<double> all;
  for (int turn = 0; turn < 13; ++turn) {
    const std::string text = edited(turn, static_cast<unsigned>(random()));
    const auto begin = Clock::now();
    auto parsed = chain::parse(text);
    if (!parsed) throw base::MachineError(base::render(parsed.error()));
    const auto plans = study::plans_of(std::make_shared<const chain::Chain>(std::move(*parsed)), {}, device->limits());
    if (!plans) throw base::MachineError(base::render(plans.error()));
    Parts parts(begin);
    const auto measurement =
        study::run(*device, *plans, {}, [&](const measure::Progress& now) { parts.begin(now.word); }, {});
    const double time = milliseconds_since(begin);
    if (turn > 0) all.push_back(time);  // the first starts the parts of the worker
    const auto& fused = measurement.plans.back();
    std::printf("%7.0f ms%s (%s)  %s: fused %.1f us, %s\n", time, turn == 0 ? ", the first" : "", parts.told().c_str(),
                text.c_str() + 38, fused.cold ? fused.cold->median.value * 1e6 : 0.0,
                fused.bytes() ? base::show(*fused.bytes()).c_str() : "bytes not counted");
  }
  std::printf("median %.0f ms (goal 500), least %.0f, most %.0f\n", base::median(all), *std::ranges::min_element(all),
              *std::ranges::max_element(all));
  return base::median(all) <= 500 ? 0 : 1;
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 3;
}
