// Registers of a block, shared memory of a block, lanes of a row, registers of a thread, blocks of a grid, tiles.
#include "codegen/card_limits.hpp"

#include "base/units.hpp"
#include "base/words.hpp"
#include "codegen/lower.hpp"
#include "codegen/product_shape.hpp"
#include "codegen/row_layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace codegen {
namespace {

constexpr std::int64_t register_bytes = 4;

std::unexpected<base::Diagnostics> refuse(int group, const std::string& message, const std::string& hint) {
  return base::wrong(base::say("plan.knob.kernel", {{"kernel", std::to_string(group + 1)}, {"message", message}}),
                     hint);
}

/// A cap that so many threads cannot have.
base::Expected<void> registers_fit(int group, const plan::Knobs& knobs, int threads) {
  if (!knobs.registers || plan::given_registers(*knobs.registers) * threads <= plan::registers_of_block) return {};
  const int most = plan::registers_of_block / threads / 8 * 8;
  return refuse(group,
                base::say("plan.knob.too_many_registers", {{"registers", std::to_string(*knobs.registers)},
                                                           {"block", std::to_string(threads)},
                                                           {"all", std::to_string(plan::registers_of_block)}}),
                base::say("plan.knob.too_many_registers.hint",
                          {{"block", std::to_string(threads)}, {"most", std::to_string(most)}}));
}

base::Expected<void> flat_fits(int group, const View& view) {
  const FlatLaunch launch = flat_launch(view.elements(), view.widest(), view.group.knobs);
  if (launch.blocks > most_blocks) {
    return refuse(group, base::say("plan.knob.many_blocks", {{"blocks", base::group_digits(launch.blocks)}}),
                  base::say("plan.knob.many_blocks.hint", {{"most", base::group_digits(most_blocks)}}));
  }
  return registers_fit(group, view.group.knobs, launch.threads);
}

/// Several rows of a block have each a part of a warp.
base::Expected<void> lanes_fit(int group, const RowLaunch& launch) {
  const bool part_of_warp = launch.lanes <= 32 && std::has_single_bit(static_cast<unsigned>(launch.lanes));
  if (launch.lanes == launch.threads || (part_of_warp && launch.threads % launch.lanes == 0)) return {};
  return refuse(group, base::say("plan.knob.lanes", {{"lanes", std::to_string(launch.lanes)}}),
                std::string(base::text("plan.knob.lanes.hint")));
}

base::Expected<void> row_fits(int group, const RowLayout& rows, const Target& target) {
  const RowLaunch& launch = rows.launch;
  const plan::Knobs& knobs = rows.view.group.knobs;
  if (launch.segments > 1 && (knobs.rows.value_or(1) > 1 || knobs.keep)) {
    return refuse(group, base::say("plan.knob.segments", {{"segments", std::to_string(launch.segments)}}),
                  std::string(base::text("plan.knob.segments.hint")));
  }
  if (rows.in_shared() && launch.lanes != launch.threads)
    return refuse(group, std::string(base::text("plan.knob.shared_rows")),
                  std::string(base::text("plan.knob.shared_rows.hint")));
  if (rows.in_shared() && launch.shared + static_shared > target.shared_per_block) {
    return refuse(group, base::say("plan.knob.shared", {{"bytes", base::group_digits(launch.shared + static_shared)}}),
                  base::say("plan.knob.shared.hint", {{"most", base::group_digits(target.shared_per_block)}}));
  }
  const std::int64_t held = launch.vectors * launch.width * rows.sweeps.bytes / register_bytes;
  if (rows.unrolled() && held > plan::most_registers) {
    return refuse(group, base::say("plan.knob.row_registers", {{"registers", base::group_digits(held)}}),
                  base::say("plan.knob.row_registers.hint", {{"most", std::to_string(plan::most_registers)}}));
  }
  return {};
}

/// Of a transpose or a product: a tile that the kernel for it can have.
base::Expected<void> tile_fits(int group, const plan::FusionPlan& plan, const Target& target) {
  const plan::Group& own = plan.groups[static_cast<std::size_t>(group)];
  const plan::Tile& tile = *own.knobs.tile;
  const std::string asked = fmt::format("{}x{}", tile.rows, tile.columns);
  if (own.schedule == plan::Schedule::view) {
    if (tile.rows == tile.columns && tile.rows <= 64) return {};
    return refuse(group, base::say("plan.knob.tile_turned", {{"tile", asked}}),
                  std::string(base::text("plan.knob.tile_turned.hint")));
  }
  const ProductWork work(*plan.chain, own, group, plan::products(*plan.chain, own));
  const bool streams = takes_stream(work, target) || general_shape(work, target).streams;
  if (streams && !takes_hopper(work, target)) {
    return refuse(group, std::string(base::text("plan.knob.tile_streams")),
                  std::string(base::text("plan.knob.tile_streams.hint")));
  }
  if (takes_tile(work, target)) return {};
  return refuse(group, base::say("plan.knob.tile_product", {{"tile", asked}}),
                std::string(base::text("plan.knob.tile_product.hint")));
}

}  // namespace

base::Expected<void> allowed(const plan::FusionPlan& plan, const Target& target) {
  for (int number = 0; number < static_cast<int>(plan.groups.size()); ++number) {
    const plan::Group& group = plan.groups[static_cast<std::size_t>(number)];
    if (!plan::has_gpu_kernel(group.schedule) && !plan.by_hand) {
      return base::wrong(base::say("codegen.scatter", {{"value", plan.chain->values[group.writes.front()].name}}),
                         std::string(base::text("codegen.scatter.hint")));
    }
    if (!group.knobs.any()) continue;
    if (group.knobs.tile) {
      if (const auto fits = tile_fits(number, plan, target); !fits) return fits;
      continue;  // it is the one knob of such a kernel
    }
    const View view(plan, number);
    if (!over_rows(view)) {
      if (const auto fits = flat_fits(number, view); !fits) return fits;
      continue;
    }
    const RowLayout rows(view, target);
    if (const auto fit = registers_fit(number, group.knobs, rows.launch.threads); !fit) return fit;
    if (const auto fit = lanes_fit(number, rows.launch); !fit) return fit;
    if (const auto fit = row_fits(number, rows, target); !fit) return fit;
  }
  return {};
}

}  // namespace codegen
