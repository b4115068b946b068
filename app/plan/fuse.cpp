// Joins neighbours, producers with consumers and readers of one full input, until nothing more is legal.
#include "plan/fuse.hpp"

#include "base/words.hpp"
#include "plan/attention.hpp"
#include "plan/by_hand.hpp"
#include "plan/product_rows.hpp"
#include "plan/scheduler.hpp"

#include <algorithm>

namespace plan {
namespace {

class Fuser {
 public:
  Fuser(const chain::Chain& chain, const machine::Limits& limits, Products products)
      : chain_(chain), limits_(limits), alone_(products == Products::alone), partition_(apart(chain)) {}

  Fused run() {
    // Attention first: of its ops, no two beside each other would be one kernel.
    for (const std::vector<int>& ops : attention_candidates(chain_)) {
      std::vector<int> parts;
      for (const int op : ops) parts.push_back(partition_[op]);
      try_join(parts);
    }
    // Weights go into their products first: siblings of which one is unpacked already would take in no other.
    for (const int op : chain_.made()) {
      if (chain::info(chain_.values[op].op).pattern == chain::Pattern::unpack) try_join(meeting(op));
    }
    // Then siblings, so that what needs two of them finds both: a scale of each, joined first, would fit into neither.
    if (!alone_) join_siblings(chain_, partition_, limits_);
    join_streams();
    // A join can make another one legal (a value no longer has to be written), so go round until nothing changes. Rows
    // of products come last: ops that read a row twice belong together before one of them goes to the product's tiles.
    for (const bool rows : {false, true}) {
      rows_of_products_ = rows;
      while (round()) {
      }
    }
    return {std::move(partition_), std::move(notes_)};
  }

 private:
  /// The parts that meet at a value: who makes it, who uses it.
  [[nodiscard]] std::vector<int> meeting(int value) const {
    std::vector<int> parts;
    if (partition_[value] >= 0) {
      parts.push_back(partition_[value]);
    } else if (!chain_.is_full(value)) {
      return parts;  // sharing a small operand saves no crossing
    }
    for (const int user : chain_.readers(value)) {
      if (std::find(parts.begin(), parts.end(), partition_[user]) == parts.end()) parts.push_back(partition_[user]);
    }
    return parts;
  }

  /// A long row's softmax: one kernel together, while of its ops no few would be. Its parts are all that reads what is
  /// added up, so that it need not be written; or else without those that cannot come along.
  void join_streams() {
    const ProductRows rows = product_rows(chain_, chain_.made());
    for (const RowPart& part : rows.parts) {
      if (part.maximum < 0) continue;
      const int exponential = chain_.values[part.op].operands[0].value;
      std::vector<int> ops{part.maximum, chain_.values[exponential].operands[0].value, exponential, part.op};
      const std::size_t least = ops.size();
      for (const int user : chain_.readers(exponential)) ops.push_back(user);
      if (!try_stream(ops)) try_stream({ops.begin(), ops.begin() + static_cast<std::ptrdiff_t>(least)});
    }
  }

  bool try_stream(const std::vector<int>& ops) {
    Partition together = partition_;
    for (const int op : ops) join(together, together[ops[0]], together[op]);
    const Piece piece(chain_, part(together, together[ops[0]]));
    const bool streams = ordered(chain_, together) && schedule_of(piece, limits_) == Schedule::streaming;
    if (streams) partition_ = std::move(together);
    return streams;
  }

  bool round() {
    bool joined = false;
    notes_.clear();
    for (int value = 0; value < static_cast<int>(partition_.size()); ++value) {
      std::vector<int> parts = meeting(value);
      if (parts.size() < 2) continue;
      if (try_join(parts)) {
        joined = true;
        continue;
      }
      // Siblings of a value that is made by a kernel which they cannot join.
      if (parts.size() > 2 && partition_[value] >= 0 && try_join({parts.begin() + 1, parts.end()})) {
        joined = true;
        continue;
      }
      for (std::size_t i = 1; parts.size() > 2 && i < parts.size(); ++i) joined |= try_join({parts[0], parts[i]});
    }
    return joined;
  }

  bool try_join(const std::vector<int>& parts) {
    Partition together = partition_;
    for (const int from : parts) join(together, parts[0], from);
    const std::vector<int> ops = part(together, parts[0]);
    if (alone_ && std::ranges::any_of(ops, [&](int op) { return chain::multiplies(chain_.values[op].op); })) {
      return false;
    }
    if (!ordered(chain_, together)) return false;  // the reason is the one that keeps the kernel between them apart
    const Piece piece(chain_, ops);
    auto schedule = schedule_of(piece, limits_);
    // Element by element from far apart: by hand, or where the model says that it is quicker all the same.
    if (const auto turned = piece.turned(); schedule == Schedule::pointwise && !turned.empty()) {
      schedule = std::unexpected(base::say("plan.view_alone", {{"value", chain_.values[turned.front()].name}}));
    }
    if (!schedule) {
      if (std::find(notes_.begin(), notes_.end(), schedule.error()) == notes_.end()) notes_.push_back(schedule.error());
      return false;
    }
    if (*schedule == Schedule::matmul_reduce && !rows_of_products_) return false;
    partition_ = std::move(together);
    return true;
  }

  const chain::Chain& chain_;
  const machine::Limits& limits_;
  bool alone_;
  Partition partition_;
  std::vector<std::string> notes_;
  bool rows_of_products_ = false;
};

}  // namespace

Fused fuse(const chain::Chain& chain, const machine::Limits& limits, Products products) {
  return Fuser(chain, limits, products).run();
}

}  // namespace plan
