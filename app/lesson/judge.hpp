// Right or wrong, and why: counts exactly, bytes and times by |log2(guess / truth)|.
#pragma once

#include "lesson/lesson.hpp"
#include "lesson/values.hpp"

#include <string>

namespace lesson {

enum class Band { exact, within_10_percent, within_2x, right_direction, wrong };

struct Judgement {
  bool right = false;
  Band band = Band::wrong;
  double guess = 0, truth = 0;
  std::string explanation;    ///< the misconception's, or the right answer's words
  std::string misconception;  ///< its id; empty if none was recognised
};

[[nodiscard]] Judgement judge(const Task& task, double guess, const Quantities& truth);

}  // namespace lesson
