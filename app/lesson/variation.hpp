// A lesson's chains changed by a number that is drawn: other sizes, other dtypes, ops more.
#pragma once

#include "lesson/lesson.hpp"
#include "machine/device_spec.hpp"

#include <cstdint>
#include <utility>
#include <vector>

namespace lesson {

/// Draws by a counter, so that a quiz hangs on its seed alone.
class Draw {
 public:
  explicit Draw(std::uint64_t seed) : seed_(seed) {}
  /// From 0 to `below` - 1.
  std::size_t next(std::size_t below);
  template <class T>
  void shuffle(std::vector<T>& all) {
    for (std::size_t i = all.size(); i > 1; --i) std::swap(all[i - 1], all[next(i)]);
  }

 private:
  std::uint64_t seed_, at_ = 0;
};

/// What may change about a lesson's sizes and leave its questions as they are: the counts stay in any case.
enum class Keeps { counts, counts_and_bill };

/// The lesson over tensors of other sizes: every long dimension becomes another, the same one wherever it stands.
/// counts_and_bill: nor do other sizes change who writes the bill, starts or road.
[[nodiscard]] Lesson resized(const Lesson& lesson, const machine::DeviceSpec& spec, Keeps keeps, Draw& draw);

/// Which ops may follow a chain's own.
enum class More {
  of_one,      ///< of one tensor: n grows
  of_any,      ///< of a tensor of their own too: n and m grow
  arithmetic,  ///< as of_any, + and * alone, which anybody can count
};
/// The chain with one to three ops more, in another dtype. One with several outputs or a cast keeps what it has.
[[nodiscard]] chain::Chain varied(const chain::Chain& chain, More more, Draw& draw);

}  // namespace lesson
