// ```finding NAME CHAIN: cases, each a line that says when and below it, indented, what is said then.
#include "lesson/finding.hpp"

#include "base/text.hpp"
#include "base/words.hpp"
#include "lesson/expression.hpp"
#include "lesson/fences/fence.hpp"

#include <algorithm>

namespace lesson {
namespace {

using Kind = FindingCase::Kind;

std::string_view name_of(const Piece& piece) {
  return piece.argument.substr(0, piece.argument.find(' '));
}

class FindingReader {
 public:
  FindingReader(LessonDraft& draft, const Piece& piece) : draft_(draft), piece_(piece) {}

  void run() {
    const std::vector<std::string_view> words = base::split(piece_.argument, ' ');
    if (words.size() != 2) return tell(piece_.argument_place, "form");
    finding_.name = words[0];
    finding_.chain = words[1];
    finding_.line = piece_.line;
    if (!draft_.check_chain(piece_, finding_.chain)) return;
    int line = piece_.first_line;
    for (const std::string_view raw : base::split_lines(piece_.text)) read_line(raw, line++);
    check();
    const bool is_new = draft_.lesson.findings.emplace(finding_.name, finding_).second;
    if (!is_new) tell(piece_.argument_place, "twice", {{"name", finding_.name}});
  }

 private:
  void tell(Place place, std::string_view key, base::Fillings values = {}) {
    draft_.findings.tell(place, "lesson.finding." + std::string(key), values);
  }

  void read_line(std::string_view raw, int line) {
    const std::string_view text = base::trim(raw);
    if (text.empty()) return;
    const Place place{line, 1, static_cast<int>(base::count_characters(raw))};
    if (raw.front() == ' ' || raw.front() == '\t') {
      if (finding_.cases.empty()) return tell(place, "line", {{"line", text}});
      std::string& said = finding_.cases.back().text;
      said += (said.empty() ? "" : " ") + std::string(text);
      return check_values(text, raw, line);
    }
    FindingCase one;
    one.line = line;
    constexpr std::string_view when = "when ";
    if (text == "otherwise" || text == "noisy") {
      one.kind = text == "noisy" ? Kind::noisy : Kind::otherwise;
    } else if (text.starts_with(when)) {
      one.condition = base::trim(text.substr(when.size()));
      read_condition(one, raw);
    } else {
      return tell(place, "line", {{"line", text}});
    }
    if (std::ranges::any_of(finding_.cases, [&](const FindingCase& above) {
          return above.kind >= one.kind && above.kind != Kind::when;
        })) {
      tell(place, "order");
    }
    finding_.cases.push_back(std::move(one));
  }

  /// Two expressions and a sign between them, and perhaps more of it behind 'and'.
  void read_condition(FindingCase& one, std::string_view raw) {
    std::string_view rest = one.condition;
    constexpr std::string_view conjunction = " and ";
    while (!rest.empty()) {
      const std::size_t end = rest.find(conjunction);
      const std::string_view part = rest.substr(0, end);
      rest = end == std::string_view::npos ? std::string_view{} : rest.substr(end + conjunction.size());
      const std::size_t sign = part.find_first_of("<>");
      if (sign == std::string_view::npos) {
        tell({one.line, 1, static_cast<int>(base::count_characters(raw))}, "no_comparison", {{"text", part}});
        flawed_ = true;
        continue;
      }
      const std::size_t length = sign + 1 < part.size() && part[sign + 1] == '=' ? 2 : 1;
      FindingCase::Comparison found{std::string(base::trim(part.substr(0, sign))),
                                    std::string(part.substr(sign, length)),
                                    std::string(base::trim(part.substr(sign + length)))};
      for (const std::string* side : {&found.left, &found.right}) {
        if (const auto flaw = check_expression(*side)) {
          draft_.findings.add({one.line, 1, static_cast<int>(base::count_characters(raw))}, flaw->message,
                              base::say("lesson.finding.no_comparison.hint"));
          flawed_ = true;
          return;
        }
        check_values(*side, raw, one.line);
      }
      one.comparisons.push_back(std::move(found));
    }
  }

  void check_values(std::string_view text, std::string_view raw, int line) {
    Names names = draft_.names;
    names.last_chain = finding_.chain;
    for (const Slot& slot : slots(text)) {
      const std::string_view written = text.substr(slot.offset, slot.length);
      const Place place{line, 1 + static_cast<int>(base::count_characters(raw.substr(0, raw.find(written)))),
                        static_cast<int>(base::count_characters(written))};
      if (slot.kind == Slot::Kind::finding) {
        tell(place, "nested");
      } else if (const auto flaw = slot_flaw(slot, names)) {
        draft_.findings.add(place, flaw->message, flaw->hint);
      }
      if (slot.kind == Slot::Kind::fact) draft_.lesson.facts.push_back({slot.fact, slot.source, line});
    }
  }

  void check() {
    const auto has = [&](Kind kind) {
      return std::ranges::find(finding_.cases, kind, &FindingCase::kind) != finding_.cases.end();
    };
    const auto asked = terms_of_conditions(finding_);
    const bool measured = std::ranges::any_of(asked, [](const Term& one) { return one.name.starts_with("measured."); });
    if (!has(Kind::otherwise)) tell({piece_.line, 1, 3}, "no_otherwise");
    if (measured && !flawed_ && !has(Kind::noisy)) tell({piece_.line, 1, 3}, "no_noisy");
    for (const FindingCase& one : finding_.cases) {
      if (one.text.empty()) tell({one.line, 1, 1}, "empty");
      if (one.kind == Kind::noisy && !measured && !flawed_) tell({one.line, 1, 5}, "needless_noisy");
    }
  }

  LessonDraft& draft_;
  const Piece& piece_;
  Finding finding_;
  bool flawed_ = false;  ///< a condition cannot be read: whether anything measured decides is not known
};

}  // namespace

constinit const Fence fences::finding = {
    .word = "finding",
    .words = "lesson.finding.",
    .named = true,
    .announce = [](LessonDraft& draft, const Piece& piece) { draft.names.findings.emplace(name_of(piece)); },
    .read =
        [](LessonDraft& draft, const Piece& piece, Block& block) {
          block.name = name_of(piece);
          FindingReader(draft, piece).run();
        },
};

}  // namespace lesson
