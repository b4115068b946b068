// What the warehouse may show of the open page's chain now: the lock rule of the scene.
#pragma once

#include "charts/scene/events.hpp"

#include <memory>
#include <string>

namespace session {

struct Desk;

struct SceneFilm {
  charts::ChartData data;
  charts::SceneScript script;
  figure::Stage stage = figure::Stage::model;  ///< guess: the meters read '?'
  double end = 0;                              ///< how far it may go
  bool cut = false;                            ///< short of its end: the rest would be the answer
  std::string waits;                           ///< of a cut one: which question it waits for, if that comes later
  bool kept = false;                           ///< of an earlier step, as it ended there
  std::string focus;                           ///< the part of it that is lit; empty: all
  bool plain = false;                          ///< no tensor's name on it: the course has not come to them
  bool weighed = true;  ///< its meters tell bytes: not before the course does, nor while a ratio of them is asked
  bool crew = true;     ///< who waits is seen: false while the number of kernels is asked
  bool named = false;   ///< its signs tell the hardware's names
  int jobs = 0, most_jobs = 0;  ///< how many of the chain's ops are done, where that can be chosen; else 0
  std::string page;             ///< which page it is on
};

/// Null where the open page has no scene. While crossings are asked, the trucks of both plans stop after the first op:
/// what they would go on to do is the answer. Every crossing takes as long as any other until all times are told.
[[nodiscard]] std::shared_ptr<const SceneFilm> film_of(const Desk& desk);
/// The same of a step of the open lesson, as far as it may be seen before that step is opened.
[[nodiscard]] std::shared_ptr<const SceneFilm> film_of_step(const Desk& desk, std::size_t at);

}  // namespace session
