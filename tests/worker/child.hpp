// A worker as a child of a test.
#pragma once

#include "golden.hpp"
#include "places.hpp"
#include "wire/framing.hpp"
#include "wire/messages.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <optional>
#include <poll.h>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

namespace tests {

/// The worker as a child; everything it says as messages.
class Worker {
 public:
  /// A fault that ends in ":once" happens once; the file that says so is where a confined role may remove it.
  explicit Worker(std::string fault = {}, const char* patience = "0.1",
                  const std::filesystem::path& program = tests::worker()) {
    if (constexpr std::string_view once = "once"; fault.ends_with(":once")) {
      const auto file = cache_.path() / once;
      std::ofstream(file) << "x";
      fault.replace(fault.size() - once.size(), once.size(), file.string());
    }
    int to[2], from[2];
    if (::pipe(to) != 0 || ::pipe(from) != 0) throw std::runtime_error("pipe");
    pid_ = ::fork();
    if (pid_ == 0) {
      ::dup2(to[0], 0);
      ::dup2(from[1], 1);
      for (const int one : {to[0], to[1], from[0], from[1]}) ::close(one);
      ::setenv("ONETRIP_WORKER_FAULT", fault.c_str(), 1);
      ::setenv("ASAN_OPTIONS", "quarantine_size_mb=1:thread_local_quarantine_size_kb=64", 1);  // else all freed is kept
      ::setenv("ONETRIP_WORKER_PATIENCE", patience, 1);
      ::execl(program.c_str(), "onetrip-worker", "--cache", cache_.path().c_str(), nullptr);
      ::_exit(127);
    }
    ::close(to[0]);
    ::close(from[1]);
    in_ = to[1];
    out_ = from[0];
    write(wire::magic_line());
  }
  ~Worker() {
    if (in_ >= 0) ::close(in_);
    ::close(out_);
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
  }

  void write(std::string_view bytes) {
    ASSERT_EQ(::write(in_, bytes.data(), bytes.size()), static_cast<ssize_t>(bytes.size()));
  }
  void send(std::uint64_t id, wire::Body body) { write(wire::frame(wire::to_json({id, std::move(body)}))); }
  void close() {
    ::close(in_);
    in_ = -1;
  }

  /// The next message that is no progress; nothing if none comes in time.
  std::optional<wire::Message> next(int seconds = 20) {
    const auto limit = std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
    for (;;) {
      while (const auto payload = decoder_.next()) {
        wire::Message message = wire::parse(*payload);
        if (!std::holds_alternative<wire::Progress>(message.body)) return message;
        ++progress;
      }
      const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(limit - std::chrono::steady_clock::now());
      pollfd waiting{out_, POLLIN, 0};
      if (left.count() <= 0 || ::poll(&waiting, 1, static_cast<int>(left.count())) <= 0) return std::nullopt;
      char bytes[65536];
      const ssize_t got = ::read(out_, bytes, sizeof bytes);
      if (got <= 0) return std::nullopt;
      decoder_.feed({bytes, static_cast<std::size_t>(got)});
    }
  }
  wire::Failure failure() {
    const auto message = next();
    if (!message) return {wire::Failure::Kind::bad_request, "no answer came", "", "", ""};
    const auto* failed = std::get_if<wire::Failure>(&message->body);
    return failed != nullptr ? *failed
                             : wire::Failure{wire::Failure::Kind::bad_request, "it was no failure", "", "", ""};
  }
  /// True if it ended within the time.
  bool ended(int milliseconds) {
    for (int i = 0; i < milliseconds; i += 5) {
      int status = 0;
      if (::waitpid(pid_, &status, WNOHANG) == pid_) return true;
      ::usleep(5000);
    }
    return false;
  }

  [[nodiscard]] int pid() const { return pid_; }

  int progress = 0;

 private:
  tests::TemporaryFolder cache_;
  wire::Decoder decoder_;
  int pid_ = -1, in_ = -1, out_ = -1;
};

}  // namespace tests
