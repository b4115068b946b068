// What CUPTI's result codes mean for a person: the cause told apart, and who can mend it how.
#pragma once

#include "worker/counters.hpp"
#include "worker/cupti_api.hpp"

#include <exception>
#include <source_location>

namespace worker::cupti {

/// Thrown where a call is refused; what read(), record() and unavailable() answer.
struct Refused : std::exception {
  explicit Refused(Refusal why) : refusal(std::move(why)) {}
  [[nodiscard]] const char* what() const noexcept override { return refusal.sentence.c_str(); }
  Refusal refusal;
};

/// The sentence and remedies of one kind; `said` completes it where the kind leaves something open.
[[nodiscard]] Refusal refusal(RefusalKind kind, std::string_view said = {});
/// Of one code of CUPTI's. `said` is the name CUPTI gives it.
[[nodiscard]] Refusal refusal_of(CUptiResult code, std::string_view said);
/// Throws Refused unless the call went well; where it was made is told beside the code.
void check(CUptiResult code, std::source_location call = std::source_location::current());
/// That there is no usable library.
[[nodiscard]] Refusal no_library(const Opened& opened);

}  // namespace worker::cupti
