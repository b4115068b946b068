// The table of every sentence the interface says. Keys are "area.thing"; add a sentence in its area, in order.
#include "base/words.hpp"

#include <algorithm>
#include <array>
#include <iterator>

namespace base {
namespace {

struct Entry {
  std::string_view key, text;
};

// clang-format off
constexpr Entry table[] = {
  // --- app: the program itself (cli, main) ---
  {"app.arithmetic_first", "This processor runs out of arithmetic before it runs out of road: compare the bytes, not the times."},
  {"app.calibrating", "Measuring this machine's own ceilings; done once, it takes some seconds."},
  {"app.device_live", "runs live"},
  {"app.device_recorded", "shows recorded runs"},
  {"app.identical", "{same} of {all} results identical, fused and unfused (largest difference {difference})"},
  {"app.no_display_remedy", "Run 'onetrip demo': the same lesson with no window."},
  {"app.not_calibrated", "not calibrated yet: 'onetrip devices --calibrate' does it, and so does the first run"},
  {"app.not_timed", "not timed"},
  {"app.speedup", "unfused / fused time: {measured}x measured, {model}x by the model"},
  {"app.tagline", "Same math. One trip."},
  {"app.verdict_failed", "{plan}: the outputs are wrong, so it was not timed. {worst}"},
  {"app.verdict_passed", "{plan}: outputs right at {checked} elements checked in double precision (worst error: {share} % of what is allowed)"},
  {"demo.ask", "How often do whole tensors cross the slow memory when each op is a kernel of its own? Your guess:"},
  {"demo.ask_again", "A number from 0, please."},
  {"demo.example_guess", "Guess: {n} crossings unfused (an example guess: nobody was asked)"},
  {"demo.not_recorded", "No recorded H200 runs come with this version: everything above was run on this machine or is the model."},
  {"demo.your_guess", "Guess: {n} crossings unfused (yours)"},
  // --- chart: charts and figures ---
  {"chart.about.bytes", "read and written in slow memory"},
  {"chart.about.crossings", "one-way trips of a full tensor"},
  {"chart.about.time", "cold: inputs from slow memory"},
  {"chart.by_construction", "by construction"},
  {"chart.description.bars", "Guess, model and measurement of each fusion plan of the chain {chain}."},
  {"chart.finding.and_speed", "{finding}: {speed}"},
  {"chart.finding.one.bytes", "{plan} moves {value}"},
  {"chart.finding.one.crossings", "{plan} crosses the slow memory {value} times"},
  {"chart.finding.one.time", "{plan} takes {value}"},
  {"chart.finding.same.bytes", "Both plans move {value}"},
  {"chart.finding.same.crossings", "Both plans cross the slow memory {value} times"},
  {"chart.finding.time", "{plan} is {speed}"},
  {"chart.finding.two.bytes", "{plan} moves {is} instead of {was}"},
  {"chart.finding.two.crossings", "{plan} crosses the slow memory {is} times instead of {was}"},
  {"chart.foot.model", "model: {spec}"},
  {"chart.foot.truth", "{badge} on {device}, {date}, seed {seed}"},
  {"chart.gap", "you guessed {guess}, it is {truth}"},
  {"chart.gap.exact", "you guessed {guess}: right"},
  {"chart.kernel", "1 kernel"},
  {"chart.kernels", "{n} kernels"},
  {"chart.left_out", "and {n} more plans: see the table"},
  {"chart.legend.by_construction", "hatched: by construction of the loops"},
  {"chart.missing.bytes", "not counted"},
  {"chart.missing.guess", "the guess is not a number from 0"},
  {"chart.missing.model", "no finite value"},
  {"chart.missing.run", "not run"},
  {"chart.missing.time", "not timed"},
  {"chart.missing.verdict", "outputs wrong, not timed"},
  {"chart.no_scale", "no device chosen, so no scale"},
  {"chart.panel.bytes", "Bytes"},
  {"chart.panel.crossings", "Crossings"},
  {"chart.panel.time", "Time"},
  {"chart.question.bytes", "How many bytes does each plan move through the slow memory?"},
  {"chart.question.crossings", "How often does each plan cross the slow memory?"},
  {"chart.question.time", "How long does each plan take?"},
  {"chart.ratio.guess", "you guessed {ratio}x"},
  {"chart.ratio.less.bytes", "{plan}: {ratio}x fewer bytes"},
  {"chart.ratio.less.crossings", "{plan}: {ratio}x fewer crossings"},
  {"chart.ratio.less.time", "{plan}: {ratio}x faster"},
  {"chart.ratio.model", "{words}, by the model"},
  {"chart.ratio.more.bytes", "{plan}: {ratio}x more bytes"},
  {"chart.ratio.more.crossings", "{plan}: {ratio}x more crossings"},
  {"chart.ratio.more.time", "{plan}: {ratio}x slower"},
  {"chart.ratio.same.bytes", "{plan}: as many bytes"},
  {"chart.ratio.same.crossings", "{plan}: as many crossings"},
  {"chart.ratio.same.time", "{plan}: as fast"},
  {"chart.spec.calibrated", "{name}, calibrated {date}"},
  {"chart.spec.sheet", "{name}, data sheet"},
  {"chart.speed.faster", "{ratio}x faster {where}"},
  {"chart.speed.same", "as fast {where}"},
  {"chart.speed.slower", "{ratio}x slower {where}"},
  {"chart.where.here", "here"},
  {"chart.where.model", "by the model"},
  {"chart.where.recorded", "on {device}"},
  // --- device: devices, refusals, verdicts ---
  // --- lesson: judging, quantities, missing numbers ---
  {"lesson.hidden", "?"},
  {"lesson.not_known", "(not known here)"},
  {"lesson.not_measured", "(not measured yet)"},
  {"lesson.unit.crossing", "crossing"},
  {"lesson.unit.crossings", "crossings"},
  {"lesson.unit.kernel", "kernel"},
  {"lesson.unit.kernels", "kernels"},
  {"lesson.unit.read", "read"},
  {"lesson.unit.reads", "reads"},
  {"lesson.unit.tensor", "tensor"},
  {"lesson.unit.tensors", "tensors"},
  {"lesson.unit.write", "write"},
  {"lesson.unit.writes", "writes"},
  // --- model: what bounds a kernel, refusals of plans ---
  {"model.because.cache", "Cache-bound: {cached} of its {bytes} are in the last-level cache; moving all takes {memory}; its arithmetic needs {arithmetic}."},
  {"model.because.compute", "Compute-bound: {flops} Gflop at {roof} Tflop/s take {arithmetic}; moving its {bytes} takes {memory}."},
  {"model.because.issue", "Arithmetic-bound: its ops keep the processor busy for {arithmetic}; moving its {bytes} takes {memory}."},
  {"model.because.launch", "Launch-bound: starting a kernel takes {launch}; its work takes {work}."},
  {"model.because.memory", "Memory-bound: {bytes} at {bandwidth} take {memory}; its arithmetic needs {arithmetic}."},
  {"plan.also_cut", "Also cut {values}."},
  {"plan.before_and_after", "This kernel would have to run both before and after the one that makes {value}: {value} needs something made here, and is needed here."},
  {"plan.circle", "The kernel that makes {first} would have to run both before and after the kernel that makes {second}."},
  {"plan.cut_input", "{value} is an input: it is in slow memory already. Cut a value that an op makes."},
  {"plan.cut_more", "Cut more of the values between them."},
  {"plan.long_row", "A row of {columns} elements does not stay on chip ({limit} at most), and {value} is known only at its end: {value} has to be written before the row is read again."},
  {"plan.not_pointwise", "{value} reduces a row, so its elements are not made one by one."},
  {"plan.not_reduction", "{value} is spread over the row again in the same kernel: the row has to stay on chip."},
  {"plan.nothing_reduced", "Nothing is reduced here."},
  {"plan.other_rows", "{value} reduces rows of {shape}, and this kernel walks {space}: it would reduce them over and over."},
  {"plan.parts_nothing", "Cutting {value} parts nothing: {user} needs it, and also reads {other}, which is made in the same kernel as {value}."},
  {"plan.shapes", "{value} is {shape} and this kernel walks {space}: neither is a part of the other."},
  {"plan.small_write", "{value} {shape} is written, and this kernel has {rows} rows: each of them would make and write it again."},
  {"plan.unknown_cut", "There is no value {value} in this chain."},
  // --- session: the page ---
  // --- ui: the window only ---
};
// clang-format on

}  // namespace

std::string_view text(std::string_view key) {
  const auto* found = std::find_if(std::begin(table), std::end(table), [&](const Entry& e) { return e.key == key; });
  return found == std::end(table) ? key : found->text;
}

std::vector<std::string_view> text_keys() {
  std::vector<std::string_view> keys;
  for (const Entry& entry : table) keys.push_back(entry.key);
  return keys;
}

std::string say(std::string_view key, std::initializer_list<std::pair<std::string_view, std::string_view>> values) {
  const std::string_view pattern = text(key);
  std::string out;
  for (std::size_t i = 0; i < pattern.size();) {
    const std::size_t end = pattern[i] == '{' ? pattern.find('}', i) : std::string_view::npos;
    if (end == std::string_view::npos) {
      out += pattern[i++];
      continue;
    }
    const std::string_view name = pattern.substr(i + 1, end - i - 1);
    const auto* value = std::find_if(values.begin(), values.end(), [&](const auto& v) { return v.first == name; });
    if (value == values.end()) {
      out += pattern[i++];
    } else {
      out += value->second;
      i = end + 1;
    }
  }
  return out;
}

}  // namespace base
