// Kernels written by hand, as programs over a chain or as grids of their own.
#include "base/words.hpp"
#include "codegen/kernel_library.hpp"
#include "codegen/launch.hpp"
#include "codegen/library_counts.hpp"
#include "codegen/prelude.hpp"

#include <algorithm>
#include <limits>

namespace codegen {
namespace {

/// What a worker takes: starts of one kernel (wire::Limit::times), and kernels of a plan (wire::Limit::kernels), of
/// which a version has a handful a round.
constexpr std::int64_t most_starts = 10'000, most_rounds = 100;

/// "x[128, 64]": the tensor's name and the box's rows and columns; no box where there are no brackets.
struct Boxed {
  std::string name;
  int rows = 0, columns = 0;
};
Boxed boxed(const std::string& text) {
  Boxed boxed;
  const std::size_t open = text.find('[');
  boxed.name = text.substr(0, open);
  if (open == std::string::npos) return boxed;
  const std::size_t comma = text.find(',', open);
  boxed.rows = std::stoi(text.substr(open + 1));
  boxed.columns = std::stoi(text.substr(comma + 1));
  return boxed;
}

TensorMap map_of(const chain::Chain& chain, int value, const Boxed& boxed) {
  const chain::Value& tensor = chain.values[value];
  const std::int64_t bytes = chain::size_of(tensor.dtype);
  return {value,
          tensor.dtype,
          {tensor.shape.columns(), tensor.shape.rows()},
          {tensor.shape.columns() * bytes},
          {boxed.columns, boxed.rows},
          128};
}

base::Diagnostics too_often(const LibraryKernel& library, std::int64_t times, std::int64_t most) {
  return base::wrong(
             base::say("codegen.many_starts",
                       {{"kernel", library.name}, {"times", std::to_string(times)}, {"most", std::to_string(most)}}))
      .error();
}

/// Gathers a version's kernels.
class Gathered {
 public:
  explicit Gathered(const chain::Chain& chain) : chain_(chain) {}

  void add_scratch(const std::vector<std::string>& wanted) {
    for (const std::string& text : wanted) {
      const LibraryScratch buffer = *library_scratch(text);
      scratch_.push_back(buffer.name);
      program.scratch.push_back(buffer.bytes(chain_));
    }
  }

  /// In round `turn` of a version that has rounds.
  base::Diagnostics add(const LibraryKernel& library, int group, std::optional<std::int64_t> turn) {
    const chain::Shape& shape = chain_.values[chain_.outputs().front()].shape;
    Kernel kernel;
    kernel.group = group;
    kernel.entry = library.entry;
    kernel.source = library.source;
    kernel.options = library.options;
    kernel.architecture = library.architecture;
    for (const std::string& text : library.arguments) {
      if (take(kernel, text)) continue;
      if (text == "turn" && turn) {
        kernel.arguments.push_back({Argument::Kind::integer, 0, *turn});
        continue;
      }
      if (text == "turn" && !library.each.empty()) {
        kernel.arguments.push_back({Argument::Kind::turn, 0, 0});
        continue;
      }
      return base::wrong(base::say("codegen.no_tensor", {{"kernel", library.name}, {"tensor", boxed(text).name}}))
          .error();
    }
    kernel.launch = launch_of(library, shape.elements(), shape.columns(), Target{});
    if (!library.each.empty()) kernel.times = *count_of(chain_, library.each);
    if (kernel.times > most_starts) return too_often(library, kernel.times, most_starts);
    if (!library.tiles.empty()) kernel.launch.grid = {tiles(library.tiles), 1, 1};
    program.kernels.push_back(std::move(kernel));
    return {};
  }

  Program program;

 private:
  /// A tensor's name goes before a count's: attention's k are keys.
  bool take(Kernel& kernel, const std::string& text) const {
    const Boxed argument = boxed(text);
    const int value = chain_.find(argument.name);
    if (value >= 0 && argument.rows > 0) {
      kernel.arguments.push_back({Argument::Kind::tensor_map, static_cast<int>(kernel.maps.size()), 0});
      kernel.maps.push_back(map_of(chain_, value, argument));
      return true;
    }
    if (value >= 0) {
      kernel.arguments.push_back({Argument::Kind::tensor, value, 0});
      return true;
    }
    if (const auto own = std::ranges::find(scratch_, text); own != scratch_.end()) {
      kernel.arguments.push_back({Argument::Kind::scratch, static_cast<int>(own - scratch_.begin()), 0});
      return true;
    }
    const auto count = count_of(chain_, text);
    if (count) kernel.arguments.push_back({Argument::Kind::integer, 0, *count});
    return count.has_value();
  }

  [[nodiscard]] std::int64_t tiles(const std::vector<std::string>& counts) const {
    std::int64_t blocks = 1;
    for (const std::string& count : counts) blocks *= *count_of(chain_, count);
    return std::min(blocks, most_blocks);
  }

  const chain::Chain& chain_;
  std::vector<std::string> scratch_;
};

/// All kernels of a version, one after the other.
base::Diagnostics add_round(Gathered& all, const LibraryKernel& library, std::optional<std::int64_t> turn) {
  base::Diagnostics wrong = all.add(library, 0, turn);
  for (std::size_t i = 0; wrong.empty() && i < library.then.size(); ++i) {
    // Between two kernels of one group lies scratch; what is stored ends a group.
    wrong = all.add(library.then[i], library.stores.empty() ? 0 : static_cast<int>(i) + 1, turn);
  }
  return wrong;
}

base::Diagnostics add_rounds(Gathered& all, const LibraryKernel& library, const chain::Chain& chain) {
  if (library.rounds.empty()) return add_round(all, library, {});
  const std::int64_t rounds = *count_of(chain, library.rounds);
  if (rounds > most_rounds) return too_often(library, rounds, most_rounds);
  base::Diagnostics wrong;
  for (std::int64_t turn = 0; wrong.empty() && turn < rounds; ++turn) wrong = add_round(all, library, turn);
  return wrong;
}

}  // namespace

Launch launch_of(const LibraryKernel& kernel, std::int64_t elements, std::int64_t columns, const Target& target) {
  Launch launch;
  launch.block = {kernel.block, 1, 1};
  launch.dynamic_shared = kernel.shared;
  std::int64_t blocks = kernel.blocks;
  if (kernel.rows_per_block > 0) blocks = divided_up(elements / columns, kernel.rows_per_block);
  if (kernel.elements_per_block > 0) blocks = divided_up(elements, kernel.elements_per_block);
  if (kernel.blocks_per_multiprocessor > 0) blocks = kernel.blocks_per_multiprocessor * target.multiprocessors;
  launch.grid = {std::min(blocks, most_blocks), 1, 1};
  return launch;
}

base::Expected<plan::FusionPlan> plan_of(const LibraryKernel& kernel, std::shared_ptr<const chain::Chain> chain) {
  using Kind = plan::Cuts::Kind;
  const plan::Cuts cuts{kernel.stores.empty() ? Kind::none : Kind::by_hand, kernel.stores};
  auto plan = plan::segment(std::move(chain), cuts, machine::Limits(std::numeric_limits<std::int64_t>::max()));
  if (!plan) return plan;
  for (plan::Group& group : plan->groups) group.engine = plan::Engine::own;
  plan->name = kernel.name;
  plan->by_hand = true;
  return plan;
}

base::Expected<Program> program_of(const LibraryKernel& library, const chain::Chain& chain) {
  const chain::Shape& shape = chain.values[chain.outputs().front()].shape;
  if (std::string reason = library.why_not(shape.columns()); !reason.empty()) return base::wrong(std::move(reason));
  Gathered all(chain);
  all.add_scratch(library.scratch);
  base::Diagnostics wrong = add_rounds(all, library, chain);
  if (!wrong.empty()) return std::unexpected(std::move(wrong));
  std::string text = library.source;
  for (const LibraryKernel& next : library.then) text += next.source;
  all.program.prelude = prelude_for(text);
  return std::move(all.program);
}

}  // namespace codegen
