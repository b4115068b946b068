// How messages are written and read: JSON, and what its fields have in common.
#pragma once

#include "base/archive.hpp"
#include "wire/base64.hpp"
#include "wire/error.hpp"
#include "wire/job.hpp"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace wire {

/// The first field that is not as agreed throws WireError with its path.
struct Format {
  using Json = nlohmann::json;
  [[noreturn]] static void flaw(const std::string& path, std::string_view flaw, std::optional<std::int64_t>) {
    refuse(path, std::string(flaw));
  }
};
using Json = Format::Json;
using Writer = base::ArchiveWriter<Format>;
using Reader = base::ArchiveReader<Format>;

inline constexpr std::int64_t most = Limit::bytes;
inline constexpr std::int64_t any = INT64_MAX;

/// Bytes as base64.
template <class A>
void blob(A& a, const char* key, std::string& value, std::int64_t longest) {
  if constexpr (A::reads) {
    std::string text;
    a(key, text, longest / 3 * 4 + 4, base::TextKind::exact);
    std::optional<std::string> bytes = from_base64(text);
    if (!bytes) a.flaw(key, "no_base64");
    value = std::move(*bytes);
  } else {
    a(key, to_base64(value));
  }
}

}  // namespace wire
