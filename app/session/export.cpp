// Which figure goes where.
#include "session/export.hpp"

#include "base/error.hpp"
#include "base/resources.hpp"
#include "base/words.hpp"
#include "exporter/write.hpp"
#include "machine/cards.hpp"
#include "publish/lesson_figures.hpp"
#include "session/lesson/scene_play.hpp"
#include "session/open_page.hpp"
#include "session/state/page.hpp"

#include <fmt/format.h>

#include <utility>

namespace session {
namespace {

/// "exports/02-step-5-bytes.svg", or with "-2" if that is taken: an export never replaces another by itself.
std::filesystem::path fresh_path(const Desk& desk, std::string_view figure_id) {
  const auto folder = base::user_data() / "exports";
  std::error_code problem;
  std::filesystem::create_directories(folder, problem);
  if (problem) {
    throw base::MachineError(
        base::say("session.export.no_folder", {{"path", folder.string()}, {"why", problem.message()}}),
        std::string(base::text("session.export.remedy")));
  }
  const std::string stem = desk.pages.has(PageKind::lab) || desk.course == nullptr
                               ? fmt::format("lab-{}", figure_id)
                               : fmt::format("{}-step-{}-{}", desk.course->lesson.id, desk.course->at + 1, figure_id);
  auto path = folder / (stem + ".svg");
  for (int n = 2; std::filesystem::exists(path, problem); ++n) path = folder / fmt::format("{}-{}.svg", stem, n);
  return path;
}

/// "exports/02-figures", or with "-2" if that is taken.
std::filesystem::path fresh_folder(const std::string& lesson) {
  const auto exports = base::user_data() / "exports";
  std::error_code problem;
  auto folder = exports / (lesson + "-figures");
  for (int n = 2; std::filesystem::exists(folder, problem); ++n)
    folder = exports / fmt::format("{}-figures-{}", lesson, n);
  std::filesystem::create_directories(folder, problem);
  if (problem) {
    throw base::MachineError(
        base::say("session.export.no_folder", {{"path", folder.string()}, {"why", problem.message()}}),
        std::string(base::text("session.export.remedy")));
  }
  return folder;
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
    const auto target = path.empty() ? fresh_path(desk, figure_id) : path;
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
  auto sheet = machine::device_named(machine::course_card);
  if (!sheet) return std::unexpected(std::move(sheet.error()));
  const auto findings = publish::findings_of(lesson, desk.services.recorded.get(), *sheet);
  if (!findings) return std::unexpected(findings.error());
  std::vector<publish::LessonFigure> figures = publish::lesson_figures(lesson, *findings, {});
  const std::size_t all = figures.size();
  std::erase_if(figures, [open = asked(desk)](const publish::LessonFigure& one) { return one.closed(open); });
  if (figures.empty()) return base::wrong(std::string(base::text("session.export.all_open")));
  const auto folder = fresh_folder(lesson.id);
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

}  // namespace session
