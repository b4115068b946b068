// What the library's numbers stand for: tiles, stages, clusters, ways to add parts of a sum.
#pragma once

#include "worker/cublas_api.hpp"

#include <cstdint>
#include <string>

namespace worker::cublas {

[[nodiscard]] std::string tile_name(std::uint32_t number);     ///< "128x256", "auto", or the number
[[nodiscard]] std::string stages_name(std::uint32_t number);   ///< "64x4": elements along k, and how many of them
[[nodiscard]] std::string cluster_name(std::uint32_t number);  ///< "2x1x1"
[[nodiscard]] std::string reduction_name(Reduction scheme);    ///< "none", "f32"

}  // namespace worker::cublas
