// Which page the window shows, and what comes back when it is closed.
#pragma once

#include <algorithm>
#include <vector>

namespace session {

/// The first two are grounds to stand on, one of them at a time; each other one is opened over what is seen.
enum class PageKind {
  lesson,  ///< or, where none is open yet, the start
  lab,
  room,  ///< a lesson's class view
  quiz,
  course,  ///< its map
  hosts,
  glossary,
  before,  ///< what to know before the course
  recall,
};

class OpenPages {
 public:
  /// What is seen.
  [[nodiscard]] PageKind now() const { return above_.empty() ? ground_ : above_.back(); }
  /// Seen, or beneath what is seen.
  [[nodiscard]] bool has(PageKind page) const {
    return page == ground_ || std::ranges::find(above_, page) != above_.end();
  }
  void stand_on(PageKind ground) { ground_ = ground; }
  /// Over all that is open.
  void open(PageKind page) {
    close(page);
    above_.push_back(page);
  }
  /// What was beneath it is seen again.
  void close(PageKind page) { std::erase(above_, page); }
  /// What leads away from a lesson's page and from the lab goes; a room stays where it is.
  void close_asides() {
    for (const PageKind page :
         {PageKind::quiz, PageKind::course, PageKind::hosts, PageKind::glossary, PageKind::before, PageKind::recall})
      close(page);
  }

 private:
  PageKind ground_ = PageKind::lesson;
  std::vector<PageKind> above_;
};

}  // namespace session
