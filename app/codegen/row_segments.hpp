// Few rows, each long: a block a segment leaves one number, a second launch joins the segments of each row.
#pragma once

#include "codegen/program.hpp"
#include "codegen/row_layout.hpp"

#include <vector>

namespace codegen {

/// The two kernels; the scratch between them is appended.
[[nodiscard]] std::vector<Kernel> lower_segments(const RowLayout& rows, std::vector<std::int64_t>& scratch);

}  // namespace codegen
