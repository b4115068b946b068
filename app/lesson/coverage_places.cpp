// The course, lessons/presets, kernels, assets/imported, the claims and the glossary.
#include "lesson/coverage_places.hpp"

#include "base/resources.hpp"
#include "base/words.hpp"
#include "codegen/kernel_library.hpp"
#include "lesson/claims.hpp"
#include "lesson/glossary.hpp"
#include "lesson/loader.hpp"
#include "plan/presets.hpp"

#include <fmt/format.h>

#include <filesystem>

namespace lesson {
namespace {

/// A step is known by its task's name first: a chain may have the same one in an earlier step.
void add_steps(CoveragePlaces& places, const Lesson& lesson) {
  const auto words = [&](std::size_t step) {
    return base::say("coverage.step",
                     {{"lesson", lesson.id}, {"step", std::to_string(step + 1)}, {"title", lesson.steps[step].title}});
  };
  for (std::size_t step = 0; step < lesson.steps.size(); ++step) {
    if (const auto& task = lesson.steps[step].task) places.emplace(lesson.id + "/" + task->id, words(step));
  }
  for (std::size_t step = 0; step < lesson.steps.size(); ++step) {
    for (const Block& block : lesson.steps[step].blocks) {
      if (!block.name.empty()) places.emplace(lesson.id + "/" + block.name, words(step));
    }
  }
}

void add(CoveragePlaces& places, std::string_view kind, std::string_view name) {
  places.emplace(fmt::format("{} {}", kind, name), base::say("coverage.place." + std::string(kind), {{"name", name}}));
}

void add_imports(CoveragePlaces& places) {
  for (const auto& entry : std::filesystem::directory_iterator(base::program_file("assets/imported"))) {
    if (entry.path().extension() == ".json") add(places, "import", entry.path().stem().string());
  }
}

}  // namespace

base::Expected<CoveragePlaces> coverage_places() {
  CoveragePlaces places;
  const auto listed = course();
  if (!listed) return std::unexpected(listed.error());
  for (const Listed& one : *listed) {
    const auto lesson = load(one.path);
    if (!lesson) return std::unexpected(lesson.error());
    add_steps(places, *lesson);
  }
  for (const std::string& name : plan::preset_names()) add(places, "preset", name);
  for (const std::string& name : codegen::ladder_names()) add(places, "ladder", name);
  add_imports(places);
  const auto claims = shipped_claims();
  if (!claims) return std::unexpected(claims.error());
  for (const Claims::Section& section : claims->sections) {
    for (const Claim& claim : section.claims) add(places, "claim", claim.id);
  }
  const auto words = glossary();
  if (!words) return std::unexpected(words.error());
  for (const Word& word : words->words()) add(places, "word", word.word);
  return places;
}

}  // namespace lesson
