// Ceilings of this processor: roads by mix and store kind, arithmetic by op, the wake-up, the best tile. Everything is
// measured with the loops that later run the chains, so that the model predicts the device and not an ideal.
#include "device/cpu/calibrate.hpp"

#include "base/dates.hpp"
#include "base/median.hpp"
#include "base/words.hpp"
#include "chain/parser.hpp"
#include "device/cpu/executor.hpp"
#include "device/cpu/op_costs.hpp"
#include "device/cpu/product/room.hpp"
#include "machine/cards.hpp"
#include "model/cost.hpp"
#include "model/overlap.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <ctime>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace device::cpu {
namespace {

using Clock = std::chrono::steady_clock;
using machine::Store;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// A road: a chain whose fused kernel reads and writes in this ratio.
struct Mix {
  double read_share;
  std::string_view chain;  ///< N = R x C elements
};
constexpr std::array mixes{
    Mix{1.0, "a: f32[R, C]; y = sum(a)"},
    Mix{3.0 / 4, "a: f32[N]; b: f32[N]; c: f32[N]; y = (a + b) * c"},
    Mix{2.0 / 3, "a: f32[N]; b: f32[N]; y = a + b"},
    Mix{1.0 / 2, "a: f32[N]; y = relu(a)"},
    Mix{1.0 / 3, "a: f32[N]; y = relu(a); c = neg(y); out y, c"},
    Mix{0.0, "d: f32[R, 1]; e: f32[C]; y = d + e"},
};
// Some cheap ops: the loops' own overhead wants long tiles, the caches and the hardware's fetching want short ones.
constexpr std::string_view many_ops = "a: f32[N]; b: f32[N]; t = relu(a * 1.1 + 0.3) + b; y = t * t - abs(t) * 0.5";
constexpr std::array<std::int64_t, 3> tiles{256, 512, 1024};
// About as much arithmetic as road: how far each hides behind the other is this machine's.
constexpr std::array<std::string_view, 3> one_loop{
    "a: f32[N]; y = gelu(a)",
    "a: f32[N]; b: f32[N]; y = gelu(a + b)",
    "a: f32[N]; b: f32[N]; y = silu(a) * b",
};
constexpr std::array<std::string_view, 3> several_loops{
    "a: f32[N]; y = sigmoid(relu(a) * 2 + 1)",
    "a: f32[N]; b: f32[N]; c: f32[N]; y = gelu(a + b) + c",
    "a: f32[N]; b = relu(a); y = exp(-b) + b",
};
constexpr std::array<std::string_view, 3> over_rows{
    "a: f32[R, C]; y = rmsnorm(a)",
    "a: f32[R, C]; y = layernorm(a)",
    "a: f32[R, C]; y = softmax(a)",
};

/// The large tensors that every measurement shares: the same pages for all, so that they can be compared.
class Tensors {
 public:
  Tensors(Engine& engine, std::int64_t elements) : elements_(elements) {
    for (std::size_t i = 0; i < large_.size(); ++i) {
      large_[i] = Buffer(elements, chain::Dtype::f32);
      engine.fill(large_[i], 1, i);
    }
    for (std::size_t i = 0; i < small_.size(); ++i) {
      small_[i] = Buffer(elements / columns, chain::Dtype::f32);
      engine.fill(small_[i], 1, large_.size() + i);
    }
  }
  static constexpr std::int64_t columns = 4096;
  [[nodiscard]] std::int64_t elements() const { return elements_; }
  /// a, b, c, y: large; any other name: small.
  [[nodiscard]] std::byte* of(std::string_view name) {
    const std::size_t place = std::string_view("abcy").find(name);
    return place < large_.size() ? large_[place].data() : small_[name == "d" ? 0 : 1].data();
  }

 private:
  std::int64_t elements_;
  std::array<Buffer, 4> large_;
  std::array<Buffer, 2> small_;
};

/// A fused kernel over the shared tensors.
class Road {
 public:
  Road(Engine& engine, Tensors& tensors, std::string_view text, std::int64_t elements, std::int64_t tile, bool stream) {
    auto plan = plan::segment(chain_of(text, elements), {plan::Cuts::Kind::none, {}}, machine::Limits(elements));
    if (!plan) throw DeviceError(base::render(plan.error()));
    plan_ = std::move(*plan);
    for (const chain::Value& value : plan_.chain->values) {
      tensors_.push_back({tensors.of(value.name), Format::f32, stream, true});
    }
    kernel_.emplace(compile(plan_, plan_.groups.at(0), Fault::none), tensors_, engine.pool(), room_, tile, Fault::none);
    const Traffic traffic = kernel_->count();
    bytes_ = static_cast<double>(traffic.read + traffic.written);
  }

  [[nodiscard]] const plan::FusionPlan& plan() const { return plan_; }
  void run() { kernel_->run(); }
  void add_sample(double seconds) { times_.push_back(seconds); }
  [[nodiscard]] double time() const { return base::median(times_); }
  /// Between the middle half of the times, of their median.
  [[nodiscard]] double scatter() const {
    std::vector<double> sorted = times_;
    std::ranges::sort(sorted);
    return (sorted[sorted.size() * 3 / 4] - sorted[sorted.size() / 4]) / base::median(sorted);
  }
  [[nodiscard]] double bandwidth() const { return bytes_ / time(); }

 private:
  static std::shared_ptr<const chain::Chain> chain_of(std::string_view text, std::int64_t elements) {
    const std::int64_t rows = std::max<std::int64_t>(1, elements / Tensors::columns);
    std::string sized;
    for (const char letter : text) {
      if (letter == 'N')
        sized += std::to_string(rows * Tensors::columns);
      else if (letter == 'R')
        sized += std::to_string(rows);
      else if (letter == 'C')
        sized += std::to_string(Tensors::columns);
      else
        sized += letter;
    }
    auto chain = chain::parse(sized, "<calibration>");
    if (!chain) throw DeviceError(base::render(chain.error()));
    return std::make_shared<const chain::Chain>(std::move(*chain));
  }

  plan::FusionPlan plan_;
  std::vector<Tensor> tensors_;
  ProductRoom room_;  ///< empty: no chain here multiplies
  std::optional<Executor> kernel_;
  double bytes_ = 0;
  std::vector<double> times_;
};

class Calibration {
 public:
  Calibration(Engine& engine, const std::function<void(double, std::string_view)>& progress,
              const std::stop_token& stop)
      : engine_(engine),
        progress_(progress),
        stop_(stop),
        source_(base::say("device.measured_here", {{"date", base::today()}})) {}

  machine::DeviceSpec run() {
    describe();
    say(0.0, "device.calibrate.arithmetic");
    spec_.launch = sourced(launch());
    spec_.roofs = {{base::say("device.roof", {{"target", kernels().target}}), sourced(multiply_adds())}};
    spec_.op_cost = op_costs(engine_.pool(), stop_);
    say(0.3, "device.calibrate.tile");
    Tensors tensors(engine_, large());
    spec_.tile_elements = best_tile(tensors);
    say(0.5, "device.calibrate.roads");
    roads(tensors);
    together(tensors);
    say(0.9, "device.calibrate.cache");
    spec_.cache_bandwidth = sourced(cache_bandwidth(tensors));
    doubt();
    say(1.0, "device.calibrate.done");
    return std::move(spec_);
  }

 private:
  void say(double share, std::string_view key) const {
    if (stop_.stop_requested()) throw base::Cancelled();
    if (progress_) progress_(share, base::text(key));
  }
  [[nodiscard]] machine::Sourced sourced(double value) const { return {value, source_}; }

  void describe() {
    spec_.id = machine::here_id;
    spec_.name = engine_.processor().name;
    spec_.kind = machine::Kind::cpu;
    spec_.calibrated_on = base::today();
    spec_.processors = engine_.pool().size();
    spec_.last_level_cache = {static_cast<double>(engine_.last_level()),
                              std::string(base::text(engine_.last_level_told() ? "device.told" : "device.assumed"))};
  }

  [[nodiscard]] double launch() {
    constexpr int launches = 2000;
    const auto nothing = [](int) {};
    std::vector<double> times;
    for (int i = 0; i < launches; ++i) {
      const auto begin = Clock::now();
      engine_.pool().run(nothing);
      times.push_back(seconds_since(begin));
    }
    return base::median(times);
  }

  /// Flops per second of fused multiply-adds on all threads. The least time of a few tries: what the machine can do,
  /// not what else it was doing.
  [[nodiscard]] double multiply_adds() {
    constexpr std::int64_t turns = 400'000;
    const Kernels& loops = kernels();
    std::vector<float> sink(static_cast<std::size_t>(engine_.pool().size()));
    double least = 1e9;
    for (int i = 0; i < 5; ++i) {
      const auto begin = Clock::now();
      engine_.pool().run([&](int thread) { sink[thread] = loops.multiply_adds(turns); });
      least = std::min(least, seconds_since(begin));
    }
    return 2.0 * 10 * loops.lanes * static_cast<double>(turns) * engine_.pool().size() / least;
  }

  [[nodiscard]] std::int64_t large() const;
  [[nodiscard]] std::int64_t best_tile(Tensors& tensors);
  void roads(Tensors& tensors);
  void together(Tensors& tensors);
  void doubt();
  void sample_in_turn(std::vector<Road>& roads, int turns);
  [[nodiscard]] double cache_bandwidth(Tensors& tensors);

  Engine& engine_;
  const std::function<void(double, std::string_view)>& progress_;
  const std::stop_token& stop_;
  std::string source_;
  std::vector<double> scatters_;  ///< of the roads
  double had_ = 0, wanted_ = 0;   ///< seconds of processors, of all roads
  machine::DeviceSpec spec_;
};

/// Elements of a tensor of four times the last-level cache, or what memory allows; too little memory is an error.
std::int64_t Calibration::large() const {
  const std::int64_t wanted = 4 * engine_.last_level();
  const std::int64_t room =
      (machine::probe().memory_free.value - engine_.flush_unallocated()) / 5;  // four and some air
  const std::int64_t bytes = std::min(wanted, room);
  if (bytes < engine_.last_level() * 3 / 2) {
    throw DeviceError(base::say("device.memory", {{"needed", base::show(base::Bytes{10 * engine_.last_level()})},
                                                  {"free", base::show(machine::probe().memory_free)}}),
                      std::string(base::text("device.close_programs")));
  }
  constexpr std::int64_t row = Tensors::columns * 4;
  return bytes / row * Tensors::columns;
}

/// Cold runs, one of each road after the other, so that a slow moment of the machine hits all of them. Where the cache
/// is large and memory slow, fewer turns: a class does not wait for the last per cent.
void Calibration::sample_in_turn(std::vector<Road>& roads, int turns) {
  constexpr int least_turns = 5;
  constexpr double budget = 5;  // seconds
  const auto start = Clock::now();
  for (int turn = 0; turn < turns && (turn < least_turns || seconds_since(start) < budget); ++turn) {
    for (Road& road : roads) {
      if (stop_.stop_requested()) throw base::Cancelled();
      engine_.flush();
      const std::clock_t cpu = std::clock();
      const auto begin = Clock::now();
      road.run();
      const double wall = seconds_since(begin);
      road.add_sample(wall);
      had_ += static_cast<double>(std::clock() - cpu) / CLOCKS_PER_SEC;
      wanted_ += wall * engine_.pool().size();
    }
  }
}

std::int64_t Calibration::best_tile(Tensors& tensors) {
  std::vector<Road> roads;
  for (const std::int64_t tile : tiles) roads.emplace_back(engine_, tensors, many_ops, tensors.elements(), tile, true);
  sample_in_turn(roads, 9);
  const auto faster = [](const Road& a, const Road& b) { return a.time() < b.time(); };
  return tiles[static_cast<std::size_t>(std::min_element(roads.begin(), roads.end(), faster) - roads.begin())];
}

void Calibration::roads(Tensors& tensors) {
  std::vector<Road> roads;
  for (const Mix& mix : mixes) {
    for (const bool stream : {false, true}) {
      roads.emplace_back(engine_, tensors, mix.chain, tensors.elements(), spec_.tile_elements, stream);
    }
  }
  sample_in_turn(roads, 13);
  for (std::size_t i = 0; i < roads.size(); ++i) {
    const Store store = i % 2 == 1 ? Store::streaming : Store::cached;
    spec_.mixes.push_back({mixes[i / 2].read_share, store, {roads[i].bandwidth()}});
    scatters_.push_back(roads[i].scatter());
  }
}

/// How road and arithmetic share the time of a kernel, of what they would take alone by all that is known till here.
void Calibration::together(Tensors& tensors) {
  constexpr double least = 0.5;  // beyond the sum: each loop also waits for the one before to leave its tile
  std::vector<Road> kernels;
  for (const auto& chains : {one_loop, several_loops, over_rows}) {
    for (const std::string_view chain : chains) {
      kernels.emplace_back(engine_, tensors, chain, tensors.elements(), spec_.tile_elements, true);
    }
  }
  sample_in_turn(kernels, 9);
  const std::span<const Road> all_kernels(kernels);
  const auto rows = all_kernels.last(over_rows.size());
  const auto beside = [&](std::span<const Road> some) {
    std::vector<model::Together> all;
    for (const Road& kernel : some) {
      const model::Cost cost = model::costs(kernel.plan(), spec_).at(0);
      all.push_back({cost.cold.time().value, cost.work.arithmetic().value, kernel.time()});
    }
    return all;
  };
  spec_.overlap = sourced(model::fit_overlap(beside(all_kernels.first(one_loop.size())), least));
  spec_.loops_overlap =
      sourced(model::fit_overlap(beside(all_kernels.subspan(one_loop.size(), several_loops.size())), least));

  constexpr int steps = 100;
  const double longest = rows.front().time() / static_cast<double>(tensors.elements());  // a loop an element
  double fewest = 0, best = 0;
  for (int i = 0; i < steps; ++i) {
    spec_.row_loop = sourced(longest * i / steps);
    const double missed = model::missed(beside(rows), spec_.loops_overlap.value);
    if (i > 0 && missed >= fewest) continue;
    fewest = missed;
    best = spec_.row_loop.value;
  }
  spec_.row_loop = sourced(best);
}

/// A machine that did something else meanwhile gives itself away: the roads differ from one turn to the next, or they
/// had to share the processors all the time. Then every figure says so where its source is told.
void Calibration::doubt() {
  constexpr double plausible_scatter = 0.3, plausible_share = 0.8;  // room for what any machine does besides
  const double scatter = base::median(scatters_), share = had_ / wanted_;
  if (scatter <= plausible_scatter && share >= plausible_share) return;
  source_ = base::say("device.measured_busy", {{"date", spec_.calibrated_on},
                                               {"scatter", base::show_number(100 * scatter, 2)},
                                               {"share", base::show_number(100 * share, 2)}});
  spec_.launch.source = spec_.cache_bandwidth.source = spec_.roofs.front().flops_per_second.source = source_;
}

double Calibration::cache_bandwidth(Tensors& tensors) {
  constexpr std::string_view add = "a: f32[N]; b: f32[N]; y = a + b";
  const std::int64_t elements = engine_.last_level() / 8 / 4;  // three tensors fill 3/8 of the cache
  Road road(engine_, tensors, add, elements, spec_.tile_elements, false);
  for (int turn = 0; turn < 15; ++turn) {
    const auto begin = Clock::now();
    road.run();
    if (turn >= 2) road.add_sample(seconds_since(begin));  // the first two fill the caches
  }
  return road.bandwidth();
}

}  // namespace

machine::DeviceSpec calibrate(Engine& engine, const std::function<void(double, std::string_view)>& progress,
                              const std::stop_token& stop) {
  return Calibration(engine, progress, stop).run();
}

}  // namespace device::cpu
