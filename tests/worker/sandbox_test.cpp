// What a confined role can still do, tried by a child of ours and by a compiler that is no friend.
#include "worker/sandbox.hpp"

#include "worker/stub_worker.hpp"

#include <gmock/gmock.h>

#include <cerrno>
#include <fcntl.h>
#include <functional>
#include <netinet/in.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <thread>

namespace sandbox_test {

using testing::HasSubstr;

/// Runs it in a child, which may confine itself: its result.
int in_child(const std::function<int()>& action) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(action());
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

int code_of(long result) {
  return result < 0 ? errno : 0;
}

constexpr int unconfined = 99;

class Sandbox : public testing::Test {
 protected:
  void SetUp() override {
#ifdef ONETRIP_SANITIZED
    GTEST_SKIP() << "sanitizers need what it takes away";
#endif
    const int result = in_child([&] { return worker::confine_compiler({}, {}).empty() ? 0 : unconfined; });
    if (result == unconfined) GTEST_SKIP() << "this kernel or build cannot take it away";
  }
  /// What the action answers in a compiler that may read one folder and write the other.
  int as_compiler(const std::function<int()>& action) const {
    return in_child([&] {
      if (!worker::confine_compiler({readable_.path()}, writable_.path()).empty()) return unconfined;
      return action();
    });
  }
  static int as_card(const std::function<int()>& action) {
    return in_child([&] { return worker::confine_card().empty() ? action() : unconfined; });
  }
  static int opened(const std::filesystem::path& path, int flags = O_RDONLY) {
    return code_of(::open(path.c_str(), flags, 0600));
  }

  tests::TemporaryFolder readable_, writable_;
};

TEST_F(Sandbox, ACompilerOpensNoFilesButItsOwn) {
  std::ofstream(readable_.path() / "library") << "x";
  std::ofstream(writable_.path() / "kept") << "x";
  std::filesystem::create_symlink("/etc/hostname", readable_.path() / "link");
  EXPECT_EQ(as_compiler([&] { return opened(readable_.path() / "library"); }), 0);
  EXPECT_EQ(as_compiler([&] { return opened(writable_.path() / "kept"); }), 0);
  EXPECT_EQ(as_compiler([&] { return opened(writable_.path() / "new", O_WRONLY | O_CREAT); }), 0);
  EXPECT_EQ(as_compiler([&] { return code_of(::unlink((writable_.path() / "new").c_str())); }), 0);
  for (const char* path : {"/etc/hostname", "/etc/passwd", "/proc/self/environ", "/dev/null", "/tmp", "/"}) {
    EXPECT_EQ(as_compiler([&] { return opened(path); }), EACCES) << path;
  }
  EXPECT_EQ(as_compiler([&] { return opened(readable_.path() / "link"); }), EACCES);
  EXPECT_EQ(as_compiler([&] { return opened(writable_.path() / ".." / "x", O_WRONLY | O_CREAT); }), EACCES);
  EXPECT_EQ(as_compiler([&] { return opened(readable_.path() / "library", O_WRONLY); }), EACCES);
  EXPECT_EQ(as_compiler([&] { return code_of(::mkdir((readable_.path() / "new").c_str(), 0700)); }), EACCES);
}

TEST_F(Sandbox, ACompilerHasNoNetworkAndNoOtherProcess) {
  for (const int family : {AF_INET, AF_INET6, AF_UNIX, AF_NETLINK}) {
    EXPECT_EQ(as_compiler([&] { return code_of(::socket(family, SOCK_STREAM, 0)); }), EPERM) << family;
  }
  EXPECT_EQ(as_compiler([] { return code_of(::fork()); }), EPERM);
  EXPECT_EQ(as_compiler([] { return code_of(::execl("/bin/true", "true", nullptr)); }), EPERM);
  EXPECT_EQ(as_compiler([] { return code_of(::ptrace(PTRACE_TRACEME, 0, 0, 0)); }), EPERM);
  EXPECT_EQ(as_compiler([] { return code_of(::kill(::getppid(), SIGKILL)); }), EPERM);
}

TEST_F(Sandbox, ACompilerMayStillHaveThreadsAndMemory) {
  EXPECT_EQ(as_compiler([] {
              int seen = 1;
              std::thread([&] { seen = std::vector<char>(1 << 20).back(); }).join();
              return seen;
            }),
            0);
}

TEST_F(Sandbox, ARoleWithACardKeepsItsFilesAndStartsNothing) {
  EXPECT_EQ(as_card([] { return opened("/etc/hostname"); }), 0);
  EXPECT_EQ(as_card([] { return code_of(::socket(AF_UNIX, SOCK_STREAM, 0)); }), 0);
  for (const int family : {AF_INET, AF_INET6}) {
    EXPECT_EQ(as_card([&] { return code_of(::socket(family, SOCK_STREAM, 0)); }), EPERM) << family;
  }
  EXPECT_EQ(as_card([] { return code_of(::execl("/bin/true", "true", nullptr)); }), EPERM);
  EXPECT_EQ(as_card([] { return code_of(::ptrace(PTRACE_TRACEME, 0, 0, 0)); }), EPERM);
}

TEST_F(Sandbox, ThreadsThatWereThereAreHeldToItToo) {
  EXPECT_EQ(as_card([] {
              std::atomic<bool> confined = false;
              int code = 0;
              std::thread before([&] {
                while (!confined) std::this_thread::yield();
                code = code_of(::socket(AF_INET, SOCK_STREAM, 0));
              });
              if (!worker::confine_card().empty()) return unconfined;
              confined = true;
              before.join();
              return code;
            }),
            EPERM);
}

TEST_F(Sandbox, ItIsOnInEveryRoleThatIsReady) {
  const tests::StubMachine machine;
  tests::StubWorker worker;
#ifdef ONETRIP_CUPTI
  const bool counters = true;
#else
  const bool counters = false;
#endif
  for (const wire::RoleState& role : worker.hello(counters).roles) {
    EXPECT_TRUE(role.ready) << role.role;
    EXPECT_EQ(role.reason, "") << role.role << ": nothing is missing here";
  }
  // The stub of the compiler tries what it can, and tells how it went.
  machine.play("attempt = 1");
  const std::string log = worker.refusal(tests::StubWorker::source()).detail;
  EXPECT_THAT(log, HasSubstr("open: 13\n"));
  EXPECT_THAT(log, HasSubstr("socket: 1\n"));
  EXPECT_THAT(log, HasSubstr("fork: 1\n"));
  EXPECT_THAT(log, HasSubstr("exec: 1"));
}

TEST(SandboxOff, CanBeSwitchedOff) {
  EXPECT_EQ(in_child([] {
              ::setenv("ONETRIP_WORKER_SANDBOX", "off", 1);
              if (!worker::confine_compiler({}, {}).empty()) return unconfined;
              return code_of(::open("/etc/passwd", O_RDONLY));
            }),
            0);
}

}  // namespace sandbox_test
