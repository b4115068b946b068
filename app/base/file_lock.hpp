// One writer of a file at a time, where it is read, changed and written back: nothing that another program wrote in
// between is lost.
#pragma once

#include "base/descriptor.hpp"

#include <chrono>
#include <filesystem>

namespace base {

/// Held from its making to its end, by a lock on `.NAME.lock` beside the file, which goes with it; the system drops the
/// lock of a program that dies. A file system without locks is no reason to wait. Throws MachineError after `patience`.
class FileLock {
 public:
  explicit FileLock(const std::filesystem::path& file, std::chrono::milliseconds patience = std::chrono::seconds(20));
  ~FileLock();
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

 private:
  std::filesystem::path path_;
  Descriptor held_;
};

}  // namespace base
