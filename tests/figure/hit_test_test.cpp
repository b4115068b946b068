// What the pointer finds: topmost, named, seen, inside its clip.
#include "figure/hit_test.hpp"

#include <gtest/gtest.h>

namespace hit_test_test {

using namespace figure;

Figure with(std::vector<Mark> marks) {
  Figure figure;
  figure.marks = std::move(marks);
  return figure;
}

TEST(Hit, TheTopmostNamedMarkWins) {
  const Figure figure =
      with({{Rect{{0, 0}, 100, 100}, "below"}, {Circle{{50, 50}, 10}, "above"}, {Text{{45, 52}, "x"}, ""}});
  EXPECT_EQ(hit(figure, {50, 50}), "above") << "a label without an id is see-through";
  EXPECT_EQ(hit(figure, {80, 80}), "below");
  EXPECT_EQ(hit(figure, {200, 80}), std::nullopt);
}

TEST(Hit, LinesHaveSlackAndThickLinesTheirWidth) {
  const Stroke thin{{Role::ink}, 1, 0}, thick{{Role::ink}, 20, 0};
  EXPECT_EQ(hit(with({{Polyline{{{0, 0}, {100, 0}}, thin}, "l"}}), {50, 3}), "l");
  EXPECT_FALSE(hit(with({{Polyline{{{0, 0}, {100, 0}}, thin}, "l"}}), {50, 5}));
  EXPECT_FALSE(hit(with({{Polyline{{{0, 0}, {100, 0}}, thin}, "l"}}), {50, 3}, 2));
  EXPECT_EQ(hit(with({{Polyline{{{0, 0}, {100, 0}}, thick}, "l"}}), {50, 9}), "l");
  EXPECT_FALSE(hit(with({{Polyline{{{0, 0}, {100, 0}}, thin}, "l"}}), {110, 0})) << "past its end";
}

TEST(Hit, PolygonsAndTexts) {
  const Figure figure =
      with({{Polygon{{{0, 0}, {40, 0}, {20, 40}}}, "triangle"}, {Text{{100, 100}, "label", 20}, "text"}});
  EXPECT_EQ(hit(figure, {20, 10}), "triangle");
  EXPECT_FALSE(hit(figure, {2, 38})) << "in its box, not in it";
  EXPECT_EQ(hit(figure, {110, 95}), "text");
  EXPECT_FALSE(hit(figure, {95, 95}));
}

TEST(Hit, StagesAndClipsHold) {
  Figure figure = with({{ClipBegin{{0, 0}, 50, 50}, ""},
                        {Rect{{0, 0}, 100, 100}, "clipped"},
                        {ClipEnd{}, ""},
                        {Rect{{0, 60}, 100, 10}, "later", Stage::truth}});
  EXPECT_EQ(hit(figure, {25, 25}), "clipped");
  EXPECT_FALSE(hit(figure, {75, 25}));
  EXPECT_EQ(hit(figure, {75, 65}), "later");
  figure.stage = Stage::model;
  EXPECT_FALSE(hit(figure, {75, 65}));
}

}  // namespace hit_test_test
