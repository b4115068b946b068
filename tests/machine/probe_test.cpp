// The probe over machines laid out in files, and over this one.
#include "golden.hpp"
#include "machine/probe_files.hpp"

#include <gtest/gtest.h>

#include <fstream>

namespace probe_test {

class Machine {
 public:
  void write(const std::string& path, const std::string& text) const {
    const auto full = folder_.path() / path;
    std::filesystem::create_directories(full.parent_path());
    std::ofstream(full) << text;
  }
  void cache(int cpu, int index, const std::string& level, const std::string& type, const std::string& size,
             const std::string& sharers) const {
    const std::string at =
        "sys/devices/system/cpu/cpu" + std::to_string(cpu) + "/cache/index" + std::to_string(index) + "/";
    write(at + "level", level + "\n");
    write(at + "type", type + "\n");
    write(at + "size", size + "\n");
    write(at + "shared_cpu_list", sharers + "\n");
  }
  [[nodiscard]] machine::Processor probe(const std::vector<int>& cpus) const {
    return machine::probe_under(folder_.path(), cpus);
  }

 private:
  tests::TemporaryFolder folder_;
};

TEST(Probe, TwoChipletsEachWithItsLastLevelCache) {
  const Machine files;
  files.write("proc/cpuinfo",
              "processor\t: 0\nmodel name\t: AMD EPYC 9654\n\nprocessor\t: 1\nmodel name\t: AMD EPYC 9654\n");
  files.write("proc/meminfo", "MemTotal:       131072000 kB\nMemAvailable:   1000000 kB\n");
  for (int cpu = 0; cpu < 4; ++cpu) {
    files.cache(cpu, 0, "1", "Data", "32K", std::to_string(cpu));
    files.cache(cpu, 1, "1", "Instruction", "64K", std::to_string(cpu));
    files.cache(cpu, 2, "2", "Unified", "1024K", std::to_string(cpu));
    files.cache(cpu, 3, "3", "Unified", "32M", cpu < 2 ? "0-1" : "2-3");
  }
  const auto all = files.probe({0, 1, 2, 3});
  EXPECT_EQ(all.name, "AMD EPYC 9654");
  EXPECT_EQ(all.threads, 4);
  EXPECT_EQ(all.l1.value, 32 << 10);
  EXPECT_EQ(all.l2.value, 1 << 20);
  EXPECT_EQ(all.last_level.value, 64 << 20);
  EXPECT_EQ(all.memory_free.value, 1'000'000 * 1024LL);
  EXPECT_EQ(files.probe({0, 1}).last_level.value, 32 << 20) << "only what these cores reach";
}

TEST(Probe, ControlGroupsLimitMemory) {
  const Machine files;
  files.write("proc/meminfo", "MemAvailable:   1000000 kB\n");
  files.write("proc/self/cgroup", "0::/user.slice/lab\n");
  files.write("sys/fs/cgroup/user.slice/memory.max", "500000000\n");
  files.write("sys/fs/cgroup/user.slice/memory.current", "200000000\n");
  files.write("sys/fs/cgroup/user.slice/memory.stat", "anon 1\ninactive_file 50000000\n");
  files.write("sys/fs/cgroup/user.slice/lab/memory.max", "max\n");
  files.write("sys/fs/cgroup/user.slice/lab/memory.current", "100000000\n");
  EXPECT_EQ(files.probe({0}).memory_free.value, 350'000'000) << "the parent's limit, less what cannot be dropped";
}

TEST(Probe, OldControlGroups) {
  const Machine files;
  files.write("proc/meminfo", "MemAvailable:   1000000 kB\n");
  files.write("proc/self/cgroup", "5:cpu,cpuacct:/\n4:memory:/docker/abc\n0::/\n");
  files.write("sys/fs/cgroup/memory/memory.limit_in_bytes", "300000000\n");
  files.write("sys/fs/cgroup/memory/memory.usage_in_bytes", "400000000\n");
  files.write("sys/fs/cgroup/memory/memory.stat", "total_inactive_file 150000000\n");
  EXPECT_EQ(files.probe({0}).memory_free.value, 50'000'000);
}

TEST(Probe, AMachineThatTellsNothing) {
  const Machine files;
  const auto processor = files.probe({0});
  EXPECT_EQ(processor.name, "unnamed processor");
  EXPECT_EQ(processor.threads, 1);
  EXPECT_EQ(processor.last_level.value, 0);
  EXPECT_EQ(processor.memory_free.value, 0);
}

TEST(Probe, ThisMachine) {
  const auto processor = machine::probe();
  EXPECT_FALSE(processor.name.empty());
  EXPECT_GE(processor.threads, 1);
  EXPECT_GT(processor.memory_free.value, 0);
}

}  // namespace probe_test
