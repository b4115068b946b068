// A lesson's `imported` fence: how other programs cut its chain, as far as scripts/import has told.
#pragma once

#include "charts/frame/chart_data.hpp"
#include "lesson/asked.hpp"
#include "record/imported.hpp"

#include <functional>
#include <map>
#include <string>

namespace publish {

/// Where an import of a chain is looked for; null where there is none.
using FindImport = std::function<const record::Imported*(const chain::Chain&)>;

/// Of each of the lesson's fences, by its chain's name; null where nobody has imported that chain yet.
using Imports = std::map<std::string, const record::Imported*>;
[[nodiscard]] Imports imports_of(const lesson::Lesson& lesson, const FindImport& find = record::import_of);

/// In the frame of `sheet`: size, type, title. The import has a chain.
[[nodiscard]] figure::Figure import_figure(const record::Imported& import, charts::ChartData sheet);
/// `imported NAME cuts`: each cut as a row of kernels, ours below theirs.
[[nodiscard]] bool shows_cuts(const lesson::Block& block);
/// Ours as the GPU whose recordings are here ran them, else by the model. A null `import`: nobody has imported it yet;
/// one of another GPU than the run's is named and left out.
[[nodiscard]] figure::Figure cuts_figure(const record::Imported* import, charts::ChartData ours,
                                         const charts::ChartData& sheet);
/// Who fused what, and how long it took, waits for every open task about the chain.
[[nodiscard]] figure::Stage import_stage(const lesson::Asked& open, const chain::Chain& chain);

/// "Nobody has imported ... yet", with what would.
[[nodiscard]] std::string not_imported_words(std::string_view chain);

}  // namespace publish
