// A stub of NVRTC for tests: its "machine code" is the source text, which the stub of the driver reads.
#include "stubs/script.hpp"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/socket.h>

namespace {

struct Program {
  std::string source, log, image;
};

constexpr int refused = 6;  // NVRTC_ERROR_COMPILATION
constexpr int known[] = {75, 80, 90, 100, 120};

void copy_out(const std::string& text, char* to) {
  std::memcpy(to, text.data(), text.size());
}

/// What a compiler has no business to do, and the code that each was answered with.
std::string attempts() {
  std::string told;
  const auto tried = [&](const char* what, long result) {
    told += std::string(what) + ": " + std::to_string(result < 0 ? errno : 0) + "\n";
  };
  tried("open", ::open("/etc/passwd", O_RDONLY));
  tried("socket", ::socket(AF_INET, SOCK_STREAM, 0));
  const int child = ::fork();
  if (child == 0) ::_exit(0);
  tried("fork", child);
  tried("exec", ::execl("/bin/true", "true", nullptr));
  return told;
}

}  // namespace

extern "C" {

int nvrtcVersion(int* major, int* minor) {
  *major = 13;
  *minor = 0;
  return stub::code("nvrtcVersion");
}
const char* nvrtcGetErrorString(int) {
  return "NVRTC_ERROR_COMPILATION";
}
int nvrtcCreateProgram(Program** program, const char* source, const char*, int, const char* const*,
                       const char* const*) {
  *program = new Program{source, {}, {}};
  return stub::code("nvrtcCreateProgram");
}
int nvrtcDestroyProgram(Program** program) {
  delete *program;
  return 0;
}
int nvrtcCompileProgram(Program* program, int, const char* const*) {
  int result = stub::code("nvrtcCompileProgram");
  if (!stub::told("attempt").empty()) {
    program->log = attempts();
    return refused;
  }
  if (program->source.find("__global__") == std::string::npos) result = refused;
  if (result != 0) {
    program->log = "kernel.cu(1): error: expected a declaration\n";
    return result;
  }
  program->image =
      "\x7f"
      "ELF of " +
      program->source;
  if (stub::told("image") == "none") program->image.clear();
  return 0;
}
int nvrtcGetCUBINSize(Program* program, std::size_t* bytes) {
  *bytes = program->image.size();
  return 0;
}
int nvrtcGetCUBIN(Program* program, char* bytes) {
  copy_out(program->image, bytes);
  return 0;
}
int nvrtcGetProgramLogSize(Program* program, std::size_t* bytes) {
  *bytes = program->log.size();
  return 0;
}
int nvrtcGetProgramLog(Program* program, char* bytes) {
  copy_out(program->log, bytes);
  return 0;
}
int nvrtcGetNumSupportedArchs(int* count) {
  *count = std::size(known);
  return 0;
}
int nvrtcGetSupportedArchs(int* numbers) {
  std::copy(std::begin(known), std::end(known), numbers);
  return 0;
}

}  // extern "C"
