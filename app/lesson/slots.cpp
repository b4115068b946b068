// What stands between braces in a lesson's texts; code is left alone.
#include "lesson/slots.hpp"

#include "base/text.hpp"
#include "base/words.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace lesson {
namespace {

bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '_';
}

/// What stands between two braces.
Slot read_slot(std::string_view inside) {
  Slot slot;
  if (inside.starts_with("fact ")) {
    slot.kind = Slot::Kind::fact;
    const std::size_t end = inside.find(';');
    slot.fact = base::trim(inside.substr(5, end == std::string_view::npos ? end : end - 5));
    const std::string_view rest =
        end == std::string_view::npos ? std::string_view{} : base::trim(inside.substr(end + 1));
    if (rest.starts_with("source ")) slot.source = base::trim(rest.substr(7));
    if (slot.fact.empty() || slot.source.empty()) {
      slot.kind = Slot::Kind::flawed;
      slot.flaw = base::text("lesson.slot.fact");
    }
    return slot;
  }
  constexpr std::string_view finding = "finding ";
  if (inside.starts_with(finding)) {
    slot.kind = Slot::Kind::finding;
    slot.name = base::trim(inside.substr(finding.size()));
    return slot;
  }
  for (const auto& [word, shape] : {std::pair{"factor ", Slot::Shape::bare}, {"range ", Slot::Shape::range}}) {
    if (!inside.starts_with(word)) continue;
    slot.shape = shape;
    inside.remove_prefix(std::string_view(word).size());
    break;
  }
  if (const std::size_t parted = inside.find_first_of(":/"); parted != std::string_view::npos) {
    slot.chain = base::trim(inside.substr(0, parted));
    inside.remove_prefix(parted + 1);
  }
  std::string_view name = base::trim(inside);
  constexpr std::string_view predicted = "predicted.";
  if (name.starts_with(predicted)) name.remove_prefix(predicted.size());
  slot.name = name;
  if (name.empty() || !std::all_of(name.begin(), name.end(), is_name_character)) {
    slot.kind = Slot::Kind::flawed;
    slot.flaw = base::text("lesson.slot.value");
  }
  return slot;
}

/// Where code spans and fenced blocks end. Backticks that are never closed are looked for once, not once a run of them.
class CodeSpans {
 public:
  explicit CodeSpans(std::string_view text) : text_(text) {
    for (std::size_t at = text.find('`'); at != std::string_view::npos;) {
      const std::size_t end = end_of_run(at);
      runs_[end - at].push_back(at);
      at = text.find('`', end);
    }
  }

  /// Of one that begins at `at`: past the next run of as many backticks; past its own if there is none.
  [[nodiscard]] std::size_t end(std::size_t at) const {
    const std::size_t after = end_of_run(at);
    const auto same = runs_.find(after - at);
    if (same == runs_.end()) return after;
    const auto next = std::ranges::lower_bound(same->second, after);
    return next == same->second.end() ? after : *next + (after - at);
  }

 private:
  [[nodiscard]] std::size_t end_of_run(std::size_t at) const {
    return std::min(text_.find_first_not_of('`', at), text_.size());
  }

  std::string_view text_;
  std::map<std::size_t, std::vector<std::size_t>> runs_;  ///< where they begin, by length
};

}  // namespace

std::vector<Slot> slots(std::string_view text) {
  std::vector<Slot> found;
  if (text.find('{') == std::string_view::npos) return found;
  const CodeSpans code(text);
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (c == '\\') {
      at += 2;
    } else if (c == '`') {
      at = code.end(at);
    } else if (c == '{') {
      const std::size_t end = text.find_first_of("{}", at + 1);
      const bool closed = end != std::string_view::npos && text[end] == '}';
      Slot slot;
      if (closed) {
        slot = read_slot(text.substr(at + 1, end - at - 1));
        slot.length = end + 1 - at;
      } else {
        slot.kind = Slot::Kind::flawed;
        slot.flaw = base::text("lesson.slot.open");
        slot.length = 1;
      }
      slot.offset = at;
      at += slot.length;
      found.push_back(std::move(slot));
    } else {
      ++at;
    }
  }
  return found;
}

}  // namespace lesson
