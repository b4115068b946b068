// Where the lab begins.
#include "session/lab/open_lab.hpp"

#include "base/error.hpp"
#include "base/words.hpp"
#include "plan/presets.hpp"
#include "session/lab/cuts.hpp"
#include "session/state/lock_rule.hpp"

#include <chrono>
#include <string>
#include <vector>

namespace session {
namespace {

/// A chain to begin with, of which no lesson asks anything now: the lab is free from its first moment.
void propose_chain(Desk& desk) {
  std::vector<std::string> all = {base::say("session.lab.first_chain")};
  try {
    for (const std::string& name : plan::preset_names()) {
      if (const auto chain = plan::preset(name)) all.push_back(chain->text);
    }
  } catch (const base::MachineError&) {
    // the program's files are gone: its own first chain is left
  }
  for (const std::string& text : all) {
    set_chain(desk, text);
    if (desk.lab.bench && LockRule(desk).anything(*desk.lab.bench)) break;
  }
  desk.lab.proposed = desk.lab.text;
}

}  // namespace

void open_lab(Desk& desk, std::string_view text) {
  desk.pages.stand_on(PageKind::lab);
  desk.pages.close_asides();
  Lab& lab = desk.lab;
  // What the student wrote stays, whatever is asked of it meanwhile.
  const bool locked = lab.bench && lab.text == lab.proposed && !LockRule(desk).anything(*lab.bench);
  if (!text.empty()) {
    set_chain(desk, text);
  } else if (lab.text.empty() || locked) {
    propose_chain(desk);
  }
  desk.history.keep(desk.lab, std::chrono::steady_clock::now());
  desk.changed = true;
}

}  // namespace session
