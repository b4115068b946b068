// Chains predicted as a lesson does it: unfused and fused, on a device that exists only here.
#pragma once

#include "chain/parser.hpp"
#include "lesson/machine_values.hpp"
#include "lesson/values.hpp"
#include "model/predict.hpp"
#include "plan/fusion_plan.hpp"

#include <gtest/gtest.h>

namespace tests {

/// A GPU of round numbers.
inline machine::DeviceSpec round_device() {
  machine::DeviceSpec spec;
  spec.id = "round";
  spec.name = "Round";
  spec.dram_bandwidth = {1e12, "here"};
  spec.last_level_cache = {50e6, "here"};
  spec.cache_bandwidth = {4e12, "here"};
  spec.efficiency = {1.0, "here"};
  spec.roofs = {{"cores", {50e12, "here"}}, {"tensor cores", {500e12, "here"}}};
  spec.launch = {1e-6, "here"};
  spec.persistent_row = {64 * 1024, "test"};
  spec.graph_launch = {0.25e-6, "here"};
  spec.processors = 100;
  return spec;
}

/// What the model says of a chain, without a chain's name.
inline lesson::Quantities quantities_of(std::string_view text) {
  const auto parsed = chain::parse(text);
  EXPECT_TRUE(parsed) << base::render(parsed.error());
  const auto chain = std::make_shared<const chain::Chain>(*parsed);
  const auto unfused = plan::segment(chain, {plan::Cuts::Kind::every, {}}, machine::Limits(64 * 1024));
  const auto fused = plan::segment(chain, {plan::Cuts::Kind::none, {}}, machine::Limits(64 * 1024));
  EXPECT_TRUE(unfused && fused);
  const auto spec = round_device();
  auto all = lesson::predicted_quantities(model::predict(*unfused, spec), model::predict(*fused, spec));
  all.merge(lesson::machine_quantities(*unfused, *fused, spec));
  return all;
}

}  // namespace tests
