// How long the supervisor waits for what; tests shorten it.
#pragma once

#include "wire/messages.hpp"

#include <vector>

namespace worker {

/// Seconds, but for `deaths`.
struct Patience {
  double start = wire::Deadline::start;  ///< a role's start, however often it dies: cuInit, loading a compiler
  double work = wire::Deadline::role;    ///< a request, however many roles it kills
  double cancel = 2;                     ///< from the wish to the kill
  std::vector<double> restart{0, 1, 5};  ///< before the first, second, later restart in a row
  int deaths = 3;                        ///< a request that killed so many is set aside
};

}  // namespace worker
