// Pieces between cut values. A cut that parts nothing, or kernels that wait for each other, are refused in a sentence.
#include "plan/by_hand.hpp"

#include "base/words.hpp"
#include "plan/recompute.hpp"
#include "plan/scheduler.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
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

/// [a][b]: something made in part a is needed, directly or not, in part b.
std::vector<std::vector<bool>> feeds(const chain::Chain& chain, const Partition& partition) {
  std::vector<std::vector<bool>> feeds(partition.size(), std::vector<bool>(partition.size(), false));
  for (int user = 0; user < count(chain); ++user) {
    for (const chain::Operand& operand : chain.values[user].operands) {
      if (operand.is_literal() || partition[user] < 0) continue;
      const int read = chain.in_memory(operand.value);
      if (partition[read] >= 0) feeds[partition[read]][partition[user]] = true;
    }
  }
  for (int via = 0; via < count(chain); ++via) {
    for (auto& row : feeds) {
      for (int to = 0; row[via] && to < count(chain); ++to) row[to] = row[to] || feeds[via][to];
    }
  }
  return feeds;
}

/// Two cut values whose kernels each need the other's.
std::string circle(const chain::Chain& chain, const std::vector<bool>& cut, const Partition& partition) {
  const auto fed = feeds(chain, partition);
  for (int first = 0; first < count(chain); ++first) {
    for (int second = first + 1; cut[first] && second < count(chain); ++second) {
      const int one = partition[first], two = partition[second];
      if (!cut[second] || one == two || !fed[one][two] || !fed[two][one]) continue;
      return base::say("plan.circle", {{"first", chain.values[first].name}, {"second", chain.values[second].name}});
    }
  }
  return {};
}

Refusal refuse_circle(const chain::Chain& chain, const std::vector<bool>& cut, const Partition& partition) {
  std::string message = circle(chain, cut, partition);
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

/// Every kernel between these cuts can be made, and in some order.
bool allowed(const chain::Chain& chain, const std::vector<bool>& cut, const machine::Limits& limits) {
  const Partition partition = between(chain, cut);
  const auto parts = ordered(chain, partition);
  if (!parts || find_leak(chain, cut, partition)) return false;
  return std::ranges::all_of(
      *parts, [&](const std::vector<int>& ops) { return schedule_of(Piece(chain, ops), limits).has_value(); });
}

/// With every value cut anything can be made: of those cuts, the ones that cannot be spared.
Refusal refuse_kernel(const chain::Chain& chain, const std::vector<bool>& cut, const machine::Limits& limits,
                      std::string message) {
  std::vector<bool> more = cut;
  for (const int op : chain.made()) more[op] = more[op] || !chain.consumers(op).empty();
  std::vector<int> added;
  for (const int op : chain.made()) {
    if (cut[op] || !more[op]) continue;
    more[op] = false;
    if (allowed(chain, more, limits)) continue;
    more[op] = true;
    added.push_back(op);
  }
  return {std::move(message), base::say("plan.also_cut", {{"values", names(chain, added)}})};
}

/// A kernel that cannot take in what it would have to make again.
Refusal refuse_copies(const chain::Chain& chain, const std::vector<int>& ops, const std::vector<bool>& again,
                      std::string_view why) {
  std::vector<int> copied;
  std::ranges::copy_if(ops, std::back_inserter(copied), [&](int op) { return again[op]; });
  const std::string values = names(chain, copied);
  return {
      base::say("plan.again.no_kernel", {{"values", values}, {"user", chain.values[ops.back()].name}, {"why", why}}),
      base::say("plan.again.cut", {{"values", values}})};
}

}  // namespace

Partition between(const chain::Chain& chain, const std::vector<bool>& cut) {
  Partition partition = apart(chain);
  for (int user = 0; user < count(chain); ++user) {
    for (const chain::Operand& operand : chain.values[user].operands) {
      if (operand.is_literal() || partition[user] < 0) continue;
      const int read = chain.in_memory(operand.value);
      if (cut[read] || partition[read] < 0) continue;
      if (partition[read] != partition[user]) join(partition, partition[read], partition[user]);
    }
  }
  return partition;
}

Siblings all_siblings(const chain::Chain& chain) {
  Siblings all;
  std::vector<int> left_of;
  for (const int op : chain.ops()) {
    if (!chain::multiplies(chain.values[op].op)) continue;
    const int left = chain.values[op].operands[0].value;
    const auto known = std::ranges::find(left_of, left);
    if (known == left_of.end()) {
      left_of.push_back(left);
      all.push_back({op});
    } else {
      all[static_cast<std::size_t>(known - left_of.begin())].push_back(op);
    }
  }
  std::erase_if(all, [](const std::vector<int>& ops) { return ops.size() < 2; });
  return all;
}

void join_siblings(const chain::Chain& chain, Partition& partition, const machine::Limits& limits) {
  for (const std::vector<int>& ops : all_siblings(chain)) {
    for (const int op : ops) {
      Partition together = partition;
      join(together, together[ops.front()], together[op]);
      const bool fits =
          schedule_of(Piece(chain, part(together, together[op])), limits).has_value() && ordered(chain, together);
      if (fits) partition = std::move(together);
    }
  }
}

std::expected<std::vector<std::vector<int>>, Refusal> pieces(const chain::Chain& chain, const ByHand& asked,
                                                             const machine::Limits& limits) {
  Partition partition = between(chain, asked.cut);
  for (const std::vector<int>& values : asked.siblings) {
    for (const int value : values) join(partition, partition[values.front()], partition[value]);
  }
  // What is made again may be needed where it was made: it is not written, so nothing waits for it.
  std::vector<bool> written = asked.cut;
  for (std::size_t value = 0; value < written.size(); ++value) written[value] = written[value] && !asked.again[value];
  auto parts = ordered(chain, with_copies(chain, partition, asked.again));
  if (const auto leak = find_leak(chain, written, partition)) {
    return std::unexpected(refuse_leak(chain, asked.cut, *leak));
  }
  if (!parts) return std::unexpected(refuse_circle(chain, asked.cut, partition));
  const std::vector<bool> again = made_again(chain, *parts);
  for (const std::vector<int>& ops : *parts) {
    const auto schedule = schedule_of(Piece(chain, ops, again), limits);
    if (schedule) continue;
    const bool copies = std::ranges::any_of(ops, [&](int op) { return asked.again[op]; });
    return std::unexpected(copies ? refuse_copies(chain, ops, asked.again, schedule.error())
                                  : refuse_kernel(chain, asked.cut, limits, schedule.error()));
  }
  return *std::move(parts);
}

}  // namespace plan
