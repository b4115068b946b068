// Pieces between cut values. A cut that parts nothing, or kernels that wait for each other, are refused in a sentence.
#include "plan/by_hand.hpp"

#include "base/words.hpp"
#include "plan/scheduler.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace plan {
namespace {

int count(const chain::Chain& chain) {
  return static_cast<int>(chain.values.size());
}

/// Values that need `value`, directly or not.
std::vector<bool> after(const chain::Chain& chain, int value) {
  std::vector<bool> later(chain.values.size(), false);
  for (int user = value + 1; user < count(chain); ++user) {
    for (const chain::Operand& operand : chain.values[user].operands) {
      if (!operand.is_literal() && (operand.value == value || later[operand.value])) later[user] = true;
    }
  }
  return later;
}

/// A cut value whose own kernel also holds an op that needs it.
struct Leak {
  int cut;    ///< the value
  int user;   ///< needs it, and is in the same kernel ...
  int other;  ///< ... through this value, which does not need it and is not cut
};

std::optional<Leak> find_leak(const chain::Chain& chain, const std::vector<bool>& cut, const Partition& partition) {
  for (int value = 0; value < count(chain); ++value) {
    if (!cut[value]) continue;
    const std::vector<bool> later = after(chain, value);
    // Joined ops hang together by uncut values; the first step from before `value` to after it is the leak.
    for (int user = value + 1; user < count(chain); ++user) {
      if (!later[user] || partition[user] != partition[value]) continue;
      for (const chain::Operand& operand : chain.values[user].operands) {
        if (operand.is_literal() || cut[operand.value] || later[operand.value]) continue;
        if (partition[operand.value] == partition[value]) return Leak{value, user, operand.value};
      }
    }
  }
  return std::nullopt;
}

/// The cuts that are missing until nothing leaks.
std::vector<int> mend_leaks(const chain::Chain& chain, std::vector<bool>& cut) {
  std::vector<int> added;
  while (const auto leak = find_leak(chain, cut, between(chain, cut))) {
    cut[leak->other] = true;
    added.push_back(leak->other);
  }
  std::sort(added.begin(), added.end());
  return added;
}

std::string names(const chain::Chain& chain, const std::vector<int>& values) {
  std::vector<std::string_view> list;
  for (const int value : values) list.push_back(chain.values[value].name);
  return fmt::format("{}", fmt::join(list, ", "));
}

Refusal refuse_leak(const chain::Chain& chain, std::vector<bool> cut, const Leak& leak) {
  std::string message = base::say("plan.parts_nothing", {{"value", chain.values[leak.cut].name},
                                                         {"user", chain.values[leak.user].name},
                                                         {"other", chain.values[leak.other].name}});
  const std::string more = names(chain, mend_leaks(chain, cut));
  return {std::move(message), base::say("plan.also_cut", {{"values", more}})};
}

/// The first value of a part that a later-waiting part needs: found by walking back along unmet needs until one
/// repeats.
Refusal refuse_circle(const chain::Chain& chain, const std::vector<bool>& cut, const Partition& partition) {
  // Kernels a -> b -> ... -> a: some value of one is needed in another and the other way round.
  std::string message;
  for (int first = 0; first < count(chain) && message.empty(); ++first) {
    if (!cut[first]) continue;
    // Everything that a kernel started after `first` leads to, kernel by kernel.
    std::vector<bool> reached(chain.values.size(), false);
    for (const int user : chain.consumers(first)) reached[user] = true;
    for (bool grew = true; grew && message.empty();) {
      grew = false;
      for (int value = 0; value < count(chain); ++value) {
        if (!reached[value]) continue;
        for (int mate = 0; mate < count(chain); ++mate) {
          const bool same = partition[mate] == partition[value] && partition[mate] >= 0;
          const auto& operands = chain.values[mate].operands;
          const bool fed = std::any_of(operands.begin(), operands.end(),
                                       [&](const chain::Operand& operand) { return operand.value == value; });
          if ((same || fed) && !reached[mate]) reached[mate] = grew = true;
        }
      }
      for (int second = 0; second < count(chain); ++second) {
        if (!reached[second] || !cut[second] || partition[second] == partition[first]) continue;
        const std::vector<int> users = chain.consumers(second);
        if (std::none_of(users.begin(), users.end(), [&](int u) { return partition[u] == partition[first]; })) continue;
        message =
            base::say("plan.circle", {{"first", chain.values[first].name}, {"second", chain.values[second].name}});
        break;
      }
    }
  }
  for (int value = 0; value < count(chain); ++value) {
    if (partition[value] < 0 || cut[value] || chain.consumers(value).empty()) continue;
    std::vector<bool> more = cut;
    more[value] = true;
    std::vector<int> added = mend_leaks(chain, more);
    if (!ordered(chain, between(chain, more))) continue;
    added.push_back(value);
    std::sort(added.begin(), added.end());
    return {std::move(message), base::say("plan.also_cut", {{"values", names(chain, added)}})};
  }
  return {std::move(message), std::string(base::text("plan.cut_more"))};
}

}  // namespace

Partition between(const chain::Chain& chain, const std::vector<bool>& cut) {
  Partition partition = apart(chain);
  for (int user = 0; user < count(chain); ++user) {
    for (const chain::Operand& operand : chain.values[user].operands) {
      if (operand.is_literal() || cut[operand.value] || partition[operand.value] < 0) continue;
      if (partition[operand.value] != partition[user]) join(partition, partition[operand.value], partition[user]);
    }
  }
  return partition;
}

std::expected<std::vector<std::vector<int>>, Refusal> pieces(const chain::Chain& chain, const std::vector<bool>& cut,
                                                             const Limits& limits) {
  const Partition partition = between(chain, cut);
  auto parts = ordered(chain, partition);
  if (const auto leak = find_leak(chain, cut, partition)) return std::unexpected(refuse_leak(chain, cut, *leak));
  if (!parts) return std::unexpected(refuse_circle(chain, cut, partition));
  for (const std::vector<int>& ops : *parts) {
    const auto schedule = schedule_of(Piece(chain, ops), limits);
    if (!schedule) return std::unexpected(Refusal{schedule.error(), {}});
  }
  return *std::move(parts);
}

}  // namespace plan
