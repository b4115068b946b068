// Which bandwidth a kernel can hope for.
#include "machine/device_spec.hpp"

#include <algorithm>
#include <cassert>

namespace machine {
namespace {

/// The calibrated mixes of one store kind, in rising read share.
std::vector<MixBandwidth> mixes_of(const DeviceSpec& spec, Store store) {
  std::vector<MixBandwidth> chosen;
  std::copy_if(spec.mixes.begin(), spec.mixes.end(), std::back_inserter(chosen),
               [&](const MixBandwidth& mix) { return mix.store == store; });
  std::sort(chosen.begin(), chosen.end(),
            [](const MixBandwidth& a, const MixBandwidth& b) { return a.read_share < b.read_share; });
  return chosen;
}

}  // namespace

base::Bandwidth DeviceSpec::bandwidth(double read_share, Store store) const {
  std::vector<MixBandwidth> known = mixes_of(*this, store);
  if (known.empty()) known = mixes_of(*this, store == Store::cached ? Store::streaming : Store::cached);
  if (known.empty()) {
    assert(dram_bandwidth.value > 0 && efficiency.value > 0 && "parse_device refuses a device without a bandwidth");
    return {dram_bandwidth.value * efficiency.value};
  }
  const auto above =
      std::find_if(known.begin(), known.end(), [&](const MixBandwidth& mix) { return mix.read_share >= read_share; });
  if (above == known.begin()) return known.front().bandwidth;
  if (above == known.end()) return known.back().bandwidth;
  const MixBandwidth& low = *(above - 1);
  const double at = (read_share - low.read_share) / (above->read_share - low.read_share);
  return {low.bandwidth.value + at * (above->bandwidth.value - low.bandwidth.value)};
}

}  // namespace machine
