// Several programs at once, as forks of the test.
#pragma once

#include <gtest/gtest.h>

#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace tests {

/// `work` of each number in a process of its own; what it returns is its exit code, which is to be 0.
template <class Work>
void in_processes(int count, Work work) {
  std::vector<pid_t> children;
  for (int number = 0; number < count; ++number) {
    const pid_t child = ::fork();
    if (child == 0) ::_exit(work(number));
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
  }
}

}  // namespace tests
