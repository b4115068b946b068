// What a tuner kept in the home folder, as other commands use it.
#pragma once

#include "charts/frame/chart_data.hpp"
#include "cli/live.hpp"
#include "figure/figure.hpp"
#include "record/tuning.hpp"

namespace cli {

inline constexpr Flag tuned_flag{"--tuned", "", "cli.flag.tuned"};

/// The card's name without that of its host: a tuning is of a card, wherever it stands.
[[nodiscard]] std::string card_of(const device::Device& device);

/// With --tuned: the same options and one --cuts more, with the knobs that were kept for this chain and card. Where
/// none are, that is the person's mistake; where the usual kernels were the fastest, it is told and nothing is added.
[[nodiscard]] base::Expected<Options> with_tuned(const std::string& chain_words, const Options& options,
                                                 const device::Device& device);

/// Of `onetrip figure tune`: FILE.toml, or the newest that is kept of a chain.
[[nodiscard]] base::Expected<record::Tuning> tuning_named(const std::string& word);
/// Its surface on the sheet.
[[nodiscard]] base::Expected<figure::Figure> draw_tuning(const std::string& word, const charts::ChartData& sheet);

}  // namespace cli
