// What reaches the compiler, what comes out of it, and what is kept of it.
#include "golden.hpp"
#include "worker/compile_role.hpp"
#include "worker/failed.hpp"
#include "worker/fixed_kernels.hpp"
#include "worker/source_rules.hpp"

#include <gmock/gmock.h>

namespace {

using testing::HasSubstr;
using testing::SizeIs;

TEST(SourceRules, AnythingThatOpensAFileIsRefused) {
  for (const char* source : {
           "#include \"/etc/passwd\"",
           "#include </etc/passwd>",
           "  #  include <a>",
           "#include_next <x>",
           "#inc\\\nlude \"x\"",
           "#/**/include \"x\"",
           "/* */ #include \"x\"",
           "%:include \"x\"",
           "?"
           "?=include \"x\"",
           "#if __has_include(\"/etc/shadow\")",
           "#embed \"x\"",
           "#line 1 \"/etc/passwd\"",
           "#import <x>",
           "#include <cuda_fp16.h> \"x\"",
           "#\\\ninclude \"x\"",
           "#define X\n#include X",
           "# 1 \"/etc/passwd\"",
           "int a; /*\n*/ #include \"x\"",
       }) {
    EXPECT_TRUE(worker::refuse_source(source).has_value()) << source;
  }
  EXPECT_TRUE(worker::refuse_source(std::string("a\0b", 3)).has_value());
}

TEST(SourceRules, OrdinaryKernelsPass) {
  for (const char* source : {
           "#include <cuda_fp16.h>\n#pragma unroll 4\n#define A(x) #x\nint a; // #include\n",
           "#ifdef X\n#else\n#endif",
           "#if __CUDA_ARCH__ >= 800\n#elif 1\n#endif",
           "#\n",
       }) {
    EXPECT_EQ(worker::refuse_source(source), std::nullopt) << source;
  }
  EXPECT_EQ(worker::refuse_source(worker::fixed_source()), std::nullopt);
}

TEST(SourceRules, OptionsAreAList) {
  EXPECT_EQ(worker::refuse_options({"-fmad=false", "-std=c++20", "--maxrregcount=64", "-DN=4"}), std::nullopt);
  for (const char* option : {"-I/etc", "--include-path=/", "-include=x", "--pre-include=/etc/passwd", "-D", "-DX=\"a\"",
                             "--maxrregcount=", "-dlto", "--ptxas-options=-o/tmp/x", "-fmad=maybe", ""}) {
    EXPECT_TRUE(worker::refuse_options({option}).has_value()) << option;
  }
}

TEST(Resources, AreReadFromWhatPtxasPrints) {
  const auto entries = worker::read_resources(
      "ptxas info    : 0 bytes gmem\n"
      "ptxas info    : Compiling entry function 'k2' for 'sm_90'\n"
      "ptxas         .     16 bytes stack frame, 8 bytes spill stores, 12 bytes spill loads\n"
      "ptxas info    : Used 10 registers, used 1 barriers, 256 bytes smem\n"
      "ptxas info    : Compiling entry function 'k' for 'sm_90'\n"
      "ptxas         .     800 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
      "ptxas info    : Used 32 registers, used 0 barriers, 800 bytes cumulative stack size");
  EXPECT_THAT(entries,
              testing::ElementsAre(wire::Resources{"k2", 10, 256, 16, 8, 12}, wire::Resources{"k", 32, 0, 800, 0, 0}));
  EXPECT_THAT(
      worker::read_resources("ptxas info    : Compiling entry function 'k' for 'sm_90'\n"
                             "ptxas info    : Function properties for k\n"
                             "ptxas         .     0 bytes stack frame, 4 bytes spill stores, 4 bytes spill loads\n"
                             "ptxas info    : Function properties for _Z8far_sinef\n"
                             "ptxas         .     32 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
                             "ptxas info    : Used 22 registers\n"),
      testing::ElementsAre(wire::Resources{"k", 22, 0, 32, 4, 4}))
      << "what a kernel calls is part of it";
  EXPECT_THAT(worker::read_resources("no such thing\n: Used 3 registers\n"), SizeIs(0));
}

class Compiling : public testing::Test {
 protected:
  void SetUp() override {
    wire::Capabilities told;
    try {
      role_.open({}, told);
    } catch (const worker::Failed& failed) {
      GTEST_SKIP() << failed.what();
    }
  }
  wire::Compiled compile(const std::string& source, int architecture, std::vector<std::string> options = {}) {
    return std::get<wire::Compiled>(
        role_.answer(wire::Compile{source, architecture, std::move(options)}, {nullptr, nullptr}));
  }

  tests::TemporaryFolder folder_;
  worker::CompileRole role_{folder_.path().string(), false};
};

TEST_F(Compiling, OurOwnKernelsForEveryArchitectureWithoutSpills) {
  for (const int architecture : {75, 80, 86, 89, 90, 100, 120}) {
    const wire::Compiled compiled = compile(std::string(worker::fixed_source()), architecture);
    EXPECT_THAT(compiled.entries, SizeIs(15)) << architecture;
    for (const wire::Resources& entry : compiled.entries) {
      EXPECT_EQ(entry.spill_stores + entry.spill_loads, 0) << entry.entry << " for " << architecture;
      EXPECT_GT(entry.registers, 0) << entry.entry;
    }
    EXPECT_THAT(compiled.image, testing::StartsWith("\x7f"
                                                    "ELF"));
  }
}

TEST_F(Compiling, AMistakeComesWithItsLog) {
  try {
    (void)compile("__global__ void k( {", 90);
    FAIL() << "it was compiled";
  } catch (const worker::Failed& failed) {
    EXPECT_EQ(failed.failure.kind, wire::Failure::Kind::compiler);
    EXPECT_THAT(failed.failure.detail, HasSubstr("kernel.cu(1)"));
  }
  EXPECT_THROW((void)compile("#include \"/etc/hostname\"", 90), worker::Failed);
  EXPECT_THROW((void)compile("", 90, {"-I/"}), worker::Failed);
}

TEST_F(Compiling, AnArchitectureThatTheCompilerDoesNotKnowIsNamed) {
  for (const int architecture : {35, 998}) {
    try {
      (void)compile("extern \"C\" __global__ void k() {}", architecture);
      FAIL() << "it was compiled for " << architecture;
    } catch (const worker::Failed& failed) {
      EXPECT_THAT(failed.failure.sentence, HasSubstr("makes no code for sm_" + std::to_string(architecture) + ": it"));
      EXPECT_THAT(failed.failure.remedy, HasSubstr("CUDA toolkit"));
    }
  }
}

TEST_F(Compiling, TheCacheServesTheSameAndOnlyTheSame) {
  const std::string source = "extern \"C\" __global__ void k(float* a) { a[0] = 1; }";
  const wire::Compiled first = compile(source, 90);
  EXPECT_FALSE(first.cached);
  const wire::Compiled again = compile(source, 90);
  EXPECT_TRUE(again.cached);
  EXPECT_EQ(again.image, first.image);
  EXPECT_NE(compile(source, 80).cubin, first.cubin);
  EXPECT_NE(compile(source, 90, {"-fmad=false"}).cubin, first.cubin);
  EXPECT_NE(compile(source + " ", 90).cubin, first.cubin);
}

wire::Compiled sample() {
  return {"0123",
          {{"k", 8, 0, 0, 0, 0}},
          "log",
          false,
          0.1,
          "\x7f"
          "ELF image"};
}

TEST(CubinCache, AnEntryComesBackWhole) {
  const tests::TemporaryFolder folder;
  const worker::CubinCache cache(folder.path().string());
  EXPECT_EQ(cache.find("0123"), std::nullopt);
  cache.keep(sample());
  wire::Compiled expected = sample();
  expected.cached = true;
  EXPECT_EQ(cache.find("0123"), expected);
}

TEST(CubinCache, DamagedEntriesAreDeleted) {
  const tests::TemporaryFolder folder;
  const worker::CubinCache cache(folder.path().string());
  const auto path = folder.path() / "0123.cubin";
  cache.keep(sample());
  std::stringstream whole;
  whole << std::ifstream(path, std::ios::binary).rdbuf();
  const std::string good = whole.str();
  const auto write = [&](const std::string& bytes) { std::ofstream(path, std::ios::binary) << bytes; };
  for (std::size_t at = 0; at < good.size(); at += 3) {
    write(good.substr(0, at));
    EXPECT_EQ(cache.find("0123"), std::nullopt) << "cut at " << at;
    EXPECT_FALSE(std::filesystem::exists(path));
    std::string flipped = good;
    flipped[at] ^= 4;
    write(flipped);
    EXPECT_EQ(cache.find("0123"), std::nullopt) << "flipped at " << at;
  }
  write(good);
  EXPECT_TRUE(cache.find("0123").has_value());
  std::filesystem::copy(path, folder.path() / "4567.cubin");
  EXPECT_EQ(cache.find("4567"), std::nullopt) << "an entry under another's name";
}

TEST(CubinCache, AFolderThatCannotBeWrittenIsNoMistake) {
  const worker::CubinCache cache("/proc/nowhere/cubin");
  cache.keep(sample());
  EXPECT_EQ(cache.find("0123"), std::nullopt);
}

}  // namespace
