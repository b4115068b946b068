// Each chain is one array expression a row, which Eigen fuses into one vectorised loop; rows are shared by OpenMP.
#include "eigen_chains.hpp"

#include "base/random.hpp"

#include <Eigen/Core>

namespace bench {
namespace {

using Array = Eigen::ArrayXf;
using In = Eigen::Map<const Array>;
using Out = Eigen::Map<Array>;

/// body(row, begin of the row in full tensors)
template <class Body>
void for_rows(const EigenArguments& a, int threads, Body body) {
#pragma omp parallel for schedule(static) num_threads(threads)
  for (std::int64_t row = 0; row < a.rows; ++row) body(row * a.columns);
}

In part(const EigenArguments& a, int input, std::int64_t begin) {
  return {a.inputs[input] + begin, a.columns};
}
Out out(const EigenArguments& a, std::int64_t begin) {
  return {a.out + begin, a.columns};
}

template <class T>
auto gelu(const T& t) {
  return 0.5f * t * (1.0f + (0.797884561f * (t + 0.044715f * t.cube())).tanh());
}

void bias_relu(const EigenArguments& a, int threads) {
  for_rows(a, threads, [&](std::int64_t at) { out(a, at) = (part(a, 0, at) + part(a, 1, 0)).max(0.0f); });
}
void bias_gelu(const EigenArguments& a, int threads) {
  for_rows(a, threads, [&](std::int64_t at) {
    Out y = out(a, at);
    y = part(a, 0, at) + part(a, 1, 0);  // the row stays in the first cache: cheaper than adding three times
    y = gelu(y);
  });
}
void multiply_add(const EigenArguments& a, int threads) {
  for_rows(a, threads, [&](std::int64_t at) { out(a, at) = part(a, 0, at) * part(a, 1, at) + part(a, 2, at); });
}
void swiglu(const EigenArguments& a, int threads) {
  for_rows(a, threads,
           [&](std::int64_t at) { out(a, at) = part(a, 0, at) * part(a, 0, at).logistic() * part(a, 1, at); });
}
void rmsnorm(const EigenArguments& a, int threads) {
  for_rows(a, threads, [&](std::int64_t at) {
    const In x = part(a, 0, at);
    out(a, at) = x * (1.0f / std::sqrt(x.square().mean() + 1e-6f));
  });
}

constexpr EigenChain chains[] = {
    {"relu(x + b)", "x: f32[R, C]; b: f32[C]; y = relu(x + b)", &bias_relu},
    {"gelu(x + b)", "x: f32[R, C]; b: f32[C]; y = gelu(x + b)", &bias_gelu},
    {"a * x + b", "a: f32[R, C]; x: f32[R, C]; b: f32[R, C]; y = a * x + b", &multiply_add},
    {"silu(g) * u", "g: f32[R, C]; u: f32[R, C]; y = silu(g) * u", &swiglu},
    {"rmsnorm(x)", "x: f32[R, C]; y = rmsnorm(x)", &rmsnorm},
};

}  // namespace

std::span<const EigenChain> eigen_chains() {
  return chains;
}

float read_all(const float* numbers, std::int64_t count, int threads) {
  float sum = 0;
  constexpr std::int64_t piece = 4096;
#pragma omp parallel for schedule(static) num_threads(threads) reduction(+ : sum)
  for (std::int64_t i = 0; i < count / piece; ++i) sum += In(numbers + i * piece, piece).sum();
  return sum;
}

void fill(float* numbers, std::int64_t rows, std::int64_t columns, std::uint64_t seed, std::uint64_t stream,
          int threads) {
#pragma omp parallel for schedule(static) num_threads(threads)
  for (std::int64_t row = 0; row < rows; ++row) {
    for (std::int64_t at = row * columns; at < (row + 1) * columns; ++at) {
      numbers[at] = base::random_element(seed, stream, static_cast<std::uint64_t>(at));
    }
  }
}

}  // namespace bench
