// The warehouse on the open page, as data: where it stands, whether it plays.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plan {
struct FusionPlan;
}

namespace session {

struct SceneFilm;

/// The node of the warehouse, among a stage's pictures.
inline constexpr std::string_view warehouse_picture = "figure.warehouse";

struct ScenePlay {
  double seconds = 0;  ///< of the scene
  bool playing = false;
  bool moved = false;                             ///< since the page was made: its nodes alone are made anew
  std::chrono::steady_clock::time_point shown{};  ///< when it last moved on
  double speed = 1;                               ///< scene seconds a second
  double reveal = 0, reveal_end = 0;  ///< seconds since a run ended or arrows were struck, and how many it takes
  std::optional<double> fusing;       ///< the share of its way at which the film of fusing was stopped by hand
  std::string tab, tab_page;          ///< the stage's picture that was chosen, and on which page
  std::string page;                   ///< whose scene this is: another page begins at the beginning
  [[nodiscard]] bool reveals() const { return reveal < reveal_end; }
  std::shared_ptr<const std::vector<plan::FusionPlan>>
      joined;                             ///< in the lab: the plan before kernels came together, and after
  std::shared_ptr<const SceneFilm> film;  ///< as the page was made with; null: the page has none
};

}  // namespace session
