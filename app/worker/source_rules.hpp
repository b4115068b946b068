// What the compiler may be given: sources that open no files, options that change only the code.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace worker {

/// Why this source must not reach the compiler; nothing if it may. NVRTC would open any file an include names and print
/// it. Judged by the tokens that the compiler would see.
[[nodiscard]] std::optional<std::string> refuse_source(std::string_view source);
/// The first option that is not on the list; what -D defines is text like any other.
[[nodiscard]] std::optional<std::string> refuse_options(const std::vector<std::string>& options);

}  // namespace worker
