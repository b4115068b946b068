// Role compile: source text to a cubin, by NVRTC, with limits on its memory and time.
#pragma once

#include "worker/cubin_cache.hpp"
#include "worker/role.hpp"

namespace worker {

class CompileRole final : public Role {
 public:
  /// Without limits where the process has other things to do as well.
  explicit CompileRole(std::string cache, bool limited = true) : cache_(std::move(cache)), limited_(limited) {}
  void open(const wire::Hello& hello, wire::Capabilities& into) override;
  [[nodiscard]] std::string confine() override;
  [[nodiscard]] wire::Body answer(const wire::Body& request, const Caller& caller) override;

 private:
  [[nodiscard]] wire::Compiled compile(const wire::Compile& request) const;

  CubinCache cache_;
  bool limited_;
  std::string version_;
};

/// Registers, shared memory and spills of each entry, from what ptxas prints when it is verbose.
[[nodiscard]] std::vector<wire::Resources> read_resources(std::string_view log);

}  // namespace worker
