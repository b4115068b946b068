// Runs the program as a person would: a process with arguments, its output and its exit code.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace tests {

struct Outcome {
  int exit = -1;  ///< 128 + signal when it was killed by one
  std::string out, err;
};

struct Surroundings {
  std::string home;                      ///< --home; every test has one of its own
  std::string input;                     ///< standard input
  std::vector<std::string> environment;  ///< "LC_ALL=de_DE.UTF-8"; added to ours
};

/// Runs onetrip; killed (exit 137) after `seconds`.
[[nodiscard]] Outcome onetrip(const std::vector<std::string>& arguments, const Surroundings& surroundings,
                              int seconds = 600);

/// Gives a home the calibration of this machine, taken once a process: where a test is not about taking it.
void calibrate(const std::filesystem::path& home);

/// Into `folder` for --data: the program's own files, of which those in assets/ may be changed.
void copy_data(const std::filesystem::path& folder);

}  // namespace tests
