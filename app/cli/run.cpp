// onetrip run: unfused and fused for real, verified, timed, counted.
#include "base/text.hpp"
#include "base/words.hpp"
#include "base/writable.hpp"
#include "cli/commands.hpp"
#include "cli/live.hpp"
#include "cli/output.hpp"
#include "cli/results.hpp"
#include "cli/tuned.hpp"
#include "record/recording.hpp"

#include <nlohmann/json.hpp>

#include <unistd.h>

namespace cli {
namespace {

constexpr Flag run_flags[] = {device_flag,
                              worker_flag,
                              submit_flag,
                              cuts_flag,
                              knob_flag,
                              tuned_flag,
                              spec_flag,
                              seed_flag,
                              {quick_name, "", "cli.flag.quick"},
                              {"-o", "FILE", "cli.flag.o.run"},
                              json_flag};

}  // namespace

Exit run_run(const std::vector<std::string>& arguments) {
  const auto options = begin(arguments, {"run CHAIN [options]", base::text("cli.about.chain"), run_flags, 1, 1});
  if (!options) return options.error();
  if (const auto file = options->value("-o")) base::expect_writable(*file);
  const auto submit = parse_submit(options->value(submit_flag.name).value_or("stream"));
  if (!submit) return bad_input(submit.error());
  const device::Registry registry(wanted_registry(*options, *submit));
  const auto live = run_live(registry, options->words[0], *options, arguments);
  if (!live) return bad_input(live.error());
  if (options->has("--json")) {
    auto json = to_json(live->study);
    json["eager"] = eager_json(live->study, live->eager);
    add_measurement(json, live->measurement);
    print_json(json);
  } else {
    print(report(live->study, live->measurement, live->eager));
  }
  // Last: on a disk that takes nothing the measurement was at least seen.
  if (const auto file = options->value("-o")) record::save({live->measurement}, *file);
  return all_passed(live->measurement) ? Exit::done : Exit::no;
}

}  // namespace cli
