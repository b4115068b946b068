// The text of a calculator, a line a name:
//   weights = 70 G parameters (slider 7 G .. 405 G step 1 G)     a slider; or (slider 1 .. 256 times 2)
//   width = 2 B/parameter (choices 2, 1, 0.5)                    the same with a few places
//   road = 4.8 TB/s "NVIDIA H200 data sheet, 2024"               a constant and who says so
//   road = machine.bandwidth or 4.8 TB/s "..."                   the machine's own where it is known
//   tokens = road / (weights * width) -> 1/s                     a formula over names above, and its unit
//   bars tokens over width = 2, 1, 0.5                           what is drawn; or: line tokens over weights
#pragma once

#include "lesson/calculator.hpp"
#include "lesson/splitter.hpp"

#include <optional>

namespace lesson {

/// Its mistakes are told; what is left of it can be named by others. Nothing where it has no name.
[[nodiscard]] std::optional<Calculator> read_calculator(const Piece& piece, Findings& findings);

}  // namespace lesson
