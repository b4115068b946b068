// The actions of --act, one after the other.
#include "cli/acts.hpp"

#include "base/words.hpp"

#include <string>

namespace cli {

base::Expected<void> act(session::Session& session, const Options& options) {
  for (const std::string& action : options.all("--act")) {
    const std::size_t equals = action.find('=');
    const std::string value = equals == std::string::npos ? std::string() : action.substr(equals + 1);
    if (!session.act(action.substr(0, equals), value)) {
      return base::wrong(base::say("cli.act.not_now", {{"action", action}}));
    }
    session.wait();
  }
  return {};
}

}  // namespace cli
