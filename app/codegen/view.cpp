// Places of values by chain::access, the one rule of broadcasting.
#include "codegen/view.hpp"

#include "plan/piece.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

namespace codegen {

View::View(const plan::FusionPlan& plan, int which)
    : View(*plan.chain, plan.groups[which], which, plan::space(*plan.chain, plan.groups[which].ops)) {}

View::View(const chain::Chain& of, const plan::Group& part, int which, const chain::Shape& space)
    : chain(of),
      group(part),
      number(which),
      rows(space.rows()),
      columns(space.columns()),
      places_(chain.values.size()),
      made_(chain.values.size(), false),
      written_(chain.values.size(), false),
      read_(chain.values.size(), false) {
  const plan::Piece piece(chain, group);
  const auto find = [&](int index) {
    if (ranks(index)) {
      places_[index] = {false, rows};  // k numbers a row: they are written when it has ended
      return;
    }
    if (!made_[index] && !piece.turned().empty() && !piece.walks(index)) {
      places_[index] = {true, 0};  // only turned
      return;
    }
    const auto access = chain::access(value(index).shape, space);
    assert(access && "a plan lets no other value into a group");
    const bool along = access->column_stride == 1;
    const bool own_rows = access->row_stride != 0;
    places_[index] = {along, (own_rows ? access->rows : 1) * (along ? columns : 1)};
  };
  for (const int op : group.ops) {
    made_[op] = true;
    find(op);
    for (const chain::Operand& operand : value(op).operands) {
      if (!operand.is_literal()) read_[operand.value] = true;
    }
  }
  for (const int index : group.reads) find(index);
  for (const int index : group.writes) written_[index] = true;
}

bool View::reduces(int op) const {
  return chain::info(value(op).op).pattern == chain::Pattern::reduction;
}

bool View::ranks(int op) const {
  return made_[op] && chain::ranks(value(op).op);
}

bool View::draws() const {
  return std::ranges::any_of(
      group.ops, [&](int op) { return value(op).op == chain::Op::dropout || value(op).op == chain::Op::causal; });
}

std::int64_t View::widest() const {
  std::int64_t most = 0;
  for (const auto* tensors : {&group.reads, &group.writes}) {
    for (const int index : *tensors) {
      if (is_full(index)) most = std::max(most, chain::size_of(value(index).dtype));
    }
  }
  return most == 0 ? 4 : most;
}

int View::full_reads() const {
  return static_cast<int>(std::ranges::count_if(group.reads, [&](int index) { return is_full(index); }));
}

std::string View::type(int index) const {
  return std::string(chain::name(value(index).dtype));
}

std::string entry_name(const chain::Chain& chain, const plan::Group& group, int number, std::string_view suffix) {
  constexpr std::size_t most = 6;  // ops that a name tells
  std::string name = fmt::format("k{}", number + 1);
  for (std::size_t i = 0; i < std::min(most, group.ops.size()); ++i) {
    const int op = group.ops[i];
    name += fmt::format("_{}{}", chain::info(chain.values[op].op).name, plan::lists(group.again, op) ? "_again" : "");
  }
  if (group.ops.size() > most) name += fmt::format("_and_{}_more", group.ops.size() - most);
  if (!suffix.empty()) name += fmt::format("_{}", suffix);
  return name;
}

std::string View::stored_type(int index) const {
  return is_index(index) ? "int" : type(index);
}

std::string View::entry(std::string_view suffix) const {
  return entry_name(chain, group, number, suffix);
}

std::vector<std::string> View::parameters() const {
  std::vector<std::string> list;
  for (const int index : group.reads)
    list.push_back(fmt::format("const {}* __restrict__ p{}", stored_type(index), index));
  for (const int index : group.writes) list.push_back(fmt::format("{}* __restrict__ p{}", stored_type(index), index));
  return list;
}

std::vector<Argument> View::arguments() const {
  std::vector<Argument> list;
  for (const auto* tensors : {&group.reads, &group.writes}) {
    for (const int index : *tensors) list.push_back({Argument::Kind::tensor, index, 0});
  }
  return list;
}

}  // namespace codegen
