// The stopping rule and what is done with samples: in one place only.
#pragma once

#include "base/units.hpp"

#include <chrono>
#include <functional>
#include <string>

namespace measure {

using Instant = std::chrono::steady_clock::time_point;

struct Rules {
  int least = 10;   ///< samples of each plan before stopping
  int plenty = 50;  ///< enough of them, if the median is known, though the time that is wanted has not been reached
  int most = 200;
  int plenty_batch = 10, most_batch = 30;  ///< of batch samples, each a mean over many runs already
  base::Seconds wanted{0.5};               ///< accumulated time of the slowest plan before stopping
  base::Seconds limit{10.0};               ///< wall time of the whole collection; half as much again for a second pass
  double noise = 0.005;                    ///< stop when the relative error of the median is under this
  base::Seconds batch{0.2};                ///< one request to the device; frames are drawn in between
  bool also_batch = true;                  ///< take batch times too, after the cold ones
  /// A sample whose clock fell below this share of the processor's fastest was throttled (heat, power): it is dropped.
  double throttle = 0.75;
  base::Seconds rest{0.05};  ///< for a throttled processor, before it is asked again
  /// True if something (a drawn frame) disturbed this interval; the sample is dropped and counted.
  std::function<bool(Instant begin, Instant end)> disturbed;
};

/// Where a collection is: "verifying", "timing single runs".
struct Progress {
  double share = 0;  ///< 0..1
  std::string word;
};
using OnProgress = std::function<void(const Progress&)>;

}  // namespace measure
