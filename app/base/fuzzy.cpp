// The best way to find the letters, not the first: "sm" is the s of softmax and its m, not a word's last s and the next
// m.
#include "base/fuzzy.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace base {
namespace {

constexpr int none = -1, letter = 1, word_begins = 8, follows = 10;

bool is_letter(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x80 || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z');
}

}  // namespace

std::optional<int> fuzzy_score(std::string_view typed, std::string_view text) {
  std::string wanted = lowered(typed);
  std::erase(wanted, ' ');
  if (wanted.size() > text.size()) return std::nullopt;
  if (wanted.empty()) return 0;
  const std::string all = lowered(text);
  // best[j]: the most that the letters so far are worth, if the last of them is letter j of the text.
  std::vector<int> best(all.size(), none), next(all.size(), none);
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    int before = i == 0 ? 0 : none;  // the most of all that end further left
    for (std::size_t j = 0; j < all.size(); ++j) {
      const int beside = i > 0 && j > 0 ? best[j - 1] : none;
      before = std::max(before, beside);
      next[j] = none;
      if (all[j] != wanted[i] || before == none) continue;
      const bool begins = is_letter(all[j]) && (j == 0 || !is_letter(all[j - 1]));
      const int so_far = beside == none ? before : std::max(before, beside + follows);
      next[j] = so_far + letter + (begins ? word_begins : 0);
    }
    std::swap(best, next);
  }
  const int most = *std::ranges::max_element(best);
  return most == none ? std::nullopt : std::optional(most);
}

}  // namespace base
