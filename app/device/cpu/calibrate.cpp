// Ceilings of this processor: roads by mix and store kind, arithmetic by op, the wake-up, the best tile. Everything is
// measured with the loops that later run the chains, so that the model predicts the device and not an ideal.
#include "device/cpu/calibrate.hpp"

#include "base/words.hpp"
#include "chain/parser.hpp"
#include "device/cpu/experiment.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <ctime>
#include <string>

namespace device::cpu {
namespace {

using Clock = std::chrono::steady_clock;
using machine::Store;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

std::string today() {
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  ::gmtime_r(&now, &utc);
  std::array<char, 16> text{};
  static_cast<void>(std::strftime(text.data(), text.size(), "%Y-%m-%d", &utc));
  return text.data();
}

/// One road: a chain whose fused kernel reads and writes in this ratio. N, R and C stand for sizes.
struct Mix {
  double read_share;
  std::string_view chain;
  int tensors;  ///< full-size ones
};
constexpr Mix mixes[] = {
    {1.0, "x: f32[R, C]; y = sum(x)", 1},
    {3.0 / 4, "a: f32[N]; b: f32[N]; c: f32[N]; y = (a + b) * c", 4},
    {2.0 / 3, "a: f32[N]; b: f32[N]; y = a + b", 3},
    {1.0 / 2, "x: f32[N]; y = relu(x)", 2},
    {1.0 / 3, "x: f32[N]; y = relu(x); z = neg(y); out y, z", 3},
    {0.0, "a: f32[R, 1]; b: f32[C]; y = a + b", 1},
};

class Calibration {
 public:
  Calibration(Engine& engine, const std::function<void(double, std::string_view)>& progress,
              const std::stop_token& stop)
      : engine_(engine),
        progress_(progress),
        stop_(stop),
        source_(base::say("device.measured_here", {{"date", today()}})) {}

  machine::DeviceSpec run() {
    describe();
    say(0.0, "device.calibrate.arithmetic");
    spec_.launch = sourced(launch());
    spec_.roofs = {{base::say("device.roof", {{"target", kernels().target}}), sourced(multiply_adds())}};
    op_costs();
    say(0.25, "device.calibrate.tile");
    spec_.tile_elements = best_tile();
    say(0.4, "device.calibrate.cache");
    spec_.cache_bandwidth = sourced(cache_bandwidth());
    roads();
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
    spec_.id = "here";
    spec_.name = engine_.processor().name;
    spec_.kind = machine::Kind::cpu;
    spec_.calibrated_on = today();
    spec_.processors = engine_.pool().size();
    spec_.last_level_cache = {static_cast<double>(engine_.last_level()),
                              std::string(base::text(engine_.last_level_told() ? "device.told" : "device.assumed"))};
  }

  /// Wall time of `work` on all threads, the least of a few tries: what the machine can do, not what else it was doing.
  [[nodiscard]] double least_time(int tries, const std::function<void(int)>& work) {
    double least = 1e9;
    for (int i = 0; i < tries; ++i) {
      const auto begin = Clock::now();
      engine_.pool().run(work);
      least = std::min(least, seconds_since(begin));
    }
    return least;
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
    return median(times);
  }

  /// Flops per second of fused multiply-adds on all threads.
  [[nodiscard]] double multiply_adds() {
    constexpr std::int64_t turns = 400'000;
    const Kernels& loops = kernels();
    std::vector<float> sink(static_cast<std::size_t>(engine_.pool().size()));
    const double time = least_time(5, [&](int thread) { sink[thread] = loops.multiply_adds(turns); });
    return 2.0 * 10 * loops.lanes * static_cast<double>(turns) * engine_.pool().size() / time;
  }

  void op_costs();
  [[nodiscard]] double cost_of(const std::function<void(const Call&)>& loop, Format from, Format to);

  [[nodiscard]] std::shared_ptr<const chain::Chain> chain_of(std::string_view text, std::int64_t elements) const;
  [[nodiscard]] std::unique_ptr<CpuExperiment> experiment(std::string_view text, std::int64_t elements) const;
  [[nodiscard]] std::int64_t large() const;
  [[nodiscard]] std::int64_t best_tile();
  [[nodiscard]] double cache_bandwidth();
  void roads();

  Engine& engine_;
  const std::function<void(double, std::string_view)>& progress_;
  const std::stop_token& stop_;
  std::string source_;
  machine::DeviceSpec spec_;
};

/// Seconds an element of a loop over one tile in L1, all threads at once, divided by the threads.
double Calibration::cost_of(const std::function<void(const Call&)>& loop, Format from, Format to) {
  constexpr std::int64_t tile = 512, turns = 4000;  // some milliseconds: the wake-up does not count
  const double time = least_time(5, [&](int) {
    alignas(64) std::array<std::array<float, tile>, 3> numbers;
    for (std::size_t i = 0; i < numbers.size(); ++i) kernels().random(numbers[i].data(), 1, i, 0, tile);
    if (from != Format::f32) {
      Call narrow;
      const Operand wide{numbers[2].data(), 1, Format::f32};
      narrow.a = &wide;
      narrow.out = numbers[0].data();
      narrow.out_format = from;
      narrow.count = tile;
      kernels().copy.edge(narrow);
    }
    Call call;
    const Operand a{numbers[0].data(), 1, from}, b{numbers[1].data(), 1, Format::f32};
    call.a = &a;
    call.b = &b;
    call.out = numbers[2].data();
    call.out_format = to;
    call.count = tile;
    call.seed = 1;
    call.threshold = std::uint64_t{1} << 52;
    for (std::int64_t turn = 0; turn < turns; ++turn) loop(call);
  });
  return time / (static_cast<double>(tile * turns) * engine_.pool().size());
}

void Calibration::op_costs() {
  const Kernels& loops = kernels();
  constexpr chain::Dtype dtypes[] = {chain::Dtype::f32, chain::Dtype::f16, chain::Dtype::bf16};
  for (const chain::OpInfo& info : chain::op_table()) {
    if (info.op == chain::Op::input) continue;
    if (stop_.stop_requested()) throw base::Cancelled();
    std::function<void(const Call&)> loop = loops.ops[static_cast<std::size_t>(info.op)].inner;
    if (info.pattern == chain::Pattern::reduction) {
      const chain::Op kind = info.op == chain::Op::max ? chain::Op::max : chain::Op::sum;
      const auto same = [&](const ReductionKernel& k) { return k.reduction == kind && k.first == chain::Op::input; };
      loop = [kernel = std::ranges::find_if(loops.reductions, same)->kernel](const Call& call) {
        double sum = 0;
        kernel(call, call.count, &sum);
      };
    } else if (info.op == chain::Op::cast) {
      loop = loops.round_bf16.inner;
    }
    const double cost = cost_of(loop, Format::f32, Format::f32);
    // Arithmetic is f32 whatever is stored; the conversions have prices of their own.
    for (const chain::Dtype dtype : dtypes)
      spec_.op_cost[std::string(info.name) + ":" + std::string(name(dtype))] = cost;
  }
  for (const chain::Dtype dtype : dtypes) {
    if (dtype == chain::Dtype::f32) continue;
    spec_.op_cost["load:" + std::string(name(dtype))] = cost_of(loops.copy.edge, format_of(dtype), Format::f32);
    spec_.op_cost["store:" + std::string(name(dtype))] = cost_of(loops.copy.edge, Format::f32, format_of(dtype));
  }
}

/// The chain with N = R x C elements.
std::shared_ptr<const chain::Chain> Calibration::chain_of(std::string_view text, std::int64_t elements) const {
  constexpr std::int64_t columns = 4096;
  std::string sized;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool alone = i > 0 && (text[i - 1] == '[' || text[i - 1] == ' ') && i + 1 < text.size() &&
                       (text[i + 1] == ']' || text[i + 1] == ',');
    if (alone && text[i] == 'N')
      sized += std::to_string(elements);
    else if (alone && text[i] == 'R')
      sized += std::to_string(std::max<std::int64_t>(1, elements / columns));
    else if (alone && text[i] == 'C')
      sized += std::to_string(columns);
    else
      sized += text[i];
  }
  auto chain = chain::parse(sized, "<calibration>");
  if (!chain) throw DeviceError(base::render(chain.error()));
  return std::make_shared<const chain::Chain>(std::move(*chain));
}

std::unique_ptr<CpuExperiment> Calibration::experiment(std::string_view text, std::int64_t elements) const {
  RunSpec spec;
  auto plan = plan::segment(chain_of(text, elements), {plan::Cuts::Kind::none, {}});
  if (!plan) throw DeviceError(base::render(plan.error()));
  spec.plans = {std::move(*plan)};
  return std::make_unique<CpuExperiment>(std::shared_ptr<Engine>(std::shared_ptr<void>(), &engine_), spec, Fault::none);
}

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
  return bytes / 4 / 4096 * 4096;
}

std::int64_t Calibration::best_tile() {
  // Several cheap ops: the loops' own overhead wants long tiles, the caches and the prefetchers want short ones.
  constexpr std::string_view text = "x: f32[N]; r: f32[N]; a = relu(x * 1.1 + 0.3) + r; y = a * a - abs(a) * 0.5";
  constexpr std::array<std::int64_t, 3> tiles{256, 512, 1024};
  const std::int64_t before = engine_.tile(), elements = large() / 2;
  std::array<std::unique_ptr<CpuExperiment>, tiles.size()> experiments;
  std::array<std::vector<double>, tiles.size()> times;
  for (std::size_t i = 0; i < tiles.size(); ++i) {
    engine_.set_tile(tiles[i]);
    experiments[i] = experiment(text, elements);
  }
  Batch once;
  once.count = 1;
  for (int turn = 0; turn < 5; ++turn) {
    for (std::size_t i = 0; i < tiles.size(); ++i) {
      engine_.set_tile(tiles[i]);
      times[i].push_back(experiments[i]->sample(once).plans[0][0].time.value);
    }
  }
  engine_.set_tile(before);
  std::size_t best = 0;
  for (std::size_t i = 1; i < tiles.size(); ++i) {
    if (median(times[i]) < median(times[best])) best = i;
  }
  return tiles[best];
}

double Calibration::cache_bandwidth() {
  const std::int64_t elements = engine_.last_level() / 8 / 4 / 4096 * 4096;  // three tensors fill 3/8 of the cache
  const auto add = experiment("a: f32[N]; b: f32[N]; y = a + b", std::max<std::int64_t>(4096, elements));
  Batch batch;
  batch.temperature = Temperature::batch;
  batch.count = 9;
  batch.budget = {0.1};
  const Samples samples = add->sample(batch);
  std::vector<double> times;
  for (const Sample& sample : samples.plans[0]) times.push_back(sample.time.value);
  const PlanCount count = add->count().plans[0];
  return static_cast<double>((count.read + count.written).value) / median(times);
}

void Calibration::roads() {
  const std::int64_t elements = large();
  engine_.set_tile(spec_.tile_elements);
  double done = 0.45;
  Batch cold;
  cold.count = 5;
  cold.budget = {0.3};
  for (const Mix& mix : mixes) {
    for (const Store store : {Store::cached, Store::streaming}) {
      say(done, "device.calibrate.roads");
      done += 0.55 / (2 * std::size(mixes));
      engine_.set_streaming(store == Store::streaming);
      const auto road = experiment(mix.chain, elements);
      engine_.set_streaming(std::nullopt);
      const Samples samples = road->sample(cold);
      std::vector<double> times;
      for (const Sample& sample : samples.plans[0]) times.push_back(sample.time.value);
      const PlanCount count = road->count().plans[0];
      const double bytes = static_cast<double>((count.read + count.written).value);
      spec_.mixes.push_back({mix.read_share, store, {bytes / median(times)}});
    }
  }
}

}  // namespace

machine::DeviceSpec calibrate(Engine& engine, const std::function<void(double, std::string_view)>& progress,
                              const std::stop_token& stop) {
  return Calibration(engine, progress, stop).run();
}

}  // namespace device::cpu
