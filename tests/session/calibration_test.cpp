// One calibration at a time; the machine's figures kept, or why not.
#include "session/state/calibration.hpp"

#include "base/error.hpp"
#include "base/resources.hpp"
#include "session/fake_device.hpp"
#include "session/stage.hpp"

#include <gmock/gmock.h>

#include <atomic>
#include <fcntl.h>
#include <sys/file.h>
#include <thread>
#include <unistd.h>

namespace calibration_test {

/// Takes the lock as another program would.
class OtherProgram {
 public:
  OtherProgram() {
    const auto folder = base::user_data() / "devices";
    std::filesystem::create_directories(folder);
    file_ = ::open((folder / "calibrating.lock").c_str(), O_RDWR | O_CREAT, 0600);
    EXPECT_EQ(::flock(file_, LOCK_EX | LOCK_NB), 0);
  }
  ~OtherProgram() { done(); }
  void done() {
    if (file_ >= 0) ::close(file_);
    file_ = -1;
  }

 private:
  int file_;
};

TEST(Calibration, WaitsUntilTheOtherProgramIsDone) {
  const tests::Home home;
  OtherProgram other;
  const auto orders = std::make_shared<tests::Orders>();
  tests::FakeDevice device(orders);
  std::atomic<int> waits{0};
  session::Calibration done;
  std::jthread ours([&](const std::stop_token& stop) {
    done = session::calibrate(
        device, [&](double share, std::string_view) { waits += share == 0 ? 1 : 0; }, stop);
  });
  while (waits == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  EXPECT_EQ(orders->calibrations, 0) << "two at once would each measure half a machine";
  other.done();
  ours.join();
  EXPECT_EQ(orders->calibrations, 1);
  EXPECT_EQ(done.not_kept, "");
  EXPECT_EQ(machine::known_devices().front().name, done.spec.name) << "kept, though of no machine that there is";
}

TEST(Calibration, CanBeCancelledWhileItWaits) {
  const tests::Home home;
  const OtherProgram other;
  tests::FakeDevice device(std::make_shared<tests::Orders>());
  std::stop_source stop;
  EXPECT_THROW((void)session::calibrate(
                   device, [&](double, std::string_view) { stop.request_stop(); }, stop.get_token()),
               base::Cancelled);
}

TEST(Calibration, WhereNothingCanBeKeptItIsMeasuredAllTheSame) {
  base::set_places({.data = {}, .home = "/proc/onetrip"});
  tests::FakeDevice device(std::make_shared<tests::Orders>());
  const session::Calibration done = session::calibrate(device, {}, {});
  EXPECT_EQ(done.spec.name, "Fake processor");
  EXPECT_THAT(done.not_kept, testing::HasSubstr("/proc/onetrip"));
  base::set_places({});
}

}  // namespace calibration_test
