// Preloaded into a program: the one of its writes to disks that $FAIL_AT counts fails by the error $FAIL_WITH, and so
// do all after it, as on a disk that is full.
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <dlfcn.h>
#include <sys/stat.h>
#include <unistd.h>

namespace {

std::atomic<long> writes{0};

long number(const char* name) {
  const char* text = std::getenv(name);
  return text == nullptr ? 0 : std::strtol(text, nullptr, 10);
}

bool fails() {
  static const long at = number("FAIL_AT"), with = number("FAIL_WITH");
  if (at == 0 || ++writes < at) return false;
  errno = static_cast<int>(with);
  return true;
}

/// The streams of a test are files too.
bool is_file(int fd) {
  struct stat status {};
  return fd > STDERR_FILENO && ::fstat(fd, &status) == 0 && (S_ISREG(status.st_mode) || S_ISDIR(status.st_mode));
}

template <class F>
F* real(const char* name, F* /*like*/) {
  return reinterpret_cast<F*>(::dlsym(RTLD_NEXT, name));
}

}  // namespace

extern "C" {

ssize_t write(int fd, const void* bytes, size_t count) {
  static auto* const go_on = real("write", &::write);
  return is_file(fd) && fails() ? -1 : go_on(fd, bytes, count);
}

int fsync(int fd) {
  static auto* const go_on = real("fsync", &::fsync);
  return is_file(fd) && fails() ? -1 : go_on(fd);
}

int rename(const char* from, const char* to) noexcept {
  static auto* const go_on = real("rename", static_cast<int (*)(const char*, const char*)>(&::rename));
  return fails() ? -1 : go_on(from, to);
}
}
