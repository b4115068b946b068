// libFuzzer: any bytes as chain text. What is accepted must expand to text of an equal chain; what is refused must say
// why; and its backward pass is a chain, or refused in words.
#include "chain/grad.hpp"
#include "chain/parser.hpp"

#include <cstdlib>
#include <string_view>

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
  return 0;
}
