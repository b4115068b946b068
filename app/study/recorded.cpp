// Looks up unfused and fused together.
#include "study/recorded.hpp"

#include "study/plans.hpp"

namespace study {

std::optional<record::Measurement> recorded_of(device::Device* recorded,
                                               const std::shared_ptr<const chain::Chain>& chain) {
  if (recorded == nullptr) return std::nullopt;
  const auto plans = plans_of(chain, {}, recorded->limits());
  if (!plans || recorded->missing(*plans)) return std::nullopt;
  return recorded->prepare({.plans = *plans, .seed = 1})->recorded();
}

std::optional<device::Missing> missing_of(const device::Device& recorded,
                                          const std::shared_ptr<const chain::Chain>& chain) {
  const auto plans = plans_of(chain, {}, recorded.limits());
  return plans ? recorded.missing(*plans) : std::nullopt;
}

}  // namespace study
