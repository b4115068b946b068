// Hashes: a 64-bit one for keys and checksums of our own files.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace base {

/// FNV-1a, 64 bits. Not for security: it finds truncation and edits by accident or by hand.
[[nodiscard]] std::uint64_t hash64(std::string_view bytes);
/// 16 lower-case hexadecimal digits.
[[nodiscard]] std::string hex64(std::uint64_t value);

}  // namespace base
