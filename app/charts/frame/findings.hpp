// What a comparison says in words: titles, ratios, gaps, the text twin's paragraph. All computed, none typed.
#pragma once

#include "charts/frame/drawing.hpp"
#include "charts/frame/reading.hpp"

#include <optional>
#include <string>

namespace charts {

/// As a sentence begins: "Fused"
[[nodiscard]] std::string capitalised(std::string text);

/// First plan over second, as one teller has it.
[[nodiscard]] std::optional<double> ratio(const ChartData& data, const Teller& teller, Quantity quantity);

/// Whether the first two plans differ, as far as this teller can tell: of what was measured by record::same_time and
/// record::same_bytes, of what was not, where `ratio` would be shown as another than 1.
[[nodiscard]] bool tells_apart(const ChartData& data, const Teller& teller, Quantity quantity, double ratio);

/// "200 kB": what counters are good to, where they saw other bytes of the first two plans and cannot tell them apart.
[[nodiscard]] std::optional<std::string> too_near(const ChartData& data, const Teller& teller);

/// True of what would be shown as 2 times: the other is told as half of it.
[[nodiscard]] bool is_half(double ratio);
/// "Fused: 2.7 times fewer crossings", "Model: takes 1.2 times as long"; `same`: "Fused: just as many bytes". `other`:
/// the plan beside, named where it is the one that moves more: "Model: unfused, 2.7 times the bytes". `times`: how
/// many, where three digits are too many.
[[nodiscard]] std::string ratio_words(std::string_view who, std::string_view other, Quantity quantity, double ratio,
                                      bool same, const std::string& times = {});

/// The sentence under a panel by who says it; empty where that is not known.
struct RatioLines {
  std::string guess, model, truth;
};
[[nodiscard]] RatioLines ratio_lines(const ChartData& data, Quantity quantity);

/// What one teller's clock says of the second plan beside the first: whether it can tell at all comes before any ratio.
enum class Speed {
  unknown,    ///< a time is missing
  scattered,  ///< the times scatter too much to compare
  not_told,   ///< the medians differ, but by less than they vary
  same,
  faster,
  slower,
};
[[nodiscard]] Speed speed(const ChartData& data, const Teller& teller);

/// How many times, as well as this teller's clock knows it: "1.98", "about 2".
[[nodiscard]] std::string clock_factor(const ChartData& data, const Teller& teller, double ratio);

/// "1.98 times as fast here", "just as fast on NVIDIA H200", "not measurably faster or slower here"
[[nodiscard]] std::string speed_words(const ChartData& data, const Teller& teller, double speed);

/// "add, gelu"
[[nodiscard]] std::string ops_words(const plan::FusionPlan& plan, const plan::Group& group);
/// "2 kernels: add | gelu", "1 kernel: add, gelu"
[[nodiscard]] std::string kernels_words(const plan::FusionPlan& plan);
/// How often a run of it starts something: by the run that was timed, else by the model; one kernel may take two.
[[nodiscard]] std::size_t launches_of(const ChartData& data, std::size_t plan);
/// "2 kernels", "2 kernels in 3 launches"
[[nodiscard]] std::string kernels_count(const ChartData& data, std::size_t plan);
/// The same with their ops.
[[nodiscard]] std::string kernels_words(const ChartData& data, std::size_t plan);

/// "you guessed 3, it is 4"; in short "3, it is 4"
[[nodiscard]] std::string gap_words(const ChartData& data, Quantity quantity, double guess, double truth,
                                    bool in_short = false);

[[nodiscard]] Titles bars_titles(const ChartData& data, Quantity quantity);

/// The text twin's paragraphs: all there is, and what may be said before truth.
struct Descriptions {
  std::string whole, before_truth;
};
[[nodiscard]] Descriptions bars_description(const ChartData& data, Quantity quantity);

}  // namespace charts
