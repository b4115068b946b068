// Chains and plans that several tests of this layer take.
#pragma once

#include "base/resources.hpp"
#include "chain/parser.hpp"
#include "codegen/program.hpp"
#include "plan/presets.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <sstream>
#include <string>

namespace tests {

inline std::shared_ptr<const chain::Chain> parsed(const std::string& text) {
  auto chain = chain::parse(text, "test");
  EXPECT_TRUE(chain.has_value()) << text << "\n" << (chain ? "" : base::render(chain.error()));
  return std::make_shared<const chain::Chain>(std::move(*chain));
}

inline plan::FusionPlan planned(const std::shared_ptr<const chain::Chain>& chain, const std::string& cuts,
                                const codegen::Target& target = {}) {
  auto plan = plan::segment(chain, *plan::parse_cuts(cuts), codegen::limits(target));
  EXPECT_TRUE(plan.has_value()) << cuts << (plan ? "" : base::render(plan.error()));
  return std::move(*plan);
}

/// All presets and all chains of the lessons, by name.
inline std::map<std::string, std::shared_ptr<const chain::Chain>> shipped_chains() {
  std::map<std::string, std::shared_ptr<const chain::Chain>> all;
  for (const std::string& name : plan::preset_names()) {
    all[name] = std::make_shared<const chain::Chain>(std::move(*plan::preset(name)));
  }
  const auto lessons = base::program_file("lessons");
  for (const auto& folder : std::filesystem::directory_iterator(lessons)) {
    std::ifstream file(folder.path() / "lesson.md");
    std::string line, name, text;
    while (std::getline(file, line)) {
      if (name.empty() && line.starts_with("```chain ")) {
        name = folder.path().filename().string() + "/" + line.substr(9);
      } else if (!name.empty() && line == "```") {
        all[name] = parsed(text);
        name.clear();
        text.clear();
      } else if (!name.empty()) {
        text += line + "\n";
      }
    }
  }
  return all;
}

}  // namespace tests
