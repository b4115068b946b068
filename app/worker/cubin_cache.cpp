// One file an entry: a line with the hash of the rest, then the entry as a message.
#include "worker/cubin_cache.hpp"

#include "base/hash.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <unistd.h>
#include <vector>

namespace worker {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view magic = "onetrip-cubin 1 ";
constexpr std::size_t most_entries = 4000;
constexpr std::uintmax_t largest = 32 << 20;

std::string xdg_folder() {
  const char* cache = std::getenv("XDG_CACHE_HOME");
  if (cache != nullptr && *cache == '/') return std::string(cache) + "/onetrip/cubin";
  const char* home = std::getenv("HOME");
  if (home != nullptr && *home == '/') return std::string(home) + "/.cache/onetrip/cubin";
  return {};
}

std::optional<wire::Compiled> read(const fs::path& path, const std::string& name) {
  std::ifstream file(path, std::ios::binary);
  std::string line;
  if (!std::getline(file, line)) return std::nullopt;
  std::stringstream rest;
  rest << file.rdbuf();
  const std::string text = rest.str();
  if (line != std::string(magic) + base::hex64(base::hash64(text))) return std::nullopt;
  try {
    wire::Message message = wire::parse(text);
    auto* compiled = std::get_if<wire::Compiled>(&message.body);
    if (compiled == nullptr || compiled->cubin != name || compiled->image.empty()) return std::nullopt;
    return std::move(*compiled);
  } catch (const wire::WireError&) {
    return std::nullopt;
  }
}

}  // namespace

std::string cubin_name(const wire::Compile& request, const std::string& compiler) {
  std::string key = compiler + "\n" + request.architecture + "\n";
  for (const std::string& option : request.options) key += option + "\n";
  key += "\n" + request.source;
  // Two hashes over different texts: 64 bits alone meet by accident once in a while.
  return base::hex64(base::hash64(key)) + base::hex64(base::hash64("again\n" + key + key));
}

CubinCache::CubinCache(std::string folder) : folder_(folder.empty() ? xdg_folder() : std::move(folder)) {
  std::error_code failed;
  if (!folder_.empty()) fs::create_directories(folder_, failed);
  if (failed) folder_.clear();
}

std::optional<wire::Compiled> CubinCache::find(const std::string& name) const {
  if (folder_.empty()) return std::nullopt;
  const fs::path path = fs::path(folder_) / (name + ".cubin");
  std::error_code failed;
  const std::uintmax_t size = fs::file_size(path, failed);
  if (failed) return std::nullopt;
  auto found = size <= largest ? read(path, name) : std::nullopt;
  if (!found) {
    fs::remove(path, failed);
    return std::nullopt;
  }
  fs::last_write_time(path, fs::file_time_type::clock::now(), failed);  // the oldest go first
  found->cached = true;
  return found;
}

void CubinCache::keep(const wire::Compiled& compiled) const {
  if (folder_.empty()) return;
  make_room();
  const std::string text = wire::to_json({0, compiled});
  const fs::path path = fs::path(folder_) / (compiled.cubin + ".cubin");
  const fs::path part = path.string() + "." + std::to_string(::getpid());
  {
    std::ofstream file(part, std::ios::binary);
    file << magic << base::hex64(base::hash64(text)) << '\n' << text;
    file.close();
    if (!file) {  // a full or read-only disk: the kernel runs all the same
      std::error_code ignored;
      fs::remove(part, ignored);
      return;
    }
  }
  std::error_code failed;
  fs::rename(part, path, failed);
  if (failed) fs::remove(part, failed);
}

void CubinCache::make_room() const {
  std::vector<std::pair<fs::file_time_type, fs::path>> entries;
  std::error_code failed;
  for (const auto& entry : fs::directory_iterator(folder_, failed)) {
    entries.emplace_back(entry.last_write_time(failed), entry.path());
  }
  if (entries.size() < most_entries) return;
  std::ranges::sort(entries);
  for (std::size_t i = 0; i < entries.size() / 4; ++i) fs::remove(entries[i].second, failed);
}

}  // namespace worker
