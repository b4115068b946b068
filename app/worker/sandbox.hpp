// What a role gives up for good once it has what it needs: files, network, other programs.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace worker {

/// Of what could not be taken away here, a sentence; empty where all of it was.
using Shortcoming = std::string;

/// A compiler of foreign text: files only below these folders, no network, no process but this one.
[[nodiscard]] Shortcoming confine_compiler(const std::vector<std::filesystem::path>& readable,
                                           const std::filesystem::path& writable);
/// A role with a card, as tightly as its driver surely bears: no other program, no look into another process, no
/// internet. It keeps its files: drivers open theirs when they like.
[[nodiscard]] Shortcoming confine_card();

}  // namespace worker
