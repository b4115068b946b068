// A shell that lets its programs have little memory: a sentence and exit 3, on whichever thread it is missed.
#include "golden.hpp"

#include <gmock/gmock.h>

#include <csignal>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tight_memory_test {

// ASan maps terabytes. g++ and clang++ say in two ways that it is there.
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ONETRIP_SANITIZED
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define ONETRIP_SANITIZED
#endif
#ifdef ONETRIP_SANITIZED
constexpr bool sanitized = true;
#else
constexpr bool sanitized = false;
#endif

struct Ended {
  int status = 0;
  std::string said;
};

Ended run_in(std::size_t mebibytes, std::vector<std::string> words, const std::filesystem::path& home) {
  const std::string err = (home / "err").string();
  words.insert(words.begin(), {tests::program().string(), "--home", home.string()});
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  Ended ended;
  const pid_t child = ::fork();
  if (child == 0) {
    rlimit limit{mebibytes << 20, mebibytes << 20};
    ::dup2(::open("/dev/null", O_WRONLY), 1);
    ::dup2(::open(err.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600), 2);
    ::setrlimit(RLIMIT_AS, &limit);
    ::alarm(60);
    ::execv(argv[0], argv.data());
    ::_exit(127);
  }
  ::waitpid(child, &ended.status, 0);
  std::stringstream text;
  text << std::ifstream(err).rdbuf();
  ended.said = text.str();
  return ended;
}

TEST(TightMemory, EndsWithASentence) {
  if (sanitized) GTEST_SKIP() << "the sanitizer needs more addresses than any limit";
  const tests::TemporaryFolder home;
  int refused = 0, done = 0;
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"lesson", "show", "02"}, {"figure", "bytes", "bias-gelu", "-o", (home.path() / "f.svg").string()}}) {
    for (std::size_t mebibytes = 40; mebibytes <= 400; mebibytes += mebibytes < 60 ? 1 : mebibytes < 200 ? 8 : 50) {
      const Ended ended = run_in(mebibytes, words, home.path());
      ASSERT_TRUE(WIFEXITED(ended.status)) << mebibytes << " MiB: signal " << WTERMSIG(ended.status) << "\n"
                                           << ended.said;
      const int exit = WEXITSTATUS(ended.status);
      if (exit == 127) continue;  // not even its libraries fit
      EXPECT_TRUE(exit == 0 || exit == 3) << mebibytes << " MiB: " << exit << "\n" << ended.said;
      if (exit == 3) {
        ++refused;
        EXPECT_THAT(ended.said, testing::HasSubstr("out of memory")) << mebibytes;
        EXPECT_THAT(ended.said, testing::Not(testing::HasSubstr("std::")));
      }
      done += exit == 0 ? 1 : 0;
    }
  }
  EXPECT_GT(refused, 0);
  EXPECT_GT(done, 0);
}

}  // namespace tight_memory_test
