// Kernels written by hand, from their folders.
#include "codegen/kernel_library.hpp"

#include "base/error.hpp"
#include "base/resources.hpp"
#include "base/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace codegen {
namespace {

constexpr std::int64_t most_bytes = 1 << 20;

std::string read(const std::string& relative) {
  const auto file = base::program_file(relative);
  auto text = base::read_file(file, most_bytes);
  if (!text) throw base::MachineError(base::say("codegen.file_unreadable", {{"file", file.string()}}));
  return std::move(*text);
}

void read_source(LibraryKernel& kernel, const std::string& folder) {
  kernel.source = read(folder + kernel.name + ".cu");
  for (LibraryKernel& next : kernel.then) read_source(next, folder);
}

}  // namespace

std::string LibraryKernel::why_not(std::int64_t row_columns) const {
  if (columns != 0 && columns != row_columns) {
    return base::say("codegen.columns_only", {{"kernel", name}, {"columns", std::to_string(columns)}});
  }
  if (row_columns % columns_multiple != 0) {
    return base::say("codegen.columns_multiple", {{"kernel", name}, {"columns", std::to_string(columns_multiple)}});
  }
  for (const LibraryKernel& next : then) {
    if (std::string reason = next.why_not(row_columns); !reason.empty()) return reason;
  }
  return {};
}

std::string LibraryKernel::why_not_on(int card) const {
  if (architecture.empty() ? card >= compute_capability : architecture == std::to_string(card) + "a") {
    for (const LibraryKernel& next : then) {
      if (std::string reason = next.why_not_on(card); !reason.empty()) return reason;
    }
    return {};
  }
  return base::say(
      architecture.empty() ? "codegen.card_from" : "codegen.card_only",
      {{"kernel", name}, {"card", architecture.empty() ? std::to_string(compute_capability) : architecture}});
}

const LibraryKernel* KernelLibrary::find(std::string_view name) const {
  const auto found = std::ranges::find(kernels, name, &LibraryKernel::name);
  return found == kernels.end() ? nullptr : &*found;
}

base::Expected<KernelLibrary> load_library(std::string_view folder) {
  const std::string path = fmt::format("kernels/{}/", folder);
  auto library = read_manifest(read(path + "manifest.toml"), path + "manifest.toml");
  if (!library) return library;
  for (LibraryKernel& kernel : library->kernels) read_source(kernel, path);
  return library;
}

std::vector<std::string> ladder_names() {
  const auto folder = base::program_file("kernels");
  std::vector<std::string> names;
  std::error_code failed;
  for (const auto& entry : std::filesystem::directory_iterator(folder, failed)) {
    const auto text = base::read_file(entry.path() / "manifest.toml", most_bytes);
    if (!text) continue;
    const auto library = read_manifest(*text, "manifest.toml");
    // What is wrong with a manifest is told to whoever asks for its ladder.
    if (!library || !library->chain.empty()) names.push_back(entry.path().filename().string());
  }
  if (failed)
    throw base::MachineError(base::say("place.unreadable", {{"folder", folder.string()}, {"cause", failed.message()}}));
  std::ranges::sort(names);
  return names;
}

}  // namespace codegen
