// What loops ask of memory ahead of time.
#include "device/cpu/workspace.hpp"

#include <algorithm>

namespace device::cpu {
namespace {

// How far ahead a loop asks, in elements: found by trial. Too near comes too late, too far is driven out again.
constexpr std::int64_t loop_lag = 1024;
constexpr std::int64_t reduction_lag = 512;

}  // namespace

/// Whether the stage reads it from memory, element by element.
bool Workspace::is_streamed(int operand) const {
  const Reference& reference = stage_.references[operand];
  return reference.from == Reference::From::tensor && reference.walk == Reference::Walk::whole && !reference.of_rows;
}

/// While loops compute or work on what is in the caches, memory would have nothing to do, and even a loop that does
/// little but read and write waits at the end of each piece: streaming stores fill the store queue, behind which no
/// load begins. So loops ask ahead for the tensors that the first phase reads. In a stage of several phases the later
/// ones do, for the next tile.
void Workspace::share_out_fetches(std::int64_t block, bool together) {
  std::vector<int> wanted;
  for (int i = 0; i < static_cast<int>(stage_.references.size()); ++i) {
    const Reference& reference = stage_.references[i];
    if (is_streamed(i) && reference.counted_in == 0) wanted.push_back(reference.index);
  }
  const std::size_t phases = elements_.size();
  std::size_t phase = phases == 1 ? 0 : together ? 1 : phases - 1;  // a long row: while the one before is finished
  for (; phase < phases; ++phase) {
    const std::int64_t behind = static_cast<std::int64_t>(phase) * block;  // the first phase is so far on
    for (Prepared& prepared : elements_[phase]) {
      const Step& step = *prepared.step;
      const bool reduces = step.reduces();
      if ((phases > 1 && reduces) || step.numbers >= 0 || !step.ranked.empty()) continue;  // these are no loops
      const std::int64_t below = stage_.columns;  // a tile of sums is walked row by row
      const std::int64_t lag = !stage_.products.empty() ? below : reduces ? reduction_lag : loop_lag;
      prepared.fetch_lag = phases == 1        ? lag
                           : stage_.streams() ? piece_.elements
                           : together         ? behind + piece_.elements
                                              : block;
      while (!wanted.empty() && prepared.fetches.size() < prepared.call.fetch.size()) {
        prepared.fetches.push_back(wanted.back());
        wanted.pop_back();
      }
    }
  }
}

void Workspace::point_fetches(Prepared& prepared, Range range) const {
  Call& call = prepared.call;
  for (std::size_t i = 0; i < prepared.fetches.size(); ++i) {
    const Tensor& tensor = tensors_[prepared.fetches[i]];
    call.fetch_size = size_of(tensor.format);
    call.fetch[i] = tensor.data + (range.first + prepared.fetch_lag) * call.fetch_size;
  }
}

}  // namespace device::cpu
