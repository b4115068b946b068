// manifest.toml: every key checked, every mistake at its line.
#include "base/text.hpp"
#include "base/toml_file.hpp"
#include "base/words.hpp"
#include "codegen/kernel_library.hpp"

#include <toml++/toml.h>

#include <algorithm>
#include <array>
#include <limits>

namespace codegen {
namespace {

struct Count {
  std::string_view key;
  std::int64_t LibraryKernel::*member;
};
constexpr std::array counts = {
    Count{"rows_per_block", &LibraryKernel::rows_per_block},
    Count{"elements_per_block", &LibraryKernel::elements_per_block},
    Count{"blocks_per_multiprocessor", &LibraryKernel::blocks_per_multiprocessor},
    Count{"blocks", &LibraryKernel::blocks},
    Count{"shared", &LibraryKernel::shared},
    Count{"columns", &LibraryKernel::columns},
    Count{"columns_multiple", &LibraryKernel::columns_multiple},
    Count{"bytes_read", &LibraryKernel::bytes_read},
    Count{"bytes_written", &LibraryKernel::bytes_written},
    Count{"flops_per_block", &LibraryKernel::flops_per_block},
};
constexpr std::size_t grid_counts = 4;  ///< the first of them, of which exactly one is given

class Reader : public base::TomlFile {
 public:
  using base::TomlFile::TomlFile;

  std::string text(const toml::table& table, std::string_view key) {
    const toml::node* node = table.get(key);
    if (node == nullptr) {
      mistake(table.source(), base::say("machine.missing", {{"key", key}}));
      return {};
    }
    const auto value = node->value_exact<std::string>();
    if (!value || value->empty()) mistake(node->source(), base::say("machine.not_text", {{"key", key}}));
    return value.value_or("");
  }

  void whole(const toml::table& table, std::string_view key, std::int64_t least, std::int64_t most,
             std::int64_t& into) {
    const toml::node* node = table.get(key);
    if (node == nullptr) return;
    const auto value = node->value_exact<std::int64_t>();
    if (!value || *value < least || *value > most) {
      mistake(node->source(),
              base::say("codegen.manifest.not_whole",
                        {{"key", key}, {"least", std::to_string(least)}, {"most", std::to_string(most)}}));
      return;
    }
    into = *value;
  }

  void flag(const toml::table& table, std::string_view key, bool& into) {
    const toml::node* node = table.get(key);
    if (node == nullptr) return;
    const auto value = node->value_exact<bool>();
    if (!value) mistake(node->source(), base::say("codegen.manifest.not_flag", {{"key", key}}));
    into = value.value_or(false);
  }

  std::vector<std::string> texts(const toml::table& table, std::string_view key) {
    std::vector<std::string> list;
    const toml::node* node = table.get(key);
    if (node == nullptr) return list;
    if (!node->is_array()) {
      mistake(node->source(), base::say("codegen.manifest.not_texts", {{"key", key}}));
      return list;
    }
    for (const toml::node& element : *node->as_array()) {
      const auto value = element.value_exact<std::string>();
      if (!value || value->empty()) {
        mistake(element.source(), base::say("codegen.manifest.not_texts", {{"key", key}}));
      }
      list.push_back(value.value_or(""));
    }
    return list;
  }

  void only(const toml::table& table, const std::vector<std::string_view>& known) {
    for (const auto& [key, node] : table) {
      if (std::ranges::find(known, key.str()) != known.end()) continue;
      const auto near = base::nearest(key.str(), known);
      mistake(node.source(), base::say("codegen.manifest.unknown_key", {{"key", key.str()}}),
              near ? base::say("chain.did_you_mean", {{"name", *near}}) : std::string());
    }
  }
};

bool is_file_name(std::string_view name) {
  return name.ends_with(".cu") &&
         name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_.") == std::string::npos &&
         name.find("..") == std::string::npos;
}

bool is_identifier(std::string_view name) {
  return !name.empty() && name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") == std::string::npos &&
         (name[0] < '0' || name[0] > '9');
}

LibraryKernel read_kernel(const toml::table& table, Reader& reader) {
  LibraryKernel kernel;
  std::vector<std::string_view> known = {
      "file", "entry", "teaches", "block", "options", "arguments", "compute_capability", "spills"};
  for (const Count& count : counts) known.push_back(count.key);
  reader.only(table, known);
  const std::string file = reader.text(table, "file");
  if (!file.empty() && !is_file_name(file)) {
    reader.mistake(table.get("file")->source(), base::say("codegen.manifest.not_file", {{"file", file}}),
                   base::say("codegen.manifest.not_file.hint"));
  }
  kernel.name = file.substr(0, file.rfind('.'));
  kernel.entry = reader.text(table, "entry");
  if (!kernel.entry.empty() && !is_identifier(kernel.entry)) {
    reader.mistake(table.get("entry")->source(), base::say("codegen.manifest.not_entry", {{"entry", kernel.entry}}));
  }
  kernel.teaches = reader.text(table, "teaches");
  reader.flag(table, "spills", kernel.spills);
  kernel.options = reader.texts(table, "options");
  kernel.arguments = reader.texts(table, "arguments");
  std::int64_t block = 0, capability = kernel.compute_capability;
  if (table.get("block") == nullptr) {
    reader.mistake(table.source(), base::say("machine.missing", {{"key", "block"}}));
  }
  reader.whole(table, "block", 1, 1024, block);
  reader.whole(table, "compute_capability", 75, 999, capability);
  kernel.block = static_cast<int>(block);
  kernel.compute_capability = static_cast<int>(capability);
  for (const Count& count : counts) {
    const bool zero = count.key.starts_with("bytes_") || count.key == "shared";
    reader.whole(table, count.key, zero ? 0 : 1, std::numeric_limits<std::int32_t>::max(), kernel.*count.member);
  }
  const auto grids = std::count_if(counts.begin(), counts.begin() + grid_counts,
                                   [&](const Count& count) { return table.get(count.key) != nullptr; });
  if (grids != 1) {
    reader.mistake(table.source(), base::say("codegen.manifest.grids", {{"n", std::to_string(grids)}}),
                   base::say("codegen.manifest.grids.hint"));
  }
  return kernel;
}

}  // namespace

base::Expected<KernelLibrary> read_manifest(std::string_view text, std::string_view file) {
  Reader reader(text, std::string(file));
  const auto parsed = reader.parse();
  if (!parsed) return std::unexpected(reader.mistakes());
  const toml::table& root = *parsed;
  KernelLibrary library;
  reader.only(root, {"title", "chain", "kernel"});
  library.title = reader.text(root, "title");
  if (root.get("chain") != nullptr) library.chain = reader.text(root, "chain");
  const toml::array* kernels = root.get("kernel") == nullptr ? nullptr : root.get("kernel")->as_array();
  if (kernels == nullptr || kernels->empty()) {
    reader.mistake(root.source(), base::say("codegen.manifest.no_kernel"));
    return std::unexpected(reader.mistakes());
  }
  for (const toml::node& node : *kernels) {
    if (!node.is_table()) {
      reader.mistake(node.source(), base::say("codegen.manifest.no_tables"));
      continue;
    }
    LibraryKernel kernel = read_kernel(*node.as_table(), reader);
    if (library.find(kernel.name) != nullptr) {
      reader.mistake(node.source(), base::say("codegen.manifest.twice", {{"kernel", kernel.name}}));
    }
    library.kernels.push_back(std::move(kernel));
  }
  if (!reader.mistakes().empty()) return std::unexpected(reader.mistakes());
  return library;
}

}  // namespace codegen
