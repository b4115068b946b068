// The wrong turns that lead to a wrong number whatever the chain, as arithmetic on its right numbers.
#include "lesson/expression.hpp"
#include "lesson/judge.hpp"
#include "lesson/sketch.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace lesson {
namespace {

/// A row holds for every quantity that `asked` matches: $p is "unfused" or "fused" and $q the other one; $f a family.
struct Row {
  std::string_view asked, id, value;
};

// The order within a quantity is the order of likelihood.
constexpr Row table[] = {
    {"crossings.fused", "gave-unfused", "{crossings.unfused}"},
    {"crossings.$p", "forgot-reread", "{crossings.$p} - {rereads.$p}"},
    {"crossings.$p", "reads-only", "{reads.$p}"},
    {"crossings.$p", "writes-only", "{writes.$p}"},
    {"crossings.$p", "round-trips", "{crossings.$p} / 2"},
    {"crossings.$p", "counted-vector", "{crossings.$p} + {vectors.$p}"},
    {"crossings.$p", "forgot-operand", "{crossings.$p} - {operands.extra}"},
    {"crossings.unfused", "gave-fused", "{crossings.fused}"},
    {"crossings.fused", "kept-write", "{crossings.fused} + {rewrites.unfused} - {rewrites.fused}"},
    {"crossings.$p", "kernels", "{kernels.$p}"},
    {"crossings.$p", "every-arrow-twice", "{crossings.$p} * 2"},

    {"ratio.$f", "upside-down", "1 / {ratio.$f}"},
    {"ratio.$f", "no-difference", "1"},
    {"ratio.time", "road-only", "{ratio.crossings}"},
    {"ratio.batch", "road-only", "{ratio.crossings}"},
    {"ratio.crossings", "forgot-operand",
     "({crossings.unfused} - {operands.extra}) / ({crossings.fused} - {operands.extra})"},
    {"ratio.crossings", "saved-count", "{saved.crossings}"},
    {"ratio.crossings", "reads-only", "{reads.unfused} / {reads.fused}"},
    {"ratio.crossings", "writes-only", "{writes.unfused} / {writes.fused}"},
    {"ratio.crossings", "one-plan", "{crossings.unfused}"},
    {"ratio.crossings", "one-plan", "{crossings.fused}"},
    {"ratio.crossings", "kernel-ratio", "{ratio.kernels}"},
    {"ratio.bytes", "kernel-ratio", "{ratio.kernels}"},
    {"ratio.time", "starts-only", "{ratio.kernels}"},
    {"ratio.batch", "starts-only", "{ratio.kernels}"},
    {"ratio.$f", "percent-saved", "100 - 100 / {ratio.$f}"},
    {"ratio.$f", "percent-left", "100 / {ratio.$f}"},
    {"ratio.$f", "share-saved", "1 - 1 / {ratio.$f}"},

    {"saved.crossings", "half-the-journey", "{saved.crossings} / 2"},
    {"saved.crossings", "what-is-left", "{crossings.fused}"},
    {"saved.crossings", "what-there-was", "{crossings.unfused}"},
    {"saved.crossings", "ratio-instead", "{ratio.crossings}"},
    {"saved.crossings", "percent-instead", "{saved.crossings.percent}"},
    {"saved.bytes", "half-the-journey", "{saved.bytes} / 2"},
    {"saved.bytes", "what-is-left", "{bytes.fused}"},
    {"saved.bytes", "what-there-was", "{bytes.unfused}"},
    {"saved.$f.percent", "percent-left", "100 - {saved.$f.percent}"},
    {"saved.$f.percent", "percent-of-fused", "100 * {saved.$f} / {$f.fused}"},
    {"saved.$f.percent", "share-saved", "{saved.$f.percent} / 100"},
    {"saved.$f.percent", "ratio-instead", "{ratio.$f}"},
    {"saved.crossings.percent", "count-instead", "{saved.crossings}"},

    {"bytes.unfused", "gave-fused", "{bytes.fused}"},
    {"bytes.fused", "gave-unfused", "{bytes.unfused}"},
    {"bytes.$p", "reads-only", "{reads.$p} * {tensor.bytes}"},
    {"bytes.$p", "writes-only", "{writes.$p} * {tensor.bytes}"},
    {"bytes.$p", "forgot-reread", "{bytes.$p} - {rereads.$p} * {tensor.bytes}"},
    {"bytes.$p", "forgot-operand", "{bytes.$p} - {operands.extra} * {tensor.bytes}"},
    {"bytes.$p", "one-tensor", "{tensor.bytes}"},
    {"bytes.$p", "round-trips", "{bytes.$p} / 2"},
    {"bytes.$p", "elements", "{elements.$p}"},
    {"bytes.$p", "thousandfold", "{bytes.$p} * 1000"},
    {"bytes.$p", "thousandfold", "{bytes.$p} / 1000"},

    {"time.unfused", "gave-fused", "{time.fused}"},
    {"time.fused", "gave-unfused", "{time.unfused}"},
    {"time.$p", "thousandfold", "{time.$p} * 1000"},
    {"time.$p", "thousandfold", "{time.$p} / 1000"},

    {"kernels.unfused", "gave-fused", "{kernels.fused}"},
    {"kernels.fused", "gave-unfused", "{kernels.unfused}"},
    {"kernels.$p", "crossings-instead", "{crossings.$p}"},

    {"intensity.unfused", "gave-fused", "{intensity.fused}"},
    {"intensity.fused", "gave-unfused", "{intensity.unfused}"},
    {"intensity.$p", "upside-down", "1 / {intensity.$p}"},
};

std::string with(std::string_view pattern, std::string_view mark, std::string_view word) {
  std::string out(pattern);
  for (auto at = out.find(mark); at != std::string::npos; at = out.find(mark, at + word.size())) {
    out.replace(at, mark.size(), word);
  }
  return out;
}

/// The row's calculation if the row is about `asked`.
std::optional<std::string> calculation(const Row& row, std::string_view asked) {
  if (row.asked == asked) return std::string(row.value);
  for (const std::string_view plan : {"unfused", "fused"}) {
    if (row.asked.find("$p") != std::string_view::npos && with(row.asked, "$p", plan) == asked) {
      return with(row.value, "$p", plan);
    }
  }
  for (const std::string_view family : {"crossings", "bytes", "time", "batch", "kernels"}) {
    if (row.asked.find("$f") != std::string_view::npos && with(row.asked, "$f", family) == asked) {
      return with(row.value, "$f", family);
    }
  }
  return std::nullopt;
}

}  // namespace

bool same_number(std::string_view quantity, double a, double b) {
  const auto unit = unit_of(quantity);
  if (a == b) return true;
  if ((unit && is_count(*unit)) || a <= 0 || b <= 0) return false;
  return std::abs(std::log2(a / b)) <= std::log2(1.02);
}

bool is_usual_mistake(std::string_view id) {
  constexpr std::string_view of_sketch = "sketch-";
  if (id.starts_with(of_sketch)) return shape_named(id.substr(of_sketch.size())).has_value();
  return std::ranges::find(table, id, &Row::id) != std::end(table);
}

std::vector<Mistake> usual_mistakes(std::string_view asked, const Quantities& truth, std::string_view chain) {
  std::vector<Mistake> found;
  const auto right = value_of(truth, chain, asked);
  if (!right) return found;
  // A measured quantity goes wrong as the predicted one does.
  std::string_view name = asked;
  if (name.starts_with("measured.")) name.remove_prefix(std::string_view("measured.").size());
  for (const Row& row : table) {
    const auto text = calculation(row, name);
    const auto value = text ? evaluate(*text, truth, chain) : std::nullopt;
    if (value && *value > 0 && !same_number(asked, *value, *right)) found.push_back({std::string(row.id), *value});
  }
  return found;
}

}  // namespace lesson
