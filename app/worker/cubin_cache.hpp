// Compiled kernels kept on disk: keyed, checksummed, replaced whole; of no consequence if it cannot be used.
#pragma once

#include "wire/messages.hpp"

#include <optional>
#include <string>

namespace worker {

/// The key, and the cubin's name: of source, options, compiler version and architecture.
[[nodiscard]] std::string cubin_name(const wire::Compile& request, const std::string& compiler);

class CubinCache {
 public:
  /// An empty folder means XDG's cache; where there is none, nothing is kept.
  explicit CubinCache(std::string folder);
  /// A whole entry of that name; a damaged one is deleted.
  [[nodiscard]] std::optional<wire::Compiled> find(const std::string& name) const;
  void keep(const wire::Compiled& compiled) const;
  [[nodiscard]] const std::string& folder() const { return folder_; }

 private:
  void make_room() const;

  std::string folder_;
};

}  // namespace worker
