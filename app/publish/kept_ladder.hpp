// A ladder as a card climbed it another day: its recording, and what each rung is.
#pragma once

#include "base/expected.hpp"
#include "charts/bars/ladder.hpp"
#include "lesson/lesson.hpp"

#include <filesystem>
#include <map>
#include <memory>
#include <string>

namespace publish {

struct KeptLadder {
  std::string name;  ///< "costume"
  std::shared_ptr<const chain::Chain> chain;
  std::vector<charts::Rung> rungs;
  record::Measurement measurement;  ///< recorded
};

/// The one of assets/ladders, or what `file` holds of a climb of it; a mistake where there is none.
[[nodiscard]] base::Expected<KeptLadder> kept_ladder(const std::string& name, const std::filesystem::path& file = {});

/// Every ladder of the lesson's fences that came with the program, by name.
[[nodiscard]] std::map<std::string, std::shared_ptr<const KeptLadder>> ladders_of(const lesson::Lesson& lesson);

/// In the frame of `sheet`: size, type, title, command.
[[nodiscard]] figure::Figure ladder_figure(const KeptLadder& ladder, const charts::ChartData& sheet);
/// A fence's, which `onetrip figure` makes again.
[[nodiscard]] figure::Figure fence_figure(const KeptLadder& ladder, charts::ChartData sheet);

}  // namespace publish
