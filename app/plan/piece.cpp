// What a kernel of these ops reads and writes, and the rules that every schedule shares.
#include "plan/piece.hpp"

#include "base/units.hpp"
#include "base/words.hpp"

#include <algorithm>
#include <numeric>

namespace plan {

bool lists(const std::vector<int>& list, int value) {
  return std::ranges::find(list, value) != list.end();
}

namespace {

std::vector<bool> flags(const chain::Chain& chain, const std::vector<int>& values) {
  std::vector<bool> flags(chain.values.size(), false);
  for (const int value : values) flags[value] = true;
  return flags;
}

}  // namespace

Piece::Piece(const chain::Chain& of, const Group& group) : Piece(of, group.ops, flags(of, group.again)) {}

Piece::Piece(const chain::Chain& of, std::vector<int> chosen, const std::vector<bool>& again)
    : chain(of), ops(std::move(chosen)), inside(of.values.size(), false), space(plan::space(of, ops)) {
  std::sort(ops.begin(), ops.end());
  for (const int op : ops) inside[op] = true;
  std::vector<bool> seen(inside.size(), false), used(inside.size(), false);
  for (int user = 0; user < static_cast<int>(inside.size()); ++user) {
    if (of.is_free_view(user)) continue;  // who reads it reads what it is a view of
    for (const chain::Operand& operand : value(user).operands) {
      if (operand.is_literal()) continue;
      const int read = of.in_memory(operand.value);
      if (inside[read] && !inside[user]) used[read] = true;
      if (!inside[read] && inside[user] && !seen[read]) {
        seen[read] = true;
        reads.push_back(read);
      }
    }
  }
  std::copy_if(ops.begin(), ops.end(), std::back_inserter(writes),
               [&](int op) { return value(op).output || (used[op] && (again.empty() || !again[op])); });
}

int Piece::whole_row() const {
  const auto found =
      std::ranges::find_if(ops, [&](int op) { return chain.in_order(op) || value(op).op == chain::Op::var; });
  return found == ops.end() ? -1 : *found;
}

bool Piece::reduces(int op) const {
  return chain::takes_rows(value(op).op);
}

bool Piece::has_product() const {
  return std::ranges::any_of(ops, [&](int op) { return multiplies(op); });
}

std::vector<bool> Piece::after(int op) const {
  std::vector<bool> later(inside.size(), false);
  for (const int user : ops) {
    later[user] = std::ranges::any_of(value(user).operands, [&](const chain::Operand& operand) {
      if (operand.is_literal()) return false;
      const int read = chain.in_memory(operand.value);
      return read == op || later[read];
    });
  }
  return later;
}

std::vector<int> Piece::turned() const {
  std::vector<int> all;
  if (ops.size() == 1) return all;  // by itself it is moved tile by tile
  std::ranges::copy_if(ops, std::back_inserter(all), [&](int op) { return value(op).op == chain::Op::transpose; });
  return all;
}

bool Piece::walks(int read) const {
  const std::vector<int> turns = turned();
  return std::ranges::any_of(ops, [&](int op) {
    const auto is_it = [&](const chain::Operand& operand) {
      return !operand.is_literal() && chain.in_memory(operand.value) == read;
    };
    return !lists(turns, op) && std::ranges::any_of(value(op).operands, is_it);
  });
}

bool Piece::is_wide(int index) const {
  const auto access = chain::access(value(index).shape, space);
  return access && access->column_stride == 1;  // what is only turned has a shape of its own
}

bool Piece::is_full(int index) const {
  return is_wide(index) && value(index).shape.elements() == space.elements();
}

std::vector<bool> Piece::row_statistics() const {
  std::vector<bool> statistic(inside.size(), false);
  for (const int op : ops) {
    const auto& operands = value(op).operands;
    const bool of_statistics = std::any_of(operands.begin(), operands.end(), [&](const chain::Operand& operand) {
      return !operand.is_literal() && statistic[operand.value];
    });
    statistic[op] = reduces(op) || (of_statistics && value(op).shape.columns() == 1);
  }
  return statistic;
}

int Piece::spread_statistic() const {
  const std::vector<bool> statistic = row_statistics();
  for (const int op : ops) {
    if (value(op).shape.columns() == 1) continue;
    for (const chain::Operand& operand : value(op).operands) {
      if (!operand.is_literal() && statistic[operand.value]) return operand.value;
    }
  }
  return -1;
}

namespace {

std::string unrelated(const Piece& piece, int index, const chain::Shape& shape) {
  return base::say(
      "plan.shapes",
      {{"value", piece.value(index).name}, {"shape", chain::show(shape)}, {"space", chain::show(piece.space)}});
}

}  // namespace

bool names_rows(const Piece& piece, int gather) {
  const chain::Value& value = piece.value(gather);
  if (value.op != chain::Op::gather || value.output || value.shape.columns() == 1) return false;
  if (piece.value(value.operands[0].value).shape.dims.size() != 2 || value.shape.dims.size() != 2) return false;
  return std::ranges::all_of(piece.chain.consumers(gather), [&](int user) {
    const auto& by = piece.value(user);
    return by.op == chain::Op::grouped && piece.inside[user] && by.operands[1].value != gather;
  });
}

std::string why_no_kernel(const Piece& piece) {
  for (const int read : piece.reads) {
    const chain::Shape& shape = piece.value(read).shape;
    if (piece.walks(read) && !chain::access(shape, piece.space)) return unrelated(piece, read, shape);
  }
  for (const int op : piece.ops) {
    const chain::Shape& shape = space(piece.chain, op);
    if (!chain::access(shape, piece.space)) return unrelated(piece, op, shape);
    if (piece.reduces(op) && (shape.rows() != piece.space.rows() || shape.columns() != piece.space.columns())) {
      return base::say(
          "plan.other_rows",
          {{"value", piece.value(op).name}, {"shape", chain::show(shape)}, {"space", chain::show(piece.space)}});
    }
  }
  for (const int write : piece.writes) {
    if (space(piece.chain, write).rows() == piece.space.rows()) continue;
    return base::say("plan.small_write", {{"value", piece.value(write).name},
                                          {"shape", chain::show(piece.value(write).shape)},
                                          {"rows", base::group_digits(piece.space.rows())}});
  }
  return {};
}

}  // namespace plan
