// Paragraph by paragraph; lists open and close by their kind and depth.
#include "lesson/html.hpp"

#include "base/escape.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace lesson {
namespace {

constexpr std::string_view style =
    "  :root { color-scheme: light dark; --page: #fff; --ink: #1a1c20; --quiet: #5a606b; --line: #d5d9e0;\n"
    "          --panel: #f5f6f8; --link: #0b57a4; }\n"
    "  @media (prefers-color-scheme: dark) {\n"
    "    :root { --page: #15171b; --ink: #e8eaee; --quiet: #a3aab6; --line: #3a3f49; --panel: #1f2228;\n"
    "            --link: #8ab8ef; }\n"
    "  }\n"
    "  body { background: var(--page); color: var(--ink); font: 1.06rem/1.55 Inter, 'Helvetica Neue', Arial,\n"
    "         sans-serif; margin: 2rem auto; max-width: 46rem; padding: 0 1rem; }\n"
    "  h1, h2, h3 { line-height: 1.25; }\n"
    "  h2 { border-top: 1px solid var(--line); margin-top: 2.5rem; padding-top: 1.2rem; }\n"
    "  pre, code { font-family: 'JetBrains Mono', 'DejaVu Sans Mono', Menlo, Consolas, monospace; }\n"
    "  pre { background: var(--panel); border-radius: 6px; overflow-x: auto; padding: .8rem 1rem; }\n"
    "  blockquote { border-left: 3px solid var(--line); margin-left: 0; padding-left: 1rem; }\n"
    "  .quiet { color: var(--quiet); }\n"
    "  a { color: var(--link); }\n"
    "  @media print { h2 { break-after: avoid; } li, pre, figure { break-inside: avoid; } }\n";

std::string run_html(const Run& run) {
  std::string out = escape_html(run.text);
  for (std::size_t at = run.code ? std::string::npos : out.find('\n'); at != std::string::npos;
       at = out.find('\n', at + 5)) {
    out.replace(at, 1, "<br>\n");
  }
  if (run.code) out = "<code>" + out + "</code>";
  if (run.emphasis) out = "<em>" + out + "</em>";
  if (run.strong) out = "<strong>" + out + "</strong>";
  return out;
}

std::string runs_html(const Paragraph& paragraph) {
  std::string out;
  for (const Run& run : paragraph.runs) out += run_html(run);
  return out;
}

/// Lists that stand open, the outermost first.
class Lists {
 public:
  explicit Lists(std::string& out) : out_(out) {}
  void item(const Paragraph& paragraph) {
    const char* wanted = paragraph.kind == Paragraph::Kind::numbered ? "ol" : "ul";
    const auto depth = static_cast<std::size_t>(std::clamp(paragraph.indent, 0, 8)) + 1;
    close(depth);
    if (open_.size() == depth && open_.back() != wanted) close(depth - 1);
    if (open_.size() == depth) out_ += "</li>\n";
    while (open_.size() < depth) {
      open_.emplace_back(wanted);
      out_ += fmt::format("<{}{}>\n", wanted,
                          paragraph.kind == Paragraph::Kind::numbered && paragraph.number != 1
                              ? fmt::format(" start=\"{}\"", paragraph.number)
                              : "");
      if (open_.size() < depth) out_ += "<li>";
    }
    out_ += "<li>" + runs_html(paragraph);
  }
  void close(std::size_t depth = 0) {
    while (open_.size() > depth) {
      out_ += fmt::format("</li>\n</{}>\n", open_.back());
      open_.pop_back();
    }
  }

 private:
  std::string& out_;
  std::vector<std::string> open_;
};

}  // namespace

std::string escape_html(std::string_view text) {
  return base::escape_markup(text);
}

std::string html(const std::vector<Paragraph>& paragraphs, int top_heading) {
  std::string out;
  Lists lists(out);
  for (const Paragraph& paragraph : paragraphs) {
    using Kind = Paragraph::Kind;
    if (paragraph.kind == Kind::bullet || paragraph.kind == Kind::numbered) {
      lists.item(paragraph);
      continue;
    }
    lists.close();
    const std::string inside = runs_html(paragraph);
    switch (paragraph.kind) {
      case Kind::heading: {
        const int level = std::clamp(top_heading + paragraph.number - 3, top_heading, 6);
        out += fmt::format("<h{0}>{1}</h{0}>\n", level, inside);
        break;
      }
      case Kind::quote:
        out += "<blockquote><p>" + inside + "</p></blockquote>\n";
        break;
      case Kind::code:
        out += "<pre>" + inside + "</pre>\n";
        break;
      case Kind::text:
      case Kind::bullet:
      case Kind::numbered:
        out += "<p>" + inside + "</p>\n";
        break;
    }
  }
  lists.close();
  return out;
}

std::string inline_html(std::string_view markdown) {
  std::string out;
  for (const Paragraph& paragraph : paragraphs(markdown)) out += (out.empty() ? "" : "<br>\n") + runs_html(paragraph);
  return out;
}

std::string html_document(std::string_view title, std::string_view body, std::string_view more_style) {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{}</title>\n"
      "<style>\n{}{}</style>\n</head>\n<body>\n{}</body>\n</html>\n",
      escape_html(title), style, more_style, body);
}

}  // namespace lesson
