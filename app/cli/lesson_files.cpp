// Pages, figures and new lessons.
#include "cli/lesson_files.hpp"

#include "base/resources.hpp"
#include "base/text.hpp"
#include "base/words.hpp"
#include "cli/again.hpp"
#include "cli/lesson_recordings.hpp"
#include "cli/live.hpp"
#include "cli/output.hpp"
#include "cli/sheet.hpp"
#include "device/recorded/recorded_device.hpp"
#include "device/registry.hpp"
#include "lesson/course_map.hpp"
#include "lesson/loader.hpp"
#include "lesson/named.hpp"
#include "lesson/sizes.hpp"
#include "machine/cards.hpp"
#include "publish/course_html.hpp"
#include "publish/lesson_html.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace cli {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view whole_course = "all";

/// The lesson that was named, and what is known of its chains: by the recorded card, else by the course's data sheet,
/// so that what is written is the same wherever it is written.
struct Known {
  lesson::Lesson lesson;
  publish::Findings findings;
};

base::Expected<Known> known_of(const std::string& name, const device::Registry& registry) {
  auto lesson = lesson::named(name);
  if (!lesson) return std::unexpected(lesson.error());
  const auto spec = machine::device_named(machine::course_card);
  if (!spec) return std::unexpected(spec.error());
  lesson::size_for(*lesson, spec->kind == machine::Kind::gpu);
  // Nobody should hand out a page that lacks what its author put beside it.
  if (auto untrue = recording_mistakes(name); !untrue.empty()) return std::unexpected(std::move(untrue));
  const auto own = recorded_beside(name);
  const auto graphs = own ? device::recorded::preferring(*own, "graph") : registry.course_graphs();
  auto findings = publish::findings_of(*lesson, own ? own.get() : registry.course_recorded(), *spec, graphs.get());
  if (!findings) return std::unexpected(findings.error());
  return Known{std::move(*lesson), std::move(*findings)};
}

base::Diagnostics no_lesson(std::string_view verb) {
  return base::wrong(base::say("cli.lesson.none", {{"verb", verb}}), fmt::format("onetrip lesson {} 02 -o ...", verb))
      .error();
}

/// "93" of a folder "93-my-lesson"; else the first above 90 would be anybody's guess: 90.
std::string id_of(const fs::path& folder) {
  const std::string name = folder.filename().string();
  const auto digit = [&](std::size_t i) { return name.size() > i && name[i] >= '0' && name[i] <= '9'; };
  const bool has_one = digit(0) && digit(1) && name.size() > 2 && name[2] == '-';
  return has_one ? name.substr(0, 2) : "90";
}

/// The block at the top with another id and title.
std::string renamed(std::string text, const std::string& id, std::string_view title) {
  std::string out;
  int fences = 0;
  for (const std::string_view line : base::split_lines(text)) {
    fences += base::trim(line) == "+++";
    const bool front = fences == 1;
    if (front && line.starts_with("id ")) {
      out += fmt::format("id = \"{}\"\n", id);
    } else if (front && line.starts_with("title ")) {
      out += fmt::format("title = \"{}\"\n", title);
    } else {
      out.append(line).append("\n");
    }
  }
  while (out.ends_with("\n\n")) out.pop_back();
  return out;
}

/// A page for each lesson, and the map that leads to them.
Exit write_course(const Options& options, const std::vector<std::string>& arguments) {
  const auto folder = options.value("-o");
  if (!folder || fs::path(*folder).extension() == ".html") {
    return bad_input(
        base::wrong(base::say("cli.page.no_course"), base::say("cli.add", {{"option", "-o DIR"}})).error());
  }
  publish::CoursePage course;
  std::vector<publish::Findings> findings;
  const device::Registry registry(without_card());
  const auto listed = lesson::course();
  if (!listed) return bad_input(listed.error());
  for (const lesson::Listed& one : *listed) {
    auto known = known_of(one.id, registry);
    if (!known) return bad_input(known.error());
    course.lessons.push_back(std::move(known->lesson));
    findings.push_back(std::move(known->findings));
  }
  auto map = lesson::course_map();
  if (!map) return bad_input(map.error());
  course.map = *std::move(map);
  course.command = without_file("lesson", arguments);
  base::make_folder(*folder);
  const auto write = [&](std::string_view name, const std::string& html) {
    const fs::path path = fs::path(*folder) / name;
    base::write_file(path, html);
    print(path.string() + "\n");
  };
  for (std::size_t i = 0; i < course.lessons.size(); ++i) {
    publish::HtmlPage page{options.has("--answers"), course.command, publish::course_nav(course.lessons, i)};
    write(publish::lesson_file(course.lessons[i]), publish::lesson_html(course.lessons[i], findings[i], page));
  }
  write(publish::course_file, publish::course_html(course));
  return Exit::done;
}

}  // namespace

Exit write_lesson_page(const Options& options, const std::vector<std::string>& arguments) {
  if (options.words.size() < 2) return bad_input(no_lesson("page"));
  if (options.words[1] == whole_course) return write_course(options, arguments);
  const auto file = options.value("-o");
  if (!file || fs::path(*file).extension() != ".html") {
    return bad_input(
        base::wrong(base::say("cli.page.no_file"), base::say("cli.add", {{"option", "-o lesson.html"}})).error());
  }
  const device::Registry registry(without_card());
  const auto known = known_of(options.words[1], registry);
  if (!known) return bad_input(known.error());
  publish::HtmlPage page;
  page.answers = options.has("--answers");
  page.command = without_file("lesson", arguments);
  base::write_file(*file, publish::lesson_html(known->lesson, known->findings, page));
  return Exit::done;
}

Exit write_lesson_figures(const Options& options) {
  if (options.words.size() < 2) return bad_input(no_lesson("figures"));
  const auto folder = options.value("-o");
  if (!folder)
    return bad_input(
        base::wrong(base::say("cli.figures.no_folder"), base::say("cli.add", {{"option", "-o DIR"}})).error());
  const std::string ending = options.value("--as").value_or("svg");
  constexpr std::string_view endings[] = {"svg", "png", "pdf", "csv", "json"};
  if (std::ranges::find(endings, ending) == std::end(endings)) {
    return bad_input(base::wrong(base::say("cli.figures.ending", {{"ending", ending}})).error());
  }
  const auto written = export_options(options);
  if (!written) return bad_input(written.error());
  charts::ChartData sheet;
  if (const auto set = set_sheet(sheet, options, written->theme); !set) return bad_input(set.error());
  const device::Registry registry(without_card());
  const auto known = known_of(options.words[1], registry);
  if (!known) return bad_input(known.error());
  base::make_folder(*folder);
  std::vector<figure::Figure> pages;
  for (publish::LessonFigure& one : publish::lesson_figures(known->lesson, known->findings, sheet)) {
    const fs::path path = fs::path(*folder) / fmt::format("{}.{}", one.name, ending);
    if (const auto done = exporter::write(one.figure, path, *written); !done) return bad_input(done.error());
    print(path.string() + "\n");
    pages.push_back(std::move(one.figure));
  }
  if (pages.empty()) return bad_input(base::wrong(std::string(base::text("app.no_chains"))).error());
  const fs::path all = fs::path(*folder) / fmt::format("lesson-{}.pdf", known->lesson.id);
  base::write_file(all, exporter::to_pdf(pages, *written));
  print(all.string() + "\n");
  return Exit::done;
}

Exit new_lesson(const Options& options) {
  if (options.words.size() < 2) {
    return bad_input(base::wrong(base::say("cli.lesson.no_folder"), "onetrip lesson new my-lesson").error());
  }
  fs::path folder = fs::path(options.words[1]).lexically_normal();
  if (!folder.has_filename()) folder = folder.parent_path();
  const fs::path file = folder / "lesson.md";
  std::error_code ignored;
  if (fs::exists(file, ignored)) {
    return bad_input(base::wrong(base::say("app.lesson.there", {{"file", file.string()}}),
                                 std::string(base::text("app.lesson.there.hint")))
                         .error());
  }
  std::string text;
  if (const auto from = options.value("--from")) {
    const auto source = lesson::named(*from);
    if (!source) return bad_input(source.error());
    const auto read = base::read_file(source->file, lesson::max_lesson_bytes);
    if (!read) return bad_input(read.error());
    text = renamed(*read, id_of(folder), base::say("cli.lesson.copy", {{"title", source->title}}));
  } else {
    const auto read = base::read_file(base::program_file("lessons/template.md"), lesson::max_lesson_bytes);
    if (!read) return bad_input(read.error());
    text = renamed(*read, id_of(folder), base::text("cli.lesson.own"));
  }
  base::make_folder(folder);
  base::write_file(file, text);
  print(base::say("app.lesson.made", {{"file", file.string()}, {"folder", folder.string()}}) + "\n");
  return Exit::done;
}

}  // namespace cli
