// A tuning as TOML, and its place in the home folder.
#include "record/tuning.hpp"

#include "base/hash.hpp"
#include "base/resources.hpp"
#include "base/toml_archive.hpp"
#include "chain/parser.hpp"
#include "plan/knobs.hpp"
#include "record/plausibility.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace record {
namespace {

using base::Sign;

constexpr std::int64_t most_bytes = 4 << 20;  ///< of a file
constexpr std::size_t most_mistakes = 20;
constexpr std::int64_t most_samples = 1 << 20, most_rounds = 1000;

/// A fresh run is two tables, one after the other.
enum class Which { usual, chosen };
constexpr base::Names<Which, Which::chosen> whiches("usual", "chosen");
struct FreshLine {
  Which which = Which::usual;
  Times times;
};

/// What stands in a file: absent things are zero or empty.
struct PointLine {
  std::string knobs, failed;
  Times times;
  std::int64_t registers = 0, spilled = -1;
};

PointLine line_of(const TunedPoint& point) {
  PointLine line{point.knobs, point.failed, point.cold.value_or(Times{}), point.registers.value_or(0), -1};
  if (point.spilled) line.spilled = point.spilled->value;
  return line;
}

TunedPoint point_of(const PointLine& line) {
  TunedPoint point;
  point.knobs = line.knobs;
  point.failed = line.failed;
  if (line.times.n > 0) point.cold = line.times;
  if (line.registers > 0) point.registers = static_cast<int>(line.registers);
  if (line.spilled >= 0) point.spilled = base::Bytes{line.spilled};
  return point;
}

template <class A>
void add_times(A& a, Times& m) {
  a("median_seconds", m.median.value, Sign::positive);
  a("q1_seconds", m.q1.value, Sign::positive);
  a("q3_seconds", m.q3.value, Sign::positive);
  a("samples", m.n, 1, most_samples);
  a("noise", m.noise, Sign::not_negative);
}

template <class A>
bool has_times(A& a, const Times& m) {
  if constexpr (A::reads) {
    return a.has("samples");
  } else {
    return m.n > 0;
  }
}

template <class A>
void fields(A& a, FreshLine& m) {
  a("which", m.which, whiches, "record.tuning.which");
  add_times(a, m.times);
}

template <class A>
void check_times(A& a, const Times& m) {
  if (m.n > 0 && (m.q1 > m.median || m.median > m.q3)) a.wrong("median_seconds", base::say("record.quartiles"));
}

void check(base::TomlReader& a, const FreshLine& m) {
  check_times(a, m.times);
}

void check(base::TomlReader& a, const PointLine& m) {
  check_times(a, m.times);
}

template <class A>
void fields(A& a, PointLine& m) {
  a.unless("knobs", m.knobs, "");
  a.unless("failed", m.failed, "");
  a.unless("registers", m.registers, 0, 1, plan::most_registers);
  a.unless("spilled_bytes", m.spilled, -1, 0);
  if (has_times(a, m.times)) add_times(a, m.times);
}

/// All of a file.
struct File {
  Tuning tuning;
  std::vector<PointLine> points;
  std::vector<FreshLine> fresh;
};

template <class A>
void fields(A& a, File& m) {
  Tuning& of = m.tuning;
  a("chain", of.chain);
  a("cuts", of.cuts);
  a("rounds", of.rounds, 0, most_rounds);
  a("wanted_rounds", of.wanted_rounds, 0, most_rounds);
  a.unless("chosen", of.chosen, "");
  Provenance& from = of.provenance;
  a("device", from.device);
  a.unless("device_id", from.device_id, "");
  a.unless("driver", from.driver, "");
  a("date", from.date);
  a("version", from.version);
  a.unless("command", from.command, "");
  a.unless("submit", from.submit, "");
  a.unless("method", from.method, "");
  auto seed = static_cast<std::int64_t>(from.seed);
  a("seed", seed, 0);
  from.seed = static_cast<std::uint64_t>(seed);
  a("point", m.points);
  a("fresh", m.fresh);
}

/// Knobs that are none, and a chosen point that is not there.
void check(base::TomlReader& a, const File& m) {
  if (m.points.empty() || !m.points.front().knobs.empty()) a.wrong("point", base::say("record.tuning.no_usual"));
  bool known = m.tuning.chosen.empty();
  std::set<std::string> seen;
  for (const PointLine& point : m.points) {
    if (!seen.insert(point.knobs).second)
      return a.wrong("point", base::say("record.tuning.twice", {{"knobs", point.knobs}}));
    const auto knobs = plan::parse_knobs(point.knobs);
    if (!knobs) a.wrong("point", knobs.error().front().message, knobs.error().front().hint);
    known = known || point.knobs == m.tuning.chosen;
  }
  if (!known) a.wrong("chosen", base::say("record.tuning.chosen", {{"knobs", m.tuning.chosen}}));
  for (std::size_t i = 0; i < m.fresh.size(); ++i) {
    const bool paired = m.fresh.size() % 2 == 0 && m.fresh[i].which == (i % 2 == 0 ? Which::usual : Which::chosen);
    if (!paired) return a.wrong("fresh", base::say("record.tuning.pairs"));
  }
}

/// What does not follow from its own times, or cannot be on its machine.
base::Diagnostics untrue(const Tuning& tuning, const Judgement& judged, std::string_view file) {
  base::Diagnostics mistakes;
  const auto add = [&](std::string sentence) {
    const bool again = !mistakes.empty() && mistakes.back().message == sentence;
    if (!again && mistakes.size() < most_mistakes)
      mistakes.push_back({.file = std::string(file), .message = std::move(sentence)});
  };
  const auto held =
      std::ranges::count_if(tuning.fresh, [](const FreshRun& run) { return run.chosen.median < run.usual.median; });
  const int best = tuning.best();
  const bool fastest = best > 0 && tuning.points[static_cast<std::size_t>(best)].knobs == tuning.chosen;
  if (!tuning.chosen.empty() && (!fastest || 2 * held <= std::ssize(tuning.fresh)))
    add(base::say("record.lie.chosen", {{"knobs", tuning.chosen}}));
  for (const Flaw& flaw : judged.flaws) add(flaw.sentence);
  if (!mistakes.empty()) mistakes.back().hint = base::text("record.lie.tuning_hint");
  return mistakes;
}

}  // namespace

int Tuning::tried() const {
  return static_cast<int>(
      std::ranges::count_if(points, [](const TunedPoint& one) { return one.cold || !one.failed.empty(); }));
}

int Tuning::best() const {
  int best = -1;
  for (int i = 0; i < static_cast<int>(points.size()); ++i) {
    const auto& time = points[static_cast<std::size_t>(i)].cold;
    if (time && (best < 0 || time->median < points[static_cast<std::size_t>(best)].cold->median)) best = i;
  }
  return best;
}

std::optional<double> Tuning::gain() const {
  if (fresh.empty()) return std::nullopt;
  std::vector<double> ratios;
  for (const FreshRun& run : fresh) ratios.push_back(run.usual.median.value / run.chosen.median.value);
  std::ranges::sort(ratios);
  return ratios[ratios.size() / 2];
}

std::string to_toml(const Tuning& tuning) {
  File file{tuning, {}, {}};
  for (const TunedPoint& point : tuning.points) file.points.push_back(line_of(point));
  for (const FreshRun& run : tuning.fresh) {
    file.fresh.push_back({Which::usual, run.usual});
    file.fresh.push_back({Which::chosen, run.chosen});
  }
  std::string out;
  base::TomlWriter(out).all(file);
  return out;
}

base::Expected<Tuning> parse_tuning(std::string_view text, std::string_view name) {
  base::TomlFile toml(text, std::string(name));
  File file;
  if (const auto root = toml.parse(most_bytes))
    base::TomlReader(*root, toml, std::string(base::text("record.tuning.a_tuning"))).all(file);
  if (!toml.mistakes().empty()) return std::unexpected(toml.mistakes());
  for (const PointLine& line : file.points) file.tuning.points.push_back(point_of(line));
  for (std::size_t i = 0; i + 1 < file.fresh.size(); i += 2) {
    file.tuning.fresh.push_back({file.fresh[i].times, file.fresh[i + 1].times});
  }
  const Judgement judged = judge(file.tuning, data_sheets());
  if (auto mistakes = untrue(file.tuning, judged, name); !mistakes.empty()) return std::unexpected(std::move(mistakes));
  file.tuning.doubts = judged.doubts;
  return file.tuning;
}

base::Expected<Tuning> load_tuning(const std::filesystem::path& file, bool own) {
  const auto text = base::read_file(file, most_bytes);
  if (!text) return std::unexpected(text.error());
  auto tuning = parse_tuning(*text, file.string());
  if (tuning && !own) tuning->stranger = stranger_name(file.string());
  return tuning;
}

std::filesystem::path tuning_place(const chain::Chain& chain, std::string_view cuts, std::string_view card) {
  const std::string key = fmt::format("{}\ncuts {}\ncard {}", chain::canonical(chain), cuts, card);
  return base::user_data() / "tuned" / (base::hex64(base::hash64(key)) + ".toml");
}

base::Expected<std::optional<Tuning>> kept_tuning(const chain::Chain& chain, std::string_view cuts,
                                                  std::string_view card) {
  const std::filesystem::path place = tuning_place(chain, cuts, card);
  std::error_code none;
  if (!std::filesystem::exists(place, none)) return std::nullopt;
  auto kept = load_tuning(place, true);
  if (!kept) return std::unexpected(kept.error());
  return *std::move(kept);
}

std::optional<Tuning> latest_tuning(const chain::Chain& chain) {
  std::optional<Tuning> latest;
  std::error_code none;
  for (const auto& entry : std::filesystem::directory_iterator(base::user_data() / "tuned", none)) {
    auto tuning = load_tuning(entry.path(), true);
    if (!tuning) continue;
    const auto of = chain::parse(tuning->chain, entry.path().string());
    if (!of || chain::canonical(*of) != chain::canonical(chain)) continue;
    if (!latest || latest->provenance.date < tuning->provenance.date) latest = *std::move(tuning);
  }
  return latest;
}

}  // namespace record
