// Random clicks, drags, wheel and keys over every view: after each the lesson is in a state that may be.
#include "ui/monkey.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>

namespace monkey_test {

long number_from(const char* variable, long otherwise) {
  const char* text = std::getenv(variable);
  return text == nullptr ? otherwise : std::strtol(text, nullptr, 10);
}

/// As many steps as asked for, in rounds of 500, each with a seed and a home of its own.
TEST(Monkey, LeavesEveryPageLegal) {
  const long steps = number_from("ONETRIP_MONKEY", 2000), round = 500;
  const long first = number_from("ONETRIP_SEED", 1);
  long events = 0;
  std::set<std::string> seen;
  for (long done = 0; done < steps && !HasFailure(); done += round) {
    const long seed = first + done / round;
    tests::Monkey monkey(static_cast<unsigned>(seed));
    for (long i = 0; i < std::min(round, steps - done); ++i) {
      const auto faults = monkey.step();
      if (faults.empty()) continue;
      std::string story = "ONETRIP_SEED=" + std::to_string(seed) + ", step " + std::to_string(i + 1) + ":\n";
      for (const auto& fault : faults) story += "  " + fault + "\n";
      story += "after, oldest first:\n";
      for (const auto& what : monkey.done()) story += "  " + what + "\n";
      ADD_FAILURE() << story;
      break;
    }
    events += monkey.events();
    seen.insert(monkey.seen().begin(), monkey.seen().end());
  }
  std::cout << events << " events in " << steps << " steps\n";
  if (steps < 2000 || HasFailure()) return;
  for (const char* role : {"strip", "figure", "slider", "number", "choice", "words", "chain", "table", "source",
                           "headline", "verdict", "progress", "explanation", "error", "notice"}) {
    EXPECT_TRUE(seen.contains(role)) << "never saw a " << role;
  }
}

}  // namespace monkey_test
