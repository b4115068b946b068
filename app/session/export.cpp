// Which figure goes where.
#include "session/export.hpp"

#include "base/resources.hpp"
#include "base/words.hpp"
#include "exporter/write.hpp"
#include "lesson/sizes.hpp"
#include "machine/cards.hpp"
#include "publish/lesson_figures.hpp"
#include "publish/lesson_html.hpp"
#include "session/lesson/scene_play.hpp"
#include "session/open_page.hpp"
#include "session/state/page.hpp"

#include <fmt/format.h>

#include <utility>

namespace session {
namespace {

/// "exports/02-figures", or with "-2" if that is taken: an export never replaces another by itself.
std::filesystem::path fresh_path(const std::string& name, std::string_view ending) {
  const auto folder = base::user_data() / "exports";
  base::make_folder(folder, base::say("session.export.remedy"));
  std::error_code problem;
  auto path = folder / fmt::format("{}{}", name, ending);
  for (int n = 2; std::filesystem::exists(path, problem); ++n) path = folder / fmt::format("{}-{}{}", name, n, ending);
  return path;
}

/// "exports/02-step-5-bytes.svg"
std::filesystem::path figure_path(const Desk& desk, std::string_view figure_id) {
  const std::string name = desk.pages.has(PageKind::lab) || desk.course == nullptr
                               ? fmt::format("lab-{}", figure_id)
                               : fmt::format("{}-step-{}-{}", desk.course->lesson.id, desk.course->at + 1, figure_id);
  return fresh_path(name, ".svg");
}

/// What the recorded GPU tells of the lesson's chains.
base::Expected<publish::Findings> recorded_findings(const Desk& desk, const lesson::Lesson& lesson) {
  auto sheet = machine::device_named(machine::course_card);
  if (!sheet) return std::unexpected(std::move(sheet.error()));
  return publish::findings_of(lesson, desk.services.recorded.get(), *sheet, desk.services.recorded_graphs.get());
}

/// The page as it may be seen now, its figures in the frame of files whatever the window's size.
Node page_for_files(Desk& desk) {
  const FigureFrame window = std::exchange(desk.figure_frame, {});
  load_film(desk);
  Node page = open_page(desk);
  desk.figure_frame = window;
  load_film(desk);
  return page;
}

}  // namespace

base::Expected<std::filesystem::path> export_figure(Desk& desk, std::string_view figure_id,
                                                    const std::filesystem::path& path) {
  View view;
  view.root = page_for_files(desk);
  for (const Node* node : all_nodes(view)) {
    if (!node->figure || node->figure->id != figure_id) continue;
    const auto target = path.empty() ? figure_path(desk, figure_id) : path;
    auto written = exporter::write(*node->figure, target);
    if (!written) return std::unexpected(std::move(written.error()));
    return target;
  }
  return base::wrong(base::say("session.export.no_figure", {{"id", figure_id}}),
                     std::string(base::text("session.export.no_figure_hint")));
}

base::Expected<std::string> export_lesson(Desk& desk) {
  if (desk.course == nullptr) return base::wrong(std::string(base::text("session.export.no_lesson")));
  const lesson::Lesson& lesson = desk.course->lesson;
  const auto findings = recorded_findings(desk, lesson);
  if (!findings) return std::unexpected(findings.error());
  std::vector<publish::LessonFigure> figures = publish::lesson_figures(lesson, *findings, {});
  const std::size_t all = figures.size();
  std::erase_if(figures, [open = asked(desk)](const publish::LessonFigure& one) { return one.closed(open); });
  if (figures.empty()) return base::wrong(std::string(base::text("session.export.all_open")));
  const auto folder = fresh_path(lesson.id + "-figures", "");
  base::make_folder(folder, base::say("session.export.remedy"));
  std::vector<figure::Figure> pages;
  for (publish::LessonFigure& one : figures) {
    if (const auto done = exporter::write(one.figure, folder / (one.name + ".svg")); !done) {
      return std::unexpected(done.error());
    }
    pages.push_back(std::move(one.figure));
  }
  base::write_file(folder / fmt::format("lesson-{}.pdf", lesson.id), exporter::to_pdf(pages));
  return base::say(pages.size() < all ? "session.export.some" : "session.export.all",
                   {{"n", std::to_string(pages.size())}, {"path", folder.string()}});
}

base::Expected<std::filesystem::path> export_teacher_page(Desk& desk) {
  if (desk.course == nullptr) return base::wrong(std::string(base::text("session.export.no_lesson")));
  // In the sizes of the recorded GPU, as its page is wherever it is made.
  lesson::Lesson lesson = desk.course->lesson;
  lesson::size_for(lesson, true);
  const auto findings = recorded_findings(desk, lesson);
  if (!findings) return std::unexpected(findings.error());
  publish::HtmlPage page;
  page.answers = true;
  page.command = fmt::format("onetrip lesson page {} --answers", lesson.id);
  auto path = fresh_path(lesson.id + "-teacher", ".html");
  base::write_file(path, publish::lesson_html(lesson, *findings, page));
  return path;
}

}  // namespace session
