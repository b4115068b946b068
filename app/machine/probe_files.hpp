// The probe over any root folder, so that a test can lay out a machine in files.
#pragma once

#include "machine/probe.hpp"

#include <filesystem>
#include <vector>

namespace machine {

/// Reads ROOT/proc/cpuinfo, ROOT/proc/meminfo, ROOT/proc/self/cgroup and ROOT/sys; `cpus` are those the process may
/// use.
[[nodiscard]] Processor probe_under(const std::filesystem::path& root, const std::vector<int>& cpus);

}  // namespace machine
