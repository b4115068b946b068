// Whether a session's page is one that may be: looked at from outside, by the view and by the files it keeps.
#pragma once

#include "lesson/answers.hpp"
#include "lesson/asked.hpp"
#include "lesson/lesson.hpp"
#include "session/state/view.hpp"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace tests {

/// Remembers what was locked, and tells what is not legal any more.
class Legal {
 public:
  Legal();

  /// Everything that is wrong with the page now; nothing is as it should be.
  [[nodiscard]] std::vector<std::string> faults(const session::View& view);
  /// From now on the lesson's open tasks hide what they ask, even where the page never shows it: between two clicks, or
  /// behind the class view.
  void opened(std::string_view lesson);
  /// The talk opens others as it goes on, and names none of them.
  void talk_opened() { talk_ = true; }
  /// A lesson starts over: its answers are open again.
  void restarted(const std::string& lesson);
  /// Another session begins: what ran is forgotten, and the lessons are opened anew.
  void reopened();

 private:
  struct Open {
    std::string lesson;
    int step = 0;  ///< from 1
  };
  void structure(const session::View& view);
  void numbers(const session::View& view);
  void place(const session::View& view);
  void locks(const session::View& view);
  void task(const session::View& view, const lesson::Step& step, bool answered);
  void secrets(const session::View& view);
  void lab(const session::View& view);
  void kept();
  [[nodiscard]] lesson::Asked asked() const;
  void fault(std::string sentence) { found_.push_back(std::move(sentence)); }

  std::map<std::string, lesson::Lesson> lessons_;  ///< by id
  std::string sources_;                            ///< every lesson's own text
  std::map<std::string, lesson::Answer> locked_;   ///< "02/ratio" -> the answer as it was kept first
  std::map<std::string, std::set<int>> answered_;  ///< steps of a lesson that the page said are answered
  std::set<std::string> opened_;                   ///< lessons of this session
  bool talk_ = false;                              ///< of this session
  std::string lesson_;                             ///< the open one; empty in the lab
  int step_ = 0;
  std::vector<std::string> found_;
};

}  // namespace tests
