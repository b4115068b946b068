// libFuzzer: any bytes as chain text. What is accepted must expand to text of an equal chain; what is refused must say
// why; its backward pass is a chain, or refused in words; and so is every plan of both.
#include "chain/grad.hpp"
#include "chain/parser.hpp"
#include "plan/fusion_plan.hpp"

#include <cstdlib>
#include <memory>
#include <string_view>

namespace {

/// Each a list of kernels that make every value, or refused in words.
void plan_all(const chain::Chain& chain) {
  using Kind = plan::Cuts::Kind;
  const auto shared = std::make_shared<const chain::Chain>(chain);
  for (const Kind kind : {Kind::every, Kind::none, Kind::eager, Kind::library, Kind::products}) {
    const auto plan = plan::segment(shared, {kind, {}}, machine::Limits(49152));
    if (!plan ? base::render(plan.error()).empty() : plan->groups.empty()) std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  const auto result = chain::parse({reinterpret_cast<const char*>(data), size});
  if (!result) {
    if (result.error().empty() || base::render(result.error()).empty()) std::abort();
    return 0;
  }
  const auto again = chain::parse(chain::expanded_text(*result));
  if (!again || chain::canonical(*again) != chain::canonical(*result)) std::abort();
  const auto backward = chain::grad(*result, {});
  if (!backward && base::render(backward.error()).empty()) std::abort();
  plan_all(*result);
  if (backward) plan_all(backward->chain);
  return 0;
}
