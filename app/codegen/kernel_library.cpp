// Kernels written by hand, as programs over a chain or as grids of their own.
#include "codegen/kernel_library.hpp"

#include "base/error.hpp"
#include "base/resources.hpp"
#include "base/words.hpp"
#include "codegen/launch.hpp"
#include "codegen/prelude.hpp"

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

}  // namespace

std::string LibraryKernel::why_not(std::int64_t row_columns) const {
  if (columns != 0 && columns != row_columns) {
    return base::say("codegen.columns_only", {{"kernel", name}, {"columns", std::to_string(columns)}});
  }
  if (row_columns % columns_multiple != 0) {
    return base::say("codegen.columns_multiple", {{"kernel", name}, {"columns", std::to_string(columns_multiple)}});
  }
  return {};
}

const LibraryKernel* KernelLibrary::find(std::string_view name) const {
  const auto found = std::ranges::find(kernels, name, &LibraryKernel::name);
  return found == kernels.end() ? nullptr : &*found;
}

base::Expected<KernelLibrary> load_library(std::string_view folder) {
  const std::string path = fmt::format("kernels/{}/", folder);
  auto library = read_manifest(read(path + "manifest.toml"), path + "manifest.toml");
  if (!library) return library;
  for (LibraryKernel& kernel : library->kernels) kernel.source = read(path + kernel.name + ".cu");
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

Launch launch_of(const LibraryKernel& kernel, std::int64_t elements, std::int64_t columns, const Target& target) {
  Launch launch;
  launch.block = {kernel.block, 1, 1};
  launch.dynamic_shared = kernel.shared;
  std::int64_t blocks = kernel.blocks;
  if (kernel.rows_per_block > 0) blocks = divided_up(elements / columns, kernel.rows_per_block);
  if (kernel.elements_per_block > 0) blocks = divided_up(elements, kernel.elements_per_block);
  if (kernel.blocks_per_multiprocessor > 0) blocks = kernel.blocks_per_multiprocessor * target.multiprocessors;
  launch.grid = {std::min(blocks, most_blocks), 1, 1};
  return launch;
}

base::Expected<Program> program_of(const LibraryKernel& library, const chain::Chain& chain) {
  const chain::Shape& shape = chain.values[chain.outputs().front()].shape;
  if (std::string reason = library.why_not(shape.columns()); !reason.empty()) return base::wrong(std::move(reason));
  Kernel kernel;
  kernel.entry = library.entry;
  kernel.source = library.source;
  kernel.options = library.options;
  for (const std::string& name : library.arguments) {
    if (name == "rows" || name == "columns" || name == "n") {
      const std::int64_t count = name == "rows" ? shape.rows() : name == "columns" ? shape.columns() : shape.elements();
      kernel.arguments.push_back({Argument::Kind::integer, 0, count});
      continue;
    }
    const int value = chain.find(name);
    if (value < 0) return base::wrong(base::say("codegen.no_tensor", {{"kernel", library.name}, {"tensor", name}}));
    kernel.arguments.push_back({Argument::Kind::tensor, value, 0});
  }
  kernel.launch = launch_of(library, shape.elements(), shape.columns(), Target{});
  Program program;
  program.prelude = prelude_for(kernel.source);
  program.kernels.push_back(std::move(kernel));
  return program;
}

}  // namespace codegen
