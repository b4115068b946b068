// The reference in double precision, with error bounds, at chosen elements. Source of every verdict.
#pragma once

#include "chain/chain.hpp"

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace chain {

/// A value and how far a correct f32 kernel may be from it. An infinite error means ill-conditioned: anything may come
/// out.
struct Bounded {
  double value = 0;
  double error = 0;
};

/// Element of input `value` (index into Chain::values), already rounded to its dtype.
using InputElement = std::function<double(int value, std::int64_t element)>;

/// base::random_element with the input's position among Chain::inputs() as stream, rounded to its dtype: what every
/// device fills with.
[[nodiscard]] InputElement random_inputs(const Chain& chain, std::uint64_t seed);

/// base::exact_element in its place: numbers whose products' sums are exact. A table is the same in both
/// (chain::TableData).
[[nodiscard]] InputElement exact_inputs(const Chain& chain, std::uint64_t seed);

/// Which values are read instead of computed: inputs are, and what else a kernel finds in memory.
using Given = std::vector<bool>;

/// Elements `elements` of value `value`. `stored[v]` says that the plan writes v to DRAM: it is rounded there to its
/// dtype; a cast is rounded wherever it runs, anything else in a group stays f32.
///
/// Error bound: each op adds its ulp bound (op table, in f32 ulps of its result) + |derivative| x operand bound;
/// nothing where it is correctly rounded and f32 holds the result of exact operands. A sum of n terms adds (t / 8 + 8)
/// x 2^-24 x sum|x| with t = min(n, 1024): kernels sum tiles of at most 1024 elements in at least 8 lanes of f32, and
/// the tiles in double or in pairs. A sum of exponentials that is rescaled where its maximum rises stays below that
/// too: in a processor's tile all are of one maximum; a GPU's thread adds at most 128 numbers between two sums in
/// double, and what a rescaling rounds shrinks with what it rescales. Rounding to a narrow dtype is a step: the bound
/// becomes the distance between the roundings of value and value +- bound, zero unless a step lies between them; so a
/// kernel that truncates is found. Element-wise values are computed only where asked; a reduction computes its row
/// once, a product the rows and columns that it needs. Of a number (argmax, topk_index) the error is that of the
/// entries: how far what another number points at may lie from what this one does. Where `given` names values, `input`
/// is asked for their elements too, from several threads.
[[nodiscard]] std::vector<Bounded> evaluate(const Chain& chain, const std::vector<bool>& stored,
                                            const InputElement& input, int value,
                                            std::span<const std::int64_t> elements, const Given& given = {});

/// The same elements as the chain says them, without any rounding on the way: not where a value is stored, nor by a
/// cast, nor by what a sum is kept in. What a plan's errors are measured against.
[[nodiscard]] std::vector<double> unrounded(const Chain& chain, const InputElement& input, int value,
                                            std::span<const std::int64_t> elements);

/// Whether causal keeps an element of a tensor of this shape: the last row sees every column, each row before it one
/// fewer (a query is followed by as many keys as by queries). The others are -inf.
[[nodiscard]] bool causal_keeps(const Shape& shape, std::int64_t element);

/// Whether dropout keeps an element: the same decision on every device (53 bits of base::random_bits, stream 77).
[[nodiscard]] bool dropout_keeps(std::uint64_t seed, std::int64_t element, double probability);

}  // namespace chain
