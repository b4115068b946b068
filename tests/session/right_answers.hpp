// Lessons 01 to 04 answered rightly, a step at a time, by what a student does.
#pragma once

#include "session/stage.hpp"

#include <algorithm>
#include <initializer_list>
#include <string_view>

namespace tests {

/// Of lesson 02's first step, in driving order.
inline constexpr std::initializer_list<const char*> bias_arrows = {"arrow:k1.read.x", "arrow:k1.write.t",
                                                                   "arrow:k2.read.t", "arrow:k2.write.y"};

/// What is typed or chosen at each of the ten steps; empty: it is run.
inline constexpr const char* keys_01[] = {"2", "B", "8", "2", "4", "", "6", "B", "B", "One trip."};
inline constexpr const char* keys_02[] = {"arrows", "strike", "B", "2", "", "5", "3", "", "C", "One trip."};
inline constexpr const char* keys_03[] = {"1.1", "", "2", "", "B", "A", "4:1.6 8:3 32:14", "", "B", "While it waits."};
inline constexpr const char* keys_04[] = {"", "50", "0.125", "0.25", "", "C", "2", "B", "C", "Left or right."};

inline std::string_view key_of(std::string_view lesson, int step) {
  const auto* keys = lesson == "01" ? keys_01 : lesson == "02" ? keys_02 : lesson == "03" ? keys_03 : keys_04;
  return keys[step - 1];
}

/// Goes to the step and answers it as its key says; true if the page took every action.
inline bool answer(Stage& stage, std::string_view lesson, int step) {
  stage->go_to_step(step);
  const std::string key(key_of(lesson, step));
  const auto all = [&](const std::vector<std::string>& actions) {
    return std::ranges::all_of(actions, [&](const std::string& action) { return stage->act(action); });
  };
  if (key.empty()) {
    const bool started = stage->act("run.start");
    stage->wait();
    return started;
  }
  if (key == "arrows") return all({bias_arrows.begin(), bias_arrows.end()});
  if (key == "strike") return all({"arrow:k1.write.t", "arrow:k2.read.t", "guess.lock"});
  if (key[0] >= '0' && key[0] <= '9') return stage->act("guess.set", key) && stage->act("guess.lock");
  if (key.size() == 1) return all({"choice:" + key, "guess.lock"});
  return stage->act("words.set", key) && stage->act("guess.lock");
}

}  // namespace tests
