// Structures and keys of plans, with names dropped.
#include "record/key.hpp"

#include "base/hash.hpp"

#include <fmt/format.h>

namespace record {

std::string structure(const plan::FusionPlan& plan) {
  std::string out;
  for (const plan::Group& group : plan.groups) {
    const bool own = group.engine == plan::Engine::own;
    const std::string knobs = group.knobs.any() ? "[" + plan::text(group.knobs) + "]" : "";
    out += fmt::format("{}{}{}{}{}({})", out.empty() ? "" : " ", plan::name(group.schedule), own ? "" : ":",
                       own ? "" : plan::name(group.engine), knobs, fmt::join(group.ops, " "));
  }
  return out;
}

std::string key(const chain::Chain& chain, const std::vector<std::string>& structures, std::string_view submit) {
  std::string work = chain::canonical(chain);
  for (const std::string& one : structures) work += "\nplan " + one;
  return base::hex64(base::hash64(fmt::format("{}\nsubmit {}", work, submit)));
}

std::string key(const std::vector<plan::FusionPlan>& plans, std::string_view submit) {
  std::vector<std::string> structures;
  for (const plan::FusionPlan& plan : plans) structures.push_back(structure(plan));
  return key(*plans.front().chain, structures, submit);
}

}  // namespace record
