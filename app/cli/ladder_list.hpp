// onetrip ladder NAME --list: what each rung is, without a GPU; what one measured another day, where it is kept.
#pragma once

#include "cli/ladder_chain.hpp"

namespace cli {

void list_ladder(const Ladder& ladder, bool as_json);

}  // namespace cli
