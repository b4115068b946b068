// A figure's own file as a command's argument: its scene in place of KIND and CHAIN.
#pragma once

#include "base/expected.hpp"
#include "charts/frame/reopen.hpp"
#include "cli/options.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace cli {

/// An exported .svg or .json, and what was measured in it, which a scene does not hold.
struct Reopened {
  charts::SceneAsked scene;
  std::string measured;  ///< "recorded (counters), NVIDIA H200"; empty if it showed the model alone
};
[[nodiscard]] base::Expected<Reopened> reopen(const std::filesystem::path& file);

/// `figure FILE.svg flags` as `figure KIND CHAIN flags`: what the person wrote stands, the scene says the rest.
/// The file's chain goes in as text on one line.
[[nodiscard]] base::Expected<std::vector<std::string>> figure_arguments(const Reopened& reopened,
                                                                        const std::vector<std::string>& arguments,
                                                                        const Options& options);

}  // namespace cli
