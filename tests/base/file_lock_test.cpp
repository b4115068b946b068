// Who changes a file waits for who changes it already.
#include "base/file_lock.hpp"

#include "base/error.hpp"
#include "base/resources.hpp"
#include "base/text.hpp"
#include "golden.hpp"
#include "processes.hpp"

#include <gmock/gmock.h>

namespace file_lock_test {

namespace fs = std::filesystem;

TEST(FileLock, NoChangeOfEightProgramsIsLost) {
  const tests::TemporaryFolder folder;
  const fs::path file = folder.path() / "sum";
  base::write_file(file, "0");
  constexpr int programs = 8, changes = 50;
  tests::in_processes(programs, [&](int) {
    for (int i = 0; i < changes; ++i) {
      const base::FileLock lock(file);
      const auto sum = base::to_integer(base::read_file(file, 100).value_or("?"));
      if (!sum) return 1;
      base::write_file(file, std::to_string(*sum + 1));
    }
    return 0;
  });
  EXPECT_EQ(base::read_file(file, 100).value(), std::to_string(programs * changes));
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), {}), 1) << "no lock stays behind";
}

TEST(FileLock, IsNotWaitedForWithoutEnd) {
  const tests::TemporaryFolder folder;
  const base::FileLock first(folder.path() / "f");
  EXPECT_THROW(base::FileLock(folder.path() / "f", std::chrono::milliseconds(20)), base::MachineError);
  const base::FileLock other(folder.path() / "g", std::chrono::milliseconds(20));
}

TEST(FileLock, WhereNoneCanBeMadeNobodyWaits) {
  const base::FileLock first("/proc/none/f"), second("/proc/none/f", std::chrono::milliseconds(0));
}

}  // namespace file_lock_test
