// Bytes at the three places where they are counted: asked for by the threads, through the L2, at the DRAM.
#pragma once

#include "base/levels.hpp"
#include "machine/device_spec.hpp"
#include "plan/piece.hpp"

#include <optional>

namespace model {

/// What the threads of a GPU's kernel ask for: a row again for each sweep that it does not stay on chip for, a
/// broadcast operand as often as it is loaded, each request in whole sectors of 32 bytes.
[[nodiscard]] base::Moved issued(const plan::FusionPlan& plan, const plan::Group& group, int multiprocessors);

/// What of that goes on to the L2, in its own count: what the multiprocessors' L1 serves is left out, what crosses to
/// the L2's far partition is in it twice (DeviceSpec::l2_crossing). A write and a read that goes on to the DRAM cross
/// by where the address belongs; a read that the L2 serves crosses only if it was the other partition's processors that
/// asked for it or wrote it last. `dram_read` of what the kernel reads comes from the DRAM. Nothing where the crossing
/// is not known.
[[nodiscard]] std::optional<base::Moved> through_l2(const plan::FusionPlan& plan, const plan::Group& group,
                                                    const machine::DeviceSpec& spec, base::Bytes dram_read);

/// What a GPU's memory brings at once; a line of a processor's cache.
inline constexpr std::int64_t sector_bytes = 32, line_bytes = 64;

/// How many transposes of this tensor a kernel reads in place: each asks for a sector an element, of the L2; the DRAM
/// brings each line once, while it stays there.
[[nodiscard]] std::int64_t turned_reads(const plan::Piece& piece, int value);

void add(base::Levels& sum, const base::Levels& more);

}  // namespace model
