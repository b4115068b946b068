// Sums of products in every order that operands may lie in, against double.
#include "device/cpu/product/product_loop.hpp"

#include "base/error.hpp"
#include "base/random.hpp"
#include "device/cpu/engine.hpp"
#include "device/cpu/product/few_rows.hpp"
#include "device/targets.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace product_loop_test {

using device::cpu::Buffer;
using device::cpu::JoinedProducts;
using device::cpu::ProductTile;

/// Matrices of a product with their operands, as a chain would have them in memory.
struct Subject {
  plan::Product product;
  chain::Dtype dtype = chain::Dtype::f32;
  std::int64_t left_size = 0, right_size = 0;
};

Subject plain(std::int64_t m, std::int64_t n, std::int64_t k, chain::Dtype dtype = chain::Dtype::f32) {
  Subject subject;
  subject.product = {.op = 2,
                     .m = m,
                     .n = n,
                     .k = k,
                     .left = 0,
                     .right = 1,
                     .left_at = {0, 0, k, 1},
                     .right_at = {0, 0, n, 1},
                     .pages = {},
                     .experts = {}};
  subject.dtype = dtype;
  subject.left_size = m * k;
  subject.right_size = k * n;
  return subject;
}
Subject transposed(Subject subject) {
  subject.product.right_at.row = 1;
  subject.product.right_at.column = subject.product.k;
  return subject;
}
/// Matrices by outer and inner, those on the right shared by some neighbours; rows of a left matrix lie apart, as heads
/// of a merged tensor do.
Subject batched(Subject subject, std::int64_t outer, std::int64_t inner, std::int64_t share, bool outer_on_the_right) {
  plan::Product& product = subject.product;
  product.outer = outer;
  product.inner = inner;
  product.share = share;
  product.left_at = {product.m * inner * product.k, product.k, inner * product.k, 1};
  subject.left_size *= outer * inner;
  const std::int64_t matrix = product.n * product.k;
  product.right_at.inner = matrix;
  product.right_at.outer = outer_on_the_right ? matrix * (inner / share) : 0;
  subject.right_size *= inner / share * (outer_on_the_right ? outer : 1);
  return subject;
}

double expected(const Subject& subject, const Buffer& left, const Buffer& right, std::int64_t row, std::int64_t column,
                double* size) {
  const plan::Product& p = subject.product;
  const std::int64_t matrix = row / p.m, outer = matrix / p.inner, inner = matrix % p.inner;
  const std::int64_t a = outer * p.left_at.outer + inner * p.left_at.inner + row % p.m * p.left_at.row;
  const std::int64_t b = outer * p.right_at.outer + inner / p.share * p.right_at.inner + column * p.right_at.column;
  double sum = 0;
  *size = 0;
  for (std::int64_t k = 0; k < p.k; ++k) {
    const double term = left.at(a + k * p.left_at.column) * right.at(b + k * p.right_at.row);
    sum += term;
    *size += std::abs(term);
  }
  return sum;
}

device::cpu::Engine& engine() {
  static device::cpu::Engine only;
  return only;
}

/// Every tensor, and the loop over the sets of products that read them: [set][product]; all share the left tensor.
class Loop {
 public:
  explicit Loop(std::vector<std::vector<Subject>> sets) : sets_(std::move(sets)) {
    const Subject& first = sets_[0][0];
    buffers_.emplace_back(first.left_size, first.dtype);
    for (std::vector<Subject>& set : sets_) {
      for (Subject& subject : set) {
        subject.product.right = static_cast<int>(buffers_.size());
        buffers_.emplace_back(subject.right_size, subject.dtype);
      }
    }
    for (std::size_t i = 0; i < buffers_.size(); ++i) {
      engine().fill(buffers_[i], 7, i);
      tensors_.push_back({buffers_[i].data(), device::cpu::format_of(buffers_[i].dtype())});
    }
  }

  /// What is wrong, and how often each element was handed over.
  std::string wrong(std::stop_token stop = {}) {
    std::vector<device::cpu::ProductSet> sets;
    std::vector<std::vector<std::vector<float>>> results;  // [set][product]
    std::vector<std::vector<std::uint8_t>> seen;
    for (const std::vector<Subject>& set : sets_) {
      const plan::Product& p = set[0].product;
      const auto size = static_cast<std::size_t>(p.matrices() * p.m * p.n);
      results.emplace_back(set.size(), std::vector<float>(size));
      seen.emplace_back(size);
    }
    for (std::size_t s = 0; s < sets_.size(); ++s) {
      device::cpu::ProductSet& set = sets.emplace_back();
      for (const Subject& subject : sets_[s]) set.products.push_back(subject.product);
      set.finish = [&results, &seen, s, n = set.products[0].n](int, const ProductTile& tile) {
        for (std::int64_t row = 0; row < tile.rows; ++row) {
          const std::int64_t to = (tile.first_row + row) * n + tile.first_column;
          for (std::int64_t column = 0; column < tile.columns; ++column) ++seen[s][to + column];
          for (std::size_t p = 0; p < tile.sums.size(); ++p) {
            std::copy_n(tile.sums[p] + row * tile.row_step, tile.columns, results[s][p].begin() + to);
          }
        }
      };
    }
    device::cpu::ProductLoop loop(std::move(sets), tensors_, engine().pool(), room_, device::cpu::Fault::none);
    loop.run(stop);
    std::string all;
    for (std::size_t s = 0; s < sets_.size(); ++s) {
      if (!std::ranges::all_of(seen[s], [](std::uint8_t times) { return times == 1; }))
        all += "not each element once\n";
      for (std::size_t p = 0; p < sets_[s].size(); ++p) all += compared(sets_[s][p], results[s][p]);
    }
    return all;
  }

 private:
  std::string compared(const Subject& subject, const std::vector<float>& got) const {
    const plan::Product& p = subject.product;
    const std::int64_t all = p.matrices() * p.m * p.n, step = std::max<std::int64_t>(1, all / 2000);
    for (std::int64_t i = 0; i < all; i += i + step < all || i == all - 1 ? step : all - 1 - i) {
      double size = 0;
      const double wanted = expected(subject, buffers_[0], buffers_[p.right], i / p.n, i % p.n, &size);
      if (std::abs(got[i] - wanted) > 4 * 1.5 * 0x1p-23 * size) {
        return "[" + std::to_string(i / p.n) + ", " + std::to_string(i % p.n) + "]: " + std::to_string(got[i]) +
               ", not " + std::to_string(wanted) + "\n";
      }
    }
    return {};
  }

  std::vector<std::vector<Subject>> sets_;
  std::vector<Buffer> buffers_;
  std::vector<device::cpu::Tensor> tensors_;
  device::cpu::ProductRoom room_;
};

std::string wrong(const Subject& subject) {
  return Loop({{subject}}).wrong();
}

TEST(ProductLoop, SizesOfEveryKind) {
  for (const std::int64_t m : {1, 2, 5, 7, 8, 9, 16, 65, 257, 600}) {
    for (const auto& [n, k] : {std::pair{1, 1}, {1, 300}, {7, 3}, {16, 16}, {100, 257}, {513, 64}, {700, 1021}}) {
      SCOPED_TRACE(std::to_string(m) + " " + std::to_string(n) + " " + std::to_string(k));
      EXPECT_EQ(wrong(plain(m, n, k)), "");
      EXPECT_EQ(wrong(transposed(plain(m, n, k))), "");
    }
  }
}

TEST(ProductLoop, EveryDtypeInEitherOrder) {
  for (const chain::Dtype dtype : {chain::Dtype::f16, chain::Dtype::bf16}) {
    for (const std::int64_t m : {1, 3, 8, 9, 130}) {
      SCOPED_TRACE(std::string(chain::name(dtype)) + " " + std::to_string(m));
      EXPECT_EQ(wrong(plain(m, 333, 777, dtype)), "");
      EXPECT_EQ(wrong(transposed(plain(m, 333, 777, dtype))), "");
    }
  }
}

TEST(ProductLoop, LongDepth) {
  EXPECT_EQ(wrong(plain(9, 33, 8191)), "");
  EXPECT_EQ(wrong(plain(40, 20, 70001)), "");  // beyond what rows are kept packed for
  EXPECT_EQ(wrong(transposed(plain(300, 20, 70001, chain::Dtype::bf16))), "");
}

TEST(ProductLoop, MoreOnTheRightThanIsPackedAtATime) {
  EXPECT_EQ(wrong(plain(300, 9001, 4099)), "");
  EXPECT_EQ(wrong(batched(plain(270, 2100, 4099), 1, 6, 2, false)), "");
}

TEST(ProductLoop, MatricesSideBySide) {
  for (const std::int64_t m : {1, 4, 30, 300}) {
    for (const bool outer_on_the_right : {false, true}) {
      SCOPED_TRACE(m);
      EXPECT_EQ(wrong(batched(plain(m, 50, 40), 3, 8, 1, outer_on_the_right)), "");
      EXPECT_EQ(wrong(batched(transposed(plain(m, 50, 40)), 2, 8, 4, outer_on_the_right)), "");
      EXPECT_EQ(wrong(batched(plain(m, 50, 40, chain::Dtype::bf16), 2, 6, 6, outer_on_the_right)), "");
    }
  }
}

TEST(ProductLoop, SiblingsAndJoinedOnes) {
  for (const std::int64_t m : {1, 6, 50, 700}) {
    SCOPED_TRACE(m);
    EXPECT_EQ(Loop({{plain(m, 300, 200)}, {plain(m, 40, 200)}, {transposed(plain(m, 70, 200))}}).wrong(), "");
    EXPECT_EQ(Loop({{plain(m, 1000, 200), plain(m, 1000, 200)}, {plain(m, 16, 200)}}).wrong(), "");
  }
}

TEST(ProductLoop, ARowAcrossLiesInAnyOrder) {
  Subject left_transposed = plain(100, 60, 90);
  left_transposed.product.left_at = {0, 0, 1, 100};
  EXPECT_EQ(wrong(left_transposed), "");
  Subject apart = plain(30, 20, 10);  // neither rows nor columns lie side by side
  apart.product.right_at = {0, 0, 40, 2};
  apart.right_size = 400;
  EXPECT_EQ(wrong(apart), "");
  apart.product.m = 3;
  EXPECT_EQ(wrong(apart), "");
}

TEST(ProductLoop, AnyInstructionSet) {
  for (const tests::Target& target : tests::targets()) {
    const tests::UsedTarget used(target);
    SCOPED_TRACE(target.name);
    for (const chain::Dtype dtype : {chain::Dtype::f32, chain::Dtype::f16, chain::Dtype::bf16}) {
      EXPECT_EQ(wrong(plain(5, 131, 67, dtype)), "");
      EXPECT_EQ(wrong(transposed(plain(8, 131, 67, dtype))), "");
      EXPECT_EQ(wrong(plain(40, 131, 67, dtype)), "");
    }
  }
}

TEST(ProductLoop, RandomShapes) {
  std::mt19937_64 random(3);
  const auto any = [&](std::int64_t least, std::int64_t most) {
    return std::uniform_int_distribution<std::int64_t>(least, most)(random);
  };
  for (int i = 0; i < 60; ++i) {
    const std::int64_t m = any(0, 2) == 0 ? any(1, 8) : any(1, 300), n = any(1, 400), k = any(1, 600);
    Subject subject = plain(m, n, k, static_cast<chain::Dtype>(any(0, 2)));
    if (any(0, 1) == 0) subject = transposed(subject);
    if (any(0, 2) == 0) {
      const std::int64_t share = any(1, 3);
      subject = batched(subject, any(1, 3), share * any(1, 3), share, any(0, 1) == 0);
    }
    ASSERT_EQ(wrong(subject), "") << i;
  }
}

TEST(ProductLoop, StopsAtTheEndOfATile) {
  std::stop_source stop;
  stop.request_stop();
  EXPECT_THROW(static_cast<void>(Loop({{plain(64, 64, 64)}}).wrong(stop.get_token())), base::Cancelled);
}

TEST(ProductLoop, TheSameSumsWhateverTheTiles) {
  // joined products have narrower tiles than those that stand alone: each sum is the same to the last bit
  const auto first_product = [](std::vector<Subject> set) {
    std::vector<float> all(static_cast<std::size_t>(700 * 1000));
    std::vector<Buffer> buffers;
    buffers.emplace_back(set[0].left_size, set[0].dtype);
    for (Subject& subject : set) {
      subject.product.right = static_cast<int>(buffers.size());
      buffers.emplace_back(subject.right_size, subject.dtype);
    }
    std::vector<device::cpu::Tensor> tensors;
    for (std::size_t i = 0; i < buffers.size(); ++i) {
      engine().fill(buffers[i], 7, i);
      tensors.push_back({buffers[i].data()});
    }
    device::cpu::ProductSet products;
    for (const Subject& subject : set) products.products.push_back(subject.product);
    products.finish = [&](int, const ProductTile& tile) {
      for (std::int64_t row = 0; row < tile.rows; ++row) {
        std::copy_n(tile.sums[0] + row * tile.row_step, tile.columns,
                    all.begin() + (tile.first_row + row) * 1000 + tile.first_column);
      }
    };
    device::cpu::ProductRoom room;
    device::cpu::ProductLoop({products}, tensors, engine().pool(), room, device::cpu::Fault::none).run({});
    return all;
  };
  EXPECT_EQ(first_product({plain(700, 1000, 900)}), first_product({plain(700, 1000, 900), plain(700, 1000, 900)}));
}

}  // namespace product_loop_test
