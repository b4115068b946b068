// Products: the kernel for the card and the sizes.
#include "codegen/lower.hpp"
#include "codegen/product_parts.hpp"
#include "codegen/product_shape.hpp"

namespace codegen {

Kernel lower_product(const plan::FusionPlan& plan, int group, const std::vector<plan::Product>& products,
                     const Target& target) {
  const ProductWork work(*plan.chain, plan.groups[group], group, products);
  if (takes_stream(work, target)) return lower_stream_product(work, target);
  if (takes_hopper(work, target)) return lower_hopper_product(work, target);
  return lower_general_product(work, target);
}

std::vector<Kernel> lower_product_rows(const plan::FusionPlan& plan, int group,
                                       const std::vector<plan::Product>& products, const Target& target,
                                       std::vector<std::int64_t>& scratch) {
  ProductWork work(*plan.chain, plan.groups[group], group, products);
  work.first_scratch = static_cast<int>(scratch.size());
  const bool hopper = takes_hopper(work, target);
  const std::int64_t tiles =
      column_tiles(work, hopper ? hopper_shape(work).columns : general_shape(work, target).columns);
  for (const plan::RowPart& part : work.rows.parts) {
    scratch.push_back(work.families.front().view.rows * tiles * part.numbers() * 4);
  }
  std::vector<Kernel> kernels;
  kernels.push_back(hopper ? lower_hopper_product(work, target) : lower_general_product(work, target));
  kernels.push_back(lower_product_finish(work, tiles));
  return kernels;
}

}  // namespace codegen
