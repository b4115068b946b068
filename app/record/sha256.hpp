// SHA-256 by Nettle: tells what came with a release from anything else.
#pragma once

#include <string>
#include <string_view>

namespace record {

/// 64 lower-case hexadecimal digits.
[[nodiscard]] std::string sha256(std::string_view bytes);

}  // namespace record
