// Broadcasting, and how an operand is read inside a result, against a walk over multi-dimensional indices.
#include "chain/shape.hpp"

#include <gtest/gtest.h>

#include <random>

namespace shape_test {

using chain::Access;
using chain::Shape;

TEST(Broadcast, AlignsAtTheLastDimension) {
  EXPECT_EQ(chain::broadcast({{4, 8}}, {{8}}), (Shape{{4, 8}}));
  EXPECT_EQ(chain::broadcast({{8}}, {{2, 4, 1}}), (Shape{{2, 4, 8}}));
  EXPECT_EQ(chain::broadcast({{4, 1}}, {{1, 8}}), (Shape{{4, 8}}));
  EXPECT_FALSE(chain::broadcast({{4, 8}}, {{4}}));
  EXPECT_FALSE(chain::broadcast({{2}}, {{3}}));
}

TEST(AccessOf, TheKindsOfOperand) {
  const Shape result{{6, 4, 8}};
  EXPECT_EQ(chain::access(result, result), (Access{24, 8, 1})) << "full";
  EXPECT_EQ(chain::access({{8}}, result), (Access{1, 0, 1})) << "one row for all";
  EXPECT_EQ(chain::access({{1, 8}}, result), (Access{1, 0, 1}));
  EXPECT_EQ(chain::access({{6, 4, 1}}, result), (Access{24, 1, 0})) << "one element a row";
  EXPECT_EQ(chain::access({{4, 8}}, result), (Access{4, 8, 1})) << "rows that repeat";
  EXPECT_EQ(chain::access({{4, 1}}, result), (Access{4, 1, 0}));
  EXPECT_EQ(chain::access({{1}}, result), (Access{1, 0, 0})) << "one number";
  EXPECT_FALSE(chain::access({{6, 1, 8}}, result)) << "would stretch in the middle";
  EXPECT_FALSE(chain::access({{2}}, result));
  EXPECT_FALSE(chain::access({{3, 8}}, result));
  EXPECT_FALSE(chain::access({{2, 6, 4, 8}}, result)) << "larger than the result";
}

/// Element of `operand` that element `index` of `result` reads, dimension by dimension.
std::int64_t by_dimensions(const Shape& operand, const Shape& result, std::int64_t index) {
  std::int64_t at = 0, stride = 1;
  for (std::size_t d = 0; d < result.dims.size(); ++d) {
    const std::int64_t coordinate = index % result.dims[result.dims.size() - 1 - d];
    index /= result.dims[result.dims.size() - 1 - d];
    if (d >= operand.dims.size()) continue;
    const std::int64_t dim = operand.dims[operand.dims.size() - 1 - d];
    at += (dim == 1 ? 0 : coordinate) * stride;
    stride *= dim;
  }
  return at;
}

TEST(AccessOf, AgreesWithTheDefinition) {
  std::mt19937 random(1);
  int fits = 0;
  for (int round = 0; round < 5000; ++round) {
    Shape a, b;
    for (unsigned d = 0; d <= random() % 4; ++d) a.dims.push_back(1 + static_cast<int>(random() % 3));
    for (unsigned d = 0; d <= random() % 4; ++d) b.dims.push_back(1 + static_cast<int>(random() % 3));
    const auto result = chain::broadcast(a, b);
    if (!result) continue;
    const auto access = chain::access(a, *result);
    if (!access) continue;
    ++fits;
    for (std::int64_t e = 0; e < result->elements(); ++e) {
      const std::int64_t row = e / result->columns(), column = e % result->columns();
      ASSERT_EQ((row % access->rows) * access->row_stride + column * access->column_stride,
                by_dimensions(a, *result, e))
          << chain::show(a) << " in " << chain::show(*result);
    }
  }
  EXPECT_GT(fits, 1000);
}

TEST(ShapeOf, CountsRowsAndColumns) {
  const Shape shape{{2, 3, 5}};
  EXPECT_EQ(shape.elements(), 30);
  EXPECT_EQ(shape.rows(), 6);
  EXPECT_EQ(shape.columns(), 5);
  EXPECT_EQ(chain::show(shape), "[2, 3, 5]");
}

}  // namespace shape_test
