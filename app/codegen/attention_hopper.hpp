// Attention for Hopper's copy engine and wgmma.
#pragma once

#include "codegen/attention_work.hpp"

namespace codegen {

/// Whether Hopper's kernel can make it; else the general one does.
[[nodiscard]] bool takes_hopper(const AttentionWork& work, const Target& target);
[[nodiscard]] Kernel lower_hopper_attention(const AttentionWork& work, const Target& target);

}  // namespace codegen
