// The hand-written kernels: manifests, compilation, and that each version computes its chain.
#include "codegen/kernel_library.hpp"

#include "chain/evaluate.hpp"
#include "codegen/host_run.hpp"
#include "codegen/library_counts.hpp"
#include "codegen/nvrtc.hpp"
#include "codegen/plans.hpp"
#include "codegen/prelude.hpp"
#include "golden.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace kernel_library_test {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr const char* folders[] = {"rmsnorm", "softmax",       "costume", "matmul",  "attention",  "decode",
                                   "adam",    "cross-entropy", "experts", "combine", "calibration"};

/// The version's kernels, in the order of their launches.
std::vector<codegen::LibraryKernel> all_of(const codegen::LibraryKernel& version) {
  std::vector<codegen::LibraryKernel> all{version};
  all.insert(all.end(), version.then.begin(), version.then.end());
  return all;
}

TEST(KernelLibrary, ShipsLaddersAndACalibration) {
  for (const char* folder : folders) {
    const auto library = codegen::load_library(folder);
    ASSERT_TRUE(library.has_value()) << base::render(library.error());
    for (const codegen::LibraryKernel& version : library->kernels) {
      for (const codegen::LibraryKernel& kernel : all_of(version)) {
        EXPECT_THAT(kernel.source, HasSubstr(" " + kernel.entry + "(")) << folder;
        EXPECT_THAT(kernel.source, HasSubstr("// Launch: ")) << folder;
      }
    }
  }
  const auto ladder = codegen::load_library("rmsnorm");
  ASSERT_EQ(ladder->kernels.size(), 4u);
  EXPECT_EQ(ladder->kernels[3].why_not(8192), "");
  EXPECT_EQ(ladder->kernels[3].why_not(4096), "v4_row_in_registers takes only rows of 8192 columns");
}

TEST(KernelLibrary, WhatTomlCannotBearIsRefused) {
  const auto library = codegen::read_manifest("title = \"T\"\na = " + std::string(5000, '['), "manifest.toml");
  ASSERT_FALSE(library.has_value());
  EXPECT_THAT(base::render(library.error()), HasSubstr("manifest.toml:2:21: brackets are nested more than 16 deep"));
}

TEST(KernelLibrary, MistakesAreToldAtTheirLines) {
  const auto library = codegen::read_manifest(R"(title = "T"
[[kernel]]
file = "../v1.cu"
entry = "e); system("
teaches = "t"
block = 2000
rows_per_block = 1
blocks = 1
arguments = ["x"]
optoins = ["-a"]
)",
                                              "m.toml");
  ASSERT_FALSE(library.has_value());
  std::vector<std::pair<int, std::string>> found;
  for (const base::Diagnostic& d : library.error()) found.emplace_back(d.line, d.message);
  std::sort(found.begin(), found.end());
  using Pair = std::pair<int, std::string>;
  EXPECT_THAT(found,
              ElementsAre(Pair{2, "2 grid sizes are given"}, Pair{3, "'../v1.cu' is not the name of a kernel file"},
                          Pair{4, "'e); system(' is not the name of a function"},
                          Pair{6, "'block' must be a whole number from 1 to 1024"}, Pair{10, "unknown key 'optoins'"}));
  EXPECT_FALSE(codegen::read_manifest("title = ", "m").has_value());
  EXPECT_FALSE(codegen::read_manifest("title = \"t\"", "m").has_value());
  EXPECT_FALSE(codegen::read_manifest("a = " + std::string(10000, '['), "m").has_value());
}

TEST(KernelLibrary, ARungSaysWhichCardsItTakes) {
  const auto ladder = codegen::load_library("matmul");
  ASSERT_EQ(ladder->kernels.size(), 5u);
  EXPECT_EQ(ladder->kernels[0].why_not_on(75), "");
  EXPECT_EQ(ladder->kernels[2].why_not_on(75), "v3_tensor_cores needs a GPU of compute capability 80 or later");
  EXPECT_EQ(ladder->kernels[4].why_not_on(90), "");
  EXPECT_EQ(ladder->kernels[4].why_not_on(100),
            "v5_nothing_waits needs a GPU of compute capability 90a: its instructions exist only on that chip");
}

TEST(KernelLibrary, BoxesInBracketsAreTensorMaps) {
  const auto ladder = codegen::load_library("matmul");
  const auto program = codegen::program_of(ladder->kernels[3], *tests::parsed(ladder->chain));
  ASSERT_TRUE(program.has_value()) << base::render(program.error());
  const codegen::Kernel& kernel = program->kernels[0];
  EXPECT_EQ(kernel.architecture, "90a");
  ASSERT_EQ(kernel.maps.size(), 2u);
  EXPECT_EQ(kernel.maps[0], (codegen::TensorMap{0, chain::Dtype::bf16, {4096, 4096}, {8192}, {64, 128}, 128}));
  EXPECT_EQ(kernel.arguments[1], (codegen::Argument{codegen::Argument::Kind::tensor_map, 1, 0}));
  EXPECT_EQ(kernel.arguments.back(), (codegen::Argument{codegen::Argument::Kind::integer, 0, 4096}));
  const auto wrong = codegen::read_manifest(R"(title = "T"
[[kernel]]
file = "v1.cu"
entry = "e"
teaches = "t"
block = 32
blocks = 1
architecture = "hopper"
options = []
arguments = ["x[64]"]
)",
                                            "m.toml");
  ASSERT_FALSE(wrong.has_value());
  EXPECT_THAT(base::render(wrong.error()), HasSubstr("'x[64]' is neither a name nor a box like x[128, 64]"));
  EXPECT_THAT(base::render(wrong.error()), HasSubstr("'hopper' is not an architecture"));
}

TEST(KernelLibrary, AVersionMayBeSeveralKernels) {
  const auto ladder = codegen::load_library("attention");
  const auto chain = tests::parsed(ladder->chain);
  const auto plan = codegen::plan_of(ladder->kernels[0], chain);
  ASSERT_TRUE(plan.has_value()) << base::render(plan.error());
  ASSERT_EQ(plan->groups.size(), 3u);
  EXPECT_EQ(plan->intermediates(), (std::vector<int>{chain->find("s"), chain->find("p")}));
  for (const plan::Group& group : plan->groups) EXPECT_EQ(group.engine, plan::Engine::own);
  const auto program = codegen::program_of(ladder->kernels[0], *chain);
  ASSERT_EQ(program->kernels.size(), 3u);
  EXPECT_EQ(program->kernels[1].entry, "attention_v1_softmax");
  EXPECT_EQ(program->kernels[2].group, 2);
  EXPECT_EQ(program->kernels[0].launch.grid[0], 64 * 64 * 64) << "heads, and tiles of queries and of keys";
  using Kind = codegen::Argument::Kind;
  EXPECT_EQ(program->kernels[0].arguments[1], (codegen::Argument{Kind::tensor, chain->find("k"), 0}))
      << "keys, no count";

  const auto decode = codegen::load_library("decode");
  const auto cache = tests::parsed(decode->chain);
  EXPECT_EQ(codegen::plan_of(decode->kernels[1], cache)->groups.size(), 1u);
  const auto split = codegen::program_of(decode->kernels[1], *cache);
  EXPECT_EQ(split->scratch, (std::vector<std::int64_t>{4 * 32 * 32 * 128, 4 * 32 * 32 * 2}));
  EXPECT_EQ(split->kernels[1].group, 0);
  EXPECT_EQ(split->kernels[1].arguments.front(), (codegen::Argument{Kind::scratch, 0, 0}));
  EXPECT_EQ(split->kernels[0].launch.grid[0], 32 * 32);
  EXPECT_EQ(split->kernels[0].arguments[6], (codegen::Argument{Kind::integer, 0, 4})) << "heads that share keys";
}

TEST(KernelLibrary, AKernelMayBeStartedForEachRow) {
  const auto ladder = codegen::load_library("adam");
  const auto chain = tests::parsed(ladder->chain);
  const auto loop = codegen::program_of(ladder->kernels[0], *chain);
  ASSERT_TRUE(loop.has_value()) << base::render(loop.error());
  ASSERT_EQ(loop->kernels.size(), 8u);
  for (const codegen::Kernel& kernel : loop->kernels) {
    EXPECT_EQ(kernel.times, 1000);
    EXPECT_EQ(kernel.launch.grid[0], 4);
    EXPECT_EQ(kernel.arguments.back(), (codegen::Argument{codegen::Argument::Kind::turn, 0, 0}));
  }
  const auto all = codegen::program_of(ladder->kernels[2], *chain);
  EXPECT_EQ(all->kernels[0].times, 1);
  EXPECT_EQ(all->kernels[0].launch.grid[0], 4000);
  const auto more = codegen::program_of(ladder->kernels[1], chain::resized(*chain, 1000, 10001));
  ASSERT_FALSE(more.has_value());
  EXPECT_THAT(base::render(more.error()), HasSubstr("10001 times"));
  const auto wrong = codegen::read_manifest(R"(title = "T"
[[kernel]]
file = "v1.cu"
entry = "e"
teaches = "t"
block = 32
blocks = 1
each = "tensors, all"
options = []
arguments = ["turn"]
)",
                                            "m.toml");
  ASSERT_FALSE(wrong.has_value());
  EXPECT_THAT(base::render(wrong.error()), HasSubstr("'tensors, all' is not a count"));
}

TEST(KernelLibrary, AVersionMayGoRoundByRound) {
  const auto ladder = codegen::load_library("cross-entropy");
  const auto chain = tests::parsed(ladder->chain);
  const auto program = codegen::program_of(ladder->kernels[2], chain::resized(*chain, 4096, 600));
  ASSERT_TRUE(program.has_value()) << base::render(program.error());
  ASSERT_EQ(program->kernels.size(), 2u * 3u) << "two kernels for each 256 of 600 rows";
  EXPECT_EQ(program->scratch, (std::vector<std::int64_t>{4 * 256 * 32768})) << "one chunk's logits";
  using Kind = codegen::Argument::Kind;
  for (std::size_t k = 0; k < program->kernels.size(); ++k) {
    const codegen::Kernel& kernel = program->kernels[k];
    EXPECT_EQ(kernel.entry, k % 2 == 0 ? "cross_entropy_v3_logits" : "cross_entropy_v3_loss");
    EXPECT_EQ(kernel.times, 1);
    EXPECT_EQ(kernel.arguments.back(), (codegen::Argument{Kind::integer, 0, static_cast<std::int64_t>(k / 2)}));
  }
  EXPECT_EQ(program->kernels[0].arguments[4], (codegen::Argument{Kind::integer, 0, 32768})) << "words";
  const auto more = codegen::program_of(ladder->kernels[2], chain::resized(*chain, 4096, 256 * 100 + 1));
  ASSERT_FALSE(more.has_value());
  EXPECT_THAT(base::render(more.error()), HasSubstr("101 times"));
}

TEST(KernelLibrary, MistakesOfRoundsAreTold) {
  const auto wrong = codegen::read_manifest(R"(title = "T"
[[kernel]]
file = "v1.cu"
entry = "e"
teaches = "t"
block = 32
blocks = 1
rounds = "rows"
stores = ["l"]
arguments = ["turn"]
[[kernel.then]]
file = "v1.cu"
entry = "e2"
teaches = "t"
block = 32
blocks = 1
rounds = "chunks of rows"
arguments = ["turn"]
)",
                                            "m.toml");
  ASSERT_FALSE(wrong.has_value());
  const std::string told = base::render(wrong.error());
  EXPECT_THAT(told, HasSubstr("m.toml:8:10: a version that runs in rounds stores no values of the chain"));
  EXPECT_THAT(told, HasSubstr("'chunks of rows' is not a count"));
  EXPECT_THAT(told, HasSubstr("'rounds' belongs beside 'then', not with the kernel 'v1.cu' under it"));
}

TEST(KernelLibrary, MistakesOfSeveralKernelsAreTold) {
  const auto wrong = codegen::read_manifest(R"(title = "T"
[[kernel]]
file = "v1.cu"
entry = "e"
teaches = "t"
block = 32
tiles = ["heads", "rows/4"]
scratch = ["added: f16[keys]"]
stores = ["s", "p"]
arguments = ["x"]
[[kernel.then]]
file = "v1_then.cu"
entry = "e2"
teaches = "t"
block = 32
blocks = 1
arguments = ["keys / 256"]
)",
                                            "m.toml");
  ASSERT_FALSE(wrong.has_value());
  const std::string told = base::render(wrong.error());
  EXPECT_THAT(told, HasSubstr("m.toml:7:19: 'rows/4' is not a count like keys or queries / 128"));
  EXPECT_THAT(told, HasSubstr("'added: f16[keys]' is not a buffer like added: f32[keys / 256, rows, columns]"));
  EXPECT_THAT(told, HasSubstr("'stores' needs one value for each of the 1 kernels under 'then'"));
}

void compile_everywhere(const tests::Nvrtc& nvrtc, const codegen::LibraryKernel& kernel) {
  for (const int card : {75, 80, 90, 120}) {
    if (!kernel.why_not_on(card).empty()) continue;
    const auto compiled = nvrtc.compile(
        codegen::prelude_for(kernel.source) + kernel.source,
        kernel.architecture.empty() ? fmt::format("sm_{}", card) : "sm_" + kernel.architecture, kernel.options);
    ASSERT_TRUE(compiled.ok) << kernel.name << "\n" << compiled.log;
    EXPECT_EQ(compiled.log.find("C75"), std::string::npos) << kernel.name << "\n" << compiled.log;
    EXPECT_EQ(tests::spills(compiled.log).empty(), !kernel.spills) << kernel.name << " sm_" << card << "\n"
                                                                   << compiled.log;
  }
}

TEST(KernelLibrary, CompilesForEveryCardAndSpillsOnlyOnPurpose) {
  std::string reason;
  const auto nvrtc = tests::Nvrtc::open(reason);
  if (nvrtc == nullptr) GTEST_SKIP() << reason;
  for (const char* folder : folders) {
    const auto library = codegen::load_library(folder);
    for (const codegen::LibraryKernel& version : library->kernels) {
      for (const codegen::LibraryKernel& kernel : all_of(version)) compile_everywhere(*nvrtc, kernel);
    }
  }
}

/// The ladder's chain, small: rows that end inside a tile, and heads that share keys where they did.
std::shared_ptr<const chain::Chain> small_chain(const codegen::KernelLibrary& library,
                                                const codegen::LibraryKernel& version) {
  chain::Chain chain = *tests::parsed(library.chain);
  if (chain.find("ends") >= 0) {  // experts, with rows for more than a tile each
    chain = chain::resized(chain::resized(chain::resized(chain, 8192, 100), 2048, 72), 1024, 136);
    return std::make_shared<const chain::Chain>(chain::resized(chain::resized(chain, 32, 6), library.length, 410));
  }
  if (codegen::count_of(chain, "entries") > 0) {
    return std::make_shared<const chain::Chain>(chain::resized(chain::resized(chain, 2048, 1500), library.length, 700));
  }
  if (chain.find("t") >= 0) {  // a vocabulary
    chain = chain::resized(chain::resized(chain, 1024, 72), 32768, 200);
    return std::make_shared<const chain::Chain>(chain::resized(chain, 4096, version.rounds.empty() ? 150 : 300));
  }
  if (library.length != 0 && chain.values[0].shape.dims.size() == 2) {  // tensors that are rows
    return std::make_shared<const chain::Chain>(chain::resized(chain::resized(chain, library.length, 3), 4096, 1500));
  }
  if (library.length != 0) {
    chain = chain::resized(chain, library.length, version.scratch.empty() ? 70 : 300);
    if (chain.values[0].shape.dims[0] == 4) chain = chain::resized(chain::resized(chain, 16, 2), 4, 1);
    return std::make_shared<const chain::Chain>(std::move(chain));
  }
  const std::int64_t columns = version.columns != 0 ? version.columns : 100;
  const bool product = chain.has_product();
  return std::make_shared<const chain::Chain>(chain::resized(chain::resized(chain, 8192, columns), 4096,
                                                             product ? (version.columns_multiple > 1 ? 152 : 70) : 3));
}

TEST(KernelLibrary, EachVersionComputesItsChain) {
  const tests::TemporaryFolder folder;
  std::vector<tests::HostProgram> programs;
  for (const char* name : {"rmsnorm", "softmax", "costume", "matmul", "attention", "decode", "adam", "cross-entropy",
                           "experts", "combine"}) {
    const auto library = codegen::load_library(name);
    for (const codegen::LibraryKernel& kernel : library->kernels) {
      if (!kernel.architecture.empty()) continue;  // instructions that the host has not
      const auto chain = small_chain(*library, kernel);
      const auto program = codegen::program_of(kernel, *chain);
      ASSERT_TRUE(program.has_value()) << base::render(program.error());
      const auto place = folder.path() / std::to_string(programs.size());
      std::filesystem::create_directories(place);
      const auto input = chain::random_inputs(*chain, 5);
      for (const int value : chain->inputs()) {
        std::vector<double> elements(static_cast<std::size_t>(chain->values[value].shape.elements()));
        for (std::size_t i = 0; i < elements.size(); ++i) elements[i] = input(value, static_cast<std::int64_t>(i));
        tests::write_tensor(*chain, value, elements, place / fmt::format("tensor{}.bin", value));
      }
      auto plan = codegen::plan_of(kernel, chain);
      ASSERT_TRUE(plan.has_value()) << base::render(plan.error());
      programs.push_back({std::move(*plan), *program});
    }
  }
  const std::string trouble = tests::run_on_host(programs, folder.path());
  ASSERT_EQ(trouble, "");
  for (std::size_t p = 0; p < programs.size(); ++p) {
    const chain::Chain& chain = *programs[p].plan.chain;
    for (const int output : chain.outputs()) {
      const auto got =
          tests::read_tensor(chain, output, folder.path() / std::to_string(p) / fmt::format("tensor{}.bin", output));
      std::vector<std::int64_t> elements(got.size());
      std::iota(elements.begin(), elements.end(), 0);
      const auto want =
          chain::evaluate(chain, programs[p].plan.stored(), chain::random_inputs(chain, 5), output, elements);
      double worst = 0;
      for (std::size_t i = 0; i < got.size(); ++i) {
        worst = std::max(worst, std::abs(got[i] - want[i].value) /
                                    (4 * want[i].error + chain::ulp(want[i].value, chain.values[output].dtype)));
      }
      EXPECT_LE(worst, 1) << programs[p].program.kernels[0].entry << " " << chain.values[output].name;
    }
  }
}

}  // namespace kernel_library_test
