// The lock rule: which quantities of which chains must not be shown, because an open task asks them.
#pragma once

#include "chain/form.hpp"
#include "lesson/lesson.hpp"
#include "lesson/letters.hpp"
#include "lesson/values.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace lesson {

/// Every task of a lesson that is open, and what the closed ones have told already.
class Asked {
 public:
  void open(const std::string& chain_form, const Task& task);
  /// Asks for all that a clock tells of these chains, and for nothing else.
  void open_times(const std::string& chain_form);
  /// The same of free play's own question: it closes no page, only what would answer it.
  void open_play(const std::string& chain_form);
  /// A run that a room has not asked for yet: what was measured of the chain before stays hidden, and nothing else.
  void open_run(const std::string& chain_form) { runs_.push_back(chain_form); }
  void answered(const std::string& chain_form, const Task& task);

  /// True while the quantity is asked, or would give away one that is. An answer that was given stays readable.
  [[nodiscard]] bool hides(std::string_view chain_form, std::string_view quantity) const;
  [[nodiscard]] bool hides_any(std::string_view chain_form) const;
  /// True while a run of the chain, be it that there was one, has not been seen.
  [[nodiscard]] bool hides_run(std::string_view chain_form) const;
  /// True while the quantity itself is asked.
  [[nodiscard]] bool asks(std::string_view chain_form, std::string_view quantity) const;
  /// Makes NaN (shown as '?') of every hidden quantity of one chain.
  void hide(Quantities& quantities, std::string_view chain_form) const;

 private:
  struct Question {
    std::string form, quantity;
    std::vector<std::string> given;
    bool play = false;
    bool times = false;  ///< a curve's: what no clock tells is given
  };
  std::vector<Question> open_, answered_;
  std::vector<std::string> runs_;
};

}  // namespace lesson
