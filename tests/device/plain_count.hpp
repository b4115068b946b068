// The counting rule written out from the chain and the ops of each kernel alone, for streams and tables too.
#pragma once

#include "plan/fusion_plan.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <vector>

namespace tests {

struct Moved {
  int crossings = 0;
  std::int64_t read = 0, written = 0;
  bool operator==(const Moved&) const = default;
};

class PlainCount {
 public:
  PlainCount(const plan::FusionPlan& plan, std::size_t group)
      : chain_(*plan.chain),
        plan_(plan),
        ops_(plan.groups[group].ops.begin(), plan.groups[group].ops.end()),
        group_(group) {}

  [[nodiscard]] Moved moved() const {
    Moved moved;
    for (const int value : reads()) {
      const std::int64_t times = twice(value) ? 2 : 1;
      moved.crossings += is_full(value) && !picked_alone(value) ? static_cast<int>(times) : 0;
      moved.read += times * bytes_read(value);
    }
    for (const int op : ops_) {
      if (!is_written(op)) continue;
      moved.crossings += is_full(op) ? 1 : 0;
      moved.written += bytes(op);
    }
    return moved;
  }

 private:
  using Op = chain::Op;
  [[nodiscard]] const chain::Value& value(int v) const { return chain_.values[static_cast<std::size_t>(v)]; }
  [[nodiscard]] std::int64_t elements(int v) const {
    std::int64_t all = 1;
    for (const std::int64_t size : value(v).shape.dims) all *= size;
    return all;
  }
  [[nodiscard]] std::int64_t bytes(int v) const {
    const bool four = value(v).dtype == chain::Dtype::f32 || value(v).dtype == chain::Dtype::i32;
    return elements(v) * (four ? 4 : 2);
  }

  /// Of a value that another kernel wants, and does not make again for itself.
  [[nodiscard]] bool is_written(int op) const {
    if (value(op).output) return true;
    for (std::size_t other = 0; other < plan_.groups.size(); ++other) {
      const auto& ops = plan_.groups[other].ops;
      if (other == group_ || std::ranges::count(ops, op) > 0) continue;
      if (std::ranges::any_of(ops, [&](int reader) { return has_operand(reader, op); })) return true;
    }
    return false;
  }
  [[nodiscard]] bool has_operand(int reader, int v) const {
    return std::ranges::any_of(value(reader).operands, [&](const auto& one) { return one.value == v; });
  }
  [[nodiscard]] std::set<int> reads() const {
    std::set<int> all;
    for (const int op : ops_) {
      for (const chain::Operand& operand : value(op).operands) {
        if (operand.value >= 0 && !ops_.contains(operand.value)) all.insert(operand.value);
      }
    }
    return all;
  }

  /// Nothing else than slices of it is read anywhere.
  [[nodiscard]] bool is_pool(int v) const {
    bool any = false;
    for (const chain::Value& user : chain_.values) {
      for (std::size_t i = 0; i < user.operands.size(); ++i) {
        if (user.operands[i].value != v) continue;
        if (user.op != Op::gather || i != 0) return false;
        any = true;
      }
    }
    return any;
  }
  [[nodiscard]] bool is_full(int v) const {
    if (value(v).dtype == chain::Dtype::i32) return false;
    std::int64_t most = 0;
    for (int other = 0; other < std::ssize(chain_.values); ++other) {
      if (!is_pool(other)) most = std::max(most, elements(other));
    }
    for (int user = 0; user < std::ssize(chain_.values); ++user) {
      if (value(user).op == Op::gather && has_operand(user, v) && is_pool(v)) return elements(user) == most;
      // What rows are added up from and to are full both, however few they are.
      if (value(user).op != Op::scatter_add) continue;
      if (value(v).shape == value(user).shape || value(v).shape == value(value(user).operands[0].value).shape)
        return true;
    }
    return elements(v) == most;
  }
  [[nodiscard]] bool picked_alone(int v) const {
    return ops_.size() == 1 && value(*ops_.begin()).op == Op::pick && value(*ops_.begin()).operands[0].value == v;
  }
  [[nodiscard]] std::int64_t bytes_read(int v) const {
    constexpr std::int64_t sector = 32;
    if (picked_alone(v)) return std::min(bytes(v), elements(*ops_.begin()) * sector);
    if (!is_pool(v)) return bytes(v);
    std::int64_t fetched = 0;
    for (const int op : ops_) fetched += value(op).op == Op::gather && has_operand(op, v) ? bytes(op) : 0;
    return fetched;
  }

  /// A stream reads a tensor for what it learns of the row, and again for what it makes with that.
  [[nodiscard]] bool twice(int v) const {
    if (plan_.groups[group_].schedule != plan::Schedule::streaming || !is_full(v)) return false;
    bool first = false, second = false;
    for (const int op : ops_) {
      if (reduces(op)) first = first || reaches(op, v);
      if (!reduces(op) && is_wide(op) && is_written(op) && behind_reduction(op)) second = second || reaches(op, v);
    }
    return first && second;
  }
  [[nodiscard]] bool reduces(int op) const {
    const Op is = value(op).op;
    return is == Op::sum || is == Op::mean || is == Op::max || is == Op::var || is == Op::pick;
  }
  [[nodiscard]] bool is_wide(int v) const { return value(v).shape.columns() > 1; }
  [[nodiscard]] bool behind_reduction(int op) const {
    return std::ranges::any_of(value(op).operands, [&](const chain::Operand& one) {
      return one.value >= 0 && ops_.contains(one.value) && (reduces(one.value) || behind_reduction(one.value));
    });
  }
  /// From an op back to a tensor by values as wide as the row: what comes by a number of the row is known by then.
  [[nodiscard]] bool reaches(int op, int v) const {
    return std::ranges::any_of(value(op).operands, [&](const chain::Operand& one) {
      if (one.value == v) return true;
      return one.value >= 0 && ops_.contains(one.value) && is_wide(one.value) && reaches(one.value, v);
    });
  }

  const chain::Chain& chain_;
  const plan::FusionPlan& plan_;
  std::set<int> ops_;
  std::size_t group_;
};

}  // namespace tests
