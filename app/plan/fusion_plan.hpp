// A fusion plan: the chain cut into groups, each one kernel.
#pragma once

#include "base/expected.hpp"
#include "chain/chain.hpp"
#include "machine/limits.hpp"
#include "plan/knobs.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plan {

/// How a group is mapped to threads.
enum class Schedule {
  pointwise,         ///< each element by itself
  reduction,         ///< rows are reduced; nothing full-size is made from the result in the same group
  inner_persistent,  ///< a row stays on chip while it is reduced and then used again
  matmul,            ///< tiles of a product, or of siblings; pointwise ops done on a tile before it is written
  matmul_reduce,     ///< the same, and rows reduced: each tile leaves its part, a second launch combines them
  attention,         ///< a product, ops on its tiles, a softmax of their rows as they come, and a product with that
  view,              ///< elements moved to another place (transpose, heads, merge)
  unpack,            ///< packed weights written as numbers (dequant)
  gather,            ///< slices of a pool written in the order of a table, or an entry picked of each row
  scatter,           ///< rows added up where a table says
  streaming,         ///< rows longer than the chip keeps: a running maximum and sum, then a second sweep
  ranking,           ///< the largest entries of each row are kept while it comes by
};
inline constexpr Schedule all_schedules[] = {Schedule::pointwise, Schedule::reduction,     Schedule::inner_persistent,
                                             Schedule::matmul,    Schedule::matmul_reduce, Schedule::attention,
                                             Schedule::view,      Schedule::unpack,        Schedule::gather,
                                             Schedule::scatter,   Schedule::streaming,     Schedule::ranking};
[[nodiscard]] std::string_view name(Schedule schedule);
/// A kernel that begins with products.
[[nodiscard]] constexpr bool multiplies(Schedule schedule) {
  return schedule == Schedule::matmul || schedule == Schedule::matmul_reduce || schedule == Schedule::attention;
}

/// Whether one can be generated for a GPU: rows that are added up by a table are a processor's alone.
[[nodiscard]] constexpr bool has_gpu_kernel(Schedule schedule) {
  return schedule != Schedule::scatter;
}

/// Who does a kernel's product.
enum class Engine {
  own,               ///< the kernel that is written from the chain
  library,           ///< a call of cuBLASLt or BLIS: a product by itself
  library_epilogue,  ///< a call that does what follows the product too
};
inline constexpr Engine all_engines[] = {Engine::own, Engine::library, Engine::library_epilogue};
[[nodiscard]] std::string_view name(Engine engine);

/// One kernel.
struct Group {
  std::vector<int> ops;     ///< values computed here, SSA order
  std::vector<int> reads;   ///< distinct tensors from outside, in first-use order
  std::vector<int> writes;  ///< values made here that are used outside or are outputs
  Schedule schedule = Schedule::pointwise;
  Engine engine = Engine::own;
  std::vector<int> again = {};  ///< of ops: another kernel makes them too, so that nobody writes them
  Knobs knobs = {};
  bool operator==(const Group&) const = default;
};

/// Before the name of a value that is made again by whoever reads it.
inline constexpr char made_again_mark = '~';

struct FusionPlan {
  std::shared_ptr<const chain::Chain> chain;
  std::string name;                ///< "unfused", "fused", "eager" and so on, or the cuts as asked: "y.1,t3"
  std::vector<Group> groups;       ///< in an order that can run
  std::vector<std::string> notes;  ///< why kernels stayed apart, a sentence each; no part of ==
  bool own_name = false;           ///< a lesson calls it so: its name says nothing of its cuts
  bool by_hand = false;            ///< a ladder's rung: nothing is generated for it; no part of ==
  bool operator==(const FusionPlan& other) const { return *chain == *other.chain && groups == other.groups; }

  [[nodiscard]] std::vector<bool> stored() const;        ///< per value: written to DRAM by some group
  [[nodiscard]] std::vector<int> intermediates() const;  ///< stored values that are not outputs
  [[nodiscard]] std::vector<int> again() const;          ///< values that several kernels make and none writes
  [[nodiscard]] bool has_gpu_kernels() const;            ///< of all its groups; a ladder's rung brings its own
  [[nodiscard]] const Group* with_knobs() const;         ///< the first kernel that has any; else null
  /// Names of both: cuts that part the chain so, "t3" and "~t".
  [[nodiscard]] std::vector<std::string> cut_names() const;
};

/// Where to cut.
struct Cuts {
  enum class Kind { every, none, eager, library, products, by_hand } kind = Kind::none;
  /// by_hand: names of the values written between kernels; "q+k+v": their kernels, siblings, are one; "~t": t is parted
  /// from its readers but not written, each kernel that reads it makes it again.
  std::vector<std::string> values;
  Knobs knobs = {};  ///< of every kernel that has such a knob
  bool operator==(const Cuts&) const = default;
  /// A plan of its own beside unfused and fused.
  [[nodiscard]] bool is_third() const { return (kind != Kind::every && kind != Kind::none) || knobs.any(); }
};
/// "every", "none", "eager", "library", "products", "y.1,q+k+v,~t"; each with knobs behind it: "none registers=32"
[[nodiscard]] base::Expected<Cuts> parse_cuts(std::string_view text);
/// A third plan that is asked for by its name: eager, library or products.
[[nodiscard]] bool is_named_plan(std::string_view name);

/// The plan for these cuts. `none` is as fused as is legal: where a row is too long, and no running maximum helps, it
/// cuts after the reduction and says so in `notes`. `eager` are the kernels of PyTorch run op by op (plan/eager.hpp),
/// `library` those where a product's call does what it can of what follows (plan/library.hpp), `products` those where
/// each product stays by itself and all else is fused. By hand, a group is a connected piece of the chain between cut
/// values; a refusal is one sentence a student can read ("Cutting y.1 parts nothing: y still reads ... Also cut ...").
/// Of a value that is made again, `notes` says where it is made once after all, and that dropout draws the same
/// numbers.
[[nodiscard]] base::Expected<FusionPlan> segment(std::shared_ptr<const chain::Chain> chain, const Cuts& cuts,
                                                 const machine::Limits& limits);

/// The plan whose kernels are the pieces between these values (indices), or nothing where segment() would refuse: for
/// searches. With `siblings`, products of one left operand are one kernel wherever they can be. Those `again` are cut
/// and not written: who reads one makes it.
[[nodiscard]] std::optional<FusionPlan> segment_at(std::shared_ptr<const chain::Chain> chain,
                                                   const std::vector<int>& cut, bool siblings,
                                                   const machine::Limits& limits, const std::vector<int>& again = {});

/// The shape one op walks: its own, or its operand's where it reduces. A product's is its result.
[[nodiscard]] const chain::Shape& space(const chain::Chain& chain, int op);
/// The shape a kernel of these ops walks: the largest of theirs, the first of equal ones; what is unpacked or fetched
/// on its way into a product is no part of it. All they read and make relates to it by chain::access, a product's
/// operands apart (plan/product.hpp).
[[nodiscard]] const chain::Shape& space(const chain::Chain& chain, const std::vector<int>& ops);

/// Whether these ops can be one kernel; the refusal is teaching material. Empty = yes.
[[nodiscard]] std::string why_not(const chain::Chain& chain, const std::vector<int>& ops,
                                  const machine::Limits& limits);

}  // namespace plan
