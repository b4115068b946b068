// Part by part; words for the script stand on the page, where the script finds them.
#include "publish/course_html.hpp"

#include "base/resources.hpp"
#include "base/words.hpp"
#include "lesson/findings.hpp"
#include "lesson/html.hpp"
#include "publish/course_script.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace publish {
namespace {

using lesson::escape_html;
using lesson::Lesson;

constexpr std::string_view course_style =
    "  h3 { margin: 1.6rem 0 .4rem; }\n"
    "  h4 { font-size: 1.06rem; margin: 0; }\n"
    "  [hidden] { display: none; }\n"
    "  .find { background: var(--page); border-bottom: 1px solid var(--line); padding: .6rem 0; position: sticky;\n"
    "          top: 0; }\n"
    "  .find label { display: block; font-weight: 600; }\n"
    "  .find input { background: var(--panel); border: 1px solid var(--quiet); border-radius: 4px;\n"
    "          box-sizing: border-box; color: var(--ink); font: inherit; padding: .4rem .6rem; width: 100%; }\n"
    "  .find p { margin: .3rem 0 0; }\n"
    "  .find input:focus-visible, a:focus-visible, summary:focus-visible { outline: 3px solid var(--link); }\n"
    "  .lesson { border-left: 3px solid var(--line); margin: .8rem 0; padding-left: 1rem; }\n"
    "  .lesson p { margin: .2rem 0; }\n"
    "  .lesson summary { color: var(--quiet); cursor: pointer; }\n"
    "  .lesson ol { margin: .2rem 0; }\n"
    "  @media print { .find { display: none; } }\n";

std::string said(std::string_view key) {
  return escape_html(base::text(key));
}

std::string name_of(const Lesson& lesson) {
  return fmt::format("{} {}", lesson.id, lesson.title);
}

std::string link_to(const Lesson& lesson) {
  return fmt::format("<a href=\"{}\">{}</a>", escape_html(lesson_file(lesson)), escape_html(name_of(lesson)));
}

class CourseWriter {
 public:
  explicit CourseWriter(const CoursePage& page) : page_(page) {}

  std::string run() const {
    const std::string title(base::text("session.course.title"));
    std::string body = fmt::format("<header>\n<h1>{}</h1>\n<p class=\"quiet\">{}</p>\n</header>\n", escape_html(title),
                                   escape_html(summary()));
    body += search() + "<main id=\"map\">\n";
    for (const lesson::CoursePart& part : page_.map.parts) body += part_of(part);
    body += rest() + "</main>\n<footer>\n<p class=\"quiet\">" +
            lesson::inline_html(
                base::say("page.course.made_by", {{"version", base::version()}, {"command", page_.command}})) +
            fmt::format("</p>\n</footer>\n<script>{}</script>\n", course_script);
    return lesson::html_document(title, body, course_style);
  }

 private:
  /// "23 lessons, 6 h 10 min"
  [[nodiscard]] std::string summary() const {
    int minutes = 0;
    for (const Lesson& one : page_.lessons) minutes += one.minutes;
    return base::say("page.course.summary", page_.lessons.size(), {{"time", lesson::hours_words(minutes)}});
  }

  /// Hidden until the script runs, as it does nothing without it.
  static std::string search() {
    return fmt::format(
        "<div class=\"find\" id=\"search\" role=\"search\" hidden>\n<label for=\"find\">{}</label>\n"
        "<input id=\"find\" type=\"search\" maxlength=\"80\" autocomplete=\"off\" spellcheck=\"false\">\n"
        "<p class=\"quiet\" id=\"keys\">{}</p>\n"
        "<p class=\"quiet\" id=\"found\" role=\"status\" data-none=\"{}\" data-one=\"{}\" data-many=\"{}\"></p>\n"
        "</div>\n",
        said("page.course.find"), said("page.course.keys"), said("page.course.none"), said("page.course.found.one"),
        said("page.course.found"));
  }

  std::string part_of(const lesson::CoursePart& part) const {
    std::string classes;
    for (const lesson::CourseClass& one : part.classes) {
      std::vector<const Lesson*> taught;
      for (const std::string& id : one.lessons) {
        const auto found = std::ranges::find(page_.lessons, id, &Lesson::id);
        if (found != page_.lessons.end()) taught.push_back(&*found);
      }
      classes += class_of(base::say("session.course.class", {{"n", std::to_string(one.number)}}), taught);
    }
    if (classes.empty()) return classes;
    return fmt::format("<section class=\"part\">\n<h2>{}</h2>\n{}</section>\n", escape_html(part.title), classes);
  }

  /// What no class has.
  [[nodiscard]] std::string rest() const {
    std::vector<const Lesson*> others;
    for (const Lesson& one : page_.lessons) {
      if (page_.map.class_of(one.id) == nullptr) others.push_back(&one);
    }
    return class_of(base::say("session.course.rest"), others);
  }

  std::string class_of(const std::string& name, const std::vector<const Lesson*>& lessons) const {
    if (lessons.empty()) return {};
    int minutes = 0;
    std::string out;
    for (const Lesson* one : lessons) {
      minutes += one->minutes;
      out += lesson_of(*one);
    }
    return fmt::format("<section class=\"class\">\n<h3>{} <span class=\"quiet\">({})</span></h3>\n{}</section>\n",
                       escape_html(name), escape_html(lesson::hours_words(minutes)), out);
  }

  std::string lesson_of(const Lesson& one) const {
    const std::string minutes = base::say("page.minutes", {{"minutes", std::to_string(one.minutes)}});
    std::string out = fmt::format(
        "<article class=\"lesson\">\n<h4><span class=\"name\">{}</span> <span class=\"quiet\">({})</span></h4>\n"
        "<p class=\"goal\">{}</p>\n",
        link_to(one), escape_html(minutes), lesson::inline_html(one.goal));
    if (const auto needs = page_.map.needs_of(one.id); !needs.empty()) {
      const std::string first = lesson::listed({needs.begin(), needs.end()});
      out +=
          fmt::format("<p class=\"quiet\">{}</p>\n", escape_html(base::say("page.course.needs", {{"lessons", first}})));
    }
    out += fmt::format("<details>\n<summary>{}</summary>\n<ol>\n",
                       escape_html(base::say("page.course.steps", one.steps.size())));
    for (std::size_t i = 0; i < one.steps.size(); ++i) {
      out += fmt::format("<li><a href=\"{}#step-{}\">{}</a></li>\n", escape_html(lesson_file(one)), i + 1,
                         lesson::inline_html(one.steps[i].title));
    }
    return out + "</ol>\n</details>\n</article>\n";
  }

  const CoursePage& page_;
};

}  // namespace

std::string lesson_file(const Lesson& lesson) {
  return fmt::format("lesson-{}.html", lesson.id);
}

std::string course_html(const CoursePage& page) {
  return CourseWriter(page).run();
}

std::string course_nav(const std::vector<Lesson>& lessons, std::size_t index) {
  const auto way = [&](std::string_view key, std::size_t to) {
    return fmt::format(" &nbsp; {} {}", said(key), link_to(lessons.at(to)));
  };
  std::string out = fmt::format("<nav class=\"course\" aria-label=\"{0}\">\n<a href=\"{1}\">{0}</a>",
                                said("session.course.title"), course_file);
  if (index > 0) out += way("page.course.before", index - 1);
  if (index + 1 < lessons.size()) out += way("page.course.after", index + 1);
  return out + "\n</nav>\n";
}

}  // namespace publish
