// From arguments to the line of a shell.
#include "cli/again.hpp"

#include "cli/live.hpp"

namespace cli {

std::string without_file(std::string_view command, const std::vector<std::string>& arguments) {
  std::vector<std::string> kept;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (arguments[i] == "-o") {
      ++i;
    } else if (!arguments[i].starts_with("-o=")) {
      kept.push_back(arguments[i]);
    }
  }
  return command_line(command, kept);
}

}  // namespace cli
