// One list of states and a place in it.
#include "session/state/history.hpp"

#include <algorithm>

namespace session {
namespace {

constexpr std::chrono::seconds pause{1};
constexpr std::size_t one_character = 4;  // bytes of UTF-8 at most

bool in_word(char c) {
  const auto u = static_cast<unsigned char>(c);
  return u >= 0x80 || (u >= '0' && u <= '9') || (u >= 'A' && u <= 'Z') || (u >= 'a' && u <= 'z') || u == '_';
}

}  // namespace

History::Change History::change(const Lab& before, const Lab& after) {
  Change change;
  if (before.cut != after.cut) return change;
  change.guess = before.text == after.text;
  const auto field = [&](const Lab& lab) -> const std::string& {
    return !change.guess ? lab.text : before.typed != after.typed ? lab.typed : lab.cut_values;
  };
  const std::string &from = field(before), &to = field(after);
  const auto [a, b] = std::ranges::mismatch(from, to);
  const auto common = static_cast<std::size_t>(a - from.begin());
  const std::size_t least = std::min(from.size(), to.size()) - common;
  std::size_t tail = 0;
  while (tail < least && from[from.size() - 1 - tail] == to[to.size() - 1 - tail]) ++tail;
  change.begin = common;
  change.end = to.size() - tail;
  const std::size_t fresh = change.end - common, gone = from.size() - tail - common;
  if (gone == 0 && fresh <= one_character) {
    change.kind = Change::Kind::typed;
    change.begins_word = in_word(to[common]) && (common == 0 || !in_word(to[common - 1]));
  } else if (fresh == 0 && gone <= one_character) {
    change.kind = Change::Kind::erased;
  }
  return change;
}

bool History::joins(const Change& next) const {
  // What a run locked, or what was gone back to, is not written over.
  if (at_ <= floor_ || can_redo()) return false;
  if (next.kind == Change::Kind::other || next.kind != last_.kind || next.guess != last_.guess) return false;
  if (next.when - last_.when > pause) return false;
  if (next.kind == Change::Kind::typed) return next.begin == last_.end && !next.begins_word;
  // Backspace goes on before the place, Delete at it.
  return next.begin == last_.begin || (next.begin < last_.begin && last_.begin - next.begin <= one_character);
}

void History::keep(const Lab& now, Instant when) {
  if (states_.empty()) {
    states_.push_back(now);
    return;
  }
  if (now.same_work(states_[at_])) {
    states_[at_] = now;
    return;
  }
  Change next = change(states_[at_], now);
  next.when = when;
  const bool join = joins(next);
  last_ = next;
  if (join) {
    states_[at_] = now;
    return;
  }
  states_.erase(states_.begin() + static_cast<std::ptrdiff_t>(at_) + 1, states_.end());
  states_.push_back(now);
  ++at_;
  if (at_ <= most) return;
  states_.erase(states_.begin());
  --at_;
  if (floor_ > 0) --floor_;
}

const Lab& History::undo() {
  last_ = {};
  return states_[--at_];
}

const Lab& History::redo() {
  last_ = {};
  return states_[++at_];
}

void History::wall() {
  if (states_.empty()) return;
  states_.erase(states_.begin() + static_cast<std::ptrdiff_t>(at_) + 1, states_.end());
  floor_ = at_;
  last_ = {};
}

void History::settle(bool measured) {
  if (measured) {
    states_.erase(states_.begin(), states_.begin() + static_cast<std::ptrdiff_t>(floor_));
    at_ -= floor_;
  }
  floor_ = 0;
}

}  // namespace session
