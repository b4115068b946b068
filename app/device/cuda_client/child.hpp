// A command with its input and output in our hands.
#pragma once

#include <string>
#include <string_view>

namespace device::cuda_client {

/// Started through the shell, in a session of its own: nobody can be asked for a password on our terminal.
class Child {
 public:
  /// Throws DeviceError if no process can be made.
  explicit Child(const std::string& command);
  /// Closes its input, waits a little, then ends it and all it started.
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  [[nodiscard]] int in() const { return in_; }    ///< what it reads; non-blocking
  [[nodiscard]] int out() const { return out_; }  ///< what it writes
  [[nodiscard]] int complaints() const { return complaints_; }
  void close_input();
  /// Its exit status once it ended: 128 + signal if by one, -1 while it runs.
  [[nodiscard]] int status();

 private:
  int pid_ = -1;
  int in_ = -1, out_ = -1, complaints_ = -1;
  int status_ = -1;
};

/// ssh as it has to be called by a program: never asking, and noticing when the other end is gone.
[[nodiscard]] std::string careful(std::string_view command);
/// The word as a shell takes it for itself.
[[nodiscard]] std::string shell_word(std::string_view word);

}  // namespace device::cuda_client
