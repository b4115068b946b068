// Numbers as people type them: spaces between digits, a unit behind.
#include "lesson/guess_text.hpp"

#include "base/text.hpp"
#include "base/units.hpp"
#include "base/words.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace lesson {
namespace {

struct Suffix {
  std::string_view text;
  double factor;
};

constexpr std::array byte_suffixes = {Suffix{"B", 1},
                                      Suffix{"bytes", 1},
                                      Suffix{"kB", 1e3},
                                      Suffix{"KB", 1e3},
                                      Suffix{"MB", 1e6},
                                      Suffix{"GB", 1e9},
                                      Suffix{"TB", 1e12},
                                      Suffix{"KiB", 1024},
                                      Suffix{"MiB", 1024. * 1024},
                                      Suffix{"GiB", 1024. * 1024 * 1024},
                                      Suffix{"TiB", 1024. * 1024 * 1024 * 1024}};
constexpr std::array second_suffixes = {Suffix{"s", 1},     Suffix{"ms", 1e-3},      Suffix{"us", 1e-6},
                                        Suffix{"ns", 1e-9}, Suffix{"\u00b5s", 1e-6}, Suffix{"\u03bcs", 1e-6}};
constexpr std::array ratio_suffixes = {Suffix{"x", 1}, Suffix{"X", 1}, Suffix{"\u00d7", 1}};
constexpr std::array bandwidth_suffixes = {Suffix{"B/s", 1}, Suffix{"kB/s", 1e3}, Suffix{"MB/s", 1e6},
                                           Suffix{"GB/s", 1e9}, Suffix{"TB/s", 1e12}};
constexpr std::array rate_suffixes = {Suffix{"FLOP/s", 1}, Suffix{"MFLOP/s", 1e6}, Suffix{"GFLOP/s", 1e9},
                                      Suffix{"TFLOP/s", 1e12}, Suffix{"PFLOP/s", 1e15}};
constexpr std::array own_suffixes = {Suffix{"k", 1e3},       Suffix{"M", 1e6},        Suffix{"G", 1e9},
                                     Suffix{"T", 1e12},      Suffix{"thousand", 1e3}, Suffix{"million", 1e6},
                                     Suffix{"billion", 1e9}, Suffix{"trillion", 1e12}};
constexpr std::array percent_suffixes = {Suffix{"%", 1}};

std::span<const Suffix> suffixes(Unit unit) {
  switch (unit) {
    case Unit::bytes:
      return byte_suffixes;
    case Unit::seconds:
      return second_suffixes;
    case Unit::ratio:
      return ratio_suffixes;
    case Unit::percent:
      return percent_suffixes;
    case Unit::crossings:
    case Unit::reads:
    case Unit::writes:
    case Unit::kernels:
    case Unit::tensors:
    case Unit::intensity:
    case Unit::number:
      return {};
    case Unit::bandwidth:
      return bandwidth_suffixes;
    case Unit::rate:
      return rate_suffixes;
    case Unit::own:
      return own_suffixes;
  }
  return {};
}

/// Without spaces of any width, and without the apostrophe some write between thousands.
std::string closed_up(std::string_view text) {
  std::string out(text);
  for (const std::string_view gap : {" ", "\t", "\u00a0", "\u2009", "\u202f", "'", "_"}) {
    for (auto at = out.find(gap); at != std::string::npos; at = out.find(gap, at)) out.erase(at, gap.size());
  }
  return out;
}

std::unexpected<std::string> no_guess(std::string_view key) {
  return std::unexpected(std::string(base::text(key)));
}

}  // namespace

bool is_of_one_run(std::string_view quantity) {
  return compared(quantity).chain.empty() && !is_of_no_chain(quantity) && !quantity.starts_with("spread.") &&
         !quantity.starts_with("wider.") && quantity != "slots";
}

std::expected<double, std::string> parse_guess(std::string_view text, Unit unit) {
  constexpr double most = 1e18;
  std::string figure = closed_up(text);
  if (figure.empty()) return no_guess("session.guess.empty");
  double factor = 1;
  // The longest suffix that fits: "ms" before "s".
  const Suffix* best = nullptr;
  for (const Suffix& suffix : suffixes(unit)) {
    if (figure.ends_with(suffix.text) && (best == nullptr || suffix.text.size() > best->text.size())) best = &suffix;
  }
  if (best != nullptr) {
    figure.resize(figure.size() - best->text.size());
    factor = best->factor;
  }
  const auto value = base::to_number(figure);
  if (!value || !std::isfinite(*value)) {
    if (std::count(figure.begin(), figure.end(), ',') > 0) return no_guess("session.guess.comma");
    return no_guess(unit == Unit::bytes ? "session.guess.not_bytes" : "session.guess.not_number");
  }
  const double meant = *value * factor;
  if (meant < 0) return no_guess("session.guess.negative");
  if (meant > most) return no_guess("session.guess.too_large");
  if (is_count(unit) && meant != std::floor(meant)) return no_guess("session.guess.whole");
  return meant + 0.0;  // "-0" is 0
}

std::string guess_text(double value, Unit unit) {
  value = std::max(value, 0.0);
  if (is_count(unit)) return base::exact_number(std::round(value));
  if (value == 0) return "0";
  const double step = std::pow(10, std::floor(std::log10(value)) - 1);
  const double rounded = std::round(value / step) * step;
  if (unit == Unit::bytes) return base::show(base::Bytes{std::llround(rounded)});
  if (unit == Unit::seconds) return base::show(base::Seconds{rounded});
  return base::show_number(rounded, 2);
}

}  // namespace lesson
