// By openat2 where the kernel has it (Linux 5.6), else step by step with O_NOFOLLOW.
#include "base/beneath.hpp"

#include "base/open_file.hpp"
#include "base/words.hpp"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <utility>

namespace base {
namespace {

namespace fs = std::filesystem;

// A pipe that nobody writes is not waited for.
constexpr int to_read = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;

/// Whether every part of a path is a name.
bool stays_below(const fs::path& below) {
  return !below.empty() && below.is_relative() &&
         std::ranges::none_of(below, [](const fs::path& part) { return part == ".."; });
}

Descriptor open_by_rule(int folder, const fs::path& below) {
  open_how how{};
  how.flags = static_cast<std::uint64_t>(to_read);
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS;
  return Descriptor(static_cast<int>(::syscall(SYS_openat2, folder, below.c_str(), &how, sizeof how)));
}

Descriptor open_by_steps(int folder, const fs::path& below) {
  Descriptor at(::fcntl(folder, F_DUPFD_CLOEXEC, 0));
  for (auto part = below.begin(); part != below.end() && at.open(); ++part) {
    const bool last = std::next(part) == below.end();
    Descriptor next(
        ::openat(at.get(), part->c_str(), (last ? to_read : O_PATH | O_DIRECTORY | O_CLOEXEC) | O_NOFOLLOW));
    // Of a link in a folder's place it is said that it is no folder.
    if (struct stat status{}; !next.open() && errno == ENOTDIR) {
      const bool there = ::fstatat(at.get(), part->c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0;
      errno = there && S_ISLNK(status.st_mode) ? ELOOP : ENOTDIR;
    }
    at = std::move(next);
  }
  return at;
}

}  // namespace

Expected<std::string> read_beneath(const fs::path& folder, const fs::path& below, std::int64_t limit, Walk walk) {
  const fs::path path = folder / below;
  if (!stays_below(below)) return unreadable(path, say("file.outside"), say("file.outside.hint"));
  const Descriptor there(::open(folder.empty() ? "." : folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!there.open()) return read_open(there, path, limit);
  Descriptor file;
  if (walk == Walk::kernel) file = open_by_rule(there.get(), below);
  // A sandbox that does not know the call says EPERM.
  const bool unknown = !file.open() && (errno == ENOSYS || errno == EPERM);
  if (walk == Walk::steps || unknown) file = open_by_steps(there.get(), below);
  if (!file.open() && (errno == ELOOP || errno == EXDEV)) {
    return unreadable(path, say("file.link"), say("file.outside.hint"));
  }
  return read_open(file, path, limit);
}

bool is_plain_id(std::string_view name) {
  const auto plain = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_'; };
  return !name.empty() && name.size() <= 64 && name.front() != '-' && std::ranges::all_of(name, plain);
}

}  // namespace base
