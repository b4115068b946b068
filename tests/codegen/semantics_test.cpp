// The generated text computes what the chain says: run on this CPU, compared with the double reference at every
// element.
#include "chain/evaluate.hpp"
#include "chain/ranking.hpp"
#include "codegen/host_run.hpp"
#include "codegen/plans.hpp"
#include "golden.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <numeric>

namespace semantics_test {

using tests::HostProgram;

struct Asked {
  std::string text;
  std::string cuts;
  codegen::Target target = {};
  /// Of the first input, in place of random ones.
  std::function<double(std::int64_t element)> entry = {};

  [[nodiscard]] chain::InputElement inputs(const chain::Chain& chain) const {
    return [random = chain::random_inputs(chain, 5), own = entry](int value, std::int64_t element) {
      return value == 0 && own ? own(element) : random(value, element);
    };
  }
};

/// A card with next to nothing on chip: rows that would stay elsewhere do not here.
codegen::Target small() {
  codegen::Target target;
  target.shared_per_block = 40 * 1024;
  target.multiprocessors = 2;
  return target;
}

void expect_right_numbers(const HostProgram& host, const chain::InputElement& input, int value,
                          const chain::ChosenNumbers& numbers) {
  const chain::Chain& chain = *host.plan.chain;
  const auto apart = chain::chosen_apart(chain, host.plan.stored(), input, numbers);
  int wrong = 0;
  for (std::size_t i = 0; i < apart.size(); ++i) {
    if (apart[i].value <= apart[i].error) continue;
    if (++wrong > 3) break;
    ADD_FAILURE() << chain.text << "\n"
                  << host.plan.name << " " << chain.values[value].name << "[" << i << "] is " << numbers.got[i]
                  << ", should be " << numbers.references[i].value << " (" << numbers.references[i].error << "), "
                  << apart[i].value << " apart";
  }
  EXPECT_EQ(wrong, 0) << host.program.kernels[0].source;
}

void expect_right(const HostProgram& host, const chain::InputElement& input, std::size_t number,
                  const std::filesystem::path& folder) {
  const chain::Chain& chain = *host.plan.chain;
  const std::vector<bool> stored = host.plan.stored();
  // How a sum's roundings add up is a matter of chance: as verification does, four times the usual is taken as right.
  const bool sums = std::ranges::any_of(chain.values, [](const auto& v) { return chain::multiplies(v.op); });
  for (int value = 0; value < static_cast<int>(chain.values.size()); ++value) {
    if (!stored[value]) continue;
    const auto file = folder / std::to_string(number) / fmt::format("tensor{}.bin", value);
    const std::vector<double> got = tests::read_tensor(chain, value, file);
    std::vector<std::int64_t> elements(got.size());
    std::iota(elements.begin(), elements.end(), 0);
    const auto want = chain::evaluate(chain, stored, input, value, elements);
    int wrong = 0;
    if (chain::is_index(chain.values[value].dtype)) {
      expect_right_numbers(host, input, value, {value, elements, got, want});
      continue;
    }
    for (std::size_t i = 0; i < got.size(); ++i) {
      if (std::isinf(want[i].error)) continue;
      const double allowed =
          (sums ? 4 : 1) * want[i].error + 0.5 * chain::ulp(want[i].value, chain.values[value].dtype);
      const bool same = (std::isnan(got[i]) && std::isnan(want[i].value)) || got[i] == want[i].value ||
                        std::abs(got[i] - want[i].value) <= allowed;
      if (!same && ++wrong <= 3) {
        ADD_FAILURE() << chain.text << "\n"
                      << host.plan.name << " " << chain.values[value].name << "[" << i << "] is " << got[i]
                      << ", should be " << want[i].value << " +- " << allowed;
      }
    }
    EXPECT_EQ(wrong, 0) << "of " << got.size() << " elements\n" << host.program.kernels[0].source;
  }
}

/// What stands in `text` from one mark up to the next one.
void replace_between(std::string& text, const std::string& from, const std::string& to, const std::string& with) {
  const auto begin = text.find(from), end = text.find(to, begin);
  if (begin != std::string::npos && end != std::string::npos) text.replace(begin, end - begin, with);
}

/// Of kernels for tensor cores all stays but their instructions: each sum is added up where its fragment has it, and
/// tiles are brought in element by element.
void without_instructions(codegen::Program& program) {
  // What streams packed weights has none but those that the host does know (host_shim).
  if (program.prelude.find("struct PackedStream") != std::string::npos) return;
  replace_between(program.prelude, "/// Four 8 x 8 matrices", "/// Warps stand", "");
  replace_between(program.prelude, "// Weights of 8 and 4 bits as 16-bit numbers", "/// Warps stand", "");
  const std::string device = "  __device__ __forceinline__ ";
  for (const std::string name : {"MmaSums", "PackedSums"}) {
    const auto at = program.prelude.find("struct " + name);
    if (at == std::string::npos) continue;
    std::string type = program.prelude.substr(at);
    const bool packed = name == "PackedSums";
    replace_between(type, device + "void multiply(const unsigned char* left", "\n  }\n",
                    fmt::format(R"(  void multiply(const unsigned char* left, const unsigned char* right) {{
    constexpr {};
    for (int i = 0; i < pairs * 2 * depth; ++i) {{
      const int k = i % depth, e = i / depth % 2, pair = i / depth / 2;
      if (k / 16 % parts != int(threadIdx.x) / (down * across * 32)) continue;
      const f32 a = left_along_k ? Left::number(left, row(pair), k) : Left::number(left, k, row(pair));
      const int at = column(pair) + e;
      place(pair, e) += a * (right_along_k ? Right::number(right, at, k) : Right::number(right, k, at));
    }})",
                                packed ? "bool right_along_k = false" : "int parts = 1"));
    replace_between(type, device + "f32 at(int i, int e) const {", " return",
                    fmt::format("  f32 at(int i, int e) const {{ return const_cast<{}*>(this)->place(i, e); }}\n"
                                "  f32& place(int i, int e) {{",
                                name));
    program.prelude.replace(at, std::string::npos, type);
  }
  // Weights go to other lanes, as a left operand in registers does not have to.
  replace_between(
      program.prelude,
      device + "void multiply_keys(const unsigned char* queries, const unsigned char* tile) {\n    const u32 a",
      "\n  }\n", R"(  void multiply_keys(const unsigned char* queries, const unsigned char* tile) {
    for (int i = 0; i < pairs * 2; ++i) {
      f32& to = score_at(i / 2, i % 2);
      to = 0;
      for (int k = 0; k < head; ++k)
        to += Queries::number(queries, row(i / 2), k) * Keys::number(tile, column(i / 2) + i % 2, k);
    })");
  replace_between(program.prelude, device + "void multiply_values(const unsigned char* tile) {\n    const u32 b",
                  "\n  }\n",
                  R"(  void multiply_values(const unsigned char* tile) {
    static f32 weights[128][2 * Keys::lines];  // those who only help to bring in are beyond the tile
    for (int i = 0; i < pairs * 2; ++i)
      weights[row(i / 2)][column(i / 2) + i % 2] = rounded<T>(score_at(i / 2, i % 2));
    __syncthreads();
    for (int i = 0; i < added_pairs * 2; ++i) {
      for (int k = first_key(); k < first_key() + keys; ++k)
        added[i / 4][i / 2 % 2 * 2 + i % 2] += weights[row(i / 2)][k] * Values::number(tile, k, added_column(i / 2) + i % 2);
    }
    __syncthreads();)");
  for (codegen::Kernel& kernel : program.kernels) {
    // All take part in the barriers of the above.
    replace_between(kernel.source, "if (threadIdx.x >= Attention::threads) continue;", "own.multiply_keys", "");
    for (const std::string together : {"threads, 16", "threads, 8", "threads, 4"}) {
      for (auto at = kernel.source.find(together); at != std::string::npos; at = kernel.source.find(together)) {
        kernel.source.replace(at, together.size(), "threads, 0");
      }
    }
  }
}

void expect_all_right(const std::vector<Asked>& asked) {
  const tests::TemporaryFolder folder;
  std::vector<HostProgram> programs;
  for (const Asked& one : asked) {
    const auto chain = tests::parsed(one.text);
    HostProgram host{tests::planned(chain, one.cuts, one.target), {}};
    // A product by itself is a library's call; here our kernel of it is asked about.
    for (plan::Group& group : host.plan.groups) group.engine = plan::Engine::own;
    host.program = codegen::lower(host.plan, one.target);
    if (one.target.compute_capability >= 80) without_instructions(host.program);
    const auto place = folder.path() / std::to_string(programs.size());
    std::filesystem::create_directories(place);
    const auto input = one.inputs(*chain);
    for (const int value : chain->inputs()) {
      std::vector<double> elements(static_cast<std::size_t>(chain->values[value].shape.elements()));
      for (std::size_t i = 0; i < elements.size(); ++i) elements[i] = input(value, static_cast<std::int64_t>(i));
      tests::write_tensor(*chain, value, elements, place / fmt::format("tensor{}.bin", value));
    }
    programs.push_back(std::move(host));
  }
  const std::string trouble = tests::run_on_host(programs, folder.path());
  ASSERT_EQ(trouble, "");
  for (std::size_t p = 0; p < programs.size(); ++p) {
    expect_right(programs[p], asked[p].inputs(*programs[p].plan.chain), p, folder.path());
  }
}

TEST(Semantics, PointwiseAtAwkwardSizes) {
  std::vector<Asked> asked;
  for (const int n : {1, 31, 33, 4095, 4096, 70000}) {
    asked.push_back({fmt::format("x: f32[{}]; y = gelu(x * 1.5 + 0.25)", n), "none"});
    asked.push_back({fmt::format("x: bf16[{}]; r: bf16[{}]; y = silu(x) * r", n, n), "every"});
  }
  expect_all_right(asked);
}

TEST(Semantics, EveryPointwiseOp) {
  std::vector<Asked> asked;
  for (const chain::OpInfo& op : chain::op_table()) {
    if (op.pattern != chain::Pattern::pointwise || op.op == chain::Op::cast || op.op == chain::Op::dropout) continue;
    const std::string call = op.arity == 1 ? fmt::format("{}(x)", op.name)
                                           : fmt::format("x {} b", op.op == chain::Op::add   ? "+"
                                                                   : op.op == chain::Op::sub ? "-"
                                                                   : op.op == chain::Op::mul ? "*"
                                                                                             : "/");
    const bool pair = op.op == chain::Op::maximum || op.op == chain::Op::minimum;
    const std::string text = pair ? fmt::format("{}(x, b)", op.name) : call;
    asked.push_back({fmt::format("x: f32[3, 129]; {}y = {}", op.arity == 2 ? "b: f32[3, 129]; " : "", text), "none"});
  }
  asked.push_back({"x: f32[3, 129]; y = dropout(x, 0.3, 9)", "none"});
  asked.push_back({"x: f32[5, 7, 9]; y = exp(causal(x * 2))", "none"});
  asked.push_back({"x: f32[2, 9, 64]; y = causal(x); z = softmax(causal(x)); out y; out z", "none"});
  asked.push_back({"x: f16[3, 128]; y = cast(cast(cast(x, f32) * 1.1, bf16), f32)", "none"});
  expect_all_right(asked);
}

TEST(Semantics, ExpertsTakeTheirOwnRows) {
  std::vector<Asked> asked;
  for (const int capability : {75, 80}) {
    codegen::Target target;
    target.compute_capability = capability;
    for (const char* dtype : {"f32", "bf16"}) {
      const auto add = [&](const std::string& sizes, const std::string& rest) {
        std::string text = sizes + rest;
        for (auto at = text.find('@'); at != std::string::npos; at = text.find('@')) text.replace(at, 1, dtype);
        asked.push_back({text, "none", target});
      };
      add("x: @[300, 40]; w: @[5, 40, 72]; ends: i32[5]; ", "y = silu(grouped(x, w, ends))");
      add("x: @[150, 17]; w: @[40, 17, 33]; b: @[33]; ends: i32[40]; ", "y = grouped(x, w, ends) + b");
      add("x: @[9, 40]; w: @[4, 24, 40]; ends: i32[4]; ", "y = grouped(x, transpose(w), ends)");
      add("x: @[200, 32]; w: @[8, 32, 48]; u: @[8, 32, 48]; r: @[200, 48]; ends: i32[8]; ",
          "y = silu(grouped(x, w, ends)) * grouped(x, u, ends) + r");
      add("x: @[1, 8]; w: @[6, 8, 8]; ends: i32[6]; ", "y = grouped(x, w, ends)");
      add("x: @[90, 40]; i: i32[180]; w: @[5, 40, 72]; ends: i32[5]; ", "y = silu(grouped(gather(x, i), w, ends))");
      add("x: @[90, 17]; i: i32[33]; w: @[9, 17, 24]; u: @[9, 17, 24]; ends: i32[9]; ",
          "h = gather(x, i); y = grouped(h, w, ends) * grouped(h, u, ends)");
    }
  }
  expect_all_right(asked);
}

TEST(Semantics, EveryWayOfBroadcasting) {
  expect_all_right({
      {"x: f32[6, 40]; b: f32[40]; y = gelu(x + b)", "none"},
      {"x: f32[6, 41]; b: f32[41]; y = x * b", "none"},
      {"x: f32[6, 40]; s: f32[6, 1]; y = x * s", "none"},
      {"x: f32[6, 41]; s: f32[6, 1]; y = x - s", "none"},
      {"x: f32[5, 6, 40]; t: f32[6, 40]; u: f32[6, 1]; v: f32[1]; y = (x + t) * u + v", "none"},
      {"x: f32[5, 6, 7]; t: f32[6, 7]; u: f32[6, 1]; v: f32[1]; y = (x + t) * u + v", "none"},
      {"x: bf16[5, 6, 40]; t: bf16[6, 40]; d = dropout(t, 0.5, 3); y = x * d", "none"},
      {"x: f32[4, 40]; s: f32[4, 1]; t = s * 2; y = x + t; out t, y", "none"},
      {"x: f32[4, 41]; s: f32[4, 1]; t = s * 2; y = x + t; out t, y", "none"},
      {"x: f16[8, 64]; t = x * 3; y = exp(t); out t, y", "none"},
  });
}

TEST(Semantics, WhatIsMadeAgain) {
  const std::string two = "y = relu(t) + x; z = t * 3; out y, z";
  expect_all_right({
      {"x: f32[6, 41]; t = exp(x); " + two, "~t"},
      {"x: bf16[6, 40]; t = exp(x); " + two, "~t"},
      {"x: f32[5, 128]; t = dropout(x, 0.3, 9); " + two, "~t"},
      {"x: f32[9, 1000]; e = exp(x); s = sum(e); y = e / s", "~e,s"},
      {"x: bf16[9, 1000]; e = exp(x); s = sum(e); y = e / s", "~e,s"},
      {"x: f32[9, 260]; m = mean(x); y = x - m; z = x * m; out y, z", "~m"},
      {"a: f32[33, 40]; b: f32[40, 50]; t = a @ b; y = relu(t); z = abs(t); out y, z", "~t"},
  });
}

TEST(Semantics, TransposesReadInPlace) {
  expect_all_right({
      {"a: f32[33, 70]; b: f32[33]; t = transpose(a); s = t + b; y = relu(s)", "s"},
      {"a: bf16[3, 33, 70]; t = transpose(a); s = exp(t) * 2; y = relu(s)", "s"},
      {"x: f32[130, 130]; t = transpose(x); s = x + t; y = s * 2", "s"},
      {"a: f16[2, 5, 7]; c: f16[2, 7, 1]; t = transpose(a); s = dropout(t * c, 0.3, 9); y = s * 2", "s"},
  });
}

TEST(Semantics, RowsInEveryPlace) {
  std::vector<Asked> asked;
  for (const int columns : {1, 3, 8, 31, 100, 1000, 1024, 2050, 4095, 9000}) {
    asked.push_back({fmt::format("x: f32[3, {}]; y = softmax(x)", columns), "none"});
    asked.push_back({fmt::format("x: bf16[5, {0}]; g: bf16[{0}]; y = rmsnorm(x, g)", columns), "none"});
  }
  asked.push_back({"x: f32[3, 2048]; g: f32[2048]; b: f32[2048]; y = layernorm(x, g, b)", "none"});
  asked.push_back({"s: f32[2, 3, 1500]; m: f32[3, 1500]; y = softmax(s * 0.125 + m)", "none"});
  asked.push_back({"x: f32[3, 260]; y = softmax(x) + dropout(x, 0.25, 4)", "none"});
  asked.push_back({"x: f32[9, 260]; m = mean(x); out m; d = x - m; out d; y = mean(square(d)); out y", "none"});
  expect_all_right(asked);
}

TEST(Semantics, LargestEntriesOfRows) {
  std::vector<Asked> asked;
  for (const int columns : {2, 7, 33, 64, 256, 1000, 1024, 1026, 4096, 5001, 20000}) {
    for (const int k : {1, 2, 8, 50, 64}) {
      if (k > columns || (k > 8 && columns > 5000)) continue;
      asked.push_back({fmt::format("z: bf16[5, {}]; v = topk(z, {}); i = topk_index(z, {}); a = argmax(z)\nout v, i, a",
                                   columns, k, std::max(1, k / 2)),
                       "none"});
    }
    asked.push_back({fmt::format("z: f32[9, {}]; a = argmax(z)", columns), "every"});
    asked.push_back(
        {fmt::format("x: f32[3, {0}]; g: f32[{0}]; s: f32[3, 1]; z = x * 1.25 + g; i = topk_index(z * abs(s), "
                     "2); out z, i",
                     columns),
         "none"});
  }
  asked.push_back({"z: f16[2, 70000]; v = topk(z, 64); i = topk_index(z, 64)\nout v, i", "none", small()});
  asked.push_back({"z: bf16[3, 70000]; v = topk(z, 3); i = topk_index(z, 3)\nout v, i", "none"});
  expect_all_right(asked);
}

/// All of one number, not a number, rising and falling; and nearly all of the largest where a few threads meet them, so
/// that there is no room for what they find.
TEST(Semantics, LargestEntriesOfRowsThatAreInOrder) {
  std::vector<Asked> asked;
  const auto rises = [](std::int64_t element) { return static_cast<double>(element % 40000); };
  const auto falls = [](std::int64_t element) { return static_cast<double>(-element % 40000); };
  const auto in_few_threads = [](std::int64_t element) {
    const std::int64_t column = element % 40000;
    return static_cast<double>(column % 2048 < 63 * 16 ? 100000 + column * 7 % 1000 : column % 256);
  };
  for (const int columns : {100, 3000, 40000}) {
    for (const int k : {1, 8, 64}) {
      const std::string ranks = fmt::format("v = topk(z, {0}); i = topk_index(z, {0})\nout v, i", k);
      asked.push_back({fmt::format("x: f32[2, {}]; z = x * 0 + 3; {}", columns, ranks), "none"});
      asked.push_back({fmt::format("x: f32[2, {}]; z = log(x * 0 - 1); {}", columns, ranks), "none"});
      for (const auto& entry : std::vector<std::function<double(std::int64_t)>>{rises, falls, in_few_threads}) {
        asked.push_back({fmt::format("z: f32[2, {}]; {}", columns, ranks), "none", {}, entry});
      }
    }
  }
  expect_all_right(asked);
}

TEST(Semantics, SumsInOrderAndVariances) {
  std::vector<Asked> asked;
  for (const int columns : {2, 31, 100, 1024, 2050, 9000}) {
    asked.push_back({fmt::format("x: f32[37, {}]; y = sum(square(x), bf16)", columns), "none"});
    asked.push_back({fmt::format("x: bf16[64, {}]; y = mean(x, f16) + sum(x); out y", columns), "none"});
    asked.push_back({fmt::format("x: f32[5, {}]; z = x + 30; y = var(z)", columns), "none"});
    asked.push_back({fmt::format("x: bf16[5, {}]; y = (x - mean(x)) * rsqrt(var(x) + 0.5)", columns), "none"});
  }
  asked.push_back({"x: f32[3, 1]; y = sum(x, bf16)", "none"});
  asked.push_back({"x: f32[9, 40]; y = x * rsqrt(mean(square(x), bf16) + 0.5)", "none"});
  asked.push_back({"x: f32[2, 100000]; y = var(x)", "none", small()});
  asked.push_back({"x: f32[3, 40001]; m = max(x); y = sum(exp(x - m), bf16) + var(x); out y, m", "none", small()});
  expect_all_right(asked);
}

TEST(Semantics, LongRowsInSharedMemoryAndReadAgain) {
  codegen::Target starved = small();
  starved.shared_per_block = 1024;
  expect_all_right({
      {"x: f32[2, 36000]; y = softmax(x)", "none", codegen::Target{}},
      {"x: bf16[2, 40000]; g: bf16[40000]; y = rmsnorm(x, g)", "none", codegen::Target{}},
      {"x: f32[2, 40000]; y = layernorm(x)", "none", codegen::Target{}},
      {"x: f32[2, 32763]; r: f32[2, 32763]; t = x + r; e = exp(t - max(t)); y = e / sum(e) + t", "none", starved},
      {"x: f32[2, 32760]; r: f32[2, 32760]; t = x + r; e = exp(t - max(t)); y = e / sum(e) + t", "none", starved},
  });
}

TEST(Semantics, ReductionsOfFewLongRows) {
  expect_all_right({
      {"x: f32[1, 300000]; y = sum(x)", "none", small()},
      {"x: f32[2, 300001]; y = mean(square(x))", "none", small()},
      {"x: bf16[2, 200000]; m = max(x); out m; s: bf16[2, 1]; y = sum(x * s) * 2 + m; out y", "none", small()},
      {"x: f32[70, 5000]; y = mean(x)", "every", codegen::Target{}},
      {"x: f32[300, 40000]; y = max(x)", "every", small()},
  });
}

TEST(Semantics, KnobsChangeNoNumber) {
  std::vector<Asked> asked;
  for (const char* knobs : {"elements=1", "elements=2 block=64", "elements=16 block=512", "elements=64 block=1024"}) {
    asked.push_back({"x: f32[70001]; y = gelu(x * 1.5 + 0.25)", fmt::format("none {}", knobs)});
    asked.push_back(
        {"x: bf16[5, 4096]; b: bf16[4096]; s: bf16[5, 1]; y = silu(x + b) * s", fmt::format("none {}", knobs)});
  }
  for (const char* knobs : {"block=32", "block=96 keep=registers", "block=1024", "rows=4", "rows=2 block=64", "rows=1",
                            "rows=32 block=1024 keep=nowhere", "keep=shared", "keep=nowhere block=128",
                            "registers=32 block=256", "rows=8 block=64 keep=registers"}) {
    for (const int columns : {8, 100, 500}) {
      asked.push_back({fmt::format("x: f32[7, {}]; y = softmax(x)", columns), fmt::format("none {}", knobs)});
      asked.push_back(
          {fmt::format("x: bf16[7, {0}]; g: bf16[{0}]; y = rmsnorm(x, g)", columns), fmt::format("none {}", knobs)});
    }
  }
  asked.push_back({"x: f32[3, 9000]; y = layernorm(x)", "none block=64"});
  asked.push_back({"x: f32[3, 9000]; y = layernorm(x)", "none keep=shared block=256"});
  asked.push_back({"x: f32[5, 33000]; y = softmax(x)", "none block=128", small()});
  asked.push_back({"x: f32[2, 300001]; y = mean(square(x))", "none block=64", small()});
  expect_all_right(asked);
}

TEST(Semantics, RowsThatStream) {
  expect_all_right({
      {"x: f32[5, 33000]; y = softmax(x)", "none", small()},
      {"x: bf16[5, 40001]; r: bf16[5, 40001]; g: bf16[40001]; t: bf16[5, 1]; y = softmax(x * t + r) * g", "none",
       small()},
      {"x: f32[5, 33000]; y = softmax(causal(x))", "none", small()},
      {"x: f16[6, 34000]; m = max(x); y = log(sum(exp(x - m))) + m; out m, y", "none", small()},
      {"x: f32[4, 33001]; z = x + 1; m = max(z); e = exp(z - m); a = mean(e); y = e / a + mean(x); out z, e, y", "none",
       small()},
  });
}

TEST(Semantics, FewLongRowsThatStream) {
  expect_all_right({
      {"x: f32[1, 300000]; y = softmax(x)", "none", small()},
      {"x: bf16[2, 200000]; r: bf16[2, 200000]; t: bf16[2, 1]; y = softmax(x * t + r) + t * 2", "none", small()},
      {"x: f32[2, 300001]; m = max(x); y = log(sum(exp(x - m))) + m; out m, y", "none", small()},
      {"x: f32[2, 200001]; z = x + 1; m = max(z); e = exp(z - m); s = sum(e); y = e / s; out z, s, y", "none", small()},
  });
}

/// A card whose products take the CUDA cores, which are C++ alone.
codegen::Target plain() {
  codegen::Target target;
  target.compute_capability = 75;
  target.shared_per_block = 64 * 1024;
  target.multiprocessors = 4;
  return target;
}

TEST(Semantics, ProductsOfAwkwardSizes) {
  std::vector<Asked> asked;
  for (const char* sizes : {"1 1 1", "1 9 300", "17 1 33", "33 70 1", "130 131 35", "20 40 64"}) {
    int m = 0, n = 0, k = 0;
    std::sscanf(sizes, "%d %d %d", &m, &n, &k);
    for (const char* dtype : {"f32", "bf16"}) {
      asked.push_back({fmt::format("x: {0}[{1}, {3}]; w: {0}[{3}, {2}]; y = x @ w", dtype, m, n, k), "none", plain()});
    }
    asked.push_back(
        {fmt::format("x: f16[{0}, {2}]; w: f16[{1}, {2}]; y = x @ transpose(w)", m, n, k), "none", plain()});
    asked.push_back(
        {fmt::format("x: f32[{2}, {0}]; w: f32[{1}, {2}]; y = transpose(x) @ transpose(w)", m, n, k), "none", plain()});
  }
  expect_all_right(asked);
}

TEST(Semantics, TilesChangeNoNumber) {
  std::vector<Asked> asked;
  for (const char* tile : {"64x32", "64x64", "64x128", "128x32", "128x64", "128x128"}) {
    for (const char* dtype : {"f32", "bf16"}) {
      asked.push_back({fmt::format("x: {0}[150, 35]; w: {0}[35, 140]; b: {0}[140]; y = gelu(x @ w + b)", dtype),
                       fmt::format("none tile={}", tile), plain()});
    }
    asked.push_back({"x: bf16[40, 24]; w: bf16[24, 36]; u: bf16[24, 36]; y = silu(x @ w) * (x @ u)",
                     fmt::format("none tile={}", tile), plain()});
  }
  for (const char* tile : {"16x16", "32x32", "64x64"})
    asked.push_back({"x: f32[2, 70, 133]; y = transpose(x)", fmt::format("none tile={}", tile), plain()});
  expect_all_right(asked);
}

TEST(Semantics, ProductsAndWhatFollows) {
  const std::string x = "x: bf16[40, 24]; w: bf16[24, 36]; ";
  expect_all_right({
      {x + "b: bf16[36]; r: bf16[40, 36]; y = gelu(x @ w + b) + r", "none", plain()},
      {x + "s: f32[40, 1]; c: f32[1]; t = x @ w; out t; u = cast(t, f32) * s * c; y = maximum(u, 0.5) + 1; out y",
       "none", plain()},
      {x + "y = cast(dropout(x @ w, 0.25, 3), f32)", "none", plain()},
      {x + "u: bf16[24, 36]; y = silu(x @ w) * (x @ u)", "none", plain()},
      {x + "u: bf16[24, 50]; k = x @ u; out k; q = relu(x @ w); out q", "q+k", plain()},
      {"x: f32[3, 20, 24]; w: f32[24, 37]; r: f32[20, 37]; y = x @ w + r", "none", plain()},
  });
}

TEST(Semantics, ProductsOfBatchesAndHeads) {
  expect_all_right({
      {"x: f32[2, 3, 9, 8]; w: f32[2, 3, 8, 7]; r: f32[9, 7]; y = x @ w + r", "none", plain()},
      {"q: bf16[2, 4, 9, 8]; k: bf16[2, 2, 10, 8]; s = q @ transpose(k) * 0.125", "none", plain()},
      {"x: bf16[2, 9, 24]; v: bf16[2, 9, 24]; q = heads(x, 3); s = q @ transpose(heads(v, 3))", "none", plain()},
  });
}

TEST(Semantics, RowsOfProducts) {
  const std::string sums = "m = max(z); e = exp(z - m); s = sum(e); l = log(s) + m";
  std::vector<Asked> asked;
  for (const char* sizes : {"1 1 3", "5 8191 7", "17 300 33", "130 131 35", "70 1 9"}) {
    int m = 0, n = 0, k = 0;
    std::sscanf(sizes, "%d %d %d", &m, &n, &k);
    for (const char* dtype : {"f32", "f16", "bf16"}) {
      const std::string x = fmt::format("x: {0}[{1}, {3}]; w: {0}[{3}, {2}]; ", dtype, m, n, k);
      asked.push_back({x + "z = x @ w; " + sums, "none", plain()});
      asked.push_back({x + fmt::format("b: {}[{}]; y = mean(gelu(x @ w + b))", dtype, n), "none", plain()});
    }
  }
  const std::string x = "x: bf16[40, 24]; w: bf16[24, 300]; ";
  for (const Asked& one : {
           Asked{x + "y = max(x @ w)", "none", plain()},
           Asked{x + "t: bf16[40, 1]; c: bf16[1]; z = (x @ w) * 0.5; y = sum(z) * c + t; out z, y", "none", plain()},
           Asked{x + "z = x @ w; " + sums + "\nout z, m, s, l", "none", plain()},
           Asked{x + "z = (x @ w) * 8; " + sums + "\nout m, s, l", "none", plain()},
           Asked{x + "z = x @ w; a = max(z); b = mean(square(z)); c = a * b; out c, a", "none", plain()},
           Asked{x + "z = x @ w; m = max(z); e = exp(z - m); s = mean(e); q = sum(e); out s, q", "none", plain()},
           Asked{x + "u: bf16[24, 300]; y = sum(silu(x @ w) * (x @ u))", "none", plain()},
           Asked{"x: f32[70, 34]; w: i4[34, 64]; s: f32[64]; y = sum(abs(x @ dequant(w, s)))", "none", plain()},
           Asked{"q: f32[2, 4, 9, 8]; k: f32[2, 2, 140, 8]; z = q @ transpose(k) * 0.125; " + sums, "none", plain()},
           Asked{"x: f32[3, 20, 24]; w: f32[24, 137]; r: f32[20, 137]; y = max(x @ w + r)", "none", plain()},
           Asked{"x: f32[24, 20]; w: f32[137, 24]; y = sum(dropout(transpose(x) @ transpose(w), 0.25, 3))", "none",
                 plain()},
       }) {
    asked.push_back(one);
  }
  expect_all_right(asked);
}

TEST(Semantics, RowsOfProductsOnTensorCores) {
  codegen::Target target;
  target.compute_capability = 80;
  target.shared_per_block = 163 * 1024;
  target.multiprocessors = 2;
  const std::string sums = "m = max(z); e = exp(z - m); s = sum(e); l = log(s) + m";
  expect_all_right({
      {"x: bf16[300, 40]; w: bf16[40, 300]; z = x @ w; " + sums, "none", target},
      {"x: f16[5, 33]; w: f16[33, 200]; z = (x @ w) * 0.5; " + sums, "none", target},
      {"x: bf16[40, 70]; w: bf16[139, 40]; b: bf16[139]; y = mean(transpose(x) @ transpose(w) + b)", "none", target},
      {"x: bf16[2, 3, 70, 24]; w: bf16[2, 3, 24, 137]; y = max(x @ w)", "none", target},
      {"x: f16[130, 34]; g: f16[34, 100]; u: f16[34, 100]; y = sum(silu(x @ g) * (x @ u))", "none", target},
      {"x: f16[70, 34]; w: i4[34, 192]; c: f16[192]; z = x @ dequant(w, c); " + sums, "none", target},
      {"x: f16[5, 260]; w: i4[260, 192]; c: f16[192]; z = x @ dequant(w, c); " + sums, "none", target},
      {"x: bf16[5, 260]; w: i8[260, 37]; c: bf16[37]; y = max(x @ dequant(w, c))", "none", target},
  });
}

std::vector<Asked> attention_of(const std::string& dtype, const codegen::Target& target) {
  std::vector<Asked> asked;
  const auto ask = [&](const std::string& sizes, const std::string& rest) {
    std::string text = sizes;
    for (auto at = text.find('T'); at != std::string::npos; at = text.find('T')) text.replace(at, 1, dtype);
    asked.push_back({text + "; " + rest, "none", target});
  };
  const std::string plain = "o = softmax(q @ transpose(k) * 0.3) @ v";
  const std::string causal = "o = softmax(causal(q @ transpose(k) * 0.3)) @ v";
  for (const std::string& rest : {plain, causal}) {
    ask("q: T[2, 70, 40]; k: T[2, 70, 40]; v: T[2, 70, 40]", rest);
    ask("q: T[1, 4, 130, 16]; k: T[1, 2, 133, 16]; v: T[1, 2, 133, 24]", rest);
    ask("q: T[3, 5, 8]; k: T[33, 8]; v: T[33, 7]", rest);
    ask("q: T[20, 33]; k: T[9, 33]; v: T[9, 33]", rest);  // more queries than keys
    ask("q: T[1, 1, 1]; k: T[1, 1, 1]; v: T[1, 1, 1]", rest);
    ask("x: T[2, 40, 32]; y: T[2, 70, 16]; q = heads(x, 4); k = heads(y, 2); v = heads(y, 2)", rest);
    ask("q: T[2, 8, 1, 32]; k: T[2, 2, 1100, 32]; v: T[2, 2, 1100, 32]", rest);  // parts of the keys are joined
  }
  ask("q: T[2, 30, 12]; k: T[2, 12, 50]; v: T[2, 16, 50]", "o = softmax(q @ k) @ transpose(v)");
  ask("q: T[2, 30, 12]; k: T[2, 50, 12]; v: T[2, 50, 16]; m: T[30, 50]; c: T[30, 1]; b: T[50]",
      "o = softmax(tanh(q @ transpose(k) * c) * 3 + m + b) @ v");
  ask("q: T[2, 20, 130]; k: T[2, 50, 130]; v: T[2, 50, 256]", plain);
  return asked;
}

TEST(Semantics, AttentionOnPlainCores) {
  for (const char* dtype : {"f32", "bf16"}) expect_all_right(attention_of(dtype, plain()));
}

TEST(Semantics, AttentionOnTensorCores) {
  codegen::Target target;
  target.compute_capability = 80;
  target.shared_per_block = 163 * 1024;
  target.multiprocessors = 4;
  for (const char* dtype : {"f16", "bf16"}) expect_all_right(attention_of(dtype, target));
}

/// Pages of every kind: as long as tiles, longer, shorter, of one row; tables for each batch, for all heads, for each.
std::vector<Asked> paged_attention_of(const std::string& dtype, const codegen::Target& target) {
  std::vector<Asked> asked;
  const auto ask = [&](const std::string& sizes, const std::string& score) {
    std::string text = sizes + "; k = gather(a, t); v = gather(b, t); o = softmax(" + score + ") @ v";
    for (auto at = text.find('T'); at != std::string::npos; at = text.find('T')) text.replace(at, 1, dtype);
    asked.push_back({text, "none", target});
  };
  for (const std::string score : {"q @ transpose(k) * 0.3", "causal(q @ transpose(k))"}) {
    ask("q: T[2, 4, 70, 16]; a: T[9, 2, 64, 16]; b: T[9, 2, 64, 24]; t: i32[2, 3]", score);
    ask("q: T[2, 8, 1, 32]; a: T[200, 2, 16, 32]; b: T[200, 2, 16, 32]; t: i32[2, 69]", score);  // parts are joined
    ask("q: T[3, 5, 8]; a: T[9, 130, 8]; b: T[9, 130, 7]; t: i32[3, 2]", score);
    ask("q: T[3, 5, 8]; a: T[90, 8]; b: T[90, 8]; t: i32[33]", score);
    ask("q: T[4, 9, 8]; a: T[5, 2, 6, 8]; b: T[5, 2, 6, 8]; t: i32[11]", score);  // a page is named twice
  }
  return asked;
}

TEST(Semantics, PagedAttention) {
  codegen::Target cores;
  cores.compute_capability = 80;
  cores.shared_per_block = 163 * 1024;
  cores.multiprocessors = 4;
  expect_all_right(paged_attention_of("f32", plain()));
  expect_all_right(paged_attention_of("bf16", cores));
}

TEST(Semantics, WhatIsFetchedByAKernelOfItsOwn) {
  std::vector<Asked> asked;
  for (const char* dtype : {"f32", "bf16"}) {
    asked.push_back({fmt::format("pool: {}[9, 2, 16, 24]; t: i32[2, 3]; y = gather(pool, t)", dtype), "every"});
    asked.push_back({fmt::format("pool: {}[5, 7, 3]; t: i32[11]; y = gather(pool, t) * 2", dtype), "none"});
    asked.push_back({fmt::format("rows: {}[100, 37]; t: i32[64]; y = gather(rows, t)", dtype), "every"});
    asked.push_back({fmt::format("rows: {}[7, 8]; t: i32[2, 30]; y = gather(rows, t)", dtype), "every"});
  }
  expect_all_right(asked);
}

TEST(Semantics, EntriesThatArePicked) {
  std::vector<Asked> asked;
  for (const char* dtype : {"f32", "bf16"}) {
    for (const char* sizes : {"[5, 7]; t: i32[5]; ", "[40, 260]; t: i32[40]; ", "[2, 3, 1026]; t: i32[2, 3]; ",
                              "[3, 40000]; t: i32[3]; "}) {
      const std::string z = fmt::format("z: {}{}", dtype, sizes);
      asked.push_back({z + "y = pick(z, t)", "every"});
      asked.push_back({z + "y = cross_entropy(z, t)", "none"});
      asked.push_back({z + "a = z + 1; p = pick(a, t); y = relu(a - p)\nout p, y", "none"});
    }
  }
  expect_all_right(asked);
}

TEST(Semantics, LargestEntriesOfProducts) {
  codegen::Target cores;
  cores.compute_capability = 80;
  cores.shared_per_block = 163 * 1024;
  cores.multiprocessors = 4;
  std::vector<Asked> asked;
  for (const auto& [dtype, target] : {std::pair{"f32", plain()}, std::pair{"bf16", cores}}) {
    for (const char* sizes : {"70, 300, 40", "3, 150, 24", "130, 129, 16"}) {
      int m = 0, n = 0, k = 0;
      std::sscanf(sizes, "%d, %d, %d", &m, &n, &k);
      const std::string of = fmt::format("x: {0}[{1}, {3}]; w: {0}[{3}, {2}]; ", dtype, m, n, k);
      asked.push_back({of + fmt::format("g: {}[{}, {}]; i = argmax(x @ w * 1.25 + g)", dtype, m, n), "none", target});
      asked.push_back({of + "r = x @ w; p = softmax(topk(r, 2)); i = topk_index(r, 2)\nout p, i", "none", target});
      asked.push_back({of + "z = x @ w; v = topk(z, 3); i = topk_index(z, 8); s = sum(exp(z - max(z)))\nout z, v, i, s",
                       "none", target});
    }
  }
  expect_all_right(asked);
}

TEST(Semantics, EntriesThatArePickedOfProducts) {
  codegen::Target cores;
  cores.compute_capability = 80;
  cores.shared_per_block = 163 * 1024;
  cores.multiprocessors = 4;
  std::vector<Asked> asked;
  for (const auto& [dtype, target] : {std::pair{"f32", plain()}, std::pair{"bf16", cores}}) {
    for (const char* sizes : {"70, 300, 40", "3, 150, 24", "130, 129, 16"}) {
      int m = 0, n = 0, k = 0;
      std::sscanf(sizes, "%d, %d, %d", &m, &n, &k);
      const std::string of = fmt::format("x: {0}[{1}, {3}]; w: {0}[{3}, {2}]; t: i32[{1}]; ", dtype, m, n, k);
      asked.push_back({of + "y = cross_entropy(x @ w, t)", "none", target});
      asked.push_back({of + "z = x @ w; y = pick(z, t)\nout z, y", "none", target});
    }
  }
  expect_all_right(asked);
}

TEST(Semantics, ViewsThatAreKernels) {
  std::vector<Asked> asked;
  for (const char* dtype : {"f32", "bf16"}) {
    asked.push_back({fmt::format("x: {}[2, 70, 37]; y = transpose(x)", dtype), "every"});
    asked.push_back({fmt::format("x: {}[2, 5, 24]; y = heads(x, 3); z = relu(y)", dtype), "every"});
    asked.push_back({fmt::format("x: {}[2, 3, 5, 7]; y = merge(x)", dtype), "every"});
  }
  expect_all_right(asked);
}

TEST(Semantics, PackedWeights) {
  std::vector<Asked> asked;
  for (const char* packed : {"i8", "i4"}) {
    for (const char* dtype : {"f32", "f16"}) {
      const std::string weights = fmt::format("w: {0}[50, 37]; s: {1}[37]; ", packed, dtype);
      const std::string wide = fmt::format("w: {0}[34, 64]; s: {1}[64]; ", packed, dtype);
      asked.push_back({weights + "d = dequant(w, s)", "every"});
      asked.push_back({wide + "d = dequant(w, s)", "every"});
      asked.push_back(
          {fmt::format("x: {}[3, 50]; ", dtype) + weights + "y = relu(x @ dequant(w, s))", "none", plain()});
      asked.push_back({fmt::format("x: {}[70, 34]; ", dtype) + wide + "y = x @ dequant(w, s) + 1", "none", plain()});
    }
  }
  asked.push_back(
      {"x: f32[40, 6]; a: i4[6, 48]; c: i4[6, 48]; s: f32[48]; t: f32[48]; y = silu(x @ dequant(a, s)) * (x @ "
       "dequant(c, t))",
       "none", plain()});
  codegen::Target ampere = plain();
  ampere.compute_capability = 80;
  for (const char* text :
       {"x: bf16[4, 304]; w: i4[304, 144]; s: bf16[144]; b: bf16[144]; y = gelu(x @ dequant(w, s) + b)",
        "x: f16[1, 16]; w: i4[16, 1040]; s: f16[1040]; y = x @ dequant(w, s)",
        "x: bf16[8, 304]; w: i8[304, 144]; s: bf16[144]; y = x @ dequant(w, s)",
        "x: f16[3, 80]; w: i8[80, 1040]; s: f16[1040]; y = relu(x @ dequant(w, s))",
        "x: bf16[12, 80]; w: i8[80, 96]; s: bf16[96]; y = relu(x @ dequant(w, s))",
        "x: bf16[40, 80]; w: i8[80, 96]; s: bf16[96]; y = relu(x @ dequant(w, s))",
        "x: f16[70, 80]; w: i4[80, 96]; s: f16[96]; y = relu(x @ dequant(w, s))"}) {
    asked.push_back({text, "none", ampere});
  }
  expect_all_right(asked);
}

/// Elements of a paged attention that are not what they should be, with a part of the text changed; -1 without a run.
int wrong_with(const std::string& from, const std::string& to, std::int32_t first_page) {
  const tests::TemporaryFolder folder;
  const auto chain = tests::parsed(
      "q: f32[2, 40, 8]; a: f32[20, 2, 4, 8]; b: f32[20, 2, 4, 8]; t: i32[12]; k = gather(a, t); v = gather(b, t); "
      "o = softmax(q @ transpose(k)) @ v");
  HostProgram host{tests::planned(chain, "none", plain()), {}};
  host.program = codegen::lower(host.plan, plain());
  std::string& text = host.program.prelude;
  EXPECT_NE(text.find(from), std::string::npos) << from;
  for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  std::filesystem::create_directories(folder.path() / "0");
  const auto input = chain::random_inputs(*chain, 5);
  for (const int value : chain->inputs()) {
    std::vector<double> elements(static_cast<std::size_t>(chain->values[value].shape.elements()));
    for (std::size_t i = 0; i < elements.size(); ++i) elements[i] = input(value, static_cast<std::int64_t>(i));
    if (chain->values[value].name == "t" && first_page != 0) elements[0] = first_page;
    tests::write_tensor(*chain, value, elements, folder.path() / fmt::format("0/tensor{}.bin", value));
  }
  if (const std::string trouble = tests::run_on_host({host}, folder.path()); !trouble.empty()) {
    ADD_FAILURE() << trouble;
    return -1;
  }
  const int result = chain->find("o");
  const auto got = tests::read_tensor(*chain, result, folder.path() / fmt::format("0/tensor{}.bin", result));
  std::vector<std::int64_t> all(got.size());
  std::iota(all.begin(), all.end(), 0);
  const auto want = chain::evaluate(*chain, host.plan.stored(), input, result, all);
  int wrong = 0;
  for (std::size_t i = 0; i < got.size(); ++i) wrong += std::abs(got[i] - want[i].value) > 4 * want[i].error ? 1 : 0;
  return wrong;
}

TEST(Semantics, AWrongPageIsFound) {
  const std::string lookup = "matrix.table[key / page]";
  EXPECT_EQ(wrong_with(lookup, lookup, 0), 0);
  EXPECT_GT(wrong_with(lookup, "matrix.table[(key + 1) / page]", 0), 500) << "the last row of each page";
  EXPECT_GT(wrong_with("key % page * matrix.line", "key % (page - 1) * matrix.line", 0), 500) << "the first row twice";
  EXPECT_GT(wrong_with("u32(named) < matrix.slices", "u32(named) + 10 < matrix.slices", 0), 500) << "half of the pool";
  // Numbers that name no page are read as zeros: nothing outside the pool is touched, and it shows.
  EXPECT_GT(wrong_with(lookup, lookup, -1), 500);
  EXPECT_GT(wrong_with(lookup, lookup, 20), 500);
}

TEST(Semantics, AWrongKernelIsFound) {
  const tests::TemporaryFolder folder;
  const auto chain = tests::parsed("x: f32[1000]; y = x * 1.5 + 0.25");
  HostProgram host{tests::planned(chain, "none"), {}};
  host.program = codegen::lower(host.plan, {});
  std::string& source = host.program.kernels[0].source;
  const auto at = source.find("+ 0.25f");
  ASSERT_NE(at, std::string::npos);
  source.replace(at, 1, "-");
  std::filesystem::create_directories(folder.path() / "0");
  tests::write_tensor(*chain, 0, std::vector<double>(1000, 1.0), folder.path() / "0/tensor0.bin");
  ASSERT_EQ(tests::run_on_host({host}, folder.path()), "");
  EXPECT_EQ(tests::read_tensor(*chain, 2, folder.path() / "0/tensor2.bin"), std::vector<double>(1000, 1.25));
}

}  // namespace semantics_test
