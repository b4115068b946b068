// Which bandwidth a kernel can hope for.
#include "machine/device_spec.hpp"

#include <algorithm>
#include <cassert>

namespace machine {
namespace {

/// The value at x on the line through points that rise in x; beyond its ends the nearest one's. Needs a point.
template <class Point>
double on_line(const std::vector<Point>& points, double Point::*x_of, double x, auto&& value_of) {
  const auto above = std::ranges::find_if(points, [&](const Point& point) { return point.*x_of >= x; });
  if (above == points.begin()) return value_of(points.front());
  if (above == points.end()) return value_of(points.back());
  const Point& low = *(above - 1);
  const double at = (x - low.*x_of) / ((*above).*x_of - low.*x_of);
  return value_of(low) + at * (value_of(*above) - value_of(low));
}

base::Bandwidth of_mix(const std::vector<MixBandwidth>& mixes, double read_share) {
  return {on_line(mixes, &MixBandwidth::read_share, read_share,
                  [](const MixBandwidth& mix) { return mix.bandwidth.value; })};
}

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

DeviceSpec DeviceSpec::ordered(Submit how) const {
  DeviceSpec out = *this;
  out.submit = graph_launch.value > 0 ? how : Submit::stream;
  return out;
}

base::Bandwidth DeviceSpec::bandwidth(double read_share, Store store) const {
  std::vector<MixBandwidth> known = mixes_of(*this, store);
  if (known.empty()) known = mixes_of(*this, store == Store::cached ? Store::streaming : Store::cached);
  if (known.empty()) {
    assert(dram_bandwidth.value > 0 && efficiency.value > 0 && "parse_device refuses a device without a bandwidth");
    return {dram_bandwidth.value * efficiency.value};
  }
  return of_mix(known, read_share);
}

base::Bandwidth DeviceSpec::from_cache(double read_share) const {
  return cache_mixes.empty() ? base::Bandwidth{cache_bandwidth.value} : of_mix(cache_mixes, read_share);
}

double DeviceSpec::code_factor(double thread_seconds) const {
  if (long_code.empty()) return 1;
  return on_line(long_code, &LongCode::thread_seconds, thread_seconds,
                 [](const LongCode& code) { return code.factor; });
}

}  // namespace machine
