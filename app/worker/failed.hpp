// A request that could not be done: thrown inside a role, sent as the answer.
#pragma once

#include "wire/messages.hpp"

#include <exception>
#include <string>
#include <utility>

namespace worker {

class Failed : public std::exception {
 public:
  explicit Failed(wire::Failure why) : failure(std::move(why)) {}
  Failed(wire::Failure::Kind kind, std::string sentence, std::string remedy = {}, std::string detail = {})
      : failure{kind, std::move(sentence), std::move(remedy), {}, std::move(detail)} {}
  [[nodiscard]] const char* what() const noexcept override { return failure.sentence.c_str(); }

  wire::Failure failure;
  bool context_lost = false;  ///< the role's CUDA is of no use any more: it must end
};

}  // namespace worker
