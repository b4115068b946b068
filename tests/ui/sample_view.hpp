// A view with a node of every role, made by hand: what the page must be able to show.
#pragma once

#include "cells.hpp"
#include "session/state/window_actions.hpp"

#include <memory>
#include <string>

namespace tests {

inline session::Node node(std::string id, session::Purpose role, std::string label, std::string value = {}) {
  session::Node made;
  made.id = std::move(id);
  made.purpose = role;
  made.label = std::move(label);
  made.value = std::move(value);
  return made;
}

inline session::Node badge(std::string id, std::string label, record::Source source) {
  session::Node made = node(std::move(id), session::Purpose::badge, std::move(label));
  made.source = source;
  return made;
}

inline session::Action action(std::string id, std::string label, std::string key = {}) {
  session::Action action;
  action.id = std::move(id);
  action.label = std::move(label);
  for (const std::string_view one : base::split(key, ' ')) {
    if (!one.empty()) action.keys.emplace_back(one);
  }
  return action;
}

/// Two kernels and four arrows, each a mark with an id.
inline std::shared_ptr<const figure::Figure> strip_figure() {
  using namespace figure;
  auto made = std::make_shared<Figure>();
  made->id = "chain";
  made->title = "Two kernels";
  made->width = 960;
  made->height = 260;
  const auto add = [&](auto shape, std::string id = {}) { made->marks.push_back({shape, std::move(id)}); };
  add(Rect{{40, 190}, 880, 40, 6, Paint{Role::panel}, Stroke{{Role::hairline}, 1, 0}});
  add(Text{{480, 215}, "slow memory", 16, Face::words, {Role::quiet_ink, Shade::text}, Anchor::middle});
  int arrow = 0;
  for (int kernel = 0; kernel < 2; ++kernel) {
    const double left = 140.0 + kernel * 400;
    add(Rect{{left, 40}, 240, 60, 8, Paint{Role::unfused, Shade::tint}, Stroke{{Role::unfused}, 2, 0}});
    add(Text{{left + 120, 76},
             kernel == 0 ? "K1  t = x + b" : "K2  y = gelu(t)",
             16,
             Face::figures,
             {Role::ink, Shade::text},
             Anchor::middle});
    for (int way = 0; way < 2; ++way) {
      const double x = left + 60 + way * 120;
      const std::string id = "k" + std::to_string(kernel + 1) + (way == 0 ? ".read" : ".write");
      add(Polyline{{{x, 104}, {x, 186}}, {{Role::ink}, 2, 0}}, id);
      add(Text{{x + 10, 150}, std::to_string(++arrow), 16, Face::figures}, id + ".mark");
    }
  }
  return made;
}

inline std::shared_ptr<const figure::Figure> bars_figure() {
  using namespace figure;
  auto made = std::make_shared<Figure>();
  made->id = "bytes";
  made->title = "Fused moves half the bytes";
  const auto add = [&](auto shape) { made->marks.push_back({shape, ""}); };
  add(Text{{32, 48}, "Fused moves half the bytes", 28, Face::words_bold});
  add(Polyline{{{80, 460}, {920, 460}}, {{Role::hairline}, 1, 0}});
  add(Text{
      {60, 460}, "crossings of slow memory", 14, Face::words, {Role::quiet_ink, Shade::text}, Anchor::start, true});
  add(Rect{{140, 140}, 80, 320, 0, Paint{Role::unfused}, {}, true});
  add(Rect{{260, 300}, 80, 160, 0, Paint{Role::fused}, {}, false});
  add(Rect{{380, 140}, 80, 320, 0, {}, Stroke{{Role::guess}, 2, 0}});
  add(Rect{{500, 140}, 80, 320, 0, {}, Stroke{{Role::model}, 2, 6}});
  add(Circle{{700, 300}, 24, Paint{Role::l2}, Stroke{{Role::ink}, 2, 0}});
  add(Polygon{{{780, 330}, {820, 270}, {860, 330}}, Paint{Role::launch}, {}});
  add(ClipBegin{{600, 360}, 100, 60});
  add(Text{{560, 400}, "this is cut at both of its ends", 20, Face::words});
  add(ClipEnd{});
  add(Text{{928, 520}, "Xeon 8480, counted, 2026-11-21", 12, Face::words, {Role::quiet_ink, Shade::text}, Anchor::end});
  return made;
}

/// Every role at least once.
inline session::View sample_view() {
  using session::Purpose;
  session::View view;
  view.title = "Count the crossings - Onetrip";
  view.revision = 1;
  view.window = session::window_actions();
  view.root = node("page", Purpose::page, "Count the crossings");
  auto& nodes = view.root.children;

  auto header = node("header", Purpose::header, "02 Count the crossings", "step 2 of 5, about 15 minutes");
  header.lines = {"Strike what nobody needs"};
  nodes.push_back(header);
  auto steps = node("steps", Purpose::steps, "Steps");
  for (int i = 1; i <= 5; ++i) {
    auto step = node("step." + std::to_string(i), Purpose::step, std::to_string(i) + "  Count by hand");
    step.selected = i == 2;
    step.actions = {action("step:" + std::to_string(i), "Step " + std::to_string(i))};
    steps.children.push_back(step);
  }
  nodes.push_back(steps);

  auto prose = node("prose.1", Purpose::prose, "");
  prose.paragraphs = lesson::paragraphs(
      "Tensors live in *slow memory*: HBM on an H200, DDR in your laptop; counters call both DRAM. Picture a "
      "warehouse across town. Each drive carries one whole tensor, one way. We count these drives: **crossings "
      "(one-way "
      "trips)**. The intermediate `t = x + b` goes there and back.\n\n- the first point\n- the second point, which is "
      "rather longer than the first one and does not fit on a single line of the column\n\n> Same math. One trip.");
  nodes.push_back(prose);
  nodes.push_back(
      node("chain.bias", Purpose::chain, "The chain bias", "x: f32[4096, 8192]\nb: f32[8192]\nt = x + b\ny = gelu(t)"));
  auto editor = node("lab.chain", Purpose::chain, "Your own chain", "x: f32[1024]\ny = relu(x)");
  editor.editable = true;
  editor.actions = {action("chain.set", "Change the chain")};
  nodes.push_back(editor);

  auto question = node("task.question", Purpose::question, "");
  question.paragraphs =
      lesson::paragraphs("How many times fewer crossings does the fused plan make? (unfused / fused)");
  question.actions = {action("hint", "A hint", "Ctrl+H")};
  nodes.push_back(question);
  auto strip = node("task.strip", Purpose::strip, "The chain as kernels and arrows");
  strip.figure = strip_figure();
  for (const char* id : {"k1.read", "k1.write", "k2.read", "k2.write"}) {
    strip.actions.push_back(action(std::string("arrow:") + id, std::string("Mark ") + id));
    strip.actions.back().mark = id;
  }
  strip.actions.push_back(action("arrows.clear", "Begin again"));
  nodes.push_back(strip);

  auto number = node("task.guess", Purpose::number, "Your guess", "");
  number.editable = number.focused = true;
  number.actions = {action("guess.set", "Write a guess")};
  number.figure_id = "bytes";
  nodes.push_back(number);
  nodes.push_back(badge("task.badge", "guess", record::Source::guess));
  auto sure = node("task.confidence", Purpose::taps, "How sure are you?", "Probably");
  sure.actions = {action("confidence:sure", "Sure", "Alt+1"), action("confidence:likely", "Probably", "Alt+2"),
                  action("confidence:guess", "A guess", "Alt+3")};
  nodes.push_back(sure);
  auto words = node("task.words", Purpose::words, "In your own words", "");
  words.editable = true;
  words.actions = {action("words.set", "Write")};
  nodes.push_back(words);
  for (const char* letter : {"A", "B", "C"}) {
    auto choice = node(std::string("task.choice.") + letter, Purpose::choice, letter);
    choice.paragraphs = lesson::paragraphs(
        "K1 ended. A kernel's registers end with it, so the only place to leave `t` for K2 was slow memory.");
    choice.selected = *letter == 'B';
    if (*letter == 'C') choice.value = "This is the right one.";
    choice.actions = {action(std::string("choice:") + letter, letter, letter)};
    nodes.push_back(choice);
  }
  auto headline = node("reveal.headline", Purpose::headline, "");
  headline.headline = {{{"by hand", "4 x 134\u202F217\u202F728 = 536\u202F870\u202F912", {}},
                        {"the CPU counted", "                536\u202F903\u202F680", {}}},
                       "0.002% more than by hand: the row b, read once"};
  nodes.push_back(headline);
  auto chart = node("figure.bytes", Purpose::figure, "Fused moves half the bytes");
  chart.figure = bars_figure();
  chart.actions = {action("guess.drag", "Drag the bar"), action("export:bytes", "Write to a file")};
  chart.actions[0].gesture = session::Gesture::drag;
  chart.actions[1].exports = true;
  nodes.push_back(chart);
  auto slider = node("scene.place", Purpose::slider, "Scene", "1 of 4");
  slider.slider = session::Slider{0.25, {0, 0.25, 0.5, 0.75, 1}};
  slider.actions = {action("scene.seek", "Move through the scene"), action("scene.play", "Play the scene", "F7")};
  nodes.push_back(slider);
  nodes.push_back(badge("reveal.badge.model", "model, spec measured here", record::Source::model));
  nodes.push_back(badge("reveal.badge.measured", "measured (counted)", record::Source::measured));
  nodes.push_back(badge("reveal.badge.recorded", "recorded on an H200, 2026-11-02", record::Source::recorded));
  auto table = node("reveal.table", Purpose::table, "Every number");
  table.rows = {row("plan\tkernels\tcrossings\tbytes\ttime"), row("unfused\t2\t4\t537 MB\t81.2 ms", "-nnnn"),
                row("fused\t1\t2\t268 MB\t41.0 ms", "-nnnn")};
  nodes.push_back(table);
  auto source = node("source", Purpose::source, "fused 1: k1_add_gelu", "These kernels ran on an H200.");
  source.lines = {"// Kernel 1, pointwise: one trip over 4 096 x 8 192 elements, a line that is longer than its place.",
                  "", "__global__ void k1_add_gelu(const f32* __restrict__ p0) {", "  store(p2 + i, b2);", "}"};
  source.actions = {action("source.show:unfused.0", "unfused 1"), action("source.next", "Next kernel", "Shift+F4")};
  nodes.push_back(source);
  auto verdict = node("reveal.verdict", Purpose::verdict, "");
  verdict.lines = {"33 554 432 of 33 554 432 results identical", "4 160 of them checked against double precision"};
  nodes.push_back(verdict);
  auto explanation = node("task.answer", Purpose::explanation, "Right: 2 times fewer.");
  explanation.paragraphs =
      lesson::paragraphs("4 crossings against 2. If driving is the whole bill, the time falls by as much.");
  nodes.push_back(explanation);
  auto notice = node("notice", Purpose::notice, "The figure was written to /home/student/bytes.svg.");
  notice.actions = {action("notice.dismiss", "Dismiss")};
  nodes.push_back(notice);
  auto error = node("trouble", Purpose::error,
                    "<chain>:2:9: there is no op 'gleu'\n  y = gleu(x)\n      ^~~~\n  did you mean 'gelu'?",
                    "The page shows the last chain that could be read.");
  nodes.push_back(error);
  auto progress = node("run.progress", Purpose::progress, "timing the unfused and the fused plan");
  progress.share = 0.42;
  progress.actions = {action("run.cancel", "Cancel", "Escape")};
  nodes.push_back(progress);
  auto lock = node("button.primary", Purpose::button, "Lock my guess");
  lock.primary = true;
  lock.actions = {action("guess.lock", "Lock my guess", "Enter")};
  nodes.push_back(lock);
  auto next = node("button.next", Purpose::button, "Next step");
  next.actions = {action("next", "Next step", "Right PageDown Space")};
  next.actions[0].enabled = false;
  next.actions[0].why_not = "The task of this step is still open.";
  nodes.push_back(next);
  auto back = node("button.back", Purpose::button, "Back");
  back.actions = {action("back", "Back", "Left PageUp")};
  nodes.push_back(back);
  return view;
}

}  // namespace tests
