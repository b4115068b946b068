// What tells two chains' answers apart: their graph.
#pragma once

#include "chain/chain.hpp"

#include <string>

namespace chain {

/// The chain without its names and sizes, and without the order in which lines and operands happen to be written: what
/// its crossings depend on. Running or reading one chain tells the answers of every other of its form.
[[nodiscard]] std::string form(const Chain& chain);

}  // namespace chain
