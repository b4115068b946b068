// dlopen by name, then where toolkits are usually installed.
#include "worker/library.hpp"

#include <cstdlib>
#include <dlfcn.h>
#include <vector>

namespace worker {
namespace {

/// Folders that the loader does not search by itself. $ONETRIP_LIBRARIES is where a bundle keeps its own.
std::vector<std::string> folders() {
#ifdef ONETRIP_WORKER_FAULTS
  // For tests: the libraries of this folder and no others, whatever the machine has.
  if (const char* stubs = std::getenv("ONETRIP_STUBS")) return {std::string(stubs) + "/"};
#endif
  std::vector<std::string> all{""};
  if (const char* own = std::getenv("ONETRIP_LIBRARIES"); own != nullptr && *own == '/')
    all.push_back(std::string(own) + "/");
  if (const char* home = std::getenv("CUDA_HOME"); home != nullptr && *home == '/') {
    all.push_back(std::string(home) + "/lib64/");
    all.push_back(std::string(home) + "/extras/CUPTI/lib64/");
  }
  for (const char* folder : {"/usr/local/cuda/lib64/", "/usr/local/cuda/targets/x86_64-linux/lib/",
                             "/usr/local/cuda/extras/CUPTI/lib64/", "/usr/lib/wsl/lib/"})
    all.emplace_back(folder);
  return all;
}

}  // namespace

Library::Library(std::initializer_list<const char*> names) {
  const std::vector<std::string> searched = folders();
  for (const char* name : names) {
    for (const std::string& folder : searched) {
      handle_ = ::dlopen((folder + name).c_str(), RTLD_NOW | RTLD_LOCAL);
      if (handle_ != nullptr) return;
      if (folder == searched.front()) complaint_ = ::dlerror();
    }
  }
}

void* Library::symbol(const char* name) const {
  return handle_ == nullptr ? nullptr : ::dlsym(handle_, name);
}

}  // namespace worker
