// Reading, computing, writing.
#include "lesson/claims.hpp"

#include "base/dates.hpp"
#include "base/resources.hpp"
#include "base/text.hpp"
#include "base/toml_flaw.hpp"
#include "base/units.hpp"
#include "base/words.hpp"
#include "lesson/expression.hpp"
#include "lesson/findings.hpp"
#include "lesson/plan_values.hpp"
#include "lesson/table_cell.hpp"
#include "lesson/toml_block.hpp"
#include "machine/cards.hpp"
#include "plan/presets.hpp"
#include "record/plausibility.hpp"
#include "study/study.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace lesson {
namespace {

constexpr std::string_view verdicts[] = {"RIGHT", "ROUGH", "DEPENDS", "WRONG", "UNKNOWN"};

/// "row = bias-gelu": a name of the claim's own, and a chain.
void read_chain_of(Claim& claim, const std::string& text, Place place, const ReadChain& read_chain,
                   Findings& findings) {
  const std::size_t equals = text.find(" = ");
  if (equals == std::string::npos) {
    findings.tell(place, "claims.no_chain");
    return;
  }
  std::string words(base::trim(std::string_view(text).substr(equals + 3)));
  auto chain = read_chain(words);
  if (!chain) {
    findings.add(place, chain.error().front().message, chain.error().front().hint);
    return;
  }
  claim.chains.emplace_back(base::trim(std::string_view(text).substr(0, equals)),
                            std::make_shared<const chain::Chain>(std::move(*chain)));
  claim.words.push_back(std::move(words));
}

Claim read_claim(TomlReader& reader, const ReadChain& read_chain, Findings& findings) {
  Claim claim;
  for (const char* key : {"id", "said", "found", "verdict"}) {
    if (!reader.has(key)) reader.missing(key);
  }
  claim.id = reader.string("id").value_or("");
  claim.line = reader.place_of("id").line;
  claim.said = reader.string("said").value_or("");
  claim.found = reader.string("found").value_or("");
  claim.recorded = reader.string("recorded").value_or("");
  claim.verdict = reader.string("verdict").value_or("");
  if (!claim.verdict.empty() && std::ranges::find(verdicts, claim.verdict) == std::end(verdicts)) {
    findings.add(reader.place_of("verdict"), base::say("claims.no_verdict", {{"verdict", claim.verdict}}),
                 base::say("lesson.toml.missing.claim.verdict"));
  }
  const auto chains = reader.strings("chains");
  for (std::size_t i = 0; i < chains.size(); ++i) {
    read_chain_of(claim, chains[i], reader.place_of("chains", i), read_chain, findings);
  }
  reader.finish();
  return claim;
}

/// "h100/bandwidth", in plain units: what a data sheet says, for calculations.
void add_sheets(Quantities& all) {
  for (const machine::DeviceSpec& spec : machine::known_devices()) {
    if (!spec.calibrated_on.empty() || spec.kind != machine::Kind::gpu) continue;
    Quantities sheet{{"bandwidth", spec.dram_bandwidth.value},
                     {"copied", spec.dram_bandwidth.value * spec.efficiency.value},
                     {"launch", spec.launch.value}};
    if (!spec.roofs.empty()) {
      sheet["cuda-cores"] = spec.roofs.front().flops_per_second.value;
      sheet["tensor-cores"] = spec.roofs.back().flops_per_second.value;
    }
    merge(all, spec.id, sheet);
  }
}

/// What a chain makes in double precision.
void add_largest(Quantities& all, const std::string& name, const chain::Chain& chain) {
  Quantities one;
  lesson::add_largest(one, chain);
  merge(all, name, one);
}

/// The formula as it is read: names without their braces.
std::string formula(std::string_view text) {
  std::string out;
  std::size_t at = 0;
  for (const Slot& slot : slots(text)) {
    out += text.substr(at, slot.offset - at);
    out += slot.chain.empty() ? slot.name : slot.chain + " " + slot.name;
    at = slot.offset + slot.length;
  }
  return out + std::string(text.substr(at));
}

bool names_recording(const Claim& claim) {
  return (claim.found + claim.recorded).find("measured.") != std::string::npos;
}

/// A claim against the engine.
class Check {
 public:
  Check(const Claim& claim, const machine::DeviceSpec& spec, const RecordedOf& recorded, Findings& findings)
      : claim_(claim), findings_(findings), spec_(spec.id) {
    add_sheets(known_);
    for (const auto& [name, chain] : claim.chains) {
      const auto study = study::study_of(chain, study::machine_of(spec));
      if (!study) {
        findings.add({claim.line, 1, 1}, base::say("claims.not_cut", {{"claim", claim.id}, {"chain", name}}));
        continue;
      }
      predict(name, *study);
      if (claim.found.find("largest.double") != std::string::npos) add_largest(known_, name, *chain);
      if (!names_recording(claim)) continue;
      const auto measurement = recorded(*chain);
      if (!measurement) continue;
      merge(known_, name, measured_quantities(*measurement));
      measured_on_ = measurement->provenance.device_id;
      measured_by_ = fmt::format("{} ({}), {}, {}", record::name(measurement->source), record::name(measurement->tier),
                                 record::device_words(*measurement), base::day(measurement->provenance.date));
    }
  }

  std::string found() {
    const std::string whole = claim_.found + (is_recorded() ? " " + claim_.recorded : "");
    const std::string_view text = whole;
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t open = std::min(text.find("[[", at), text.size());
      out += filled(text.substr(at, open - at));
      if (open == text.size()) break;
      const std::size_t close = text.find("]]", open);
      if (close == std::string_view::npos) {
        say(base::say("claims.open"));
        break;
      }
      out += calculated(text.substr(open + 2, close - open - 2));
      at = close + 2;
    }
    return out;
  }

  /// Where the figures come from: valid after found().
  [[nodiscard]] std::string source() const {
    std::string out;
    const auto add = [&](std::string_view what) { out += (out.empty() ? "" : "; ") + std::string(what); };
    if (computed_) add(base::text("claims.computed"));
    if (!measured_by_.empty()) add(measured_by_);
    if (by_arithmetic_) add(base::text("claims.by_arithmetic"));
    return out.empty() ? std::string(base::text("claims.no_data")) : out;
  }
  [[nodiscard]] bool measured() const { return !measured_by_.empty(); }
  [[nodiscard]] std::string measured_on() const { return std::string(machine::recorded_prefix) + measured_on_; }
  [[nodiscard]] const std::string& spec() const { return spec_; }

 private:
  /// Of every plan that has a name.
  void predict(const std::string& name, const study::Study& study) {
    Quantities all = predicted_quantities(study.predictions[0], study.predictions[1]);
    const auto plans = every_plan(study.unfused(), study.fused(), study.limits);
    add_plans(all, study::predictions_of(plans, study.spec));
    add_tensors(all, plans);
    merge(known_, name, all);
  }

  /// Whether all that its last sentence names was measured.
  [[nodiscard]] bool is_recorded() const {
    const auto known = [&](const Slot& slot) {
      const std::string_view of = slot.chain.empty() ? std::string_view(claim_.chains.front().first) : slot.chain;
      return value_of(known_, of, slot.name).has_value();
    };
    return !claim_.recorded.empty() && !claim_.chains.empty() && std::ranges::all_of(slots(claim_.recorded), known);
  }

  std::string filled(std::string_view text) {
    const std::string_view chain = claim_.chains.empty() ? std::string_view{} : claim_.chains.front().first;
    for (const Slot& slot : slots(text)) {
      if (slot.kind == Slot::Kind::fact || slot.kind == Slot::Kind::finding) continue;
      if (slot.kind == Slot::Kind::flawed) say(slot.flaw);
      const std::string_view of = slot.chain.empty() ? chain : std::string_view(slot.chain);
      computed_ = computed_ || !slot.name.starts_with("measured.");
      if (!value_of(known_, of, slot.name))
        say(base::say("claims.not_known", {{"quantity", slot.name}, {"chain", of}}));
    }
    return fill_written(text, known_, chain);
  }

  std::string calculated(std::string_view text) {
    by_arithmetic_ = true;
    const std::string_view chain = claim_.chains.empty() ? std::string_view{} : claim_.chains.front().first;
    const auto value = evaluate(text, known_, chain);
    if (!value) {
      const auto flaw = check_expression(text);
      say(base::say(flaw ? "claims.not_computed.because" : "claims.not_computed",
                    {{"calculation", text}, {"why", flaw ? flaw->message : ""}}));
      return {};
    }
    constexpr double most_whole = 1e6;
    const bool whole = *value == std::round(*value) && std::abs(*value) < most_whole;
    return fmt::format("`{}` = {}", formula(base::trim(text)),
                       whole ? fmt::format("{:.0f}", *value) : base::show_number(*value));
  }

  void say(const std::string& what) { findings_.add({claim_.line, 1, 1}, fmt::format("{}: {}", claim_.id, what)); }

  const Claim& claim_;
  Findings& findings_;
  Quantities known_;
  std::string measured_by_, measured_on_, spec_;
  bool computed_ = false, by_arithmetic_ = false;
};

/// The command that shows it: of the claim's first chain.
std::string shown_by(const Claim& claim, const Check& check) {
  if (claim.words.empty()) return std::string(base::text("claims.formula"));
  const bool plain = claim.words.front().find(' ') == std::string::npos;
  const std::string chain = plain ? claim.words.front() : "'" + claim.words.front() + "'";
  return check.measured() ? fmt::format("`onetrip run {} --device {}`", chain, check.measured_on())
                          : fmt::format("`onetrip predict {} --spec {}`", chain, check.spec());
}

}  // namespace

base::Expected<Claims> parse_claims(std::string_view toml, std::string_view file, const ReadChain& read_chain) {
  Findings findings(file, toml);
  if (const auto at = base::invalid_utf8(toml)) {
    findings.tell(findings.place(*at, 1), "lesson.not_utf8");
    return std::unexpected(findings.take());
  }
  Claims claims;
  if (const auto table = parse_toml(toml, 1, findings)) {
    TomlReader top(*table, toml, 1, "claims", {1, 1, 1}, findings);
    std::set<std::string> ids;
    for (TomlReader& section : top.tables("section")) {
      if (!section.has("title")) section.missing("title");
      claims.sections.push_back({section.string("title").value_or(""), {}});
      for (TomlReader& reader : section.tables("claim")) {
        Claim claim = read_claim(reader, read_chain, findings);
        if (!claim.id.empty() && !ids.insert(claim.id).second) {
          findings.add({claim.line, 1, 1}, base::say("claims.twice", {{"id", claim.id}}));
        }
        claims.sections.back().claims.push_back(std::move(claim));
      }
      section.finish();
    }
    top.finish();
  }
  if (!findings.empty()) return std::unexpected(findings.take());
  return claims;
}

base::Expected<Claims> load_claims(const std::string& file) {
  const auto text = base::read_file(file, static_cast<std::int64_t>(base::max_toml_bytes));
  if (!text) return std::unexpected(text.error());
  return parse_claims(*text, file, plan::preset_or_text);
}

base::Expected<Claims> shipped_claims() {
  return load_claims(base::program_file("lessons/claims.toml").string());
}

base::Expected<Claims> only(const Claims& claims, std::string_view id) {
  std::vector<std::string_view> ids;
  for (const Claims::Section& section : claims.sections) {
    for (const Claim& claim : section.claims) {
      if (claim.id == id) return Claims{{{section.title, {claim}}}};
      ids.push_back(claim.id);
    }
  }
  return base::wrong(base::say("claims.no_such", {{"id", id}}),
                     did_you_mean(id, ids, base::say("claims.no_such.hint")));
}

bool names_recordings(const Claims& claims) {
  return std::ranges::any_of(claims.sections, [](const Claims::Section& section) {
    return std::ranges::any_of(section.claims, names_recording);
  });
}

base::Expected<std::string> claims_markdown(const Claims& claims, std::string_view file,
                                            const machine::DeviceSpec& spec, const RecordedOf& recorded,
                                            std::string_view command) {
  Findings findings(file, {});
  std::string out = fmt::format("# {}\n\n{}\n", base::text("claims.title"),
                                base::say("claims.about", {{"command", command}, {"device", spec.name}}));
  for (const Claims::Section& section : claims.sections) {
    out += fmt::format("\n## {}\n\n| | {} | {} | {} | {} | {} |\n| --- | --- | --- | --- | --- | --- |\n",
                       section.title, base::text("claims.said"), base::text("claims.found"),
                       base::text("claims.verdict"), base::text("claims.source"), base::text("claims.shown_by"));
    for (const Claim& claim : section.claims) {
      Check check(claim, spec, recorded, findings);
      const std::string found = check.found();
      out += fmt::format("| {} | {} | {} | {} | {} | {} |\n", claim.id, cell(claim.said), cell(found), claim.verdict,
                         cell(check.source()), cell(shown_by(claim, check)));
    }
  }
  if (!findings.empty()) return std::unexpected(findings.take());
  return out;
}

}  // namespace lesson
