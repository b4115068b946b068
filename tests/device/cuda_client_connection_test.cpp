// Every way a connection can go wrong ends in its own sentence, and in time.
#include "base/text.hpp"
#include "device/cuda_client/connection.hpp"
#include "places.hpp"

#include <gmock/gmock.h>

#include <chrono>
#include <thread>

namespace cuda_client_connection_test {

using device::cuda_client::Connection;
using device::cuda_client::Patience;
using testing::AllOf;
using testing::HasSubstr;

// Who is waited for in vain is waited for briefly; who answers has as long as a busy machine may take.
const Patience short_patience{0.5, 0.8, 0.5, 0.3}, short_grace{30, 30, 30, 0.3}, patience{30, 30, 30, 30};

std::string fake(const std::string& scenario) {
  return "exec " + tests::fake_worker().string() + " " + scenario;
}

struct Refusal {
  std::string sentence = "nothing was refused", remedy;
};

template <class Action>
Refusal refusal(Action action) {
  const auto begin = std::chrono::steady_clock::now();
  Refusal out;
  try {
    action();
  } catch (const device::DeviceError& error) {
    out = {error.what(), error.remedy};
  }
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(60));
  return out;
}

Refusal greeting(const std::string& command, const Patience& within = patience) {
  return refusal([&] {
    Connection connection(command, within);
    (void)connection.hello(false);
  });
}

TEST(Connection, AGoodWorkerTellsItsCard) {
  Connection connection(fake("good"), patience);
  EXPECT_EQ(connection.hello(true).card->name, "NVIDIA H200");
  EXPECT_FALSE(connection.broken());
}

TEST(Connection, ABannerBeforeTheFramesIsKept) {
  Connection connection(fake("banner"), patience);
  EXPECT_TRUE(connection.hello(false).card.has_value());
  EXPECT_EQ(connection.host_said(), "Welcome to gpu7\nQuota: 12 % used\n");
}

TEST(Connection, APasswordThatIsWanted) {
  for (const char* scenario : {"password", "denied"}) {
    const Refusal refused = greeting(fake(scenario), {2, 2, 2, 2});
    EXPECT_THAT(refused.sentence, AllOf(HasSubstr("asks for a password"), HasSubstr("assword"))) << scenario;
    EXPECT_THAT(refused.remedy, HasSubstr("ControlMaster=auto")) << scenario;
  }
}

TEST(Connection, ABannerThatSpeaksOfPasswordsIsNoRefusal) {
  const std::string banner = "echo 'Please change your password every 90 days.'; ";
  EXPECT_THAT(greeting(banner + fake("dead-link")).sentence, HasSubstr("link to the worker broke"));
  EXPECT_THAT(greeting(banner + fake("hang-at-hello"), short_patience).sentence, HasSubstr("has not answered"));
  EXPECT_THAT(greeting(banner + "nowhere-to-be-found").sentence, HasSubstr("no onetrip-worker on that host"));
  EXPECT_THAT(greeting(banner + "exit 0").sentence, HasSubstr("ended before the worker started"));
}

TEST(Connection, WhatSshSaysOfTheHost) {
  const auto ssh = [](const std::string& said) { return greeting("echo '" + said + "' >&2; exit 255"); };
  for (const char* said :
       {"ssh: connect to host gpu7 port 22: Connection refused", "ssh: Could not resolve hostname gpu7",
        "ssh: connect to host gpu7 port 22: No route to host"}) {
    EXPECT_THAT(ssh(said).sentence, AllOf(HasSubstr("cannot be reached"), HasSubstr(said)));
  }
  EXPECT_THAT(ssh("Host key verification failed.").remedy, HasSubstr("check its key"));
  const Refusal changed = ssh("@ WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED! @\n" + std::string(2000, '@') +
                              "\nHost key verification failed.");
  EXPECT_THAT(changed.sentence, AllOf(HasSubstr("a different key than before"), testing::Not(HasSubstr("@"))));
  EXPECT_THAT(changed.remedy, HasSubstr("ssh-keygen -R"));
  EXPECT_THAT(greeting("echo 'sh: 1: ssh: not found' >&2; exit 127").sentence, HasSubstr("no ssh on this machine"));
  const Refusal dead = greeting("echo 'sh: ./onetrip-worker: Permission denied' >&2; exit 126");
  EXPECT_THAT(dead.sentence, HasSubstr("cannot be started"));
  EXPECT_THAT(dead.remedy, HasSubstr("scripts/worker"));
}

TEST(Connection, OfALongSpeechTheLastWholeWords) {
  EXPECT_THAT(greeting("yes Überlänge | head -n 100; echo the end; exit 1").sentence,
              AllOf(HasSubstr("It said: … Überlänge"), testing::EndsWith("the end")));
  EXPECT_THAT(greeting("head -c 3001 /dev/zero | tr '\\0' = | sed 's/=/ü/g'; exit 1").sentence,
              AllOf(HasSubstr("It said: …üü"), testing::EndsWith("üü")))
      << "no blank to cut at";
}

TEST(Connection, AQueueIsWaitedForLongerAndNamed) {
  EXPECT_THAT(greeting(fake("queue"), {2, 2.5, 2, 2}).sentence,
              AllOf(HasSubstr("batch system"), HasSubstr("job 4711")));
  Connection connection(fake("queue-then-good"), {1, 30, 30, 30});  // which comes after 1.5 s
  EXPECT_TRUE(connection.hello(false).card.has_value());
}

TEST(Connection, Silence) {
  EXPECT_THAT(greeting(fake("silent"), short_patience).sentence, HasSubstr("has not answered"));
  EXPECT_THAT(greeting(fake("hang-at-hello"), short_patience).sentence, HasSubstr("has not answered"));
}

TEST(Connection, ACommandThatIsNotThere) {
  const Refusal refused = greeting("onetrip-worker-that-is-nowhere");
  EXPECT_THAT(refused.sentence, HasSubstr("no onetrip-worker on that host"));
  EXPECT_THAT(refused.remedy, HasSubstr("scripts/worker"));
  EXPECT_THAT(greeting("echo no route to host >&2; exit 255").sentence,
              AllOf(HasSubstr("ended before the worker started"), HasSubstr("no route to host")));
}

TEST(Connection, WhatIsNoTextIsNotEchoed) {
  const std::string binary = greeting("head -c 3000 /dev/urandom | tr ' ' x; exit 1").sentence;
  EXPECT_THAT(binary, AllOf(HasSubstr("ended before the worker started"), HasSubstr("something that is not text")));
  EXPECT_FALSE(base::invalid_utf8(binary));
  // One stray byte, an escape sequence of each kind: the words stay, what steers a terminal goes.
  const std::string words =
      greeting(R"(printf 'caf\351 closed \033[31mred \302\233 until eight o clock\n'; exit 1)").sentence;
  EXPECT_THAT(words, HasSubstr("caf? closed [31mred ? until eight o clock"));
}

TEST(Connection, ADeadLinkIsNotADeadRole) {
  EXPECT_THAT(greeting(fake("dead-link")).sentence, HasSubstr("link to the worker broke"));
}

TEST(Connection, AnotherVersion) {
  const Refusal refused = greeting(fake("version"));
  EXPECT_THAT(refused.sentence, HasSubstr("version 99"));
  EXPECT_THAT(refused.remedy, HasSubstr("scripts/worker"));
}

TEST(Connection, ForeignOversizedMalformedAndUnaskedFrames) {
  EXPECT_THAT(greeting(fake("foreign-frame")).sentence, HasSubstr("larger than messages may be"));
  EXPECT_THAT(greeting(fake("oversized")).sentence, HasSubstr("larger than messages may be"));
  EXPECT_THAT(greeting(fake("malformed")).sentence, HasSubstr("hello.program is missing"));
  EXPECT_THAT(greeting(fake("unasked")).sentence, HasSubstr("an answer that nobody asked"));
  EXPECT_THAT(greeting(fake("wrong-type")).sentence, HasSubstr("does not match the request"));
}

TEST(Connection, ABrokenOneStaysBroken) {
  Connection connection(fake("dies-at-run"), patience);
  (void)connection.hello(false);
  const auto run = [&] { (void)connection.ask({wire::Run{}}, 0.2, {}); };
  EXPECT_THAT(refusal(run).sentence, HasSubstr("link to the worker broke"));
  EXPECT_TRUE(connection.broken());
  EXPECT_THAT(refusal(run).sentence, HasSubstr("link to the worker broke"));
}

TEST(Connection, AHangIsGivenUp) {
  Connection connection(fake("hang-at-run"), short_grace);
  (void)connection.hello(false);
  EXPECT_THAT(refusal([&] { (void)connection.ask({wire::Run{}}, 0.2, {}); }).sentence, HasSubstr("has not answered"));
}

TEST(Connection, CancelledByAnotherThread) {
  for (const char* scenario : {"slow-run", "hang-at-run"}) {
    Connection connection(fake(scenario), short_grace);
    (void)connection.hello(false);
    std::stop_source stop;
    const std::jthread other([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
      stop.request_stop();
    });
    EXPECT_THROW((void)connection.ask({wire::Run{}}, 5, stop.get_token()), base::Cancelled) << scenario;
  }
}

TEST(Connection, AnIntroductionIsLeftAtOnce) {
  Connection connection(fake("hang-at-hello"), {0.5, 0.8, 30, 30});
  std::stop_source stop;
  stop.request_stop();
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_THROW((void)connection.hello(true, stop.get_token()), base::Cancelled);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(30));
}

TEST(Connection, ProgressIsPassedOnAndTheRequestSetAside) {
  Connection connection(fake("killed-three"), patience);
  (void)connection.hello(false);
  int told = 0;
  const auto run = [&] { (void)connection.ask({wire::Run{}}, 1, {}, [&](const wire::Progress&) { ++told; }); };
  EXPECT_THAT(refusal(run).sentence, HasSubstr("killed the role run 3 times"));
  EXPECT_EQ(told, 3);
  EXPECT_FALSE(connection.broken());
}

TEST(Command, SshNeverAsks) {
  EXPECT_THAT(device::cuda_client::careful("ssh host onetrip-worker"),
              AllOf(HasSubstr("ssh -o BatchMode=yes"), testing::EndsWith(" host onetrip-worker")));
  EXPECT_EQ(device::cuda_client::careful("srun onetrip-worker"), "srun onetrip-worker");
}

}  // namespace cuda_client_connection_test
