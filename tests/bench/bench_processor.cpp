// Modelled / measured cold time of every preset in every dtype on this processor, unfused and fused, at four times the
// last-level cache. Goal: within 15%. Arguments choose presets by parts of their names, and dtypes.
#include "bench.hpp"
#include "plan/presets.hpp"

namespace {

constexpr double goal = 0.15;

struct Preset {
  std::string name;
  chain::Dtype dtype;
  std::shared_ptr<const chain::Chain> chain;
};

/// The preset's chain with inputs of `dtype`, rows enough that a tensor is four times the last-level cache. Null if its
/// dtypes are its point.
std::shared_ptr<const chain::Chain> sized(const std::string& name, chain::Dtype dtype, std::int64_t cache) {
  auto preset = plan::preset(name);
  if (!preset) bench::fail(base::render(preset.error()));
  const chain::Value& first = preset->values.front();
  const bool converts = std::ranges::any_of(preset->values, [](const auto& v) { return v.op == chain::Op::cast; });
  if (converts && first.dtype != dtype) return nullptr;
  const std::int64_t columns = first.shape.columns(), rows = 4 * cache / chain::size_of(dtype) / columns;
  std::string text = chain::expanded_text(*preset);
  const auto replace = [&](const std::string& from, const std::string& to) {
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
      text.replace(at, from.size(), to);
  };
  replace("[" + std::to_string(first.shape.rows()) + ",", "[" + std::to_string(rows) + ",");
  if (!converts) replace(": " + std::string(chain::name(first.dtype)), ": " + std::string(chain::name(dtype)));
  auto chain = chain::parse(text);
  if (!chain) bench::fail(name + ": " + base::render(chain.error()));
  return std::make_shared<const chain::Chain>(std::move(*chain));
}

struct Figures {
  std::vector<double> measured[2], modelled[2], ratio[2];  ///< unfused, fused
};

void round(device::Device& device, const machine::DeviceSpec& spec, const Preset& preset, Figures& figures) {
  auto subject = bench::prepare(device, preset.name, preset.chain, {plan::Cuts::Kind::every, plan::Cuts::Kind::none});
  const std::vector<double> times = bench::cold_medians(subject, 7);
  for (std::size_t i = 0; i < 2; ++i) {
    figures.measured[i].push_back(times[i]);
    figures.modelled[i].push_back(model::predict(subject.spec.plans[i], spec).cold.value);
    figures.ratio[i].push_back(figures.modelled[i].back() / times[i]);
  }
}

/// One row; whether the goal was met.
bool show(const Preset& preset, const char* plan, const Figures& figures, std::size_t i) {
  const auto [least, most] = std::ranges::minmax(figures.ratio[i]);
  const double ratio = base::median(figures.ratio[i]);
  const bool met = ratio >= 1 - goal && ratio <= 1 + goal;
  std::printf("%-20s %-5s %-8s %8.1f ms %8.1f ms %7.2f %7.2f to %.2f  %s\n", preset.name.c_str(),
              std::string(chain::name(preset.dtype)).c_str(), plan, base::median(figures.measured[i]) * 1e3,
              base::median(figures.modelled[i]) * 1e3, ratio, least, most, met ? "ok" : "MISSED");
  return met;
}

bool chosen(std::string_view name, chain::Dtype dtype, int count, char** words) {
  bool by_name = true, by_dtype = true, named = false, typed = false;
  for (int i = 1; i < count; ++i) {
    const std::string_view word = words[i];
    if (const auto wanted = chain::dtype_of(word)) {
      by_dtype = (typed && by_dtype) || *wanted == dtype;
      typed = true;
    } else {
      by_name = (named && by_name) || name.find(word) != std::string_view::npos;
      named = true;
    }
  }
  return by_name && by_dtype;
}

}  // namespace

int main(int count, char** words) {
  const auto device = device::cpu::make_device();
  std::printf("%s, %d rounds; model / measured within %.0f %%\n%-20s %-5s %-8s %11s %11s %7s %15s\n",
              device->name().c_str(), bench::rounds, 100 * goal, "", "", "", "measured", "model", "ratio",
              "of all rounds");
  std::vector<Preset> presets;
  std::vector<Figures> all;
  for (int i = 0; i < bench::rounds; ++i) {
    const machine::DeviceSpec spec = device->calibrate({}, {});
    if (i == 0) {
      for (const std::string& name : plan::preset_names()) {
        for (const chain::Dtype dtype : {chain::Dtype::f32, chain::Dtype::f16, chain::Dtype::bf16}) {
          if (!chosen(name, dtype, count, words)) continue;
          if (auto chain = sized(name, dtype, bench::cache_bytes(spec))) presets.push_back({name, dtype, chain});
        }
      }
      all.resize(presets.size());
    }
    for (std::size_t p = 0; p < presets.size(); ++p) round(*device, spec, presets[p], all[p]);
  }
  bool met = !presets.empty();
  for (std::size_t p = 0; p < presets.size(); ++p) {
    met = show(presets[p], "unfused", all[p], 0) && met;
    met = show(presets[p], "fused", all[p], 1) && met;
  }
  return met ? 0 : 1;
}
