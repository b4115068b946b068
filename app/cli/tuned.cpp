// Looks up tunings by card and chain.
#include "cli/tuned.hpp"

#include "base/words.hpp"
#include "chain/parser.hpp"
#include "charts/sweep/surface.hpp"
#include "cli/output.hpp"
#include "plan/presets.hpp"

namespace cli {

std::string card_of(const device::Device& device) {
  const std::string name = device.name();
  return name.substr(0, name.find(" on "));
}

base::Expected<Options> with_tuned(const std::string& chain_words, const Options& options,
                                   const device::Device& device) {
  if (!options.has(tuned_flag.name)) return options;
  if (!device.is_gpu()) {
    return base::wrong(base::say("app.tune.no_gpu", {{"device", device.id()}}),
                       std::string(base::text("app.tune.no_gpu.remedy")));
  }
  const auto chain = plan::read_chain(chain_words);
  if (!chain) return std::unexpected(chain.error());
  const std::string cuts = options.value(cuts_flag.name).value_or("none");
  const auto kept = record::kept_tuning(*chain, cuts, card_of(device));
  if (!kept) return std::unexpected(kept.error());
  const std::string again = command_line("tune", {chain::one_line(*chain), "--device", device.id()});
  if (!*kept || !(*kept)->finished())
    return base::wrong(base::say("app.tuned.none", {{"device", card_of(device)}}),
                       base::say("app.tuned.none.hint", {{"command", again}}));
  Options with = options;
  if ((*kept)->chosen.empty()) {
    print_error(base::say("app.tuned.usual") + "\n");
    return with;
  }
  with.flags[std::string(cuts_flag.name)].push_back(cuts + " " + (*kept)->chosen);
  return with;
}

base::Expected<record::Tuning> tuning_named(const std::string& word) {
  if (word.ends_with(".toml")) return record::load_tuning(word);
  const auto chain = plan::read_chain(word);
  if (!chain) return std::unexpected(chain.error());
  auto kept = record::latest_tuning(*chain);
  if (kept) return *std::move(kept);
  return base::wrong(base::say("app.tuned.no_figure"), base::say("app.tuned.no_figure.hint"));
}

base::Expected<figure::Figure> draw_tuning(const std::string& word, const charts::ChartData& sheet) {
  const auto tuning = tuning_named(word);
  if (!tuning) return std::unexpected(tuning.error());
  auto chain = chain::parse(tuning->chain, word);
  if (!chain) return std::unexpected(chain.error());
  charts::ChartData data = sheet;
  data.chain = std::make_shared<const chain::Chain>(std::move(*chain));
  return charts::surface(data, *tuning);
}

}  // namespace cli
