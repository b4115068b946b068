// The node by its role.
#include "ui/views/views.hpp"

namespace ui {

double draw_node(Sheet& sheet, const session::Node& node, const Box& at) {
  using session::Role;
  switch (node.role) {
    case Role::prose:
      return draw_prose(sheet, node, at);
    case Role::chain:
      return draw_chain(sheet, node, at);
    case Role::strip:
    case Role::figure:
      return draw_figure(sheet, node, at);
    case Role::slider:
      return draw_slider(sheet, node, at);
    case Role::question:
      return draw_question(sheet, node, at);
    case Role::number:
      return draw_number(sheet, node, at);
    case Role::words:
      return draw_words(sheet, node, at);
    case Role::taps:
      return draw_taps(sheet, node, at);
    case Role::choice:
      return draw_choice(sheet, node, at);
    case Role::progress:
      return draw_progress(sheet, node, at);
    case Role::headline:
      return draw_headline(sheet, node, at);
    case Role::badge:
      return draw_badge(sheet, node, at);
    case Role::verdict:
      return draw_verdict(sheet, node, at);
    case Role::explanation:
      return draw_explanation(sheet, node, at);
    case Role::notice:
      return draw_notice(sheet, node, at);
    case Role::error:
      return draw_error(sheet, node, at);
    case Role::table:
      return draw_table(sheet, node, at);
    case Role::source:
      return draw_source(sheet, node, at);
    // The layout places these itself: the page around everything, header and steps on top, buttons at the
    // foot, the inspector beside it all.
    case Role::page:
    case Role::header:
    case Role::steps:
    case Role::step:
    case Role::inspector:
    case Role::button:
      return 0;
  }
  return 0;
}

}  // namespace ui
