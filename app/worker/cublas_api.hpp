// The part of cuBLASLt that the worker uses: its own declarations, filled from libcublasLt at run time.
#pragma once

#include "worker/driver_api.hpp"

#include <cstddef>
#include <cstdint>
#include <string>

namespace worker::cublas {

// Opaque handles and numbers: the library's binary interface. A test holds them against its own header.
using Status = int;
using Handle = struct LtHandle*;
using Product = struct LtMatmulDesc*;
using Layout = struct LtMatrixLayout*;
using Preference = struct LtMatmulPreference*;

enum Code : Status { success = 0, not_initialized = 1, allocation_failed = 3, not_supported = 15 };

enum class Compute : int { f32 = 68 };  ///< plain: no TF32, no lower type within
enum class DataType : int { f32 = 0, f16 = 2, bf16 = 14 };

enum class LayoutAttribute : int { batch_count = 5, batch_stride = 6 };
enum class ProductAttribute : int {
  transpose_a = 3,
  transpose_b = 4,
  epilogue = 7,
  bias_pointer = 8,
  bias_type = 26,
};
enum class PreferenceAttribute : int {
  workspace = 1,
  reductions = 3,
  alignment_a = 5,
  alignment_b = 6,
  alignment_c = 7,
  alignment_d = 8,
};
enum class AlgorithmAttribute : int { id = 0, tile = 1, split_k = 2, reduction = 3, stages = 6, cluster = 8 };

enum class Transpose : std::int32_t { no = 0, yes = 1 };
enum class Epilogue : std::uint32_t { none = 1, relu = 2, bias = 4, relu_bias = 6, gelu = 32, gelu_bias = 36 };
/// How parts of one sum that were made apart are added; these are bits.
enum class Reduction : std::uint32_t { none = 0, in_place = 1, compute_type = 2, output_type = 4 };

struct Algorithm {
  std::uint64_t data[8] = {};
};

struct Heuristic {
  Algorithm algorithm;
  std::size_t workspace = 0;
  Status state = 0;
  float waves = 0;
  int reserved[4] = {};
};

struct Api {
  std::size_t (*version)();
  const char* (*status_name)(Status status);
  Status (*create)(Handle* handle);
  Status (*product_create)(Product* product, Compute compute, DataType scale);
  Status (*product_destroy)(Product product);
  Status (*product_set)(Product product, ProductAttribute attribute, const void* value, std::size_t bytes);
  Status (*layout_create)(Layout* layout, DataType type, std::uint64_t rows, std::uint64_t columns,
                          std::int64_t leading);
  Status (*layout_destroy)(Layout layout);
  Status (*layout_set)(Layout layout, LayoutAttribute attribute, const void* value, std::size_t bytes);
  Status (*preference_create)(Preference* preference);
  Status (*preference_destroy)(Preference preference);
  Status (*preference_set)(Preference preference, PreferenceAttribute attribute, const void* value, std::size_t bytes);
  Status (*heuristics)(Handle handle, Product product, Layout a, Layout b, Layout c, Layout d, Preference preference,
                       int most, Heuristic* results, int* count);
  Status (*check)(Handle handle, Product product, Layout a, Layout b, Layout c, Layout d, const Algorithm* algorithm,
                  Heuristic* result);
  Status (*attribute)(const Algorithm* algorithm, AlgorithmAttribute attribute, void* value, std::size_t bytes,
                      std::size_t* written);
  Status (*multiply)(Handle handle, Product product, const void* alpha, const void* a, Layout a_layout, const void* b,
                     Layout b_layout, const void* beta, const void* c, Layout c_layout, void* d, Layout d_layout,
                     const Algorithm* algorithm, void* workspace, std::size_t workspace_bytes, cuda::Stream stream);
};

/// Opens the library. Throws Failed (library) if there is none, or one that is too old.
[[nodiscard]] const Api& api();
/// For the current context; made once a process.
[[nodiscard]] Handle handle();
/// "13.1.0"
[[nodiscard]] std::string version();
/// Throws Failed; `step` is what follows "worker.step." in the words.
void check(Status status, const char* step);

}  // namespace worker::cublas
