// One end of a pipe that never blocks: what cannot be written now is kept.
#pragma once

#include "wire/framing.hpp"
#include "wire/messages.hpp"

#include <deque>
#include <optional>
#include <string>
#include <vector>

namespace worker {

/// Frames both ways over two descriptors, which it owns.
class PipeEnd {
 public:
  PipeEnd(int in, int out);
  ~PipeEnd();
  PipeEnd(const PipeEnd&) = delete;
  PipeEnd& operator=(const PipeEnd&) = delete;

  [[nodiscard]] int in() const { return in_; }
  [[nodiscard]] int out() const { return out_; }
  [[nodiscard]] bool wants_to_write() const { return at_ < outgoing_.size(); }
  void send(const wire::Message& message);
  /// Writes what the pipe takes; false if nobody reads it any more.
  [[nodiscard]] bool flush();
  /// Reads what is there; false at the end. Throws wire::WireError.
  [[nodiscard]] bool receive(std::deque<wire::Message>& into);

 private:
  int in_, out_;
  std::string outgoing_;
  std::size_t at_ = 0;
  wire::Decoder decoder_;
};

}  // namespace worker
