// Figures into files, as they may be seen now and no further.
#pragma once

#include "base/expected.hpp"
#include "session/state/desk.hpp"

#include <filesystem>
#include <string_view>

namespace session {

/// The figure with this id on the page that is shown, in the frame of files (960 x 540). An empty path takes a new name
/// below user_data()/exports. Throws MachineError when the disk refuses.
[[nodiscard]] base::Expected<std::filesystem::path> export_figure(Desk& desk, std::string_view figure_id,
                                                                  const std::filesystem::path& path);

/// Every figure of the open lesson into a new folder below user_data()/exports, and one PDF of them: of the chains that
/// no open task asks about. Returns what to say of it. Throws MachineError.
[[nodiscard]] base::Expected<std::string> export_lesson(Desk& desk);

/// The open lesson as one HTML page with every answer and what to say, into a new file below user_data()/exports: for
/// who prepares a class without a second screen. Throws MachineError.
[[nodiscard]] base::Expected<std::filesystem::path> export_teacher_page(Desk& desk);

}  // namespace session
