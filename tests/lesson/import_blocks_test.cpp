// What scripts/import times is what lessons and presets show: chain for chain, and every value it names is there.
#include "base/resources.hpp"
#include "chain/parser.hpp"
#include "lesson/loader.hpp"
#include "plan/presets.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cstdio>
#include <set>
#include <string>

namespace import_blocks_test {

/// What --dry-run prints; empty where there is no Python.
std::string dry_run() {
  const std::string script = base::program_file("scripts/import/torch_blocks.py").string();
  std::string out;
  FILE* pipe = popen(fmt::format("python3 -B '{}' --dry-run 2>/dev/null", script).c_str(), "r");
  if (pipe == nullptr) return out;
  char part[4096];
  while (const std::size_t n = std::fread(part, 1, sizeof part, pipe)) out.append(part, n);
  pclose(pipe);
  return out;
}

std::set<std::string> chains_of(std::initializer_list<const char*> lessons) {
  std::set<std::string> all;
  for (const char* id : lessons) {
    const auto lesson = lesson::find(id);
    EXPECT_TRUE(lesson) << id;
    if (!lesson) continue;
    for (const auto& [name, chain] : lesson->chains) all.insert(canonical(*chain));
  }
  return all;
}

/// Of a preset of that name, perhaps over tensors of another size.
bool is_preset(const std::string& name, const chain::Chain& chain) {
  const auto preset = plan::preset(name);
  if (!preset || preset->values.size() != chain.values.size()) return false;
  for (std::size_t i = 0; i < chain.values.size(); ++i) {
    if (preset->values[i].op != chain.values[i].op || preset->values[i].name != chain.values[i].name) return false;
  }
  return true;
}

TEST(ImportBlocks, AreChainsOfTheLessonsAndNameEveryValueOnce) {
  const std::string told = dry_run();
  if (told.empty()) GTEST_SKIP() << "there is no python3 here";
  const auto of_lessons = chains_of({"06", "14", "15", "16", "17"});
  const auto json = nlohmann::json::parse(told);
  ASSERT_EQ(json.at("blocks").size(), 12u);
  for (const auto& block : json.at("blocks")) {
    const auto name = block.at("name").get<std::string>();
    const auto chain = chain::parse(block.at("chain").get<std::string>());
    ASSERT_TRUE(chain) << name << base::render(chain.error());
    std::multiset<std::string> named, made;
    for (const auto& one : block.at("makes")) {
      for (const auto& value : one.at("values")) named.insert(value.get<std::string>());
    }
    for (const int op : chain->made()) made.insert(chain->values[op].name);
    EXPECT_EQ(named, made) << name;
    EXPECT_TRUE(of_lessons.contains(canonical(*chain)) || is_preset(name, *chain)) << name;
  }
}

}  // namespace import_blocks_test
