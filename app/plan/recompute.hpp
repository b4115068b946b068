// Values that are made again by each kernel that reads them, instead of being written for all.
#pragma once

#include "plan/partition.hpp"

#include <vector>

namespace plan {

/// The parts after the ops that make these values were copied to where they are read. A part goes where nothing is left
/// of it that somebody reads from memory. What a copied op reads is read, or made again too.
[[nodiscard]] std::vector<std::vector<int>> with_copies(const chain::Chain& chain, const Partition& partition,
                                                        const std::vector<bool>& again);

/// Several ops read it and it is no output: to make it again in each of them is a choice.
[[nodiscard]] bool may_be_made_again(const chain::Chain& chain, int value);

/// Per value: several of these parts make it. Then every reader does, and nobody writes it.
[[nodiscard]] std::vector<bool> made_again(const chain::Chain& chain, const std::vector<std::vector<int>>& parts);

}  // namespace plan
