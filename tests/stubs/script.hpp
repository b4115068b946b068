// What a stub of one of NVIDIA's libraries is to play: lines "NAME = WHAT" of the file $ONETRIP_STUB_SCRIPT, read anew
// at each call, so that a test can break and mend a machine under a worker that runs.
//   cuInit = 803               every call fails with that code
//   cuMemAlloc_v2@3 = 2        the third call of the process does; @3+: the third and all later ones
//   cuStreamSynchronize@2 = vanish    from then on every function of the library answers 999
//   cuInit = hang, die, fill   never returns; ends the process; takes memory until there is no more
//   cuInit = die late          ends it after some time
//   attempt = 1                the compiler tries what a sandbox should forbid, and tells in its log how it went
//   cards = 2                  any other name is a setting that a library asks for
#pragma once

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <sys/mman.h>
#include <unistd.h>

namespace stub {

struct Line {
  std::string name, what;
  int at = 0;          ///< 0: at each call
  bool later = false;  ///< and at all after it
};

/// The last line of that name for the call of this number.
inline std::string told(std::string_view name, int call = 0) {
  const char* path = std::getenv("ONETRIP_STUB_SCRIPT");
  std::ifstream file(path == nullptr ? "" : path);
  std::string found;
  for (std::string text; std::getline(file, text);) {
    const std::size_t equals = text.find(" = ");
    if (equals == std::string::npos) continue;
    Line line{text.substr(0, equals), text.substr(equals + 3)};
    if (const std::size_t at = line.name.find('@'); at != std::string::npos) {
      line.later = line.name.ends_with('+');
      line.at = std::atoi(line.name.c_str() + at + 1);
      line.name.resize(at);
    }
    const bool now = line.at == 0 || call == line.at || (line.later && call > line.at);
    if (line.name == name && now) found = line.what;
  }
  return found;
}

inline double setting(std::string_view name, double otherwise) {
  const std::string what = told(name);
  return what.empty() ? otherwise : std::strtod(what.c_str(), nullptr);
}

/// Once set, what every function of this library answers: a context that is lost stays so.
inline std::atomic<int> lost = 0;

[[noreturn]] inline void hang() {
  for (;;) ::pause();
}

/// Address space until it is refused, or four times what a compiler may have.
inline void fill() {
  constexpr std::size_t piece = std::size_t{1} << 28;
  for (int i = 0; i < 64; ++i) {
    if (::mmap(nullptr, piece, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0) == MAP_FAILED) return;
  }
}

/// The code that this call of the function is to answer; 0: nothing is planned.
inline int code(std::string_view function) {
  static std::mutex lock;
  static std::map<std::string, int, std::less<>> calls;
  int call = 0;
  {
    const std::scoped_lock held(lock);
    call = ++calls[std::string(function)];
  }
  if (lost != 0) return lost;
  const std::string what = told(function, call);
  if (what.empty()) return 0;
  if (what == "hang") hang();
  if (what == "die late") ::usleep(600'000);
  if (what.starts_with("die")) ::raise(SIGKILL);
  if (what == "vanish") return lost = 999;
  if (what == "fill") {
    fill();
    return 1;  // out of memory
  }
  return std::atoi(what.c_str());
}

}  // namespace stub
