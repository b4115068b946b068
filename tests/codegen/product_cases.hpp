// Products by hand, for tests that need no chain text: chains whose products are told by their sizes and places.
#pragma once

#include "codegen/lower.hpp"
#include "codegen/program.hpp"

#include <memory>
#include <string>
#include <vector>

namespace tests {

struct ProductCase {
  std::string name;
  plan::FusionPlan plan;  ///< of one group
  std::vector<plan::Product> products;
};

/// A right operand is [.., k, n], or with `turned` [.., n, k]; so for the left.
struct Turned {
  bool left = false, right = false;
};

class ProductChain {
 public:
  explicit ProductChain(std::string name) : name_(std::move(name)) {}
  int input(chain::Dtype dtype, std::vector<std::int64_t> dims);
  /// Leading dimensions of the right: as the left's, none, or the last of them a divisor of the left's.
  int product(int left, int right, Turned turned = {});
  int op(chain::Op op, std::vector<chain::Operand> operands);
  int cast(int value, chain::Dtype dtype);
  ProductCase done(std::vector<int> outputs);
  /// The product last made, for places that shapes do not tell.
  plan::Product& last() { return products_.back(); }

 private:
  int add(chain::Value value);
  std::string name_;
  std::shared_ptr<chain::Chain> chain_ = std::make_shared<chain::Chain>();
  std::vector<plan::Product> products_;
};

/// Small sizes with odd ends: `bias`, `gate`, `qkv`, `heads` and others, for operands of this type.
[[nodiscard]] std::vector<ProductCase> small_products(chain::Dtype dtype);
/// y = gelu(x @ w + b), and + r; n x m x k.
[[nodiscard]] ProductCase bias_gelu(chain::Dtype dtype, std::int64_t m, std::int64_t n, std::int64_t k, bool residual);
[[nodiscard]] ProductCase plain_product(chain::Dtype dtype, std::int64_t m, std::int64_t n, std::int64_t k,
                                        Turned turned = {});

}  // namespace tests
