// A list of directives, one of names that are refused, one of options; what is on no list is refused.
#include "worker/source_rules.hpp"

#include "base/words.hpp"
#include "worker/source_tokens.hpp"

#include <algorithm>
#include <array>
#include <span>

namespace worker {
namespace {

using Line = std::span<const Token>;

template <std::size_t count>
bool among(const std::array<std::string_view, count>& words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

/// Names that ask for files, and those that make directives out of text.
bool refused_name(std::string_view name) {
  constexpr std::array<std::string_view, 8> names{
      "__has_include", "__has_include_next", "__has_embed", "_Pragma", "__pragma", "import", "module", "__import__"};
  return among(names, name);
}

/// The tokens as they stood, with one blank for any.
std::string shown(Line line) {
  std::string text;
  for (const Token& token : line) {
    if (token.apart && !text.empty()) text += ' ';
    text += token.text;
  }
  constexpr std::size_t longest = 80;
  return text.substr(0, longest);
}

/// Of a line that begins with #: what follows it.
bool allowed_directive(Line rest) {
  constexpr std::array<std::string_view, 10> words{"define", "undef", "if",    "ifdef", "ifndef",
                                                   "elif",   "else",  "endif", "error", "warning"};
  constexpr std::array<std::string_view, 4> files{"<cuda_fp16.h>", "<cuda_bf16.h>", "<mma.h>", "<cuda_pipeline.h>"};
  if (rest.empty()) return true;
  const std::string_view word = rest.front().text;
  rest = rest.subspan(1);
  // In a definition # makes a string of a parameter; anywhere else it would begin a directive to some compiler.
  const bool nested = std::ranges::any_of(rest, [](const Token& token) { return token.text == "#"; });
  if (word == "include") return among(files, shown(rest));
  if (word == "pragma")
    return !rest.empty() && (rest[0].text == "unroll" || (rest.size() == 1 && rest[0].text == "once"));
  return among(words, word) && (word == "define" || !nested);
}

/// NAME or NAME=VALUE, either one token; a name that is the compiler's own may not get another meaning.
bool allowed_definition(std::string_view text) {
  const auto read = tokens_of(text);
  const auto* tokens = std::get_if<std::vector<Token>>(&read);
  if (tokens == nullptr || tokens->empty() || tokens->size() == 2 || tokens->size() > 3) return false;
  const auto plain = [](const Token& token) {
    return !token.apart && (token.kind == Token::Kind::name || token.kind == Token::Kind::number) &&
           !refused_name(token.text);
  };
  const Token& name = tokens->front();
  constexpr std::array<std::string_view, 3> own{"asm", "defined", "include"};
  if (name.kind != Token::Kind::name || !plain(name) || name.text.starts_with('_') || among(own, name.text))
    return false;
  return tokens->size() == 1 || ((*tokens)[1].text == "=" && !(*tokens)[1].apart && plain((*tokens)[2]));
}

/// Why these tokens may not be compiled, as the text that is shown of them.
std::optional<std::string> refused(const std::vector<Token>& tokens) {
  for (std::size_t begin = 0; begin < tokens.size();) {
    std::size_t end = begin + 1;
    while (end < tokens.size() && !tokens[end].first) ++end;
    const Line line(tokens.data() + begin, end - begin);
    begin = end;
    for (const Token& token : line) {
      // ## makes names that are not here to be seen.
      const bool joins = token.kind == Token::Kind::mark && token.text == "##";
      if (joins || (token.kind == Token::Kind::name && refused_name(token.text))) return token.text;
    }
    const auto hash = [](const Token& token) { return token.kind == Token::Kind::mark && token.text == "#"; };
    const bool directive = hash(line.front());
    if (directive ? !allowed_directive(line.subspan(1)) : std::ranges::any_of(line, hash)) return shown(line);
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> refuse_source(std::string_view source) {
  const auto refuse = [](std::string_view what) { return base::say("worker.source", {{"what", what}}); };
  const auto read = tokens_of(source);
  if (const auto* unclear = std::get_if<Unclear>(&read)) return refuse(base::text(unclear->what));
  if (const auto what = refused(std::get<std::vector<Token>>(read))) return refuse(*what);
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
    return option.starts_with("-D") && allowed_definition(option.substr(2));
  };
  const auto wrong = std::ranges::find_if_not(options, allowed);
  if (wrong == options.end()) return std::nullopt;
  return base::say("worker.option", {{"option", *wrong}});
}

}  // namespace worker
