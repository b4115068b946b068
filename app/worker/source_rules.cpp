// A list of directives and one of options; everything else is refused.
#include "worker/source_rules.hpp"

#include "base/words.hpp"

#include <algorithm>
#include <array>

namespace worker {
namespace {

bool blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

std::string_view without_blanks(std::string_view text) {
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  return text;
}

bool allowed_directive(std::string_view rest) {
  rest = without_blanks(rest);
  const auto end = std::ranges::find_if(rest, [](char c) { return !(c >= 'a' && c <= 'z'); });
  const std::string_view word(rest.data(), static_cast<std::size_t>(end - rest.begin()));
  constexpr std::array<std::string_view, 12> words{"define", "undef", "if",     "ifdef", "ifndef",  "elif",
                                                   "else",   "endif", "pragma", "error", "warning", ""};
  if (word == "include") {
    const std::string_view file = without_blanks(rest.substr(word.size()));
    return file == "<cuda_fp16.h>" || file == "<cuda_bf16.h>" || file == "<mma.h>" || file == "<cuda_pipeline.h>";
  }
  return std::ranges::find(words, word) != words.end() && (!word.empty() || rest.empty());
}

}  // namespace

std::optional<std::string> refuse_source(std::string_view source) {
  const auto refuse = [](std::string_view what) { return base::say("worker.source", {{"what", what}}); };
  if (source.find('\0') != std::string_view::npos) return refuse(base::text("worker.source.nul"));
  for (const std::string_view hidden : {"??", "%:", "__has_include", "__has_embed", "_Pragma"}) {
    if (source.find(hidden) != std::string_view::npos) return refuse(hidden);
  }
  // A line that ends in a backslash goes on in the next, so a directive's word may be parted. Comments could part it
  // too.
  for (std::size_t at = 0; at < source.size();) {
    const std::size_t end = std::min(source.find('\n', at), source.size());
    const std::string_view line = without_blanks(source.substr(at, end - at));
    at = end + 1;
    const std::size_t hash = line.find('#');
    if (hash == std::string_view::npos) continue;
    const std::string_view before = without_blanks(line.substr(0, hash));
    const bool directive = before.empty() || before.ends_with("*/");
    if (directive && !allowed_directive(line.substr(hash + 1))) return refuse(line.substr(0, 80));
    // Inside a definition # joins texts; anywhere else it is a comment's or a string's.
  }
  return std::nullopt;
}

std::optional<std::string> refuse_options(const std::vector<std::string>& options) {
  constexpr std::array<std::string_view, 14> whole{"-fmad=false",          "-fmad=true",
                                                   "--fmad=false",         "--fmad=true",
                                                   "-std=c++17",           "--std=c++17",
                                                   "-std=c++20",           "--std=c++20",
                                                   "-default-device",      "--use_fast_math",
                                                   "-use_fast_math",       "-lineinfo",
                                                   "--generate-line-info", "--extra-device-vectorization"};
  const auto allowed = [&](std::string_view option) {
    if (std::ranges::find(whole, option) != whole.end()) return true;
    for (const std::string_view start :
         {"--maxrregcount=", "-maxrregcount=", "--prec-div=", "--prec-sqrt=", "--ftz="}) {
      if (!option.starts_with(start)) continue;
      const std::string_view value = option.substr(start.size());
      return value == "true" || value == "false" ||
             (!value.empty() && value.size() <= 3 &&
              std::ranges::all_of(value, [](char c) { return c >= '0' && c <= '9'; }));
    }
    return option.starts_with("-D") && option.size() > 2 && std::ranges::all_of(option.substr(2), [](char c) {
             return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '=';
           });
  };
  const auto wrong = std::ranges::find_if_not(options, allowed);
  if (wrong == options.end()) return std::nullopt;
  return base::say("worker.option", {{"option", *wrong}});
}

}  // namespace worker
