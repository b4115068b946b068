// From `makes` to groups.
#include "record/imported_cut.hpp"

#include "base/text.hpp"
#include "base/words.hpp"
#include "plan/partition.hpp"
#include "plan/scheduler.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace record {
namespace {

using Parts = std::vector<std::vector<int>>;

NoCut unknown(const chain::Chain& chain, const ImportedKernel& kernel, const std::string& value) {
  std::vector<std::string_view> known;
  for (const int op : chain.made()) known.push_back(chain.values[op].name);
  const auto near = base::nearest(value, known);
  return {kernel.name, value, base::say("record.import.unknown", {{"value", value}}),
          near ? base::say("plan.unknown_cut.near", {{"value", *near}})
               : base::say("plan.unknown_cut.known", {{"values", fmt::format("{}", fmt::join(known, ", "))}})};
}

/// The ops of each kernel, and which kernel makes each value: -1 where none does.
std::expected<Parts, NoCut> parts_of(const chain::Chain& chain, const ImportedWay& way, std::vector<int>& maker) {
  Parts parts;
  for (std::size_t k = 0; k < way.kernels.size(); ++k) {
    const ImportedKernel& kernel = way.kernels[k];
    std::vector<int> ops;
    for (const std::string& name : kernel.makes) {
      const int value = chain.find(name);
      if (value < 0) return std::unexpected(unknown(chain, kernel, name));
      if (chain.values[value].op == chain::Op::input || chain.is_free_view(value))
        return std::unexpected(NoCut{kernel.name, name, base::say("record.import.not_made", {{"value", name}}), {}});
      if (maker[value] >= 0) {
        const std::string& first = way.kernels[static_cast<std::size_t>(maker[value])].name;
        return std::unexpected(
            NoCut{kernel.name, name,
                  base::say("record.import.made_twice", {{"value", name}, {"first", first}, {"second", kernel.name}}),
                  base::say("record.import.made_twice.hint")});
      }
      maker[value] = static_cast<int>(k);
      ops.push_back(value);
    }
    if (!ops.empty()) parts.push_back(std::move(ops));
  }
  for (const int op : chain.made()) {
    if (maker[op] < 0)
      return std::unexpected(NoCut{{},
                                   {},
                                   base::say("record.import.nobody", {{"value", chain.values[op].name}}),
                                   base::say("record.import.nobody.hint")});
  }
  return parts;
}

/// A kernel that ran before what it reads was made; empty if none did.
std::optional<NoCut> too_early(const chain::Chain& chain, const ImportedWay& way, const std::vector<int>& maker) {
  for (const int op : chain.made()) {
    for (const chain::Operand& operand : chain.values[op].operands) {
      if (operand.is_literal()) continue;
      const int read = chain.in_memory(operand.value);
      if (maker[read] <= maker[op]) continue;
      const ImportedKernel& kernel = way.kernels[static_cast<std::size_t>(maker[op])];
      return NoCut{
          kernel.name, chain.values[op].name,
          base::say("record.import.early", {{"value", chain.values[op].name}, {"read", chain.values[read].name}}),
          base::say("record.import.early.hint")};
    }
  }
  return std::nullopt;
}

}  // namespace

std::expected<plan::FusionPlan, NoCut> cut_of(std::shared_ptr<const chain::Chain> chain, const ImportedWay& way,
                                              const machine::Limits& limits) {
  std::vector<int> maker(chain->values.size(), -1);
  const auto parts = parts_of(*chain, way, maker);
  if (!parts) return std::unexpected(parts.error());
  if (auto early = too_early(*chain, way, maker)) return std::unexpected(*std::move(early));
  for (const std::vector<int>& ops : *parts) {
    const auto schedule = plan::schedule_of(plan::Piece(*chain, ops), limits);
    if (schedule) continue;
    const std::string& kernel = way.kernels[static_cast<std::size_t>(maker[ops.front()])].name;
    return std::unexpected(NoCut{kernel,
                                 chain->values[ops.front()].name,
                                 base::say("record.import.no_kernel", {{"why", schedule.error()}}),
                                 {}});
  }
  plan::FusionPlan cut;
  cut.name = way.name;
  cut.groups = plan::groups_of(*chain, *parts, limits);
  cut.chain = std::move(chain);
  return cut;
}

}  // namespace record
