// Products of f32 matrices for a worker, and what they should be, row by row in plain loops.
#pragma once

#include "base/random.hpp"
#include "wire/messages.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

namespace tests {

/// Buffers 0 and 1 are multiplied into 2; 3 may be added, 4 is a bias. All are as large as what lies furthest in them.
class ProductJob {
 public:
  explicit ProductJob(wire::LibraryCall of, wire::Fill fill = wire::Fill::random) : call(std::move(of)), fill_(fill) {}

  wire::LibraryCall call;

  [[nodiscard]] wire::Job job(wire::Submit submit = wire::Submit::stream) const {
    wire::Job job;
    for (std::size_t i = 0; i < 5; ++i) {
      const bool result = i == 2;
      job.buffers.push_back({4 * elements(static_cast<std::int64_t>(i)), wire::Dtype::f32,
                             result ? wire::Fill::poison : fill_, seed, result ? 0 : i});
    }
    job.plans = {{{call}}};
    job.submit = submit;
    return job;
  }

  /// One element of the result.
  [[nodiscard]] double at(std::int64_t o, std::int64_t i, std::int64_t row, std::int64_t column) const {
    double sum = 0;
    for (std::int64_t k = 0; k < call.k; ++k)
      sum += value(call.left, o, i, row, k) * value(call.right, o, i / call.share, k, column);
    if (!call.residual.empty()) sum += value(call.residual.front(), o, i, row, column);
    if (call.bias >= 0) sum += element(call.bias, column);
    using enum wire::Epilogue;
    if (call.epilogue == relu || call.epilogue == relu_bias) return std::max(sum, 0.0);
    if (call.epilogue == gelu || call.epilogue == gelu_bias)
      return 0.5 * sum * (1 + std::tanh(0.7978845608 * (sum + 0.044715 * sum * sum * sum)));
    return sum;
  }
  [[nodiscard]] static std::int64_t place(const wire::Matrix& m, std::int64_t o, std::int64_t i, std::int64_t row,
                                          std::int64_t column) {
    if (m.transposed) std::swap(row, column);
    return m.offset + o * m.outer_stride + i * m.inner_stride + row * m.leading + column;
  }
  /// The largest difference of these elements, all of the result's buffer, to what they should be.
  [[nodiscard]] double off(const std::string& bytes) const {
    double worst = 0;
    for (std::int64_t o = 0; o < call.outer; ++o) {
      for (std::int64_t i = 0; i < call.inner; ++i) {
        for (std::int64_t row = 0; row < call.m; ++row) {
          for (std::int64_t column = 0; column < call.n; ++column) {
            float got = NAN;
            std::memcpy(&got, bytes.data() + 4 * place(call.result, o, i, row, column), sizeof got);
            const double difference = std::abs(static_cast<double>(got) - at(o, i, row, column));
            worst = std::isnan(difference) ? INFINITY : std::max(worst, difference);
          }
        }
      }
    }
    return worst;
  }
  [[nodiscard]] std::int64_t elements(std::int64_t buffer) const {
    const auto end = [&](const wire::Matrix& m, std::int64_t inner, std::int64_t rows, std::int64_t columns) {
      return m.buffer == buffer ? 1 + place(m, call.outer - 1, inner - 1, rows - 1, columns - 1) : 0;
    };
    std::int64_t most = std::max({std::int64_t{4}, end(call.left, call.inner, call.m, call.k),
                                  end(call.right, call.inner / call.share, call.k, call.n),
                                  end(call.result, call.inner, call.m, call.n)});
    for (const wire::Matrix& m : call.residual) most = std::max(most, end(m, call.inner, call.m, call.n));
    return buffer == 4 ? std::max(most, call.n) : most;
  }

 private:
  static constexpr std::uint64_t seed = 5;

  [[nodiscard]] double element(std::int64_t buffer, std::int64_t index) const {
    const auto stream = static_cast<std::uint64_t>(buffer), at = static_cast<std::uint64_t>(index);
    if (fill_ == wire::Fill::exact) return base::exact_element(seed, stream, at);
    return static_cast<double>(base::random_element(seed, stream, at));
  }
  [[nodiscard]] double value(const wire::Matrix& m, std::int64_t o, std::int64_t i, std::int64_t row,
                             std::int64_t column) const {
    return element(m.buffer, place(m, o, i, row, column));
  }

  wire::Fill fill_;
};

/// Dense matrices one behind the other.
inline wire::LibraryCall dense_call(std::int64_t m, std::int64_t n, std::int64_t k, std::int64_t outer = 1,
                                    std::int64_t inner = 1, std::int64_t share = 1) {
  wire::LibraryCall call;
  call.m = m;
  call.n = n;
  call.k = k;
  call.outer = outer;
  call.inner = inner;
  call.share = share;
  call.left = {0, 0, k, false, inner * m * k, m * k};
  call.right = {1, 0, n, false, inner / share * k * n, k * n};
  call.result = {2, 0, n, false, inner * m * n, m * n};
  call.workspace = 1 << 20;
  return call;
}

/// Products that lie in every way there is.
inline std::vector<std::pair<std::string, wire::LibraryCall>> awkward_calls() {
  std::vector<std::pair<std::string, wire::LibraryCall>> all;
  const auto add = [&](std::string name, wire::LibraryCall call, auto change) {
    change(call);
    all.emplace_back(std::move(name), std::move(call));
  };
  const auto as_it_is = [](wire::LibraryCall&) {};
  add("one element", dense_call(1, 1, 1), as_it_is);
  add("odd sizes", dense_call(7, 5, 3), as_it_is);
  add("one row", dense_call(1, 9, 6), as_it_is);
  add("one column", dense_call(9, 1, 6), as_it_is);
  add("an outer product", dense_call(5, 6, 1), as_it_is);
  add("a row far from the next", dense_call(1, 4, 4), [](auto& c) { c.result.leading = 64; });
  add("left transposed", dense_call(7, 5, 3), [](auto& c) { c.left = {0, 0, 7, true, 0, 0}; });
  add("right transposed", dense_call(7, 5, 3), [](auto& c) { c.right = {1, 0, 3, true, 0, 0}; });
  add("both, and rows with room behind", dense_call(7, 5, 3), [](auto& c) {
    c.left = {0, 2, 11, true, 0, 0};
    c.right = {1, 3, 8, true, 0, 0};
    c.result = {2, 1, 10, false, 0, 0};
  });
  add("a batch", dense_call(4, 3, 5, 1, 6), as_it_is);
  add("a batch of batches", dense_call(4, 3, 5, 2, 3), as_it_is);
  add("a batch of batches, apart", dense_call(4, 3, 5, 2, 3), [](auto& c) { c.result.outer_stride += 8; });
  add("one right operand for all", dense_call(4, 3, 5, 2, 3),
      [](auto& c) { c.right.outer_stride = c.right.inner_stride = 0; });
  add("heads side by side", dense_call(4, 3, 5, 2, 3), [](auto& c) {
    c.left = {0, 0, 15, false, 60, 5};
    c.right = {1, 0, 15, true, 45, 5};
    c.result = {2, 0, 9, false, 36, 3};
  });
  add("grouped heads", dense_call(4, 3, 5, 2, 6, 2), as_it_is);
  add("all heads share one", dense_call(4, 3, 5, 2, 4, 4), as_it_is);
  add("grouped heads side by side", dense_call(4, 3, 5, 2, 6, 3), [](auto& c) {
    c.left = {0, 0, 30, false, 120, 5};
    c.result = {2, 0, 18, false, 72, 3};
  });
  add("a bias", dense_call(4, 3, 5), [](auto& c) { c.bias = 4, c.epilogue = wire::Epilogue::bias; });
  add("relu of a bias", dense_call(4, 3, 5), [](auto& c) { c.bias = 4, c.epilogue = wire::Epilogue::relu_bias; });
  add("relu", dense_call(4, 3, 5), [](auto& c) { c.epilogue = wire::Epilogue::relu; });
  add("gelu", dense_call(4, 3, 5), [](auto& c) { c.epilogue = wire::Epilogue::gelu; });
  add("gelu of a bias, in a batch", dense_call(4, 3, 5, 2, 3),
      [](auto& c) { c.bias = 4, c.epilogue = wire::Epilogue::gelu_bias; });
  add("a residual", dense_call(4, 3, 5, 2, 3), [](auto& c) {
    c.residual = {c.result};
    c.residual.front().buffer = 3;
  });
  add("a residual that lies otherwise, and a bias", dense_call(4, 3, 5), [](auto& c) {
    c.residual = {{3, 1, 7, false, 0, 0}};
    c.bias = 4;
    c.epilogue = wire::Epilogue::bias;
  });
  return all;
}

}  // namespace tests
