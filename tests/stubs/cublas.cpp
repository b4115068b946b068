// A stub of cuBLASLt for tests: products on the host, in the memory of the stub of the driver, with no real header.
// Settings: cublas = VERSION; proposals = how many ways it proposes, of which the second is the fastest; reduction.N =
// how proposal N adds parts of a sum; workspace.N = what it asks for; gemm_kernels = how many kernels a product is.
#include "stubs/script.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <dlfcn.h>
#include <functional>

namespace {

struct Layout {
  int type = 0;
  std::int64_t rows = 0, columns = 0, leading = 0, batch = 1, stride = 0;
};
struct Product {
  int transpose_a = 0, transpose_b = 0, epilogue = 1, bias_type = 0;
  const void* bias = nullptr;
};
struct Preference {
  std::uint64_t workspace = 0;
  int reductions = 7;
};
struct Algorithm {
  std::uint64_t version = 0, index = 0, rest[6] = {};
};
struct Heuristic {
  Algorithm algorithm;
  std::size_t workspace = 0;
  int state = 0;
  float waves = 1;
  int reserved[4] = {};
};

constexpr int f32 = 0, bf16 = 14, invalid = 7, not_supported = 15;

std::uint64_t version() {
  return static_cast<std::uint64_t>(stub::setting("cublas", 130100));
}

double of(const char* setting, std::uint64_t index) {
  return stub::setting(std::string(setting) + "." + std::to_string(index), 0);
}

float load(const void* from, int type, std::int64_t at) {
  if (type == f32) return static_cast<const float*>(from)[at];
  return std::bit_cast<float>(static_cast<std::uint32_t>(static_cast<const std::uint16_t*>(from)[at]) << 16);
}

void store(void* to, int type, std::int64_t at, float value) {
  if (type == f32) {
    static_cast<float*>(to)[at] = value;
    return;
  }
  const auto bits = std::bit_cast<std::uint32_t>(value);
  static_cast<std::uint16_t*>(to)[at] = static_cast<std::uint16_t>((bits + 0x7FFFu + (bits >> 16 & 1u)) >> 16);
}

struct Call {
  Product product;
  const void *a, *b, *c;
  void* d;
  Layout at_a, at_b, at_c, at_d;
  float alpha, beta;

  /// As the library sees them: columns one behind the other.
  void operator()() const {
    const std::int64_t inner = product.transpose_a != 0 ? at_a.rows : at_a.columns;
    for (std::int64_t batch = 0; batch < at_d.batch; ++batch) {
      for (std::int64_t column = 0; column < at_d.columns; ++column) {
        for (std::int64_t row = 0; row < at_d.rows; ++row) {
          float sum = 0;
          for (std::int64_t k = 0; k < inner; ++k) {
            const std::int64_t left = product.transpose_a != 0 ? row * at_a.leading + k : k * at_a.leading + row;
            const std::int64_t right = product.transpose_b != 0 ? k * at_b.leading + column : column * at_b.leading + k;
            sum += load(a, at_a.type, batch * at_a.stride + left) * load(b, at_b.type, batch * at_b.stride + right);
          }
          float value = alpha * sum;
          if (beta != 0) value += beta * load(c, at_c.type, batch * at_c.stride + column * at_c.leading + row);
          if ((product.epilogue & 4) != 0) value += load(product.bias, product.bias_type, row);
          if ((product.epilogue & 2) != 0) value = std::max(value, 0.0f);
          if ((product.epilogue & 32) != 0)
            value = 0.5f * value * (1 + std::tanh(0.7978845608f * (value + 0.044715f * value * value * value)));
          store(d, at_d.type, batch * at_d.stride + column * at_d.leading + row, value);
        }
      }
    }
  }
};

template <class T>
int set(T& field, const void* value, std::size_t bytes) {
  if (bytes != sizeof field) return invalid;
  std::memcpy(&field, value, bytes);
  return 0;
}

}  // namespace

#define PLAY(function) \
  if (const int planned = stub::code(function); planned != 0) return planned

extern "C" {

std::size_t cublasLtGetVersion() {
  return version();
}
const char* cublasLtGetStatusName(int status) {
  return status == not_supported ? "CUBLAS_STATUS_NOT_SUPPORTED" : "CUBLAS_STATUS_OF_A_STUB";
}
int cublasLtCreate(void** handle) {
  PLAY("cublasLtCreate");
  static int one = 0;
  *handle = &one;
  return 0;
}
int cublasLtMatmulDescCreate(Product** made, int compute, int scale) {
  PLAY("cublasLtMatmulDescCreate");
  if (compute != 68 || scale != f32) return not_supported;
  *made = new Product;
  return 0;
}
int cublasLtMatmulDescDestroy(Product* product) {
  delete product;
  return 0;
}
int cublasLtMatmulDescSetAttribute(Product* product, int attribute, const void* value, std::size_t bytes) {
  PLAY("cublasLtMatmulDescSetAttribute");
  switch (attribute) {
    case 3:
      return set(product->transpose_a, value, bytes);
    case 4:
      return set(product->transpose_b, value, bytes);
    case 7:
      return set(product->epilogue, value, bytes);
    case 8:
      return set(product->bias, value, bytes);
    case 26:
      return set(product->bias_type, value, bytes);
    default:
      return invalid;
  }
}
int cublasLtMatrixLayoutCreate(Layout** made, int type, std::uint64_t rows, std::uint64_t columns,
                               std::int64_t leading) {
  PLAY("cublasLtMatrixLayoutCreate");
  if (leading < static_cast<std::int64_t>(rows)) return invalid;
  *made = new Layout{type, static_cast<std::int64_t>(rows), static_cast<std::int64_t>(columns), leading};
  return 0;
}
int cublasLtMatrixLayoutDestroy(Layout* layout) {
  delete layout;
  return 0;
}
int cublasLtMatrixLayoutSetAttribute(Layout* layout, int attribute, const void* value, std::size_t bytes) {
  PLAY("cublasLtMatrixLayoutSetAttribute");
  if (attribute == 6) return set(layout->stride, value, bytes);
  std::int32_t batch = 1;
  const int done = attribute == 5 ? set(batch, value, bytes) : invalid;
  layout->batch = batch;
  return done;
}
int cublasLtMatmulPreferenceCreate(Preference** made) {
  PLAY("cublasLtMatmulPreferenceCreate");
  *made = new Preference;
  return 0;
}
int cublasLtMatmulPreferenceDestroy(Preference* preference) {
  delete preference;
  return 0;
}
int cublasLtMatmulPreferenceSetAttribute(Preference* preference, int attribute, const void* value, std::size_t bytes) {
  PLAY("cublasLtMatmulPreferenceSetAttribute");
  std::uint32_t alignment = 0;
  if (attribute == 1) return set(preference->workspace, value, bytes);
  if (attribute == 3) return set(preference->reductions, value, bytes);
  const int done = attribute >= 5 && attribute <= 8 ? set(alignment, value, bytes) : invalid;
  return done != 0 || std::has_single_bit(alignment) ? done : invalid;
}
int cublasLtMatmulAlgoGetHeuristic(void*, Product*, Layout* a, Layout*, Layout*, Layout*, Preference*, int most,
                                   Heuristic* results, int* count) {
  PLAY("cublasLtMatmulAlgoGetHeuristic");
  *count = 0;
  if (a->type != f32 && a->type != bf16) return not_supported;
  const int proposals = std::min(most, static_cast<int>(stub::setting("proposals", 3)));
  for (int i = 0; i < proposals; ++i) {
    Heuristic& one = results[i] = {};
    one.algorithm.version = version();
    one.algorithm.index = static_cast<std::uint64_t>(i);
    one.workspace = static_cast<std::size_t>(of("workspace", one.algorithm.index));
  }
  *count = proposals;
  return 0;
}
int cublasLtMatmulAlgoCheck(void*, Product*, Layout*, Layout*, Layout*, Layout*, const Algorithm* algorithm,
                            Heuristic* result) {
  PLAY("cublasLtMatmulAlgoCheck");
  if (algorithm->version != version()) return not_supported;
  result->workspace = static_cast<std::size_t>(of("workspace", algorithm->index));
  result->state = 0;
  return 0;
}
int cublasLtMatmulAlgoConfigGetAttribute(const Algorithm* algorithm, int attribute, void* value, std::size_t bytes,
                                         std::size_t* written) {
  PLAY("cublasLtMatmulAlgoConfigGetAttribute");
  const auto reduction = static_cast<std::uint32_t>(of("reduction", algorithm->index));
  const std::uint32_t values[9] = {66, 23, reduction != 0 ? 4u : 1u, reduction, 0, 0, 16, 0, 3};
  std::memcpy(value, &values[attribute], bytes);
  *written = bytes;
  return 0;
}
int cublasLtMatmul(void*, Product* product, const float* alpha, const void* a, Layout* at_a, const void* b,
                   Layout* at_b, const float* beta, const void* c, Layout* at_c, void* d, Layout* at_d,
                   const Algorithm* algorithm, void*, std::size_t, void*) {
  PLAY("cublasLtMatmul");
  if (algorithm->version != version()) return invalid;
  if (stub::told("refuses") == std::to_string(algorithm->index)) return not_supported;
  static void* driver = ::dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);
  static auto* work =
      reinterpret_cast<void (*)(const std::function<void()>*, const char*, int, double)>(::dlsym(driver, "stub_work"));
  const std::function<void()> call = Call{*product, a, b, c, d, *at_a, *at_b, *at_c, *at_d, *alpha, *beta};
  const double slow = algorithm->index == 1 ? 1 : 2 + static_cast<double>(algorithm->index);
  work(&call, "gemm", static_cast<int>(stub::setting("gemm_kernels", 1)), slow);
  return 0;
}

}  // extern "C"
