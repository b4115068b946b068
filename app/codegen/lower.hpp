// The lowerings: one for each way of mapping a group to threads.
#pragma once

#include "codegen/view.hpp"
#include "plan/product.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace codegen {

/// One kernel: each element by itself.
[[nodiscard]] Kernel lower_pointwise(const View& view);

/// Its rows are swept for a reduction; a row of one element is reduced already.
[[nodiscard]] bool over_rows(const View& view);

/// One kernel over rows, or two where few long rows are parted among blocks (plan::launches); scratch that these need
/// is appended.
[[nodiscard]] std::vector<Kernel> lower_rows(const View& view, const Target& target,
                                             std::vector<std::int64_t>& scratch);

/// One kernel: the largest entries of each row.
[[nodiscard]] Kernel lower_ranking(const View& view);

/// One kernel: a product, or siblings that share their left operand, and the ops that follow.
[[nodiscard]] Kernel lower_product(const plan::FusionPlan& plan, int group, const std::vector<plan::Product>& products,
                                   const Target& target);

/// Two kernels: a product whose rows are reduced, then what joins the parts that its tiles leave; scratch for these is
/// appended.
[[nodiscard]] std::vector<Kernel> lower_product_rows(const plan::FusionPlan& plan, int group,
                                                     const std::vector<plan::Product>& products, const Target& target,
                                                     std::vector<std::int64_t>& scratch);

/// One kernel: attention; or two where few queries have many keys, whose parts the second joins.
[[nodiscard]] std::vector<Kernel> lower_attention(const plan::FusionPlan& plan, int group, const Target& target,
                                                  std::vector<std::int64_t>& scratch);

/// One kernel: transpose, heads or merge.
[[nodiscard]] Kernel lower_view(const plan::FusionPlan& plan, int group);

/// One kernel: packed weights written in full.
[[nodiscard]] Kernel lower_unpack(const plan::FusionPlan& plan, int group);

/// One kernel: slices of a pool, fetched through a table.
[[nodiscard]] Kernel lower_gather(const plan::FusionPlan& plan, int group);

/// One kernel: an entry of each row, picked by its number.
[[nodiscard]] Kernel lower_pick(const plan::FusionPlan& plan, int group);

/// The comment above a kernel: the maths, the bytes an element, `launch` in words.
[[nodiscard]] std::string header_comment(const View& view, const std::vector<std::string>& launch);

/// Of that comment: an op's line, "//   v3 = gelu(v2)    ..."; the lines of some tensors.
[[nodiscard]] std::string maths_line(const View& view, int op);
[[nodiscard]] std::string tensor_line(const View& view, std::string_view verb, int tensor);

/// "// Made again here: v1, v2. ...", or nothing.
[[nodiscard]] std::string again_line(const plan::Group& group);

/// "extern "C" __global__ void __launch_bounds__(256, 1) NAME(PARAMETERS)", broken into lines; `resident` blocks fit an
/// SM. With 0 there are no bounds: the compiler's own cap on registers is not heard where there are some.
[[nodiscard]] std::string signature(const std::string& entry, int threads, const std::vector<std::string>& parameters,
                                    int resident = 1);

/// What NVRTC gets for an elementwise kernel, or one over rows, whose knobs are these.
/// "// Knobs: block=64." and a new line; nothing where none is turned.
[[nodiscard]] std::string knobs_line(const plan::Knobs& knobs);
[[nodiscard]] std::vector<std::string> options_of(const plan::Knobs& knobs);

}  // namespace codegen
