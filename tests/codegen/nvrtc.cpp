// The few functions of libnvrtc that compiling takes.
#include "codegen/nvrtc.hpp"

#include <cstdlib>
#include <dlfcn.h>
#include <filesystem>
#include <regex>

namespace tests {
namespace {

using Handle = void*;

std::vector<std::string> places() {
  std::vector<std::string> list;
  const std::vector<std::string> names = {"libnvrtc.so", "libnvrtc.so.13", "libnvrtc.so.12"};
  std::vector<std::string> folders;
  if (const char* home = std::getenv("CUDA_HOME")) folders.push_back(std::string(home) + "/lib64/");
  std::error_code none;
  for (const auto& entry : std::filesystem::directory_iterator("/usr/local", none)) {
    if (entry.path().filename().string().starts_with("cuda")) folders.push_back(entry.path().string() + "/lib64/");
  }
  folders.emplace_back();  // the loader's own
  for (const std::string& folder : folders) {
    for (const std::string& name : names) list.push_back(folder + name);
  }
  return list;
}

template <class Function>
Function* symbol(void* library, const char* name) {
  return reinterpret_cast<Function*>(::dlsym(library, name));
}

}  // namespace

std::unique_ptr<Nvrtc> Nvrtc::open(std::string& reason) {
  for (const std::string& place : places()) {
    if (void* library = ::dlopen(place.c_str(), RTLD_NOW | RTLD_LOCAL)) {
      auto nvrtc = std::make_unique<Nvrtc>();
      nvrtc->library_ = library;
      return nvrtc;
    }
  }
  reason = "no libnvrtc in $CUDA_HOME/lib64, /usr/local/cuda*/lib64 or the loader's path";
  return nullptr;
}

Nvrtc::Compiled Nvrtc::compile(const std::string& source, const std::string& architecture,
                               const std::vector<std::string>& options) const {
  Handle program = nullptr;
  Compiled result;
  auto* create = symbol<int(Handle*, const char*, const char*, int, const char* const*, const char* const*)>(
      library_, "nvrtcCreateProgram");
  if (create(&program, source.c_str(), "kernels.cu", 0, nullptr, nullptr) != 0) return result;
  std::vector<std::string> all = {"--gpu-architecture=" + architecture, "--ptxas-options=-v"};
  all.insert(all.end(), options.begin(), options.end());
  std::vector<const char*> words;
  for (const std::string& option : all) words.push_back(option.c_str());
  auto* compile_program = symbol<int(Handle, int, const char* const*)>(library_, "nvrtcCompileProgram");
  result.ok = compile_program(program, static_cast<int>(words.size()), words.data()) == 0;
  const auto text = [&](const char* size_name, const char* text_name) {
    std::size_t size = 0;
    symbol<int(Handle, std::size_t*)>(library_, size_name)(program, &size);
    std::string out(size, '\0');
    symbol<int(Handle, char*)>(library_, text_name)(program, out.data());
    return out;
  };
  result.log = text("nvrtcGetProgramLogSize", "nvrtcGetProgramLog");
  if (result.ok) result.cubin = text("nvrtcGetCUBINSize", "nvrtcGetCUBIN");
  symbol<int(Handle*)>(library_, "nvrtcDestroyProgram")(&program);
  return result;
}

std::string spills(const std::string& log) {
  static const std::regex report(R"((\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads)");
  // For arguments far from zero, CUDA's own sine and cosine keep a table on the stack: no spill.
  const bool keeps_table = log.find("far_sine") != std::string::npos || log.find("far_cosine") != std::string::npos;
  std::string found;
  int kernels = 0;
  for (std::sregex_iterator at(log.begin(), log.end(), report), end; at != end; ++at) {
    ++kernels;
    const bool stack = !keeps_table && (*at)[1] != "0";
    if (stack || (*at)[2] != "0" || (*at)[3] != "0") found += at->str() + "\n";
  }
  return kernels == 0 ? "ptxas reported on no kernel: " + log : found;
}

}  // namespace tests
