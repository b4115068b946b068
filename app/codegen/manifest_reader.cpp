// manifest.toml: every key checked, every mistake at its line.
#include "base/toml_archive.hpp"
#include "base/words.hpp"
#include "codegen/kernel_library.hpp"
#include "codegen/library_counts.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <regex>

namespace codegen {
namespace {

/// How large the grid is, by one of these.
struct Grid {
  std::string_view key;
  std::int64_t LibraryKernel::*member;
};
constexpr std::array grids = {
    Grid{"rows_per_block", &LibraryKernel::rows_per_block},
    Grid{"elements_per_block", &LibraryKernel::elements_per_block},
    Grid{"blocks_per_multiprocessor", &LibraryKernel::blocks_per_multiprocessor},
    Grid{"blocks", &LibraryKernel::blocks},
};
constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();

bool is_file_name(std::string_view name) {
  return name.ends_with(".cu") &&
         name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_.") == std::string::npos &&
         name.find("..") == std::string::npos;
}

bool is_identifier(std::string_view name) {
  return !name.empty() && name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") == std::string::npos &&
         (name[0] < '0' || name[0] > '9');
}

/// "90a": code for that chip alone.
bool is_architecture(const std::string& text) {
  static const std::regex form(R"(\d{2,3}a)");
  return std::regex_match(text, form);
}

/// "x", or "x[128, 64]": a tensor map, whose boxes have at most 256 rows and columns.
bool is_argument(const std::string& text) {
  if (is_count(text)) return true;
  static const std::regex form(
      R"([A-Za-z_][A-Za-z0-9_.]*(\[(25[0-6]|2[0-4]\d|1\d\d|[1-9]\d?), (25[0-6]|2[0-4]\d|1\d\d|[1-9]\d?)\])?)");
  return std::regex_match(text, form);
}

}  // namespace

static void fields(base::TomlReader& a, LibraryKernel& m) {
  a("file", m.name);
  a("entry", m.entry);
  a("teaches", m.teaches);
  a("block", m.block, 1, 1024);
  a("options", m.options);
  a("arguments", m.arguments);
  a.unless("stores", m.stores, {});
  a.unless("scratch", m.scratch, {});
  a.unless("tiles", m.tiles, {});
  a.unless("each", m.each, {});
  a.unless("rounds", m.rounds, {});
  a.unless("then", m.then, {});
  a.unless("compute_capability", m.compute_capability, {}, 75, 999);
  a.unless("architecture", m.architecture, {});
  a.unless("spills", m.spills, {});
  for (const Grid& grid : grids) a.unless(grid.key, m.*grid.member, {}, 1, most);
  a.unless("shared", m.shared, {}, 0, most);
  a.unless("columns", m.columns, {}, 1, most);
  a.unless("columns_multiple", m.columns_multiple, {}, 1, most);
  a.unless("bytes_read", m.bytes_read, {}, 0, most);
  a.unless("bytes_written", m.bytes_written, {}, 0, most);
  a.unless("flops_per_block", m.flops_per_block, {}, 1, most);
}

/// Of a version of several kernels.
static void check_sequence(base::TomlReader& a, const LibraryKernel& m) {
  if (!m.stores.empty() && m.stores.size() != m.then.size()) {
    a.wrong("stores", base::say("codegen.manifest.stores", {{"n", std::to_string(m.then.size())}}),
            base::say("codegen.manifest.stores.hint"));
  }
  for (const LibraryKernel& next : m.then) {
    if (!next.then.empty()) a.wrong("then", base::say("codegen.manifest.then", {{"kernel", next.name}}));
    if (!next.rounds.empty()) a.wrong("then", base::say("codegen.manifest.then.rounds", {{"kernel", next.name}}));
  }
  // What one round stored, the next would have to leave alone.
  if (!m.rounds.empty() && !m.stores.empty()) a.wrong("rounds", base::say("codegen.manifest.rounds"));
}

static void check(base::TomlReader& a, const LibraryKernel& m) {
  if (!m.name.empty() && !is_file_name(m.name)) {
    a.wrong("file", base::say("codegen.manifest.not_file", {{"file", m.name}}),
            base::say("codegen.manifest.not_file.hint"));
  }
  if (!m.entry.empty() && !is_identifier(m.entry)) {
    a.wrong("entry", base::say("codegen.manifest.not_entry", {{"entry", m.entry}}));
  }
  for (std::size_t i = 0; i < m.arguments.size(); ++i) {
    if (is_argument(m.arguments[i])) continue;
    a.wrong_element("arguments", i, base::say("codegen.manifest.not_argument", {{"argument", m.arguments[i]}}));
  }
  if (!m.architecture.empty() && !is_architecture(m.architecture)) {
    a.wrong("architecture", base::say("codegen.manifest.not_architecture", {{"architecture", m.architecture}}));
  }
  for (std::size_t i = 0; i < m.scratch.size(); ++i) {
    if (library_scratch(m.scratch[i])) continue;
    a.wrong_element("scratch", i, base::say("codegen.manifest.not_scratch", {{"scratch", m.scratch[i]}}));
  }
  for (std::size_t i = 0; i < m.tiles.size(); ++i) {
    if (is_count(m.tiles[i])) continue;
    a.wrong_element("tiles", i, base::say("codegen.manifest.not_count", {{"count", m.tiles[i]}}));
  }
  if (!m.each.empty() && !is_count(m.each)) {
    a.wrong("each", base::say("codegen.manifest.not_count", {{"count", m.each}}));
  }
  if (!m.rounds.empty() && !is_count(m.rounds)) {
    a.wrong("rounds", base::say("codegen.manifest.not_count", {{"count", m.rounds}}));
  }
  check_sequence(a, m);
  const auto given =
      std::ranges::count_if(grids, [&](const Grid& grid) { return a.has(grid.key); }) + (m.tiles.empty() ? 0 : 1);
  if (given != 1) {
    a.wrong({}, base::say("codegen.manifest.grids", {{"n", std::to_string(given)}}),
            base::say("codegen.manifest.grids.hint"));
  }
}

/// "v1_scores" of "v1_scores.cu".
static void drop_endings(std::vector<LibraryKernel>& kernels) {
  for (LibraryKernel& kernel : kernels) {
    kernel.name.resize(std::min(kernel.name.size(), kernel.name.rfind('.')));
    drop_endings(kernel.then);
  }
}

static void fields(base::TomlReader& a, KernelLibrary& m) {
  a("title", m.title);
  a.unless("chain", m.chain, {});
  a.unless("length", m.length, {}, 2, most);
  a("kernel", m.kernels);
  if (m.kernels.empty()) a.wrong({}, base::say("codegen.manifest.no_kernel"));
  drop_endings(m.kernels);
  for (std::size_t i = 0; i < m.kernels.size(); ++i) {
    const std::string& name = m.kernels[i].name;
    if (m.find(name) != &m.kernels[i]) {
      a.wrong_element("kernel", i, base::say("codegen.manifest.twice", {{"kernel", name}}));
    }
  }
}

base::Expected<KernelLibrary> read_manifest(std::string_view text, std::string_view file) {
  base::TomlFile toml(text, std::string(file));
  KernelLibrary library;
  if (const auto root = toml.parse()) base::TomlReader(*root, toml, {}, "codegen.manifest.unknown_key").all(library);
  if (!toml.mistakes().empty()) return std::unexpected(toml.mistakes());
  return library;
}

}  // namespace codegen
