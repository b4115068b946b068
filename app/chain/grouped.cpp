// One sentence for each way in which the three do not go together.
#include "chain/grouped.hpp"

#include "chain/gather.hpp"
#include "chain/parser.hpp"

#include <algorithm>

namespace chain {

ShapeOrMistake grouped_shape(const Named& x, const Named& w, const Named& ends) {
  const auto refuse = [&](std::string_view key) {
    return std::unexpected(mistake(key, {{"x", x.name},
                                         {"x_shape", show(x.shape)},
                                         {"w", w.name},
                                         {"w_shape", show(w.shape)},
                                         {"ends", ends.name},
                                         {"ends_shape", show(ends.shape)},
                                         {"columns", std::to_string(x.shape.columns())},
                                         {"experts", std::to_string(w.shape.dims.front())},
                                         {"most", std::to_string(max_groups)}}));
  };
  if (x.shape.dims.size() != 2) return refuse("chain.grouped_rows");
  if (w.shape.dims.size() != 3) return refuse("chain.grouped_weights");
  const std::int64_t experts = w.shape.dims[0], depth = w.shape.dims[1], columns = w.shape.dims[2];
  if (x.shape.columns() != depth) {
    return refuse(x.shape.columns() == columns ? "chain.grouped_transposed" : "chain.grouped_inner");
  }
  if (ends.shape.dims.size() != 1 || ends.shape.columns() != experts) return refuse("chain.grouped_experts");
  if (experts > max_groups) return refuse("chain.grouped_many");
  Shape result{{x.shape.dims[0], columns}};
  const std::int64_t largest = std::max({result.dims[0], columns, depth});
  if (too_large(result, max_elements) || largest >= max_product_size) return refuse("chain.grouped_large");
  return result;
}

ShapeOrMistake scattered_shape(const Named& v, const Named& table, std::int64_t rows) {
  const auto refuse = [&](std::string_view key) {
    return std::unexpected(mistake(key, {{"value", v.name},
                                         {"shape", show(v.shape)},
                                         {"table", table.name},
                                         {"table_shape", show(table.shape)},
                                         {"rows", std::to_string(v.shape.dims.front())}}));
  };
  if (v.shape.dims.size() != 2) return refuse("chain.scatter_rows");
  if (table.shape.dims.size() != 1 || table.shape.columns() != v.shape.dims.front()) {
    return refuse("chain.scatter_shape");
  }
  Shape result{{rows, v.shape.columns()}};
  if (rows > max_slices || too_large(result, max_elements)) return refuse("chain.scatter_large");
  return result;
}

std::int64_t group_of(const std::vector<std::int64_t>& ends, std::int64_t row) {
  const auto found = std::ranges::upper_bound(ends, row);
  return found == ends.end() ? std::ssize(ends) - 1 : found - ends.begin();
}

}  // namespace chain
