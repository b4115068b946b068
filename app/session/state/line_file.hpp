// A file of the student's that only grows, line by line; open and locked for one turn of writing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace session {

/// Another window waits while it is open. The lock goes with the program, however it ends.
class LineFile {
 public:
  /// Makes the file if there is none. What goes wrong is said by the keys WORDS.refused, WORDS.busy and WORDS.full.
  /// Throws MachineError.
  LineFile(std::filesystem::path path, std::int64_t most_bytes, std::string_view words);
  ~LineFile();
  LineFile(const LineFile&) = delete;
  LineFile& operator=(const LineFile&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  [[nodiscard]] const std::string& text() const { return text_; }
  /// Once more by its name, after it was moved out of the way.
  void reopen();
  /// At the end, or not at all; on the disk when it returns. What stands behind the first `whole` bytes was left by a
  /// writer who was killed, and goes first. Throws MachineError.
  void append(std::string_view lines, std::size_t whole);

 private:
  void open();
  void close();
  void lock();
  [[nodiscard]] bool is_moved() const;
  [[noreturn]] void refuse(std::string_view why) const;
  [[noreturn]] void refuse(int error) const;

  std::filesystem::path path_;
  std::int64_t most_bytes_;
  std::string words_;
  int file_ = -1;
  std::string text_;
};

}  // namespace session
