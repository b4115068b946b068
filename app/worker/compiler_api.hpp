// The part of NVRTC that the worker uses: its own declarations, filled at run time.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace worker::nvrtc {

using Program = struct ProgramHandle*;
using Result = int;

struct Api {
  Result (*version)(int* major, int* minor);
  const char* (*error_string)(Result result);
  Result (*create)(Program* program, const char* source, const char* name, int headers, const char* const* sources,
                   const char* const* names);
  Result (*destroy)(Program* program);
  Result (*compile)(Program program, int options, const char* const* texts);
  Result (*cubin_size)(Program program, std::size_t* bytes);
  Result (*cubin)(Program program, char* bytes);
  Result (*log_size)(Program program, std::size_t* bytes);
  Result (*log)(Program program, char* bytes);
  Result (*architecture_count)(int* count);
  Result (*architectures)(int* numbers);
};

/// Throws Failed (unavailable) if there is no NVRTC.
[[nodiscard]] const Api& api();
/// Where the library was found, and where it lies: it opens others beside it when it first compiles.
[[nodiscard]] std::vector<std::filesystem::path> folders();
/// "13.0"
[[nodiscard]] std::string version();
/// What it makes code for, ascending: 75, 80 ...
[[nodiscard]] std::vector<int> architectures();

}  // namespace worker::nvrtc
