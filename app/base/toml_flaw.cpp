// toml++ 3.3 recurses once a bracket and once a dot of a key, on the parser's stack and again when its tables are
// destroyed, so depth is counted here, before it.
#include "base/toml_flaw.hpp"

#include "base/text.hpp"
#include "base/words.hpp"

#include <algorithm>
#include <utility>

namespace base {
namespace {

/// The words of `key`, whose number is `most`, at that place.
TomlFlaw flaw_at(std::string_view text, std::size_t offset, const std::string& key, std::size_t most) {
  const std::string_view before = text.substr(0, offset);
  const std::size_t start = before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
  return {1 + static_cast<int>(std::count(before.begin(), before.end(), '\n')),
          1 + static_cast<int>(count_characters(before.substr(start))), say(key, {{"most", std::to_string(most)}}),
          say(key + ".hint")};
}

/// Walks over TOML without building anything. Where the text is not TOML it may see more structure than there is,
/// never less before the place at which toml++ stops.
class DepthScan {
 public:
  explicit DepthScan(std::string_view text) : text_(text) {}

  std::optional<TomlFlaw> run() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '"' || c == '\'') {
        skip_string(c);
        continue;
      }
      if (c == '#') {
        at_ = std::min(text_.find('\n', at_), text_.size());
        continue;
      }
      if (c == '[' || c == '{') {
        dots_ = 0;
        if (++depth_ > max_bracket_depth) {
          return flaw_at(text_, at_, "toml.brackets", max_bracket_depth);
        }
      } else if (c == ']' || c == '}') {
        depth_ = std::max(0, depth_ - 1);
        dots_ = 0;
      } else if (c == '\n' || c == '=' || c == ',') {
        dots_ = 0;
      } else if (c == '.' && ++dots_ > max_key_dots) {
        return flaw_at(text_, at_, "toml.dots", max_key_dots);
      }
      ++at_;
    }
    return std::nullopt;
  }

 private:
  void skip_string(char quote) {
    const std::string_view triple = quote == '"' ? "\"\"\"" : "'''";
    const bool several_lines = text_.substr(at_).starts_with(triple);
    at_ += several_lines ? 3 : 1;
    while (at_ < text_.size()) {
      if (quote == '"' && text_[at_] == '\\') {
        at_ += 2;
      } else if (several_lines && text_.substr(at_).starts_with(triple)) {
        at_ += 3;
        for (int extra = 0; extra < 2 && at_ < text_.size() && text_[at_] == quote; ++extra) ++at_;
        return;
      } else if (!several_lines && (text_[at_] == quote || text_[at_] == '\n')) {
        if (text_[at_] == quote) ++at_;
        return;
      } else {
        ++at_;
      }
    }
    at_ = text_.size();
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int depth_ = 0, dots_ = 0;
};

}  // namespace

std::optional<TomlFlaw> toml_flaw(std::string_view text, std::size_t limit) {
  if (text.size() > limit) return flaw_at(text, limit, "toml.long", limit / 1024);
  return DepthScan(text).run();
}

}  // namespace base
