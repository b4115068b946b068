// The scene's script: what happens in each lane, in order and when, made of the plan's traffic alone.
#pragma once

#include "charts/frame/chart_data.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace charts {

/// Whose time the trucks keep. Before a reveal every crossing takes as long as any other.
enum class Pace { equal, model, truth };

struct SceneEvent {
  enum class Kind { order, fetch, work, deliver };  ///< order: a kernel is launched
  Kind kind = Kind::order;
  int kernel = 0;             ///< from 1
  int value = -1;             ///< the tensor on its way, the op that is done; -1: order
  bool full = true;           ///< false: a small tensor, no crossing; its bytes count
  bool depot = false;         ///< the cache serves most of it: the truck turns at the corner depot
  double begin = 0, end = 0;  ///< seconds of the scene
  int crossings = 0;          ///< of the lane, once this is over
  base::Bytes bytes;
  bool operator==(const SceneEvent&) const = default;
};
[[nodiscard]] inline bool is_run(const SceneEvent& event) {
  return event.kind == SceneEvent::Kind::fetch || event.kind == SceneEvent::Kind::deliver;
}

/// Where a lane is at a time: in one event, between its begin (0) and its end (1).
struct Cue {
  std::size_t event = 0;
  double progress = 0;
};

struct SceneLane {
  std::size_t plan = 0;  ///< of ChartData::plans
  std::vector<SceneEvent> events;
  std::string counted{};  ///< the line of the chain whose trips and bytes its meter counts; empty: all
  bool operator==(const SceneLane&) const = default;
  [[nodiscard]] double end() const { return events.back().end; }
  [[nodiscard]] Cue at(double seconds) const;
  [[nodiscard]] bool over(double seconds) const { return seconds >= end(); }
  /// The last event that is over by then; null before the first.
  [[nodiscard]] const SceneEvent* done(double seconds) const;
};

struct SceneScript {
  std::vector<SceneLane> lanes;  ///< one a plan, two at most
  Pace pace = Pace::equal;       ///< as kept: equal where a time that was wanted is not known
  double slow_down = 0;          ///< scene seconds a real one; 0 = equal time a crossing
  std::vector<double> stops;     ///< 0, and whenever a run or an op ends in any lane: where stepping halts
  bool operator==(const SceneScript&) const = default;
  [[nodiscard]] double end() const { return stops.back(); }
};

/// `counted`: the meters count this line's tensors alone ("y": y.1, y.2 and y), as a question by tensor does.
[[nodiscard]] SceneScript scene_script(const ChartData& data, Pace wanted, const std::string& counted = {});

/// The next stop after (before) a time; the last (first) where there is none.
[[nodiscard]] double stop_after(const SceneScript& script, double seconds);
[[nodiscard]] double stop_before(const SceneScript& script, double seconds);

/// A moment worth a panel; its name is a part of a key of base::text.
struct KeyMoment {
  std::string_view name;
  double seconds = 0;
};
/// Start, the first delivery of any lane, halfway (or, where that is nearly the same moment, the first load) and end,
/// in the order of their times.
[[nodiscard]] std::vector<KeyMoment> key_moments(const SceneScript& script);

}  // namespace charts
