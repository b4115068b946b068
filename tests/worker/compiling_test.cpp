// What reaches the compiler, what comes out of it, and what is kept of it.
#include "golden.hpp"
#include "worker/compile_role.hpp"
#include "worker/failed.hpp"
#include "worker/fixed_kernels.hpp"
#include "worker/source_rules.hpp"

#include <gmock/gmock.h>

#include <chrono>
#include <cstdlib>
#include <random>

namespace {

using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;

/// Every way we know to have NVRTC open FILE, or tell whether it is there, in the disguises that compilers see through.
std::vector<std::string> ways_to(const std::string& file) {
  const std::string quoted = "\"" + file + "\"", angled = "<" + file + ">";
  std::vector<std::string> all;
  for (const std::string& name : {quoted, angled}) {
    for (const char* form : {
             "#include FILE",
             "  #  include FILE",
             "#include_next FILE",
             "#import FILE",
             "#embed FILE",
             "#line 1 FILE",
             "# 1 FILE",
             "#pragma GCC dependency FILE",
             "#pragma include_alias(FILE, FILE)",
             "#inc\\\nlude FILE",
             "#\\\ninclude FILE",
             "\\\n#include FILE",
             "#in\\\n\\\nclude FILE",
             "#include \\\nFILE",
             "#inc\\ \nlude FILE",
             "#inc\\\r\nlude FILE",
             "#/**/include FILE",
             "#/*\n*/include FILE",
             "/* */ #include FILE",
             "/*\n*/#include FILE",
             "/**/ /**/ # /**/ include /**/ FILE",
             "int a; /*\n*/ #include FILE",
             "%:include FILE",
             "%\\\n:include FILE",
             "/**/%:/**/include FILE",
             "?"
             "?=include FILE",
             "#inc?"
             "?/\nlude FILE",
             "\xEF\xBB\xBF#include FILE",
             "int a;\r\n#include FILE\r\n",
             "int a;\r#include FILE",
             "\f#include FILE",
             "\v#include FILE",
             "// x\v#include FILE",
             "int a; \f#include FILE",
             "// x \\ \n#include FILE",
             "// x \\\r\n#include FILE",
             "const char* s = \"/*\";\n#include FILE\nconst char* t = \"*/\";",
             "const char* s = R\"(\")\";\n#include FILE\n//\"",
             "const char* s = R\"x()\")x\";\n#include FILE\n//",
             "const char* s = R\"x()x\\\n\";\n#include FILE\n//)x\";",
             "const char* s = R\\\n\"(/*)\";\n#include FILE\n//*/",
             "const char* s = R\"(a\"/*)\";\n#include FILE\n//*/",
             "const char* s = u8R\"y(a\"/*)y\";\n#include FILE\n//*/",
             "const char c = '\"';\n#include FILE\nconst char d = '\"';",
             "const int n = 1'0;\n#include FILE\nconst int m = 2'0;",
             "#if 0\n'\n#endif\n#include FILE\n//'",
             "#define X FILE\n#include X",
             "#define I include\n#I FILE",
             "#include <cuda_fp16.h> FILE",
             "#include <cuda_fp16.h/../../../../../../../../FILE>",
             "#if __has_include(FILE)\n#error there\n#endif",
             "#if defined(x) || __has_inc\\\nlude(FILE)\n#error there\n#endif",
             "#if __has_include_next(FILE)\n#error there\n#endif",
             "#if __has_embed(FILE)\n#error there\n#endif",
             "#define X __has_include\n#if X(FILE)\n#error there\n#endif",
             "#define C(a, b) a##b\n#if C(__has_, include)(FILE)\n#error there\n#endif",
             "#define C(a, b) a%:%:b\n#if C(__has_, include)(FILE)\n#error there\n#endif",
             "#define C(a, b) a#\\\n#b\n#if C(__has_, include)(FILE)\n#error there\n#endif",
             "#if __has_\\u0069nclude(FILE)\n#error there\n#endif",
             "_Pragma(\"GCC dependency FILE\")",
             "import FILE;",
             "export import FILE;",
             "module;\n#include FILE",
         }) {
      std::string text = form;
      for (std::size_t at; (at = text.find("FILE")) != std::string::npos;) text.replace(at, 4, name);
      all.push_back(std::move(text));
    }
  }
  return all;
}

TEST(SourceRules, AnythingThatOpensAFileIsRefused) {
  for (const std::string& source : ways_to("/etc/passwd")) {
    EXPECT_TRUE(worker::refuse_source(source).has_value()) << source;
  }
  EXPECT_THAT(*worker::refuse_source(std::string("a\0b", 3)), HasSubstr("a NUL byte"));
  EXPECT_THAT(*worker::refuse_source(std::string("\xFF\xFE#\0i\0", 6)), HasSubstr("given"));
  EXPECT_THAT(*worker::refuse_source("#/**/include <x>"), HasSubstr("# include <x>"))
      << "shown as the compiler would see it";
}

TEST(SourceRules, WhatDoesNotEndIsRefused) {
  for (const char* source : {"/* #include", "\"abc", "'a", "'a\n'", "R\"(abc", "R\"a b(x)a b\"", "\"a\\", "u8R\"x(y)\"",
                             "R\"aaaaaaaaaaaaaaaaaaaaaaaaa(x)aaaaaaaaaaaaaaaaaaaaaaaaa\""}) {
    EXPECT_THAT(worker::refuse_source(source).value_or(""), HasSubstr("does not end")) << source;
  }
}

TEST(SourceRules, OrdinaryKernelsPass) {
  for (const char* source : {
           "#include <cuda_fp16.h>\n#pragma unroll 4\n#define A(x) #x\nint a; // #include\n",
           "#ifdef X\n#else\n#endif",
           "#if __CUDA_ARCH__ >= 800\n#elif 1\n#endif",
           "#\n",
           "\xEF\xBB\xBF#pragma once\r\nint a;\r\n",
           "# /* which */ include <mma.h> // matrices\n",
           "#define LONG(x) \\\n  (x + 1)\nint a = LONG(2);",
           "const char* s = \"#include\"; const char* t = R\"x(\n#include \"y\"\n)x\"; /* \n#include */",
           "const int n = 1'000'000; const char c = '\\''; const char d = '\"'; float e = 1.5e+3f;",
           "// what?? 50 % of caf\xC3\xA9: a \\n is no end\nint a = 1 % 2;",
           "",
       }) {
    EXPECT_EQ(worker::refuse_source(source), std::nullopt) << source;
  }
  EXPECT_EQ(worker::refuse_source(worker::fixed_source()), std::nullopt);
}

TEST(SourceRules, EveryKernelOfTheHousePasses) {
  int seen = 0;
  for (const char* folder : {"../kernels", "golden/codegen"}) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(tests::folder() / folder)) {
      const std::string ending = entry.path().extension().string();
      if (ending != ".cu" && ending != ".cuh") continue;
      std::stringstream text;
      text << std::ifstream(entry.path()).rdbuf();
      EXPECT_EQ(worker::refuse_source(text.str()), std::nullopt) << entry.path();
      ++seen;
    }
  }
  EXPECT_GT(seen, 20);
}

TEST(SourceRules, AMegabyteTakesNoTime) {
  for (const char* part : {"a ", "\\\n", "/**/", "\"\"", "%:", "\n#", "R\"(", "1'", "??", "'"}) {
    std::string source;
    while (source.size() < (1 << 20)) source += part;
    const auto begin = std::chrono::steady_clock::now();
    (void)worker::refuse_source(source);
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(5)) << part;
  }
}

TEST(SourceRules, OptionsAreAList) {
  EXPECT_EQ(worker::refuse_options({"-fmad=false", "-std=c++20", "--maxrregcount=64", "-DN=4", "-DFAST", "-DT=float"}),
            std::nullopt);
  for (const char* option : {"-I/etc",
                             "--include-path=/",
                             "-include=x",
                             "--pre-include=/etc/passwd",
                             "-D",
                             "-DX=\"a\"",
                             "--maxrregcount=",
                             "-dlto",
                             "--ptxas-options=-o/tmp/x",
                             "-fmad=maybe",
                             "",
                             "-DX=__has_include",
                             "-DX=_Pragma",
                             "-D__has_include=X",
                             "-Dasm=x",
                             "-Dinclude=X",
                             "-Ddefined=1",
                             "-D_X=1",
                             "-D__CUDACC_RTC__",
                             "-DX=",
                             "-D=X",
                             "-D4=X",
                             "-DX=A=B",
                             "-DX=a##b",
                             "-DX= a",
                             "-DX\n#include=1",
                             "-DX(a)=a",
                             "-DX=<a>",
                             "-D X",
                             "-DX=import"}) {
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
        role_.answer(wire::Compile{source, std::to_string(architecture), std::move(options)}, {nullptr, nullptr}));
  }

  tests::TemporaryFolder folder_;
  worker::CompileRole role_{folder_.path().string(), false};
};

TEST_F(Compiling, OurOwnKernelsForEveryArchitectureWithoutSpills) {
  for (const int architecture : {75, 80, 86, 89, 90, 100, 120}) {
    const wire::Compiled compiled = compile(std::string(worker::fixed_source()), architecture);
    EXPECT_THAT(compiled.entries, SizeIs(33)) << architecture;
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

TEST_F(Compiling, F29_NoByteOfASecretComesOut) {
  const tests::TemporaryFolder folder;
  const std::string path = (folder.path() / "secret.txt").string(), secret = "swordfish_4711";
  std::ofstream(path) << secret << " is no C++\n";
  std::vector<wire::Compile> all;
  for (const std::string& source : ways_to(path)) all.push_back({source, "90", {}});
  const std::string oracle = "#if X(" + path + ")\n#error " + secret + "\n#endif";
  for (const char* option : {"-DX=__has_include", "-include=FILE", "--pre-include=FILE", "-I/"}) {
    std::string text = option;
    if (const std::size_t at = text.find("FILE"); at != std::string::npos) text.replace(at, 4, path);
    all.push_back({oracle, "90", {text}});
  }
  for (const wire::Compile& request : all) {
    try {
      (void)role_.answer(request, {nullptr, nullptr});
      ADD_FAILURE() << "it was compiled: " << request.source;
    } catch (const worker::Failed& failed) {
      EXPECT_EQ(failed.failure.kind, wire::Failure::Kind::bad_request) << "it reached the compiler: " << request.source;
      EXPECT_THAT(failed.failure.sentence + failed.failure.detail, Not(HasSubstr(secret))) << request.source;
    }
  }
}

/// Texts put together at random around an include; ONETRIP_SOURCES=100000 tries more than the usual.
TEST_F(Compiling, F29_WhatPassesTheRulesOpensNothing) {
  const tests::TemporaryFolder folder;
  const std::string path = (folder.path() / "secret.txt").string(), secret = "swordfish_4711";
  std::ofstream(path) << secret << " is no C++\n";
  const std::vector<std::string> around{"/*",      "*/",       "//",      "\n",        "\r\n",  "\\\n",
                                        " ",       "\t",       "\"",      "'",         "\\",    "R\"(",
                                        ")\"",     "R\"x(",    ")x\"",    "1'0",       "u8R\"", "int a;",
                                        "#if 0\n", "#endif\n", "#else\n", "#define Y", "Y",     "#error z\n"},
      between{"", "", "", " ", "\t", "\\\n", "/**/", "/*\n*/", "\\\n\\\n", "Y"};
  std::mt19937 random(4711);
  const auto one_of = [&](const std::vector<std::string>& all) { return all[random() % all.size()]; };
  const char* more = std::getenv("ONETRIP_SOURCES");
  int passed = 0;
  for (int i = 0, most = more == nullptr ? 2000 : std::atoi(more); i < most; ++i) {
    std::string source;
    for (std::size_t n = random() % 5; n > 0; --n) source += one_of(around);
    source += one_of({"#", "%:", "#"}) + one_of(between) + "inc" + one_of(between) + "lude" + one_of(between) +
              one_of({"\"" + path + "\"", "<" + path + ">"}) + "\n";
    for (std::size_t n = random() % 5; n > 0; --n) source += one_of(around);
    try {
      (void)role_.answer(wire::Compile{source, "90", {}}, {nullptr, nullptr});
      ++passed;
    } catch (const worker::Failed& failed) {
      passed += failed.failure.kind == wire::Failure::Kind::compiler ? 1 : 0;
      ASSERT_THAT(failed.failure.detail, Not(HasSubstr(secret))) << source;
    }
  }
  EXPECT_GT(passed, 10) << "some hide it in a comment or a string, and are compiled";
}

TEST_F(Compiling, AnArchitectureThatTheCompilerDoesNotKnowIsNamed) {
  for (const int architecture : {35, 998}) {
    try {
      (void)compile("extern \"C\" __global__ void k() {}", architecture);
      FAIL() << "it was compiled for " << architecture;
    } catch (const worker::Failed& failed) {
      EXPECT_THAT(failed.failure.sentence,
                  HasSubstr("cannot make code for sm_" + std::to_string(architecture) + ": it"));
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
