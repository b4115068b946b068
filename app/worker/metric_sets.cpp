// The names differ by chip: GB202 counts by "op" where GH100 and older do not.
#include "worker/metric_sets.hpp"

#include <optional>

namespace worker {
namespace {

constexpr double sector = 32;  // bytes

struct Candidate {
  const char* name;
  std::vector<const char*> counters;  // the first that the chip has
  const char* rollup = ".sum";
  double scale = 1;
};

using Candidates = std::vector<Candidate>;

const Candidates dram{{"dram_read_bytes", {"dram__bytes_read", "dram__bytes_op_read"}},
                      {"dram_write_bytes", {"dram__bytes_write", "dram__bytes_op_write"}}};
const Candidates time{{"time_s", {"gpu__time_duration"}, ".sum", 1e-9}};
const Candidates l2{{"l2_read_bytes", {"lts__t_sectors_op_read"}, ".sum", sector},
                    {"l2_write_bytes", {"lts__t_sectors_op_write"}, ".sum", sector}};
// What the multiprocessors asked for, before any cache answered.
const Candidates issued{{"issued_read_bytes", {"l1tex__t_bytes_pipe_lsu_mem_global_op_ld"}},
                        {"issued_write_bytes", {"l1tex__t_bytes_pipe_lsu_mem_global_op_st"}}};
const Candidates local{{"local_read_bytes", {"l1tex__t_bytes_pipe_lsu_mem_local_op_ld"}},
                       {"local_write_bytes", {"l1tex__t_bytes_pipe_lsu_mem_local_op_st"}}};
const Candidates clocks{{"sm_clock_hz", {"sm__cycles_elapsed"}, ".avg.per_second"},
                        {"dram_clock_hz", {"dram__cycles_elapsed"}, ".avg.per_second"}};

std::optional<MetricGroup> resolve(const Candidates& candidates, const std::set<std::string>& available) {
  MetricGroup group;
  for (const Candidate& candidate : candidates) {
    for (const char* counter : candidate.counters) {
      if (!available.contains(counter)) continue;
      group.push_back({candidate.name, std::string(counter) + candidate.rollup, candidate.scale});
      break;
    }
  }
  if (group.size() != candidates.size()) return std::nullopt;
  return group;
}

}  // namespace

std::vector<MetricGroup> metric_groups(std::string_view set, const std::set<std::string>& available) {
  const auto first = resolve(dram, available);
  if (!first) return {};
  std::vector<MetricGroup> groups{*first};
  for (const Candidates& candidates :
       set == "spill" ? std::vector{time, local, l2, clocks} : std::vector{time, l2, issued, clocks}) {
    if (auto group = resolve(candidates, available)) groups.push_back(std::move(*group));
  }
  return groups;
}

}  // namespace worker
