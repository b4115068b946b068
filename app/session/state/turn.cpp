// Opens and locks.
#include "session/state/turn.hpp"

#include "base/error.hpp"
#include "base/resources.hpp"

#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <string>
#include <sys/file.h>

namespace session {

Turn::Turn(std::string_view folder, std::string_view name) {
  try {
    const std::filesystem::path place = base::user_data() / folder;
    std::error_code ignored;
    std::filesystem::create_directories(place, ignored);
    file_ =
        base::Descriptor(::open((place / (std::string(name) + ".lock")).c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
  } catch (const base::MachineError&) {
  }
}

bool Turn::take() const {
  return !file_.open() || ::flock(file_.get(), LOCK_EX | LOCK_NB) == 0 || (errno != EWOULDBLOCK && errno != EINTR);
}

}  // namespace session
