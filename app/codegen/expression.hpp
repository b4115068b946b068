// An op as a line of CUDA C++.
#pragma once

#include "codegen/view.hpp"

#include <string>

namespace codegen {

/// "1.5f": the shortest decimal that reads back as the same f32; infinities and NaN as calls of the prelude.
[[nodiscard]] std::string literal(double value);

/// What op `index` computes from v0, v1 ...; `element` is the text of its element's number (dropout asks for it).
/// A value that its tensor or a cast rounds, and that is used again here, is rounded here too.
[[nodiscard]] std::string expression(const View& view, int index, const std::string& element);

/// "const f32 v3 = v1 + v2;"
[[nodiscard]] std::string definition(const View& view, int index, const std::string& element);

}  // namespace codegen
