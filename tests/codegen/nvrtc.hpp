// NVRTC, opened at run time where the toolkit is: it compiles with no GPU.
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace tests {

class Nvrtc {
 public:
  /// Nothing if there is no libnvrtc; `reason` says where it was sought.
  [[nodiscard]] static std::unique_ptr<Nvrtc> open(std::string& reason);

  struct Compiled {
    bool ok = false;
    std::string log;
    std::string cubin;
  };
  /// For "sm_90" and the like, with ptxas telling of registers and spills.
  [[nodiscard]] Compiled compile(const std::string& source, const std::string& architecture,
                                 const std::vector<std::string>& options) const;

 private:
  void* library_ = nullptr;
};

/// "" or what ptxas's report says of spills or stack that a kernel should not have.
[[nodiscard]] std::string spills(const std::string& log);

}  // namespace tests
