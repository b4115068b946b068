// Whether a reader's time grows as its text does: the same kind of text, sixteen times as long.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <ctime>
#include <functional>
#include <string>

namespace tests {

/// `head`, then `piece` as often as fits, then `end`.
inline std::function<std::string(std::size_t)> filled(std::string head, std::string piece, std::string end = {}) {
  return [=](std::size_t bytes) {
    std::string text = head;
    while (text.size() + piece.size() + end.size() <= bytes) text += piece;
    return text + end;
  };
}

/// The same with a piece that is another one each time.
inline std::function<std::string(std::size_t)> counted(std::string head, std::function<std::string(std::size_t)> piece,
                                                       std::string end = {}) {
  return [=](std::size_t bytes) {
    std::string text = head;
    for (std::size_t i = 0;; ++i) {
      const std::string next = piece(i);
      if (text.size() + next.size() + end.size() > bytes) return text + end;
      text += next;
    }
  };
}

inline double processor_seconds(const std::function<void()>& work) {
  timespec begin{}, end{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &begin);
  work();
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &end);
  return static_cast<double>(end.tv_sec - begin.tv_sec) + 1e-9 * static_cast<double>(end.tv_nsec - begin.tv_nsec);
}

/// A neighbour slows one reading of five; growth faster than the text slows all.
inline void expect_linear(const std::string& name, const std::function<std::string(std::size_t)>& text,
                          std::size_t longest, const std::function<void(const std::string&)>& read) {
  constexpr std::size_t times = 16;
  constexpr double slack = 2.5, noise_seconds = 0.1, longest_seconds = 16;  // unoptimised, with sanitizers
  const std::string part = text(longest / times), whole = text(longest);
  ASSERT_GT(whole.size(), longest * 9 / 10) << name;
  double short_time = 1e9, long_time = 1e9;
  for (int tries = 0; tries < 5; ++tries) {
    short_time = std::min(short_time, processor_seconds([&] { read(part); }));
    long_time = std::min(long_time, processor_seconds([&] { read(whole); }));
    if (long_time < slack * times * short_time + noise_seconds) break;
  }
  EXPECT_LT(long_time, slack * times * short_time + noise_seconds)
      << name << ": " << short_time << " s for a sixteenth";
  EXPECT_LT(long_time, longest_seconds) << name;
}

}  // namespace tests
