// Their source, kernels/worker/fixed.cu, built in: the worker is one file that runs alone. The random elements are
// those of base/random.hpp to the last bit.
#include "worker/fixed_kernels.hpp"

namespace worker {

std::string_view fixed_source() {
  return
#include "fixed_kernels.inc"
      ;
}

}  // namespace worker
