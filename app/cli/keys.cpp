// onetrip keys: every action whose key can be chosen, the key it has, and where to choose another.
#include "base/words.hpp"
#include "cli/commands.hpp"
#include "cli/options.hpp"
#include "cli/output.hpp"
#include "cli/study.hpp"
#include "session/state/bindable.hpp"
#include "session/state/bindings.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace cli {
namespace {

using nlohmann::ordered_json;
using session::Action;

constexpr Flag keys_flags[] = {json_flag};

std::string report(const session::LoadedBindings& loaded) {
  std::vector<std::vector<std::string>> rows = {
      {base::say("cli.keys.action"), base::say("cli.keys.key"), base::say("cli.keys.does")}};
  for (const Action& action : session::bindable_actions()) {
    const auto keys = session::keys_now(loaded.bindings, action.id);
    rows.push_back({action.id, fmt::format("{}", fmt::join(keys, ", ")), action.label});
  }
  return text_table(rows) + "\n" + base::say("cli.keys.where", {{"path", session::bindings_path().string()}}) + "\n";
}

ordered_json to_json(const session::LoadedBindings& loaded) {
  ordered_json out{{"file", session::bindings_path().string()}, {"keys", ordered_json::array()}};
  for (const Action& action : session::bindable_actions()) {
    out["keys"].push_back({{"action", action.id},
                           {"label", action.label},
                           {"keys", session::keys_now(loaded.bindings, action.id)},
                           {"usual_keys", action.keys},
                           {"chosen", loaded.bindings.contains(action.id)}});
  }
  return out;
}

}  // namespace

Exit run_keys(const std::vector<std::string>& arguments) {
  const auto options = begin(arguments, {"keys [options]", base::text("cli.about.keys"), keys_flags, 0, 0});
  if (!options) return options.error();
  const session::LoadedBindings loaded = session::load_bindings();
  options->has("--json") ? print_json(to_json(loaded)) : print(report(loaded));
  return loaded.refused.empty() ? Exit::done : bad_input(loaded.refused);
}

}  // namespace cli
