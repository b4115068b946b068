// onetrip grad: the backward pass of a chain, as a chain that predict and run take like any other.
#include "chain/grad.hpp"

#include "base/resources.hpp"
#include "base/text.hpp"
#include "base/words.hpp"
#include "cli/commands.hpp"
#include "cli/options.hpp"
#include "cli/output.hpp"
#include "cli/study.hpp"
#include "plan/presets.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace cli {
namespace {

constexpr Flag of_flag{"--of", "NAMES", "cli.flag.of"};
constexpr Flag to_flag{"--to", "NAMES", "cli.flag.to"};
constexpr Flag keep_flag{"--keep", "NAMES", "cli.flag.keep"};
constexpr Flag grad_flags[] = {of_flag, to_flag, keep_flag, {"-o", "FILE", "cli.flag.o.grad"}, json_flag};

/// The values that a flag names, out of those that it may.
base::Expected<std::vector<int>> named(const Options& options, const Flag& flag, const chain::Chain& chain,
                                       const std::vector<int>& known) {
  std::vector<int> found;
  if (!options.has(flag.name)) return found;
  const std::string all = *options.value(flag.name);
  for (const std::string_view part : base::split(all, ',')) {
    const std::string_view name = base::trim(part);
    const int value = chain.find(name);
    if (std::ranges::find(known, value) == known.end()) {
      std::vector<std::string> names;
      for (const int v : known) names.push_back(chain.values[v].name);
      const std::string what = base::say("cli.grad.what." + std::string(flag.name.substr(2)));
      return base::wrong(name.empty()
                             ? base::say("cli.grad.no_name", {{"flag", flag.name}, {"text", all}})
                             : base::say("cli.grad.no_value", {{"flag", flag.name}, {"what", what}, {"name", name}}),
                         base::say("cli.grad.known", {{"names", fmt::format("{}", fmt::join(names, ", "))}}));
    }
    if (std::ranges::find(found, value) != found.end()) {
      return base::wrong(base::say("cli.grad.twice", {{"flag", flag.name}, {"name", name}}));
    }
    found.push_back(value);
  }
  return found;
}

base::Expected<chain::GradRequest> request_of(const Options& options, const chain::Chain& chain) {
  const auto of = named(options, of_flag, chain, chain.outputs());
  if (!of) return std::unexpected(of.error());
  const auto to = named(options, to_flag, chain, chain.inputs());
  if (!to) return std::unexpected(to.error());
  const auto keep = named(options, keep_flag, chain, chain.ops());
  if (!keep) return std::unexpected(keep.error());
  return chain::GradRequest{*of, *to, *keep};
}

nlohmann::ordered_json as_json(const chain::BackwardPass& pass, const chain::Chain& chain, const std::vector<int>& to) {
  nlohmann::ordered_json json{{"backward", pass.chain.text}, {"gradients", nlohmann::ordered_json::object()}};
  for (std::size_t i = 0; i < to.size(); ++i) json["gradients"][chain.values[to[i]].name] = pass.gradients[i];
  if (pass.forward) json["forward"] = pass.forward->text;
  return json;
}

/// Both chains, where the forward pass keeps something.
std::string report(const chain::BackwardPass& pass, const std::string& kept) {
  if (!pass.forward) return pass.chain.text;
  return "# " + base::say("cli.grad.forward", {{"kept", kept}}) + "\n" + pass.forward->text + "\n# " +
         base::say("cli.grad.backward") + "\n" + pass.chain.text;
}

}  // namespace

Exit run_grad(const std::vector<std::string>& arguments) {
  const auto options = begin(arguments, {"grad CHAIN [options]", base::text("cli.about.grad"), grad_flags, 1, 1});
  if (!options) return options.error();
  const auto chain = plan::read_chain(options->words[0]);
  if (!chain) return bad_input(chain.error());
  const auto request = request_of(*options, *chain);
  if (!request) return bad_input(request.error());
  const auto pass = chain::grad(*chain, *request);
  if (!pass) return bad_input(pass.error());
  // A file holds one chain: what it is for is the backward pass.
  if (const auto to = options->value("-o")) base::write_file(*to, pass->chain.text);
  if (options->has(json_flag.name)) {
    print_json(as_json(*pass, *chain, request->to.empty() ? chain->inputs() : request->to));
  } else if (!options->has("-o")) {
    print(report(*pass, options->value(keep_flag.name).value_or("")));
  }
  return Exit::done;
}

}  // namespace cli
