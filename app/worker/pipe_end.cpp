// Non-blocking reads and writes of frames.
#include "worker/pipe_end.hpp"

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <unistd.h>

namespace worker {
namespace {

void never_block(int descriptor) {
  ::fcntl(descriptor, F_SETFL, ::fcntl(descriptor, F_GETFL) | O_NONBLOCK);
}

}  // namespace

PipeEnd::PipeEnd(int in, int out) : in_(in), out_(out), outgoing_(wire::magic_line()) {
  never_block(in_);
  never_block(out_);
}

PipeEnd::~PipeEnd() {
  ::close(in_);
  if (out_ != in_) ::close(out_);
}

void PipeEnd::send(const wire::Message& message) {
  outgoing_ += wire::frame(wire::to_json(message));
}

bool PipeEnd::flush() {
  while (wants_to_write()) {
    const ssize_t written = ::write(out_, outgoing_.data() + at_, outgoing_.size() - at_);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno == EAGAIN;
    at_ += static_cast<std::size_t>(written);
  }
  outgoing_.clear();
  at_ = 0;
  return true;
}

bool PipeEnd::receive(std::deque<wire::Message>& into) {
  std::array<char, 65536> bytes;
  for (;;) {
    const ssize_t got = ::read(in_, bytes.data(), bytes.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 && errno == EAGAIN) return true;
    if (got <= 0) return false;
    decoder_.feed({bytes.data(), static_cast<std::size_t>(got)});
    while (const auto payload = decoder_.next()) into.push_back(wire::parse(*payload));
  }
}

}  // namespace worker
