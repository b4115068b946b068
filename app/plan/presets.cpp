// Finds chains: the program's presets, files, or text.
#include "plan/presets.hpp"

#include "base/error.hpp"
#include "base/resources.hpp"
#include "base/text.hpp"
#include "base/words.hpp"
#include "chain/parser.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace plan {
namespace {

namespace fs = std::filesystem;

base::Expected<chain::Chain> read(const fs::path& path, std::string_view shown) {
  const auto text = base::read_file(path, chain::max_text_bytes);
  if (!text) return std::unexpected(text.error());
  return chain::parse(*text, shown);
}

/// What nobody would type as a chain: a chain has inputs (':') and ops ('=').
bool is_one_word(std::string_view text) {
  return text.find_first_of(":=;\n") == std::string_view::npos;
}

/// Something of that name is there to be read. A folder named like a preset (kernels/softmax) does not hide it.
bool is_file(std::string_view given) {
  std::error_code ignored;  // a text too long for a name is no file
  if (given.find('\0') != std::string_view::npos || !fs::exists(fs::path(given), ignored)) return false;
  if (!fs::is_directory(fs::path(given), ignored)) return true;
  const std::vector<std::string> names = preset_names();
  return std::ranges::find(names, given) == names.end();  // any other folder is refused by name
}

}  // namespace

std::vector<std::string> preset_names() {
  const fs::path folder = base::program_file("lessons/presets");
  std::vector<std::string> names;
  std::error_code failed;
  for (const auto& entry : fs::directory_iterator(folder, failed)) {
    if (entry.path().extension() == ".chain") names.push_back(entry.path().stem().string());
  }
  if (failed) {
    throw base::MachineError(base::say("place.unreadable", {{"folder", folder.string()}, {"cause", failed.message()}}));
  }
  std::sort(names.begin(), names.end());
  return names;
}

base::Expected<chain::Chain> preset(std::string_view name) {
  const std::vector<std::string> names = preset_names();
  if (std::find(names.begin(), names.end(), name) == names.end()) {
    const auto near = base::nearest(name, {names.begin(), names.end()});
    return base::wrong(base::say("plan.no_preset", {{"name", name}}),
                       base::say(near ? "plan.no_preset.near" : "plan.no_preset.hint",
                                 {{"near", near.value_or("")}, {"names", fmt::format("{}", fmt::join(names, ", "))}}));
  }
  const std::string file = fmt::format("{}.chain", name);
  return read(base::program_file("lessons/presets/" + file), file);
}

bool is_chain_text(std::string_view given) {
  return !is_file(given) && !is_one_word(given);
}

base::Expected<chain::Chain> preset_or_text(std::string_view given) {
  return is_one_word(given) ? preset(given) : chain::parse(given, "<chain>");
}

base::Expected<chain::Chain> read_chain(std::string_view given) {
  if (base::trim(given).empty()) {
    return base::wrong(base::say("plan.no_chain"), base::say("plan.no_chain.hint"));
  }
  if (is_file(given)) return read(fs::path(given), given);
  return preset_or_text(given);
}

}  // namespace plan
