// The processor from Linux's files: /proc/cpuinfo, /proc/meminfo, /sys/devices/system/cpu and the control groups.
#include "machine/probe.hpp"

#include "base/text.hpp"
#include "machine/probe_files.hpp"

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <limits>
#include <optional>
#include <sched.h>
#include <set>
#include <sstream>
#include <string>

namespace machine {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t unlimited = std::numeric_limits<std::int64_t>::max();

/// Files of /proc and /sys have no size: they are read to their end.
std::string contents(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

std::string first_line(const fs::path& path) {
  const std::string text = contents(path);
  return std::string(base::trim(std::string_view(text).substr(0, text.find('\n'))));
}

/// The text after "key :" or "key:" of the first line that has it.
std::string field(std::string_view text, std::string_view key) {
  for (const std::string_view line : base::split_lines(text)) {
    const std::size_t colon = line.find(':');
    if (colon != std::string_view::npos && base::trim(line.substr(0, colon)) == key) {
      return std::string(base::trim(line.substr(colon + 1)));
    }
  }
  return {};
}

/// "32K", "1M", "4096 kB", "123" as bytes; 0 if it is none of them.
std::int64_t size_of_text(std::string_view text) {
  text = base::trim(text);
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  const auto number = base::to_integer(text.substr(0, digits));
  if (!number) return 0;
  const std::string_view unit = base::trim(text.substr(digits));
  if (unit == "K" || unit == "kB") return *number << 10;
  if (unit == "M") return *number << 20;
  if (unit == "G") return *number << 30;
  return *number;
}

std::string processor_name(const fs::path& root) {
  const std::string info = contents(root / "proc/cpuinfo");
  for (const char* key : {"model name", "Model", "cpu model", "Hardware"}) {
    if (std::string name = field(info, key); !name.empty()) return name;
  }
  return "unnamed processor";
}

/// Data caches: L1 and L2 of the first usable core; every distinct cache of the highest level that these cores reach.
void read_caches(const fs::path& root, const std::vector<int>& cpus, Processor& processor) {
  int highest = 0;
  std::set<std::string> seen;  // "level:cpus that share it" is one cache
  for (const int cpu : cpus) {
    const fs::path folder = root / "sys/devices/system/cpu" / ("cpu" + std::to_string(cpu)) / "cache";
    for (int index = 0; index < 16; ++index) {
      const fs::path cache = folder / ("index" + std::to_string(index));
      const auto level = base::to_integer(first_line(cache / "level"));
      const base::Bytes size{size_of_text(first_line(cache / "size"))};
      if (!level || size.value <= 0 || first_line(cache / "type") == "Instruction") continue;
      if (cpu == cpus.front() && *level == 1) processor.l1 = size;
      if (cpu == cpus.front() && *level == 2) processor.l2 = size;
      if (*level < highest) continue;
      if (*level > highest) {
        highest = static_cast<int>(*level);
        processor.last_level = {};
        seen.clear();
      }
      std::string sharers = first_line(cache / "shared_cpu_list");
      if (sharers.empty()) sharers = std::to_string(cpu);
      if (seen.insert(sharers).second) processor.last_level += size;
    }
  }
}

/// What a control group still lets us have: its limit less what cannot be given back.
std::optional<std::int64_t> group_room(const fs::path& folder, const char* limit_file, const char* usage_file,
                                       std::string_view reclaimable) {
  const auto limit = base::to_integer(first_line(folder / limit_file));  // "max" is not a number
  const auto usage = base::to_integer(first_line(folder / usage_file));
  if (!limit || !usage) return std::nullopt;
  std::int64_t cached = 0;
  const std::string statistics = contents(folder / "memory.stat");
  for (const std::string_view line : base::split_lines(statistics)) {
    const auto words = base::split(line, ' ');
    if (words.size() == 2 && words[0] == reclaimable) cached = base::to_integer(words[1]).value_or(0);
  }
  return std::max<std::int64_t>(0, *limit - std::max<std::int64_t>(0, *usage - cached));
}

/// The tightest limit of this process's control groups and all their parents (v2 at sys/fs/cgroup, v1 below memory/).
std::int64_t cgroup_room(const fs::path& root) {
  std::int64_t room = unlimited;
  const std::string groups = contents(root / "proc/self/cgroup");
  for (const std::string_view line : base::split_lines(groups)) {
    const auto parts = base::split(line, ':');
    if (parts.size() < 3) continue;
    const bool v2 = parts[0] == "0" && parts[1].empty();
    const auto controllers = base::split(parts[1], ',');
    if (!v2 && std::find(controllers.begin(), controllers.end(), "memory") == controllers.end()) continue;
    const fs::path top = root / (v2 ? "sys/fs/cgroup" : "sys/fs/cgroup/memory");
    // Inside a container the path may be the host's; the top folder is then the container's own group.
    for (fs::path below = fs::path(parts[2]).relative_path();; below = below.parent_path()) {
      const auto here =
          v2 ? group_room(top / below, "memory.max", "memory.current", "inactive_file")
             : group_room(top / below, "memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file");
      if (here) room = std::min(room, *here);
      if (below.empty()) break;
    }
  }
  return room;
}

std::vector<int> usable_cpus() {
  for (int size = 1024; size <= 1 << 20; size *= 2) {
    cpu_set_t* set = CPU_ALLOC(size);
    const std::size_t bytes = CPU_ALLOC_SIZE(size);
    CPU_ZERO_S(bytes, set);
    const bool told = sched_getaffinity(0, bytes, set) == 0;
    std::vector<int> cpus;
    for (int cpu = 0; told && cpu < size; ++cpu) {
      if (CPU_ISSET_S(cpu, bytes, set)) cpus.push_back(cpu);
    }
    const bool too_small = !told && errno == EINVAL;
    CPU_FREE(set);
    if (!too_small) return cpus.empty() ? std::vector<int>{0} : cpus;
  }
  return {0};
}

}  // namespace

Processor probe_under(const fs::path& root, const std::vector<int>& cpus) {
  Processor processor;
  processor.name = processor_name(root);
  processor.threads = static_cast<int>(cpus.size());
  read_caches(root, cpus, processor);
  const std::int64_t available = size_of_text(field(contents(root / "proc/meminfo"), "MemAvailable"));
  const std::int64_t room = cgroup_room(root);
  const std::int64_t least = available > 0 ? std::min(available, room) : room;
  if (least < unlimited) processor.memory_free.value = std::max<std::int64_t>(1, least);  // 0 says "not told"
  return processor;
}

Processor probe() {
  return probe_under("/", usable_cpus());
}

}  // namespace machine
