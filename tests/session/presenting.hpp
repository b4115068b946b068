// A class with its notes: on the one screen, or in the presenter's own window.
#pragma once

#include "stage.hpp"

#include <gtest/gtest.h>

#include <string_view>

namespace tests {

inline void open(Stage& stage, const char* lesson, int step = 1) {
  ASSERT_TRUE(stage->open_lesson(lesson));
  stage->go_to_step(step);
  ASSERT_TRUE(stage->act("class.open"));
}

inline void open_alone(Stage& stage, const char* lesson, int step = 1) {
  open(stage, lesson, step);
  stage->set_presenter_window(true);
}

/// To the notes on the one screen, and back to what the room sees.
inline void flip(Stage& stage) {
  ASSERT_TRUE(stage->act("class.flip"));
  if (stage->view().audience) {
    ASSERT_TRUE(stage->act("class.flip"));
  }
}

/// Of the presenter's own window.
inline const session::Node* alone(Stage& stage, std::string_view id) {
  for (const session::Node* node : session::all_nodes(stage->presenter_view())) {
    if (node->id == id) return node;
  }
  return nullptr;
}

}  // namespace tests
