// From a file to arguments.
#include "cli/reopened.hpp"

#include "base/text.hpp"
#include "base/units.hpp"
#include "base/words.hpp"
#include "chain/parser.hpp"
#include "cli/calculator.hpp"
#include "cli/figure_options.hpp"
#include "cli/live.hpp"
#include "cli/sheet.hpp"
#include "cli/sweep.hpp"
#include "device/recorded/nearest.hpp"
#include "exporter/reader.hpp"

#include <algorithm>

namespace cli {
namespace {

std::string fact(const std::vector<figure::Fact>& facts, std::string_view key) {
  const auto found = std::ranges::find(facts, key, &figure::Fact::key);
  return found == facts.end() ? std::string() : found->value;
}

/// Of the guesses that a figure may be given; a lesson asks for more.
bool is_drawn(std::string_view quantity) {
  return std::ranges::any_of(std::initializer_list<std::string_view>{"crossings", "bytes", "time"}, [&](auto family) {
    const std::string name(family);
    return quantity == name + ".unfused" || quantity == name + ".fused" || quantity == "ratio." + name;
  });
}

}  // namespace

base::Expected<Reopened> reopen(const std::filesystem::path& file) {
  const auto opened = exporter::open_figure(file);
  if (!opened) return std::unexpected(opened.error());
  auto scene = charts::parse_scene(opened->scene);
  if (!scene) {
    for (base::Diagnostic& mistake : scene.error()) mistake.file = file.string();
    return std::unexpected(std::move(scene.error()));
  }
  Reopened out{std::move(*scene), fact(opened->provenance, "source")};
  if (const std::string device = fact(opened->provenance, "device"); !out.measured.empty())
    out.measured += ", " + device;
  return out;
}

base::Expected<std::vector<std::string>> figure_arguments(const Reopened& reopened,
                                                          const std::vector<std::string>& arguments,
                                                          const Options& options) {
  const charts::SceneAsked& scene = reopened.scene;
  std::vector<std::string> out = {scene.kind};
  if (scene.kind == "ladder") {
    out.push_back(scene.ladder);
  } else if (scene.kind == "calculator") {
    out.insert(out.end(), {scene.lesson, scene.calculator});
    if (!options.has(set_flag.name)) {
      for (const std::string_view one : base::split(scene.settings, ',')) {
        if (!one.empty()) out.insert(out.end(), {std::string(set_flag.name), std::string(one)});
      }
    }
  } else {
    const auto chain = chain::parse(scene.chain, base::say("app.reopen.chain", {{"file", options.words[0]}}));
    if (!chain) return std::unexpected(chain.error());
    out.push_back(chain::one_line(*chain));
  }
  const bool runs = options.has(device_flag.name) || options.has(worker_flag.name);
  if (!options.has("--times") && !scene.bandwidth.empty()) out.insert(out.end(), {"--times", scene.bandwidth});
  if (!options.has("--guess") && takes(scene.kind, "--guess")) {
    for (const record::Guess& guess : scene.guesses) {
      if (!is_drawn(guess.quantity)) continue;
      out.insert(out.end(), {"--guess", guess.quantity + "=" + base::exact_number(guess.value)});
    }
  }
  if (!options.has(spec_flag.name) && !scene.spec.empty() && !runs) out.insert(out.end(), {"--spec", scene.spec});
  if (!options.has(preset_flag.name) && scene.height * 4 == scene.width * 3) out.insert(out.end(), {"--preset", "4:3"});
  if (!options.has(over_flag.name) && !scene.over.empty()) out.insert(out.end(), {over_flag.name.data(), scene.over});
  if (!options.has(y_flag.name) && !scene.y.empty()) out.insert(out.end(), {y_flag.name.data(), scene.y});
  if (!options.has(cuts_flag.name)) {
    if (takes(scene.kind, cuts_flag.name)) {
      for (const std::string& cuts : scene.cuts) out.insert(out.end(), {"--cuts", cuts});
    }
    if (scene.plan == "fused") out.insert(out.end(), {"--cuts", "none"});
  }
  // The file's name is the first of the arguments that is no flag and no flag's value.
  bool dropped = false;
  for (const std::string& argument : arguments) {
    if (!dropped && argument == options.words[0]) {
      dropped = true;
    } else {
      out.push_back(argument);
    }
  }
  return out;
}

}  // namespace cli
