// The view as data: what is on the page, in order, for the window, the text twin and the tests alike.
#pragma once

#include "base/diagnostic.hpp"
#include "charts/frame/headline.hpp"
#include "figure/figure.hpp"
#include "lesson/markdown.hpp"
#include "record/measurement.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace session {

/// What a node is; ui has one way to draw each.
enum class Purpose {
  page,    ///< the root
  header,  ///< lesson title, step n of m, minutes
  prose,   ///< paragraphs
  chain,   ///< chain text; editable in free play
  strip,   ///< the chain strip figure; an action 'arrow:ID' for each arrow that can be marked or struck, in order
  figure,  ///< a chart, `selected` to be looked at again; with an action 'guess.drag' its bar can be dragged (value: "x
           ///< y", the place in figure units; bars lie flat: charts::grip says whose guess is there, charts::bar_value
           ///< what x means)
  slider,  ///< a place on a line: `slider` says where it stands and where it halts; its first action takes a new
           ///< one, "0.42" of the way; the others are buttons below it
  question,  ///< what is asked
  number,    ///< a field for a number: value = what is typed ('guess.set'); may also be dragged on figure `figure_id`;
             ///< lines: what it counts, where an axis says it
  words,     ///< a field for a sentence
  taps,      ///< a short question and its answers side by side, an action each; `value`: the label of the one taken
  choice,    ///< an answer: its letter is the label, its words are paragraphs; `selected`
  button,    ///< `primary`: the one filled button of the page
  progress,  ///< `share` of it is done, label = what is going on
  headline,  ///< the numbers of a reveal, one below the other
  badge,     ///< guess | model | measured (tier) | recorded ...
  verdict,   ///< '67 108 864 of 67 108 864 results identical'; `selected`: it passed
  explanation,  ///< after the lock
  notice,       ///< something to know; not an error
  error,        ///< what a person wrote wrong, or what the machine could not, with the remedy
  table,        ///< cells in `rows`
  source,       ///< a kernel's text in `lines`; value: where it is from; an action for each kernel to show
  steps,        ///< where in the lesson: children are `step`
  step,
  inspector,  ///< what is selected, told in full in its `children`; beside the page, or in its place
  stage,  ///< one picture at a time: of its children that are figures, strips, tables or texts the `selected` one is
          ///< seen; taps that change it, sliders and a rail stand below it; an action for each picture, `value`: the
          ///< label of the one seen
  rail,   ///< a figure: the low axis below the stage's picture on which the guess is dragged
  dock,   ///< the open task in its `children`: it keeps its place while the words scroll
  // On the map of the course alone.
  map,        ///< its parts in its `children`
  part,       ///< a part's classes in its `children`
  class_row,  ///< a class, how long it takes in `value`, and its lessons in its `children`
  entry,    ///< a lesson: its id is the label, its title the value, paragraphs: its goal, lines: how long it takes and
            ///< more; `share` of it is `answered`; `selected`: it comes next
  command,  ///< a line of the command palette: label, what kind of thing it is in `value`, its key in `lines`;
            ///< `selected`
  // On the presenter's page alone.
  thumbnail,  ///< a picture of the class in small, or words for want of one; label: whether it is now or next, value:
              ///< the step, lines: its minutes
  clock,      ///< a time in each of the `rows`: of what, how long, and how long it was to be
  answer,     ///< the right one, and why in other nodes; `value`: its letter, if it has one, `lines`: its hands
  reply,      ///< a letter of the room's and its words in `value`, `lines`: its hands, and that most
              ///< said it where they did (`primary`); paragraphs: what to say to it; sides: what is not to be said
};
[[nodiscard]] std::string_view name(Purpose purpose);

/// How an action on a figure is done: by a click, or by a place in figure units ("x y"), dragged or pointed at; or by a
/// click on its word in the prose.
enum class Gesture { click, drag, point, word };

using Keys = std::vector<std::string>;

/// Something the user can do to a node.
struct Action {
  std::string id;     ///< given to Session::act; "guess.lock", "arrow:k1.read.x"
  std::string label;  ///< on the button and in the key list
  Keys keys;          ///< shortcuts: "Enter", "Ctrl+J"; may be none
  bool enabled = true;
  std::string why_not;  ///< one sentence when it is not enabled
  bool tucked = false;  ///< no lesson has used it yet: its key works and is listed, but it is not drawn
  Gesture gesture = Gesture::click;
  std::string mark;      ///< on a figure: id of the mark that is clicked; empty: a button below it
  bool early = false;    ///< tucked, but a later step draws it: its place is kept
  bool exports = false;  ///< it writes the figure to a file
  bool hushed = false;   ///< its key says nothing where it is not enabled: a room is watching
  bool operator==(const Action&) const = default;
};

/// What a cell holds; all but words stand on the right edge of their column.
enum class CellUnit { words, unknown, count, bytes, time, ratio, number };

struct Cell {
  std::string text;
  CellUnit unit = CellUnit::words;
  bool operator==(const Cell&) const = default;
};
using Row = std::vector<Cell>;

/// What words have to do with.
enum class Said {
  anything,
  task,     ///< the open task
  reply,    ///< the last attempt at it: it stands with the field
  foot,     ///< the last thing done in class
  lasting,  ///< something that holds until it is mended
  done,     ///< that what was asked is done: it stands where the question stood
  before,   ///< what was read before the answer and stands below it
};

/// Where a button that is not the filled one leads.
enum class Way { elsewhere, back, past };

/// Shares of the way, 0 to 1.
struct Slider {
  double at = 0;
  std::vector<double> stops;
};

struct Node {
  std::string id;  ///< unique on the page: "task.guess"
  Purpose purpose = Purpose::prose;
  std::string label;
  std::string value;  ///< '?' while it is asked
  std::vector<std::string> lines;
  std::vector<std::string> sides;        ///< source: beside each line, what of the chain it is about; empty: nothing is
                                         ///< known; reply: a private note
  std::vector<Row> rows;                 ///< table: the first names the columns
  charts::Headline headline;             ///< headline
  base::Diagnostics wrong;               ///< error, chain: what a person wrote wrong, with its places
  std::optional<record::Source> source;  ///< badge: chooses its sign
  Said said = Said::anything;            ///< notice
  Way way = Way::elsewhere;              ///< button
  std::vector<lesson::Paragraph> paragraphs;
  std::shared_ptr<const figure::Figure> figure;  ///< already cut to the stage that may be seen
  std::optional<Slider> slider;
  std::optional<double> share;  ///< progress, entry: how far; choice, in class: of the room's hands
  bool faded = false;           ///< choice, in class: it is told, and this is not it; stage: it shows what was before
  bool right = false;           ///< choice, once it is told: it is the right one
  std::string inspected;        ///< figure, strip: id of the mark that the inspector tells of
  std::string figure_id;        ///< number: the id of the figure on which it may be dragged; else empty
  std::vector<Action> actions;  ///< Space does the one in focus; Enter too on a button, elsewhere the filled button's
  bool primary = false;
  bool selected = false;
  bool answered = false;  ///< step: its task is locked; choice: so is this one's; entry: all of its are
  bool focused = false;   ///< where the keyboard should start
  bool editable = false;
  bool several = false;          ///< a field of several numbers: Tab is the blank between them
  std::size_t most_letters = 0;  ///< of a field; 0: as many as a chain's text may have
  std::vector<Node> children;
};

/// What the room sees in place of the class view's page; any key brings the page back.
enum class Blank { no, black, white };

struct View {
  std::string title;  ///< of the window
  Node root;
  std::uint64_t revision = 0;  ///< grows with every rebuild: equal revision, equal page
  bool busy = false;           ///< a job is going on: ui keeps polling (bounded wait), else it waits for events
  bool playing = false;        ///< a scene moves: ui keeps polling, a frame at a time
  bool in_class = false;       ///< the class view is open: the window takes the whole screen
  bool audience = false;       ///< this page is for the back row: no letter below a thirtieth of its height
  Blank blank = Blank::no;     ///< in class; the presenter's own window shows its page all the same
  bool timing = false;         ///< samples are being taken now: ui must not draw
  std::vector<Action> window;  ///< what the window does itself, with its keys: session/state/window_actions.hpp
  std::shared_ptr<const View> beneath;  ///< the page that this one lies over, to be seen dimmed; null: none
};

/// Every node as readable text, focus order kept; what the text twin shows by key and by command line.
[[nodiscard]] std::string text_twin(const View& view);
/// Depth first.
[[nodiscard]] std::vector<const Node*> all_nodes(const View& view);

}  // namespace session
