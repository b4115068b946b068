// The command line: one small file a command, one table of them.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cli {

/// 0 done, 1 the answer is no, 2 bad usage or bad input, 3 the machine could not.
enum class Exit : int { done = 0, no = 1, bad_input = 2, machine = 3 };

struct Command {
  std::string_view name;
  std::string_view usage;  ///< "predict CHAIN [--cuts ...]"
  Exit (*run)(const std::vector<std::string>& arguments);
};

[[nodiscard]] std::span<const Command> commands();

/// Everything main does: global options (--data, --home, --words, --help, --version), the command, its errors to
/// stderr.
[[nodiscard]] int run(int argc, char** argv);

}  // namespace cli
