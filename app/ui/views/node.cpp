// The node by its role.
#include "ui/views/views.hpp"

namespace ui {

double draw_node(Sheet& sheet, const session::Node& node, const Box& at) {
  using session::Purpose;
  switch (node.purpose) {
    case Purpose::prose:
      return draw_prose(sheet, node, at);
    case Purpose::chain:
      return draw_chain(sheet, node, at);
    case Purpose::strip:
    case Purpose::figure:
    case Purpose::rail:
      return draw_figure(sheet, node, at);
    case Purpose::slider:
      return draw_slider(sheet, node, at);
    case Purpose::question:
      return draw_question(sheet, node, at);
    case Purpose::number:
      return draw_number(sheet, node, at);
    case Purpose::words:
      return draw_words(sheet, node, at);
    case Purpose::taps:
      return draw_taps(sheet, node, at);
    case Purpose::choice:
      return draw_choice(sheet, node, at);
    case Purpose::progress:
      return draw_progress(sheet, node, at);
    case Purpose::headline:
      return draw_headline(sheet, node, at);
    case Purpose::badge:
      return draw_badge(sheet, node, at);
    case Purpose::verdict:
      return draw_verdict(sheet, node, at);
    case Purpose::explanation:
      return draw_explanation(sheet, node, at);
    case Purpose::notice:
      return draw_notice(sheet, node, at);
    case Purpose::error:
      return draw_error(sheet, node, at);
    case Purpose::table:
      return draw_table(sheet, node, at);
    case Purpose::source:
      return draw_source(sheet, node, at);
    case Purpose::entry:
      return draw_entry(sheet, node, at);
    // The layout places these itself: the page around everything, header and steps on top, buttons at the
    // foot, the inspector beside it all; stage and dock what is in them; the presenter's page its own.
    case Purpose::page:
    case Purpose::header:
    case Purpose::steps:
    case Purpose::step:
    case Purpose::inspector:
    case Purpose::stage:
    case Purpose::dock:
    case Purpose::map:
    case Purpose::part:
    case Purpose::class_row:
    case Purpose::button:
    case Purpose::command:
    case Purpose::thumbnail:
    case Purpose::clock:
    case Purpose::answer:
    case Purpose::reply:
      return 0;
  }
  return 0;
}

}  // namespace ui
