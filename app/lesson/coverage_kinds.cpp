// From a command's own words to what its output is.
#include "lesson/coverage_kinds.hpp"

#include "base/text.hpp"

namespace lesson {
namespace {

bool has(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

/// Of a command that runs kernels on the device it names.
std::vector<std::string_view> of_device(std::string_view command) {
  if (has(command, " --device recorded")) return {"recorded"};
  return {"run"};
}

std::vector<std::string_view> of_figure(std::string_view command, std::string_view what) {
  if (what == "imported" || has(command, " --import ")) return {"imported"};
  if (what == "ladder") return {"recorded"};
  if (has(command, " --device ")) return of_device(command);
  return {"computed"};
}

}  // namespace

std::vector<std::string_view> kinds_shown_by(std::string_view command) {
  const auto words = base::split(command, ' ');
  constexpr std::size_t least = 3;  // onetrip, the command, and of what
  if (words.size() < least) return {};
  const std::string_view name = words[1], what = words[2];
  if (name == "run" || name == "demo") return of_device(command);
  // A whole lesson: what runs in it is of the device, what its calculators say is computed.
  if (name == "lesson" && what == "play") return {of_device(command).front(), "computed"};
  if (name == "sweep") {
    return has(command, " --model") ? std::vector<std::string_view>{"computed"} : of_device(command);
  }
  if (name == "figure") return of_figure(command, what);
  if (name == "ladder" || name == "claims") return {"computed", "recorded"};
  if (name == "predict" || name == "emit" || name == "grad") return {"computed"};
  return {};
}

}  // namespace lesson
