// One way to draw each role. Each function draws from the top left of `at`, as wide as `at`, records what it placed,
// and returns the height it took.
#pragma once

#include "ui/sheet.hpp"

namespace ui {

/// The node by its role, children left to the layout.
double draw_node(Sheet& sheet, const session::Node& node, const Box& at);

/// Lesson, step n of m, and the steps, on one line; `at.h` is the band's height.
void draw_header(Sheet& sheet, const session::Node* header, const session::Node* steps, const Box& at);
double draw_prose(Sheet& sheet, const session::Node& node, const Box& at);
double draw_chain(Sheet& sheet, const session::Node& node, const Box& at);
/// Charts and the chain strip.
double draw_figure(Sheet& sheet, const session::Node& node, const Box& at);
/// Figure units left free at the left and right of a chart's sheet; three quarters of it above and below.
[[nodiscard]] double figure_air(const figure::Figure& figure);
/// The line of a slider alone; `lit`: the pointer is on it.
void draw_slider_line(Sheet& sheet, const session::Slider& slider, const Box& line, bool lit, bool enabled);
/// A line with a knob, what is said of it, and its buttons.
double draw_slider(Sheet& sheet, const session::Node& node, const Box& at);
double draw_question(Sheet& sheet, const session::Node& node, const Box& at);
double draw_number(Sheet& sheet, const session::Node& node, const Box& at);
/// Below its label over all of the width, at least so high.
double draw_labelled_field(Sheet& sheet, const session::Node& node, const Box& at, double least, const Style& style);
double draw_words(Sheet& sheet, const session::Node& node, const Box& at);
/// A short question, its answers side by side.
double draw_taps(Sheet& sheet, const session::Node& node, const Box& at);
/// `tight`: with less air around it.
double draw_choice(Sheet& sheet, const session::Node& node, const Box& at, bool tight = false);
/// A lesson on the map of the course; `at.h` is its least height.
double draw_entry(Sheet& sheet, const session::Node& node, const Box& at);
double draw_progress(Sheet& sheet, const session::Node& node, const Box& at);
double draw_headline(Sheet& sheet, const session::Node& node, const Box& at);
double draw_badge(Sheet& sheet, const session::Node& node, const Box& at);
/// Where its words begin, right of the mark.
[[nodiscard]] double verdict_indent(const Canvas& canvas, const session::Node& node);
double draw_verdict(Sheet& sheet, const session::Node& node, const Box& at);
double draw_explanation(Sheet& sheet, const session::Node& node, const Box& at);
double draw_notice(Sheet& sheet, const session::Node& node, const Box& at);
double draw_error(Sheet& sheet, const session::Node& node, const Box& at);
double draw_table(Sheet& sheet, const session::Node& node, const Box& at);
/// A kernel's text with its line numbers.
double draw_source(Sheet& sheet, const session::Node& node, const Box& at);

/// The primary button, one of the page's ways, and what else can be done.
enum class Look { filled, plain, small };
[[nodiscard]] double button_width(Sheet& sheet, const session::Action& action, Look look);
/// One button. Returns its width; with `right_aligned` its right edge is at.x.
double draw_button(Sheet& sheet, const session::Node& node, const session::Action& action, const Box& at, Look look,
                   bool right_aligned = false);
/// A node's actions as quiet words in a row, broken where the width ends; 0 high if there are none.
double draw_actions(Sheet& sheet, const session::Node& node, const Box& at,
                    const std::vector<const session::Action*>& actions);
[[nodiscard]] std::vector<const session::Action*> actions_of(const session::Node& node);
/// What a key is called on screen: the first of a list, "Escape" as "Esc".
[[nodiscard]] std::string key_hint(const session::Keys& keys);

/// The paragraphs of a node; returns their height. Words of the glossary can be pressed where their `owner` is given.
double draw_paragraphs(Sheet& sheet, const std::vector<lesson::Paragraph>& paragraphs, const Style& base, const Box& at,
                       const session::Node* owner = nullptr);
/// What is typed stands in so many lines at most and scrolls there: what is asked below it stays in the window.
constexpr double most_field_lines = 12;
/// A field being typed in, or its value. `at.h` is the least height of its box.
double draw_field(Sheet& sheet, const session::Node& node, const Box& at, const Style& style,
                  double most_lines = most_field_lines);

/// What sets a number without typing, beside its field, where a hand looks for it, as far as they end before `end`
/// (0: all); returns where it ends.
double draw_field_steps(Sheet& sheet, const session::Node& node, const Box& field, Look look, double end = 0);

}  // namespace ui
