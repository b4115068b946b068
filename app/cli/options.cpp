// Parsing of command-line options.
#include "cli/options.hpp"

#include "base/text.hpp"
#include "base/words.hpp"
#include "cli/output.hpp"
#include "device/hosts.hpp"
#include "device/registry.hpp"
#include "plan/presets.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace cli {

std::optional<std::string> Options::value(std::string_view name) const {
  const auto found = flags.find(name);
  if (found == flags.end()) return std::nullopt;
  return found->second.back();
}

std::vector<std::string> Options::all(std::string_view name) const {
  const auto found = flags.find(name);
  return found == flags.end() ? std::vector<std::string>{} : found->second;
}

base::Expected<Options> parse_options(const std::vector<std::string>& arguments, std::span<const Flag> flags,
                                      std::size_t most_words) {
  Options options;
  bool only_words = false;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
    if (only_words || argument.size() < 2 || argument[0] != '-') {
      options.words.push_back(argument);
      continue;
    }
    if (argument == "--") {
      only_words = true;
      continue;
    }
    if (argument == "--help" || argument == "-h") {
      options.flags["--help"].emplace_back();
      continue;
    }
    const std::size_t equals = argument.find('=');
    const std::string name = argument.substr(0, equals);
    const auto flag = std::ranges::find(flags, std::string_view(name), &Flag::name);
    if (flag == flags.end()) {
      std::vector<std::string_view> names;
      for (const Flag& known : flags) names.push_back(known.name);
      const auto near = base::nearest(name, names);
      return base::wrong(
          base::say("cli.option.unknown", {{"flag", name}}),
          near ? base::say("cli.did_you_mean", {{"name", *near}}) : base::say("cli.option.unknown.hint"));
    }
    std::string value;
    if (flag->value.empty()) {
      if (equals != std::string::npos) return base::wrong(base::say("cli.option.no_value", {{"flag", name}}));
    } else if (equals != std::string::npos) {
      value = argument.substr(equals + 1);
    } else if (i + 1 < arguments.size()) {
      value = arguments[++i];
    } else {
      return base::wrong(base::say("cli.option.value", {{"flag", name}, {"value", flag->value}}));
    }
    // Of a shell's variable that is not set, mostly. A worker's command has words of its own for it.
    if (!flag->value.empty() && value.empty() && name != "--worker") {
      return base::wrong(base::say("cli.option.empty", {{"flag", name}}),
                         base::say("cli.option.empty.hint", {{"flag", name}, {"value", flag->value}}));
    }
    options.flags[name].push_back(std::move(value));
  }
  if (options.words.size() > most_words) {
    return base::wrong(base::say("cli.option.words", {{"word", options.words[most_words]}}),
                       base::say("cli.option.words.hint"));
  }
  return options;
}

std::expected<Options, Exit> begin(const std::vector<std::string>& arguments, const Usage& usage) {
  auto options = parse_options(arguments, usage.flags, usage.most_words);
  if (!options) return std::unexpected(bad_input(options.error()));
  if (options->has("--help")) {
    print(fmt::format("onetrip {}\n{}\n{}", usage.line, usage.about, help(usage.flags)));
    return std::unexpected(Exit::done);
  }
  if (const auto worker = options->value("--worker")) {
    if (std::string flaw = device::flaw_of_command(*worker); !flaw.empty()) {
      return std::unexpected(
          bad_input(base::wrong("--worker: " + flaw, std::string(base::text("hosts.command_hint"))).error()));
    }
    if (const auto device = options->value("--device"); device && *device != device::own_gpu_id) {
      return std::unexpected(bad_input(base::wrong(base::say("hosts.two_places", {{"device", *device}}),
                                                   std::string(base::text("hosts.two_places.hint")))
                                           .error()));
    }
  }
  if (options->words.size() < usage.least_words) {
    return std::unexpected(bad_input(
        base::wrong(base::say("cli.option.missing"), base::say("cli.write", {{"usage", usage.line}})).error()));
  }
  return std::move(*options);
}

std::string help(std::span<const Flag> flags) {
  std::size_t width = 0;
  const auto left = [](const Flag& flag) {
    return flag.value.empty() ? std::string(flag.name) : fmt::format("{} {}", flag.name, flag.value);
  };
  for (const Flag& flag : flags) width = std::max(width, left(flag).size());
  std::string out;
  for (const Flag& flag : flags) out += fmt::format("  {:<{}}  {}\n", left(flag), width, base::text(flag.meaning));
  return out;
}

std::optional<figure::Theme> parse_theme(std::string_view text) {
  using enum figure::Theme;
  for (const figure::Theme theme : {light, dark, high_contrast, projector}) {
    std::string name(figure::name(theme));
    std::ranges::replace(name, '_', '-');
    std::ranges::replace(name, ' ', '-');
    if (name == text) return theme;
  }
  return std::nullopt;
}

base::Expected<std::string> lab_text(const std::string& chain) {
  if (plan::is_chain_text(chain)) return lines_of(chain);
  auto named = plan::read_chain(chain);
  if (!named) return std::unexpected(std::move(named.error()));
  return std::move(named->text);
}

std::string lines_of(std::string_view chain) {
  std::string out;
  for (const std::string_view statement : base::split(chain, ';')) {
    out += out.empty() ? "" : "\n";
    out += base::trim(statement);
  }
  return out;
}

base::Expected<std::pair<int, int>> parse_size(std::string_view text) {
  const std::size_t cross = text.find('x');
  const auto width = cross == std::string_view::npos ? std::nullopt : base::to_integer(text.substr(0, cross));
  const auto height = cross == std::string_view::npos ? std::nullopt : base::to_integer(text.substr(cross + 1));
  const auto fits = [](const std::optional<std::int64_t>& n) { return n && *n >= 1 && *n <= 16384; };
  if (!fits(width) || !fits(height)) {
    return base::wrong(base::say("cli.option.size", {{"text", text}}), base::say("cli.option.size.hint"));
  }
  return std::pair{static_cast<int>(*width), static_cast<int>(*height)};
}

}  // namespace cli
