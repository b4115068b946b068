// The worker itself, with faults planted in its roles: what its client hears, and that it goes on.
#include "golden.hpp"
#include "wire/samples.hpp"
#include "worker/child.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <fstream>
#include <unistd.h>

namespace {

using testing::HasSubstr;
using tests::Worker;

wire::Compile good() {
  return {"extern \"C\" __global__ void k(float* a) { a[0] = 1; }", "90", {}};
}

/// Without NVRTC the compile role is refused: the tests of what it does then skip.
bool can_compile() {
  Worker worker;
  worker.send(1, wire::Hello{});
  const auto told = worker.next();
  if (!told) return false;
  for (const auto& role : std::get<wire::Capabilities>(told->body).roles) {
    if (role.role == "compile") return role.ready;
  }
  return false;
}

class SupervisorCompiles : public testing::Test {
 protected:
  void SetUp() override {
    if (!can_compile()) GTEST_SKIP() << "there is no libnvrtc here";
  }
};

TEST(Supervisor, SaysWhatEachRoleCanDo) {
  Worker worker;
  worker.send(1, wire::Hello{"0.1.0", "", true});
  const auto message = worker.next();
  ASSERT_TRUE(message);
  const auto& told = std::get<wire::Capabilities>(message->body);
  EXPECT_FALSE(told.boot.empty());
  ASSERT_GE(told.roles.size(), 4u);
  for (const wire::RoleState& role : told.roles) {
    if (!role.ready) {
      EXPECT_FALSE(role.reason.empty()) << role.role;
    }
  }
}

TEST(Supervisor, EndsWithItsClient) {
  Worker worker;
  worker.send(1, wire::Hello{});
  ASSERT_TRUE(worker.next());
  worker.close();
  EXPECT_TRUE(worker.ended(2000));
}

TEST(Supervisor, ForeignBytesEndItWithAReason) {
  Worker worker;
  worker.write("GET / HTTP/1.1\r\n\r\n");
  EXPECT_THAT(worker.failure().sentence, HasSubstr("larger than messages may be"));
  EXPECT_TRUE(worker.ended(2000));
}

TEST(Supervisor, RequestsThatDoNotHoldTogetherAreRefusedAndItGoesOn) {
  Worker worker;
  wire::Run run;
  run.job = tests::sample_job();
  std::get<wire::Kernel>(run.job.plans[0].steps[0]).arguments[0].value = 77;
  worker.send(5, run);
  EXPECT_THAT(worker.failure().sentence, HasSubstr("names a buffer that is not there"));
  worker.send(6, wire::Release{});
  EXPECT_EQ(worker.failure().kind, wire::Failure::Kind::bad_request);
}

TEST_F(SupervisorCompiles, AndServesAgainFromItsCache) {
  Worker worker;
  worker.send(1, good());
  worker.send(2, good());
  const auto first = worker.next(), second = worker.next();
  ASSERT_TRUE(first && second);
  EXPECT_EQ(std::get<wire::Compiled>(first->body).cubin, std::get<wire::Compiled>(second->body).cubin);
  EXPECT_TRUE(std::get<wire::Compiled>(first->body).image.empty()) << "the cubin stays there";
}

TEST_F(SupervisorCompiles, ARoleThatDiesOnceIsStartedAgainAndTheRequestGoesThrough) {
  Worker worker("compile:request:die:once");
  worker.send(1, good());
  const auto message = worker.next();
  ASSERT_TRUE(message);
  EXPECT_TRUE(std::holds_alternative<wire::Compiled>(message->body));
  EXPECT_EQ(worker.progress, 1) << "the client hears that it is tried again";
}

TEST_F(SupervisorCompiles, ARequestThatKillsThreeIsSetAsideAndStaysSo) {
  Worker worker("compile:request:die");
  worker.send(1, good());
  wire::Failure failed = worker.failure();
  EXPECT_EQ(failed.kind, wire::Failure::Kind::set_aside);
  EXPECT_THAT(failed.sentence, testing::AllOf(HasSubstr("3 times"), HasSubstr("Killed")));
  worker.send(2, good());
  failed = worker.failure();
  EXPECT_THAT(failed.sentence, HasSubstr("and will not be run again"));
}

TEST_F(SupervisorCompiles, AHangingRoleIsKilledAtItsDeadline) {
  Worker worker("compile:request:hang:once", "0.1");
  worker.send(1, good());
  EXPECT_EQ(worker.failure().kind, wire::Failure::Kind::deadline);
  worker.send(2, good());
  const auto message = worker.next();
  ASSERT_TRUE(message);
  EXPECT_TRUE(std::holds_alternative<wire::Compiled>(message->body)) << "the next request succeeds";
}

TEST_F(SupervisorCompiles, ARoleThatSpeaksForeignOrLateIsReplaced) {
  for (const char* what : {"foreign", "late"}) {
    Worker worker(std::string("compile:request:") + what + ":once");
    worker.send(1, good());
    const auto message = worker.next();
    ASSERT_TRUE(message) << what;
    EXPECT_TRUE(std::holds_alternative<wire::Compiled>(message->body)) << what;
  }
}

TEST_F(SupervisorCompiles, CancelledWhileItHangs) {
  Worker worker("compile:request:hang");
  worker.send(1, wire::Hello{});
  ASSERT_TRUE(worker.next());
  worker.send(2, good());
  ::usleep(100'000);
  worker.send(2, wire::Cancel{});
  EXPECT_EQ(worker.failure().kind, wire::Failure::Kind::cancelled);
}

TEST(Supervisor, RolesThatDieOrHangAtTheirStartAreRefusedInWords) {
  const std::pair<const char*, const char*> cases[] = {{"run:hello:die", "dies whenever it starts"},
                                                       {"run:hello:hang", "does not finish starting"}};
  for (const auto& [fault, sentence] : cases) {
    Worker worker(fault, "0.2");
    worker.send(1, wire::Hello{});
    const auto message = worker.next();
    ASSERT_TRUE(message) << fault;
    const auto& roles = std::get<wire::Capabilities>(message->body).roles;
    const auto run = std::ranges::find(roles, "run", &wire::RoleState::role);
    ASSERT_NE(run, roles.end());
    EXPECT_FALSE(run->ready);
    EXPECT_THAT(run->reason, HasSubstr(sentence));
    wire::Run request;
    request.job = tests::sample_job();
    worker.send(2, request);
    EXPECT_EQ(worker.failure().kind, wire::Failure::Kind::unavailable);
  }
}

TEST(Supervisor, AskingAgainStartsWhoRefused) {
  Worker worker("run:hello:hang:once", "0.3");
  const auto reason = [&](std::uint64_t id) {
    worker.send(id, wire::Hello{});
    const auto message = worker.next();
    if (!message) return std::string("no answer");
    const auto& roles = std::get<wire::Capabilities>(message->body).roles;
    const auto run = std::ranges::find(roles, "run", &wire::RoleState::role);
    return run == roles.end() ? std::string("no such role") : run->reason;
  };
  EXPECT_THAT(reason(1), HasSubstr("does not finish starting"));
  EXPECT_THAT(reason(2), testing::Not(testing::AnyOf(HasSubstr("does not finish starting"), HasSubstr("no answer"))));
}

}  // namespace
