// A role that nobody asks rests, and answers afterwards as before.
#include "worker/role.hpp"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <thread>
#include <unistd.h>

namespace {

class Sleeper final : public worker::Role {
 public:
  void open(const wire::Hello& /*hello*/, wire::Capabilities& /*into*/) override {}
  wire::Body answer(const wire::Body& /*request*/, const worker::Caller& /*caller*/) override {
    return wire::Release{};
  }
  void rest() override { ++rests; }
  std::atomic<int> rests = 0;
};

struct Pipe {
  Pipe() { EXPECT_EQ(::pipe(ends.data()), 0); }
  ~Pipe() {
    close_in();
    ::close(ends[0]);
  }
  void close_in() {
    if (ends[1] >= 0) ::close(ends[1]);
    ends[1] = -1;
  }
  std::array<int, 2> ends{};
};

TEST(Role, RestsOnceItIsNotAsked) {
  Pipe to, from;
  Sleeper role;
  std::thread served([&] {
    worker::Channel channel(to.ends[0], from.ends[1]);
    EXPECT_EQ(worker::serve("run", role, channel, std::chrono::milliseconds(5)), 0);
  });
  worker::Channel ours(from.ends[0], to.ends[1]);
  while (role.rests == 0) std::this_thread::yield();
  ours.send({1, wire::Release{}});
  EXPECT_EQ(ours.receive()->id, 1u);
  const int before = role.rests;
  while (role.rests == before) std::this_thread::yield();
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  EXPECT_EQ(role.rests, before + 1) << "it sleeps until it is asked again";
  to.close_in();
  served.join();
}

}  // namespace
