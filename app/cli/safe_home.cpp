// A folder below the temporary ones.
#include "cli/safe_home.hpp"

#include "base/error.hpp"
#include "base/words.hpp"
#include "cli/output.hpp"

#include <cerrno>
#include <cstdlib>
#include <string>
#include <system_error>

namespace cli {
namespace {

namespace fs = std::filesystem;

int homes = 0;

std::string made() {
  const char* named = std::getenv("TMPDIR");
  std::string name = (fs::path(named == nullptr || *named == 0 ? "/tmp" : named) / "onetrip-safe-XXXXXX").string();
  if (::mkdtemp(name.data()) != nullptr) return name;
  throw base::MachineError(
      base::say("app.safe.no_folder", {{"path", name}, {"why", std::generic_category().message(errno)}}),
      std::string(base::text("app.safe.remedy")));
}

}  // namespace

SafeHome::SafeHome() : path_(made()) {
  ++homes;
}

SafeHome::~SafeHome() {
  --homes;
  std::error_code problem;
  const fs::path exports = path_ / "data" / "exports";
  if (!fs::exists(exports, problem)) {
    fs::remove_all(path_, problem);
    return;
  }
  for (const char* own : {"config", "cache", "data/answers.jsonl", "data/devices"})
    fs::remove_all(path_ / own, problem);
  print_error(base::say("app.safe.exports", {{"path", exports.string()}}) + "\n");
}

bool SafeHome::active() {
  return homes > 0;
}

}  // namespace cli
