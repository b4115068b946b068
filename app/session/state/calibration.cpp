// A lock file beside the calibrations; the system drops the lock of a program that dies.
#include "session/state/calibration.hpp"

#include "base/error.hpp"
#include "base/resources.hpp"
#include "base/words.hpp"

#include <cerrno>
#include <chrono>
#include <fcntl.h>
#include <filesystem>
#include <sys/file.h>
#include <thread>
#include <unistd.h>

namespace session {
namespace {

/// Ours from the moment it is made until its end. Where no file can be made there is nobody to wait for.
class Turn {
 public:
  Turn() {
    try {
      const std::filesystem::path folder = base::user_data() / "devices";
      std::error_code ignored;
      std::filesystem::create_directories(folder, ignored);
      file_ = ::open((folder / "calibrating.lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    } catch (const base::MachineError&) {
    }
  }
  ~Turn() {
    if (file_ >= 0) ::close(file_);
  }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;

  /// False while somebody else has it. A file system without locks is no reason to wait.
  [[nodiscard]] bool take() const {
    return file_ < 0 || ::flock(file_, LOCK_EX | LOCK_NB) == 0 || (errno != EWOULDBLOCK && errno != EINTR);
  }

 private:
  int file_ = -1;
};

}  // namespace

Calibration calibrate(device::Device& device, const std::function<void(double, std::string_view)>& progress,
                      const std::stop_token& stop) {
  const Turn turn;
  for (bool told = false; !turn.take(); told = true) {
    if (stop.stop_requested()) throw base::Cancelled();
    if (!told && progress) progress(0, base::text("session.calibration_waits"));
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  Calibration done{device.calibrate(progress, stop), {}};
  try {
    machine::save_calibrated(done.spec);
  } catch (const base::MachineError& error) {
    done.not_kept = error.what();
  }
  return done;
}

}  // namespace session
