// Compiled kernels by name, kept for the jobs that will name them.
#pragma once

#include "wire/messages.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace worker {

class Cubins {
 public:
  /// `own` is the cubin of the worker's own kernels, which every job gets.
  void keep(const std::string& name, std::string image, bool own);
  [[nodiscard]] bool has_own() const { return !own_.empty(); }
  /// Gives a Run, Choose, Count or Trace its images, our own among them; or says which name is not known.
  [[nodiscard]] std::optional<std::string> attach(wire::Body& request) const;

 private:
  [[nodiscard]] std::optional<std::string> attach(const wire::Job& job, std::vector<wire::Image>& into) const;

  std::map<std::string, std::string> images_;
  std::string own_;  ///< its name; empty until it is compiled
};

}  // namespace worker
