// A disk that fails at the first, the second, the third write...: a sentence and exit 3 each time, until the command
// passes; never half a file, never a rest of one.
#include "base/resources.hpp"
#include "cli/program.hpp"
#include "golden.hpp"

#include <gmock/gmock.h>

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <fstream>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace failing_disk_test {

namespace fs = std::filesystem;
using testing::AnyOf;
using testing::EndsWith;
using testing::HasSubstr;

struct Case {
  const char* name;
  std::vector<std::string> arguments;  ///< FILE is the file that is written
  std::string file;                    ///< below the home
  std::string old;                     ///< what it holds before
};

const Case cases[] = {
    {"Figure", {"figure", "bytes", "bias-gelu", "-o", "FILE"}, "f.svg", "old"},
    {"FigurePdf", {"figure", "bytes", "bias-gelu", "-o", "FILE"}, "f.pdf", "old"},
    {"Quiz", {"quiz", "02", "-o", "FILE"}, "q.md", "old"},
    {"Hosts",
     {"devices", "add", "gpu9", "true"},
     "config/hosts.toml",
     "[[host]]\nname = \"gpu1\"\ncommand = \"true\"\n"},
    {"Record",
     {"record", "x: f32[64, 64]; y = relu(x)", "-o", "FILE", "--device", "cpu", "--quick", "--seconds", "0.05"},
     "r.json",
     "old"},
};

class FailingDisk : public testing::TestWithParam<Case> {
 protected:
  FailingDisk() { fs::create_directories(file_.parent_path()); }
  void put() { std::ofstream(file_, std::ios::binary | std::ios::trunc) << GetParam().old; }
  std::string held() { return base::read_file(file_, 1 << 26).value_or("it is gone"); }
  tests::Outcome go(std::vector<std::string> environment) {
    std::vector<std::string> arguments = GetParam().arguments;
    std::ranges::replace(arguments, "FILE", file_.string());
    return tests::onetrip(arguments, {home_.path().string(), "", std::move(environment)}, 120);
  }
  void expect_no_rests() {
    for (const auto& entry : fs::recursive_directory_iterator(home_.path())) {
      EXPECT_THAT(entry.path().filename().string(), testing::Not(AnyOf(EndsWith(".tmp"), EndsWith(".lock"))));
    }
  }

  tests::TemporaryFolder home_;
  fs::path file_ = home_.path() / GetParam().file;
};

TEST_P(FailingDisk, AtEachWriteInTurn) {
  put();
  ASSERT_EQ(go({}).exit, 0);
  const std::size_t whole = held().size();
  for (const auto& [error, cause] : {std::pair(ENOSPC, "the disk is full"), std::pair(EIO, "the disk failed")}) {
    int failed = 0;
    for (int at = 1; at < 60; ++at) {
      put();
      const auto outcome =
          go({std::string("LD_PRELOAD=") + ONETRIP_FAILING_DISK, "ASAN_OPTIONS=verify_asan_link_order=0",
              "FAIL_AT=" + std::to_string(at), "FAIL_WITH=" + std::to_string(error)});
      expect_no_rests();
      if (outcome.exit == 0) break;
      ++failed;
      EXPECT_EQ(outcome.exit, 3) << at << ": " << outcome.err;
      EXPECT_THAT(outcome.err, HasSubstr(std::string("Cannot write ") + file_.string() + ": " + cause)) << at;
      const std::string now = held();
      // A recording is saved more than once, and holds as many samples as there was time for.
      const bool closed = now.starts_with("{\n") && now.ends_with("\n}\n");
      EXPECT_TRUE(now == GetParam().old || now.size() * 10 > whole * 9 || closed) << at << ": " << now.substr(0, 200);
    }
    EXPECT_GE(failed, 3) << "a write, its fsync and the renaming at least";
    EXPECT_LT(failed, 59);
  }
}

/// The system's own limit raises a signal where nobody ignores it.
TEST_P(FailingDisk, BeyondTheSizeOfFiles) {
  put();
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  rlimit small = before;
  small.rlim_cur = 100;
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  const pid_t self = ::fork();
  if (self == 0) {
    // As a shell starts it: the signal is not ignored.
    std::signal(SIGXFSZ, SIG_DFL);
    std::vector<std::string> words{tests::program().string(), "--home", home_.path().string()};
    for (const std::string& argument : GetParam().arguments)
      words.push_back(argument == "FILE" ? file_.string() : argument);
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    ::dup2(::open("/dev/null", O_WRONLY), 1);
    ::dup2(::open("/dev/null", O_WRONLY), 2);
    ::execv(argv[0], argv.data());
    ::_exit(127);
  }
  ::setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  int status = 0;
  ASSERT_EQ(::waitpid(self, &status, 0), self);
  ASSERT_TRUE(WIFEXITED(status)) << "signal " << WTERMSIG(status);
  EXPECT_EQ(WEXITSTATUS(status), 3);
  EXPECT_EQ(held(), GetParam().old);
  expect_no_rests();
}

INSTANTIATE_TEST_SUITE_P(All, FailingDisk, testing::ValuesIn(cases),
                         [](const auto& test) { return std::string(test.param.name); });

}  // namespace failing_disk_test
