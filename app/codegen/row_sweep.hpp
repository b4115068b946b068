// One sweep over a row: loads, the ops on each element, what is kept, what is reduced, stores.
#pragma once

#include "codegen/row_layout.hpp"
#include "codegen/writer.hpp"

namespace codegen {

/// Writes sweep number `sweep`; afterwards each thread has its part of every reduction that the sweep completes.
void write_sweep(Writer& out, const RowLayout& rows, int sweep);

/// The variable in which `write_sweep` leaves a thread's part of a reduction.
[[nodiscard]] std::string part_of_thread(const RowLayout& rows, int op);
/// The same, of a sum beside a maximum as it is of the whole row, whose maximum is v and known.
[[nodiscard]] std::string part_of_row(const RowLayout& rows, int op);

}  // namespace codegen
