// Everything a session knows: the open lesson, the lab, the job, what went wrong. Data; the verbs are in other files.
#pragma once

#include "charts/sweep/sweep.hpp"
#include "device/hosts.hpp"
#include "lesson/answers.hpp"
#include "lesson/asked.hpp"
#include "publish/kept_ladder.hpp"
#include "session/state/bindings.hpp"
#include "session/state/frame_gate.hpp"
#include "session/state/history.hpp"
#include "session/state/job_queue.hpp"
#include "session/state/lesson_watch.hpp"
#include "session/state/open_pages.hpp"
#include "session/state/palette.hpp"
#include "session/state/room.hpp"
#include "session/state/scene.hpp"
#include "session/state/services.hpp"
#include "session/state/settings.hpp"
#include "session/state/view.hpp"

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace session {

/// How a sketch came about.
struct SketchPen {
  std::size_t handle = 0;                                     ///< the point that the keyboard moves, by index
  std::optional<std::size_t> last;                            ///< the point that the pointer was on
  std::vector<std::map<std::int64_t, double>> before, after;  ///< to go back to; to go on to again
};

/// What the student did about one task, and what to say about it before the lock.
struct Attempt : lesson::Answer {
  std::string message;
  std::map<std::string, std::string> seen;  ///< run: what was tapped of its plot, by question
  SketchPen pen;                            ///< sketch
};

/// A lesson that was opened in this session; it keeps its place and its answers.
struct Course {
  lesson::Lesson lesson;
  bool first = false;                 ///< of the course
  std::string next;                   ///< id of the lesson after it; empty: it is the last
  std::size_t at = 0;                 ///< index of the step
  std::vector<Attempt> attempts;      ///< one a step
  std::vector<lesson::Answer> kept;   ///< of them, what the student's file was told
  bool broken = false;                ///< its file was changed, and cannot be read
  std::string kept_name;              ///< the student's, as that file was told
  std::map<std::size_t, Room> rooms;  ///< by step: what a class did, apart from the student
  ClassClock clock;
  std::map<std::string, std::shared_ptr<Bench>> benches;                      ///< by the chain's name
  std::map<std::string, std::shared_ptr<const charts::SweepData>> sweeps;     ///< by "NAME over RANGE"
  std::map<std::string, std::shared_ptr<const publish::KeptLadder>> ladders;  ///< by name
  lesson::Quantities calculated;     ///< of its calculators, as their questions have them
  publish::Imports imports;          ///< by the chain's name
  std::set<std::string> introduced;  ///< what this lesson and those before it have taught to read: "trips", "bytes"
  std::map<std::size_t, std::set<std::string>> curves;  ///< by step: forms of chains whose times its sketch asks

  [[nodiscard]] const lesson::Step& step() const { return lesson.steps[at]; }
  [[nodiscard]] Attempt& attempt() { return attempts[at]; }
  [[nodiscard]] const Attempt& attempt() const { return attempts[at]; }
};

/// The page where a GPU host is connected.
struct HostsPage {
  std::string command, name;              ///< as they stand in their fields
  std::string tried;                      ///< the command of the last attempt
  std::string failure, remedy;            ///< why it failed
  std::vector<device::Part> parts;        ///< what the host has and has not
  std::string said;                       ///< what to say about the last click
  std::string flag;                       ///< of the command that measures there again: " --device gpu7"
  std::string connected;                  ///< the device's name; empty: runs go to this computer
  std::shared_ptr<device::Device> own;    ///< this computer's, meanwhile
  std::shared_ptr<device::Device> found;  ///< waits for the end of a run
  base::Expected<std::vector<device::Host>> kept;
};

/// The kernels' text beside the chain.
struct SourceView {
  bool open = false;
  std::string kernel;    ///< "fused.0"; one that this chain has not: its fused one
  std::string asked_at;  ///< where it was opened: there the keyboard goes to it
};

/// The page of the glossary.
struct GlossaryView {
  std::string typed;  ///< to find a word
  std::string shown;  ///< the word that is told in full
};

/// What is told in full beside the page.
struct InspectorView {
  bool open = false;
  std::string chosen;  ///< "op:t", "kernel:fused:0", "tensor:x", "mark:bytes:bar.time.fused.model"
};

/// What the machine could not do, and what to do about it.
struct Trouble {
  std::string cause, remedy;
  std::shared_ptr<Bench> too_large;  ///< the chain that did not fit in memory, if that was it
};

/// The size of figures, in figure units; the default is that of files.
struct FigureFrame {
  double width = 960, height = 540;
  bool operator==(const FigureFrame&) const = default;
};

struct QuizPage;
struct RecallPage;
struct Desk;

/// What the lock rule comes to, with the open lesson at one of its steps.
struct RuleNow {
  std::size_t at = 0;
  lesson::Asked asked;
  lesson::Quantities readable;
  [[nodiscard]] static std::size_t step_of(const Desk& desk);
};

struct Desk {
  explicit Desk(Services given);

  Services services;
  std::optional<machine::DeviceSpec> spec;  ///< of the device, once it is calibrated
  Settings settings, kept_settings;         ///< as they are, and as this window last read or saved them
  std::map<std::string, Course> courses;    ///< by lesson id
  Course* course = nullptr;                 ///< the open one, also while in the lab
  Lab lab;
  History history;  ///< of the lab
  OpenPages pages;
  std::shared_ptr<QuizPage> quiz;      ///< where questions of lessons are asked; null until it is opened
  std::shared_ptr<RecallPage> recall;  ///< cards that are asked again; null until it is opened
  ClassView class_view;
  std::optional<TalkWalk> talk;  ///< in the class view
  ScenePlay scene;
  HostsPage hosts;
  base::Expected<lesson::Glossary> glossary;
  GlossaryView glossary_view;
  bool other_device = false;  ///< since the lessons were last sized for one
  SourceView source;
  InspectorView inspector;
  PaletteState palette;
  LoadedBindings keys;             ///< of the person's own
  std::shared_ptr<Bench> running;  ///< what the job runs; null when idle
  std::optional<Trouble> trouble;
  /// Whose file recorded numbers in the texts are from, once one that is not of this release was looked up.
  std::shared_ptr<std::string> strangers = std::make_shared<std::string>();
  std::string notice;
  FigureFrame figure_frame;  ///< what the window has room for
  FrameGate frames;
  std::optional<RuleNow> rule;  ///< only while a page is made: what it hangs on stays as it is, but for the step
  View view;
  View presenter;  ///< the page of the presenter's own window, while there is one
  bool changed = true;
  Instant now;  ///< as the window last looked: what is shown of the time stands still in between
  LessonWatch watch;
  JobQueue jobs;   // last: joined before what their jobs use goes
  JobQueue links;  ///< to devices elsewhere: a run does not wait for them

  void say(std::string sentence);
  void fail(std::string cause, std::string remedy = {});
  /// Saves the settings; a disk that refuses is said, nothing else is lost.
  void remember();
};

/// The bench that the open page is about: the task's chain, else the last one named before; null if there is none.
[[nodiscard]] std::shared_ptr<Bench> bench_of_page(const Desk& desk);
/// The same of a lesson's step.
[[nodiscard]] std::shared_ptr<Bench> bench_of_step(const Course& course, std::size_t at);
/// The open step's room; a fresh one where nothing was done yet.
[[nodiscard]] Room room_of(const Desk& desk);
/// What the audience sees of the open step now: a run's truth comes with its numbers.
[[nodiscard]] ClassStage stage_in_class(const Desk& desk);
/// Whether the room has the figure that follows the truth before it, in place of all else.
[[nodiscard]] bool shows_figure(const Desk& desk);
/// Whether the task of a step is answered: by the student's lock or, in class, by what the room was told.
[[nodiscard]] bool is_answered(const Desk& desk, const Course& course, std::size_t step);
/// The task of a step whose answer is kept in the student's file.
[[nodiscard]] const lesson::Task* kept_task(const Course& course, std::size_t step);
/// Whether an answer was locked that the file could not be told: it is lost when the program ends, if that stays so.
[[nodiscard]] bool has_unkept_lock(const Course& course);
/// Works out a lesson's calculators anew: what is known of the machine may have changed.
void calculate(const Desk& desk, Course& course);
/// What the open tasks of every lesson of this session hide.
[[nodiscard]] lesson::Asked asked(const Desk& desk);
/// Everything the open lesson's prose may name now: hidden ones NaN, chains' names before them.
[[nodiscard]] lesson::Quantities readable(const Desk& desk);
/// What the lab asks for: how many times faster, or fewer bytes where the time would teach the wrong thing.
[[nodiscard]] std::string lab_quantity(const Bench& bench);
/// The answers that are known today, under their chains' names: times only where the clock told them.
[[nodiscard]] lesson::Quantities truth(const Course& course);

}  // namespace session
