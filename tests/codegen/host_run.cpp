// The text for g++: CUDA's words by macros, its instructions by functions, a main that launches everything.
#include "codegen/host_run.hpp"

#include "chain/packing.hpp"
#include "places.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <set>
#include <utility>

namespace tests {
namespace {

void replace_all(std::string& text, const std::string& from, const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
}

/// As kernels/prelude/sums_mma.cuh writes them.
std::string load_matrices(const std::string& turned) {
  return "asm volatile(\"ldmatrix.sync.aligned.m8n8.x4" + turned + R"(.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(m[0]), "=r"(m[1]), "=r"(m[2]), "=r"(m[3])
               : "r"(address)
               : "memory");)";
}
std::string multiply_add(const std::string& dtype) {
  return "asm volatile(\"mma.sync.aligned.m16n8k16.row.col.f32." + dtype + "." + dtype +
         R"(.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));)";
}

std::string for_host(std::string text) {
  const std::pair<std::string, std::string> words[] = {
      {R"(asm("cvt.f32.f16 %0, %1;" : "=f"(y) : "h"(x.bits));)", "y = shim_from_f16(x.bits);"},
      {R"(asm("cvt.rn.f16.f32 %0, %1;" : "=h"(y.bits) : "f"(x));)", "y.bits = shim_to_f16(x);"},
      {R"(asm("cvt.rn.bf16.f32 %0, %1;" : "=h"(y.bits) : "f"(x));)", ""},
      {R"(asm volatile("st.global.v4.u32 [%0], {%1, %2, %3, %4};" ::"l"(to), "r"(w.x), "r"(w.y), "r"(w.z), "r"(w.w) : "memory");)",
       "std::memcpy(to, &w, sizeof w);"},
      {R"(asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));)", "y = exp2f(x);"},
      {R"(asm("div.approx.ftz.f32 %0, %1, %2;" : "=f"(z) : "f"(x), "f"(y));)", "z = x / y;"},
      {"extern __shared__ uint4 dynamic_shared[];", ""},
      // Tensor cores, and the copies that feed them: what the guards leave out is here by another name.
      {"#if __CUDA_ARCH__ >= 800", "#if 1"},
      {R"(asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(to), "l"(from), "r"(there) : "memory");)",
       "shim_copy(to, from, 16, there);"},
      {R"(asm volatile("cp.async.ca.shared.global [%0], [%1], %2, %3;" ::"r"(to), "l"(from), "n"(bytes), "r"(there) : "memory");)",
       "shim_copy(to, from, bytes, there);"},
      {R"(asm volatile("cp.async.commit_group;" ::: "memory");)", ""},
      {R"(asm volatile("cp.async.wait_group %0;" ::"n"(behind) : "memory");)", ""},
      {load_matrices(""), "shim_load_matrices(address, m, false);"},
      {load_matrices(".trans"), "shim_load_matrices(address, m, true);"},
      {multiply_add("bf16"), "shim_multiply_add(d, a, b0, b1, shim_from_bf16);"},
      {multiply_add("f16"), "shim_multiply_add(d, a, b0, b1, shim_from_f16);"},
      {R"(asm volatile("ld.global.nc.L1::no_allocate.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
                 : "l"(from));)",
       "std::memcpy(to, from, 16);"},
      {R"(asm volatile("ld.global.nc.L1::no_allocate.v2.u32 {%0, %1}, [%2];" : "=r"(to[0]), "=r"(to[1]) : "l"(from));)",
       "std::memcpy(to, from, 8);"},
      {R"(asm volatile("ld.global.nc.L1::no_allocate.u32 %0, [%1];" : "=r"(to[0]) : "l"(from));)",
       "std::memcpy(to, from, 4);"},
      {R"(asm("sub.f16x2 %0, %1, %2;" : "=r"(y) : "r"(x), "r"(from));)", "y = shim_subtract_f16(x, from);"},
      {R"(asm("fma.rn.bf16x2 %0, %1, %2, %3;" : "=r"(y) : "r"(x), "r"(one), "r"(from));)",
       "y = shim_multiply_add_bf16(x, one, from);"},
      {"extern \"C\" ", ""},
  };
  for (const auto& [from, to] : words) replace_all(text, from, to);
  EXPECT_EQ(text.find("asm("), std::string::npos) << "an instruction that the host does not know";
  return text;
}

/// Threads that wait for one another must take turns; others run one after the other.
bool waits(const std::string& source) {
  return std::ranges::any_of(std::initializer_list<std::string_view>{"reduce_", "variance_", "__syncthreads", "__shfl",
                                                                     "Ring<", "PackedStream<", "largest_of_",
                                                                     "rank_in_warp<", "RowRanking<", "of_lane("},
                             [&](std::string_view word) { return source.find(word) != std::string::npos; });
}

std::string launches(const HostProgram& host, std::size_t number) {
  std::string out = fmt::format("void run(const std::string& folder) {{\n");
  const auto& values = host.plan.chain->values;
  for (std::size_t v = 0; v < values.size(); ++v) {
    out += fmt::format("  shim::Buffer tensor{0}({1}, folder + \"/{2}/tensor{0}.bin\");\n", v, values[v].bytes().value,
                       number);
  }
  for (std::size_t s = 0; s < host.program.scratch.size(); ++s) {
    out += fmt::format("  shim::Buffer scratch{0}({1}, folder + \"/{2}/scratch{0}.bin\");\n", s,
                       host.program.scratch[s], number);
  }
  for (const codegen::Kernel& kernel : host.program.kernels) {
    std::vector<std::string> types, arguments;
    for (const codegen::Argument& argument : kernel.arguments) {
      types.emplace_back("std::uint64_t");
      if (argument.kind == codegen::Argument::Kind::turn) {
        arguments.emplace_back("turn");
      } else if (argument.kind == codegen::Argument::Kind::integer) {
        arguments.push_back(fmt::format("{}", argument.integer));
      } else {
        arguments.push_back(fmt::format("reinterpret_cast<std::uint64_t>({}{}.data())",
                                        argument.kind == codegen::Argument::Kind::tensor ? "tensor" : "scratch",
                                        argument.index));
      }
    }
    out += fmt::format("  for (std::uint64_t turn = 0; turn < {}; ++turn) {{\n", kernel.times);
    out += fmt::format("  shim::launch({}, {}, {}, [&] {{ reinterpret_cast<void (*)({})>(&{})({}); }}); }}\n",
                       kernel.launch.grid[0], kernel.launch.block[0], waits(kernel.source), fmt::join(types, ", "),
                       kernel.entry, fmt::join(arguments, ", "));
  }
  for (std::size_t v = 0; v < values.size(); ++v) out += fmt::format("  tensor{}.save();\n", v);
  for (std::size_t s = 0; s < host.program.scratch.size(); ++s) out += fmt::format("  scratch{}.save();\n", s);
  return out + "}\n";
}

std::string run(const std::string& command, const std::filesystem::path& log) {
  const int status = std::system(fmt::format("{} >{} 2>&1", command, log.string()).c_str());
  std::ifstream file(log);
  const std::string said{std::istreambuf_iterator<char>(file), {}};
  return status == 0 ? std::string() : fmt::format("{}: status {}\n{}", command, status, said.substr(0, 4000));
}

}  // namespace

std::string run_on_host(const std::vector<HostProgram>& programs, const std::filesystem::path& folder) {
  std::string text = "#include \"shim.hpp\"\n";
  std::string main = "int main(int, char** argv) {\n";
  for (std::size_t p = 0; p < programs.size(); ++p) {
    text += fmt::format("namespace program{} {{\n{}", p, for_host(programs[p].program.prelude));
    std::set<std::string> sources;  // several kernels may stand in one
    for (const codegen::Kernel& kernel : programs[p].program.kernels) {
      if (sources.insert(kernel.source).second) text += for_host(kernel.source);
    }
    text += launches(programs[p], p) + "}\n";
    main += fmt::format("  program{}::run(argv[1]);\n", p);
  }
  std::ofstream(folder / "program.cpp") << text << main << "}\n";
  const std::string said = run(
      fmt::format("g++ -std=c++20 -O1 -w -ffp-contract=off -fno-strict-aliasing -I{}/codegen/host_shim {}/program.cpp "
                  "-o {}/program",
                  tests::folder().string(), folder.string(), folder.string()),
      folder / "log");
  return said.empty() ? run(fmt::format("{0}/program {0}", folder.string()), folder / "log") : said;
}

std::vector<double> read_tensor(const chain::Chain& chain, int value, const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(in), {}};
  const chain::Value& v = chain.values[value];
  EXPECT_EQ(static_cast<std::int64_t>(bytes.size()), v.bytes().value) << file;
  std::vector<double> elements;
  for (std::size_t at = 0; at < bytes.size(); at += static_cast<std::size_t>(chain::size_of(v.dtype))) {
    if (chain::is_index(v.dtype)) {
      std::int32_t number;
      std::memcpy(&number, bytes.data() + at, sizeof number);
      elements.push_back(number);
    } else if (v.dtype == chain::Dtype::f32) {
      float x;
      std::memcpy(&x, bytes.data() + at, sizeof x);
      elements.push_back(static_cast<double>(x));
    } else {
      std::uint16_t x;
      std::memcpy(&x, bytes.data() + at, sizeof x);
      elements.push_back(static_cast<double>(v.dtype == chain::Dtype::f16 ? chain::from_f16(x) : chain::from_bf16(x)));
    }
  }
  return elements;
}

void write_tensor(const chain::Chain& chain, int value, const std::vector<double>& elements,
                  const std::filesystem::path& file) {
  std::ofstream out(file, std::ios::binary);
  const chain::Dtype dtype = chain.values[value].dtype;
  if (chain::is_packed(dtype)) {
    std::string bytes(static_cast<std::size_t>(chain.values[value].bytes().value), '\0');
    for (std::size_t e = 0; e < elements.size(); ++e) {
      const std::int64_t at = chain::stored_at(chain.values[value].shape, dtype, static_cast<std::int64_t>(e));
      const int number = static_cast<int>(elements[e]);
      if (dtype == chain::Dtype::i8) {
        bytes[static_cast<std::size_t>(at)] = static_cast<char>(number);
      } else {
        char& both = bytes[static_cast<std::size_t>(at / 2)];
        both = static_cast<char>(both | (number & 15) << (at % 2 * 4));
      }
    }
    out << bytes;
    return;
  }
  for (const double element : elements) {
    if (chain::is_index(dtype)) {
      const auto entry = static_cast<std::int32_t>(element);
      out.write(reinterpret_cast<const char*>(&entry), sizeof entry);
      continue;
    }
    const auto x = static_cast<float>(element);
    const std::uint16_t narrow = dtype == chain::Dtype::f16 ? chain::to_f16(x) : chain::to_bf16(x);
    const bool wide = dtype == chain::Dtype::f32;
    out.write(wide ? reinterpret_cast<const char*>(&x) : reinterpret_cast<const char*>(&narrow), chain::size_of(dtype));
  }
}

}  // namespace tests
