// A role's end of its pipes: blocking, one message at a time.
#pragma once

#include "wire/framing.hpp"
#include "wire/messages.hpp"

#include <chrono>
#include <deque>
#include <optional>

namespace worker {

class Channel {
 public:
  Channel(int in, int out);
  /// The next message; nothing when the other side closed. Throws wire::WireError.
  [[nodiscard]] std::optional<wire::Message> receive();
  /// Something to receive has come, or the other side closed.
  [[nodiscard]] bool comes_within(std::chrono::milliseconds time);
  void send(const wire::Message& message);
  /// A Cancel of this request has come meanwhile. Other messages keep their place.
  [[nodiscard]] bool cancelled(std::uint64_t id);
  [[nodiscard]] int output() const { return out_; }

 private:
  [[nodiscard]] bool fill(int milliseconds);

  int in_, out_;
  wire::Decoder decoder_;
  std::deque<wire::Message> early_;
  bool closed_ = false;
};

/// Writes all of it, or throws wire::WireError.
void write_all(int descriptor, std::string_view bytes);

}  // namespace worker
