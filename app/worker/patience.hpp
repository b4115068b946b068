// How long the supervisor waits for what; tests shorten it.
#pragma once

#include <vector>

namespace worker {

/// Seconds, but for `deaths`.
struct Patience {
  double start = 20;  ///< a role's start: cuInit, loading a compiler
  double compile = 30;
  double cancel = 2;                     ///< from the wish to the kill
  std::vector<double> restart{0, 1, 5};  ///< before the first, second, later restart in a row
  int deaths = 3;                        ///< a request that killed so many is set aside
};

}  // namespace worker
