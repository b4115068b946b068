// The published formulas; w is numbered as they number it.
#include "lesson/fsrs.hpp"

#include "base/names.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace lesson {
namespace {

constexpr std::array w = {0.212,  1.2931, 2.3065, 8.2956, 6.4133, 0.8334, 3.0194, 0.001,  1.8722, 0.1666, 0.796,
                          1.4835, 0.0614, 0.2629, 1.6483, 0.6014, 1.8729, 0.5425, 0.0912, 0.0658, 0.1542};
constexpr double decay = -w[20], wanted_chance = 0.9, least_stability = 0.001;
constexpr int most_days = 36500;

double factor() {
  return std::pow(wanted_chance, 1 / decay) - 1;
}

constexpr base::Names<Recalled, Recalled::easy> names("again", "hard", "good", "easy");

/// 1 to 4, as the formulas count.
double grade(Recalled recalled) {
  return static_cast<double>(recalled) + 1;
}

double first_difficulty(Recalled recalled) {
  return w[4] - std::exp(w[5] * (grade(recalled) - 1)) + 1;
}

/// Harder cards grow harder by less, and all lean a little towards easy.
double next_difficulty(double difficulty, Recalled recalled) {
  const double change = -w[6] * (grade(recalled) - 3);
  const double damped = difficulty + (10 - difficulty) * change / 9;
  return std::clamp(w[7] * first_difficulty(Recalled::easy) + (1 - w[7]) * damped, 1.0, 10.0);
}

/// Asked again on the same day.
double stability_same_day(double stability, Recalled recalled) {
  const double grown = std::exp(w[17] * (grade(recalled) - 3 + w[18])) * std::pow(stability, -w[19]);
  return stability * (recalled >= Recalled::good ? std::max(grown, 1.0) : grown);
}

double stability_forgotten(const Memory& memory, double chance) {
  const double left = w[11] * std::pow(memory.difficulty, -w[12]) * (std::pow(memory.stability + 1, w[13]) - 1) *
                      std::exp((1 - chance) * w[14]);
  return std::min(left, memory.stability / std::exp(w[17] * w[18]));
}

double stability_recalled(const Memory& memory, double chance, Recalled recalled) {
  const double hard = recalled == Recalled::hard ? w[15] : 1, easy = recalled == Recalled::easy ? w[16] : 1;
  const double grown = std::exp(w[8]) * (11 - memory.difficulty) * std::pow(memory.stability, -w[9]) *
                       (std::exp((1 - chance) * w[10]) - 1) * hard * easy;
  return memory.stability * (1 + grown);
}

}  // namespace

std::string_view name(Recalled recalled) {
  return names[recalled];
}

std::optional<Recalled> recalled_named(std::string_view name) {
  return names.find(name);
}

Memory first_memory(Recalled recalled) {
  const double stability = w[static_cast<std::size_t>(recalled)];
  return {std::max(stability, least_stability), std::clamp(first_difficulty(recalled), 1.0, 10.0)};
}

Memory next_memory(const Memory& memory, int days, Recalled recalled) {
  const double chance = recall_chance(memory, days);
  double stability = 0;
  if (days < 1) {
    stability = stability_same_day(memory.stability, recalled);
  } else if (recalled == Recalled::again) {
    stability = stability_forgotten(memory, chance);
  } else {
    stability = stability_recalled(memory, chance, recalled);
  }
  return {std::max(stability, least_stability), next_difficulty(memory.difficulty, recalled)};
}

double recall_chance(const Memory& memory, int days) {
  return std::pow(1 + factor() * std::max(days, 0) / memory.stability, decay);
}

int days_until_due(const Memory& memory) {
  const double days = memory.stability / factor() * (std::pow(wanted_chance, 1 / decay) - 1);
  return static_cast<int>(std::clamp(std::round(days), 1.0, static_cast<double>(most_days)));
}

}  // namespace lesson
