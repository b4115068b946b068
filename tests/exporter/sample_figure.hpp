// A small hand-made figure with every kind of mark, awkward texts among them.
#pragma once

#include "figure/figure.hpp"

namespace tests {

inline figure::Figure sample_figure() {
  using namespace figure;
  const Stroke axis{{Role::hairline}, 1, 0}, grid{{Role::hairline, Shade::tint}, 1, 0};
  Figure figure;
  figure.id = "sample";
  figure.title = "Fused moves half the bytes & none is lost";
  figure.description = "Two bars, <unfused> and \"fused\".\nThe fused one is half as long.";
  figure.question = "How many bytes does each plan move?";
  figure.width = 480;
  figure.height = 270;
  figure.marks = {
      {Text{{24, 36}, "Fused moves half the bytes", 20, Face::words_bold}, "title"},
      {Text{{24, 56}, "y = gelu(x + b), 268\u202FMB a tensor", 12, Face::words, {Role::quiet_ink, Shade::text}}},
      {Polyline{{{100, 76}, {100, 220}}, axis}, "axis"},
      {Polyline{{{260, 76}, {260, 220}}, grid}},
      {Text{{92, 104}, "unfused", 14, Face::words, {Role::unfused, Shade::text}, Anchor::end}},
      {Text{{92, 144}, "fused", 14, Face::words, {Role::fused, Shade::text}, Anchor::end}},
      {Rect{{100, 88}, 320, 24, 2, Paint{Role::unfused}}, "bar.unfused", Stage::model},
      {Rect{{100, 128}, 160, 24, 2, Paint{Role::fused}, {}, true}, "bar.fused", Stage::truth},
      {Rect{{100, 168}, 240, 24, 2, {}, Stroke{{Role::guess}, 2, 0}}, "bar.guess", Stage::guess},
      {Text{{346, 185}, "3\u202F221\u202F225\u202F472 B", 12, Face::figures, {Role::guess, Shade::text}}, "",
       Stage::guess},
      {Text{{430, 105}, "?", 14}, "asked", Stage::question, Stage::guess},
      {Polyline{{{100, 220}, {180, 204}, {260, 212}, {340, 200}, {420, 208}}, {{Role::model}, 2, 4}}, "line.model"},
      {ClipBegin{{100, 196}, 200, 40}},
      {Circle{{300, 216}, 12, Paint{Role::l2}}, "dot.l2"},
      {Circle{{140, 216}, 6, {}, Stroke{{Role::guess}, 2, 0}}, "dot.guess"},
      {ClipEnd{}},
      {Polygon{{{200, 206}, {212, 226}, {188, 226}}, Paint{Role::launch}}, "launch"},
      {Rect{{376, 216}, 80, 24, 4, Paint{Role::fused, Shade::tint, 0.5}}},
      {Text{{416, 232}, "a < b  && \x01", 12, Face::figures, {Role::ink, Shade::text}, Anchor::middle}, "dot.l2"},
      {Text{
          {16, 150}, "crossings \u2192 bytes", 12, Face::words, {Role::quiet_ink, Shade::text}, Anchor::middle, true}},
  };
  figure.table.columns = {{"plan", ""}, {"bytes", "B"}, {"source, tier", ""}};
  figure.table.rows = {{{"unfused", "4\u202F294\u202F967\u202F296", "model"}, Stage::model},
                       {{"fused", "2147483648", "measured, \"counted\""}, Stage::truth},
                       {{"guess", "", "guess"}, Stage::guess}};
  figure.provenance = {{"device", "Testor 3000 <rev & 2>"}, {"date", "2026-01-02"}, {"remake", "onetrip figure bytes"}};
  figure.scene = "chain: y = gelu(x + b)\ncuts: none";
  return figure;
}

}  // namespace tests
