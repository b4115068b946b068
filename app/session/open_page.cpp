// Which page is open, and who makes it.
#include "session/open_page.hpp"

#include "base/words.hpp"
#include "session/course/course_page.hpp"
#include "session/hosts/hosts.hpp"
#include "session/lab/lab_page.hpp"
#include "session/lesson/before_page.hpp"
#include "session/lesson/glossary_page.hpp"
#include "session/lesson/lesson_page.hpp"
#include "session/quiz/quiz_page.hpp"
#include "session/recall/recall.hpp"
#include "session/room/class_view.hpp"
#include "session/state/page.hpp"

namespace session {

Node open_page(const Desk& desk) {
  switch (desk.pages.now()) {
    case PageKind::hosts:
      return hosts_page(desk);
    case PageKind::course:
      return course_page(desk);
    case PageKind::glossary:
      return glossary_page(desk);
    case PageKind::before:
      return before_page(desk);
    case PageKind::recall:
      return recall_page(desk);
    case PageKind::quiz:
      return quiz_page(desk);
    case PageKind::room:
      return desk.class_view.presenter ? presenter_page(desk) : audience_page(desk);
    case PageKind::lab:
      return lab_page(desk);
    case PageKind::lesson:
      if (desk.course != nullptr) return lesson_page(desk);
      break;
  }
  Node page = make("page", Purpose::page, std::string(base::text("app.tagline")));
  page.children = report_nodes(desk);
  page.children.push_back(button("button.primary", action("lab.open", "session.lab.open", {"Enter"}), true));
  return page;
}

}  // namespace session
