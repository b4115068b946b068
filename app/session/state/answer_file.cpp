// Append, flush; a failure leaves the file as it was.
#include "session/state/answer_file.hpp"

#include "base/causes.hpp"
#include "base/dates.hpp"
#include "base/error.hpp"
#include "base/hash.hpp"
#include "base/resources.hpp"
#include "base/words.hpp"
#include "session/state/aside.hpp"

#include <cerrno>
#include <chrono>
#include <fcntl.h>
#include <random>
#include <sys/file.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

namespace session {
namespace {

using lesson::AnswerEvent;

std::string random_id() {
  std::random_device device;
  return base::hex64(std::uint64_t{device()} << 32 | device());
}

/// The name of a new file is durable only when its folder is; file systems that cannot flush a folder say EINVAL.
void flush_folder(const std::filesystem::path& folder) {
  const int held = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (held < 0) return;
  ::fsync(held);
  ::close(held);
}

}  // namespace

std::filesystem::path answers_path() {
  return base::user_data() / "answers.jsonl";
}

AnswerFile::AnswerFile() : path_(answers_path()) {
  try {
    open();
    if (answers_.sound == 0 && answers_.torn == 0 && !text_.empty()) {
      // What another program has left there is out of the way, and kept.
      const auto kept = move_aside(path_);
      said_ = base::say(kept ? "session.answers.broken" : "session.answers.broken_stays",
                        {{"path", kept.value_or(path_).string()}});
      if (!kept) throw base::MachineError(said_);
      close();
      open();
    }
  } catch (...) {
    close();
    throw;
  }
}

AnswerFile::~AnswerFile() {
  close();
}

void AnswerFile::close() {
  if (file_ >= 0) ::close(file_);
  file_ = -1;
}

void AnswerFile::refuse(int error) const {
  throw base::MachineError(
      base::say("session.answers.refused", {{"path", path_.string()}, {"why", base::cause_of(error)}}));
}

void AnswerFile::open() {
  do {  // another window may move the file aside between our opening and our turn
    close();
    // Without O_NONBLOCK a pipe that nobody writes would keep us waiting; it is refused when it is read.
    file_ = ::open(path_.c_str(), O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0666);
    if (file_ < 0) refuse(errno);
    lock();
  } while (is_moved());
  auto text = base::read_file(path_, lesson::max_answers_bytes);
  if (!text)
    throw base::MachineError(
        base::say("session.answers.refused", {{"path", path_.string()}, {"why", text.error().front().message}}));
  text_ = std::move(*text);
  answers_ = lesson::read_answers(text_, path_.string());
}

void AnswerFile::lock() {
  constexpr auto step = std::chrono::milliseconds(5);
  constexpr int most_tries = 600;  // three seconds in all: whoever holds it longer hangs
  for (int tried = 0; ::flock(file_, LOCK_EX | LOCK_NB) != 0; ++tried) {
    if (errno != EWOULDBLOCK && errno != EINTR) return;  // a file system without locks is no reason to wait
    if (tried == most_tries) throw base::MachineError(base::say("session.answers.busy", {{"path", path_.string()}}));
    std::this_thread::sleep_for(step);
  }
}

bool AnswerFile::is_moved() const {
  struct stat held {
  }, named{};
  if (::fstat(file_, &held) != 0) return false;
  return ::stat(path_.c_str(), &named) != 0 || held.st_ino != named.st_ino || held.st_dev != named.st_dev;
}

void AnswerFile::add(const std::vector<AnswerEvent>& events) {
  if (events.empty()) return;
  std::string lines, seal = answers_.seal;
  bool too_long = false;
  const auto line = [&](const AnswerEvent& event) {
    const std::string one = lesson::sealed_line(event, seal);
    if (one.size() > lesson::max_answer_line) {
      too_long = true;  // the others are kept all the same
      return;
    }
    lines += one;
    seal = lesson::seal_of(one);
  };
  const std::string now = base::now_utc();
  if (answers_.sound == 0) {
    line({.kind = AnswerEvent::Kind::begun, .lesson = {}, .task = {}, .text = random_id(), .answer = {}, .at = now});
  }
  for (AnswerEvent event : events) {
    event.at = now;
    line(event);
  }
  append(lines);
  if (too_long) throw base::MachineError(std::string(base::text("session.answers.too_long")));
}

void AnswerFile::append(std::string_view lines) {
  const auto before = static_cast<off_t>(text_.size());
  const auto whole = static_cast<off_t>(answers_.whole);
  const bool unended = answers_.torn == 0 && !text_.empty() && text_.back() != '\n';
  std::string all(unended ? "\n" : "");
  all += lines;
  if (whole + static_cast<off_t>(all.size()) > lesson::max_answers_bytes) {
    throw base::MachineError(base::say("session.answers.full", {{"path", path_.string()}}));
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
  text_.resize(static_cast<std::size_t>(whole));
  text_ += all;
  answers_ = lesson::read_answers(text_, path_.string());
}

}  // namespace session
