// The figures of a lesson's page: inline SVG, light and dark, told as far as what is still asked lets them be.
#pragma once

#include "charts/strips/chain_strip.hpp"
#include "publish/lesson_html.hpp"

#include <initializer_list>
#include <set>
#include <string>

namespace publish {

class PageFigures {
 public:
  explicit PageFigures(const Findings& findings) : findings_(findings) {}

  /// Each once, and only when no task that is still open asks about a chain of this form.
  std::string of_chain(const std::string& chain, std::initializer_list<const char*> kinds, const lesson::Asked& asked);
  /// Its frame alone while a time of it is asked further down.
  std::string sweep(const std::string& key, lesson::SweepHeight height, const lesson::Asked& asked);
  /// Its frame alone: its own step's task asks for it.
  std::string asked_sweep(const std::string& key, lesson::SweepHeight height);
  /// The warehouse with the plans that the block shows, as of_chain: each once, and when nothing is open.
  std::string told_scene(const lesson::Block& block, const lesson::Asked& asked);
  /// The warehouse as a step opens with it, its meters asking: nothing of the chain has moved yet.
  std::string asked_scene(const lesson::Block& block);
  /// The unfused plan's kernels and arrows, all alike: what crosses is what is asked.
  std::string asked_arrows(const std::string& chain);
  /// Of a step that keeps its picture, where no scene of its chain came before: the unfused plan's kernels and arrows,
  /// told as far as nothing open asks for them; once a chain.
  std::string kept_arrows(const std::string& chain, const lesson::Asked& asked);
  /// With its sliders as the question has them, and below it what each of its names is.
  std::string calculator(const std::string& name, const lesson::Asked& asked);
  /// Of a fence that is a figure; nothing of another.
  std::string of_fence(const lesson::Block& block, const lesson::Asked& asked);

 private:
  struct Row;
  static const Row rows[];
  [[nodiscard]] std::string drawn(const figure::Figure& figure);
  std::string arrows(const charts::ChartData& of, charts::Fullness fullness);

  const Findings& findings_;
  std::set<std::string> shown_;  ///< those of chains that stand on the page
  int count_ = 0;                ///< of all figures: each has ids of its own
};

}  // namespace publish
