// Reading a whole file with a limit, and replacing one so that a crash or a full disk leaves the old one.
#include "base/causes.hpp"
#include "base/descriptor.hpp"
#include "base/error.hpp"
#include "base/open_file.hpp"
#include "base/resources.hpp"
#include "base/units.hpp"
#include "base/words.hpp"
#include "base/writable.hpp"

#include <atomic>
#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace base {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void cannot_write(const fs::path& path, const std::string& cause) {
  throw MachineError(say("file.not_written", {{"path", path.string()}, {"cause", cause}}),
                     say("file.not_written.hint"));
}

/// The temporary file beside the target; removed unless it was renamed.
class Temporary {
 public:
  explicit Temporary(const fs::path& target) : target_(target) {
    static std::atomic<unsigned> counter{0};
    const std::string ending = "." + std::to_string(::getpid()) + "-" + std::to_string(counter++) + ".tmp";
    // A long name is cut, so that the temporary's is never too long where the target's is not.
    path_ = target.parent_path() / ("." + target.filename().string().substr(0, 200) + ending);
  }
  ~Temporary() {
    if (made_) ::unlink(path_.c_str());
  }
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;

  void fill(std::string_view contents) {
    // A file that is replaced keeps who may read it; until it has that, nobody else may.
    struct stat replaced {};
    const bool there = ::stat(target_.c_str(), &replaced) == 0;
    const Descriptor file(::open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, there ? 0600 : 0666));
    if (!file.open()) cannot_write(target_, cause_of(errno));
    made_ = true;
    if (there && ::fchmod(file.get(), replaced.st_mode & 07777) != 0) cannot_write(target_, cause_of(errno));
    while (!contents.empty()) {
      const ssize_t written = ::write(file.get(), contents.data(), contents.size());
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) cannot_write(target_, cause_of(errno));
      contents.remove_prefix(static_cast<std::size_t>(written));
    }
    if (::fsync(file.get()) != 0) cannot_write(target_, cause_of(errno));
  }

  void rename() {
    if (::rename(path_.c_str(), target_.c_str()) != 0) cannot_write(target_, cause_of(errno));
    made_ = false;
  }

 private:
  fs::path target_, path_;
  bool made_ = false;
};

fs::path folder_of(const fs::path& target) {
  return target.has_parent_path() ? target.parent_path() : fs::path(".");
}

/// The file to replace; throws where none could be.
fs::path target_of(const fs::path& path) {
  std::error_code none;
  // A link is written through; a device, pipe or folder is refused: rename would replace it.
  const fs::path target = fs::is_symlink(path, none) && fs::exists(path, none) ? fs::canonical(path, none) : path;
  if (fs::is_directory(target, none)) cannot_write(path, cause_of(EISDIR));
  if (fs::exists(target, none) && !fs::is_regular_file(target, none)) cannot_write(path, say("file.cause.not_regular"));
  const fs::path folder = folder_of(target);
  if (!fs::is_directory(folder, none)) cannot_write(path, say("file.cause.no_folder", {{"folder", folder.string()}}));
  return target;
}

}  // namespace

std::string cause_of(int error) {
  switch (error) {
    case ENOENT:
      return say("file.cause.missing");
    case ENOTDIR:
      return say("file.cause.part_no_folder");
    case EISDIR:
      return say("file.cause.folder");
    case EACCES:
    case EPERM:
      return say("file.cause.no_permission");
    case EROFS:
      return say("file.cause.read_only");
    case ENOSPC:
      return say("file.cause.full");
    case EDQUOT:
      return say("file.cause.quota");
    case ENAMETOOLONG:
      return say("file.cause.long_name");
    case EFBIG:
      return say("file.cause.size_limit");
    case EIO:
      return say("file.cause.disk_error");
    case EMFILE:
    case ENFILE:
      return say("file.cause.many_open");
    case ENOMEM:
      return say("file.cause.memory");
    case ELOOP:
      return say("file.cause.links");
    default:
      return std::generic_category().message(error);
  }
}

std::unexpected<Diagnostics> unreadable(const fs::path& path, std::string message, std::string hint) {
  auto mistake = wrong(std::move(message), std::move(hint));
  mistake.error().front().file = path.string();
  return mistake;
}

Expected<std::string> read_open(const Descriptor& file, const fs::path& path, std::int64_t limit) {
  if (!file.open()) return unreadable(path, say("file.unreadable", {{"cause", cause_of(errno)}}));
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) return unreadable(path, say("file.unreadable", {{"cause", cause_of(errno)}}));
  if (S_ISDIR(status.st_mode)) return unreadable(path, say("file.folder"));
  if (!S_ISREG(status.st_mode)) return unreadable(path, say("file.not_regular"));
  const auto too_large = [&] {
    return unreadable(path, say("file.too_large", {{"limit", show(Bytes{limit})}}), say("file.too_large.hint"));
  };
  if (status.st_size > limit) return too_large();
  std::string contents;
  char buffer[64 * 1024];
  for (;;) {
    const ssize_t got = ::read(file.get(), buffer, sizeof buffer);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return unreadable(path, say("file.unreadable", {{"cause", cause_of(errno)}}));
    if (got == 0) return contents;
    contents.append(buffer, static_cast<std::size_t>(got));
    if (static_cast<std::int64_t>(contents.size()) > limit) return too_large();  // it grew, or /proc gave no size
  }
}

Expected<std::string> read_file(const fs::path& path, std::int64_t limit) {
  // Without O_NONBLOCK, opening a pipe that nobody writes would wait for ever.
  return read_open(Descriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)), path, limit);
}

void expect_writable(const fs::path& path) {
  const fs::path folder = folder_of(target_of(path));
  if (::access(folder.c_str(), W_OK | X_OK) != 0) cannot_write(path, cause_of(errno));
}

void write_file(const fs::path& path, std::string_view contents) {
  const fs::path target = target_of(path), folder = folder_of(target);
  Temporary temporary(target);
  temporary.fill(contents);
  temporary.rename();
  // The name is durable only when the folder is; file systems that cannot sync a folder say EINVAL, and that is all
  // right.
  const Descriptor held(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (held.open() && ::fsync(held.get()) != 0 && errno != EINVAL && errno != ENOTSUP)
    cannot_write(path, cause_of(errno));
}

void make_folder(const fs::path& folder, const std::string& hint) {
  std::error_code failed;
  fs::create_directories(folder, failed);
  if (failed)
    throw MachineError(say("app.no_folder", {{"folder", folder.string()}, {"why", cause_of(failed.value())}}), hint);
}

}  // namespace base
