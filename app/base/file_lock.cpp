// A lock that was waited for may be on a file that is gone from its name by then: it is taken again.
#include "base/file_lock.hpp"

#include "base/error.hpp"
#include "base/words.hpp"

#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

namespace base {
namespace {

namespace fs = std::filesystem;

bool has_name(int file, const fs::path& path) {
  struct stat held {
  }, named{};
  return ::fstat(file, &held) == 0 && ::lstat(path.c_str(), &named) == 0 && held.st_dev == named.st_dev &&
         held.st_ino == named.st_ino;
}

}  // namespace

FileLock::FileLock(const fs::path& file, std::chrono::milliseconds patience) {
  std::error_code none;
  const fs::path target = fs::is_symlink(file, none) ? fs::weakly_canonical(file, none) : file;
  path_ = target.parent_path() / ("." + target.filename().string().substr(0, 200) + ".lock");
  const auto limit = std::chrono::steady_clock::now() + patience;
  for (;;) {
    held_ = Descriptor(::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
    if (!held_.open()) return;  // whoever writes the file itself says why it cannot be
    while (::flock(held_.get(), LOCK_EX | LOCK_NB) != 0) {
      if (errno != EWOULDBLOCK && errno != EINTR) return;
      if (std::chrono::steady_clock::now() > limit) {
        held_ = Descriptor();
        throw MachineError(say("file.locked", {{"path", file.string()}}),
                           say("file.locked.hint", {{"lock", path_.string()}}));
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    if (has_name(held_.get(), path_)) return;
  }
}

FileLock::~FileLock() {
  if (held_.open() && has_name(held_.get(), path_)) ::unlink(path_.c_str());
}

}  // namespace base
