// What a kernel of attention has to do: the ops on a score, where its operands lie, how the queries are cut.
#pragma once

#include "codegen/product_work.hpp"
#include "plan/attention.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace codegen {

class AttentionWork {
 public:
  AttentionWork(const plan::FusionPlan& plan, int group);
  AttentionWork(const AttentionWork&) = delete;
  AttentionWork& operator=(const AttentionWork&) = delete;

  const chain::Chain& chain;
  const plan::Group& group;
  const int number;
  const plan::Attention of;

  /// What is left of the scores' ops when the last ones are done in another way: causal by leaving keys out, a factor
  /// above 0 with the exponential, where it costs nothing.
  double scale = 1;

 private:
  void take_each(Kernel& kernel, std::vector<std::string>& parameters, const std::vector<int>& values) const;
  std::vector<int> tile_;
  const plan::Group score_group_;  ///< the scores' product and those of the ops on each of them
  const ProductWork scores_;

 public:
  const std::int64_t heads, groups, rows;  ///< heads that share keys and values; how many such; queries of one

  [[nodiscard]] std::string type() const { return scores_.type(of.scores.left); }
  [[nodiscard]] bool is_narrow() const { return chain::size_of(chain.values[of.scores.left].dtype) == 2; }
  [[nodiscard]] std::string entry(std::string_view suffix = {}) const;
  /// "const bf16* __restrict__ p0": queries, keys, values, the tables of their pages, operands of the ops on scores;
  /// then, if wanted, the result.
  void take(Kernel& kernel, std::vector<std::string>& parameters, bool result) const;
  /// The same without queries, keys and values, which the copy engine finds by itself.
  void take_beside(Kernel& kernel, std::vector<std::string>& parameters) const;
  /// The ops on two neighbouring scores of a row, as a function; empty where there are none.
  [[nodiscard]] std::string score_function() const;
  /// Its call: the texts of a row of all matrices' rows, of a column, and of the two scores.
  [[nodiscard]] std::string score_call(std::string_view row, std::string_view column, std::string_view scores) const;
  [[nodiscard]] bool has_ops() const { return tile_.size() > 1; }
  /// Rows of a tile: the texts of its first row and of their number, of so many that lie together.
  struct Rows {
    std::string_view first, count;
    std::int64_t all;
  };
  /// How many keys a query sees, from the number of its row among `all` that lie together.
  [[nodiscard]] std::string seen_by(std::string_view row, std::int64_t all) const;
  /// Tiles of keys that some query of a tile sees; and the first key that one of them does not see.
  [[nodiscard]] std::string tiles_seen(const Rows& tile) const;
  [[nodiscard]] std::string first_hidden(const Rows& tile) const;
  [[nodiscard]] std::string comment(const std::vector<std::string>& how) const;

  /// How the matrices of a group lie: lines of queries; of keys, each along its head; of keys again, each along a
  /// value.
  [[nodiscard]] OperandLayout queries() const;
  [[nodiscard]] OperandLayout keys() const;
  [[nodiscard]] OperandLayout values() const;
  /// "p1 + i64(group) * 4096, 128, 1, 4096, 128": where the matrix of a group begins, and how it lies.
  [[nodiscard]] std::string matrix(const plan::Product& product, int tensor, const OperandLayout& layout) const;
  /// Of the right operand: "Matrix<bf16>" with such a text, or "Pages<bf16, 16>" with where its table begins, too.
  [[nodiscard]] std::string lines_type(const plan::Product& product) const;
  [[nodiscard]] std::string lines(const plan::Product& product, const OperandLayout& layout) const;

 private:
  /// "p1 + i64(group / 8) * 4096": where the matrix of a group begins, by such steps from one to the next.
  [[nodiscard]] std::string first_of(const plan::Product& product, int tensor, std::int64_t outer_step,
                                     std::int64_t inner_step, std::int64_t share) const;
  [[nodiscard]] std::string ahead(std::int64_t more) const;
  [[nodiscard]] std::string all_of(const Rows& tile) const;
};

}  // namespace codegen
