// A language that nobody speaks: the interface's own words, accented and longer, as German or Finnish would be.
#pragma once

#include "base/language.hpp"
#include "base/words.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tests {

/// "Run both" -> "Ŕûñ ßøţĥ ēñ": every letter replaced, 40 % longer; {placeholders} and `code` stay. A single word grows
/// at its end, a sentence by words.
inline std::string pseudo(std::string_view english) {
  static constexpr std::string_view letters[] = {"å", "ƀ", "ç", "đ", "é", "ƒ", "ğ", "ĥ", "î", "ĵ", "ķ", "ļ", "ɱ",
                                                 "ñ", "ö", "þ", "ɋ", "ŕ", "š", "ţ", "û", "ṽ", "ŵ", "ẋ", "ý", "ž"};
  static constexpr std::string_view capitals[] = {"Å", "Ɓ", "Ç", "Ð", "É", "Ƒ", "Ğ", "Ĥ", "Î", "Ĵ", "Ķ", "Ļ", "Ḿ",
                                                  "Ñ", "Ö", "Þ", "Ɋ", "Ŕ", "Š", "Ţ", "Û", "Ṽ", "Ŵ", "Ẋ", "Ý", "Ž"};
  std::string out;
  int replaced = 0;
  bool kept = false, sentence = false;
  for (const char c : english) {
    kept = kept ? c != '}' && c != '`' : c == '{' || c == '`';
    sentence = sentence || c == ' ';
    if (kept || !((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'))) {
      out += c;
      continue;
    }
    ++replaced;
    out += c >= 'a' ? letters[c - 'a'] : capitals[c - 'A'];
  }
  const int more = replaced == 0 ? 0 : std::max(2, replaced * 2 / 5);
  for (int i = 0; i < more; ++i) out += sentence && i % 8 == 0 ? " " : "ü";
  return out;
}

/// Speaks it while it lives.
class PseudoLocale {
 public:
  PseudoLocale() {
    std::vector<std::pair<std::string, std::string>> words;
    for (const std::string_view key : base::text_keys()) {
      const std::string_view english = base::text(key);
      words.emplace_back(key, key.starts_with("plural.") ? std::string(english) : pseudo(english));
    }
    base::speak(std::move(words));
  }
  ~PseudoLocale() { base::speak({}); }
  PseudoLocale(const PseudoLocale&) = delete;
  PseudoLocale& operator=(const PseudoLocale&) = delete;
};

}  // namespace tests
