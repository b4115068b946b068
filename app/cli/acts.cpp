// The actions of --act, one after the other.
#include "cli/acts.hpp"

#include "base/words.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace cli {
namespace {

/// That the page lacks it, with what it has; or why it cannot be done yet.
base::Diagnostics not_now(session::Session& session, const std::string& action) {
  std::vector<std::string> there;
  const std::string id = action.substr(0, action.find('='));
  for (const session::Node* node : session::all_nodes(session.view())) {
    for (const session::Action& one : node->actions) {
      if (one.id == id && !one.enabled)
        return base::wrong(base::say("cli.act.not_yet", {{"action", action}, {"why", one.why_not}})).error();
      const bool counts = one.enabled && std::ranges::find(there, one.id) == there.end();
      if (counts) there.push_back(one.id);
    }
  }
  std::string listed;
  for (const std::string& one : there) listed += (listed.empty() ? "" : ", ") + one;
  return base::wrong(base::say("cli.act.not_now", {{"action", action}}),
                     base::say("cli.act.there", {{"actions", listed}}))
      .error();
}

}  // namespace

base::Expected<void> act(session::Session& session, const Options& options) {
  for (const std::string& action : options.all("--act")) {
    const std::size_t equals = action.find('=');
    const std::string value = equals == std::string::npos ? std::string() : action.substr(equals + 1);
    if (!session.act(action.substr(0, equals), value)) return std::unexpected(not_now(session, action));
    session.wait();
  }
  return {};
}

}  // namespace cli
