// Outputs against the double reference, before any time is taken.
#pragma once

#include "device/device.hpp"
#include "measure/probing.hpp"

namespace measure {

struct Verification {
  record::Verdict verdict;
  std::vector<record::Errors> errors;  ///< by output; of a chain with products where double takes about a second
  std::int64_t infinite = 0;           ///< of the elements that were compared
};

/// Plan `index` of `spec` as `experiment` runs it. Pass: |got - ref| <= 4 x bound + half an ulp of the output;
/// NaN matches NaN; no poison left; guards whole. Ill-conditioned: some bound is over 10 % of its value, and more than
/// a ten-thousandth and more than an ulp of the output's root mean square (nearly every tensor has elements near zero).
/// `worst` is the worst element, or the sentence that says what else is wrong. Of a chain with
/// products every stored value is judged, from what its kernel read (measure/fed.hpp), with exact inputs and with
/// random ones, and over the whole buffer an output may differ from the first plan's by a few steps only, and by what
/// one of them rounds and the other does not. Throws
/// DeviceError.
[[nodiscard]] Verification verify(device::Experiment& experiment, const device::RunSpec& spec, int index,
                                  std::stop_token stop = {});

}  // namespace measure
