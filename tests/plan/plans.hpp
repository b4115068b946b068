// Short ways from chain text to plans for the tests of plan, model and record.
#pragma once

#include "chain/parser.hpp"
#include "plan/fusion_plan.hpp"
#include "plan/sweeps.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace tests {

/// Rows of most tests stay on chip within these.
inline constexpr machine::Limits roomy(64 * 1024);

/// The chain, or a test failure with the parser's words.
inline std::shared_ptr<const chain::Chain> chain_of(std::string_view text) {
  auto chain = chain::parse(text);
  if (!chain) throw std::runtime_error("not a chain:\n" + base::render(chain.error()) + std::string(text));
  return std::make_shared<const chain::Chain>(*std::move(chain));
}

inline base::Expected<plan::FusionPlan> try_plan(std::string_view text, std::string_view cuts,
                                                 const machine::Limits& limits = roomy) {
  const auto parsed = plan::parse_cuts(cuts);
  if (!parsed) return std::unexpected(parsed.error());
  return plan::segment(chain_of(text), *parsed, limits);
}

inline plan::FusionPlan plan_of(std::string_view text, std::string_view cuts, const machine::Limits& limits = roomy) {
  auto plan = try_plan(text, cuts, limits);
  if (!plan) throw std::runtime_error("no plan:\n" + base::render(plan.error()));
  return *std::move(plan);
}

/// "pointwise{y.1 y | x b -> y}", one group after another.
inline std::string show(const plan::FusionPlan& plan) {
  std::string out;
  const auto list = [&](const std::vector<int>& values) {
    std::string names;
    for (const int value : values) names += (names.empty() ? "" : " ") + plan.chain->values[value].name;
    return names;
  };
  for (const plan::Group& group : plan.groups) {
    out += (out.empty() ? "" : " ") + std::string(plan::name(group.schedule)) + "{" + list(group.ops) + " | " +
           list(group.reads) + " -> " + list(group.writes) + "}";
  }
  return out;
}

/// The counting rule written a second time, on sets: per kernel each distinct full tensor read, and each written; one
/// that a stream sweeps twice is read twice; what every kernel that reads it makes is never written. A pool is as full
/// as what is fetched from it, a table never. What scatter_add adds up is full, and so is what it makes. Where a kernel
/// only picks an entry of each row, no tensor comes.
inline int crossings(const plan::FusionPlan& plan) {
  const chain::Chain& chain = *plan.chain;
  std::int64_t full = 0;
  const auto fetched_from = [&](const chain::Value& pool) {
    const auto reads = [&](const chain::Value& v, std::size_t which) {
      return v.op == chain::Op::gather && &chain.values[v.operands[which].value] == &pool;
    };
    return std::find_if(chain.values.begin(), chain.values.end(), [&](const chain::Value& v) { return reads(v, 0); });
  };
  for (const chain::Value& value : chain.values) {
    if (value.dtype == chain::Dtype::i32 || fetched_from(value) != chain.values.end()) continue;
    std::int64_t elements = 1;
    for (const std::int64_t dimension : value.shape.dims) elements *= dimension;
    full = std::max(full, elements);
  }
  int total = 0;
  for (const plan::Group& group : plan.groups) {
    for (int value = 0; value < static_cast<int>(chain.values.size()); ++value) {
      const auto here = [&](int v) { return std::find(group.ops.begin(), group.ops.end(), v) != group.ops.end(); };
      if (chain.values[value].dtype == chain::Dtype::i32 || chain.is_free_view(value)) continue;
      if (!here(value) && group.ops.size() == 1 && chain.values[group.ops[0]].op == chain::Op::pick) continue;
      const auto fetch = fetched_from(chain.values[value]);
      const chain::Value& moved = fetch == chain.values.end() ? chain.values[value] : *fetch;
      std::int64_t elements = 1;
      for (const std::int64_t dimension : moved.shape.dims) elements *= dimension;
      const bool around_a_product = std::any_of(chain.values.begin(), chain.values.end(), [&](const chain::Value& v) {
        const bool adds_up = v.op == chain::Op::scatter_add;
        if (v.op != chain::Op::matmul && v.op != chain::Op::grouped && !adds_up) return false;
        const auto alike = [&](int other) {
          return chain.values[other].shape.dims == moved.shape.dims ||
                 chain.values[chain.in_memory(other)].shape.dims == moved.shape.dims;
        };
        return v.shape.dims == moved.shape.dims || alike(v.operands[0].value) ||
               (!adds_up && alike(v.operands[1].value));
      });
      if (elements != full && !around_a_product) continue;
      bool used_here = false, used_outside = chain.values[value].output;
      for (const int user : chain.readers(value)) {
        used_here = used_here || here(user);
        for (const plan::Group& other : plan.groups) {
          const auto has = [&](int v) { return std::count(other.ops.begin(), other.ops.end(), v) > 0; };
          used_outside = used_outside || (has(user) && !has(value));
        }
      }
      if (here(value) ? used_outside : used_here) total += here(value) ? 1 : plan::times_fetched(chain, group)[value];
    }
  }
  return total;
}

}  // namespace tests
