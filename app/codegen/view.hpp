// What a lowering asks about one group: how each tensor lies in the kernel's space, what is written, what is read here.
#pragma once

#include "codegen/program.hpp"

#include <string>
#include <vector>

namespace codegen {

/// How a kernel that walks rows x columns finds an element of a value.
struct Place {
  bool wide = true;  ///< one element a column; else one a row (or one in all)
  /// wide: elements until it repeats (0: it is read turned, and has no place here); else: rows until it repeats (1 =
  /// the same for all)
  std::int64_t period = 1;
  bool operator==(const Place&) const = default;
};

class View {
 public:
  View(const plan::FusionPlan& plan, int group);
  /// Over a space that is given: all that the group makes, and each of its reads, relates to it by chain::access.
  View(const chain::Chain& chain, const plan::Group& group, int number, const chain::Shape& space);

  const chain::Chain& chain;
  const plan::Group& group;
  const int number;  ///< of the group, from 0
  const std::int64_t rows, columns;

  [[nodiscard]] const chain::Value& value(int index) const { return chain.values[index]; }
  [[nodiscard]] const Place& place(int index) const { return places_[index]; }
  [[nodiscard]] std::int64_t elements() const { return rows * columns; }
  [[nodiscard]] bool is_full(int index) const { return place(index).wide && place(index).period == elements(); }
  [[nodiscard]] bool is_wide(int index) const { return place(index).wide; }
  [[nodiscard]] bool is_scalar(int index) const { return !place(index).wide && place(index).period == 1; }
  [[nodiscard]] bool reduces(int op) const;
  [[nodiscard]] bool ranks(int op) const;
  [[nodiscard]] bool made_here(int index) const { return made_[index]; }
  [[nodiscard]] bool written(int index) const { return written_[index]; }
  [[nodiscard]] bool read_here(int index) const { return read_[index]; }  ///< by an op of the group
  /// Some op's result depends on the element's number.
  [[nodiscard]] bool draws() const;
  /// Bytes of the widest element among the full tensors that the kernel moves; 4 if there is none.
  [[nodiscard]] std::int64_t widest() const;
  [[nodiscard]] int full_reads() const;

  /// "f32", the dtype of a tensor.
  [[nodiscard]] std::string type(int index) const;
  /// The same as kernels name it: "f32", and "int" for numbers of entries.
  [[nodiscard]] std::string stored_type(int index) const;
  [[nodiscard]] bool is_index(int index) const { return chain::is_index(value(index).dtype); }
  /// "k1_add_gelu" and, for a second launch, "k1_add_gelu_finish".
  [[nodiscard]] std::string entry(std::string_view suffix = {}) const;
  /// Pointer parameters of the tensors in order, "const f32* __restrict__ p0", and the arguments they take.
  [[nodiscard]] std::vector<std::string> parameters() const;
  [[nodiscard]] std::vector<Argument> arguments() const;

 private:
  std::vector<Place> places_;
  std::vector<bool> made_, written_, read_;
};

/// "k1_add_gelu": made of op names only; "k2_exp_again_mul" where another kernel makes that too.
[[nodiscard]] std::string entry_name(const chain::Chain& chain, const plan::Group& group, int number,
                                     std::string_view suffix);

}  // namespace codegen
