// Opening libnvrtc.
#include "worker/compiler_api.hpp"

#include "base/words.hpp"
#include "worker/failed.hpp"
#include "worker/library.hpp"

#include <dlfcn.h>

namespace worker::nvrtc {
namespace {

Api open() {
  const Library library{"libnvrtc.so.13", "libnvrtc.so.12"};
  Api api{};
  const bool whole =
      library.open() && library.find(api.version, "nvrtcVersion") &&
      library.find(api.error_string, "nvrtcGetErrorString") && library.find(api.create, "nvrtcCreateProgram") &&
      library.find(api.destroy, "nvrtcDestroyProgram") && library.find(api.compile, "nvrtcCompileProgram") &&
      library.find(api.cubin_size, "nvrtcGetCUBINSize") && library.find(api.cubin, "nvrtcGetCUBIN") &&
      library.find(api.log_size, "nvrtcGetProgramLogSize") && library.find(api.log, "nvrtcGetProgramLog") &&
      library.find(api.architecture_count, "nvrtcGetNumSupportedArchs") &&
      library.find(api.architectures, "nvrtcGetSupportedArchs");
  if (whole) return api;
  throw Failed(wire::Failure{wire::Failure::Kind::unavailable, std::string(base::text("worker.no_compiler")),
                             std::string(base::text("worker.no_compiler.remedy")),
                             std::string(base::text("worker.no_compiler.admin")), library.complaint()});
}

}  // namespace

const Api& api() {
  static const Api opened = open();
  return opened;
}

std::vector<std::filesystem::path> folders() {
  Dl_info found{};
  if (::dladdr(reinterpret_cast<void*>(api().version), &found) == 0 || found.dli_fname == nullptr) return {};
  const std::filesystem::path library = found.dli_fname;
  std::error_code failed;
  return {library.parent_path(), std::filesystem::canonical(library, failed).parent_path()};
}

std::string version() {
  int major = 0, minor = 0;
  api().version(&major, &minor);
  return std::to_string(major) + "." + std::to_string(minor);
}

std::vector<int> architectures() {
  int count = 0;
  api().architecture_count(&count);
  std::vector<int> numbers(static_cast<std::size_t>(count));
  if (count > 0) api().architectures(numbers.data());
  return numbers;
}

}  // namespace worker::nvrtc
