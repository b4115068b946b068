// Append, flush; a failure leaves the file as it was.
#include "session/state/line_file.hpp"

#include "base/causes.hpp"
#include "base/error.hpp"
#include "base/resources.hpp"
#include "base/words.hpp"

#include <cerrno>
#include <chrono>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>
#include <utility>

namespace session {
namespace {

/// The name of a new file is durable only when its folder is; file systems that cannot flush a folder say EINVAL.
void flush_folder(const std::filesystem::path& folder) {
  const int held = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (held < 0) return;
  ::fsync(held);
  ::close(held);
}

}  // namespace

LineFile::LineFile(std::filesystem::path path, std::int64_t most_bytes, std::string_view words)
    : path_(std::move(path)), most_bytes_(most_bytes), words_(words) {
  reopen();
}

LineFile::~LineFile() {
  close();
}

void LineFile::close() {
  if (file_ >= 0) ::close(file_);
  file_ = -1;
}

void LineFile::refuse(std::string_view why) const {
  throw base::MachineError(base::say(words_ + ".refused", {{"path", path_.string()}, {"why", why}}));
}

void LineFile::refuse(int error) const {
  refuse(base::cause_of(error));
}

void LineFile::reopen() {
  try {
    open();
  } catch (...) {
    close();
    throw;
  }
}

void LineFile::open() {
  do {  // another window may move the file aside between our opening and our turn
    close();
    // Without O_NONBLOCK a pipe that nobody writes would keep us waiting; it is refused when it is read.
    file_ = ::open(path_.c_str(), O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0666);
    if (file_ < 0) refuse(errno);
    lock();
  } while (is_moved());
  auto text = base::read_file(path_, most_bytes_);
  if (!text) refuse(text.error().front().message);
  text_ = std::move(*text);
}

void LineFile::lock() {
  constexpr auto step = std::chrono::milliseconds(5);
  constexpr int most_tries = 600;  // three seconds in all: whoever holds it longer hangs
  for (int tried = 0; ::flock(file_, LOCK_EX | LOCK_NB) != 0; ++tried) {
    if (errno != EWOULDBLOCK && errno != EINTR) return;  // a file system without locks is no reason to wait
    if (tried == most_tries) throw base::MachineError(base::say(words_ + ".busy", {{"path", path_.string()}}));
    std::this_thread::sleep_for(step);
  }
}

bool LineFile::is_moved() const {
  struct stat held {
  }, named{};
  if (::fstat(file_, &held) != 0) return false;
  return ::stat(path_.c_str(), &named) != 0 || held.st_ino != named.st_ino || held.st_dev != named.st_dev;
}

void LineFile::append(std::string_view lines, std::size_t sound) {
  const auto before = static_cast<off_t>(text_.size());
  const auto whole = static_cast<off_t>(sound);
  const bool unended = whole == before && !text_.empty() && text_.back() != '\n';
  std::string all(unended ? "\n" : "");
  all += lines;
  if (whole + static_cast<off_t>(all.size()) > most_bytes_) {
    throw base::MachineError(base::say(words_ + ".full", {{"path", path_.string()}}));
  }
  // Nobody else writes in our turn, so what has no line end was left by one who was stopped.
  if (whole < before && ::ftruncate(file_, whole) != 0) refuse(errno);
  const auto take_back = [&](int error) {
    // If even this fails, the next turn finds half a line and takes it off.
    [[maybe_unused]] const int done = ::ftruncate(file_, whole);
    refuse(error);
  };
  for (std::string_view rest = all; !rest.empty();) {
    const ssize_t written = ::write(file_, rest.data(), rest.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) take_back(errno);
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
  if (::fsync(file_) != 0) take_back(errno);
  if (before == 0) flush_folder(path_.parent_path());
  text_.resize(sound);
  text_ += all;
}

}  // namespace session
