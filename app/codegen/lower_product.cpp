// Products: the kernel for the card and the sizes.
#include "codegen/lower.hpp"
#include "codegen/product_shape.hpp"

namespace codegen {

Kernel lower_product(const plan::FusionPlan& plan, int group, const std::vector<plan::Product>& products,
                     const Target& target) {
  const ProductWork work(*plan.chain, plan.groups[group], group, products);
  if (takes_hopper(work, target)) return lower_hopper_product(work, target);
  return lower_general_product(work, target);
}

}  // namespace codegen
