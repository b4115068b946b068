// From a group's ops to the stages that a tile goes through.
#include "device/cpu/program.hpp"

#include "device/cpu/stage_compiler.hpp"
#include "device/cpu/stage_split.hpp"
#include "plan/sweeps.hpp"

#include <algorithm>

namespace device::cpu {
namespace {

/// What of the group a stage with parts of rows is to write: its elements. Its rows' numbers are combined later. Of the
/// two sweeps of a stream each fills its own tensors.
plan::Group of_tiles(const plan::Group& group, const StageOps& ops) {
  plan::Group tiles = group;
  tiles.ops = ops.ops;
  if (ops.sweep) {
    tiles.writes = ops.writes;
    return tiles;
  }
  std::erase_if(tiles.writes, [&](int value) {
    return std::ranges::any_of(ops.parts, [&](const plan::RowPart& part) { return part.makes(value); });
  });
  return tiles;
}

AttentionStage attention_stage(const plan::FusionPlan& plan, const plan::Group& group, Fault fault) {
  const chain::Chain& chain = *plan.chain;
  AttentionStage stage{plan::attention(chain, group), {}};
  const plan::Attention& of = stage.plan;
  StageOps ops{chain.values[of.scores.op].shape, of.tile, {of.scores}, {{of.maximum, -1}, {of.sum, of.maximum}}};
  ops.ops.insert(ops.ops.end(), {of.maximum, of.shifted, of.exponentials, of.sum});
  ops.over_sums = of.exponentials;
  plan::Group scores{ops.ops, group.reads, {}, group.schedule};
  std::vector<bool> read(chain.values.size(), true);  // nobody counts what it moves
  stage.scores = compile_stage(plan, scores, ops, fault, read);
  stage.plan.scores = stage.scores.products.front();  // with a planted fault, a term short
  return stage;
}

/// What a second sweep reads again crosses the road again.
void come_again(const plan::FusionPlan& plan, const plan::Group& group, std::vector<bool>& read) {
  const std::vector<int> times = plan::times_met(*plan.chain, group);
  for (const int value : group.reads) {
    if (times[value] > 1) read[value] = false;
  }
}

/// What a stage needs and does not make itself, of what the group makes and does not write.
std::vector<int> between(const chain::Chain& chain, const plan::Group& group, const std::vector<StageOps>& stages) {
  const auto has = [](const StageOps& stage, int op) { return std::ranges::count(stage.ops, op) > 0; };
  std::vector<int> all;
  for (const int op : group.ops) {
    const bool made = std::ranges::any_of(stages, [&](const StageOps& stage) { return has(stage, op); });
    if (!made || std::ranges::count(group.writes, op) > 0) continue;
    const bool crosses = std::ranges::any_of(stages, [&](const StageOps& stage) {
      return !has(stage, op) && std::ranges::any_of(chain.consumers(op), [&](int user) { return has(stage, user); });
    });
    if (crosses) all.push_back(op);
  }
  return all;
}

}  // namespace

bool Program::multiplies() const {
  return attention || std::ranges::any_of(stages, [](const Stage& stage) { return !stage.products.empty(); });
}

Program compile(const plan::FusionPlan& plan, const plan::Group& group, Fault fault) {
  Program program;
  program.tables = tables(*plan.chain, group);
  const int only = group.ops.front();
  if (group.schedule == plan::Schedule::view) {
    program.view = view_copy(*plan.chain, only);
    return program;
  }
  if (group.schedule == plan::Schedule::attention) {
    program.attention = attention_stage(plan, group, fault);
    return program;
  }
  if (group.schedule == plan::Schedule::unpack) {
    program.unpacking = unpacking(*plan.chain, only);
    return program;
  }
  if (group.schedule == plan::Schedule::gather) {
    program.gathering = gathering(*plan.chain, only);
    return program;
  }
  if (group.schedule == plan::Schedule::scatter) {
    program.scattering = scattering(*plan.chain, only);
    return program;
  }
  // What the group makes itself crosses no road when one of its stages reads it.
  std::vector<bool> read(plan.chain->values.size(), false);
  for (const int op : group.ops) read[op] = true;
  const std::vector<StageOps> stages = stages_of(*plan.chain, group);
  for (const StageOps& ops : stages) {
    const plan::Group tiles = ops.parts.empty() && !ops.sweep ? group : of_tiles(group, ops);
    if (ops.sweep && ops.parts.empty()) come_again(plan, group, read);
    program.stages.push_back(compile_stage(plan, tiles, ops, fault, read));
  }
  program.between = between(*plan.chain, group, stages);
  return program;
}

}  // namespace device::cpu
