// Short ways from chain text to a verdict on the CPU device.
#pragma once

#include "chain/evaluate.hpp"
#include "chain/parser.hpp"
#include "chain/ranking.hpp"
#include "device/cpu/cpu_device.hpp"
#include "device/device.hpp"
#include "model/traffic.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

namespace tests {

inline device::Device& cpu() {
  static const std::unique_ptr<device::Device> device = device::cpu::make_device();
  return *device;
}

/// Plans of a chain: unfused, fused, and these cuts.
inline device::RunSpec run_spec(std::string_view text, const std::vector<std::string>& cuts = {"every", "none"},
                                machine::Limits limits = machine::Limits(64 * 1024)) {
  auto chain = chain::parse(text);
  if (!chain) throw std::runtime_error(base::render(chain.error()) + std::string(text));
  const auto shared = std::make_shared<const chain::Chain>(std::move(*chain));
  device::RunSpec spec;
  for (const std::string& cut : cuts) {
    auto plan = plan::segment(shared, *plan::parse_cuts(cut), limits);
    if (!plan) throw std::runtime_error(base::render(plan.error()) + std::string(text));
    spec.plans.push_back(std::move(*plan));
  }
  return spec;
}

/// What is wrong with a plan's outputs against the double reference; empty = nothing.
struct Finding {
  std::string wrong;
  bool identical = true;  ///< every element as in plan 0
};

inline Finding check(device::Experiment& experiment, const device::RunSpec& spec, int index,
                     std::int64_t most_elements = 3000) {
  const plan::FusionPlan& plan = spec.plans[index];
  const chain::Chain& chain = *plan.chain;
  device::Probe probe{index, {}};
  for (const int output : chain.outputs()) {
    const std::int64_t all = chain.values[output].shape.elements();
    std::vector<std::int64_t> elements;
    if (all <= most_elements) {
      elements.resize(static_cast<std::size_t>(all));
      std::iota(elements.begin(), elements.end(), 0);
    } else {
      const std::int64_t half = most_elements / 2;
      for (std::int64_t i = 0; i < half; ++i) elements.push_back(i * (all / half));
      for (std::int64_t i = all - half; i < all; ++i) elements.push_back(i);
    }
    probe.outputs.push_back({output, elements});
  }
  const device::Evidence evidence = experiment.evidence(probe);
  Finding finding;
  const auto input = chain::random_inputs(chain, spec.seed);
  for (std::size_t o = 0; o < probe.outputs.size(); ++o) {
    const device::OutputEvidence& seen = evidence.outputs[o];
    const chain::Value& value = chain.values[seen.value];
    const std::string where = plan.name + ": " + value.name;
    if (seen.poison_left > 0) finding.wrong += where + ": " + std::to_string(seen.poison_left) + " never written\n";
    if (!seen.guards_whole) finding.wrong += where + ": guards broken\n";
    finding.identical = finding.identical && seen.identical == seen.elements;
    const auto& elements = probe.outputs[o].elements;
    const auto expected = chain::evaluate(chain, plan.stored(), input, seen.value, elements);
    if (chain::is_index(value.dtype)) {
      const auto apart = chain::chosen_apart(chain, plan.stored(), input, {seen.value, elements, seen.got, expected});
      for (std::size_t i = 0; i < apart.size(); ++i) {
        if (apart[i].value <= 4 * apart[i].error) continue;
        finding.wrong += where + "[" + std::to_string(elements[i]) + "]: got number " + std::to_string(seen.got[i]) +
                         ", expected " + std::to_string(expected[i].value) + "\n";
        break;
      }
      continue;
    }
    for (std::size_t i = 0; i < expected.size(); ++i) {
      const double got = seen.got[i], wanted = expected[i].value;
      if (got == wanted || (std::isnan(got) && std::isnan(wanted)) || std::isinf(expected[i].error)) continue;
      const double allowed = 4 * expected[i].error + chain::ulp(wanted, value.dtype) / 2;
      if (std::abs(got - wanted) <= allowed) continue;
      finding.wrong += where + "[" + std::to_string(elements[i]) + "]: got " + std::to_string(got) + ", expected " +
                       std::to_string(wanted) + " +- " + std::to_string(allowed) + "\n";
      break;
    }
  }
  return finding;
}

/// Each kernel's counted bytes against the counting rule; empty = equal.
inline std::string check_counts(device::Experiment& experiment, const device::RunSpec& spec) {
  std::string wrong;
  const device::Counts counts = experiment.count();
  if (!counts.refusal.empty()) return wrong;  // nobody counts within a product
  for (std::size_t p = 0; p < spec.plans.size(); ++p) {
    const plan::FusionPlan& plan = spec.plans[p];
    for (std::size_t g = 0; g < plan.groups.size(); ++g) {
      const model::Traffic rule = model::traffic(plan, plan.groups[g]);
      const device::KernelCount& seen = counts.plans[p].kernels[g];
      if (seen.read.value == rule.read.value && seen.written.value == rule.written.value) continue;
      wrong += plan.name + ", kernel " + std::to_string(g + 1) + ": counted " + std::to_string(seen.read.value) +
               " + " + std::to_string(seen.written.value) + " bytes, by the rule " + std::to_string(rule.read.value) +
               " + " + std::to_string(rule.written.value) + "\n";
    }
  }
  return wrong;
}

/// Runs and checks every plan of the chain.
inline Finding check_all(std::string_view text, const std::vector<std::string>& cuts = {"every", "none"},
                         machine::Limits limits = machine::Limits(64 * 1024)) {
  const device::RunSpec spec = run_spec(text, cuts, limits);
  const auto experiment = cpu().prepare(spec);
  Finding all;
  for (std::size_t i = 0; i < spec.plans.size(); ++i) {
    const Finding one = check(*experiment, spec, static_cast<int>(i));
    all.wrong += one.wrong;
    all.identical = all.identical && one.identical;
  }
  all.wrong += check_counts(*experiment, spec);
  return all;
}

}  // namespace tests
