// Reading and writing whole messages on two descriptors.
#include "worker/channel.hpp"

#include "base/words.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <poll.h>
#include <unistd.h>

namespace worker {

void write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) throw wire::WireError(std::string(base::text("worker.closed")));
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

Channel::Channel(int in, int out) : in_(in), out_(out) {
  write_all(out_, wire::magic_line());
}

/// Reads what is there, or comes within the time; -1 waits for ever.
bool Channel::fill(int milliseconds) {
  pollfd waiting{in_, POLLIN, 0};
  int ready = 0;
  do {
    ready = ::poll(&waiting, 1, milliseconds);
  } while (ready < 0 && errno == EINTR);
  if (ready <= 0) return false;
  std::array<char, 65536> bytes;
  ssize_t got = 0;
  do {
    got = ::read(in_, bytes.data(), bytes.size());
  } while (got < 0 && errno == EINTR);
  if (got <= 0) {
    closed_ = true;
    return false;
  }
  decoder_.feed({bytes.data(), static_cast<std::size_t>(got)});
  while (const auto payload = decoder_.next()) early_.push_back(wire::parse(*payload));
  return true;
}

std::optional<wire::Message> Channel::receive() {
  while (early_.empty() && !closed_) static_cast<void>(fill(-1));
  if (early_.empty()) return std::nullopt;
  wire::Message message = std::move(early_.front());
  early_.pop_front();
  return message;
}

bool Channel::comes_within(std::chrono::milliseconds time) {
  if (early_.empty() && !closed_) static_cast<void>(fill(static_cast<int>(time.count())));
  return !early_.empty() || closed_;
}

void Channel::send(const wire::Message& message) {
  write_all(out_, wire::frame(wire::to_json(message)));
}

bool Channel::cancelled(std::uint64_t id) {
  while (fill(0)) {
  }
  if (closed_) return true;  // nobody waits for the answer
  return std::erase_if(early_, [&](const wire::Message& message) {
           return message.id == id && std::holds_alternative<wire::Cancel>(message.body);
         }) > 0;
}

}  // namespace worker
