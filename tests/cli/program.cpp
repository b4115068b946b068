// A child process with its three streams in files, and a limit on its time.
#include "cli/program.hpp"

#include "base/resources.hpp"
#include "golden.hpp"

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace tests {
namespace {

std::string contents(const std::filesystem::path& path) {
  std::stringstream out;
  out << std::ifstream(path, std::ios::binary).rdbuf();
  return out.str();
}

}  // namespace

Outcome onetrip(const std::vector<std::string>& arguments, const Surroundings& surroundings, int seconds) {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "in", std::ios::binary) << surroundings.input;
  std::vector<std::string> words{tests::program().string(), "--home", surroundings.home};
  words.insert(words.end(), arguments.begin(), arguments.end());

  const pid_t child = ::fork();
  if (child < 0) throw std::runtime_error("fork failed");
  if (child == 0) {
    const auto stream = [&](const char* name, int flags, int number) {
      ::dup2(::open((folder.path() / name).c_str(), flags, 0600), number);
    };
    stream("in", O_RDONLY, 0);
    stream("out", O_WRONLY | O_CREAT, 1);
    stream("err", O_WRONLY | O_CREAT, 2);
    for (const std::string& variable : surroundings.environment) ::putenv(::strdup(variable.c_str()));
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    ::execv(argv[0], argv.data());
    ::_exit(127);
  }
  int status = 0;
  const auto limit = std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
  while (::waitpid(child, &status, WNOHANG) == 0) {
    if (std::chrono::steady_clock::now() > limit) ::kill(child, SIGKILL);
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  Outcome outcome;
  outcome.exit = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  outcome.out = contents(folder.path() / "out");
  outcome.err = contents(folder.path() / "err");
  return outcome;
}

void calibrate(const std::filesystem::path& home) {
  const auto file = std::filesystem::path("data") / "devices" / "here.toml";
  static const std::string kept = [&] {
    const TemporaryFolder once;
    const Outcome outcome = onetrip({"devices", "--calibrate"}, {once.path().string(), "", {}});
    if (outcome.exit != 0) throw std::runtime_error("the calibration failed: " + outcome.err);
    return contents(once.path() / file);
  }();
  std::filesystem::create_directories((home / file).parent_path());
  std::ofstream(home / file, std::ios::binary) << kept;
}

void copy_data(const std::filesystem::path& folder) {
  const std::filesystem::path own = base::program_file("lessons").parent_path();
  for (const char* name : {"lessons", "kernels"}) std::filesystem::create_directory_symlink(own / name, folder / name);
  std::filesystem::copy(own / "assets", folder / "assets", std::filesystem::copy_options::recursive);
}

}  // namespace tests
